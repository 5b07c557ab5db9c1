// Question: any two bodies, convex, of triangles or of parts: separated, touching, penetrating; how far, how deep?
// Method:   one matrix of the three kinds, each entry the query of that pair (query.h, mesh_query.h,
//           convex_mesh_query.h, parts/query.h); what stands below the diagonal is asked the other way round, and the
//           answer turned.
// Proves:   what the entries prove.
#pragma once

#include <clearance/bvh/box.h>
#include <clearance/convex/query.h>
#include <clearance/parts/query.h>
#include <clearance/query/ray.h>
#include <clearance/shape/half_space.h>
#include <clearance/shape/parts.h>
#include <clearance/solid/mesh_query.h>

#include <memory>
#include <optional>

namespace clearance {

// What a pair of any two shapes remembers.
struct ShapeCache {
  PairCache convex = {};
  std::unique_ptr<MeshPairCache> mesh = {};  // made when first needed
  std::unique_ptr<PartsCache> parts = {};    // likewise
};

using ShapeIntersection = PartsIntersection;
using ShapeDistance = PartsDistance;
using ShapePenetration = PartsPenetration;

// The answer of two bodies of which each is one part.
inline ShapeIntersection with_parts(const Intersection& answer) {
  ShapeIntersection result;
  static_cast<Intersection&>(result) = answer;
  return result;
}
inline ShapeDistance with_parts(const Distance& answer) {
  ShapeDistance result;
  static_cast<Distance&>(result) = answer;
  return result;
}

using ShapeDistanceOptions = PartsDistanceOptions;
struct ShapePenetrationOptions : QueryOptions {
  bool want_shell = false;
  int effort = MeshPenetrationOptions{}.effort;
};

// `options.first` speaks of convex pairs, those of parts included.
ShapeIntersection intersects(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                             const QueryOptions& options = {});
ShapeIntersection intersects(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, ShapeCache& cache,
                             const QueryOptions& options = {});
ShapeDistance distance(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                       const ShapeDistanceOptions& options = {});
ShapeDistance distance(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, ShapeCache& cache,
                       const ShapeDistanceOptions& options = {});
int compare_distance(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, double limit);
// Solids; 0, 0 for pairs that do not penetrate, and where one is no solid.
ShapePenetration penetration(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                             const ShapePenetrationOptions& options = {});
// Nothing for two convex bodies, whose certificate is a plane, and where the bodies are not `lower` apart.
std::optional<Cover> separation_cover(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                                      double lower);
Box world_box(const Shape& shape, const Pose& pose);

// A half-space is a, as in half_space.h; contact is shown by the lowest vertex. Surfaces intersect it, solids
// touch or penetrate it.
ShapeIntersection intersects(const HalfSpace& a, const Mesh& b, const Pose& pose_b);
ShapeIntersection intersects(const HalfSpace& a, const Parts& b, const Pose& pose_b);
ShapeDistance distance(const HalfSpace& a, const Mesh& b, const Pose& pose_b);
ShapeDistance distance(const HalfSpace& a, const Parts& b, const Pose& pose_b);
int compare_distance(const HalfSpace& a, const Mesh& b, const Pose& pose_b, double limit);
int compare_distance(const HalfSpace& a, const Parts& b, const Pose& pose_b, double limit);

// As in ray.h; a segment that starts inside a solid hits at 0.
std::optional<RayHit> cast_ray(const Mesh& body, const Pose& pose, Vec3 from, Vec3 to);
std::optional<RayHit> cast_ray(const Parts& body, const Pose& pose, Vec3 from, Vec3 to);

}  // namespace clearance
