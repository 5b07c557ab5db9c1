// Notation: p = numerator/denominator; every sign is taken of expressions times powers of the denominator.
#include <clearance/build/decompose/solid.h>

#include <clearance/bvh/box.h>
#include <clearance/bvh/triangle_tree.h>
#include <clearance/exact/orient3d.h>

#include <cmath>
#include <limits>

namespace clearance::detail {
namespace {

constexpr int kUp = 2;

// Sign of a − p in one coordinate.
int compare_coordinate(double a, const Dyadic& numerator, const Dyadic& denominator) {
  return compare(Dyadic(a) * denominator, numerator);
}

bool is_no_higher(Vec3 u, const ExactPosition& p) { return compare_coordinate(u.y, p.numerator.y, p.denominator) <= 0; }
bool is_no_higher(Vec3 u, Vec3 p) { return u.y <= p.y; }

// Sign of the z of (v − u) × (p − u): positive where p is on the left of a line that goes up.
int turn_at(Vec3 u, Vec3 v, const ExactPosition& p) {
  const Dyadic dx = Dyadic(v.x) - Dyadic(u.x), dy = Dyadic(v.y) - Dyadic(u.y);
  const Dyadic px = p.numerator.x - Dyadic(u.x) * p.denominator, py = p.numerator.y - Dyadic(u.y) * p.denominator;
  return compare(dx * py, dy * px);
}
int turn_at(Vec3 u, Vec3 v, Vec3 p) { return orient2d_sign(u, v, p, kUp); }

int side_of_plane(Vec3 a, Vec3 b, Vec3 c, const ExactPosition& p) { return side_of(plane_through(a, b, c), p); }
int side_of_plane(Vec3 a, Vec3 b, Vec3 c, Vec3 p) { return orient3d_sign(a, b, c, p); }

// Whether the line from u to v, seen along z, passes p on the left (+1) or on the right (−1); 0 where it does not come
// along p's height. p is a little further to the right than it is (ε), and still less higher (ε²).
template <class Point>
int passing(Vec3 u, Vec3 v, const Point& p) {
  const bool u_below = is_no_higher(u, p), v_below = is_no_higher(v, p);
  if (u_below == v_below) return 0;
  int turn = turn_at(u, v, p);
  // On the line: p moved to the right is on the right of a line that goes up.
  if (turn == 0) turn = u_below ? -1 : 1;
  // Count the lines that pass on the right of p: up ones have p on their left.
  if (u_below) return turn > 0 ? 1 : 0;
  return turn < 0 ? -1 : 0;
}

// +1 where the ray from p upwards leaves through the triangle, −1 where it enters, 0 where it does not meet it.
template <class Point>
int crossing(Vec3 a, Vec3 b, Vec3 c, const Point& p) {
  const int around = passing(a, b, p) + passing(b, c, p) + passing(c, a, p);
  if (around == 0) return 0;
  // Seen from above the triangle turns around p, counter-clockwise for +1: its normal looks up. It is met when p is
  // below: on the back of a triangle that looks up.
  const int side = side_of_plane(a, b, c, p);
  return side * around < 0 ? around : 0;
}

Vec3 rough_position(const ExactPosition& p) {
  const auto coordinate = [&](const Dyadic& numerator) {
    std::int64_t above = 0, below = 0;
    const double top = numerator.fraction(above), bottom = p.denominator.fraction(below);
    return std::ldexp(top / bottom, static_cast<int>(above - below));
  };
  return {coordinate(p.numerator.x), coordinate(p.numerator.y), coordinate(p.numerator.z)};
}

bool is_within(double a, double b, double c, const Dyadic& numerator, const Dyadic& denominator) {
  const int x = compare_coordinate(a, numerator, denominator), y = compare_coordinate(b, numerator, denominator),
            z = compare_coordinate(c, numerator, denominator);
  return !(x > 0 && y > 0 && z > 0) && !(x < 0 && y < 0 && z < 0);
}

// Component `axis` of (v − u) × (p − u).
int turn_along(Vec3 u, Vec3 v, const ExactPosition& p, int axis) {
  const DyadicVec w = exact(v) - exact(u), m = p.numerator - p.denominator * exact(u);
  const DyadicVec n = cross(w, m);
  return (axis == 0 ? n.x : axis == 1 ? n.y : n.z).sign();
}

bool is_on_triangle(Vec3 a, Vec3 b, Vec3 c, const ExactPosition& p) {
  const Dyadic& d = p.denominator;
  if (!is_within(a.x, b.x, c.x, p.numerator.x, d) || !is_within(a.y, b.y, c.y, p.numerator.y, d) ||
      !is_within(a.z, b.z, c.z, p.numerator.z, d))
    return false;
  const CutPlane plane = plane_through(a, b, c);
  if (side_of(plane, p) != 0) return false;
  const int axis = plane.normal.x.sign() != 0 ? 0 : plane.normal.y.sign() != 0 ? 1 : plane.normal.z.sign() != 0 ? 2 : 3;
  if (axis == 3) {  // a segment: in its box, and on its line
    for (int k = 0; k < 3; ++k)
      if (turn_along(a, b, p, k) != 0 || turn_along(b, c, p, k) != 0 || turn_along(c, a, p, k) != 0) return false;
    return true;
  }
  const int x = turn_along(a, b, p, axis), y = turn_along(b, c, p, axis), z = turn_along(c, a, p, axis);
  return (x >= 0 && y >= 0 && z >= 0) || (x <= 0 && y <= 0 && z <= 0);
}

struct Corners {
  Vec3 a, b, c;
};
Corners corners_of(const Mesh& mesh, std::uint32_t t) {
  const MeshTriangle& triangle = mesh.triangle(t);
  return {mesh.vertex(triangle[0]), mesh.vertex(triangle[1]), mesh.vertex(triangle[2])};
}

// Seen along z, p is in the triangle's box, rounding allowed for.
bool may_meet(const Corners& t, Vec3 p, double error) {
  return smaller(t.a.x, smaller(t.b.x, t.c.x)) <= p.x + error && larger(t.a.x, larger(t.b.x, t.c.x)) >= p.x - error &&
         smaller(t.a.y, smaller(t.b.y, t.c.y)) <= p.y + error && larger(t.a.y, larger(t.b.y, t.c.y)) >= p.y - error &&
         larger(t.a.z, larger(t.b.z, t.c.z)) >= p.z - error;
}

// The quotients are off by less than 2⁻⁵⁰ of themselves.
double error_of(Vec3 rough) { return 0x1p-50 * norm_max(rough) + kUnderflow; }

template <class Visit>
void visit_upwards(const Mesh& mesh, Vec3 rough, const Visit& visit) {
  const double error = error_of(rough);
  mesh.tree().find_on_ray(rough, error, kUp, [&](std::uint32_t first, std::uint32_t count) {
    for (std::uint32_t t = first; t < first + count; ++t)
      if (const Corners corners = corners_of(mesh, t); may_meet(corners, rough, error))
        if (!visit(corners)) return false;
    return true;
  });
}

}  // namespace

int winding_number(const Mesh& mesh, const ExactPosition& point) {
  int winding = 0;
  visit_upwards(mesh, rough_position(point), [&](const Corners& t) {
    winding += crossing(t.a, t.b, t.c, point);
    return true;
  });
  return winding;
}

int winding_number(const Mesh& mesh, Vec3 point) {
  int winding = 0;
  visit_upwards(mesh, point, [&](const Corners& t) {
    winding += crossing(t.a, t.b, t.c, point);
    return true;
  });
  return winding;
}

bool may_be_leaf(const Mesh& mesh, std::uint32_t t) {
  const Corners own = corners_of(mesh, t);
  const CutPlane plane = plane_through(own.a, own.b, own.c);
  const Box box = united(united({own.a, own.a}, {own.b, own.b}), {own.c, own.c});
  const auto is_opposite = [&](const Corners& other) {
    return side_of(plane, other.a) == 0 && side_of(plane, other.b) == 0 && side_of(plane, other.c) == 0 &&
           dot(plane.normal, plane_through(other.a, other.b, other.c).normal).sign() < 0;
  };
  bool found = false;
  mesh.tree().find_in_box(box, [&](std::uint32_t first, std::uint32_t count) {
    for (std::uint32_t k = first; k < first + count && !found; ++k) found = k != t && is_opposite(corners_of(mesh, k));
    return !found;
  });
  return found;
}

bool is_in_closed_solid(const Mesh& mesh, const ExactPosition& point) {
  bool is_on = false;
  int winding = 0;
  visit_upwards(mesh, rough_position(point), [&](const Corners& t) {
    is_on = is_on_triangle(t.a, t.b, t.c, point);
    if (!is_on) winding += crossing(t.a, t.b, t.c, point);
    return !is_on;
  });
  return is_on || winding != 0;
}

}  // namespace clearance::detail
