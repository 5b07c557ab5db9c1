// Question: how do the vertices of two posed features lie to each other?
// Method:   points are numbered, a's first. Where both bodies have one pose, it changes no sign, and the vertices are
//           taken as they are; otherwise doubles with error bounds, then exact numbers, made when first needed.
// Proves:   every sign.
#pragma once

#include <clearance/exact/approx.h>
#include <clearance/exact/posed.h>

#include <cstddef>
#include <optional>
#include <span>

namespace clearance {

// A vertex in one frame with all others, and exactly once someone has asked for it.
struct SharedPoint {
  Vec3 near;
  std::optional<DyadicVec> exact;
};

class FeaturePoints {
 public:
  // `room` is for as many points as a and b have together. All of these must stay where they are.
  FeaturePoints(std::span<const Vec3> a, const Pose& pose_a, std::span<const Vec3> b, const Pose& pose_b,
                std::span<SharedPoint> room);
  FeaturePoints(const FeaturePoints&) = delete;
  FeaturePoints& operator=(const FeaturePoints&) = delete;

  // In one frame: the bodies' own, or the world seen from a's translation. Each coordinate is off by error() at most.
  ApproxVec near(int i) const { return {room_[static_cast<std::size_t>(i)].near, error_}; }
  double error() const { return error_; }
  // scale() × world position, whatever the frame of the signs.
  const DyadicVec& exact_point(int i);
  const Dyadic& scale();

  // Sign of det(j − i, k − i, l − i).
  int orientation(int i, int j, int k, int l);
  // Sign of component `axis` of (j − i) × (k − i).
  int turn(int i, int j, int k, int axis);
  // Lexicographic order of two points.
  int order(int i, int j);

 private:
  ApproxVec from(int i, int j) const { return near(j) - near(i); }
  const ExactPair& pair();

  std::span<const Vec3> a_, b_;
  const Pose &pose_a_, &pose_b_;
  std::span<SharedPoint> room_;
  bool same_pose_;
  double error_ = 0;
  std::optional<ExactPair> pair_;
};

}  // namespace clearance
