// Question: how much does coherence save in hierarchical spatial hashing?
// Method:   Mirtich 1997, Table 1: standard against coherent hashing on four moving scenes (motion_scenes.h), both with
//           the α and β that suit them best; our other broad phases beside them. A frame is: place the boxes that move,
//           report all pairs that overlap. All take turns; the fastest of five passes over all frames counts, after one
//           to warm up whose pairs are compared with those of a double loop.
#include <bench/experiments.h>
#include <bench/race/timer.h>
#include <bench/workloads/motion_scenes.h>
#include <clearance/broad/broad_phase.h>
#include <clearance/broad/coherent_hash.h>
#include <clearance/broad/methods.h>
#include <clearance/broad/spatial_hash.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace clearance::bench {
using namespace detail;
namespace {

constexpr double kAlphas[] = {0.015625, 0.03125, 0.0625, 0.125, 0.25, 0.5, 0.9}, kBetas[] = {1, 1.5, 2, 3, 4};
constexpr TilingOptions kPaperTiling = {.alpha = 0.5, .beta = 1};  // of the paper's Fig. 2
constexpr double kStep = 0.001;
constexpr double kSteps[] = {1e-4, 3e-4, 1e-3, 3e-3, 1e-2, 3e-2};
constexpr int kManyCopies = 16;
constexpr double kBar = 6;  // the paper's smallest ratio, and the project's plan

std::unique_ptr<BroadPhase> standard(const TilingOptions& tiling) {
  SpatialHashOptions options;
  options.tiling = tiling;
  return std::make_unique<SpatialHash>(options);
}
std::unique_ptr<BroadPhase> coherent(const TilingOptions& tiling) {
  CoherentHashOptions options;
  options.tiling = tiling;
  options.tiling.nested = true;
  return std::make_unique<CoherentHash>(options);
}
using Make = std::unique_ptr<BroadPhase> (*)(const TilingOptions&);

// Takes in boxes and reports always the same pairs: what no method behind this interface can save.
class NoSearch final : public BroadPhase {
 public:
  explicit NoSearch(std::vector<IndexPair> pairs) : pairs_(std::move(pairs)) {}
  std::unique_ptr<BroadPhase> clone() const override { return std::make_unique<NoSearch>(*this); }

 private:
  void apply(std::span<const std::uint32_t>, Workers&) override {}
  bool visit_pairs(PairVisitor visit, Workers&) override {
    PairBlock block(visit);
    for (const IndexPair& pair : pairs_)
      if (!block.add(pair.a, pair.b)) return false;
    return block.flush();
  }
  std::size_t own_memory_bytes() const override { return 0; }

  std::vector<IndexPair> pairs_;
};

constexpr const char* kNoSearchName = "no search at all";

// What is asked for: all pairs, or those with a box that moves, which is what a simulator needs to know.
enum class Wanted : std::uint8_t { All, Moving };

// One method on one scene.
struct Lane {
  std::string name;
  std::unique_ptr<BroadPhase> broad;
  double best = std::numeric_limits<double>::infinity();  // seconds of a pass
  double cells = 0;                                       // looked into, or entered and left: per frame
  double close = 0, overlapping = 0;                      // pairs per frame
  std::size_t wrong_frames = 0;

  double ns(std::size_t frames) const { return 1e9 * best / static_cast<double>(frames); }
};

void place_fixed(BroadPhase& broad, const MotionFrames& scene) {
  for (std::size_t k = 0; k < scene.fixed.size(); ++k) broad.place(static_cast<std::uint32_t>(k), scene.fixed[k]);
}

void place_moving(BroadPhase& broad, const MotionFrames& scene, std::size_t frame) {
  auto index = static_cast<std::uint32_t>(scene.fixed.size());
  for (const Box& box : scene.moving[frame]) broad.place(index++, box);
}

bool find(BroadPhase& broad, Wanted wanted, PairVisitor visit) {
  if (wanted == Wanted::All) return broad.find_pairs(visit);
  Workers alone(1);
  return broad.find_changed_pairs(visit, alone);
}

std::vector<IndexPair> overlapping(const MotionFrames& scene, std::size_t frame, Wanted wanted = Wanted::All) {
  std::vector<Box> boxes = scene.fixed;
  boxes.insert(boxes.end(), scene.moving[frame].begin(), scene.moving[frame].end());
  std::vector<IndexPair> out;
  for (std::uint32_t i = 0; i < boxes.size(); ++i)
    for (std::uint32_t j = i + 1; j < boxes.size(); ++j)
      if (overlap(boxes[i], boxes[j]) && (wanted == Wanted::All || j >= scene.fixed.size())) out.push_back({i, j});
  return out;
}

HashStatistics statistics_of(const BroadPhase& broad) {
  if (const auto* const hash = dynamic_cast<const SpatialHash*>(&broad)) return hash->statistics();
  if (const auto* const hash = dynamic_cast<const CoherentHash*>(&broad)) return hash->statistics();
  return {};
}

// Forth over all frames, untimed: warms up, counts, and judges every `stride`-th frame.
void judge(Lane& lane, const MotionFrames& scene, Wanted wanted, std::size_t stride) {
  place_fixed(*lane.broad, scene);
  for (std::size_t frame = 0; frame < scene.moving.size(); ++frame) {
    place_moving(*lane.broad, scene, frame);
    std::vector<IndexPair> found;
    find(*lane.broad, wanted, [&](std::span<const IndexPair> block) {
      found.insert(found.end(), block.begin(), block.end());
      return true;
    });
    const HashStatistics did = statistics_of(*lane.broad);
    const double share = 1 / static_cast<double>(scene.moving.size());
    lane.cells += share * static_cast<double>(did.cells_checked + did.cells_touched);
    lane.close += share * static_cast<double>(did.close_pairs);
    lane.overlapping += share * static_cast<double>(found.size());
    if (frame % stride != 0 || lane.name == kNoSearchName) continue;
    std::sort(found.begin(), found.end());
    // At first the fixed boxes are new, too.
    if (frame > 0 && found != overlapping(scene, frame, wanted)) ++lane.wrong_frames;
  }
}

// Back, or forth again: each frame is one step from the one before.
void time_pass(Lane& lane, const MotionFrames& scene, Wanted wanted, bool back) {
  std::size_t pairs = 0;
  const std::size_t frames = scene.moving.size();
  const Timer timer;
  for (std::size_t k = 0; k < frames; ++k) {
    place_moving(*lane.broad, scene, back ? frames - 1 - k : k);
    find(*lane.broad, wanted, [&](std::span<const IndexPair> block) {
      pairs += block.size();
      return true;
    });
  }
  lane.best = std::min(lane.best, timer.seconds());
  keep(pairs);
}

void race(std::vector<Lane>& lanes, const MotionFrames& scene, int repetitions, Wanted wanted = Wanted::All) {
  const std::size_t stride = std::max<std::size_t>(1, scene.moving.size() / 200);
  for (Lane& lane : lanes) judge(lane, scene, wanted, stride);
  for (int repetition = 0; repetition < repetitions; ++repetition)
    for (Lane& lane : lanes) time_pass(lane, scene, wanted, repetition % 2 == 0);
}

struct Effort {
  double seconds;  // of each scene
  int repetitions, tuning_repetitions;
};

// The best α and β over all four scenes, by the geometric mean of their times.
TilingOptions tune(const char* name, Make make, std::span<const MotionFrames> scenes, const Effort& effort, int copies,
                   Report& report) {
  Table table(format("Tuning %s hashing, %d of each scene: mean over the four  [ns per frame]", name, copies));
  std::vector<std::string> head = {""};
  for (const double beta : kBetas) head.push_back(format("β = %g", beta));
  table.row(std::move(head));
  TilingOptions best;
  double best_ns = std::numeric_limits<double>::infinity();
  for (const double alpha : kAlphas) {
    report.progress(format("hashing: tuning %s, %d copies, alpha %g", name, copies, alpha));
    std::vector<std::string> cells = {format("α = %g", alpha)};
    for (const double beta : kBetas) {
      const TilingOptions tiling = {.alpha = alpha, .beta = beta};
      double logs = 0;
      for (const MotionFrames& scene : scenes) {
        std::vector<Lane> lane(1);
        lane[0].broad = make(tiling);
        race(lane, scene, effort.tuning_repetitions);
        logs += std::log(lane[0].ns(scene.moving.size()));
      }
      const double ns = std::exp(logs / static_cast<double>(scenes.size()));
      cells.push_back(format("%.0f", ns));
      report.add(
          Record{{"tuning", name}, {"copies", std::int64_t{copies}}, {"alpha", alpha}, {"beta", beta}, {"ns", ns}});
      if (ns < best_ns) best_ns = ns, best = tiling;
    }
    table.row(std::move(cells));
  }
  table.rule();
  table.row({format("chosen: α = %g, β = %g", best.alpha, best.beta), format("%.0f", best_ns)});
  report.add(std::move(table));
  return best;
}

struct Tuned {
  TilingOptions standard, coherent;
};

// Frames for tuning: all of one scene, the middle quarter of many.
Tuned tune_both(const Effort& effort, int copies, Report& report) {
  std::vector<MotionFrames> scenes;
  for (const MotionScene id : kMotionScenes) {
    MotionFrames& scene = scenes.emplace_back(motion_frames(id, {kStep, effort.seconds, copies}));
    if (copies == 1) continue;
    const auto quarter = static_cast<std::ptrdiff_t>(scene.moving.size() / 4), begin = 3 * quarter / 2;
    scene.moving = BoxFrames(scene.moving.begin() + begin, scene.moving.begin() + begin + quarter);
  }
  return {tune("standard", standard, scenes, effort, copies, report),
          tune("coherent", coherent, scenes, effort, copies, report)};
}

enum : std::size_t { kStandard, kCoherent, kNoSearch };

std::vector<Lane> contestants(const Tuned& tuned, const MotionFrames& scene, bool all) {
  std::vector<Lane> lanes(3);
  lanes[kStandard].name = "standard hashing", lanes[kStandard].broad = standard(tuned.standard);
  lanes[kCoherent].name = "coherent hashing", lanes[kCoherent].broad = coherent(tuned.coherent);
  lanes[kNoSearch].name = kNoSearchName;
  lanes[kNoSearch].broad = std::make_unique<NoSearch>(overlapping(scene, scene.moving.size() / 2));
  if (!all) return lanes;
  for (const BroadRow& row : broad_methods()) {
    if (row.id == BroadMethod::SpatialHash || row.id == BroadMethod::CoherentHash) continue;
    lanes.push_back({.name = row.name, .broad = row.make()});
  }
  return lanes;
}

// One scene at steps of kStep.
struct SceneResult {
  MotionScene id;
  std::size_t moving, fixed, frames;
  std::vector<Lane> lanes;    // tuned, asked for all pairs; our other methods, too
  std::vector<Lane> asked;    // tuned, asked for the pairs with a moving box
  std::vector<Lane> untuned;  // with kPaperTiling

  double ns(std::size_t m) const { return lanes[m].ns(frames); }
  // Both less what needs no search.
  double searching_ratio() const { return (ns(kStandard) - ns(kNoSearch)) / (ns(kCoherent) - ns(kNoSearch)); }
};

double ratio(const std::vector<Lane>& lanes) { return lanes[kStandard].best / lanes[kCoherent].best; }

SceneResult run_motion(MotionScene id, const Tuned& tuned, const Effort& effort, int copies) {
  const MotionFrames scene = motion_frames(id, {kStep, effort.seconds, copies});
  SceneResult out{id,
                  scene.moving[0].size(),
                  scene.fixed.size(),
                  scene.moving.size(),
                  contestants(tuned, scene, true),
                  contestants(tuned, scene, false),
                  contestants({kPaperTiling, kPaperTiling}, scene, false)};
  race(out.lanes, scene, effort.repetitions);
  race(out.asked, scene, effort.repetitions, Wanted::Moving);
  race(out.untuned, scene, effort.repetitions);
  return out;
}

void add_records(const SceneResult& result, int copies, Report& report) {
  for (const Lane& lane : result.lanes) {
    report.add(Record{{"scene", to_string(result.id)},
                      {"copies", std::int64_t{copies}},
                      {"method", lane.name},
                      {"ns", lane.ns(result.frames)},
                      {"cells", lane.cells},
                      {"close_pairs", lane.close},
                      {"overlapping_pairs", lane.overlapping},
                      {"wrong_frames", static_cast<std::int64_t>(lane.wrong_frames)}});
  }
  report.add(Record{{"scene", to_string(result.id)},
                    {"copies", std::int64_t{copies}},
                    {"paper", paper_ratio(result.id)},
                    {"standard_by_coherent", ratio(result.lanes)},
                    {"standard_by_coherent_searching", result.searching_ratio()},
                    {"standard_by_coherent_moving_pairs", ratio(result.asked)},
                    {"standard_by_coherent_paper_tiling", ratio(result.untuned)},
                    {"to_reach", kBar},
                    {"met", ratio(result.lanes) >= kBar}});
}

std::string time_cell(const Lane& lane, std::size_t frames) {
  return format("%.0f", lane.ns(frames)) + (lane.wrong_frames > 0 ? format(" (%zu WRONG)", lane.wrong_frames) : "");
}

std::string pair_cell(const std::vector<Lane>& lanes, std::size_t frames) {
  return format("%.2f (", ratio(lanes)) + time_cell(lanes[kStandard], frames) + " : " +
         time_cell(lanes[kCoherent], frames) + ")";
}

void compare(const Tuned& tuned, const Effort& effort, int copies, Report& report) {
  std::vector<SceneResult> results;
  for (const MotionScene id : kMotionScenes) {
    report.progress(format("hashing: %s, %d copies", to_string(id), copies));
    results.push_back(run_motion(id, tuned, effort, copies));
    add_records(results.back(), copies, report);
  }
  Table table(copies == 1 ? "Standard against coherent hashing, steps of 1 ms (Mirtich, Table 1)  [ns per frame]"
                          : format("The same, %d of each scene side by side  [ns per frame]", copies));
  const auto row = [&](const std::string& name, const auto& cell) {
    std::vector<std::string> cells = {name};
    for (const SceneResult& result : results) cells.push_back(cell(result));
    table.row(std::move(cells));
  };
  const auto lane_row = [&](const char* name, std::size_t m, double Lane::* value) {
    row(name, [&](const SceneResult& r) { return format("%.2f", r.lanes[m].*value); });
  };
  row("", [](const SceneResult& r) { return to_string(r.id); });
  row("boxes: moving + fixed", [](const SceneResult& r) { return format("%zu + %zu", r.moving, r.fixed); });
  for (std::size_t m = 0; m < results[0].lanes.size(); ++m)
    row(results[0].lanes[m].name, [&](const SceneResult& r) { return time_cell(r.lanes[m], r.frames); });
  table.rule();
  row("standard : coherent", [](const SceneResult& r) { return format("%.2f", ratio(r.lanes)); });
  row("  paper", [](const SceneResult& r) { return format("%.1f", paper_ratio(r.id)); });
  row("  to reach",
      [](const SceneResult& r) { return format("%g %s", kBar, ratio(r.lanes) >= kBar ? "met" : "MISSED"); });
  row("  beyond what needs no search", [](const SceneResult& r) { return format("%.2f", r.searching_ratio()); });
  row("  asked for pairs with a moving box", [](const SceneResult& r) { return pair_cell(r.asked, r.frames); });
  row("  both with the paper's α = 0.5, β = 1", [](const SceneResult& r) { return pair_cell(r.untuned, r.frames); });
  table.rule();
  lane_row("cells looked into, standard", kStandard, &Lane::cells);
  lane_row("cells entered or left, coherent", kCoherent, &Lane::cells);
  lane_row("pairs close, standard", kStandard, &Lane::close);
  lane_row("pairs close, coherent", kCoherent, &Lane::close);
  lane_row("pairs that overlap", kCoherent, &Lane::overlapping);
  report.add(std::move(table));
}

// The smaller the step, the more often boxes keep their cells.
void vary_step(const Tuned& tuned, const Effort& effort, Report& report) {
  Plot plot("Standard by coherent hashing, against the time step");
  plot.x("step, ms", Scale::Log).y("times as long", Scale::Linear);
  plot.series("paper, whatever its step was: 6.0 to 7.2", {{1e3 * kSteps[0], 6}, {1e3 * kSteps[5], 6}},
              Plot::Line::Dashed);
  Table table("Standard by coherent hashing against the step  [times as long (cells entered or left a frame)]");
  std::vector<std::string> head = {""};
  for (const double step : kSteps) head.push_back(format("%g ms", 1e3 * step));
  table.row(std::move(head));
  for (const MotionScene id : kMotionScenes) {
    std::vector<PlotPoint> curve;
    std::vector<std::string> cells = {to_string(id)};
    for (const double step : kSteps) {
      report.progress(format("hashing: %s, steps of %g ms", to_string(id), 1e3 * step));
      const MotionFrames scene = motion_frames(id, {step, effort.seconds, 1});
      std::vector<Lane> lanes = contestants(tuned, scene, false);
      // Long steps have few frames: more passes.
      race(lanes, scene, step > kStep ? 4 * effort.repetitions : effort.repetitions);
      curve.push_back({1e3 * step, ratio(lanes)});
      cells.push_back(format("%.2f (%.2f)", ratio(lanes), lanes[kCoherent].cells));
      report.add(Record{{"scene", to_string(id)},
                        {"step_ms", 1e3 * step},
                        {"standard_by_coherent", ratio(lanes)},
                        {"cells_touched", lanes[kCoherent].cells},
                        {"cells_checked", lanes[kStandard].cells}});
    }
    plot.series(to_string(id), std::move(curve));
    table.row(std::move(cells));
  }
  report.add(std::move(table));
  report.add("hashing-step", std::move(plot));
}

}  // namespace

void run_hashing(const Options& options, Report& report) {
  const Effort effort = options.quick ? Effort{0.1, 2, 1} : Effort{2, 5, 2};
  const Tuned tuned = tune_both(effort, 1, report);
  compare(tuned, effort, 1, report);
  compare(tune_both(effort, kManyCopies, report), effort, kManyCopies, report);
  vary_step(tuned, effort, report);
  report.note(
      "\nBeyond what needs no search: both times less that of taking in the boxes and reporting the pairs. Below 1 ms "
      "cells "
      "hardly ever change,\nand the ratio hardly rises: what is left to the coherent scheme is to find the tiles of "
      "every "
      "moving box and to test its close pairs, and\nboth schemes do that. The fewer the boxes, the coarser the tiles "
      "(small "
      "α) that suit the standard scheme: comparing many pairs costs it\nless than looking into many cells. The paper "
      "does "
      "not say which α, β and steps it took, nor what a cell cost it.");
}

}  // namespace clearance::bench
