// Question: in which box is a moving body of any kind during an interval?
// Method:   bvh/swept_box.h with the box of the body's kind; of a body of parts that of its hull.
// Proves:   every point of the body lies in the box from the motion's beginning on, until a time.
// Cannot:   half-spaces, which no box holds.
#pragma once

#include <clearance/bvh/swept_box.h>
#include <clearance/shape/parts.h>

namespace clearance::detail {

class ShapeSweep {
 public:
  // The shape must outlive it.
  explicit ShapeSweep(const Shape& shape) : shape_(shape) {}

  // All of space for a half-space. `until` is not before the motion begins.
  Box box(const Motion& motion, double until) const;

 private:
  SweptBody body_at(const Pose& pose, Vec3 center, double radius) const;
  double radius_about(Vec3 center) const;

  const Shape& shape_;
};

}  // namespace clearance::detail
