// Question: by which methods can first contact be asked for, those of the papers included that motion/ does not use?
// Method:   the rows of motion/motion_method.h and those of this folder, in one table: what options.methods is set to.
#pragma once

#include <clearance/motion/motion_method.h>

#include <span>

namespace clearance {

namespace lab {

inline constexpr MotionMethod kPrisms = added_motion_method(0);  // Joseph and Plantinga 1987, §3: all pairs of faces
inline constexpr MotionMethod kPrismTrees = added_motion_method(1);  // the same with trees over the prisms

}  // namespace lab

std::span<const MotionMethodRow> all_motion_methods();

}  // namespace clearance
