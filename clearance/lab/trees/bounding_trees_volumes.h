// The volumes of lab/trees/bounding_trees.h. Each encloses points and bounds the distance of two of its kind from
// below, the second one moved by x ↦ linear·x + shift; a bound above `enough` need not be the best. Nothing here rounds
// outward: a gap counts when it exceeds the margin of the query (bounding_trees.cpp), which is larger than all that
// rounding can do. Notation: M is the linear part of the motion, a rotation up to the crookedness of the poses.
#pragma once

#include <clearance/math/mat3.h>

#include <span>

namespace clearance::volumes {

// From b's frame to a's, with what a query needs over and over again.
struct Motion {
  Mat3 linear;
  Vec3 shift;
  double crookedness = 0;  // no entry of MᵀM − 1 is larger; 0 for rotations, whose rounding is in the margin
  double stretch = 1;      // at least the factor by which M can lengthen
  // Of each of the 18 signed directions of a DOP, seen from b: directions of the DOP and weights that make it.
  struct Cone {
    int direction[3];
    double weight[3];
  };
  Cone cones[18] = {};
};

// Axes of unit length, square to each other, the longest first; and the mean of what they were made of.
struct Axes {
  Mat3 rows;
  Vec3 mean;
};
// Of triangles, three points each.
Axes axes_of(std::span<const Vec3> points);

struct AlignedBox {
  Vec3 center, half;

  AlignedBox(std::span<const Vec3> points, const Axes& axes);
  double size() const { return half.x + half.y + half.z; }
  double gap(const AlignedBox& other, const Motion& motion, double enough) const;
};

// { center + Σ sₖ·axisₖ, |sₖ| ≤ halfₖ }
struct OrientedBox {
  Mat3 axes;
  Vec3 center, half;

  OrientedBox(std::span<const Vec3> points, const Axes& from);
  double size() const { return half.x + half.y + half.z; }
  double gap(const OrientedBox& other, const Motion& motion, double enough) const;
};

// All points within `radius` of { corner + s·side[0] + t·side[1], 0 ≤ s, t ≤ 1 }.
struct SweptRectangle {
  Vec3 corner, side[2];
  double radius;

  SweptRectangle(std::span<const Vec3> points, const Axes& axes);
  double size() const { return norm(side[0]) + norm(side[1]) + radius; }
  double gap(const SweptRectangle& other, const Motion& motion, double enough) const;
};

// { x : d·x ≤ reach[d] } for the 18 directions with entries of −1, 0, 1 that have one or two of them not 0; d and −d
// stand at k and k + 9.
struct Dop18 {
  double reach[18];

  Dop18(std::span<const Vec3> points, const Axes& axes);
  double size() const { return reach[0] + reach[9] + reach[1] + reach[10] + reach[2] + reach[11]; }
  double gap(const Dop18& other, const Motion& motion, double enough) const;
};

// Fills in the cones.
void prepare_cones(Motion& motion);

// The distance of { p + s·e₀, 0 ≤ s ≤ 1 } and { q + t·e₁ }, and the points.
struct Nearest {
  Vec3 a, b;
};
Nearest nearest_of_segments(Vec3 p, Vec3 along_p, Vec3 q, Vec3 along_q);

}  // namespace clearance::volumes
