#include <clearance/io/convex_mesh.h>

#include <clearance/build/convex_hull.h>
#include <clearance/build/weld.h>
#include <clearance/exact/orient3d.h>

#include <algorithm>

namespace clearance {
namespace {

struct Edge {
  std::uint32_t low, high;
  bool rising;  // the triangle runs from low to high

  friend auto operator<=>(const Edge&, const Edge&) = default;
};

bool folded(const MeshTriangle& t) { return t[0] == t[1] || t[1] == t[2] || t[2] == t[0]; }

std::vector<Edge> sorted_edges(std::span<const MeshTriangle> triangles) {
  std::vector<Edge> edges;
  edges.reserve(3 * triangles.size());
  for (const MeshTriangle& t : triangles)
    for (std::size_t k = 0; k < 3 && !folded(t); ++k) {
      const std::uint32_t from = t[k], to = t[(k + 1) % 3];
      edges.push_back({std::min(from, to), std::max(from, to), from < to});
    }
  std::sort(edges.begin(), edges.end());
  return edges;
}

// Calls visit(first edge of the group, how many, whether two run in opposite directions) for each edge of the mesh.
template <class Visit>
void for_each_edge(const std::vector<Edge>& edges, Visit visit) {
  for (std::size_t i = 0; i < edges.size();) {
    std::size_t end = i + 1;
    while (end < edges.size() && edges[end].low == edges[i].low && edges[end].high == edges[i].high) ++end;
    visit(edges[i], end - i, edges[i].rising != edges[end - 1].rising);
    i = end;
  }
}

std::string edge_text(const Edge& e) { return "edge " + std::to_string(e.low) + "–" + std::to_string(e.high); }

std::string why_not_closed(const std::vector<Edge>& edges) {
  std::string why = edges.empty() ? "no triangle with three different vertices" : "";
  for_each_edge(edges, [&](const Edge& edge, std::size_t count, bool opposite) {
    if (!why.empty()) return;
    if (count == 1) why = "not closed: " + edge_text(edge) + " has one triangle";
    if (count > 2) why = "not a surface: " + edge_text(edge) + " has " + std::to_string(count) + " triangles";
    if (count == 2 && !opposite)
      why = "not consistently oriented: two triangles run through " + edge_text(edge) + " in the same direction";
  });
  return why;
}

struct Plane3 {
  Vec3 a, b, c;
  int side(Vec3 p) const { return orient3d_sign(a, b, c, p); }
};

// Looks for hull vertices outside of planes through points of the hull.
class Supporter {
 public:
  explicit Supporter(const Polytope& hull) : hull_(hull) {}

  // A vertex strictly outside, or −1. `on_plane` is a hull vertex in the plane where one is known, else −1.
  int outside(const Plane3& plane, int on_plane) {
    if (on_plane < 0) on_plane = climb(cross(plane.b - plane.a, plane.c - plane.a));
    const int side = plane.side(hull_.vertex(on_plane));
    if (side > 0) return on_plane;
    if (side == 0) {
      // In the plane, and no neighbour beyond it: extreme, since the hull is convex and its adjacency exact.
      for (const std::uint32_t w : hull_.neighbours(on_plane))
        if (plane.side(hull_.vertex(static_cast<int>(w))) > 0) return static_cast<int>(w);
      return -1;
    }
    for (int v = 0; v < hull_.vertex_count(); ++v)
      if (plane.side(hull_.vertex(v)) > 0) return v;
    return -1;
  }

 private:
  // Uphill in doubles from where the last climb ended: a guess, checked by outside().
  int climb(Vec3 direction) {
    for (bool higher = true; higher;) {
      higher = false;
      const double here = dot(direction, hull_.vertex(last_));
      for (const std::uint32_t w : hull_.neighbours(last_)) {
        higher = dot(direction, hull_.vertex(static_cast<int>(w))) > here;
        if (!higher) continue;
        last_ = static_cast<int>(w);
        break;
      }
    }
    return last_;
  }

  const Polytope& hull_;
  int last_ = 0;
};

bool all_outside(const Polytope& hull, const Plane3& plane) {
  for (int v = 0; v < hull.vertex_count(); ++v)
    if (plane.side(hull.vertex(v)) < 0) return false;
  return true;
}

std::vector<MeshTriangle> renumbered(std::span<const MeshTriangle> triangles, std::span<const std::uint32_t> number) {
  std::vector<MeshTriangle> out(triangles.begin(), triangles.end());
  for (MeshTriangle& t : out)
    for (std::uint32_t& corner : t) corner = number[corner];
  return out;
}

}  // namespace

Result<Polytope> convex_mesh(std::span<const Vec3> points, std::span<const MeshTriangle> triangles) {
  const std::vector<MeshTriangle> welded = renumbered(triangles, first_equal(points));
  if (std::string why = why_not_closed(sorted_edges(welded)); !why.empty()) return Error{"", why};
  Result<Polytope> hull = convex_hull(points);
  if (!hull) return hull.error();
  if (hull->dimension() < 3) return Error{"", "flat: all points lie in one plane"};
  Supporter supporter(*hull);
  for (std::size_t i = 0; i < welded.size(); ++i) {
    const MeshTriangle& t = welded[i];
    const Plane3 plane{points[t[0]], points[t[1]], points[t[2]]};
    if (collinear(plane.a, plane.b, plane.c)) continue;
    const int known = std::max({hull->find(t[0]), hull->find(t[1]), hull->find(t[2])});
    const int vertex = supporter.outside(plane, known);
    if (vertex < 0) continue;
    if (all_outside(*hull, plane))
      return Error{"", "oriented inwards: triangle " + std::to_string(i) + " faces inside"};
    return Error{
        "", "not convex: vertex " + std::to_string(hull->id(vertex)) + " is outside of triangle " + std::to_string(i)};
  }
  return hull;
}

MeshDefects mesh_defects(std::span<const Vec3> vertices, std::span<const MeshTriangle> triangles) {
  MeshDefects facts;
  std::vector<MeshTriangle> sorted;
  for (const MeshTriangle& t : triangles) {
    const Vec3 a = vertices[t[0]], b = vertices[t[1]], c = vertices[t[2]];
    facts.zero_area += collinear(a, b, c);
    facts.volume += dot(a - vertices[0], cross(b - vertices[0], c - vertices[0])) / 6;
    if (folded(t)) continue;
    sorted.push_back(t);
    std::sort(sorted.back().begin(), sorted.back().end());
  }
  std::sort(sorted.begin(), sorted.end());
  for (std::size_t i = 1; i < sorted.size(); ++i) facts.duplicate_triangles += sorted[i] == sorted[i - 1];
  for_each_edge(sorted_edges(triangles), [&](const Edge&, std::size_t count, bool opposite) {
    facts.boundary_edges += count == 1;
    facts.nonmanifold_edges += count > 2;
    facts.inconsistent_edges += count == 2 && !opposite;
  });
  facts.closed = !sorted.empty() && facts.boundary_edges + facts.nonmanifold_edges + facts.inconsistent_edges == 0;
  const Result<Polytope> body = convex_mesh(vertices, triangles);
  facts.convex = body.ok();
  if (!body) facts.why_not_convex = body.error().text();
  return facts;
}

}  // namespace clearance
