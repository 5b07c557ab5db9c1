#include <bench/race/rows.h>
#include <bench/race/timer.h>
#include <clearance/convex/query.h>

#include <algorithm>
#include <cmath>

namespace clearance::bench {
namespace {

PosedPair pair_at(const Frames& frames, std::size_t i) {
  return {*frames.a, frames.pose_a[i], *frames.b, frames.pose_b[i]};
}

// The first `count` frames; a warm pass leaves out the very first, which fills the cache.
RowCost pass(const AskRow& ask, const Frames& frames, std::size_t count, bool warm) {
  ConvexCache cache;
  std::int64_t steps = 0, resolved = 0;
  if (warm) ask(pair_at(frames, 0), &cache);
  const std::size_t first = warm ? 1 : 0;
  const Timer timer;
  for (std::size_t i = first; i < first + count; ++i) {
    const Evidence evidence = ask(pair_at(frames, i), warm ? &cache : nullptr);
    steps += evidence.steps;
    resolved += evidence.verdict != Verdict::Unresolved;
  }
  const double seconds = timer.seconds(), each = static_cast<double>(count);
  return {1e9 * seconds / each, static_cast<double>(steps) / each, static_cast<double>(resolved) / each,
          static_cast<std::int64_t>(count)};
}

// One frame, then a few: how many fit into the time.
std::size_t affordable(const AskRow& ask, const Frames& frames, bool warm, double seconds) {
  const std::size_t all = frames.pose_a.size(), most = all - std::min<std::size_t>(warm ? 1 : 0, all);
  std::size_t count = most;
  for (const std::size_t probe : {std::size_t{1}, std::size_t{10}}) {
    if (count < probe) break;
    const double each = 1e-9 * pass(ask, frames, probe, warm).ns;
    const double fits = seconds / std::max(each, 1e-9);
    count = std::clamp<std::size_t>(static_cast<std::size_t>(fits), 1, most);
  }
  return count;
}

}  // namespace

AskRow ask(const AlgorithmRow& row) {
  return [run = row.run](const PosedPair& pair, ConvexCache* cache) { return run(pair, cache, nullptr); };
}

RowCost time_row(const AskRow& ask, const Frames& frames, bool warm, const Patience& patience) {
  const std::size_t count = affordable(ask, frames, warm, patience.seconds);
  if (count == 0) return {};
  RowCost best = pass(ask, frames, count, warm);
  const bool too_slow = 1e-9 * best.ns * static_cast<double>(count) > 2 * patience.seconds;
  for (int k = 1; k < patience.passes && !too_slow; ++k) best.ns = std::min(best.ns, pass(ask, frames, count, warm).ns);
  return best;
}

bool uses_cache(const AlgorithmRow& row) {
  const W1Scene scene = separated_scene(TestShape::Ellipsoid, 20, Motion::TenDegrees, 100);
  ConvexCache cache;
  row.run({scene.a, scene.pose_a[0], scene.b, scene.pose_b[0]}, &cache, nullptr);
  return cache.has_direction || cache.simplex_count > 0 || cache.vertex_a >= 0 || cache.feature_a.index >= 0;
}

const AlgorithmRow& row_named(Algorithm id) { return *find_algorithm(all_algorithms(), id); }

W1Scene separated_scene(TestShape shape, int n, Motion motion, int frames) {
  W1Scene scene = w1_scene(shape, n, motion, frames);
  std::size_t kept = 0;
  for (std::size_t i = 0; i < scene.pose_a.size(); ++i) {
    if (intersects(scene.a, scene.pose_a[i], scene.b, scene.pose_b[i])) continue;
    scene.pose_a[kept] = scene.pose_a[i];
    scene.pose_b[kept] = scene.pose_b[i];
    ++kept;
  }
  scene.pose_a.resize(kept);
  scene.pose_b.resize(kept);
  return scene;
}

}  // namespace clearance::bench
