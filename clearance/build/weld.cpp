#include <clearance/build/weld.h>

#include <bit>

namespace clearance {
namespace {

constexpr std::uint32_t kFree = 0xffffffffu;

std::uint64_t mix(std::uint64_t h, double coordinate) {
  h ^= std::bit_cast<std::uint64_t>(coordinate + 0.0);  // −0 + 0 is 0
  h *= 0x9e3779b97f4a7c15u;
  return h ^ (h >> 29);
}

std::uint64_t hash(Vec3 p) { return mix(mix(mix(0, p.x), p.y), p.z) * 0xbf58476d1ce4e5b9u; }

}  // namespace

std::vector<std::uint32_t> first_equal(std::span<const Vec3> points) {
  const int bits = static_cast<int>(std::bit_width(points.size())) + 1;  // at most half full
  const std::uint64_t mask = (std::uint64_t{1} << bits) - 1;
  std::vector<std::uint32_t> table(mask + 1, kFree), first(points.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    std::uint64_t slot = hash(points[i]) >> (64 - bits);
    while (table[slot] != kFree && !(points[table[slot]] == points[i])) slot = (slot + 1) & mask;
    if (table[slot] == kFree) table[slot] = static_cast<std::uint32_t>(i);
    first[i] = table[slot];
  }
  return first;
}

}  // namespace clearance
