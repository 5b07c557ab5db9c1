// Question: is a claim about a half-space and another body true?
// Method:   the half-space's plane in the world, exactly (exact/posed_plane.h); then the height over it of every vertex
//           of the other body, and of a solid the lowest vertex that bounds its interior (check_half_space.cpp says
//           why that is enough). Sees no tree, no adjacency, no cache, and no query.
// Proves:   what it accepts: the status, the certificate, both ends of distance and depth. Nothing is ever missing.
// Notation: of a certificate, `plane` is the half-space's own normal, pointing from a to b: a vector that is exactly
//           parallel, or Face `of` the half-space, with vertices 0; `simplex` is one pair: a vertex of the other body,
//           and 0.
// Cost:     linear in the vertices, in big numbers; for solids their sorting by height.
#pragma once

#include <clearance/proof/check.h>
#include <clearance/proof/check_mesh.h>
#include <clearance/shape/half_space.h>
#include <clearance/shape/parts.h>

namespace clearance::detail {

CheckResult check_claim(const Claim& claim, const HalfSpace& a, const Pose& pose_a, const Rounded& b,
                        const Pose& pose_b);
CheckResult check_claim(const Claim& claim, const HalfSpace& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b);
CheckResult check_claim(const Claim& claim, const HalfSpace& a, const Pose& pose_a, const Parts& b, const Pose& pose_b);
CheckResult check_claim(const Claim& claim, const HalfSpace& a, const Pose& pose_a, const HalfSpace& b,
                        const Pose& pose_b);
// Points and triangles by position, as in check_mesh.h.
CheckResult check_claim(const Claim& claim, const HalfSpace& a, const Pose& pose_a, const PosedBody& b);

// The half-space on the other side.
CheckResult check_claim(const Claim& claim, const Rounded& a, const Pose& pose_a, const HalfSpace& b,
                        const Pose& pose_b);
CheckResult check_claim(const Claim& claim, const Mesh& a, const Pose& pose_a, const HalfSpace& b, const Pose& pose_b);
CheckResult check_claim(const Claim& claim, const Parts& a, const Pose& pose_a, const HalfSpace& b, const Pose& pose_b);
CheckResult check_claim(const Claim& claim, const PosedBody& a, const HalfSpace& b, const Pose& pose_b);

// A half-space that stands as it was made.
inline CheckResult check_claim(const Claim& claim, const HalfSpace& a, const Rounded& b, const Pose& pose_b) {
  return check_claim(claim, a, kNoMotion, b, pose_b);
}

}  // namespace clearance::detail
