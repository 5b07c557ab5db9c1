// What self_intersections() found, and how many pairs it looked at: for tests that hold it to that.
#pragma once

#include <clearance/mesh/own_triangles.h>
#include <clearance/mesh/self_intersection.h>

namespace clearance::detail {

struct SelfIntersections {
  std::vector<MeshTrianglePair> pairs;
  std::size_t looked_at = 0;  // each more than by its box
};
SelfIntersections search_self_intersections(const Mesh& mesh, std::size_t most);

}  // namespace clearance::detail
