// Question: which triangles of a mesh run into each other?
// Method:   the tree's boxes against each other; neighbours may share what they have in common, a vertex or an edge,
//           and nothing beyond. Exact signs decide.
// Proves:   the pairs: all of them, or as many as were asked for.
// Cost:     a box query for every few triangles, and a few signs for each of their neighbours; n log n for fans around
//           a vertex, books along an edge, coincident triangles and needles side by side, too.
#pragma once

#include <clearance/shape/mesh.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace clearance {

// The caller's numbers of two triangles, the lower first.
using MeshTrianglePair = std::array<std::uint32_t, 2>;

// Pairs that share a point, other than the vertices and the edges that both have; vertices with equal coordinates are
// one. Ascending; the search ends when it has `most`, in an order that depends on the mesh alone.
std::vector<MeshTrianglePair> self_intersections(const Mesh& mesh,
                                                 std::size_t most = std::numeric_limits<std::size_t>::max());

}  // namespace clearance
