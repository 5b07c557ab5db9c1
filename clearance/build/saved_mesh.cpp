#include <clearance/build/saved_mesh.h>

#include <clearance/build/mesh.h>
#include <clearance/build/mesh_facts.h>
#include <clearance/bvh/triangle_tree.h>

#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

namespace clearance {
using namespace detail;
namespace {

constexpr std::size_t kAlignment = alignof(TriangleTree::Node);

struct Header {
  char magic[8] = {'c', 'l', 'r', 'm', 'e', 's', 'h', '2'};
  std::uint64_t byte_order = 0x0102030405060708;
  std::uint64_t checksum = 0;  // of everything, this being 0
  std::uint64_t vertices = 0, triangles = 0, tree_bytes = 0;
  std::uint64_t is_solid = 0;  // or the caller wanted the surface alone
};
static_assert(std::is_trivially_copyable_v<Header> && offsetof(Header, checksum) == detail::kSavedMeshChecksumAt);

std::size_t padded(std::size_t size) { return (size + kAlignment - 1) / kAlignment * kAlignment; }

template <class T>
void append(std::vector<std::byte>& out, std::span<const T> values) {
  const std::size_t at = out.size();
  out.resize(at + padded(values.size_bytes()));
  if (!values.empty()) std::memcpy(out.data() + at, values.data(), values.size_bytes());
}

// Takes `count` values from the front of `rest`; false when there are not so many.
template <class T>
bool take(std::span<const std::byte>& rest, std::uint64_t count, std::vector<T>& out) {
  if (count > rest.size() / sizeof(T) || padded(count * sizeof(T)) > rest.size()) return false;
  out.resize(count);
  if (count > 0) std::memcpy(out.data(), rest.data(), count * sizeof(T));
  rest = rest.subspan(padded(count * sizeof(T)));
  return true;
}

bool is_sound(const MeshParts& parts) {
  const std::size_t vertices = parts.vertices.size();
  for (const Vec3& v : parts.vertices)
    if (!is_coordinate(v)) return false;
  for (const MeshTriangle& t : parts.triangles)
    if (t[0] >= vertices || t[1] >= vertices || t[2] >= vertices) return false;
  std::vector<bool> seen(parts.ids.size());
  for (const std::uint32_t id : parts.ids) {
    if (id >= seen.size() || seen[id]) return false;
    seen[id] = true;
  }
  return true;
}

// As make_mesh saw them, so that it would find the same facts, to the last bit.
std::vector<MeshTriangle> as_given(const MeshParts& parts) {
  std::vector<MeshTriangle> given(parts.triangles.size());
  for (std::size_t t = 0; t < given.size(); ++t) given[parts.ids[t]] = parts.triangles[t];
  return given;
}

}  // namespace

// Every word of eight bytes stirred into the next, the place of the checksum itself as 0; no match for an adversary,
// but for a damaged disk. All sections are multiples of eight bytes.
std::uint64_t detail::saved_mesh_checksum(std::span<const std::byte> bytes) {
  std::uint64_t sum = 0x9e3779b97f4a7c15u ^ bytes.size();
  for (std::size_t at = 0; at + 8 <= bytes.size(); at += 8) {
    std::uint64_t word = 0;
    if (at != kSavedMeshChecksumAt) std::memcpy(&word, bytes.data() + at, 8);
    sum = (sum ^ word) * 0xff51afd7ed558ccdu;
    sum ^= sum >> 32;
  }
  return sum;
}

std::vector<std::byte> save_mesh(const Mesh& mesh) {
  const std::vector<std::byte> tree = mesh.tree().save();
  Header header;
  header.vertices = mesh.vertex_count();
  header.triangles = mesh.triangle_count();
  header.tree_bytes = tree.size();
  header.is_solid = mesh.is_solid() ? 1 : 0;
  std::vector<std::byte> bytes;
  append(bytes, std::span<const Header>(&header, 1));
  append(bytes, mesh.vertices());
  append(bytes, mesh.triangles());
  append(bytes, mesh.ids());
  append(bytes, std::span<const std::byte>(tree));
  header.checksum = detail::saved_mesh_checksum(bytes);
  std::memcpy(bytes.data(), &header, sizeof header);
  return bytes;
}

Result<Mesh> map_mesh(std::span<const std::byte> bytes, int threads) {
  Header header;
  const Header expected;
  if (bytes.size() < padded(sizeof header)) return Error{"", "no saved mesh: too short", ErrorCode::BadFile};
  if (reinterpret_cast<std::uintptr_t>(bytes.data()) % kAlignment != 0)
    return Error{"", "a saved mesh must lie at a multiple of 64 bytes", ErrorCode::BadFile};
  std::memcpy(&header, bytes.data(), sizeof header);
  if (std::memcmp(header.magic, expected.magic, sizeof header.magic) != 0 || header.byte_order != expected.byte_order)
    return Error{"", "no saved mesh of this version and byte order", ErrorCode::BadFile};
  if (header.triangles == 0 || header.triangles > TriangleTree::kMaxTriangles || header.vertices > kMaxMeshVertices)
    return Error{"", "a saved mesh, but with no triangles, or with more than a mesh may have", ErrorCode::BadFile};

  MeshParts parts;
  std::span<const std::byte> rest = bytes.subspan(padded(sizeof header));
  if (!take(rest, header.vertices, parts.vertices) || !take(rest, header.triangles, parts.triangles) ||
      !take(rest, header.triangles, parts.ids) || header.tree_bytes > rest.size() ||
      padded(header.tree_bytes) != rest.size())
    return Error{"", "a saved mesh, but not as long as it says", ErrorCode::BadFile};
  if (detail::saved_mesh_checksum(bytes) != header.checksum)
    return Error{"", "a saved mesh, but damaged: its checksum differs", ErrorCode::BadFile};
  if (!is_sound(parts))
    return Error{"", "a saved mesh, but with a coordinate that is none, or a number of no vertex or triangle",
                 ErrorCode::BadFile};
  parts.tree = TriangleTree::map(rest.first(header.tree_bytes), parts.vertices, parts.triangles);
  if (!parts.tree) return Error{"", "a saved mesh, but its tree is none over these triangles", ErrorCode::BadFile};
  parts.tree_bytes = parts.tree->memory_bytes();

  Workers workers(threads);
  MeshStructure structure = mesh_structure(parts.vertices, as_given(parts), workers);
  parts.facts = std::move(structure.facts);
  parts.component_vertices = std::move(structure.component_vertices);
  if (header.is_solid > 1 || (header.is_solid == 1 && !parts.facts.is_solid()))
    return Error{"", "a saved mesh that says it is a solid, but " + why_not_solid(parts.facts), ErrorCode::BadFile};
  parts.is_solid = header.is_solid == 1;
  return Mesh::assemble(std::move(parts));
}

}  // namespace clearance
