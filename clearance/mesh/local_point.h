// Question: where is a world point in a body's own frame?
// Method:   in doubles with a bound on the error; exactly, once someone asks, as a fraction.
// Notation: u = 2⁻⁵³; the pose is v ↦ Rv + t, R = M/D with M and D > 0 exact (ExactPose).
#pragma once

#include <clearance/exact/dyadic.h>
#include <clearance/math/pose.h>

#include <optional>

namespace clearance::detail {

class LocalPoint {
 public:
  // The pose must outlive the point, and so must the pose of a vertex.
  LocalPoint(const Pose& pose, Vec3 world_point);
  LocalPoint(const Pose& pose, Vec3 vertex, const Pose& vertex_pose);
  // numerator / denominator in the world, denominator > 0.
  LocalPoint(const Pose& pose, const DyadicVec& numerator, const Dyadic& denominator);

  // Each coordinate of rough() is off by at most error(). 0: it is the point, as under the identity, quarter turns and
  // translations that add up to doubles.
  Vec3 rough() const { return rough_; }
  double error() const { return error_; }

  // The point is numerator / denominator; denominator > 0.
  struct Fraction {
    DyadicVec numerator;
    Dyadic denominator;
  };
  const Fraction& exactly();

 private:
  const Pose& pose_;
  Vec3 source_;
  const Pose* source_pose_ = nullptr;
  Vec3 rough_;
  double error_ = 0;
  std::optional<Fraction> exact_;
};

}  // namespace clearance::detail
