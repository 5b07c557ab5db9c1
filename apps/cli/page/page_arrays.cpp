#include "page_arrays.h"

#include <fmt/format.h>

#include <bit>

namespace clearance::cli {
using namespace detail;

static_assert(std::endian::native == std::endian::little, "values would have to be turned round");
static_assert(sizeof(Vec3) == 3 * sizeof(double) && sizeof(MeshTriangle) == 12 && sizeof(PartEdge) == 8);

Hash128 PageArrays::key_of(std::span<const Vec3> vertices, std::span<const MeshTriangle> triangles, bool is_convex) {
  Hasher hasher;
  hasher.add(is_convex);
  hasher.add(static_cast<std::uint64_t>(vertices.size()));
  hasher.add_bytes(vertices.data(), vertices.size_bytes());
  hasher.add(static_cast<std::uint64_t>(triangles.size()));
  hasher.add_bytes(triangles.data(), triangles.size_bytes());
  return hasher.finish();
}

std::optional<std::uint32_t> PageArrays::find(const Hash128& key) const {
  const auto known = known_.find(key);
  return known == known_.end() ? std::nullopt : std::optional(known->second);
}

template <class T>
PageArrays::Range PageArrays::put(std::span<const T> values) {
  constexpr std::size_t kAligned = 8;
  const Range range{bytes_.size(), values.size()};
  bytes_.append(reinterpret_cast<const char*>(values.data()), values.size_bytes());
  bytes_.resize((bytes_.size() + kAligned - 1) / kAligned * kAligned);
  return range;
}

std::uint32_t PageArrays::add(const Hash128& key, std::span<const Vec3> vertices,
                              std::span<const MeshTriangle> triangles, std::span<const PartEdge> edges) {
  const auto number = static_cast<std::uint32_t>(entries_.size());
  Entry entry{};
  entry.vertices = put(vertices);
  entry.triangles = put(triangles);
  entry.edges = put(edges);
  entries_.push_back(entry);
  triangles_ += triangles.size();
  known_.emplace(key, number);
  return number;
}

std::string PageArrays::table() const {
  std::string out = "[";
  for (const Entry& entry : entries_)
    out += fmt::format("{}{{\"vertices\":[{},{}],\"triangles\":[{},{}],\"edges\":[{},{}]}}", out.size() > 1 ? "," : "",
                       entry.vertices.offset, entry.vertices.count, entry.triangles.offset, entry.triangles.count,
                       entry.edges.offset, entry.edges.count);
  return out + "]";
}

}  // namespace clearance::cli
