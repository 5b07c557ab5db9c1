// Question: when are two moving bodies of many elements in contact, given when each two elements are?
// Method:   the union of exact spans. Between two of them no elements meet, so that what lies inside a solid does so
//           throughout: one instant decides (shape_inside.h), and counts as contact.
// Proves:   the union, if the spans are all there are.
#pragma once

#include <clearance/motion/features/contact_times.h>
#include <clearance/motion/shapes/shape_window.h>

#include <vector>

namespace clearance::detail {

// Whether a part of one body lies inside a solid of the other, at a time at which no two elements meet.
bool is_inside_at(const ShapeQuestion& question, const Dyadic& time);

class ShapeSpans {
 public:
  // Both bodies' frames, motions and interval.
  explicit ShapeSpans(const ShapeQuestion& question) : question_(question) {}

  // Of two elements.
  void add(ContactSpan span);
  // Rising, disjoint, with what lies inside.
  std::vector<ContactSpan> take();

 private:
  void fill(ContactEnd begin, ContactEnd end, const Dyadic& time, std::vector<ContactSpan>& filled) const;

  const ShapeQuestion& question_;
  std::vector<ContactSpan> spans_;
};

}  // namespace clearance::detail
