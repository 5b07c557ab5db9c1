// Question: is a body above a half-space at one instant, where either of them has an angular velocity?
// Method:   in doubles where they tell; else the few lowest vertices exactly, wherever the bodies may be by what is
//           known of their places (exact/time/height_blur.h).
// Proves:   what it says; Unknown says nothing. Where a motion begins its place is exact, and so is the answer.
// Cost:     about a microsecond; exactly some tens of them.
#pragma once

#include <clearance/exact/time/height_blur.h>
#include <clearance/motion/half_space/half_space_stretch.h>

#include <cstdint>

namespace clearance::detail {

enum class Side : std::uint8_t { Above, Below, Unknown };

class SpinInstant {
 public:
  explicit SpinInstant(const HalfSpaceQuestion& question)
      : question_(question),
        blur_(question.space.normal(), question.space.offset(), question.motion_space, question.motion_body,
              question.body.pieces() != nullptr ? question.body.pieces()->size().reach : 0, question.interval.end) {}

  // Below: the vertex is, wherever the bodies may be.
  Side decide(double time, MotionPatience& patience, LowVertex& vertex) const;
  // Two half-spaces: Below where they surely do not face each other, or do and meet; only exact places tell Above.
  Side decide_half_spaces(double time) const;

 private:
  const HalfSpaceQuestion& question_;
  const HeightBlur blur_;
};

}  // namespace clearance::detail
