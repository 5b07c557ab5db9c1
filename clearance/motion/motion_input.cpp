#include <clearance/motion/motion_input.h>

#include <cmath>

namespace clearance::detail {
namespace {

bool is_length(double x) { return x >= 0 && std::isfinite(x); }

}  // namespace

std::optional<Error> fault_of(const Motion& motion_a, const Motion& motion_b, Interval interval,
                              const MotionOptions& options) {
  const auto [begin, end] = interval;
  if (!std::isfinite(begin) || !std::isfinite(end)) return Error{"interval", "its ends must be finite"};
  if (begin > end) return Error{"interval", "ends before it begins"};
  if (begin < motion_a.begins() || begin < motion_b.begins()) return Error{"interval", "begins before a motion does"};
  if (!is_length(options.margin)) return Error{"margin", "must be finite and 0 or more"};
  if (!is_length(options.width)) return Error{"width", "must be finite and 0 or more"};
  for (const Motion* motion : {&motion_a, &motion_b})
    if (motion->flight().angular_velocity != Vec3{})
      return Error{"motion", "under an angular velocity positions are not rational"};
  return {};
}

}  // namespace clearance::detail
