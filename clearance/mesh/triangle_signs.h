// Question: how do two triangles lie to each other, given exact signs of their six vertices?
// Method:   they share a point just when an edge of one, as a closed segment, meets the other: a corner of what is
//           common to both lies on an edge of one of them. An edge and a triangle are decided by signs of determinants,
//           within a plane by turns, on a line by the order of points, so that every degenerate case is one of these.
// Proves:   the relation, as far as the signs are right; Cross only where an edge passes from one strict side to the
//           other strictly inside.
// Notation: points 0 … 2 are a's, 3 … 5 b's. Points is a class that has for them
//             orientation(i, j, k, l)  the sign of det(j − i, k − i, l − i)
//             turn(i, j, k, axis)      the sign of component `axis` of (j − i) × (k − i)
//             order(i, j)              the lexicographic order of two points
#pragma once

#include <clearance/exact/orient3d.h>
#include <clearance/mesh/triangle_pair.h>

#include <cmath>
#include <cstdlib>

namespace clearance::detail {

inline int next_corner(int i) { return i % 3 == 2 ? i - 2 : i + 1; }

template <class Points>
class TriangleSigns {
 public:
  explicit TriangleSigns(Points& of) : points(of) {
    for (auto& row : hand_)
      for (int& entry : row) entry = kUnsure;
  }

  // Looks at the planes. False when one of them shows that the triangles are apart.
  bool planes_leave_it_open() { return plane_leaves_it_open(3, 0) && plane_leaves_it_open(0, 3); }

  // Below for points of the triangle that begins at `first`: 0 or 3.
  bool has_area(int first) const { return axis_[first / 3] >= 0; }
  // An axis along which its area is seen.
  int axis(int first) const { return axis_[first / 3]; }
  // Of a point to the other triangle's plane, if that has an area.
  int side(int i) const { return side_[i]; }

  // How the edge from i passes the edge from k of the other triangle: the sign of det(i′ − i, k − i, k′ − i).
  int passes(int i, int k) { return i < 3 ? hand(i, k) : hand(k, i); }

  // Whether the line of edge i, not within the other's plane, meets the other triangle: 2 in its inner part, 1 on its
  // boundary, 0 not at all.
  int line_meets(int i) {
    const int other = 3 - i / 3 * 3;
    int least = 1, most = -1;
    for (int k = other; k < other + 3; ++k) {
      const int how = passes(i, k);
      least = how < least ? how : least;
      most = how > most ? how : most;
    }
    return least < 0 && most > 0 ? 0 : least * most > 0 ? 2 : 1;
  }

  // Whether a point of the plane of a triangle with an area is in it.
  bool inside_within_plane(int i, int other) {
    bool left = false, right = false;
    for (int k = other; k < other + 3; ++k) {
      const int turn = points.turn(k, next_corner(k), i, axis(other));
      left = left || turn > 0;
      right = right || turn < 0;
    }
    return !(left && right);
  }

  // Whether all of the triangle that begins at `first` is known to be strictly on that side of the other's plane.
  bool is_all_on(int first, int side) const {
    return side_[first] == side && side_[first + 1] == side && side_[first + 2] == side;
  }

  // Whether one of the triangles has vertices strictly on both sides of the other's plane.
  bool may_cross() const {
    const auto is_cut = [&](int first) {
      bool below = false, above = false;
      for (int i = first; i < first + 3; ++i) below = below || side_[i] < 0, above = above || side_[i] > 0;
      return below && above;
    };
    return is_cut(0) || is_cut(3);
  }

  // Whether m is on the segment from p0 to p1, all three on one line.
  bool between(int p0, int m, int p1) { return points.order(p0, m) * points.order(m, p1) >= 0; }

  // An axis along which two segments of one plane do not look like parts of one line; −1 when they are.
  int crossing_axis(int p0, int p1, int q0, int q1) {
    for (int axis = 0; axis < 3; ++axis)
      if (points.turn(p0, p1, q0, axis) != 0 || points.turn(p0, p1, q1, axis) != 0 ||
          points.turn(q0, q1, p0, axis) != 0 || points.turn(q0, q1, p1, axis) != 0)
        return axis;
    return -1;
  }

  Points& points;

 private:
  bool plane_leaves_it_open(int plane, int first) {
    int& axis = axis_[plane / 3];
    for (axis = 2; axis >= 0 && points.turn(plane, plane + 1, plane + 2, axis) == 0; --axis) continue;
    if (axis < 0) return true;
    for (int i = first; i < first + 3; ++i) side_[i] = points.orientation(plane, plane + 1, plane + 2, i);
    return std::abs(side_[first] + side_[first + 1] + side_[first + 2]) < 3;
  }

  // How edge k of b passes edge i of a.
  int hand(int i, int k) {
    int& entry = hand_[i][k - 3];
    if (entry == kUnsure) entry = points.orientation(i, next_corner(i), k, next_corner(k));
    return entry;
  }

  int axis_[2] = {-1, -1};
  int side_[6] = {};
  int hand_[3][3];  // kUnsure: not asked yet
};

// Two segments of one plane that `axis` is not parallel to; points allowed.
template <class Points>
bool segments_meet_within_plane(TriangleSigns<Points>& signs, int p0, int p1, int q0, int q1, int axis) {
  Points& points = signs.points;
  const int at_q0 = points.turn(p0, p1, q0, axis), at_q1 = points.turn(p0, p1, q1, axis);
  const int at_p0 = points.turn(q0, q1, p0, axis), at_p1 = points.turn(q0, q1, p1, axis);
  if (at_q0 * at_q1 < 0 && at_p0 * at_p1 < 0) return true;
  return (at_q0 == 0 && signs.between(p0, q0, p1)) || (at_q1 == 0 && signs.between(p0, q1, p1)) ||
         (at_p0 == 0 && signs.between(q0, p0, q1)) || (at_p1 == 0 && signs.between(q0, p1, q1));
}

template <class Points>
bool segments_meet(TriangleSigns<Points>& signs, int p0, int p1, int q0, int q1) {
  if (signs.points.orientation(p0, p1, q0, q1) != 0) return false;
  if (const int axis = signs.crossing_axis(p0, p1, q0, q1); axis >= 0)
    return segments_meet_within_plane(signs, p0, p1, q0, q1, axis);
  return signs.between(p0, q0, p1) || signs.between(p0, q1, p1) || signs.between(q0, p0, q1);
}

// The edge from point i to the next against the other triangle.
template <class Points>
TriangleRelation edge_against_triangle(TriangleSigns<Points>& signs, int i) {
  const int j = next_corner(i), other = 3 - i / 3 * 3;
  const auto meet = [](bool yes) { return yes ? TriangleRelation::Meet : TriangleRelation::Apart; };
  if (!signs.has_area(other)) {
    bool meets = false;
    for (int k = other; k < other + 3 && !meets; ++k) meets = segments_meet(signs, i, j, k, next_corner(k));
    return meet(meets);
  }
  if (signs.side(i) * signs.side(j) > 0) return TriangleRelation::Apart;
  if (signs.side(i) == 0 && signs.side(j) == 0) {
    bool meets = signs.inside_within_plane(i, other);
    for (int k = other; k < other + 3 && !meets; ++k)
      meets = segments_meet_within_plane(signs, i, j, k, next_corner(k), signs.axis(other));
    return meet(meets);
  }
  const int how = signs.line_meets(i);
  return how == 2 && signs.side(i) * signs.side(j) < 0 ? TriangleRelation::Cross : meet(how > 0);
}

// After planes_leave_it_open().
template <class Points>
TriangleRelation relation_of_open(TriangleSigns<Points>& signs) {
  const bool may_cross = signs.may_cross();
  TriangleRelation found = TriangleRelation::Apart;
  for (int i = 0; i < 6; ++i) {
    const TriangleRelation here = edge_against_triangle(signs, i);
    if (here == TriangleRelation::Cross) return here;
    if (here == TriangleRelation::Meet) found = here;
    if (here == TriangleRelation::Meet && !may_cross) return here;
  }
  return found;
}

template <class Points>
TriangleRelation relation_by(TriangleSigns<Points>& signs) {
  return signs.planes_leave_it_open() ? relation_of_open(signs) : TriangleRelation::Apart;
}

}  // namespace clearance::detail
