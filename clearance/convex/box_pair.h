// Question: two boxes, or a box and a point, and nothing known about them: which direction would separate them, and
//           which pairs of corners show that they penetrate, or are nearest?
// Method:   of the six axes the one along which the gap is widest, as a separating-axis test has it; an ellipsoid, with
//           which the walk begins for other bodies, knows too little of corners. Boxes with parallel sides have a box
//           for their difference body, which five tetrahedra of corners divide, in two ways: the origin is in one.
// Proves:   nothing: where the walk begins.
// Cost:     about a hundred flops.
// Notation: c from a's centre to b's; e a corner of the difference body, bit i set where it is high along axis i of a.
#pragma once

#include <clearance/convex/nearest_simplex.h>
#include <clearance/convex/posed_pair.h>

#include <cmath>

namespace clearance::detail {

class BoxPair {
 public:
  CLEARANCE_INLINE explicit BoxPair(const PosedPair& pair) : pair_(pair) {
    const Mat3 &turn_a = pair.pose_a().rotation(), &turn_b = pair.pose_b().rotation();
    const Vec3 c = pair.center_difference(), c_b = transpose_times(turn_b, c);
    c_ = transpose_times(turn_a, c);
    const Polytope &a = pair.a(), &b = pair.b();
    half_a_ = 0.5 * (a.box_high() - a.box_low()), half_b_ = 0.5 * (b.box_high() - b.box_low());
    for (int i = 0; i < 3; ++i)
      b_sees_[i] =
          turn_a.row[0][i] * turn_b.row[0] + turn_a.row[1][i] * turn_b.row[1] + turn_a.row[2][i] * turn_b.row[2];
    const Vec3 r0 = absolute(b_sees_[0]), r1 = absolute(b_sees_[1]), r2 = absolute(b_sees_[2]);
    const Vec3 gap_a = absolute(c_) - half_a_ - Vec3{dot(r0, half_b_), dot(r1, half_b_), dot(r2, half_b_)},
               gap_b = absolute(c_b) - half_b_ - (half_a_.x * r0 + half_a_.y * r1 + half_a_.z * r2);
    const int of_a = widest(gap_a), of_b = widest(gap_b);
    direction_ = gap_a[of_a] >= gap_b[of_b] ? axis(turn_a, of_a, c_[of_a]) : axis(turn_b, of_b, c_b[of_b]);
    gap_ = larger(gap_a[of_a], gap_b[of_b]);
  }

  Vec3 direction() const { return direction_; }
  // Along the direction, but for rounding; below 0 an overlap.
  double gap() const { return gap_; }

  // Where they overlap: four corners of the difference body around the origin. Where the boxes are not parallel, they
  // are those farthest towards the corners of its own box, and do not always hold the origin.
  CLEARANCE_INLINE void surround(PointSimplex& simplex) const {
    double at[3];
    for (int i = 0; i < 3; ++i) {
      const double half = half_a_[i] + dot(absolute(b_sees_[i]), half_b_);
      at[i] = 0.5 * (half - c_[i]) / half;
    }
    const Tetrahedron plain({at[0], at[1], at[2]}), mirrored({1 - at[0], at[1], at[2]});
    const bool is_plain = plain.least >= mirrored.least;
    for (int k = 0; k < 4; ++k) {
      const unsigned e = is_plain ? plain.corner[k] : mirrored.corner[k] ^ 1u;
      const double x = (e & 1u) != 0 ? 1 : -1, y = (e & 2u) != 0 ? 1 : -1, z = (e & 4u) != 0 ? 1 : -1;
      const Vec3 d = x * b_sees_[0] + y * b_sees_[1] + z * b_sees_[2];
      const unsigned e_b = (d.x > 0 ? 1u : 0u) | (d.y > 0 ? 2u : 0u) | (d.z > 0 ? 4u : 0u);
      const VertexPair pair{pair_.a().corner(e ^ 7u), pair_.b().corner(e_b)};
      simplex.add(pair, pair_.difference(pair));
    }
  }

 private:
  // Of the unit cube cut into five: the tetrahedron that holds a point, and the least of its weights there. Four
  // corners, no two of which share an edge, form the middle one; where one of their weights is below 0, the
  // opposite corner replaces it.
  struct Tetrahedron {
    unsigned corner[4] = {0, 3, 5, 6};
    double least;

    CLEARANCE_INLINE explicit Tetrahedron(Vec3 at) {
      const double w[4] = {1 - 0.5 * (at.x + at.y + at.z), 0.5 * (at.x + at.y - at.z), 0.5 * (at.x - at.y + at.z),
                           0.5 * (at.y + at.z - at.x)};
      int low = 0;
      for (int k = 1; k < 4; ++k)
        if (w[k] < w[low]) low = k;
      least = w[low];
      if (!(least < 0)) return;
      corner[low] ^= 7u;
      double other = -2 * least;
      for (int k = 0; k < 4; ++k)
        if (k != low) other = smaller(other, w[k] + least);
      least = other;
    }
  };

  static Vec3 absolute(Vec3 v) { return {std::fabs(v.x), std::fabs(v.y), std::fabs(v.z)}; }
  static int widest(Vec3 v) { return v.x >= v.y ? (v.x >= v.z ? 0 : 2) : v.y >= v.z ? 1 : 2; }
  static Vec3 axis(const Mat3& turn, int k, double towards) {
    const Vec3 n{turn.row[0][k], turn.row[1][k], turn.row[2][k]};
    return towards < 0 ? -n : n;
  }

  const PosedPair& pair_;
  Vec3 c_, half_a_, half_b_;
  Vec3 b_sees_[3];  // the axes of a
  Vec3 direction_;
  double gap_;
};

inline bool has_vertex_and_box(const PosedPair& pair) {
  return (pair.b().is_box() && pair.a().vertex_count() == 1) || (pair.a().is_box() && pair.b().vertex_count() == 1);
}

// Of those: one to three corners, around the point of the box that is nearest to the vertex, with its weights. False
// where the vertex is within the box.
CLEARANCE_INLINE bool set_nearest_of_box(const PosedPair& pair, PointSimplex& simplex) {
  const bool is_box_b = pair.b().is_box();
  const Polytope& box = is_box_b ? pair.b() : pair.a();
  const Mat3& turn = (is_box_b ? pair.pose_b() : pair.pose_a()).rotation();
  const Vec3 c = transpose_times(turn, pair.center_difference()), half = 0.5 * (box.box_high() - box.box_low());
  unsigned corner = 0, between = 0;
  double beyond[3], share[3];
  for (int k = 0; k < 3; ++k) {
    const double at = is_box_b ? -c[k] : c[k];
    const bool is_between = !(std::fabs(at) > half[k]);
    if (!is_between && at > 0) corner |= 1u << k;
    if (is_between) between |= 1u << k;
    beyond[k] = is_between ? 0 : (is_box_b ? -1 : 1) * (at > 0 ? at - half[k] : at + half[k]);
    share[k] = 0.5 * (at / half[k] + 1);
  }
  if (between == 7) return false;
  const auto add = [&](unsigned high, double weight) {
    const VertexPair of = is_box_b ? VertexPair{0, box.corner(high)} : VertexPair{box.corner(high), 0};
    simplex.weight[simplex.count] = weight;
    simplex.add(of, pair.difference(of));
  };
  simplex.direction = turn * Vec3{beyond[0], beyond[1], beyond[2]};
  // Of two shares the larger is that of the corner on the point's side of the diagonal.
  const int first = (between & 1u) != 0 ? 0 : (between & 2u) != 0 ? 1 : 2, last = (between & 4u) != 0 ? 2 : 1;
  if (between == 0) {
    add(corner, 1);
  } else if ((between & (between - 1)) == 0) {
    add(corner, 1 - share[first]);
    add(corner | between, share[first]);
  } else {
    const int larger_one = share[first] > share[last] ? first : last, other = first + last - larger_one;
    add(corner, 1 - share[larger_one]);
    add(corner | between, share[other]);
    add(corner | 1u << larger_one, share[larger_one] - share[other]);
  }
  return true;
}

}  // namespace clearance::detail
