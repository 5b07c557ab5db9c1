// Question: how do six posed vertices, three of each triangle, lie to each other?
// Method:   the first three are a's, the others b's. Where both have one pose, it changes no sign, and the vertices are
//           taken as they are; otherwise doubles with error bounds, then exact numbers.
// Proves:   every sign.
#pragma once

#include <clearance/exact/approx.h>
#include <clearance/exact/orient3d.h>
#include <clearance/exact/posed.h>
#include <clearance/narrow/triangle_pair.h>

#include <optional>

namespace clearance {

class TrianglePoints {
 public:
  TrianglePoints(const TriangleAt& a, const TriangleAt& b);

  // All vertices in one frame: the bodies' own, or the world seen from a's translation.
  const Vec3* near_a() const { return value_; }
  const Vec3* near_b() const { return value_ + 3; }
  // Bound on the error of their coordinates.
  double error() const { return error_; }

  // Sign of det(j − i, k − i, l − i).
  int orientation(int i, int j, int k, int l);
  // Sign of component `axis` of (j − i) × (k − i).
  int turn(int i, int j, int k, int axis);
  // Lexicographic order of two points.
  int order(int i, int j);

  // scale() × world position.
  const DyadicVec& exact_point(int i);
  const Dyadic& scale();

 private:
  ApproxVec from(int i, int j) const { return ApproxVec{value_[j], error_} - ApproxVec{value_[i], error_}; }
  const ExactPair& pair();

  const TriangleAt &a_, &b_;
  bool same_pose_;
  Vec3 value_[6];
  double error_ = 0;
  std::optional<ExactPair> pair_;
  std::optional<DyadicVec> exact_[6];
};

}  // namespace clearance
