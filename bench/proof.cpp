// Question: what does the proof cost?
// Method:   `intersects` beside the same code with unfiltered signs and no certificate, taking turns on W1 at 10° a
//           frame.
#include <bench/experiments.h>
#include <bench/race/measure.h>

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

Judged judged_frames(const W1Scene& scene) {
  Judged out{&scene.a, &scene.b, scene.pose_a, scene.pose_b, {}};
  for (std::size_t i = 0; i < scene.pose_a.size(); ++i) {
    out.truth.push_back({bool{intersects(scene.a, scene.pose_a[i], scene.b, scene.pose_b[i])}, 0, 0});
  }
  return out;
}

}  // namespace

void run_proof(const Options& options, Report& report) {
  const std::vector<Method> methods = {our_methods()[0], method_of<Unproved>("Clearance", "unproved", Query::Boolean)};
  Table table("What the proof costs, 10° a frame  [ns per query]");
  table.row({"", "proved", "unproved", "ratio", "to reach", "unproved and wrong"});
  for (const int n : kSizes) {
    report.progress(format("proof: n = %d", n));
    std::vector<W1Scene> scenes;
    for (const TestShape shape : kShapes) {
      scenes.push_back(w1_scene(shape, n, Motion::TenDegrees, options.quick ? 500 : 10'000));
    }
    std::vector<Judged> judged;
    for (const W1Scene& scene : scenes) judged.push_back(judged_frames(scene));
    const std::vector<Measurement> found = measure(methods, judged, Query::Boolean, options.quick ? 2 : 5);
    const double proved = found[0].total.ns(), unproved = found[1].total.ns(), ratio = proved / unproved;
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
