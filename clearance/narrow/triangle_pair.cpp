// Question: do two posed triangles share a point?
// Method:   they do just when an edge of one, as a closed segment, meets the other: a corner of what is common to both
//           lies on an edge of one of them. An edge and a triangle are decided by signs of determinants, within a
//           plane by turns, on a line by the order of points, so that every degenerate case is one of these.
// Proves:   the relation; Cross only where an edge passes from one strict side to the other strictly inside.
// Notation: points 0 … 2 are a's, 3 … 5 b's.
#include <clearance/narrow/triangle_pair.h>

#include <clearance/exact/orient3d.h>
#include <clearance/narrow/exact_roots.h>
#include <clearance/narrow/feature_points.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace clearance {
namespace {

int next(int i) { return i % 3 == 2 ? i - 2 : i + 1; }

// The signs that both questions are answered by.
class Signs {
  SharedPoint room_[6];  // made before `points`, which uses it

 public:
  Signs(const TriangleAt& a, const TriangleAt& b) : points(a.v, a.pose, b.v, b.pose, room_) {
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

  // Whether the line of edge i, not within the other's plane, meets the other triangle: 2 in its inner part, 1 on its
  // boundary, 0 not at all.
  int line_meets(int i) {
    const int other = 3 - i / 3 * 3;
    int least = 1, most = -1;
    for (int k = other; k < other + 3; ++k) {
      const int passes = i < 3 ? hand(i, k) : hand(k, i);
      least = passes < least ? passes : least;
      most = passes > most ? passes : most;
    }
    return least < 0 && most > 0 ? 0 : least * most > 0 ? 2 : 1;
  }

  // Whether a point of the plane of a triangle with an area is in it.
  bool inside_within_plane(int i, int other) {
    bool left = false, right = false;
    for (int k = other; k < other + 3; ++k) {
      const int turn = points.turn(k, next(k), i, axis(other));
      left = left || turn > 0;
      right = right || turn < 0;
    }
    return !(left && right);
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

  FeaturePoints points;

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
    if (entry == kUnsure) entry = points.orientation(i, next(i), k, next(k));
    return entry;
  }

  int axis_[2] = {-1, -1};
  int side_[6] = {};
  int hand_[3][3];  // kUnsure: not asked yet
};

// Two segments of one plane that `axis` is not parallel to; points allowed.
bool segments_meet_within_plane(Signs& signs, int p0, int p1, int q0, int q1, int axis) {
  FeaturePoints& points = signs.points;
  const int at_q0 = points.turn(p0, p1, q0, axis), at_q1 = points.turn(p0, p1, q1, axis);
  const int at_p0 = points.turn(q0, q1, p0, axis), at_p1 = points.turn(q0, q1, p1, axis);
  if (at_q0 * at_q1 < 0 && at_p0 * at_p1 < 0) return true;
  return (at_q0 == 0 && signs.between(p0, q0, p1)) || (at_q1 == 0 && signs.between(p0, q1, p1)) ||
         (at_p0 == 0 && signs.between(q0, p0, q1)) || (at_p1 == 0 && signs.between(q0, p1, q1));
}

bool segments_meet(Signs& signs, int p0, int p1, int q0, int q1) {
  if (signs.points.orientation(p0, p1, q0, q1) != 0) return false;
  if (const int axis = signs.crossing_axis(p0, p1, q0, q1); axis >= 0)
    return segments_meet_within_plane(signs, p0, p1, q0, q1, axis);
  return signs.between(p0, q0, p1) || signs.between(p0, q1, p1) || signs.between(q0, p0, q1);
}

// The edge from point i to the next against the other triangle.
TriangleRelation edge_against_triangle(Signs& signs, int i) {
  const int j = next(i), other = 3 - i / 3 * 3;
  const auto meet = [](bool yes) { return yes ? TriangleRelation::Meet : TriangleRelation::Apart; };
  if (!signs.has_area(other)) {
    bool meets = false;
    for (int k = other; k < other + 3 && !meets; ++k) meets = segments_meet(signs, i, j, k, next(k));
    return meet(meets);
  }
  if (signs.side(i) * signs.side(j) > 0) return TriangleRelation::Apart;
  if (signs.side(i) == 0 && signs.side(j) == 0) {
    bool meets = signs.inside_within_plane(i, other);
    for (int k = other; k < other + 3 && !meets; ++k)
      meets = segments_meet_within_plane(signs, i, j, k, next(k), signs.axis(other));
    return meet(meets);
  }
  const int how = signs.line_meets(i);
  return how == 2 && signs.side(i) * signs.side(j) < 0 ? TriangleRelation::Cross : meet(how > 0);
}

TriangleRelation decide(Signs& signs) {
  if (!signs.planes_leave_it_open()) return TriangleRelation::Apart;
  TriangleRelation found = TriangleRelation::Apart;
  for (int i = 0; i < 6; ++i) {
    const TriangleRelation here = edge_against_triangle(signs, i);
    if (here == TriangleRelation::Cross) return here;
    if (here == TriangleRelation::Meet) found = here;
  }
  return found;
}

// numerator / (denominator × scale) in the world, the denominator positive.
struct ExactCorner {
  DyadicVec numerator;
  Dyadic denominator;
};

const Dyadic& component(const DyadicVec& v, int axis) { return axis == 0 ? v.x : axis == 1 ? v.y : v.z; }

bool equal(const ExactCorner& p, const ExactCorner& q) {
  return is_zero(q.denominator * p.numerator - p.denominator * q.numerator);
}

bool before(const ExactCorner& p, const ExactCorner& q) {
  for (int axis = 0; axis < 3; ++axis)
    if (const int order =
            compare(component(p.numerator, axis) * q.denominator, component(q.numerator, axis) * p.denominator);
        order != 0)
      return order < 0;
  return false;
}

// Where the segment from p to q has height 0, given different heights of its ends.
ExactCorner at_height_zero(const DyadicVec& p, const Dyadic& height_p, const DyadicVec& q, const Dyadic& height_q) {
  const Dyadic span = height_p - height_q;
  if (span.sign() < 0) return {height_q * p - height_p * q, -span};
  return {height_p * q - height_q * p, span};
}

// The corners of what is common to both triangles: vertices of one in the other, and crossings of edges with inner
// parts or edges.
class Corners {
 public:
  explicit Corners(Signs& signs) : signs_(signs) {
    for (int i = 0; i < 6; ++i) {
      const int other = 3 - i / 3 * 3;
      if (vertex_in(i, other)) add({points().exact_point(i), 1.0});
      if (signs_.has_area(other)) cross_plane(i, other);
    }
    for (int i = 0; i < 3; ++i)
      for (int k = 3; k < 6; ++k) cross_edges(i, next(i), k, next(k));
  }

  std::vector<Vec3> rounded() {
    if (corners_.size() > 2) put_in_order();
    std::vector<Vec3> out;
    for (const ExactCorner& p : corners_) {
      const Dyadic denominator = p.denominator * points().scale();
      const auto at = [&](const Dyadic& x) { return rounded_ratio(x, denominator); };
      out.push_back({at(p.numerator.x), at(p.numerator.y), at(p.numerator.z)});
    }
    return out;
  }

 private:
  FeaturePoints& points() { return signs_.points; }

  void add(const ExactCorner& corner) {
    for (const ExactCorner& known : corners_)
      if (equal(known, corner)) return;
    corners_.push_back(corner);
  }

  bool vertex_in(int i, int other) {
    if (signs_.has_area(other)) return signs_.side(i) == 0 && signs_.inside_within_plane(i, other);
    for (int k = other; k < other + 3; ++k) {
      bool on_line = true;
      for (int axis = 0; axis < 3 && on_line; ++axis) on_line = points().turn(k, next(k), i, axis) == 0;
      if (on_line && signs_.between(k, i, next(k))) return true;
    }
    return false;
  }

  void cross_plane(int i, int other) {
    const int j = next(i);
    if (signs_.side(i) * signs_.side(j) >= 0 || signs_.line_meets(i) == 0) return;
    const DyadicVec &p = points().exact_point(i), &q = points().exact_point(j), &o = points().exact_point(other);
    const DyadicVec normal = cross(points().exact_point(other + 1) - o, points().exact_point(other + 2) - o);
    add(at_height_zero(p, dot(normal, p - o), q, dot(normal, q - o)));
  }

  void cross_edges(int p0, int p1, int q0, int q1) {
    if (points().orientation(p0, p1, q0, q1) != 0) return;
    const int axis = signs_.crossing_axis(p0, p1, q0, q1);
    if (axis < 0 || points().turn(p0, p1, q0, axis) * points().turn(p0, p1, q1, axis) >= 0 ||
        points().turn(q0, q1, p0, axis) * points().turn(q0, q1, p1, axis) >= 0)
      return;
    const DyadicVec &p = points().exact_point(p0), &q = points().exact_point(p1), &o = points().exact_point(q0);
    const DyadicVec along = points().exact_point(q1) - o, span = cross(along, p - q);
    const int seen = span.x.sign() != 0 ? 0 : span.y.sign() != 0 ? 1 : 2;  // in the world, unlike the signs' axis
    add(at_height_zero(p, component(cross(along, p - o), seen), q, component(cross(along, q - o), seen)));
  }

  // Three corners or more are those of a convex polygon, no three on a line: counter-clockwise around the first. Unless
  // a triangle is flat: then its middle vertex may be among them, and the ends are the first and the last.
  void put_in_order() {
    if (!signs_.has_area(0) || !signs_.has_area(3)) {
      std::sort(corners_.begin(), corners_.end(), before);
      corners_ = {corners_.front(), corners_.back()};
      return;
    }
    std::swap(corners_[0], *std::min_element(corners_.begin(), corners_.end(), before));
    const ExactCorner first = corners_[0];
    const auto from_first = [&](const ExactCorner& p) {
      return first.denominator * p.numerator - p.denominator * first.numerator;
    };
    const DyadicVec normal = cross(from_first(corners_[1]), from_first(corners_[2]));
    const int axis = normal.x.sign() != 0 ? 0 : normal.y.sign() != 0 ? 1 : 2;
    std::sort(corners_.begin() + 1, corners_.end(), [&](const ExactCorner& p, const ExactCorner& q) {
      return component(cross(from_first(p), from_first(q)), axis).sign() > 0;
    });
  }

  // The nearest double, or its neighbour where two are about equally near.
  static double rounded_ratio(const Dyadic& numerator, const Dyadic& denominator) {
    const double x = approximate_ratio(numerator, denominator);
    return x + approximate_ratio(numerator - Dyadic(x) * denominator, denominator);
  }

  Signs& signs_;
  std::vector<ExactCorner> corners_;
};

}  // namespace

TriangleRelation triangle_relation_exact(const TriangleAt& a, const TriangleAt& b) {
  Signs signs(a, b);
  return decide(signs);
}

TriangleRelation triangle_relation(const TriangleAt& a, const TriangleAt& b) {
  Signs signs(a, b);
  Vec3 near[6];
  for (int i = 0; i < 6; ++i) near[i] = signs.points.near(i).value;
  switch (triangle_pair_filter(near, near + 3, signs.points.error())) {
    case TriangleGuess::Apart:
      return TriangleRelation::Apart;
    case TriangleGuess::Cross:
      return TriangleRelation::Cross;
    case TriangleGuess::Unsure:
      break;
  }
  return decide(signs);
}

std::vector<Vec3> triangle_intersection(const TriangleAt& a, const TriangleAt& b) {
  Signs signs(a, b);
  if (!signs.planes_leave_it_open()) return {};
  return Corners(signs).rounded();
}

}  // namespace clearance
