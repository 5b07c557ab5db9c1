// Question: what is a floor, a wall, a ceiling?
// Method:   all points x with normal·x ≤ offset, under a pose like any other body: a solid without end, for one face of
//           which no mesh is needed. The normal is three doubles of any length, taken at face value.
// Proves:   nothing by itself; against a body every question is the sign of normal·p − offset over its points.
#pragma once

#include <clearance/base/result.h>
#include <clearance/math/pose.h>

namespace clearance {

class HalfSpace {
 public:
  // Refused: a normal that is 0, not finite or beyond kMaxCoordinate, an offset that is not finite or beyond it.
  static Result<HalfSpace> make(Vec3 normal, double offset);

  Vec3 normal() const { return normal_; }
  double offset() const { return offset_; }

 private:
  HalfSpace(Vec3 normal, double offset) : normal_(normal), offset_(offset) {}

  Vec3 normal_;
  double offset_;
};

// For parts that the caller knows to be sound; bad ones are a caller bug and give {z ≤ 0}.
HalfSpace half_space(Vec3 normal, double offset);

// The pose of a half-space that stands as it was made.
inline constexpr Pose kNoMotion;

}  // namespace clearance
