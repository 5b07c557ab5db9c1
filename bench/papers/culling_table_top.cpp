#include <bench/papers/culling_table_top.h>
#include <bench/race/fit.h>
#include <bench/race/timer.h>
#include <bench/workloads/motion_scenes.h>
#include <clearance/broad/broad_phase.h>
#include <clearance/broad/coherent_hash.h>
#include <clearance/broad/methods.h>
#include <clearance/broad/sweep_and_prune.h>

#include <limits>

namespace clearance::bench {
using namespace detail;
namespace {

using Cure = SweepAndPruneOptions::Cure;

struct Row {
  const char* name;
  std::unique_ptr<BroadPhase> (*make)();
};

template <Cure kCure>
std::unique_ptr<BroadPhase> sweep() {
  SweepAndPruneOptions options;
  options.cure = kCure;
  // Uncured: sorted by insertion whatever it costs, as in the paper.
  if (kCure == Cure::None) options.most_swaps_per_end = std::numeric_limits<std::size_t>::max();
  return std::make_unique<SweepAndPrune>(options);
}

constexpr Row kRows[] = {
    {"sweep and prune, no cure", sweep<Cure::None>},
    {"  projection", sweep<Cure::Projection>},
    {"  skewed axes", sweep<Cure::SkewedAxes>},
    {"  automatic", sweep<Cure::Automatic>},
    {"coherent hashing", [] { return make_broad_phase(BroadMethod::CoherentHash); }},
};

struct Cost {
  double swaps = 0, seconds = std::numeric_limits<double>::infinity();  // per frame
  double kept = 0;                                                      // pairs, in the last frame
  double reported = 0;
};

// Frames in which a cure is still finding out what is wrong; not counted.
constexpr std::size_t kSettling = 4;

Cost run(const Row& row, const BoxFrames& frames, int repetitions) {
  Cost cost;
  const std::unique_ptr<BroadPhase> broad = row.make();
  const auto* const sweeping = dynamic_cast<const SweepAndPrune*>(broad.get());
  for (int repetition = 0; repetition < repetitions; ++repetition) {
    double seconds = 0, swaps = 0;
    const bool back = repetition % 2 == 1;
    for (std::size_t k = 0; k < frames.size(); ++k) {
      const std::vector<Box>& boxes = frames[back ? frames.size() - 1 - k : k];
      const Timer timer;
      for (std::size_t i = 0; i < boxes.size(); ++i) broad->place(static_cast<std::uint32_t>(i), boxes[i]);
      std::size_t pairs = 0;
      broad->find_pairs([&](std::span<const IndexPair> block) {
        pairs += block.size();
        return true;
      });
      if (k < kSettling) continue;
      seconds += timer.seconds();
      cost.reported = static_cast<double>(pairs);
      if (sweeping == nullptr) continue;
      for (const std::size_t along : sweeping->statistics().swaps) swaps += static_cast<double>(along);
      cost.kept = static_cast<double>(sweeping->statistics().pairs_kept);
    }
    const auto counted = static_cast<double>(frames.size() - kSettling);
    cost.seconds = std::min(cost.seconds, seconds / counted);
    if (repetition == 0) cost.swaps = swaps / counted;
  }
  return cost;
}

}  // namespace

void compare_on_table_top(const Options& options, Report& report) {
  const int most = options.quick ? 400 : 6400, frames = options.quick ? 10 : 40, repetitions = options.quick ? 1 : 5;
  std::vector<PlotPoint> swaps[std::size(kRows)], times[std::size(kRows)];
  std::vector<double> kept(std::size(kRows));
  for (int n = 100; n <= most; n *= 2) {
    report.progress(format("culling: %d parts on a table", n));
    const BoxFrames boxes = settling_parts(n, frames);
    for (std::size_t m = 0; m < std::size(kRows); ++m) {
      const Cost cost = run(kRows[m], boxes, repetitions);
      swaps[m].push_back({static_cast<double>(n), cost.swaps});
      times[m].push_back({static_cast<double>(n), 1e6 * cost.seconds});
      kept[m] = cost.kept;
      report.add(Record{{"parts", std::int64_t{n}},
                        {"method", kRows[m].name},
                        {"swaps", cost.swaps},
                        {"us", 1e6 * cost.seconds},
                        {"pairs_kept", cost.kept},
                        {"overlapping", cost.reported}});
    }
  }
  Table table("Parts settled on a table (Mirtich, Fig. 6)  [exchanges per frame; µs per frame]");
  std::vector<std::string> head = {""};
  for (const PlotPoint& point : times[0]) head.push_back(format("n = %g", point.x));
  head.insert(head.end(), {"exponents", "pairs kept"});
  table.row(std::move(head));
  Plot swap_plot("Exchanges per frame, parts settled on a table (Mirtich, Fig. 6)"),
      time_plot("Time per frame, parts settled on a table");
  swap_plot.x("n: parts", Scale::Log).y("exchanges per frame", Scale::Log);
  time_plot.x("n: parts", Scale::Log).y("µs per frame", Scale::Log);
  for (std::size_t m = 0; m < std::size(kRows); ++m) {
    std::vector<std::string> cells = {kRows[m].name};
    for (std::size_t k = 0; k < times[m].size(); ++k)
      cells.push_back(format("%.0f; %.0f", swaps[m][k].y, times[m][k].y));
    cells.push_back(
        format("%.2f; %.2f", fit_power(larger_half(swaps[m])).exponent, fit_power(larger_half(times[m])).exponent));
    cells.push_back(format("%.0f", kept[m]));
    table.row(std::move(cells));
    if (m + 1 < std::size(kRows)) swap_plot.series(kRows[m].name, swaps[m]);
    time_plot.series(kRows[m].name, times[m]);
  }
  report.add(std::move(table));
  report.add("culling-table-top-swaps", std::move(swap_plot));
  report.add("culling-table-top-times", std::move(time_plot));
}

}  // namespace clearance::bench
