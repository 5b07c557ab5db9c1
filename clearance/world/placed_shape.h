// What the questions about placed bodies (placed.h) share; no part of the interface.
#pragma once

#include <clearance/bvh/box.h>
#include <clearance/world/placed.h>

#include <optional>

namespace clearance::detail {

// What the sum of two doubles that are not negative rounds to, upward.
inline double sum_above(double x, double y) {
  const double sum = x + y;
  const double lost = smaller(x, y) - (sum - larger(x, y));  // exactly (Dekker)
  return lost > 0 ? next_above(sum) : sum;
}

// Of bodies that are not convex; a convex body's is part of its radius.
inline double padding_of(const Placed& a, const Placed& b) { return sum_above(a.padding, b.padding); }

// A shape, whatever it is.
class ShapeOf {
 public:
  explicit ShapeOf(const Placed& body) : general_(body.general) {
    if (body.convex != nullptr) made_.emplace(*body.convex);
    if (body.space != nullptr) made_.emplace(*body.space);
  }
  operator const Shape&() const { return general_ != nullptr ? *general_ : *made_; }  // NOLINT

 private:
  const Shape* general_;
  std::optional<Shape> made_;
};

}  // namespace clearance::detail
