#include <bench/experiments/depth.h>
#include <bench/race/timer.h>
#include <bench/workloads/shared_meshes.h>
#include <bench/workloads/worst_scenes.h>
#include <clearance/io/scenes/scene_file.h>
#include <clearance/query/query.h>

#include <algorithm>
#include <chrono>
#include <numeric>
#include <optional>
#include <utility>

namespace clearance::bench {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kPairs = 200, kQuickPairs = 6;
constexpr double kBestSeconds = 10, kQuickBestSeconds = 0.3;
// Poses tried until the bodies penetrate: a body that comes to another's edge may pass it.
constexpr int kPoses = 8;
// Of the time that was promised, to be judged by what was found in it; and how often it is tried to get that.
constexpr double kNearly = 0.9;
constexpr int kTries = 8;
// More directions than there is time for.
constexpr int kEndless = 1 << 20;

std::chrono::nanoseconds nanoseconds(double seconds) {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::duration<double>(seconds));
}

Penetration depth_within(const WorstScene& s, double seconds) {
  return penetration(
      s.a, s.pose_a, s.b, s.pose_b,
      {.effort = kEndless, .relative_width = kBestWithin, .deadline = Clock::now() + nanoseconds(seconds)});
}

struct Pair {
  std::size_t a, b;
};
// All pairs and each with itself, in an order that depends on the number of bodies alone: any first few are a sample.
std::vector<Pair> shuffled_pairs(std::size_t bodies) {
  std::vector<Pair> out;
  for (std::size_t a = 0; a < bodies; ++a)
    for (std::size_t b = 0; b <= a; ++b) out.push_back({a, b});
  Random random(43);
  for (std::size_t k = out.size(); k > 1; --k) std::swap(out[k - 1], out[random.below(k)]);
  return out;
}

std::optional<WorstScene> penetrating_scene(const WorstBody& a, const WorstBody& b, std::uint64_t seed) {
  Random random(seed);
  for (int k = 0; k < kPoses; ++k) {
    WorstScene scene = worst_scene(a, b, WorstKind::Meshes, WorstPlace::Deep, random.bits());
    if (intersects(scene.a, scene.pose_a, scene.b, scene.pose_b).status == Status::Penetrating) return scene;
  }
  return std::nullopt;
}

// A deadline is of the wall clock, and beside other programs a call gets less than that of the processor: then it is
// asked again with a later one, until it has had nearly as much as was promised, or ended by itself. Its time is that
// of the processor.
void ask_within_promise(const WorstScene& scene, DepthSample& out) {
  double budget = kDepthPromiseSeconds;
  for (int k = 0; k < kTries; ++k) {
    const Timer processor;
    const Clock::time_point before = Clock::now();
    const Penetration found = depth_within(scene, budget);
    const double wall = std::chrono::duration<double>(Clock::now() - before).count(), ours = processor.seconds();
    out.lower = found.lower, out.upper = found.upper;
    out.seconds = std::min(wall, ours);
    const bool is_enough = wall < budget || ours >= kNearly * kDepthPromiseSeconds;
    const bool is_too_much = budget > kDepthPromiseSeconds && !out.is_in_time();
    if (is_enough && !is_too_much) return;
    budget = std::max(budget * std::clamp(kDepthPromiseSeconds / ours, 0.25, 8.0), kDepthPromiseSeconds);
  }
  out.is_disturbed = true;
}

DepthSample sample_of(const WorstScene& scene, double best_seconds) {
  DepthSample out;
  out.name = scene.name;
  ask_within_promise(scene, out);
  const Penetration best = depth_within(scene, best_seconds);
  out.best_lower = best.lower, out.best_upper = best.upper;
  out.dump = [scene](const std::string& path) {
    return static_cast<bool>(dump_pair(path, scene.a, scene.pose_a, scene.b, scene.pose_b));
  };
  return out;
}

}  // namespace

void run_depth(const Options& options, Report& report) {
  const std::size_t wanted = options.pairs > 0 ? options.pairs : options.quick ? kQuickPairs : kPairs;
  const double best_seconds = options.best_seconds > 0 ? options.best_seconds
                              : options.quick          ? kQuickBestSeconds
                                                       : kBestSeconds;
  std::vector<WorstBody> bodies =
      shared_bodies(options.quick ? WorstFiles{.most = 8, .most_triangles = 500} : WorstFiles{});
  if (shared_mesh_files().empty()) {
    report.note("\nNo meshes in " + shared_data_folder() +
                " (CLEARANCE_SHARED): only bodies made here are asked about.");
    bodies = made_bodies();
  }
  std::erase_if(bodies, [](const WorstBody& body) { return !body.mesh.is_solid(); });
  std::vector<bool> is_thin;
  is_thin.reserve(bodies.size());
  for (const WorstBody& body : bodies) is_thin.push_back(thickness_of(body.mesh) < kThin);

  const std::vector<Pair> pairs = shuffled_pairs(bodies.size());
  std::vector<DepthSample> samples;
  std::size_t looked_at = 0;
  Random random(47);
  for (const Pair& pair : pairs) {
    if (samples.size() >= wanted) break;
    report.progress(format("depth: pair %zu of %zu", samples.size() + 1, std::min(wanted, pairs.size())));
    ++looked_at;
    const std::optional<WorstScene> scene = penetrating_scene(bodies[pair.a], bodies[pair.b], random.bits());
    if (!scene) continue;
    samples.push_back(sample_of(*scene, best_seconds));
    samples.back().is_thin = is_thin[pair.a] || is_thin[pair.b];
  }
  report.note(
      format("\n%zu solids, of which %zu are thin (6·volume/area below %g of the longest side); %zu of their "
             "%zu pairs in an order of fixed seed, %zu of them did not penetrate in any of %d poses.",
             bodies.size(), static_cast<std::size_t>(std::ranges::count(is_thin, true)), kThin, looked_at, pairs.size(),
             looked_at - samples.size(), kPoses));
  report_depths(format("Depths in %g ms beside searches of at most %g s", 1e3 * kDepthPromiseSeconds, best_seconds),
                samples, options.cases, report);
}

}  // namespace clearance::bench
