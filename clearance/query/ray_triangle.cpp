// Notation: h0, h1 the heights of the segment's ends over the triangle's plane; a line passes an edge on the left, on
// the right or through it, and it goes through the triangle where it passes no two edges on different sides.
#include <clearance/bvh/box.h>
#include <clearance/query/ray_parts.h>

#include <cmath>

namespace clearance::detail {
namespace {

ApproxVec between(Vec3 v, Vec3 w, double error) { return ApproxVec{w, error} - ApproxVec{v, 0}; }

// The component of (q − p) × (x − p) along an axis, of plain points.
Approx turn_about(Vec3 p, Vec3 q, Vec3 x, int axis) {
  const ApproxVec n = cross(between(p, q, 0), between(p, x, 0));
  return {n.value[axis], n.error};
}

// The first axis along which the triangle is seen from a side; 3 if it is none.
int axis_seen(const Vec3 (&v)[3]) {
  int axis = 0;
  while (axis < 3 && orient2d_sign(v[0], v[1], v[2], axis) == 0) ++axis;
  return axis;
}

// A segment along a line that has the triangle on one side and meets it in a vertex, or in an edge from `i` to `j`.
TriangleHit cast_along_border(const Vec3 (&v)[3], const LocalEnds& ends, Vec3 n, int axis, int i, int j) {
  const Vec3 way = ends.to - ends.from;
  const int one = (axis + 1) % 3, two = (axis + 2) % 3, c = std::fabs(way[one]) > std::fabs(way[two]) ? one : two;
  const double ahead = way[c] > 0 ? 1 : -1, from = ahead * ends.from[c], to = ahead * ends.to[c];
  const int first = ahead * v[i][c] <= ahead * v[j][c] ? i : j, last = i + j - first;
  const double begin = ahead * v[first][c];
  TriangleHit found;
  if (!(from < to)) return found;
  found.unsure = false;
  if (ahead * v[last][c] < from || begin > to) return found;
  found.hit = true;
  if (begin <= from) {
    found.at = {0, 0};
    return found;
  }
  const Vec3 before = cross(v[first] - v[(first + 2) % 3], n), after = cross(v[(first + 1) % 3] - v[first], n);
  found.normal = dot(before, way) < dot(after, way) ? before : after;
  const auto difference = [](double x, double y) { return Approx{x - y, 2 * kUnit * std::fabs(x - y)}; };
  found.at = begin == to ? Bracket{1, 1} : fraction(difference(begin, from), difference(begin, to));
  return found;
}

// Of a point in the triangle's plane.
bool holds(const Vec3 (&v)[3], Vec3 point, int axis) {
  const int turn = orient2d_sign(v[0], v[1], v[2], axis);
  for (int i = 0; i < 3; ++i)
    if (turn * orient2d_sign(v[i], v[(i + 1) % 3], point, axis) < 0) return false;
  return true;
}

// A segment in the triangle's plane, of plain points: what the three edges leave of it.
TriangleHit cast_within_plane(const Vec3 (&v)[3], const LocalEnds& ends, Vec3 n) {
  TriangleHit found;
  const int axis = axis_seen(v);
  if (axis == 3) return found;
  int side[3], on_line = 0, sides = 0;
  for (int i = 0; i < 3; ++i) {
    side[i] = orient2d_sign(ends.from, ends.to, v[i], axis);
    sides += side[i], on_line += side[i] == 0;
  }
  if (sides == 3 || sides == -3) {
    found.unsure = false;
    return found;
  }
  if (on_line == 1 && sides != 0) {
    const int i = side[0] == 0 ? 0 : side[1] == 0 ? 1 : 2;
    return cast_along_border(v, ends, n, axis, i, i);
  }
  if (on_line == 2) {
    const int i = side[0] != 0 ? 1 : side[1] != 0 ? 2 : 0;
    return cast_along_border(v, ends, n, axis, i, (i + 1) % 3);
  }
  const int turn = orient2d_sign(v[0], v[1], v[2], axis);
  Bracket enter{0, 0}, leave{1, 1};
  Vec3 normal;
  for (int i = 0; i < 3; ++i) {
    const Vec3 p = v[i], q = v[(i + 1) % 3];
    // Above 0 outside.
    const int sign0 = -turn * orient2d_sign(p, q, ends.from, axis), sign1 = -turn * orient2d_sign(p, q, ends.to, axis);
    if (sign0 <= 0 && sign1 <= 0) continue;
    if (sign0 > 0 && sign1 > 0) {
      found.unsure = false;
      return found;
    }
    const auto height = [&](Vec3 x) {
      const Approx turned = turn_about(p, q, x, axis);
      return Approx{-turn * turned.value, turned.error};
    };
    // From the end that is outside: 1 where the other is on the edge.
    const Approx out = height(sign0 > 0 ? ends.from : ends.to), in = height(sign0 > 0 ? ends.to : ends.from);
    const bool ends_on_edge = sign0 == 0 || sign1 == 0;
    if (!ends_on_edge && (proved_sign(out) <= 0 || proved_sign(in) >= 0)) return found;
    const Bracket at = ends_on_edge ? Bracket{1, 1} : fraction(out, in);
    if (sign0 > 0) {
      if (at.upper > enter.upper) normal = cross(q - p, n);
      enter = {larger(enter.lower, at.lower), larger(enter.upper, at.upper)};
    } else {
      leave = {smaller(leave.lower, larger(next_below(1 - at.upper), 0)),
               smaller(leave.upper, smaller(next_above(1 - at.lower), 1))};
    }
  }
  if (enter.lower > leave.upper) {
    found.unsure = false;
  } else if (enter.upper <= leave.lower && enter.upper - enter.lower <= kWide) {
    found = {false, true, enter, normal};
  }
  return found;
}

}  // namespace

TriangleHit cast_at_triangle(const Vec3 (&v)[3], const LocalEnds& ends) {
  TriangleHit found;
  const bool is_plain = ends.are_doubles();
  const ApproxVec n = cross(between(v[0], v[1], 0), between(v[0], v[2], 0));
  const Approx h0 = dot(n, between(v[0], ends.from, ends.error_from)),
               h1 = dot(n, between(v[0], ends.to, ends.error_to));
  const auto sign_of = [&](const Approx& height, Vec3 end) {
    const int sign = proved_sign(height);
    return sign != 0 || !is_plain ? sign : orient3d_sign(v[0], v[1], v[2], end);
  };
  const int sign0 = sign_of(h0, ends.from), sign1 = sign_of(h1, ends.to);
  if (is_plain && sign0 == 0 && sign1 == 0) return cast_within_plane(v, ends, n.value);
  if (sign0 == 0 || sign1 == 0) {
    const int axis = is_plain ? axis_seen(v) : 3;
    if (axis == 3) return found;
    found.unsure = false;
    found.hit = holds(v, sign0 == 0 ? ends.from : ends.to, axis);
    found.at = sign0 == 0 ? Bracket{0, 0} : Bracket{1, 1};
    if (sign1 == 0) found.normal = static_cast<double>(sign0) * n.value;
    return found;
  }
  if (sign0 == sign1) {
    found.unsure = false;
    return found;
  }
  if (proved_sign(h0) == 0 || proved_sign(h1) == 0) return found;  // no bracket
  int passed = 0;
  bool unsure = false;
  for (int i = 0; i < 3; ++i) {
    const Vec3 p = v[i], q = v[(i + 1) % 3];
    const ApproxVec to_p = ApproxVec{p, 0} - ApproxVec{ends.from, ends.error_from};
    const ApproxVec to_q = ApproxVec{q, 0} - ApproxVec{ends.from, ends.error_from};
    const ApproxVec way = ApproxVec{ends.to, ends.error_to} - ApproxVec{ends.from, ends.error_from};
    int side = proved_sign(dot(cross(way, to_p), to_q));
    if (side == 0 && is_plain) {
      side = orient3d_sign(ends.from, ends.to, p, q);
    } else if (side == 0) {
      unsure = true;
      continue;
    }
    if (side * passed < 0) {
      found.unsure = false;
      return found;
    }
    if (side != 0) passed = side;
  }
  const auto above = [](const Approx& height, int sign) { return Approx{sign * height.value, height.error}; };
  found.at = fraction(above(h0, sign0), above(h1, sign0));
  if (unsure) return found;
  found.normal = static_cast<double>(sign0) * n.value;
  found.hit = true;
  found.unsure = found.at.upper - found.at.lower > kWide;
  return found;
}

}  // namespace clearance::detail
