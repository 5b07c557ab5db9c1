// Question: any two bodies, convex, of triangles, of parts or half-spaces: separated, touching, penetrating; how far,
//           how deep?
// Method:   one table over the kinds of shapes, each entry the search for that kind of pair (convex/query.h,
//           solid/mesh_query.h, solid/convex_mesh_query.h, parts/query.h, half_space.h); what stands below the diagonal
//           is asked the other way round, and the answer turned.
// Proves:   every status, and both ends of every bracket.
// Cost:     a hundred nanoseconds for convex bodies, microseconds for meshes. Const and safe to share between threads;
//           a PairCache belongs to one pair and one thread at a time.
#pragma once

#include <clearance/answer/answer.h>
#include <clearance/bvh/box.h>
#include <clearance/convex/query.h>
#include <clearance/query/pair_cache.h>
#include <clearance/query/ray.h>
#include <clearance/shape/parts.h>
#include <clearance/solid/convex_mesh_query.h>
#include <clearance/solid/mesh_query.h>

#include <optional>

namespace clearance {

Intersection intersects(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                        const QueryOptions& options = {});
Intersection intersects(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, PairCache& cache,
                        const QueryOptions& options = {});
Distance distance(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                  const DistanceOptions& options = {});
Distance distance(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, PairCache& cache,
                  const DistanceOptions& options = {});
// Sign of (distance − limit), exactly; the distance of bodies in contact is 0.
int compare_distance(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, double limit);
Penetration penetration(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                        const PenetrationOptions& options = {});
Penetration penetration(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, PairCache& cache,
                        const PenetrationOptions& options = {});
SignedDistance signed_distance(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                               const QueryOptions& options = {});
SignedDistance signed_distance(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, PairCache& cache,
                               const QueryOptions& options = {});

// The same for those who know that they have two convex bodies, or two meshes: without the table.
inline Intersection intersects(const Polytope& a, const Pose& pose_a, const Polytope& b, const Pose& pose_b,
                               PairCache& cache, const QueryOptions& options = {}) {
  return intersects(a, pose_a, b, pose_b, cache.convex(), options);
}
inline Intersection intersects(const Rounded& a, const Pose& pose_a, const Rounded& b, const Pose& pose_b,
                               PairCache& cache, const QueryOptions& options = {}) {
  return intersects(a, pose_a, b, pose_b, cache.convex(), options);
}
inline Distance distance(const Polytope& a, const Pose& pose_a, const Polytope& b, const Pose& pose_b, PairCache& cache,
                         const DistanceOptions& options = {}) {
  return distance(a, pose_a, b, pose_b, cache.convex(), options);
}
inline Distance distance(const Rounded& a, const Pose& pose_a, const Rounded& b, const Pose& pose_b, PairCache& cache,
                         const DistanceOptions& options = {}) {
  return distance(a, pose_a, b, pose_b, cache.convex(), options);
}
inline Penetration penetration(const Polytope& a, const Pose& pose_a, const Polytope& b, const Pose& pose_b,
                               PairCache& cache, const PenetrationOptions& options = {}) {
  return penetration(a, pose_a, b, pose_b, cache.convex(), options);
}
inline Penetration penetration(const Rounded& a, const Pose& pose_a, const Rounded& b, const Pose& pose_b,
                               PairCache& cache, const PenetrationOptions& options = {}) {
  return penetration(a, pose_a, b, pose_b, cache.convex(), options);
}
inline SignedDistance signed_distance(const Polytope& a, const Pose& pose_a, const Polytope& b, const Pose& pose_b,
                                      PairCache& cache, const QueryOptions& options = {}) {
  return signed_distance(a, pose_a, b, pose_b, cache.convex(), options);
}
inline SignedDistance signed_distance(const Rounded& a, const Pose& pose_a, const Rounded& b, const Pose& pose_b,
                                      PairCache& cache, const QueryOptions& options = {}) {
  return signed_distance(a, pose_a, b, pose_b, cache.convex(), options);
}
Intersection intersects(const Mesh& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b, PairCache& cache);
Distance distance(const Mesh& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b, PairCache& cache,
                  const DistanceOptions& options = {});

// Proves a separation that no single plane does: of bodies of which one is made of triangles or parts. Nothing for two
// convex bodies and for half-spaces, whose certificate is a plane, and where the bodies are not `lower` apart.
std::optional<Cover> separation_cover(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                                      double lower);
// What a result claims with all that its proof needs: a cover, where claim_of alone has none.
template <class Answer>
Claim claim_of(const Answer& result, const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  Claim claim = claim_of(result);
  if (claim.status == Status::Separated && claim.certificate.kind == Certificate::Kind::Cover)
    claim.cover = separation_cover(a, pose_a, b, pose_b, claim.distance ? claim.distance->lower : 0);
  return claim;
}

Box world_box(const Shape& shape, const Pose& pose);

// As in ray.h; a segment that starts inside a solid hits at 0.
std::optional<RayHit> cast_ray(const Mesh& body, const Pose& pose, Vec3 from, Vec3 to);
std::optional<RayHit> cast_ray(const Parts& body, const Pose& pose, Vec3 from, Vec3 to);
std::optional<RayHit> cast_ray(const Shape& body, const Pose& pose, Vec3 from, Vec3 to);

}  // namespace clearance
