#include <clearance/math/motion.h>

#include <clearance/math/spin.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace clearance {
namespace {

// a·b exactly, as (high + low)·2^exponent with ½ ≤ |high| < 1, or all zero: equal products have equal parts.
struct Product {
  double high, low;
  int exponent;

  Product(double a, double b) {
    int of_a = 0, of_b = 0;
    const double x = std::frexp(a, &of_a), y = std::frexp(b, &of_b);
    int extra = 0;
    high = std::frexp(x * y, &extra);
    low = std::ldexp(std::fma(x, y, -(x * y)), -extra);
    exponent = high == 0 ? 0 : of_a + of_b + extra;
  }
  friend bool operator==(const Product&, const Product&) = default;
};

// q₁ = −c·q₀ for some c > 0: all 2×2 minors vanish, and the components that are not zero have opposite signs.
bool are_opposite(const Quat& q0, const Quat& q1) {
  const double a[4] = {q0.w, q0.x, q0.y, q0.z}, b[4] = {q1.w, q1.x, q1.y, q1.z};
  for (int i = 0; i < 4; ++i) {
    if (a[i] != 0 && std::signbit(a[i]) == std::signbit(b[i])) return false;
    for (int j = 0; j < i; ++j)
      if (!(Product(a[i], b[j]) == Product(a[j], b[i]))) return false;
  }
  return true;
}

std::string fault_between(const Pose& start, const Pose& end) {
  if (start.kind() != Pose::Kind::Quaternion || end.kind() != Pose::Kind::Quaternion)
    return "poses given by matrices have no motion between them";
  if (are_opposite(start.quaternion(), end.quaternion())) return "q is the opposite of the one before: no way between";
  return {};
}

double largest_of(const Quat& q) {
  return larger(larger(std::fabs(q.w), std::fabs(q.x)), larger(std::fabs(q.y), std::fabs(q.z)));
}

Result<Pose> pose_between(const Pose& p0, const Pose& p1, double fraction) {
  if (fraction <= 0) return p0;
  if (fraction >= 1) return p1;
  const Quat a = p0.quaternion(), b = p1.quaternion();
  // Both times one power of two, which changes nothing, so that neither sum overflows and the larger does not vanish.
  int exponent = 0;
  std::frexp(larger(largest_of(a), largest_of(b)), &exponent);
  const auto mix = [&](double x, double y) { return (1 - fraction) * x + fraction * y; };
  const auto mix_scaled = [&](double x, double y) { return mix(std::ldexp(x, -exponent), std::ldexp(y, -exponent)); };
  const Quat q{mix_scaled(a.w, b.w), mix_scaled(a.x, b.x), mix_scaled(a.y, b.y), mix_scaled(a.z, b.z)};
  if (largest_of(q) == 0) return Error{"q", "rounding leaves nothing of it at this time"};
  const Vec3 s = p0.translation(), t = p1.translation();
  return Pose::from_quaternion(q, {mix(s.x, t.x), mix(s.y, t.y), mix(s.z, t.z)});
}

// How the body is turned at that time.
Result<Pose> turned(const Pose& start, Vec3 angular_velocity, double time) {
  Result<Pose> before = moved_to(start, {});
  if (!before || angular_velocity == Vec3{}) return before;
  Quat q;
  if (!detail::Spin(angular_velocity).set_turn(0, time, q))
    return Error{"angular_velocity", "turns by more than 2^20 radians until this time"};
  return compose(rotation(q), *before);
}

Result<Pose> flown(const Pose& start, const Flight& flight, double time) {
  if (time == 0) return start;
  const Result<Pose> around = turned(start, flight.angular_velocity, time);
  if (!around) return around.error();
  const Vec3 center = apply(start, flight.center) + time * (flight.velocity + (time / 2) * flight.acceleration);
  const Vec3 t = center - around->rotation() * flight.center;
  if (!is_coordinate(t)) return Error{"t", "the flight has left the range at this time: beyond 1e300"};
  return moved_to(*around, t);
}

}  // namespace

Motion Motion::rest(const Pose& pose) {
  Motion made;
  made.start_ = pose;
  return made;
}

Result<Motion> Motion::flight(const Pose& start, const Flight& flight, double begin) {
  if (!std::isfinite(begin)) return Error{"begin", "not finite"};
  const std::pair<const char*, Vec3> parts[] = {{"velocity", flight.velocity},
                                                {"acceleration", flight.acceleration},
                                                {"angular_velocity", flight.angular_velocity},
                                                {"center", flight.center}};
  for (const auto& [name, part] : parts)
    if (!is_coordinate(part)) return Error{name, is_finite(part) ? "beyond 1e300" : "not finite"};
  Motion made = rest(start);
  made.kind_ = Kind::Flight;
  made.begins_ = begin;
  made.flight_ = flight;
  return made;
}

Result<Motion> Motion::to(const Pose& start, const Pose& end, double duration) {
  if (!(duration > 0 && std::isfinite(duration))) return Error{"duration", "not positive and finite"};
  if (const std::string fault = fault_between(start, end); !fault.empty()) return Error{"to", fault};
  return through({{0, start}, {duration, end}});
}

Result<Motion> Motion::through(std::vector<Keyframe> frames) {
  if (frames.empty()) return Error{"keyframes", "none"};
  if (!std::isfinite(frames[0].time)) return Error{"keyframes[0]", "a time that is not finite"};
  for (std::size_t k = 1; k < frames.size(); ++k) {
    const std::string place = "keyframes[" + std::to_string(k) + "]";
    if (!(frames[k].time > frames[k - 1].time && std::isfinite(frames[k].time)))
      return Error{place, "times do not rise"};
    if (const std::string fault = fault_between(frames[k - 1].pose, frames[k].pose); !fault.empty())
      return Error{place, fault};
  }
  Motion made = rest(frames[0].pose);
  made.kind_ = Kind::Keyframes;
  made.begins_ = frames[0].time;
  made.frames_ = std::move(frames);
  return made;
}

Motion Motion::with_offset(const Pose& offset) const {
  Motion made = *this;
  made.offset_ = offset;
  made.has_offset_ = !(offset == Pose());
  return made;
}

Result<Pose> Motion::at(double time) const {
  Result<Pose> frame = frame_at(time);
  return frame && has_offset_ ? compose(*frame, offset_) : frame;
}

Result<Pose> Motion::frame_at(double time) const {
  if (!(time >= begins_ && std::isfinite(time))) return Error{"time", "before the motion begins, or not finite"};
  if (kind_ == Kind::Flight) return flown(start_, flight_, time - begins_);
  if (kind_ == Kind::Rest) return start_;
  const auto after = std::upper_bound(frames_.begin(), frames_.end(), time,
                                      [](double t, const Keyframe& frame) { return t < frame.time; });
  if (after == frames_.end()) return frames_.back().pose;
  const Keyframe &p0 = *(after - 1), &p1 = *after;
  return pose_between(p0.pose, p1.pose, (time - p0.time) / (p1.time - p0.time));
}

}  // namespace clearance
