#include <clearance/build/decompose/root.h>

#include <clearance/build/weld.h>
#include <clearance/exact/orient3d.h>

#include <algorithm>
#include <array>
#include <compare>
#include <set>
#include <utility>

namespace clearance::detail {
namespace {

using Index = std::uint32_t;

struct HalfEdge {
  Index low, high;    // vertices, equal ones counted as one
  Index triangle, k;  // the edge from its k-th vertex
  friend auto operator<=>(const HalfEdge&, const HalfEdge&) = default;
};

Vec3 corner(const Mesh& solid, Index t, Index k) { return solid.vertex(solid.triangle(t)[k % 3]); }

// For points of one line.
bool is_between(Vec3 p, Vec3 u, Vec3 v) {
  for (int axis = 0; axis < 3; ++axis)
    if (p[axis] < smaller(u[axis], v[axis]) || p[axis] > larger(u[axis], v[axis])) return false;
  return true;
}

bool has_area(const Mesh& solid, Index t) {
  return !collinear(corner(solid, t, 0), corner(solid, t, 1), corner(solid, t, 2));
}

// Edges of the triangles with area, next to each other where they are shared.
std::vector<HalfEdge> sorted_edges(const Mesh& solid, const std::vector<Index>& first, const std::vector<bool>& area) {
  std::vector<HalfEdge> edges;
  for (Index t = 0; t < solid.triangle_count(); ++t)
    for (Index k = 0; area[t] && k < 3; ++k) {
      const Index u = first[solid.triangle(t)[k]], v = first[solid.triangle(t)[(k + 1) % 3]];
      edges.push_back({std::min(u, v), std::max(u, v), t, k});
    }
  std::ranges::sort(edges);
  return edges;
}

std::vector<bool> triangles_with_area(const Mesh& solid) {
  std::vector<bool> area(solid.triangle_count());
  for (Index t = 0; t < area.size(); ++t) area[t] = has_area(solid, t);
  return area;
}

class RootCell {
 public:
  RootCell(CutArena& arena, const Mesh& solid)
      : arena_(arena),
        solid_(solid),
        first_(first_equal(solid.vertices())),
        area_(triangles_with_area(solid)),
        notch_(solid.triangle_count()),
        plane_(solid.triangle_count(), kNone),
        flat_neighbours_(solid.triangle_count(), {kNone, kNone, kNone}) {}

  Cell make() {
    look_at_edges();
    number_planes();
    const Vec3 sides = solid_.box_high() - solid_.box_low();
    Cell cell = box_cell(arena_, solid_.box_low() - 0.5 * sides, solid_.box_high() + 0.5 * sides);
    add_triangles(cell);
    return cell;
  }

 private:
  static constexpr Index kNone = 0xffffffffu;

  Vec3 corner_of(Index t, Index k) const { return corner(solid_, t, k); }

  // A triangle without area next to it leaves an edge open: it counts as a notch, which does no harm.
  void look_at_edges() {
    const std::vector<HalfEdge> edges = sorted_edges(solid_, first_, area_);
    for (std::size_t i = 0; i < edges.size(); ++i) {
      const HalfEdge& one = edges[i];
      const bool has_other = i + 1 < edges.size() && edges[i + 1].low == one.low && edges[i + 1].high == one.high;
      if (!has_other) {
        notch_[one.triangle][one.k] = true;
        continue;
      }
      const HalfEdge& other = edges[++i];
      const int far = orient3d_sign(corner_of(one.triangle, 0), corner_of(one.triangle, 1), corner_of(one.triangle, 2),
                                    corner_of(other.triangle, other.k + 2));
      notch_[one.triangle][one.k] = notch_[other.triangle][other.k] = far > 0;
      if (far != 0) continue;
      flat_neighbours_[one.triangle][one.k] = other.triangle;
      flat_neighbours_[other.triangle][other.k] = one.triangle;
    }
  }

  void number_planes() {
    for (Index t = 0; t < plane_.size(); ++t) {
      if (!area_[t] || plane_[t] != kNone) continue;
      const Index plane = arena_.add(plane_through(corner_of(t, 0), corner_of(t, 1), corner_of(t, 2)));
      std::vector<Index> left{t};
      plane_[t] = plane;
      while (!left.empty()) {
        const Index at = left.back();
        left.pop_back();
        for (const Index next : flat_neighbours_[at])
          if (next != kNone && plane_[next] == kNone) plane_[next] = plane, left.push_back(next);
      }
    }
  }

  void add_triangles(Cell& cell) {
    std::vector<Index> vertex(solid_.vertex_count(), kNone);
    for (Index t = 0; t < area_.size(); ++t) {
      if (!area_[t]) continue;
      CutPolygon part{plane_[t], t, {}};
      for (Index k = 0; k < 3; ++k) {
        const Index v = first_[solid_.triangle(t)[k]];
        if (vertex[v] == kNone) vertex[v] = arena_.add(solid_.vertex(v));
        part.corners.push_back({vertex[v], -1 - static_cast<std::int32_t>(k), notch_[t][k]});
      }
      cell.surface.push_back(std::move(part));
    }
  }

  CutArena& arena_;
  const Mesh& solid_;
  std::vector<Index> first_;
  std::vector<bool> area_;
  std::vector<std::array<bool, 3>> notch_;
  std::vector<Index> plane_;
  std::vector<std::array<Index, 3>> flat_neighbours_;
};

}  // namespace

Cell root_cell(CutArena& arena, const Mesh& solid) { return RootCell(arena, solid).make(); }

std::vector<Index> bare_triangles(const Mesh& solid) {
  std::vector<Index> bare;
  if (solid.facts().zero_area == 0) return bare;
  const std::vector<Index> first = first_equal(solid.vertices());
  const std::vector<bool> area = triangles_with_area(solid);
  std::set<std::pair<Index, Index>> held;  // edges of triangles with area, and their ends
  for (const HalfEdge& edge : sorted_edges(solid, first, area)) {
    held.emplace(edge.low, edge.high);
    held.emplace(edge.low, edge.low);
    held.emplace(edge.high, edge.high);
  }
  for (Index t = 0; t < area.size(); ++t) {
    if (area[t]) continue;
    const auto edge = [&](Index k) {
      const Index u = first[solid.triangle(t)[k]], v = first[solid.triangle(t)[(k + 1) % 3]];
      return std::pair<Index, Index>(std::minmax(u, v));
    };
    // All of it is the edge that the third vertex lies on, or the other two.
    bool is_held = true;
    for (Index k = 0; k < 3; ++k) is_held = is_held && held.contains(edge(k));
    for (Index k = 0; k < 3; ++k)
      is_held = is_held || (held.contains(edge(k)) &&
                            is_between(corner(solid, t, k + 2), corner(solid, t, k), corner(solid, t, k + 1)));
    if (!is_held) bare.push_back(t);
  }
  return bare;
}

}  // namespace clearance::detail
