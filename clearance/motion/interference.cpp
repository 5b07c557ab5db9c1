// The times of contact of two convex bodies (contact_times.h), in doubles.
#include <clearance/motion/features/contact_times.h>
#include <clearance/motion/features/reference.h>
#include <clearance/motion/motion_input.h>
#include <clearance/motion/query.h>
#include <clearance/motion/spin_interference.h>

#include <chrono>

namespace clearance {
using namespace detail;

namespace detail {

Result<Interference> interference_of_features(const Rounded& a, const Motion& motion_a, const Rounded& b,
                                              const Motion& motion_b, double margin, Interval interval,
                                              FunctionRef<bool()> go_on, FeatureFilter filter) {
  if (auto fault = fault_of(motion_a, motion_b, interval, {.method = MotionMethod::Features, .margin = margin}))
    return *fault;
  const ContactSpans known = contact_spans_of(a, motion_a, b, motion_b, margin, interval, go_on, filter);
  Interference found;
  found.decided_until = known.decided_until;
  found.intervals = in_doubles(known.spans);
  found.status = known.is_decided ? status_of(found.intervals, interval) : MotionStatus::Undecided;
  return found;
}

}  // namespace detail

Result<Interference> interference(const Rounded& a, const Motion& motion_a, const Rounded& b, const Motion& motion_b,
                                  Interval interval, const MotionOptions& options) {
  if (auto fault = fault_of(motion_a, motion_b, interval, options)) return *fault;
  if (auto fault = fault_of_added(options)) return *fault;
  if (!is_rational(motion_a) || !is_rational(motion_b))
    return spin_interference(a, motion_a, b, motion_b, interval, options);
  int asked = 0;
  const auto go_on = [&] {
    if (++asked > options.max_instants) return false;
    return options.deadline.is_never() || Deadline(std::chrono::steady_clock::now()).at() < options.deadline.at();
  };
  return interference_of_features(a, motion_a, b, motion_b, options.margin, interval, go_on);
}

}  // namespace clearance
