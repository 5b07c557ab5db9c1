#include <clearance/brep/make/merged_faces.h>

#include <clearance/exact/orient3d.h>

#include <algorithm>
#include <numeric>

namespace clearance::detail {
namespace {

bool is_flat(const EdgeFans& fans, std::uint32_t edge) {
  const std::span<const std::uint32_t> sides = fans.sides(edge);
  if (sides.size() > 2) return false;
  const auto apex = [&](std::uint32_t side) { return fans.point(fans.corner(EdgeFans::next(EdgeFans::next(side)))); };
  return orient3d_sign(fans.point(fans.low(edge)), fans.point(fans.high(edge)), apex(sides[0]), apex(sides[1])) == 0;
}

// Triangles in sets; each is found by way of others of its set.
class Sets {
 public:
  explicit Sets(std::size_t count) : parent_(count) { std::iota(parent_.begin(), parent_.end(), 0u); }

  std::uint32_t find(std::uint32_t t) {
    while (parent_[t] != t) t = parent_[t] = parent_[parent_[t]];
    return t;
  }
  void unite(std::uint32_t a, std::uint32_t b) {
    a = find(a), b = find(b);
    parent_[std::max(a, b)] = std::min(a, b);
  }

 private:
  std::vector<std::uint32_t> parent_;
};

}  // namespace

MergedFaces merged_faces(const Mesh& mesh, const EdgeFans& fans) {
  MergedFaces merged;
  Sets sets(mesh.triangle_count());
  merged.is_edge.resize(fans.edge_count());
  for (std::uint32_t edge = 0; edge < fans.edge_count(); ++edge) {
    merged.is_edge[edge] = !is_flat(fans, edge);
    if (!merged.is_edge[edge]) sets.unite(fans.sides(edge)[0] / 3, fans.sides(edge)[1] / 3);
  }

  std::vector<std::uint32_t> position(mesh.triangle_count());
  for (std::uint32_t t = 0; t < position.size(); ++t) position[mesh.id(t)] = t;
  constexpr std::uint32_t kNone = 0xffffffffu;
  std::vector<std::uint32_t> number(mesh.triangle_count(), kNone);
  merged.face.resize(mesh.triangle_count());
  for (std::uint32_t id = 0; id < position.size(); ++id) {
    std::uint32_t& face = number[sets.find(position[id])];
    if (face == kNone) {
      face = static_cast<std::uint32_t>(merged.ids.size());
      merged.ids.push_back(id);
    }
    merged.face[position[id]] = face;
  }
  return merged;
}

}  // namespace clearance::detail
