// What estimates of all kinds of pairs share; no part of the interface.
#pragma once

#include <clearance/contact/estimate.h>
#include <clearance/convex/any_length.h>
#include <clearance/convex/convex_cache.h>

#include <cmath>
#include <limits>

namespace clearance::detail {

// Two convex bodies.
void convex_estimate(const Rounded& a, const Pose& pose_a, const Rounded& b, const Pose& pose_b, ConvexCache& cache,
                     const EstimateOptions& options, ContactEstimate& out);

inline Vec3 halfway(Vec3 p, Vec3 q) { return 0.5 * p + 0.5 * q; }

inline void set_gap(ContactEstimate& out, const Distance& gap, Vec3 normal, double margin) {
  out.lower = -gap.upper, out.upper = -gap.lower;
  out.depth = -gap.lower;
  if (!(gap.lower <= margin) || !(gap.upper < std::numeric_limits<double>::infinity())) return;
  out.depth = -(0.5 * gap.lower + 0.5 * gap.upper);
  out.normal = normal;
  out.point = halfway(gap.point_a, gap.point_b);
}

template <class Answer>
void set_answer(Intersection& out, const Answer& answer) {
  out.status = answer.status;
  out.decided_by = answer.decided_by;
  out.certificate = answer.certificate;
  out.part_a = answer.part_a, out.part_b = answer.part_b;
}

// From a to b, by the nearest points; 0 where they are one.
inline Vec3 normal_of(const Distance& gap) { return unit_of(gap.point_b - gap.point_a); }

// Apart within the margin; false where they are not apart, or farther.
inline bool set_near(ContactEstimate& out, const Distance& gap, double margin) {
  if (gap.status != Status::Separated) return false;
  set_answer(out.answer, gap);
  set_gap(out, gap, normal_of(gap), margin);
  return true;
}

inline double limit_above(double margin) { return std::nextafter(margin, std::numeric_limits<double>::infinity()); }

}  // namespace clearance::detail
