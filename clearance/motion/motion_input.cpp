#include <clearance/motion/motion_input.h>

#include <clearance/exact/time/pose_path.h>
#include <clearance/math/spin.h>

#include <cmath>

namespace clearance::detail {
namespace {

bool is_length(double x) { return x >= 0 && std::isfinite(x); }

// CONTRACT §2, compared exactly.
bool turns_too_far(const Motion& motion, double end) {
  const DyadicVec w = exact(motion.flight().angular_velocity);
  const Dyadic time = Dyadic(end) - Dyadic(motion.begins()), most = kMaxSpinAngle;
  return compare(dot(w, w) * time * time, most * most) > 0;
}

}  // namespace

std::optional<Error> fault_of(const Motion& motion_a, const Motion& motion_b, Interval interval,
                              const MotionOptions& options) {
  const auto [begin, end] = interval;
  if (!std::isfinite(begin) || !std::isfinite(end)) return Error{"interval", "its ends must be finite"};
  if (begin > end) return Error{"interval", "ends before it begins"};
  if (begin < motion_a.begins() || begin < motion_b.begins()) return Error{"interval", "begins before a motion does"};
  if (!is_length(options.margin)) return Error{"margin", "must be finite and 0 or more"};
  if (!is_length(options.width)) return Error{"width", "must be finite and 0 or more"};
  for (const Motion* motion : {&motion_a, &motion_b}) {
    if (is_rational(*motion)) continue;
    if (turns_too_far(*motion, end)) return Error{"motion", "turns by more than 2^20 radians until the interval ends"};
    if (options.method == MotionMethod::Features)
      return Error{"method", "there are no contact functions under an angular velocity"};
  }
  return {};
}

Result<FirstContact> ask_added(const Shape& a, const Motion& motion_a, const Shape& b, const Motion& motion_b,
                               Interval interval, const MotionOptions& options) {
  const MotionMethodRow* const row = find_motion_method(options.methods, options.method);
  if (row == nullptr || row->run == nullptr) return Error{"method", "is in no table that options.methods names"};
  return row->run(a, motion_a, b, motion_b, interval, options);
}

std::optional<Error> fault_of_added(const MotionOptions& options) {
  if (!is_added(options.method)) return {};
  return Error{"method", "one that is added finds first contact, and nothing else"};
}

}  // namespace clearance::detail
