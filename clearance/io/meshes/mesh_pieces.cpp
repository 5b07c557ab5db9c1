#include <clearance/io/meshes/mesh_pieces.h>

#include <clearance/build/mesh.h>
#include <clearance/io/text.h>
#include <clearance/io/unique_names.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <span>

namespace clearance::detail {
namespace {

constexpr std::uint32_t kNone = 0xffffffffu;

// The mesh's triangles by piece, which is a position below `count`; pieces may be empty.
std::vector<MeshData> divide(const MeshData& mesh, std::span<const std::uint32_t> piece_of, std::size_t count) {
  std::vector<MeshData> pieces(count);
  std::vector<std::vector<std::uint32_t>> vertices(count);
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    pieces[piece_of[t]].triangles.push_back(mesh.triangles[t]);
    std::vector<std::uint32_t>& used = vertices[piece_of[t]];
    used.insert(used.end(), mesh.triangles[t].begin(), mesh.triangles[t].end());
  }
  std::vector<std::uint32_t> number(mesh.vertices.size());
  for (std::size_t k = 0; k < count; ++k) {
    std::vector<std::uint32_t>& used = vertices[k];
    std::sort(used.begin(), used.end());
    used.erase(std::unique(used.begin(), used.end()), used.end());
    for (std::uint32_t v = 0; v < used.size(); ++v) {
      number[used[v]] = v;
      pieces[k].vertices.push_back(mesh.vertices[used[v]]);
    }
    for (auto& triangle : pieces[k].triangles)
      for (std::uint32_t& v : triangle) v = number[v];
    pieces[k].format = mesh.format;
    pieces[k].points_in_file = pieces[k].vertices.size();
    pieces[k].faces_in_file = pieces[k].triangles.size();
  }
  return pieces;
}

// What is told of the file's faces is told once.
void keep_counts(const MeshData& mesh, std::vector<MeshPiece>& pieces) {
  if (pieces.empty()) return;
  pieces.front().mesh.polygons_fanned = mesh.polygons_fanned;
  pieces.front().mesh.polygons_triangulated = mesh.polygons_triangulated;
  pieces.front().mesh.faces_dropped = mesh.faces_dropped;
  pieces.front().mesh.bytes_after_end = mesh.bytes_after_end;
}

// The component of each triangle, numbered by first triangle.
std::vector<std::uint32_t> components_of(const MeshData& mesh, std::uint32_t& count) {
  std::vector<std::uint32_t> root(mesh.vertices.size());
  std::iota(root.begin(), root.end(), 0u);
  const auto find = [&](std::uint32_t v) {
    while (root[v] != v) v = root[v] = root[root[v]];
    return v;
  };
  for (const auto& t : mesh.triangles)
    for (const std::uint32_t v : {t[1], t[2]}) root[find(v)] = find(t[0]);
  std::vector<std::uint32_t> number(mesh.vertices.size(), kNone), out;
  out.reserve(mesh.triangles.size());
  count = 0;
  for (const auto& t : mesh.triangles) {
    std::uint32_t& component = number[find(t[0])];
    if (component == kNone) component = count++;
    out.push_back(component);
  }
  return out;
}

struct Component {
  Vec3 low, high;
  bool faces_inwards = false, is_solid = false;

  bool holds(const Component& other) const {
    for (int k = 0; k < 3; ++k)
      if (!(low[k] <= other.low[k] && other.high[k] <= high[k])) return false;
    return true;
  }
  double size() const { return norm_max(high - low); }
};

Component look_at(const MeshData& piece) {
  Component out;
  out.low = out.high = piece.vertices.front();
  for (const Vec3 v : piece.vertices) {
    out.low = {std::min(out.low.x, v.x), std::min(out.low.y, v.y), std::min(out.low.z, v.z)};
    out.high = {std::max(out.high.x, v.x), std::max(out.high.y, v.y), std::max(out.high.z, v.z)};
  }
  const MeshFacts facts = mesh_facts(piece.vertices, piece.triangles);
  out.is_solid = facts.is_solid();
  out.faces_inwards = out.is_solid && facts.volume_sign < 0;
  return out;
}

// The component that each goes with: itself, or of a cavity what is around it.
std::vector<std::uint32_t> with_cavities(const std::vector<Component>& components) {
  std::vector<std::uint32_t> home(components.size());
  std::iota(home.begin(), home.end(), 0u);
  for (std::uint32_t k = 0; k < components.size(); ++k) {
    if (!components[k].faces_inwards) continue;
    double least = std::numeric_limits<double>::infinity();
    for (std::uint32_t j = 0; j < components.size(); ++j) {
      const Component& around = components[j];
      if (!around.is_solid || around.faces_inwards || !around.holds(components[k]) || !(around.size() < least))
        continue;
      least = around.size();
      home[k] = j;
    }
  }
  return home;
}

}  // namespace

std::vector<MeshPiece> pieces_by_object(const MeshData& mesh, const MeshGroups& groups) {
  std::vector<MeshData> meshes = divide(mesh, groups.of_triangle, groups.names.size());
  std::vector<std::uint32_t> order;  // by first triangle
  std::vector<bool> seen(meshes.size());
  for (const std::uint32_t k : groups.of_triangle)
    if (!seen[k]) {
      order.push_back(k);
      seen[k] = true;
    }
  std::vector<MeshPiece> pieces;
  pieces.reserve(order.size());
  UniqueNames names;
  for (const std::uint32_t k : order) {
    std::string name = groups.names[k].empty() ? "default" : groups.names[k];
    if (!is_utf8(name)) name = printable(name);
    pieces.push_back({names.make(name), std::move(meshes[k])});
  }
  keep_counts(mesh, pieces);
  return pieces;
}

std::vector<MeshPiece> pieces_by_component(const MeshData& mesh) {
  std::uint32_t count = 0;
  std::vector<std::uint32_t> piece_of = components_of(mesh, count);
  std::vector<Component> components;
  components.reserve(count);
  for (const MeshData& piece : divide(mesh, piece_of, count)) components.push_back(look_at(piece));
  const std::vector<std::uint32_t> home = with_cavities(components);
  std::vector<std::uint32_t> number(count, kNone);
  std::uint32_t pieces_count = 0;
  for (std::uint32_t& piece : piece_of) {
    std::uint32_t& known = number[home[piece]];
    if (known == kNone) known = pieces_count++;
    piece = known;
  }
  std::vector<MeshPiece> pieces;
  for (MeshData& piece : divide(mesh, piece_of, pieces_count))
    pieces.push_back({std::to_string(pieces.size()), std::move(piece)});
  keep_counts(mesh, pieces);
  return pieces;
}

}  // namespace clearance::detail
