// Question: one pair of bodies at many poses, or many pairs: what is the answer of each?
// Method:   the same answers as one call each, in order, of any kinds of bodies that can be asked one by one.
// Cost:     the poses of one pair share a cache; a caller who keeps a cache for each of many pairs passes them all.
#pragma once

#include <clearance/base/assert.h>
#include <clearance/query/query.h>

#include <cstddef>
#include <span>

namespace clearance {

// Many poses × one pair: `out` is as long as `poses_b`.
template <class BodyA, class BodyB>
void intersects_batch(const BodyA& a, const Pose& pose_a, const BodyB& b, std::span<const Pose> poses_b,
                      std::span<Intersection> out, const QueryOptions& options = {}) {
  CLEARANCE_ASSERT(out.size() == poses_b.size());
  PairCache cache;
  for (std::size_t k = 0; k < out.size() && k < poses_b.size(); ++k)
    out[k] = intersects(a, pose_a, b, poses_b[k], cache, options);
}
template <class BodyA, class BodyB>
void distance_batch(const BodyA& a, const Pose& pose_a, const BodyB& b, std::span<const Pose> poses_b,
                    std::span<Distance> out, const DistanceOptions& options = {}) {
  CLEARANCE_ASSERT(out.size() == poses_b.size());
  PairCache cache;
  for (std::size_t k = 0; k < out.size() && k < poses_b.size(); ++k)
    out[k] = distance(a, pose_a, b, poses_b[k], cache, options);
}

// Many pairs: `caches` is empty, or as long as `pairs`.
struct PairQuery {
  const Shape* a;
  Pose pose_a;
  const Shape* b;
  Pose pose_b;
};
void intersects_batch(std::span<const PairQuery> pairs, std::span<Intersection> out, std::span<PairCache> caches = {},
                      const QueryOptions& options = {});
void distance_batch(std::span<const PairQuery> pairs, std::span<Distance> out, std::span<PairCache> caches = {},
                    const DistanceOptions& options = {});

}  // namespace clearance
