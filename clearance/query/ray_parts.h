// What casting rays at polytopes and at rounded bodies shares; no part of the interface.
#pragma once

#include <clearance/base/assert.h>
#include <clearance/convex/any_length.h>
#include <clearance/exact/approx.h>
#include <clearance/exact/orient3d.h>
#include <clearance/mesh/local_point.h>
#include <clearance/proof/certificate.h>
#include <clearance/query/ray.h>

#include <limits>

namespace clearance::detail {

// Anything else is a caller bug.
inline bool are_coordinates(Vec3 from, Vec3 to) {
  const bool sound = is_coordinate(from) && is_coordinate(to);
  CLEARANCE_ASSERT(sound);
  return sound;
}

inline Vec3 point_at(Vec3 from, Vec3 to, double s) { return s == 1 ? to : from + s * (to - from); }

// The earlier of two hits, as far as brackets tell: both ends are the least.
inline void take_earlier(std::optional<RayHit>& first, const std::optional<RayHit>& hit) {
  if (!hit) return;
  if (!first) {
    first = hit;
    return;
  }
  const double lower = smaller(first->lower, hit->lower);
  if (hit->upper < first->upper) first = hit;
  first->lower = lower;
}

// A bracket wider than this is made again with exact numbers.
inline constexpr double kWide = 1e-9;

// Of h0 over h0 − h1, for h0 > 0 > h1, proved. The fraction grows with both heights, so their ends give its ends; three
// operations and the division lose less than 8u, or 2⁻¹⁰⁷⁰ where they underflow.
inline Bracket fraction(const Approx& h0, const Approx& h1) {
  constexpr double kLargest = std::numeric_limits<double>::max();
  const double low = h0.value - h0.error, high = h0.value + h0.error;
  const double low_span = low - (h1.value - h1.error), high_span = high - (h1.value + h1.error);
  if (!(low_span <= kLargest && high_span <= kLargest && high <= kLargest)) return {0, 1};
  return {larger(low / low_span * (1 - 8 * kUnit) - 0x1p-1070, 0),
          smaller(high / high_span * (1 + 8 * kUnit) + 0x1p-1070, 1)};
}

// The segment's ends in the body's own frame. Under the identity and quarter turns they mostly are doubles, and signs
// that bounds leave open are then those of plain points.
struct LocalEnds {
  Vec3 from, to;
  double error_from, error_to;

  LocalEnds(const Pose& pose, Vec3 world_from, Vec3 world_to) {
    const LocalPoint a(pose, world_from), b(pose, world_to);
    from = a.rough(), to = b.rough();
    error_from = a.error(), error_to = b.error();
  }
  bool are_doubles() const { return error_from == 0 && error_to == 0; }
};

// Where the segment goes through a triangle from one side to the other, or, if its ends are doubles, runs in its plane;
// `unsure` where bounds cannot tell, or one end alone is in the plane.
struct TriangleHit {
  bool unsure = true, hit = false;
  Bracket at{0, 1};
  Vec3 normal;  // against the segment, in the body's frame, of any length; 0 where `from` is in the triangle
};
TriangleHit cast_at_triangle(const Vec3 (&v)[3], const LocalEnds& ends);

// Of a body whose radius is above 0.
std::optional<RayHit> cast_at_rounded(const Rounded& body, const Pose& pose, Vec3 from, Vec3 to);

}  // namespace clearance::detail
