#include <clearance/build/convex_mesh.h>

#include <clearance/build/convex_hull.h>
#include <clearance/build/mesh.h>
#include <clearance/exact/orient3d.h>

#include <algorithm>

namespace clearance::detail {
namespace {

struct Plane3 {
  Vec3 a, b, c;
  int side(Vec3 p) const { return orient3d_sign(a, b, c, p); }
  Plane3 turned() const { return {a, c, b}; }
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

}  // namespace

std::string why_not_convex(const Polytope& hull, std::span<const Vec3> points,
                           std::span<const MeshTriangle> triangles) {
  if (hull.dimension() < 3) return "flat: all points lie in one plane";
  Supporter supporter(hull);
  for (std::size_t i = 0; i < triangles.size(); ++i) {
    const MeshTriangle& t = triangles[i];
    const Plane3 plane{points[t[0]], points[t[1]], points[t[2]]};
    if (collinear(plane.a, plane.b, plane.c)) continue;
    const int known = std::max({hull.find(t[0]), hull.find(t[1]), hull.find(t[2])});
    const int above = supporter.outside(plane, known),
              below = above < 0 ? -1 : supporter.outside(plane.turned(), known);
    if (above < 0 || below < 0) continue;
    const auto [first, second] = std::minmax({hull.id(above), hull.id(below)});
    return "not convex: vertices " + std::to_string(first) + " and " + std::to_string(second) +
           " are on different sides of triangle " + std::to_string(i);
  }
  return "";
}

Result<Polytope> convex_mesh(std::span<const Vec3> points, std::span<const MeshTriangle> triangles) {
  const MeshFacts facts = mesh_facts(points, triangles);
  if (!facts.is_solid()) return Error{"", why_not_solid(facts)};
  Result<Polytope> hull = convex_hull(points);
  if (!hull) return hull.error();
  if (std::string why = why_not_convex(*hull, points, triangles); !why.empty()) return Error{"", why};
  return hull;
}

}  // namespace clearance::detail
