// Triangles that cover each other and look opposite ways bound nothing between them.
#include <clearance/bvh/triangle_tree.h>
#include <clearance/exact/orient3d.h>
#include <clearance/narrow/convex_mesh_query_parts.h>

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>
#include <vector>

namespace clearance::detail {

bool may_be_fin(const Mesh& mesh, std::uint32_t t) {
  const auto at = [&](std::uint32_t s, std::size_t k) { return mesh.vertex(mesh.triangle(s)[k]); };
  const Vec3 a = at(t, 0), b = at(t, 1), c = at(t, 2);
  const int axis = orient2d_sign(a, b, c, 0) != 0 ? 0 : orient2d_sign(a, b, c, 1) != 0 ? 1 : 2;
  const int turn = orient2d_sign(a, b, c, axis);
  bool found = false;
  const Box box{{smaller(a.x, smaller(b.x, c.x)), smaller(a.y, smaller(b.y, c.y)), smaller(a.z, smaller(b.z, c.z))},
                {larger(a.x, larger(b.x, c.x)), larger(a.y, larger(b.y, c.y)), larger(a.z, larger(b.z, c.z))}};
  mesh.tree().find_in_box(box, [&](std::uint32_t first, std::uint32_t count) {
    for (std::uint32_t s = first; s < first + count && !found; ++s)
      found = s != t && orient3d_sign(a, b, c, at(s, 0)) == 0 && orient3d_sign(a, b, c, at(s, 1)) == 0 &&
              orient3d_sign(a, b, c, at(s, 2)) == 0 && orient2d_sign(at(s, 0), at(s, 1), at(s, 2), axis) == -turn;
    return !found;
  });
  return found;
}

bool cancel_in_pairs(const Mesh& mesh, std::span<const std::uint32_t> triangles) {
  using Corners = std::array<std::tuple<double, double, double>, 3>;
  std::vector<std::pair<Corners, int>> all;
  for (const std::uint32_t t : triangles) {
    Corners corner;
    for (std::size_t k = 0; k < 3; ++k) {
      const Vec3 v = mesh.vertex(mesh.triangle(t)[k]);
      corner[k] = {v.x, v.y, v.z};
    }
    int turn = 1;
    for (const auto& [i, j] : {std::pair(0, 1), std::pair(1, 2), std::pair(0, 1)})
      if (corner[static_cast<std::size_t>(j)] < corner[static_cast<std::size_t>(i)])
        std::swap(corner[static_cast<std::size_t>(i)], corner[static_cast<std::size_t>(j)]), turn = -turn;
    all.emplace_back(corner, turn);
  }
  std::sort(all.begin(), all.end());
  for (std::size_t k = 0; k < all.size();) {
    int sum = 0;
    const Corners corner = all[k].first;
    for (; k < all.size() && all[k].first == corner; ++k) sum += all[k].second;
    if (sum != 0) return false;
  }
  return true;
}

}  // namespace clearance::detail
