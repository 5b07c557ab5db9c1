// Question: on which side of the plane through a, b, c is d? And, within a plane, on which side of a line?
// Method:   signs of det(b−a, c−a, d−a) and of the components of (b−a)×(c−a) for plain points, in three tiers: doubles
//           with an error bound, integers of fixed width, Dyadic numbers where the points' sizes are too far apart.
// Proves:   the sign, for all finite doubles. Positive: d is on the side to which (b−a)×(c−a) points.
// Cost:     a few nanoseconds when the filter decides, a hundred or two in integers, some microseconds for Dyadic.
#pragma once

#include <clearance/math/vec3.h>

namespace clearance::detail {

// What a tier answers when it cannot tell.
inline constexpr int kUnsure = 2;

// Bound on the rounding error of orient3d_filter's determinant, relative to its permanent; derived in orient3d.cpp.
inline constexpr double kOrient3dError = 9 * 0x1p-53;

int orient3d_sign(Vec3 a, Vec3 b, Vec3 c, Vec3 d);

// The tiers: the first two may be unsure, the third never is.
int orient3d_filter(Vec3 a, Vec3 b, Vec3 c, Vec3 d);
int orient3d_integers(Vec3 a, Vec3 b, Vec3 c, Vec3 d);
int orient3d_exact(Vec3 a, Vec3 b, Vec3 c, Vec3 d);

// Sign of component `axis` (0, 1, 2) of (b−a)×(c−a): the turn a, b, c makes seen along that axis.
int orient2d_sign(Vec3 a, Vec3 b, Vec3 c, int axis);

int orient2d_filter(Vec3 a, Vec3 b, Vec3 c, int axis);
int orient2d_integers(Vec3 a, Vec3 b, Vec3 c, int axis);
int orient2d_exact(Vec3 a, Vec3 b, Vec3 c, int axis);

// The three points lie on one line (or coincide).
bool collinear(Vec3 a, Vec3 b, Vec3 c);

}  // namespace clearance::detail
