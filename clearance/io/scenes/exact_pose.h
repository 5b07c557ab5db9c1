// Question: which pose of doubles is exactly the product of two, or exactly between two?
// Method:   computed without rounding; the result is a pose if its translation is one of doubles, and its quaternion,
//           whose length does not matter, is one of doubles but for a power of two.
// Cannot:   give a pose where there is none: products of doubles need twice their digits as a rule.
#pragma once

#include <clearance/math/motion.h>

#include <optional>

namespace clearance::detail {

// v ↦ outer(inner(v)), exactly; nothing when no pose of doubles does that.
std::optional<Pose> exact_product(const Pose& outer, const Pose& inner);

// The pose at `time`, from.time ≤ time ≤ to.time, of the motion that interpolates q and t linearly, exactly; nothing
// when no pose of doubles is that. Both are given by quaternions that are not opposite.
std::optional<Pose> exactly_between(const Keyframe& from, const Keyframe& to, double time);

}  // namespace clearance::detail
