// Question: which edge of the difference body is next to the origin, and which differences are in the two planes that
//           meet there?
// Method:   ties along a direction, the edge where they end, and on either side of it the lowest plane; in doubles.
// Proves:   nothing: it chooses four differences for the caller to check.
#pragma once

#include <clearance/convex/ties.h>

#include <cmath>

namespace clearance::detail {

// Two ties on either side of the origin, seen along n, that have all others on one side of the line between them: a
// cone of half a turn, from right to left.
inline bool set_edge(const PosedPair& pair, Vec3 n, Difference& right, Difference& left) {
  constexpr double kStraight = 0x1p-20;
  const TiesOfBoth ties(pair, n);
  const Ties &of_a = ties.a, &of_b = ties.b;
  if (!ties.are_whole()) return false;
  const Vec3 unit = n / norm(n);
  const auto sine = [&](const Difference& r, const Difference& s) {
    return dot(unit, cross(r.m, s.m)) / (norm(r.m) * norm(s.m));
  };
  bool is_empty = true;
  for (int i = 0; i < of_a.count; ++i)
    for (int j = 0; j < of_b.count; ++j) {
      const VertexPair at{of_a.vertex[i], of_b.vertex[j]};
      const Difference tie{at, pair.difference(at)};
      if (!(norm(tie.m) > kStraight * pair.reach())) continue;
      if (is_empty) right = left = tie, is_empty = false;
      const double from_right = sine(right, tie), from_left = sine(left, tie);
      const bool is_on_right = std::fabs(from_right) <= kStraight, is_on_left = std::fabs(from_left) <= kStraight;
      const double along_right = dot(right.m, tie.m), along_left = dot(left.m, tie.m);
      if ((is_on_right && along_right > 0) || (is_on_left && along_left > 0)) {
        if (is_on_right && along_right > squared_norm(right.m)) right = tie;
        if (is_on_left && along_left > squared_norm(left.m)) left = tie;
      } else if (!is_on_right && !is_on_left && from_left > 0 && from_right < 0) {
        return false;
      } else if (is_on_right || (!is_on_left && from_left > 0)) {
        left = tie;
      } else if (is_on_left || from_right < 0) {
        right = tie;
      }
    }
  return !is_empty && std::fabs(sine(left, right)) <= kStraight && dot(left.m, right.m) < 0;
}

// On this side of the line through the origin, the difference whose plane with it has no other clearly beyond.
inline Difference lowest_beside(const PosedPair& pair, Vec3 along, Vec3 side) {
  const Vec3 below = cross(along, side);
  Difference found = farthest_difference(pair, side);
  for (int step = 0; step < 8; ++step) {
    const Vec3 n = cross(along, found.m), out = dot(below, n) > 0 ? n : -n;
    const Difference next = farthest_difference(pair, out);
    if (!(dot(out, next.m) > kNearPlane * norm_one(out) * pair.reach() && dot(side, next.m) > 0)) break;
    found = next;
  }
  return found;
}

struct Wedge {
  bool is_found = false;
  Difference point[4];  // the ends of the edge, and one on either side of it
};
// near: a direction along which the difference body is next to the origin.
inline Wedge find_wedge(const PosedPair& pair, Vec3 near) {
  Wedge wedge;
  Difference from, to;
  if (!set_edge(pair, near, from, to)) return wedge;
  const Vec3 edge = to.m - from.m, along = edge / norm(edge), side = cross(along, near);
  return {true, {from, to, lowest_beside(pair, along, side), lowest_beside(pair, along, -side)}};
}

}  // namespace clearance::detail
