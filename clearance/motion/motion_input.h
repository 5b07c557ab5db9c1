// Question: is what a query about moving bodies was given sound?
// Method:   one list of refusals for all of them; messages name the argument and what is wrong with it.
#pragma once

#include <clearance/base/result.h>
#include <clearance/math/motion.h>
#include <clearance/motion/query.h>

#include <optional>

namespace clearance::detail {

// An interval that is none or begins before a motion does; a margin or width that is negative or not finite; angular
// velocity.
std::optional<Error> fault_of(const Motion& motion_a, const Motion& motion_b, Interval interval,
                              const MotionOptions& options);

// Of a method that is added: asked about first contact. Refused: the method, where the options have no row for it.
Result<FirstContact> ask_added(const Shape& a, const Motion& motion_a, const Shape& b, const Motion& motion_b,
                               Interval interval, const MotionOptions& options);
// For questions that methods that are added do not answer.
std::optional<Error> fault_of_added(const MotionOptions& options);

}  // namespace clearance::detail
