#include <clearance/brep/make/turn_outward.h>

#include <clearance/build/mesh.h>
#include <clearance/mesh/point.h>

#include <cstddef>
#include <utility>

namespace clearance::detail {

// Around an edge, counter-clockwise, one leaves a triangle whose side rises by its front, the others by their back. No
// triangle is between two that follow each other there, so that the number is the same at both.
std::vector<int> windings_in_front(const Mesh& mesh, const EdgeFans& fans) {
  std::vector<int> front(mesh.triangle_count());
  std::vector<bool> known(mesh.triangle_count(), false);
  std::vector<std::uint32_t> open;
  const auto learn = [&](std::uint32_t t, int number) {
    if (known[t]) return;
    known[t] = true;
    front[t] = number;
    open.push_back(t);
  };
  std::vector<bool> passed(fans.edge_count(), false);
  const auto go_around = [&](std::uint32_t from) {
    if (passed[fans.edge_of(from)]) return;
    passed[fans.edge_of(from)] = true;
    const std::span<const std::uint32_t> around = fans.sides(fans.edge_of(from));
    std::size_t at = 0;
    while (around[at] != from) ++at;
    int between = fans.rises(from) ? front[from / 3] : front[from / 3] + 1;
    for (std::size_t k = 1; k < around.size(); ++k) {
      const std::uint32_t side = around[(at + k) % around.size()];
      learn(side / 3, fans.rises(side) ? between - 1 : between);
      between += fans.rises(side) ? -1 : 1;
    }
  };
  for (std::uint32_t seed = 0; seed < front.size(); ++seed) {
    if (known[seed]) continue;
    learn(seed, winding_in_front(mesh, seed));
    while (!open.empty()) {
      const std::uint32_t t = open.back();
      open.pop_back();
      for (std::uint32_t side = 3 * t; side < 3 * t + 3; ++side) go_around(side);
    }
  }
  return front;
}

Mesh turned_outward(const Mesh& mesh, const std::vector<int>& in_front) {
  std::vector<MeshTriangle> triangles = mesh.triangles_as_given();
  for (std::uint32_t t = 0; t < in_front.size(); ++t)
    if (in_front[t] != 0) std::swap(triangles[mesh.id(t)][1], triangles[mesh.id(t)][2]);
  return make_mesh(mesh.vertices(), triangles).value();
}

}  // namespace clearance::detail
