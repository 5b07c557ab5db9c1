// Question: which differences of vertices go around an axis through the origin, seen along it?
// Method:   Gilbert's walk in the plane across the axis, in doubles.
// Proves:   nothing: three or four, counter-clockwise, for the caller to check.
// Cannot:   find any where the origin is near the border of what is seen.
// Cost:     three or four supports, seldom more.
#pragma once

#include <clearance/convex/posed_pair.h>

#include <cmath>
#include <utility>

namespace clearance::detail {

struct Difference {
  VertexPair pair;
  Vec3 m;
};

// Planes whose support is this near to the origin, in units of |n|₁·reach, are tried exactly.
inline constexpr double kNearPlane = 0x1p-36;

inline Vec3 along_axis(int k, double length) { return {k == 0 ? length : 0, k == 1 ? length : 0, k == 2 ? length : 0}; }

// Square to the line from r to s, seen along the axis, `other` on its positive side: the way to differences on the side
// away from it.
inline Vec3 beyond_from(Vec3 axis, const Difference& r, const Difference& s, const Difference& other) {
  const Vec3 n = cross(axis, s.m - r.m);
  return dot(n, other.m - r.m) > 0 ? n : -n;
}

// r and s opposite, t and u on the two sides of the line between them.
inline int ring_in_order(Vec3 axis, const Difference& r, const Difference& s, const Difference& t, const Difference& u,
                         Difference* ring) {
  const bool t_is_left = dot(axis, cross(r.m, t.m)) > 0;
  ring[0] = r, ring[1] = t_is_left ? t : u, ring[2] = s, ring[3] = t_is_left ? u : t;
  return 4;
}

// Their number, or 0. below(n, found) gives the difference farthest against n; false where that is near the plane
// through the origin. `center` is any difference inside, to begin with.
template <class Below>
int ring_around(Vec3 axis, Vec3 center, double reach, const Below& below, Difference* ring) {
  const double square = squared_norm(axis);
  const auto across = [&](Vec3 v) { return v - (dot(v, axis) / square) * axis; };
  // Twice the area of the origin and two differences, seen along the axis; above 0 where they turn left.
  const auto turn = [&](const Difference& r, const Difference& s) { return dot(axis, cross(r.m, s.m)); };
  const double least = kNearPlane * norm_one(axis) * reach * reach;
  // Square to the line from r to s, the origin behind it.
  const auto beyond = [&](const Difference& r, const Difference& s) {
    const Vec3 n = cross(axis, s.m - r.m);
    return dot(n, r.m) > 0 ? n : -n;
  };
  Vec3 n = across(center);
  if (!(norm_one(n) > 0x1p-20 * reach))
    n = across(std::fabs(axis.x) < 0.6 * norm_max(axis)   ? Vec3{1, 0, 0}
               : std::fabs(axis.y) < 0.6 * norm_max(axis) ? Vec3{0, 1, 0}
                                                          : Vec3{0, 0, 1});
  Difference r, s, t, u;
  if (!below(n, r) || !below(across(r.m), s)) return 0;
  for (int step = 0; step < 8; ++step) {
    if (turn(r, s) < 0) std::swap(r, s);
    if (turn(r, s) <= least) {  // the origin between the two
      const Vec3 across_line = cross(axis, s.m - r.m);
      if (!below(across_line, t) || !below(-across_line, u)) return 0;
      return ring_in_order(axis, r, s, t, u, ring);
    }
    if (!below(beyond(r, s), t)) return 0;
    // r → s → t is a left turn about the origin where it is inside.
    const double st = turn(s, t), tr = turn(t, r);
    if (st > least && tr > least) {
      ring[0] = r, ring[1] = s, ring[2] = t;
      return 3;
    }
    if (std::fabs(st) <= least && tr > least) {
      if (!below(beyond_from(axis, s, t, r), u)) return 0;
      return ring_in_order(axis, s, t, r, u, ring);
    }
    if (std::fabs(tr) <= least && st > least) {
      if (!below(beyond_from(axis, t, r, s), u)) return 0;
      return ring_in_order(axis, t, r, s, u, ring);
    }
    if (st <= least && tr <= least) return 0;
    (st < -least ? r : s) = t;
  }
  return 0;
}

}  // namespace clearance::detail
