#include <clearance/lab/spacetime/prism_tree.h>

#include <clearance/build/mesh.h>

#include <algorithm>
#include <string>
#include <unordered_set>
#include <utility>

namespace clearance::lab {

std::optional<Error> PrismTree::take(const PartShape& part) {
  if (const Mesh* mesh = std::get_if<Mesh>(&part)) {
    if (!mesh->is_solid()) return Error{"shape", "is no solid", ErrorCode::NotSolid};
    meshes_.push_back(*mesh);
    ids_.emplace_back();
    return {};
  }
  const Rounded& convex = std::get<Rounded>(part);
  if (convex.radius() > 0) return Error{"shape", "has a radius; prisms are of polyhedra"};
  if (convex.core().dimension() < 3) return Error{"shape", "is flat", ErrorCode::NotSolid};
  meshes_.push_back(mesh_of(convex.core()));
  ids_.emplace_back();
  for (int v = 0; v < convex.core().vertex_count(); ++v) ids_.back().push_back(convex.core().id(v));
  return {};
}

Result<PrismTree> PrismTree::make(const Shape& shape) {
  PrismTree made;
  std::optional<Error> fault;
  if (std::holds_alternative<HalfSpace>(shape)) fault = Error{"shape", "is a half-space, and no polyhedron"};
  if (const Rounded* convex = std::get_if<Rounded>(&shape)) fault = made.take(*convex);
  if (const Mesh* mesh = std::get_if<Mesh>(&shape)) fault = made.take(*mesh);
  if (const Parts* several = std::get_if<Parts>(&shape))
    for (std::size_t k = 0; k < several->count() && !fault; ++k) {
      fault = made.take((*several)[k]);
      if (fault) fault = fault->within("part " + std::to_string(k));
    }
  if (fault) return *fault;
  made.list_triangles();
  return made;
}

void PrismTree::list_triangles() {
  std::vector<Box> boxes;
  for (std::uint32_t part = 0; part < meshes_.size(); ++part) {
    const Mesh& mesh = meshes_[part];
    std::vector<bool> has_vertex(mesh.vertex_count());
    std::unordered_set<std::uint64_t> edges;
    for (std::uint32_t t = 0; t < mesh.triangle_count(); ++t) {
      PrismTriangle made{part, t, {}, {}};
      Box box = kNoBox;
      for (std::size_t k = 0; k < 3; ++k) {
        const std::uint32_t v = mesh.triangle(t)[k], next = mesh.triangle(t)[(k + 1) % 3];
        made.has_vertex[k] = !has_vertex[v];
        has_vertex[v] = true;
        const auto [low, high] = std::minmax(v, next);
        made.has_edge[k] = edges.insert(std::uint64_t{low} << 32 | high).second;
        box = united(box, {mesh.vertex(v), mesh.vertex(v)});
      }
      triangles_.push_back(made);
      boxes.push_back(box);
    }
  }
  nodes_.reserve(triangles_.size());
  build(0, static_cast<std::uint32_t>(triangles_.size()), boxes);
}

// Halved at the median of the longest side of the middles' box.
std::uint32_t PrismTree::build(std::uint32_t first, std::uint32_t count, std::vector<Box>& boxes) {
  constexpr std::uint32_t kLeaf = 2;
  const auto number = static_cast<std::uint32_t>(nodes_.size());
  nodes_.emplace_back();
  Box all = kNoBox, middles = kNoBox;
  const auto middle = [](const Box& box) { return 0.5 * box.low + 0.5 * box.high; };
  for (std::uint32_t k = first; k < first + count; ++k) {
    all = united(all, boxes[k]);
    middles = united(middles, {middle(boxes[k]), middle(boxes[k])});
  }
  nodes_[number].box = all;
  if (count <= kLeaf) {
    nodes_[number].first = first, nodes_[number].count = count;
    return number;
  }
  const Vec3 size = middles.high - middles.low;
  const int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
  const auto along = [&](const Box& box) {
    const Vec3 m = middle(box);
    return axis == 0 ? m.x : axis == 1 ? m.y : m.z;
  };
  std::vector<std::pair<double, std::uint32_t>> order;
  for (std::uint32_t k = first; k < first + count; ++k) order.emplace_back(along(boxes[k]), k);
  const std::uint32_t half = count / 2;
  std::nth_element(order.begin(), order.begin() + half, order.end());
  std::vector<PrismTriangle> triangles;
  std::vector<Box> sorted;
  for (const auto& [place, k] : order) {
    triangles.push_back(triangles_[k]);
    sorted.push_back(boxes[k]);
  }
  std::copy(triangles.begin(), triangles.end(), triangles_.begin() + first);
  std::copy(sorted.begin(), sorted.end(), boxes.begin() + first);
  const std::uint32_t low = build(first, half, boxes), high = build(first + half, count - half, boxes);
  nodes_[number].child[0] = low, nodes_[number].child[1] = high;
  return number;
}

}  // namespace clearance::lab
