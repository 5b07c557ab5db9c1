// What casting rays at polytopes and at rounded bodies shares; no part of the interface.
#pragma once

#include <clearance/base/assert.h>
#include <clearance/narrow/any_length.h>
#include <clearance/narrow/ray.h>

namespace clearance::detail {

// Anything else is a caller bug.
inline bool are_coordinates(Vec3 from, Vec3 to) {
  const bool sound = is_coordinate(from) && is_coordinate(to);
  CLEARANCE_ASSERT(sound);
  return sound;
}

inline Vec3 point_at(Vec3 from, Vec3 to, double s) { return s == 1 ? to : from + s * (to - from); }

// Of a body whose radius is above 0.
std::optional<RayHit> cast_at_rounded(const Rounded& body, const Pose& pose, Vec3 from, Vec3 to);

}  // namespace clearance::detail
