// Question: two bodies of several parts: separated, touching, penetrating; how far, how deep, which parts?
// Method:   the trees of hulls are walked together and unwrapped only where hulls meet, or are nearer than the
//           nearest parts so far (Mirtich §3.4, Chung §5.6); at the leaves a proved query of two parts, by the kinds
//           they are.
// Proves:   the status is the worst of any two parts'; the distance the least. Depth: from below the deepest pair of
//           parts, from above the hulls or a translation after which all parts are apart.
#pragma once

#include <clearance/answer/answer.h>
#include <clearance/math/pose.h>
#include <clearance/shape/parts.h>

#include <cstddef>
#include <optional>

namespace clearance::detail {

// What the last walk did: "piece tests saved are counted" (M7).
struct PartsStatistics {
  std::size_t hull_tests = 0, part_tests = 0;
};

struct PartsCache;  // parts_cache.h

Intersection intersects(const Parts& a, const Pose& pose_a, const Parts& b, const Pose& pose_b,
                        PartsStatistics* statistics = nullptr);
Intersection intersects(const Parts& a, const Pose& pose_a, const Parts& b, const Pose& pose_b, PartsCache& cache,
                        const QueryOptions& options = {}, PartsStatistics* statistics = nullptr);
Distance distance(const Parts& a, const Pose& pose_a, const Parts& b, const Pose& pose_b,
                  const DistanceOptions& options = {}, PartsStatistics* statistics = nullptr);
Distance distance(const Parts& a, const Pose& pose_a, const Parts& b, const Pose& pose_b, PartsCache& cache,
                  const DistanceOptions& options = {}, PartsStatistics* statistics = nullptr);
int compare_distance(const Parts& a, const Pose& pose_a, const Parts& b, const Pose& pose_b, double limit);
Penetration penetration(const Parts& a, const Pose& pose_a, const Parts& b, const Pose& pose_b,
                        const PenetrationOptions& options = {});
// Elements are numbered through the parts in their order: a convex part counts as one triangle, a mesh has its own.
std::optional<Cover> separation_cover(const Parts& a, const Pose& pose_a, const Parts& b, const Pose& pose_b,
                                      double lower);

}  // namespace clearance::detail
