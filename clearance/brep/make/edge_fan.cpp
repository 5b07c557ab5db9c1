#include <clearance/brep/make/edge_fan.h>

#include <clearance/build/weld.h>
#include <clearance/exact/orient3d.h>

#include <algorithm>

namespace clearance::detail {
namespace {

struct SortedSide {
  std::uint32_t low, high, side;

  friend auto operator<=>(const SortedSide&, const SortedSide&) = default;
};

}  // namespace

EdgeFans::EdgeFans(const Mesh& mesh) : mesh_(mesh), welded_(first_equal(mesh.vertices())) {
  const auto count = static_cast<std::uint32_t>(3 * mesh.triangle_count());
  std::vector<SortedSide> sorted(count);
  for (std::uint32_t s = 0; s < count; ++s) {
    const std::uint32_t from = corner(s), to = corner(next(s));
    sorted[s] = {std::min(from, to), std::max(from, to), s};
  }
  std::sort(sorted.begin(), sorted.end());

  side_.resize(count);
  edge_.resize(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    if (i == 0 || sorted[i].low != sorted[i - 1].low || sorted[i].high != sorted[i - 1].high) {
      low_.push_back(sorted[i].low);
      high_.push_back(sorted[i].high);
      offset_.push_back(i);
    }
    side_[i] = sorted[i].side;
    edge_[sorted[i].side] = static_cast<std::uint32_t>(low_.size() - 1);
  }
  offset_.push_back(count);
  for (std::uint32_t edge = 0; edge < edge_count(); ++edge)
    if (sides(edge).size() > 2) sort_around(edge);
}

void EdgeFans::sort_around(std::uint32_t edge) {
  const Vec3 p = point(low_[edge]), q = point(high_[edge]);
  const auto apex = [&](std::uint32_t side) { return point(corner(next(next(side)))); };
  const std::span<std::uint32_t> around{side_.data() + offset_[edge], sides(edge).size()};
  const Vec3 first = apex(around[0]);
  // 0 to the left of the first, 1 across the edge from it, 2 to its right. No two are in the same half-plane.
  const auto half = [&](Vec3 r) { return 1 - orient3d_sign(p, q, first, r); };
  std::sort(around.begin() + 1, around.end(), [&](std::uint32_t a, std::uint32_t b) {
    const Vec3 r = apex(a), s = apex(b);
    const int half_r = half(r), half_s = half(s);
    return half_r != half_s ? half_r < half_s : orient3d_sign(p, q, r, s) > 0;
  });
}

}  // namespace clearance::detail
