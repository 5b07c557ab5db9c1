// Question: what does the proof cost?
// Method:   `intersects` beside the same code with unfiltered signs and no certificate, taking turns on W1 at 10° a
//           frame.
#include <bench/experiments.h>
#include <bench/peers/clearance.h>
#include <bench/race/hull_race.h>

#if __has_include(<clearance/convex/unproved.h>)
#include <bench/race/timer.h>
#include <clearance/convex/unproved.h>

namespace clearance::bench {
namespace {

constexpr double kBar = 1.33;

class Unproved {
 public:
  explicit Unproved(const Frames& frames) : frames_(frames) {}
  void forget() { cache_ = {}; }
  Answer ask(std::size_t i) {
    const Status status =
        detail::intersects_unproved(*frames_.a, frames_.pose_a[i], *frames_.b, frames_.pose_b[i], cache_);
    keep(status);
    return {status == Status::Separated ? Answer::Kind::Separated : Answer::Kind::Colliding, 0};
  }

 private:
  Frames frames_;
  ConvexCache cache_;
};

}  // namespace

void run_proof(const Options& options, Report& report) {
  const std::vector<Method> methods = {our_methods()[0], method_of<Unproved>("Clearance", "unproved", Query::Boolean)};
  Table table("What the proof costs, 10° a frame  [ns per query]");
  table.row({"", "proved", "unproved", "ratio", "to reach", "unproved and wrong"});
  for (const int n : kSizes) {
    report.progress(format("proof: n = %d", n));
    const std::vector<Judged> judged = judge_w1(n, Motion::TenDegrees, options.quick ? 500 : 10'000, Query::Boolean);
    const std::vector<RaceResult> found =
        race_hulls(methods, judged, Query::Boolean, {.repetitions = options.quick ? 2 : 5, .longest_pass = 0.5});
    const double proved = found[0].ns(), unproved = found[1].ns(), ratio = proved / unproved;
    table.row({format("n = %d", n), format("%.0f", proved), format("%.0f", unproved), format("%.2f", ratio),
               format("≤ %g %s", kBar, ratio <= kBar ? "met" : "MISSED"), std::to_string(found[1].wrong())});
    report.add(Record{{"n", std::int64_t{n}},
                      {"proved_ns", proved},
                      {"unproved_ns", unproved},
                      {"ratio", ratio},
                      {"to_reach", kBar},
                      {"met", ratio <= kBar},
                      {"unproved_wrong", found[1].wrong()}});
  }
  report.add(std::move(table));
}

}  // namespace clearance::bench

#else

namespace clearance::bench {

void run_proof(const Options&, Report& report) {
  report.note("proof: this build has no unproved variant to compare with");
}

}  // namespace clearance::bench

#endif
