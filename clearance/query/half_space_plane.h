// Question: where is a half-space's plane in the world, in doubles, and how far off is that?
// Method:   the normal turned by the pose's matrix in doubles; as it is where the pose turns nothing. That a quarter
//           turn leaves it exact, too (exact/posed_plane.h), is for those to ask whom the bounds do not satisfy. No
//           part of the interface.
// Notation: n the exact normal in the world, R the pose's turn: Rn under a quaternion, cof(R)n under a matrix; c the
//           offset, times det(R) under a matrix; t the pose's translation; then n·(y − t) ≤ c. u = 2⁻⁵³.
// Each component of n: under a quaternion 8u|n|₁ for R in doubles (kRotationError) and 3u|n|₁ for the product; under a
//           matrix a cofactor of entries up to 1.0001 is off by 4.01u, its product with n by 3.01u|n|₁: at most
//           kNormalError·|n|₁ of the body's own n, either way. det(R) is off by 11u, and is 1 within 5e-4.
#pragma once

#include <clearance/bvh/box.h>
#include <clearance/convex/any_length.h>
#include <clearance/convex/way_out.h>
#include <clearance/exact/approx.h>
#include <clearance/exact/posed_plane.h>
#include <clearance/proof/certificate.h>
#include <clearance/shape/half_space.h>

#include <cmath>

namespace clearance::detail {

inline constexpr double kNormalError = 12 * kUnit;

// The squared length of such a vector neither vanishes nor overflows.
inline constexpr double kOrdinary = 0x1p400;

struct WorldPlane {
  static constexpr bool kMayBeTurned = true;

  Vec3 normal;           // n, each component within `error` in the ordinary range
  double error = 0;      // 0: `is_exact`
  double offset;         // c
  double offset_error;   // of c, and what comes of adding it to products
  Vec3 translation;      // t, exactly
  double length;         // |n|
  double length_error;   // relative, of the length and one operation with it
  bool is_exact = true;  // the pose turns nothing
};

// The same where the pose turns nothing, with what is known then known to the compiler. |n| in doubles is off by 4u; c
// is what the caller gave, and u of it and of two sums are lost later.
struct StillPlane {
  static constexpr bool kMayBeTurned = false;
  static constexpr double error = 0, length_error = 8 * kUnit;
  static constexpr bool is_exact = true;

  Vec3 normal;
  double offset, offset_error;
  Vec3 translation;
  double length;

  StillPlane(const HalfSpace& space, const Pose& pose)
      : normal(space.normal()),
        offset(space.offset()),
        offset_error(4 * kUnit * std::fabs(space.offset())),
        translation(pose.translation()),
        length(norm(space.normal())) {}
};

// For poses that turn something.
WorldPlane turned_plane(const HalfSpace& space, const Pose& pose);

inline WorldPlane world_plane(const HalfSpace& space, const Pose& pose) {
  if (!is_unturned(pose)) return turned_plane(space, pose);
  const StillPlane still(space, pose);
  return {.normal = still.normal,
          .offset = still.offset,
          .offset_error = still.offset_error,
          .translation = still.translation,
          .length = still.length,
          .length_error = StillPlane::length_error};
}

// n/|n|, rounded, for n of any length.
Vec3 unit_normal(const WorldPlane& plane, const HalfSpace& space, const Pose& pose);
inline Vec3 unit_normal(const StillPlane& plane, const HalfSpace&, const Pose&) { return unit_of(plane.normal); }

// A translation along the rounded unit normal, which is off by less than 2⁻⁴⁶, so that moving along it rather than
// along the exact one takes longer by less than 2⁻⁹⁰ of the way: the next double covers that. Nothing, and an infinite
// upper end, for a depth beyond all translations in doubles.
inline Way way_out_along(Vec3 unit, double depth) {
  if (!(depth <= 0x1p1022)) return {{}, kInfiniteEnd};
  return way_along(unit, depth > 0 ? next_above(depth) : 0);
}

// The plane as a certificate, with the half-space as body a.
template <class AnyPlane>
void set_own_normal(Certificate& certificate, const AnyPlane& plane) {
  certificate.kind = Certificate::Kind::Plane;
  if (plane.is_exact)
    certificate.plane.normal = plane.normal;
  else
    certificate.plane.kind = Plane::Kind::Face;
}

}  // namespace clearance::detail
