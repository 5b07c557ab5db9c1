#include <clearance/math/length.h>
#include <clearance/motion/leg.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

namespace clearance::detail {
namespace {

// Covers the roundings of a bound that is made of a few dozen operations.
constexpr double kOutward = 1 + 0x1p-40;

struct Quaternion {
  double w, x, y, z;

  explicit Quaternion(const Quat& q) : w(q.w), x(q.x), y(q.y), z(q.z) {}
  Quaternion(double w_, double x_, double y_, double z_) : w(w_), x(x_), y(y_), z(z_) {}
};
Quaternion operator-(const Quaternion& p, const Quaternion& q) { return {p.w - q.w, p.x - q.x, p.y - q.y, p.z - q.z}; }
double dot(const Quaternion& p, const Quaternion& q) { return (p.w * q.w + p.x * q.x) + (p.y * q.y + p.z * q.z); }
Quat product(const Quat& p, const Quat& q) {
  return {(p.w * q.w - p.x * q.x) - (p.y * q.y + p.z * q.z), (p.w * q.x + p.x * q.w) + (p.y * q.z - p.z * q.y),
          (p.w * q.y + p.y * q.w) + (p.z * q.x - p.x * q.z), (p.w * q.z + p.z * q.w) + (p.x * q.y - p.y * q.x)};
}
double norm_max(const Quaternion& q) {
  return larger(larger(std::fabs(q.w), std::fabs(q.x)), larger(std::fabs(q.y), std::fabs(q.z)));
}

// |q₀|²|q₁|² − (q₀·q₁)² as a sum of squares, which loses nothing.
double wedge_square(const Quaternion& p, const Quaternion& q) {
  const double a = p.w * q.x - p.x * q.w, b = p.w * q.y - p.y * q.w, c = p.w * q.z - p.z * q.w;
  const double d = p.x * q.y - p.y * q.x, e = p.x * q.z - p.z * q.x, f = p.y * q.z - p.z * q.y;
  return (a * a + b * b) + (c * c + d * d) + (e * e + f * f);
}

}  // namespace

// W = |q₀ ∧ q₁| = |q₀ ∧ d| as computed is off by less than 8u·D, and where on the line q₀ is by 8u: components are
// below 1.
TurningWay::TurningWay(const Quat& start, const Quat& end) {
  const Quaternion q0(start), q1(end), d = q1 - q0;
  length_ = std::sqrt(dot(d, d));
  const double wedge = std::sqrt(wedge_square(q0, d)), error = 0x1p-50 * length_;
  most_wedge_ = wedge + error;
  height_ = larger(wedge - error, 0) / length_;
  start_ = dot(q0, d) / length_;
}

// The angular speed is 2W/|q|², and it changes by at most 4W·D·x/|q|⁴, where D = |q₁ − q₀|, x is how far q is from the
// point of the line nearest to 0, and |q|² = h² + x²: x/(h² + x²)² rises until x = h/√3 and falls from there.
TurningWay::Bounds TurningWay::between(double from, double to) const {
  const double x0 = start_ + length_ * from, x1 = start_ + length_ * to;
  const double nearest = x0 < 0 && x1 > 0 ? 0 : larger(smaller(std::fabs(x0), std::fabs(x1)) - 0x1p-48, 0);
  const double farthest = larger(std::fabs(x0), std::fabs(x1)) + 0x1p-48;
  const double x = larger(nearest, smaller(farthest, height_ * 0.5773502691896258));
  const double square = height_ * height_ + x * x, least_square = height_ * height_ + nearest * nearest;
  return {2 * most_wedge_ / least_square * kOutward, 4 * most_wedge_ * length_ * x / (square * square) * kOutward,
          std::sqrt(least_square) * (1 - 0x1p-40)};
}

// compose() turns by 8u more than it should, and is off by 12u of the offset's translation and by u of the place.
bool Leg::set(const Motion& motion, const BodySize& body, double time, double until) {
  *this = {};
  end_ = until;
  radius_ = body.radius;
  if (!motion.has_offset()) return set_frame(motion, body, time, until);
  has_offset_ = true;
  offset_ = motion.offset();
  const Vec3 t = offset_.translation();
  // A matrix stretches by 1e-4 at most.
  radius_ = (body.radius * (1 + 0x1p-12) + length_bound(t)) * kOutward;
  if (!set_frame(motion, {radius_, (body.reach + norm_one(t)) * (1 + 0x1p-10)}, time, until)) return false;
  more_ += 2 * (body.reach + norm_one(t)) + larger(norm_max(place(time)), norm_max(place(end_)));
  return more_ < 0x1p900;
}

bool Leg::set_frame(const Motion& motion, const BodySize& body, double time, double until) {
  if (motion.kind() != Motion::Kind::Keyframes) {
    set_flight(motion.start(), motion.flight(), motion.kind() == Motion::Kind::Flight ? motion.begins() : time, until);
    return motion.flight().angular_velocity == Vec3{} || set_spin(motion.flight(), body, until);
  }
  const std::span<const Keyframe> frames = motion.keyframes();
  const auto after = std::upper_bound(frames.begin(), frames.end(), time,
                                      [](double t, const Keyframe& frame) { return t < frame.time; });
  if (after == frames.end()) {
    set_flight(frames.back().pose, {}, time, until);
    return true;
  }
  end_ = smaller(until, after->time);
  return set_way(*(after - 1), *after, body);
}

// fl(t + s·(v + s/2·a)) is within 6u of |t| + |s·v| + |s²·a|: a quarter of what bounds make of as much reach.
void Leg::set_flight(const Pose& start, const Flight& flight, double begin, double until) {
  start_ = start;
  first_ = begin;
  velocity_ = flight.velocity, acceleration_ = flight.acceleration;
  if (velocity_ == Vec3{} && acceleration_ == Vec3{}) return;
  const double time = until - begin;
  more_ = norm_max(start.translation()) + time * (norm_max(velocity_) + time * norm_max(acceleration_));
  speed_ = (length_bound(velocity_) + time * length_bound(acceleration_)) * kOutward;
}

// The turn is off by kSpinError and by 8u of composing it: 40u of the arm, less than what bounds of 24u make of twice
// as much. The center's own place is off by 12u of |c| and of its parts, the turned arm of the center by 45u of it.
bool Leg::set_spin(const Flight& flight, const BodySize& body, double until) {
  turns_ = true;
  spin_ = Spin(flight.angular_velocity);
  const double speed = spin_.most_speed();
  Quat q;
  if (!(speed > 0x1p-300 && speed < 0x1p300) || !spin_.set_turn(first_, until, q)) return false;
  spin_velocity_ = flight.angular_velocity;
  center_ = flight.center;
  radius_ = (body.radius * (1 + 0x1p-12) + length_bound(center_)) * kOutward;
  axis_ = spin_.axis();
  axis_error_ = 0x1p-48;
  more_ +=
      2 * (body.reach + norm_one(center_)) * (1 + 0x1p-10) + 4 * norm_one(center_) + norm_max(start_.translation());
  bend_ = radius_ * (speed * speed) * kOutward;
  speed_ += radius_ * speed * kOutward;
  return more_ < 0x1p900;
}

// With w the arm of a vertex: (n·e)(e·w) + |n × e|·|w × e| for the axis e, each within some 20u of |n|·|w|.
double Leg::most_along(const Polytope& body, Vec3 n) const {
  const double along = dot(n, axis_), across = length_bound(cross(n, axis_));
  double most = -std::numeric_limits<double>::infinity();
  for (int v = 0; v < body.vertex_count(); ++v) {
    const Vec3 in_frame = has_offset_ ? apply(offset_, body.vertex(v)) : body.vertex(v);
    const Vec3 w = start_.rotation() * (in_frame - center_);
    most = larger(most, along * dot(axis_, w) + across * length_bound(cross(w, axis_)));
  }
  return most + 0x1p-46 * length_bound(n) * radius_;
}

// The share is within 3u, so q is within 20u·Q of what it should be, Q being the largest component of q₀ and q₁, and
// turns by at most 40u·Q/|q| away: less than what bounds of 16u and more make of 3ρ·Q/|q|. t is within 10u of its ends.
bool Leg::set_way(const Keyframe& start, const Keyframe& end, const BodySize& body) {
  is_way_ = true;
  start_ = start.pose;
  first_ = start.time, last_ = end.time;
  t0_ = start.pose.translation(), t1_ = end.pose.translation();
  const double duration = last_ - first_;
  velocity_ = (t1_ - t0_) / duration;
  more_ = t0_ == t1_ ? 0 : larger(norm_max(t0_), norm_max(t1_));
  speed_ = length_bound(velocity_) * kOutward;
  turns_ = start.pose.quaternion() != end.pose.quaternion();
  if (!turns_) return true;
  // One power of two for both changes nothing, and keeps products in range.
  Quaternion q0(start.pose.quaternion()), q1(end.pose.quaternion());
  int exponent = 0;
  std::frexp(larger(norm_max(q0), norm_max(q1)), &exponent);
  const auto scaled = [&](const Quaternion& q) {
    return Quat{std::ldexp(q.w, -exponent), std::ldexp(q.x, -exponent), std::ldexp(q.y, -exponent),
                std::ldexp(q.z, -exponent)};
  };
  q0_ = scaled(q0), q1_ = scaled(q1);
  turning_ = TurningWay(q0_, q1_);
  const TurningWay::Bounds turning = turning_.between(0, 1);
  if (!(turning.least > 0x1p-200) || !(duration > 0x1p-300 && duration < 0x1p300)) return false;
  const double radius = body.radius, speed = turning.speed / duration;
  set_axis();
  is_wild_ = turning.speed > 8;  // a turn of π at an even speed would have π
  more_ += 3 * body.reach / turning.least;
  bend_ = radius * (speed * speed + turning.change / duration / duration) * kOutward;
  speed_ += radius * speed * kOutward;
  return true;
}

double Leg::turning(double from, double to) const {
  if (!turns_) return 0;
  if (spin_.turns()) return spin_.most_speed() * spin_.most_speed() * kOutward;
  const TurningWay::Bounds turning = turning_.between(share(from), share(to));
  const double duration = last_ - first_, speed = turning.speed / duration;
  return (speed * speed + turning.change / duration / duration) * kOutward;
}

double Leg::bend(Vec3 n, double from, double to) const {
  if (!turns_) return 0;
  double most = bend_;
  if (is_wild_) {
    const TurningWay::Bounds turning = turning_.between(share(from), share(to));
    const double duration = last_ - first_, speed = turning.speed / duration;
    most = smaller(bend_, radius_ * (speed * speed + turning.change / duration / duration) * kOutward);
  }
  const double length = length_bound(n), across = length_bound(cross(n, axis_)) + axis_error_ * length;
  return most * (across < length ? across : length) * kOutward;
}

// The vector part of q₁·q₀⁻¹, which is as long as W; each component is off by less than 8u.
void Leg::set_axis() {
  const auto& [w0, x0, y0, z0] = q0_;
  const auto& [w1, x1, y1, z1] = q1_;
  const Vec3 v0{x0, y0, z0}, v1{x1, y1, z1}, axis = (w0 * v1 - w1 * v0) - cross(v1, v0);
  const double length = norm(axis);
  axis_ = axis / length;
  axis_error_ = 0x1p-46 / length + 0x1p-48;
}

Vec3 Leg::place(double time) const {
  if (is_way_) {
    const double f = share(time);
    return (1 - f) * t0_ + f * t1_;
  }
  const double s = time - first_;
  const Vec3 before = spin_.turns() ? apply(start_, center_) : start_.translation();
  return before + s * (velocity_ + (s / 2) * acceleration_);
}

bool Leg::set_pose(double time, Pose& pose) const {
  if (!has_offset_) return set_frame_pose(time, pose);
  Pose frame;
  if (!set_frame_pose(time, frame)) return false;
  const Result<Pose> there = compose(frame, offset_);
  if (there) pose = *there;
  return there.ok();
}

bool Leg::set_frame_pose(double time, Pose& pose) const {
  if (spin_.turns()) {
    Quat q;
    if (!spin_.set_turn(first_, time, q)) return false;
    if (start_.kind() == Pose::Kind::Quaternion && center_ == Vec3{})
      return detail::set_pose(pose, product(q, start_.quaternion()), place(time));
    const Result<Pose> before = moved_to(start_, {}), turned = before ? compose(rotation(q), *before) : before;
    if (!turned) return false;
    const Result<Pose> there = moved_to(*turned, place(time) - turned->rotation() * center_);
    if (there) pose = *there;
    return there.ok();
  }
  if (turns_) {
    const double f = share(time);
    const auto mix = [f](double x, double y) { return (1 - f) * x + f * y; };
    return detail::set_pose(pose, {mix(q0_.w, q1_.w), mix(q0_.x, q1_.x), mix(q0_.y, q1_.y), mix(q0_.z, q1_.z)},
                            place(time));
  }
  if (velocity_ == Vec3{} && acceleration_ == Vec3{}) return pose = start_, true;
  const Result<Pose> there = moved_to(start_, place(time));
  if (there) pose = *there;
  return there.ok();
}

bool Leg::is_exact_at(double time) const {
  if (is_way_ || turns_ || has_offset_ || acceleration_ != Vec3{}) return false;
  if (velocity_ == Vec3{}) return true;
  const double s = time - first_;
  const auto is_sum = [](double x, double y) { return (x + y) - x == y && (x + y) - y == x; };
  const auto is_product = [](double x, double y) {
    return x == 0 || y == 0 || (std::fabs(x * y) > 0x1p-900 && std::fma(x, y, -(x * y)) == 0);
  };
  const auto is_exact = [&](double t, double v) { return is_product(s, v) && is_sum(t, s * v); };
  const Vec3 t = start_.translation();
  return is_sum(time, -first_) && is_exact(t.x, velocity_.x) && is_exact(t.y, velocity_.y) &&
         is_exact(t.z, velocity_.z);
}

// The vector part of 2·q′·q⁻¹ is the angular velocity. The origin of the body's own frame turns, too.
Leg::Rates Leg::rates(double time) const {
  Rates rates = frame_rates(time);
  if (Pose pose; turns_ && !turns_about_origin() && set_pose(time, pose))
    rates.linear = rates.linear + cross(rates.angular, pose.translation() - place(time));
  return rates;
}

Leg::Rates Leg::frame_rates(double time) const {
  if (!is_way_) return {velocity_ + (time - first_) * acceleration_, spin_velocity_};
  if (!turns_) return {velocity_, {}};
  const double f = share(time), duration = last_ - first_;
  const Quaternion p(q0_), d = Quaternion(q1_) - p;
  const Quaternion q(p.w + f * d.w, p.x + f * d.x, p.y + f * d.y, p.z + f * d.z);
  const Vec3 of_d{d.x, d.y, d.z}, of_q{q.x, q.y, q.z};
  const double scale = 2 / (dot(q, q) * duration);
  return {velocity_, scale * ((q.w * of_d - d.w * of_q) - cross(of_d, of_q))};
}

}  // namespace clearance::detail
