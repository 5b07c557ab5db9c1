// Question: is a point in a mesh, on it or outside; how far from it?
// Method:   the winding number, counted exactly along a ray in the mesh's own frame, with the tree to find the
//           triangles it meets (ray parity with signs, Jiménez et al. 1998, §2.2; degenerate hits are perturbed
//           symbolically, so that no ray is ever unlucky). The nearest point by the tree's boxes; the bracket by
//           directed planes.
// Proves:   the location, and both ends of the bracket.
// Cost:     a few hundred nanoseconds where doubles settle it, a few thousand for a distance; more on the surface.
#pragma once

#include <clearance/convex/query.h>
#include <clearance/exact/dyadic.h>
#include <clearance/math/pose.h>
#include <clearance/shape/mesh.h>

#include <cstdint>
#include <limits>

namespace clearance {

// NotAsked: of an answer that nobody filled in; no query returns it.
enum class PointLocation : std::uint8_t { NotAsked, Outside, On, Inside };
const char* to_string(PointLocation location);

// Of a solid: inside is winding number ≠ 0 and on no triangle. Of a surface: On or Outside.
PointLocation locate(const Mesh& mesh, const Pose& pose, Vec3 world_point);
// The vertex of another body under its pose, exactly.
PointLocation locate(const Mesh& mesh, const Pose& pose, Vec3 vertex, const Pose& vertex_pose);
// An exact point numerator / denominator of the world, the denominator positive.
PointLocation locate(const Mesh& mesh, const Pose& pose, const DyadicVec& numerator, const Dyadic& denominator);

// A first tier for those who have many: the point in the mesh's own frame, off by at most `error` in each coordinate.
// True only when the whole cube around it is proved to be strictly inside the solid.
bool surely_inside(const Mesh& mesh, Vec3 local_point, double error);

// How often the surface winds around a point that is on no triangle.
int winding_number(const Mesh& mesh, const Pose& pose, Vec3 world_point);
// The same of the points just in front of triangle t (a position), where its normal points; behind it there is one
// more. The triangle has area, the mesh is closed, and no other triangle has the middle of this one.
int winding_in_front(const Mesh& mesh, std::uint32_t t);

// Negative inside a solid; lower = upper = 0 on the surface; never wider than 1e-9 of its size. `nearest` is rounded,
// on triangle `triangle` (the caller's number), with weights of its vertices in `witness`. Where exact numbers had to
// tell the distance, so close to the surface, the weights are theirs rounded, and the bracket is not of the point they
// make.
struct PointDistance {
  PointLocation location = PointLocation::NotAsked;
  double lower = -std::numeric_limits<double>::infinity(), upper = std::numeric_limits<double>::infinity();
  Vec3 nearest;
  std::uint32_t triangle = 0;
  WitnessPoint witness;
};
PointDistance signed_distance(const Mesh& mesh, const Pose& pose, Vec3 world_point);

}  // namespace clearance
