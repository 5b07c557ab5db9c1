#include <clearance/build/weld.h>

#include <algorithm>
#include <bit>
#include <numeric>

namespace clearance::detail {
namespace {

constexpr std::uint32_t kFree = 0xffffffffu;

std::uint64_t mix(std::uint64_t h, double coordinate) {
  h ^= std::bit_cast<std::uint64_t>(coordinate + 0.0);  // −0 + 0 is 0
  h *= 0x9e3779b97f4a7c15u;
  return h ^ (h >> 29);
}

std::uint64_t hash(Vec3 p) { return mix(mix(mix(0, p.x), p.y), p.z) * 0xbf58476d1ce4e5b9u; }

// More looks at the table than this mean that the points were chosen to collide: honest ones take fewer than three
// each.
constexpr std::size_t kMostLooks = 16;

std::vector<std::uint32_t> first_equal_by_sorting(std::span<const Vec3> points) {
  std::vector<std::uint32_t> order(points.size()), first(points.size());
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(), [&](std::uint32_t i, std::uint32_t j) {
    const Vec3 p = points[i], q = points[j];
    return p.x != q.x ? p.x < q.x : p.y != q.y ? p.y < q.y : p.z != q.z ? p.z < q.z : i < j;
  });
  for (std::size_t k = 0; k < order.size(); ++k) {
    const bool repeats = k > 0 && points[order[k]] == points[order[k - 1]];
    first[order[k]] = repeats ? first[order[k - 1]] : order[k];
  }
  return first;
}

}  // namespace

std::vector<std::uint32_t> first_equal(std::span<const Vec3> points) {
  const int bits = static_cast<int>(std::bit_width(points.size())) + 1;  // at most half full
  const std::uint64_t mask = (std::uint64_t{1} << bits) - 1;
  std::vector<std::uint32_t> table(mask + 1, kFree), first(points.size());
  std::size_t looks = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    std::uint64_t slot = hash(points[i]) >> (64 - bits);
    for (; table[slot] != kFree && !(points[table[slot]] == points[i]); slot = (slot + 1) & mask) ++looks;
    if (looks > kMostLooks * (i + 64)) return first_equal_by_sorting(points);
    if (table[slot] == kFree) table[slot] = static_cast<std::uint32_t>(i);
    first[i] = table[slot];
  }
  return first;
}

}  // namespace clearance::detail
