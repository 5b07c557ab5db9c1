// Question: is a claim about two shapes true?
// Method:   their points and triangles, in the caller's numbers, handed to the checkers (check.h, check_mesh.h,
//           check_half_space.h), which
//           see nothing else of them.
// Proves:   what it accepts.
#pragma once

#include <clearance/math/pose.h>
#include <clearance/proof/check.h>
#include <clearance/shape/parts.h>

namespace clearance {

CheckResult check_claim(const Claim& claim, const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b);

}  // namespace clearance
