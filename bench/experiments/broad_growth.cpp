// Question: how do our broad phases grow, with boxes and with threads, and how long do a million boxes take once?
// Method:   one shot: all pairs of boxes that were never seen before, beside Embree. What a moved box costs from 10³ to
//           10⁶ of them, all moving and one in a hundred. One thread against two. The worlds are those of w3.h.
#include <bench/experiments.h>
#include <bench/peers/clearance.h>
#include <bench/peers/embree.h>
#include <bench/race/race.h>
#include <bench/race/timer.h>
#include <bench/workloads/w3.h>
#include <clearance/base/random.h>
#include <clearance/broad/broad_phase.h>
#include <clearance/broad/grid.h>
#include <clearance/broad/methods.h>

#include <algorithm>
#include <limits>
#include <thread>

namespace clearance::bench {
using namespace detail;
namespace {

constexpr double kOneShotBar = 8, kUpdateBar = 3, kThreadsBar = 1.7;  // the figures of the project's plan

// From nothing, each time.
class OurOneShot final : public ManyRunner {
 public:
  OurOneShot(const BoxFrames& frames, bool function, int threads)
      : boxes_(frames[0]), function_(function), workers_(threads) {}

  void prepare(std::size_t) override {}

  void run(PairLog& pairs) override {
    const auto collect = [&](std::span<const IndexPair> block) { return pairs.add_all(block), true; };
    if (function_) {
      find_box_pairs(boxes_, collect, workers_);
      return;
    }
    const auto method = make_broad_phase();
    for (std::size_t k = 0; k < boxes_.size(); ++k) method->place(static_cast<std::uint32_t>(k), boxes_[k]);
    method->find_pairs(collect, workers_);
  }

 private:
  const std::vector<Box>& boxes_;
  bool function_;
  Workers workers_;
};

std::vector<BroadContestant> our_one_shots(int threads) {
  const std::string suffix = threads > 1 ? ", two threads" : "";
  return {many_of<OurOneShot, BoxFrames>("Clearance", "find_box_pairs" + suffix, true, threads),
          many_of<OurOneShot, BoxFrames>("Clearance", "automatic" + suffix, false, threads)};
}

// One thread or two: a table's rows, and how many times faster we are.
void one_shot_rows(const BoxFrames& frames, const std::vector<std::vector<PairKey>>& truth, int threads,
                   const RaceOptions& patience, Table& table, Report& report) {
  const std::vector<RaceResult> results =
      race(joined({our_one_shots(threads), embree_one_shot(threads)}), frames, FrameJudge{truth}, patience);
  for (const RaceResult& r : results) {
    const bool right = r.is_right();
    table.row({r.full_name(), r.answered() ? format("%.1f", 1e3 * r.seconds) : r.skipped,
               right ? ""
                     : format("%lld lost, %lld extra", static_cast<long long>(r.misses),
                              static_cast<long long>(r.false_hits))});
    report.add(Record{{"part", "one shot"},
                      {"boxes", static_cast<std::int64_t>(frames[0].size())},
                      {"pairs", static_cast<std::int64_t>(truth[0].size())},
                      {"threads", std::int64_t{threads}},
                      {"library", r.package},
                      {"method", r.name},
                      {"ms", 1e3 * r.seconds},
                      {"lost", r.misses},
                      {"extra", r.false_hits}});
  }
  const auto* ours = fastest(results, [](const RaceResult& r) { return r.is_ours() && r.is_right(); });
  const auto* peer = fastest(results, [](const RaceResult& r) { return !r.is_ours() && r.is_right(); });
  if (ours == nullptr || peer == nullptr) return;
  const double ratio = peer->seconds / ours->seconds;
  table.row({"  Embree by ours", format("%.2f", ratio),
             threads > 1 ? "" : format("to reach %g: %s", kOneShotBar, met(ratio >= kOneShotBar))});
  report.add(Record{{"part", "one shot"},
                    {"compared_with", peer->full_name()},
                    {"ours", ours->name},
                    {"threads", std::int64_t{threads}},
                    {"ratio", ratio},
                    {"to_reach", kOneShotBar}});
}

// Nanoseconds per moved box. In every step one of `shares` parts of the boxes goes from one frame to the other; when
// all have gone they go back. Always other boxes, since a processor that is asked the same few hundred over and over
// learns their answers by heart. Each step counts with the fastest of its passes.
double update_cost(BroadMethod row, const BoxFrames& frames, std::size_t shares, int passes) {
  const std::size_t count = frames[0].size();
  const auto method = make_broad_phase(row);
  Workers workers(1);
  for (std::size_t k = 0; k < count; ++k) method->place(static_cast<std::uint32_t>(k), frames[0][k]);
  PairLog log;
  const auto collect = [&](std::span<const IndexPair> block) { return log.add_all(block), true; };
  method->find_pairs(collect, workers);
  Random random(count);
  std::vector<std::vector<std::uint32_t>> parts(shares);
  for (std::uint32_t k = 0; k < count; ++k) parts[shares == 1 ? 0 : random.below(shares)].push_back(k);
  std::vector<double> best(2 * shares, std::numeric_limits<double>::infinity());
  for (int pass = 0; pass < passes; ++pass) {
    for (std::size_t step = 0; step < 2 * shares; ++step) {
      const std::vector<Box>& boxes = frames[step < shares ? 1 : 0];
      log.clear();
      const Timer timer;
      for (const std::uint32_t k : parts[step % shares]) method->place(k, boxes[k]);
      shares > 1 ? method->find_changed_pairs(collect, workers) : method->find_pairs(collect, workers);
      best[step] = std::min(best[step], timer.seconds());
    }
  }
  double sum = 0;
  for (const double step : best) sum += step;
  return 1e9 * sum / static_cast<double>(2 * count);
}

// All pairs of boxes that were never seen before.
void report_one_shot(const Options& options, Report& report) {
  const int count = options.quick ? 20'000 : 1'000'000;
  report.progress(format("broad: one shot, %d boxes", count));
  // Two others each: as many pairs as boxes.
  const BoxFrames frames = w3_frames(W3World::Uniform, count, 1, {.overlaps = 2, .floats_only = true});
  const std::vector<std::vector<PairKey>> truth = w3_truth(frames);
  Table table(
      format("One shot: %d boxes, coordinates representable in float, %zu pairs  [ms]", count, truth[0].size()));
  RaceOptions patience{.repetitions = options.quick ? 2 : 5, .longest_frame = 20};
  one_shot_rows(frames, truth, 1, patience, table, report);
  table.rule();
  patience.wall_clock = true;
  one_shot_rows(frames, truth, 2, patience, table, report);
  report.add(std::move(table));
}

// Who keeps something from frame to frame, and up to which number of boxes it is asked.
struct Keeper {
  BroadMethod row;
  std::size_t shares;
  int largest;
};
constexpr Keeper kKeepers[] = {
    {BroadMethod::Automatic, 1, 1'000'000},     {BroadMethod::Automatic, 100, 1'000'000},
    {BroadMethod::BoxTree, 100, 1'000'000},     {BroadMethod::CoherentHash, 100, 100'000},
    {BroadMethod::SweepAndPrune, 100, 100'000},
};

// What a moved box costs.
void report_update_cost(const Options& options, Report& report) {
  const int largest = options.quick ? 10'000 : 1'000'000;
  Table table("What a moved box costs, uniform world  [ns per moved box]");
  Plot plot("Cost of a moved box");
  plot.x("boxes", Scale::Log).y("ns per moved box", Scale::Log);
  std::vector<std::string> head = {""};
  for (int count = 1000; count <= largest; count *= 10) head.push_back(format("%d boxes", count));
  const std::size_t sizes = head.size();
  head.emplace_back("most by least");
  table.row(std::move(head));
  for (const Keeper& keeper : kKeepers) {
    const std::string who = std::string(to_string(keeper.row)) +
                            (keeper.shares == 1 ? ", all move, all pairs" : ", 1 % move, changed pairs");
    std::vector<std::string> cells = {who};
    std::vector<PlotPoint> points;
    double least = std::numeric_limits<double>::infinity(), most = 0;
    for (int count = 1000; count <= std::min(largest, keeper.largest); count *= 10) {
      report.progress(format("broad: %s, %d boxes", who.c_str(), count));
      const BoxFrames frames = w3_frames(W3World::Uniform, count, 2);
      const int passes = std::clamp(static_cast<int>((keeper.shares == 1 ? 2'000'000 : 200'000) / count), 3, 100);
      const double cost = update_cost(keeper.row, frames, keeper.shares, options.quick ? 2 : passes);
      least = std::min(least, cost), most = std::max(most, cost);
      cells.push_back(format("%.0f", cost));
      points.push_back({static_cast<double>(count), cost});
      report.add(Record{{"part", "update cost"},
                        {"method", to_string(keeper.row)},
                        {"moving", 1.0 / static_cast<double>(keeper.shares)},
                        {"boxes", std::int64_t{count}},
                        {"ns", cost}});
    }
    cells.resize(sizes);
    const bool has_bar = keeper.row == BroadMethod::Automatic;
    cells.push_back(format("%.2f", most / least) +
                    (has_bar ? format(", to stay below %g: %s", kUpdateBar, met(most / least <= kUpdateBar)) : ""));
    table.row(std::move(cells));
    plot.series(who, std::move(points));
  }
  report.add(std::move(table));
  report.add("broad-update", std::move(plot));
}

// One thread against two.
void report_threads(const Options& options, Report& report) {
  if (std::thread::hardware_concurrency() < 2) return report.note("One core here: threads are not compared.");
  Table table("Threads: automatic, uniform world  [ms per frame, by the wall clock]");
  table.row({"", "1 thread", "2 threads", "ratio", ""});
  for (const int count : {10'000, 100'000}) {
    if (options.quick && count > 10'000) break;
    report.progress(format("broad: threads, %d boxes", count));
    const BoxFrames frames = w3_frames(W3World::Uniform, count, options.quick ? 3 : 200'000 / count);
    const auto truth = w3_truth(frames);
    const std::vector<RaceResult> results =
        race(std::vector{our_broad_phases(1)[0], our_broad_phases(2)[0]}, frames, FrameJudge{truth},
             {.repetitions = options.quick ? 2 : 10, .wall_clock = true});
    const double ratio = results[0].seconds / results[1].seconds;
    const bool right = results[0].is_right() && results[1].is_right();
    table.row({format("%d boxes", count), format("%.3f", 1e3 * results[0].seconds),
               format("%.3f", 1e3 * results[1].seconds), format("%.2f", ratio),
               format("to reach %g: %s", kThreadsBar, met(right && ratio >= kThreadsBar))});
    report.add(Record{{"part", "threads"},
                      {"boxes", std::int64_t{count}},
                      {"ms_1", 1e3 * results[0].seconds},
                      {"ms_2", 1e3 * results[1].seconds},
                      {"ratio", ratio},
                      {"to_reach", kThreadsBar}});
  }
  report.add(std::move(table));
}

}  // namespace

void run_broad_growth(const Options& options, Report& report) {
  report_one_shot(options, report);
  report_update_cost(options, report);
  report_threads(options, report);
}

}  // namespace clearance::bench
