// Question: two bodies of several parts: separated, touching, penetrating; how far, how deep, which parts?
// Method:   the trees of hulls are walked together and unwrapped only where hulls meet, or are nearer than the
//           nearest parts so far (Mirtich §3.4, Chung §5.6); at the leaves a proved query of two parts, by the kinds
//           they are.
// Proves:   the status is the worst of any two parts'; the distance the least. Depth: from below the deepest pair of
//           parts, from above the hulls or a translation after which all parts are apart.
#pragma once

#include <clearance/shape/parts.h>
#include <clearance/solid/contact.h>
#include <clearance/solid/mesh_query.h>

#include <cstdint>
#include <limits>

namespace clearance {

struct PartsIntersection : Intersection {
  std::uint32_t part_a = 0, part_b = 0;  // of which the certificate speaks
};
struct PartsDistance : MeshDistance {
  std::uint32_t part_a = 0, part_b = 0;  // the nearest
};
struct PartsPenetration : Penetration {
  std::uint32_t part_a = 0, part_b = 0;
};

// What the last walk did: "piece tests saved are counted" (M7).
struct PartsStatistics {
  std::size_t hull_tests = 0, part_tests = 0;
};

// What two bodies of parts remember: the two parts that met, or were nearest, and their own evidence. They are tried
// first, and proved like any others; as in PairCache, nothing is believed.
struct PartsCache {
  std::int32_t leaf_a = -1, leaf_b = -1;  // nodes of the trees of hulls
  PairCache hulls = {};                   // of the hulls of everything
  PairCache convex = {};                  // of the two parts, by what they are
  MeshPairCache mesh = {};
};

// `options.first` speaks of two convex parts.
struct PartsDistanceOptions : QueryOptions {
  double only_below = std::numeric_limits<double>::infinity();
};
struct PartsPenetrationOptions : QueryOptions {
  int effort = MeshPenetrationOptions{}.effort;
};

PartsIntersection intersects(const Parts& a, const Pose& pose_a, const Parts& b, const Pose& pose_b,
                             PartsStatistics* statistics = nullptr);
PartsIntersection intersects(const Parts& a, const Pose& pose_a, const Parts& b, const Pose& pose_b, PartsCache& cache,
                             const QueryOptions& options = {}, PartsStatistics* statistics = nullptr);
PartsDistance distance(const Parts& a, const Pose& pose_a, const Parts& b, const Pose& pose_b,
                       const PartsDistanceOptions& options = {}, PartsStatistics* statistics = nullptr);
PartsDistance distance(const Parts& a, const Pose& pose_a, const Parts& b, const Pose& pose_b, PartsCache& cache,
                       const PartsDistanceOptions& options = {}, PartsStatistics* statistics = nullptr);
int compare_distance(const Parts& a, const Pose& pose_a, const Parts& b, const Pose& pose_b, double limit);
PartsPenetration penetration(const Parts& a, const Pose& pose_a, const Parts& b, const Pose& pose_b,
                             const PartsPenetrationOptions& options = {});
// Elements are numbered through the parts in their order: a convex part counts as one triangle, a mesh has its own.
std::optional<Cover> separation_cover(const Parts& a, const Pose& pose_a, const Parts& b, const Pose& pose_b,
                                      double lower);

}  // namespace clearance
