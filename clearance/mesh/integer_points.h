// Question: how do the vertices of two posed triangles lie to each other, in integers of fixed width?
// Method:   each vertex once, when it is first asked for; signs of determinants of differences. Where these are long,
//           doubles with a bound on the error are asked first.
// Proves:   every sign, as long as the coordinates hold: look at holds() before believing one.
// Notation: points 0 … 2 are a's, 3 … 5 b's.
#pragma once

#include <clearance/convex/pair_integers.h>
#include <clearance/exact/approx.h>

#include <optional>

namespace clearance::detail {

template <class Coordinates>
class IntegerPoints {
 public:
  static constexpr int kLimbs = Coordinates::kDifference;

  // All of these must outlive it. `near` has the points in any one frame that is turned as the world is.
  IntegerPoints(Coordinates& coordinates, const Vec3 (&a)[3], const Vec3 (&b)[3], const ApproxVec (&near)[6])
      : in_(coordinates), a_(a), b_(b), near_(near) {}

  int orientation(int i, int j, int k, int l) {
    if constexpr (kLimbs > 1) {
      const ApproxVec u = near_[j] - near_[i], v = near_[k] - near_[i], w = near_[l] - near_[i];
      if (const int sign = proved_sign(dot(cross(u, v), w)); sign != 0) return sign;
    }
    const IntegerVec<kLimbs>& origin = at(i);
    if (are_corners(i, j, k)) return dot(normal(i), at(l) - origin).sign();
    return dot(cross(at(j) - origin, at(k) - origin), at(l) - origin).sign();
  }

  int turn(int i, int j, int k, int axis) {
    if (are_corners(i, j, k)) {
      const IntegerVec<2 * kLimbs>& n = normal(i);
      return (axis == 0 ? n.x : axis == 1 ? n.y : n.z).sign();
    }
    const IntegerVec<kLimbs>& origin = at(i);
    const IntegerVec<kLimbs> u = at(j) - origin, v = at(k) - origin;
    if (axis == 0) return (u.y * v.z - u.z * v.y).sign();
    if (axis == 1) return (u.z * v.x - u.x * v.z).sign();
    return (u.x * v.y - u.y * v.x).sign();
  }

  int order(int i, int j) {
    const IntegerVec<kLimbs> d = at(i) - at(j);
    const int x = d.x.sign(), y = d.y.sign();
    return x != 0 ? x : y != 0 ? y : d.z.sign();
  }

  // A point that is known already.
  void set(int i, const IntegerVec<kLimbs>& point) {
    points_[i] = point;
    made_ |= 1u << i;
  }

  bool holds() const { return in_.holds(); }

 private:
  // One of the triangles, whose normal is asked for many times.
  static bool are_corners(int i, int j, int k) { return i % 3 == 0 && j == i + 1 && k == i + 2; }
  const IntegerVec<2 * kLimbs>& normal(int first) {
    std::optional<IntegerVec<2 * kLimbs>>& n = normals_[first / 3];
    if (!n) {
      const IntegerVec<kLimbs>& origin = at(first);
      n = cross(at(first + 1) - origin, at(first + 2) - origin);
    }
    return *n;
  }

  const IntegerVec<kLimbs>& at(int i) {
    if ((made_ >> i & 1) == 0) {
      made_ |= 1u << i;
      points_[i] = i < 3 ? in_.point_a(a_[i]) : in_.point_b(b_[i - 3]);
    }
    return points_[i];
  }

  Coordinates& in_;
  const Vec3 (&a_)[3];
  const Vec3 (&b_)[3];
  const ApproxVec (&near_)[6];
  IntegerVec<kLimbs> points_[6];
  unsigned made_ = 0;
  std::optional<IntegerVec<2 * kLimbs>> normals_[2];
};

}  // namespace clearance::detail
