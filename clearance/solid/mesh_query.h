// Question: are two bodies made of triangles, solid or not, separated, touching or penetrating; where do they meet, how
//           far apart are they, how deep?
// Method:   the trees of both are walked together; what boxes cannot separate, triangles decide, in doubles with error
//           bounds and then exactly. Solids whose surfaces do not meet are looked at for containment by exact winding
//           numbers; where surfaces meet, a point inside both is found and proved, or there is none (contact.h).
// Proves:   every status, and both ends of every bracket. Separation is proved by a cover, made on demand
//           (mesh_cover.h).
// Cost:     microseconds; nothing is rebuilt for a rigid motion. A MeshCache (mesh_cache.h) makes the next, similar
//           question cheaper; it belongs to one pair and one thread at a time.
#pragma once

#include <clearance/answer/answer.h>
#include <clearance/math/pose.h>
#include <clearance/shape/mesh.h>

#include <cstdint>
#include <vector>

namespace clearance {

Intersection intersects(const Mesh& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b);

// The witness points lie on one triangle each, whose numbers are in the result.
Distance distance(const Mesh& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b,
                  const DistanceOptions& options = {});
// Sign of (distance − limit), exactly.
int compare_distance(const Mesh& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b, double limit);

// The least translation of b that ends the penetration, as a bracket: after `translation` the interiors are
// proved disjoint; `lower` comes from balls or convex bodies inside both solids. Solids only;
// statuses other than Penetrating have depth 0.
Penetration penetration(const Mesh& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b,
                        const PenetrationOptions& options = {});

// All pairs of triangles that share a point, in ascending order of their numbers in a, then b.
struct TriangleContact {
  std::uint32_t a, b;  // the caller's numbers of the triangles
  // The common points, rounded, in the world: a point, a segment, or for overlapping triangles in one plane the
  // corners of a convex polygon.
  std::vector<Vec3> points;
};
struct TriangleContacts {
  std::vector<TriangleContact> pairs;
  bool complete = false;  // else there are more than were asked for, or nobody asked
};
TriangleContacts intersecting_triangles(const Mesh& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b,
                                        std::size_t most = std::size_t{1} << 24);

}  // namespace clearance
