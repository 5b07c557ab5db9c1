// Question: why do these triangles bound no solid that a B-rep can hold?
// Method:   the facts of the mesh, exact areas, and the search for triangles that run into each other.
// Proves:   that there is no fault, or one by example.
#pragma once

#include <clearance/base/result.h>
#include <clearance/shape/mesh.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace clearance::detail {

// Not closed; triangles without area; triangles that share more than common edges and vertices.
std::optional<Error> fault_of_triangles(const Mesh& mesh);

// Triangles with the solid on both sides, given the winding number in front of each, by position.
std::optional<Error> fault_of_sides(const Mesh& mesh, const std::vector<int>& in_front);

}  // namespace clearance::detail
