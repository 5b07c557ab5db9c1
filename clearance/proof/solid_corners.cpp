#include <clearance/proof/solid_corners.h>

#include <algorithm>
#include <numeric>

namespace clearance::detail {
namespace {

// The end of an edge at the vertex, of a triangle with that normal.
struct EdgeEnd {
  DyadicVec normal, along;
  int sign;  // 1: the edge arrives, −1: it leaves
};

bool are_parallel(const DyadicVec& a, const DyadicVec& b) { return is_zero(cross(a, b)); }

bool less(Vec3 a, Vec3 b) { return a.x != b.x ? a.x < b.x : a.y != b.y ? a.y < b.y : a.z < b.z; }

}  // namespace

SolidCorners::SolidCorners(std::span<const Vec3> points, std::span<const MeshTriangle> triangles)
    : points_(points), triangles_(triangles), place_(points.size()) {
  std::vector<std::uint32_t> order(points.size());
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(), [&](std::uint32_t v, std::uint32_t w) { return less(points[v], points[w]); });
  for (std::size_t k = 0; k < order.size(); ++k) {
    const bool is_same = k > 0 && points[order[k]] == points[order[k - 1]];
    place_[order[k]] = is_same ? place_[order[k - 1]] : static_cast<std::uint32_t>(k);
  }
  for (std::uint32_t t = 0; t < triangles.size(); ++t)
    for (std::uint32_t k = 0; k < 3; ++k) uses_.push_back({place_[triangles[t][k]], t, k});
  std::sort(uses_.begin(), uses_.end(), [](const Use& a, const Use& b) { return a.place < b.place; });
}

bool SolidCorners::is_corner(std::uint32_t point) const {
  const auto [first, last] = std::equal_range(uses_.begin(), uses_.end(), Use{place_[point], 0, 0},
                                              [](const Use& a, const Use& b) { return a.place < b.place; });
  std::vector<EdgeEnd> ends;
  for (auto use = first; use != last; ++use) {
    const MeshTriangle& triangle = triangles_[use->triangle];
    const DyadicVec at = exact(points_[point]);
    const DyadicVec next = exact(points_[triangle[(use->corner + 1) % 3]]) - at,
                    before = exact(points_[triangle[(use->corner + 2) % 3]]) - at;
    const DyadicVec normal = cross(next, before);
    if (is_zero(normal)) continue;
    ends.push_back({normal, next, -1});
    ends.push_back({normal, before, 1});
  }
  // Those of one plane and line, together.
  while (!ends.empty()) {
    const EdgeEnd flag = ends.back();
    int sum = 0;
    std::erase_if(ends, [&](const EdgeEnd& end) {
      if (!are_parallel(end.along, flag.along) || !are_parallel(end.normal, flag.normal)) return false;
      sum += end.sign;
      return true;
    });
    if (sum != 0) return true;
  }
  return false;
}

}  // namespace clearance::detail
