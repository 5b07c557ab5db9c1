// Question: in which box is a moving body during a whole interval of time?
// Method:   Mirtich §2, Fig. 1: the box of the path of one of its points (both ends, and the apex of each axis where
//           the parabola has one in between), grown by the body's radius about that point; for bodies known only at
//           some instants larger margins for larger gaps. Tighter where it is free: a body that does not turn takes
//           its own box along, one that turns by a small angle leaves it only so far.
// Proves:   every point of the body, at every instant of the interval and for the motion exactly as its parts say,
//           lies in the box: all roundings go outward. Ends that overflow are infinite.
// Cost:     constant for each leg of the motion.
#pragma once

#include <clearance/base/function_ref.h>
#include <clearance/bvh/box.h>
#include <clearance/math/motion.h>

#include <span>

namespace clearance::detail {

// What a shape is to a moving box. query/world_box.h makes one of any convex body.
struct SweptBody {
  Box box;            // holds the body at one instant
  Vec3 center;        // where a point that travels with the body is then
  double radius = 0;  // nothing of the body is farther from it
};

// Over [0, duration], duration ≥ 0; `start` is the body at time 0 and its center is that of the flight.
Box swept_box(const SweptBody& start, const Flight& flight, double duration);

// From one pose to another, both given by quaternions, q and t linearly. The centers are the translations.
Box swept_box(const SweptBody& start, const Quat& q_start, const SweptBody& end, const Quat& q_end);

// Any motion, from its beginning until a time (what is at rest, at all times). `body_at` gives the body at a pose, with
// the center at that point of the body's own frame. Legs between keyframes count as a whole as soon as the interval
// reaches into them.
Box swept_box(const Motion& motion, double until, FunctionRef<SweptBody(const Pose& pose, Vec3 center)> body_at);

// A trajectory of which only some instants are known, and that no point of the body is ever faster than `max_speed`
// (≥ 0). Between two of them a gap g apart a coordinate that is x and then y cannot go beyond (x + y ± max_speed·g)/2.
// Times rise; kNoBox when there are none.
struct BoxSample {
  double time;
  Box box;
};
Box swept_box(std::span<const BoxSample> samples, double max_speed);

}  // namespace clearance::detail
