// Question: how far is a mesh from being convex, and what is taken in with its hull?
// Method:   the excess is the largest distance of a point of the hull from the mesh: from the solid that it bounds, of
//           a surface from its triangles (one side of the Hausdorff distance; the hull holds the mesh, so that the
//           other one is 0). See convex_excess.cpp.
// Proves:   both ends of the bracket: every point of the hull is within `upper` of the mesh, some point of it is no
//           nearer than `lower`. 0, 0 exactly where the mesh bounds its hull.
// Cost:     some milliseconds for hulls of a few hundred faces that are nearly convex; `budget` is its limit.
#pragma once

#include <clearance/base/limits.h>
#include <clearance/base/result.h>
#include <clearance/shape/mesh.h>
#include <clearance/shape/polytope.h>

#include <cstddef>
#include <limits>

namespace clearance {

struct ExcessOptions {
  double relative_width = 0.1;                                // stop once upper ≤ (1 + relative_width)·lower
  double enough = 0;                                          // stop once upper is at most this
  double too_much = std::numeric_limits<double>::infinity();  // stop once lower is more than this
  std::size_t budget =
      std::size_t{1} << 16;  // cells that are divided further, at most: then the bracket stays as it is
  Deadline deadline = {};    // the same once it has struck
};

// One that nobody filled in claims nothing.
struct ConvexExcess {
  double lower = 0, upper = std::numeric_limits<double>::infinity();
  Vec3 place;  // about where the hull is farthest from the mesh
};

// Of the hull of the vertices that triangles use.
ConvexExcess convex_excess(const Mesh& mesh, const ExcessOptions& options = {});
// Of any convex body: how far its points are from the mesh, at most.
ConvexExcess excess_of(const Mesh& mesh, const Polytope& body, const ExcessOptions& options = {});

// The hull of a mesh in its place. It holds the mesh, so that what is separated from it is separated from the mesh, by
// as much at least; and no point of it is farther than excess.upper from the mesh. Ids count the
// vertices that triangles use.
struct NearlyConvexHull {
  Polytope hull;
  ConvexExcess excess;
};
// Refused: where the excess is more than `within`, or cannot be shown not to be.
Result<NearlyConvexHull> nearly_convex_hull(const Mesh& mesh, double within);

namespace detail {

// Of the vertices that triangles use; 0 where the mesh exactly bounds its hull.
NearlyConvexHull hull_with_excess(const Mesh& mesh, const ExcessOptions& options);

struct KnownExcess;
// Of the hull of both bodies: only what neither has is looked at.
ConvexExcess excess_of_joint(const Mesh& mesh, const Polytope& joint, const KnownExcess& a, const KnownExcess& b,
                             const ExcessOptions& options);

}  // namespace detail

}  // namespace clearance
