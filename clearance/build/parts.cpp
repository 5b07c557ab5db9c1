// Method:   the parts' box centres are halved at the median along their longest side until one part is left; hulls are
//           made on the way up, from the vertices of the two hulls below, which are all that can be extreme.
// Proves:   every hull holds those below it: exact hulls of their vertices, the larger radius.
// Cost:     n log n for the tree; each level's hulls see the vertices of the level below only.
#include <clearance/build/parts.h>

#include <clearance/build/convex_hull.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace clearance {
namespace {

using Index = std::uint32_t;

Result<Rounded> hull_of(const PartShape& part) {
  if (const auto* convex = std::get_if<Rounded>(&part)) return *convex;
  const Mesh& mesh = *std::get_if<Mesh>(&part);
  std::vector<bool> used(mesh.vertex_count(), false);
  for (const MeshTriangle& triangle : mesh.triangles())
    for (const Index v : triangle) used[v] = true;
  std::vector<Vec3> points;
  for (Index v = 0; v < mesh.vertex_count(); ++v)
    if (used[v]) points.push_back(mesh.vertex(v));
  Result<Polytope> hull = convex_hull(points);
  if (!hull) return hull.error();
  return Rounded(hull.value());
}

Result<Rounded> hull_of(const Rounded& first, const Rounded& rest) {
  std::vector<Vec3> points;
  for (const Polytope* core : {&first.core(), &rest.core()})
    for (int v = 0; v < core->vertex_count(); ++v) points.push_back(core->vertex(v));
  Result<Polytope> hull = convex_hull(points);
  if (!hull) return hull.error();
  return rounded(hull.value(), larger(first.radius(), rest.radius()));
}

// Half of each first: sums of coordinates up to 1e300 stay finite.
Vec3 center_of(const Rounded& hull) { return 0.5 * hull.core().box_low() + 0.5 * hull.core().box_high(); }

class TreeOfHulls {
 public:
  explicit TreeOfHulls(std::vector<Rounded> leaves) : leaves_(std::move(leaves)), order_(leaves_.size()) {
    for (Index k = 0; k < order_.size(); ++k) order_[k] = k;
    nodes_.reserve(2 * leaves_.size());
  }

  Result<std::vector<HullNode>> build() {
    add(0, order_.size());
    if (fault_) return *fault_;
    return std::move(nodes_);
  }

 private:
  // The tree over order_[begin … end): its position. Parents stand before their children.
  std::int32_t add(std::size_t begin, std::size_t end) {
    const auto place = static_cast<std::int32_t>(nodes_.size());
    const Index part = order_[begin];
    nodes_.push_back({leaves_[part]});
    if (end - begin == 1) {
      nodes_.back().part = static_cast<std::int32_t>(part);
      return place;
    }
    const std::size_t middle = halve(begin, end);
    const std::int32_t first = add(begin, middle), rest = add(middle, end);
    const Result<Rounded> hull = hull_of(at(first).hull, at(rest).hull);
    if (!hull) {
      fault_ = hull.error();
      return place;
    }
    at(place) = {hull.value(), first, rest, -1};
    return place;
  }

  std::size_t halve(std::size_t begin, std::size_t end) {
    Vec3 low = center_of(leaves_[order_[begin]]), high = low;
    for (std::size_t k = begin; k < end; ++k) {
      const Vec3 c = center_of(leaves_[order_[k]]);
      low = {smaller(low.x, c.x), smaller(low.y, c.y), smaller(low.z, c.z)};
      high = {larger(high.x, c.x), larger(high.y, c.y), larger(high.z, c.z)};
    }
    const Vec3 sides = high - low;
    int axis = sides.y > sides.x ? 1 : 0;
    if (sides.z > sides[axis]) axis = 2;
    const std::size_t middle = begin + (end - begin) / 2;
    const auto at_place = [this](std::size_t k) { return order_.begin() + static_cast<std::ptrdiff_t>(k); };
    std::nth_element(at_place(begin), at_place(middle), at_place(end), [&](Index a, Index b) {
      const double x = center_of(leaves_[a])[axis], y = center_of(leaves_[b])[axis];
      return x != y ? x < y : a < b;
    });
    return middle;
  }

  HullNode& at(std::int32_t place) { return nodes_[static_cast<std::size_t>(place)]; }

  std::vector<Rounded> leaves_;  // by part
  std::vector<Index> order_;     // of the parts
  std::vector<HullNode> nodes_;
  std::optional<Error> fault_;
};

}  // namespace

Result<Parts> make_parts(std::vector<PartShape> parts) {
  if (parts.empty()) return Error{"", "no parts"};
  std::vector<Rounded> leaves;
  leaves.reserve(parts.size());
  for (std::size_t k = 0; k < parts.size(); ++k) {
    Result<Rounded> hull = hull_of(parts[k]);
    if (!hull) return hull.error().within("part " + std::to_string(k));
    leaves.push_back(hull.value());
  }
  Result<std::vector<HullNode>> nodes = TreeOfHulls(std::move(leaves)).build();
  if (!nodes) return nodes.error();
  return Parts::assemble(std::move(parts), std::move(nodes).value());
}

}  // namespace clearance
