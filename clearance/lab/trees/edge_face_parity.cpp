// Question: how often does a ray within a face's plane, from the point where an edge meets it, cross the face?
// Method:   the point is made: (h₀·p₁ − h₁·p₀)/(h₀ − h₁), p the ends of the edge and h their heights above the plane.
//           It is kept as a fraction, so that it is exact; in doubles with error bounds first. Seen along an axis, the
//           ray runs along the first of the other two; sides are crossed where one end alone is beyond the point in the
//           second (half-open, so that corners count once).
// Cost:     the point has the degree of three vertices: where doubles do not settle it, longer numbers than the other
//           two methods need.
#include <clearance/lab/trees/edge_face.h>
#include <clearance/lab/trees/edge_face_points.h>

#include <clearance/exact/orient3d.h>

namespace clearance {
using namespace detail;
namespace {

using Where = EdgeFacePoints::Where;

// Doubles and exact numbers through the same steps. A sign may be kUnsure.
int sign(const Approx& x) {
  const int proved = proved_sign(x);
  return proved != 0 ? proved : kUnsure;
}
int sign(const Dyadic& x) { return x.sign(); }

Approx coordinate(const ApproxVec& v, int axis) { return {v.value[axis % 3], v.error}; }
Dyadic coordinate(const DyadicVec& v, int axis) { return axis % 3 == 0 ? v.x : axis % 3 == 1 ? v.y : v.z; }

ApproxVec place(EdgeFacePoints& f, int i, Approx) { return f.points.near(i); }
const DyadicVec& place(EdgeFacePoints& f, int i, const Dyadic&) { return f.points.exact_point(i); }

auto normal_of(EdgeFacePoints& f, const auto& number) {
  const auto& origin = place(f, 3, number);
  return cross(place(f, 4, number) - origin, place(f, f.turned(), number) - origin);
}
// An axis along which the face has an area, in the frame of the numbers.
int axis_of(EdgeFacePoints& f, Approx) { return f.axis(); }
int axis_of(EdgeFacePoints& f, const Dyadic& number) {
  const DyadicVec normal = normal_of(f, number);
  return normal.x.sign() != 0 ? 0 : normal.y.sign() != 0 ? 1 : 2;
}

// A fraction in the plane seen along an axis: both coordinates over one positive denominator.
template <class Number>
struct PlanePoint {
  Number first, second, denominator;
  int axis;
};

template <class Number>
struct FlatVector {
  Number first, second;
};
template <class Number>
Number cross(const FlatVector<Number>& a, const FlatVector<Number>& b) {
  return a.first * b.second - a.second * b.first;
}
template <class Number>
Number minus_dot(const FlatVector<Number>& a, const FlatVector<Number>& b) {
  return (Number{} - a.first * b.first) - a.second * b.second;
}

// From the point to corner k, times the denominator.
template <class Number>
FlatVector<Number> to_corner(EdgeFacePoints& f, const PlanePoint<Number>& point, int k) {
  const auto& corner = place(f, k, Number{});
  return {coordinate(corner, point.axis + 1) * point.denominator - point.first,
          coordinate(corner, point.axis + 2) * point.denominator - point.second};
}

// Unsure in doubles only.
template <class Number>
Where parity(EdgeFacePoints& f, const PlanePoint<Number>& point) {
  bool inside = false;
  for (int k = 3; k < f.end(); ++k) {
    const FlatVector<Number> from = to_corner(f, point, k), to = to_corner(f, point, f.next(k));
    const int from_beyond = sign(from.second), to_beyond = sign(to.second), side = sign(cross(from, to));
    if (from_beyond == kUnsure || to_beyond == kUnsure || side == kUnsure) return Where::Unsure;
    if (side == 0 && sign(minus_dot(from, to)) >= 0) return Where::Boundary;
    if ((from_beyond > 0) == (to_beyond > 0)) continue;
    if (side * (to_beyond > 0 ? 1 : -1) > 0) inside = !inside;
  }
  return inside ? Where::Inside : Where::Outside;
}

template <class Number>
PlanePoint<Number> crossing(EdgeFacePoints& f) {
  const auto &origin = place(f, 3, Number{}), &p0 = place(f, 0, Number{}), &p1 = place(f, 1, Number{});
  const auto normal = normal_of(f, Number{});
  // The denominator is made positive: the sides of both ends are known exactly.
  const bool turn = f.side(0) < f.side(1);
  const Number h0 = dot(normal, p0 - origin), h1 = dot(normal, p1 - origin), zero{};
  const Number a = turn ? zero - h0 : h0, b = turn ? zero - h1 : h1;
  const auto mixed = [&](int axis) { return a * coordinate(p1, axis) - b * coordinate(p0, axis); };
  const int axis = axis_of(f, zero);
  return {mixed(axis + 1), mixed(axis + 2), a - b, axis};
}

// Within the plane: an end inside, or a common point of the edge and a side, made as a pair of parameters.
bool meets_within_plane(EdgeFacePoints& f) {
  const DyadicVec &p0 = f.points.exact_point(0), &p1 = f.points.exact_point(1);
  const int axis = axis_of(f, Dyadic()), u = axis + 1, v = axis + 2;
  const auto flat = [&](const DyadicVec& from, const DyadicVec& to) {
    return FlatVector<Dyadic>{coordinate(to, u) - coordinate(from, u), coordinate(to, v) - coordinate(from, v)};
  };
  if (parity<Dyadic>(f, {coordinate(p0, u), coordinate(p0, v), 1.0, axis}) != Where::Outside) return true;
  if (parity<Dyadic>(f, {coordinate(p1, u), coordinate(p1, v), 1.0, axis}) != Where::Outside) return true;
  const FlatVector<Dyadic> edge = flat(p0, p1);
  for (int k = 3; k < f.end(); ++k) {
    const DyadicVec &q0 = f.points.exact_point(k), &q1 = f.points.exact_point(f.next(k));
    const FlatVector<Dyadic> side = flat(q0, q1), to = flat(p0, q0);
    const Dyadic whole = cross(edge, side), along_edge = cross(to, side), along_side = cross(to, edge);
    // Parallel ones meet at an end, and the edge's ends are outside: then a corner is on the edge, and another side
    // ends there that is not parallel.
    const int s = whole.sign();
    if (s == 0) continue;
    const auto is_part = [&](const Dyadic& x) { return x.sign() * s >= 0 && (x - whole).sign() * s <= 0; };
    if (is_part(along_edge) && is_part(along_side)) return true;
  }
  return false;
}

}  // namespace

EdgeFace edge_face_parity(const EdgeAt& edge, const FaceAt& face) {
  EdgeFacePoints f(edge, face);
  if (f.on_one_side()) return EdgeFace::Apart;
  if (f.is_within_plane()) return meets_within_plane(f) ? EdgeFace::Meet : EdgeFace::Apart;
  const Where where = parity(f, crossing<Approx>(f));
  return f.conclude(where != Where::Unsure ? where : parity(f, crossing<Dyadic>(f)));
}

}  // namespace clearance
