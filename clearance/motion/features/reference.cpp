#include <clearance/motion/features/reference.h>

#include <clearance/motion/features/reference_stretches.h>
#include <clearance/motion/motion_input.h>

#include <limits>
#include <utility>

namespace clearance::detail {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

}  // namespace

Result<ContactOfFeatures> first_contact_of_features(const Rounded& a, const Motion& motion_a, const Rounded& b,
                                                    const Motion& motion_b, double margin, Interval interval,
                                                    FunctionRef<bool()> go_on, FeatureFilter filter) {
  if (auto fault = fault_of(motion_a, motion_b, interval, {.method = MotionMethod::Features, .margin = margin}))
    return *fault;
  const Stretches stretches(motion_a, motion_b, interval);
  const Dyadic radius = radius_of(a, b, margin);
  ContactOfFeatures contact;
  if (!are_apart_at(interval.begin, stretches, a, b, radius)) {
    contact.status = MotionStatus::Already;
    contact.lower = contact.upper = interval.begin;
    return contact;
  }
  const std::vector<std::uint32_t> vertices_a = all_vertices(a.core()), vertices_b = all_vertices(b.core());
  for (const PathStretch& stretch : stretches.all()) {
    FirstMeeting first = first_meeting_of({a.core(), stretch.a, vertices_a}, {b.core(), stretch.b, vertices_b}, radius,
                                          stretch.low, stretch.high, go_on, filter);
    if (!first.is_decided) {
      contact.status = MotionStatus::Undecided;
      contact.lower = first.clear_until;
      return contact;
    }
    if (!first.meeting) continue;
    const auto [lower, upper] = first.meeting->time.enclosure();
    contact.status = MotionStatus::Contact;
    contact.lower = lower;
    contact.upper = upper;
    contact.time = std::move(first.meeting->time);
    contact.root = first.meeting->root;
    return contact;
  }
  contact.status = MotionStatus::Clear;
  contact.lower = contact.upper = kInfinity;
  return contact;
}

}  // namespace clearance::detail
