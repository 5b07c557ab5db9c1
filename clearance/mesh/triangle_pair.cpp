// Question: do two posed triangles share a point, and where?
// Method:   the signs of triangle_signs.h: in doubles with bounds, then in integers of fixed width, then in big ones.
// Notation: points 0 … 2 are a's, 3 … 5 b's.
#include <clearance/mesh/triangle_pair.h>

#include <clearance/convex/exact/roots.h>
#include <clearance/convex/feature_points.h>
#include <clearance/mesh/integer_points.h>
#include <clearance/mesh/triangle_signs.h>

#include <algorithm>
#include <utility>

namespace clearance::detail {
namespace {

// In big numbers.
class Signs {
  SharedPoint room_[6];  // made before `points`, which uses it

 public:
  Signs(const TriangleAt& a, const TriangleAt& b) : points(a.v, a.pose, b.v, b.pose, room_) {}

  FeaturePoints points;
  TriangleSigns<FeaturePoints> of{points};
};

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
  explicit Corners(TriangleSigns<FeaturePoints>& signs) : signs_(signs) {
    for (int i = 0; i < 6; ++i) {
      const int other = 3 - i / 3 * 3;
      if (vertex_in(i, other)) add({points().exact_point(i), 1.0});
      if (signs_.has_area(other)) cross_plane(i, other);
    }
    for (int i = 0; i < 3; ++i)
      for (int k = 3; k < 6; ++k) cross_edges(i, next_corner(i), k, next_corner(k));
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
      for (int axis = 0; axis < 3 && on_line; ++axis) on_line = points().turn(k, next_corner(k), i, axis) == 0;
      if (on_line && signs_.between(k, i, next_corner(k))) return true;
    }
    return false;
  }

  void cross_plane(int i, int other) {
    const int j = next_corner(i);
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

  TriangleSigns<FeaturePoints>& signs_;
  std::vector<ExactCorner> corners_;
};

}  // namespace

TriangleRelation triangle_relation_exact(const TriangleAt& a, const TriangleAt& b) {
  Signs signs(a, b);
  return relation_by(signs.of);
}

std::optional<TriangleRelation> triangle_relation_in_integers(const TriangleAt& a, const TriangleAt& b) {
  double reach = norm_max(b.pose.translation() - a.pose.translation());
  for (int i = 0; i < 3; ++i) reach = larger(reach, larger(norm_max(a.v[i]), norm_max(b.v[i])));
  ApproxVec near[6];
  for (int i = 0; i < 3; ++i) {
    near[i] = approx_edge(a.pose, {}, a.v[i]);
    near[3 + i] = approx(PosedDifference{{{}, a.pose}, {b.v[i], b.pose}});
  }
  PairIntegers integers(a.pose, b.pose, reach);
  TriangleRelation relation = TriangleRelation::Apart;
  const bool holds = integers.use([&](auto& coordinates) {
    IntegerPoints points(coordinates, a.v, b.v, near);
    TriangleSigns signs(points);
    relation = relation_by(signs);
  });
  return holds ? std::optional(relation) : std::nullopt;
}

TriangleRelation triangle_relation_undecided(const TriangleAt& a, const TriangleAt& b) {
  const std::optional<TriangleRelation> relation = triangle_relation_in_integers(a, b);
  return relation ? *relation : triangle_relation_exact(a, b);
}

TriangleRelation triangle_relation(const TriangleAt& a, const TriangleAt& b) {
  Vec3 near[6];
  double error = 0;
  {
    Signs signs(a, b);
    for (int i = 0; i < 6; ++i) near[i] = signs.points.near(i).value;
    error = signs.points.error();
  }
  switch (triangle_pair_filter(near, near + 3, error)) {
    case TriangleGuess::Apart:
      return TriangleRelation::Apart;
    case TriangleGuess::Cross:
      return TriangleRelation::Cross;
    case TriangleGuess::Unsure:
      break;
  }
  return triangle_relation_undecided(a, b);
}

std::vector<Vec3> triangle_intersection(const TriangleAt& a, const TriangleAt& b) {
  Signs signs(a, b);
  if (!signs.of.planes_leave_it_open()) return {};
  return Corners(signs.of).rounded();
}

}  // namespace clearance::detail
