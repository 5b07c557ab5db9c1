#include <clearance/build/saved_mesh.h>

#include <clearance/bvh/triangle_tree.h>

#include <cstdint>
#include <cstring>
#include <iterator>
#include <type_traits>
#include <utility>

namespace clearance {
namespace {

constexpr std::size_t kAlignment = alignof(TriangleTree::Node);

// Plain numbers, so that there are no bytes between them.
struct Counts {
  std::uint64_t facts[9] = {};  // in the order of MeshFacts
  std::int64_t volume_sign = 0;
  double volume = 0;
  std::uint64_t edges = 0;
  std::uint64_t encloses = 0;
};

struct Header {
  char magic[8] = {'c', 'l', 'r', 'm', 'e', 's', 'h', '2'};
  std::uint64_t byte_order = 0x0102030405060708;
  std::uint64_t checksum = 0;  // of everything, this being 0
  std::uint64_t vertices = 0, triangles = 0, components = 0, faults = 0, tree_bytes = 0;
  std::uint64_t is_solid = 0;
  Counts counts;
};
static_assert(std::is_trivially_copyable_v<Header>);

std::size_t padded(std::size_t size) { return (size + kAlignment - 1) / kAlignment * kAlignment; }

// Every word of eight bytes stirred into the next, the place of the checksum itself as 0; no match for an adversary,
// but for a damaged disk. All sections are multiples of eight bytes.
std::uint64_t checksum_of(std::span<const std::byte> bytes) {
  std::uint64_t sum = 0x9e3779b97f4a7c15u ^ bytes.size();
  for (std::size_t at = 0; at + 8 <= bytes.size(); at += 8) {
    std::uint64_t word = 0;
    if (at != offsetof(Header, checksum)) std::memcpy(&word, bytes.data() + at, 8);
    sum = (sum ^ word) * 0xff51afd7ed558ccdu;
    sum ^= sum >> 32;
  }
  return sum;
}

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

Counts counts_of(const MeshFacts& facts) {
  return {{facts.triangles, facts.vertices_used, facts.zero_area, facts.duplicate_triangles, facts.boundary_edges,
           facts.nonmanifold_edges, facts.inconsistent_edges, facts.unbalanced_edges, facts.components},
          facts.volume_sign,
          facts.volume,
          facts.edges,
          facts.encloses ? 1u : 0u};
}

MeshFacts facts_of(const Counts& counts) {
  MeshFacts facts;
  std::size_t* const fields[] = {&facts.triangles,           &facts.vertices_used,    &facts.zero_area,
                                 &facts.duplicate_triangles, &facts.boundary_edges,   &facts.nonmanifold_edges,
                                 &facts.inconsistent_edges,  &facts.unbalanced_edges, &facts.components};
  for (std::size_t k = 0; k < std::size(fields); ++k) *fields[k] = counts.facts[k];
  facts.volume_sign = static_cast<int>(counts.volume_sign);
  facts.volume = counts.volume;
  facts.edges = counts.edges;
  facts.encloses = counts.encloses != 0;
  return facts;
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
  for (const std::uint32_t v : parts.component_vertices)
    if (v >= vertices) return false;
  return !parts.triangles.empty() && !parts.component_vertices.empty();
}

}  // namespace

std::vector<std::byte> save_mesh(const Mesh& mesh) {
  const std::vector<std::byte> tree = mesh.tree().save();
  Header header;
  header.vertices = mesh.vertex_count();
  header.triangles = mesh.triangle_count();
  header.components = mesh.component_vertices().size();
  header.faults = mesh.facts().faults.size();
  header.tree_bytes = tree.size();
  header.is_solid = mesh.is_solid() ? 1 : 0;
  header.counts = counts_of(mesh.facts());
  std::vector<std::byte> bytes;
  append(bytes, std::span<const Header>(&header, 1));
  append(bytes, mesh.vertices());
  append(bytes, mesh.triangles());
  append(bytes, mesh.ids());
  append(bytes, mesh.component_vertices());
  append(bytes, std::span<const MeshFacts::EdgeFault>(mesh.facts().faults));
  append(bytes, std::span<const std::byte>(tree));
  header.checksum = checksum_of(bytes);
  std::memcpy(bytes.data(), &header, sizeof header);
  return bytes;
}

Result<Mesh> map_mesh(std::span<const std::byte> bytes) {
  Header header;
  const Header expected;
  if (bytes.size() < padded(sizeof header)) return Error{"", "no saved mesh: too short"};
  if (reinterpret_cast<std::uintptr_t>(bytes.data()) % kAlignment != 0)
    return Error{"", "a saved mesh must lie at a multiple of 64 bytes"};
  std::memcpy(&header, bytes.data(), sizeof header);
  if (std::memcmp(header.magic, expected.magic, sizeof header.magic) != 0 || header.byte_order != expected.byte_order)
    return Error{"", "no saved mesh of this version and byte order"};

  MeshParts parts;
  std::vector<MeshFacts::EdgeFault> faults;
  std::span<const std::byte> rest = bytes.subspan(padded(sizeof header));
  if (!take(rest, header.vertices, parts.vertices) || !take(rest, header.triangles, parts.triangles) ||
      !take(rest, header.triangles, parts.ids) || !take(rest, header.components, parts.component_vertices) ||
      !take(rest, header.faults, faults) || padded(header.tree_bytes) != rest.size() || header.tree_bytes > rest.size())
    return Error{"", "a saved mesh, but not as long as it says"};
  if (checksum_of(bytes) != header.checksum) return Error{"", "a saved mesh, but damaged: its checksum differs"};
  parts.tree = TriangleTree::map(rest.first(header.tree_bytes), parts.triangles.size());
  if (!parts.tree || !is_sound(parts)) return Error{"", "a saved mesh, but with numbers that it has not"};
  parts.tree_bytes = parts.tree->memory_bytes();
  parts.facts = facts_of(header.counts);
  parts.facts.faults = std::move(faults);
  parts.is_solid = header.is_solid != 0 && parts.facts.is_solid();
  return Mesh::assemble(std::move(parts));
}

}  // namespace clearance
