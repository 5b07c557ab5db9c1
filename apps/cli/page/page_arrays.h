// Question: how do vertices, triangles and edges get into a page?
// Method:   one block of bytes, little-endian, in base 64, and a table that says what lies where in it (docs/page.md).
//           Shapes that are equal number by number share an entry.
#pragma once

#include <clearance/clearance.h>
#include <clearance/io/scenes/part_edges.h>
#include <clearance/io/verify/content_hash.h>

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace clearance::cli {
using detail::Hash128;
using detail::PartEdge;

class PageArrays {
 public:
  // Two shapes with the same key are the same.
  static Hash128 key_of(std::span<const Vec3> vertices, std::span<const MeshTriangle> triangles, bool is_convex);
  std::optional<std::uint32_t> find(const Hash128& key) const;
  // The number of the entry.
  std::uint32_t add(const Hash128& key, std::span<const Vec3> vertices, std::span<const MeshTriangle> triangles,
                    std::span<const PartEdge> edges);

  std::uint64_t triangle_count() const { return triangles_; }
  std::string table() const;  // JSON
  const std::string& bytes() const { return bytes_; }

 private:
  struct Range {
    std::size_t offset, count;
  };
  struct Entry {
    Range vertices, triangles, edges;
  };
  template <class T>
  Range put(std::span<const T> values);

  std::map<Hash128, std::uint32_t> known_;
  std::vector<Entry> entries_;
  std::string bytes_;
  std::uint64_t triangles_ = 0;
};

}  // namespace clearance::cli
