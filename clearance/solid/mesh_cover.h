// Question: how is the separation of two bodies of triangles proved to someone who trusts no tree?
// Method:   the walk of both trees once more, written down: splits of the triangles as the trees have them, and for
//           every pair of sets that the walk left alone a plane that separates them by the asked distance (CONTRACT
//           §4, cover).
// Proves:   separation; proof/check_mesh.h checks it.
#pragma once

#include <clearance/shape/polytope.h>
#include <clearance/solid/mesh_query.h>

#include <optional>

namespace clearance::detail {

// Every plane leaves at least `lower` between its sets (more than 0 for lower = 0). Nothing when the bodies are not
// separated, or not by `lower`.
std::optional<Cover> separation_cover(const Mesh& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b,
                                      double lower);
// A hull counts as one triangle, number 0.
std::optional<Cover> separation_cover(const Polytope& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b,
                                      double lower);

}  // namespace clearance::detail
