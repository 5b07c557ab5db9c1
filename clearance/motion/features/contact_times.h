// Question: from when until when are two moving convex bodies in contact, exactly?
// Method:   an event is an instant at which two features meet (feature_times.h). Between neighbouring events nothing
//           changes: bodies that begin or cease to share a point, or to be within a distance, do so with two features
//           that meet. One instant in between decides.
// Proves:   the times: roots, which compare exactly with those of any other two bodies. in_doubles() rounds them.
// Cannot:   angular velocity.
// Cost:     quadratic in the features, tens of microseconds for each pair of them that no plane of doubles excludes.
#pragma once

#include <clearance/base/function_ref.h>
#include <clearance/exact/time/root.h>
#include <clearance/motion/features/feature_times.h>
#include <clearance/motion/query.h>

#include <optional>
#include <vector>

namespace clearance::detail {

// A time of a span of contact: an event, or where the interval that was asked for begins or ends.
struct ContactEnd {
  Root time;
  Bracket bracket;  // the nearest doubles; equal where the time is one
  bool is_cut = false;
  std::optional<ContactRoot> root;

  bool is_double() const { return bracket.lower == bracket.upper; }
};

// From one time to another, both included.
struct ContactSpan {
  ContactEnd begin, end;
};

struct ContactSpans {
  std::vector<ContactSpan> spans;  // rising, disjoint
  bool is_decided = false;         // not where go_on() said no: it is asked between pairs of features
  double decided_until = 0;        // all spans until then
};
// The motions and the interval are sound (motion_input.h).
ContactSpans contact_spans_of(const Rounded& a, const Motion& motion_a, const Rounded& b, const Motion& motion_b,
                              double margin, Interval interval, FunctionRef<bool()> go_on,
                              FeatureFilter filter = FeatureFilter::On);

// An end of a span that is a double, and not an event.
ContactEnd cut_at(double time);

// A dyadic strictly between two times that differ, the earlier first.
Dyadic time_between(Root& before, Root& after);

// Rising and disjoint spans, those of many pairs of bodies among them, to the nearest doubles: see ContactInterval.
std::vector<ContactInterval> in_doubles(const std::vector<ContactSpan>& spans);

// The status that intervals say, where all of them are known.
MotionStatus status_of(const std::vector<ContactInterval>& intervals, Interval asked);

}  // namespace clearance::detail
