#include <clearance/exact/time/height_blur.h>

#include <clearance/math/spin.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace clearance::detail {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

bool is_zero(const PolynomialVec& v) { return v.x.is_zero() && v.y.is_zero() && v.z.is_zero(); }

PolynomialVec constant(const DyadicVec& v) { return {Polynomial(v.x), Polynomial(v.y), Polynomial(v.z)}; }

// How far the origin of what moves gets from that of the world.
double travel(const Motion& motion, double until) {
  double most = norm_one(motion.start().translation());
  for (const Keyframe& frame : motion.keyframes()) most = std::max(most, norm_one(frame.pose.translation()));
  if (motion.kind() != Motion::Kind::Flight) return most;
  const double time = until - motion.begins();
  return most + time * (norm_one(motion.flight().velocity) + time * norm_one(motion.flight().acceleration));
}

// Of what moves, at most: its angular speed and how fast that changes, and the speed of the point it turns about.
struct Rates {
  double turn = 0, change = 0, speed = 0;
};

// q goes on a line from one keyframe to the next, by d in a time T, and is never nearer to 0 than h = |q ∧ d|/|d|: it
// turns at 2|q ∧ d|/|q|² ≤ 2|d|/h, and this changes by less than 4|q ∧ d||d|·x/(h² + x²)² ≤ 1.4·(|d|/h)², per T and T².
Rates rates_between(const Keyframe& start, const Keyframe& end) {
  const auto& [w0, x0, y0, z0] = start.pose.quaternion();
  const auto& [w1, x1, y1, z1] = end.pose.quaternion();
  const double q[4] = {w0, x0, y0, z0}, d[4] = {w1 - w0, x1 - x0, y1 - y0, z1 - z0}, time = end.time - start.time;
  double wedge = 0, of_q = 0, of_d = 0;
  for (int i = 0; i < 4; ++i) {
    of_q += q[i] * q[i], of_d += d[i] * d[i];
    for (int k = 0; k < i; ++k) wedge += (q[i] * d[k] - q[k] * d[i]) * (q[i] * d[k] - q[k] * d[i]);
  }
  Rates rates;
  rates.speed = norm_one(end.pose.translation() - start.pose.translation()) / time;
  if (of_d == 0) return rates;
  // Each product is off by a few u of |q||d|.
  const double height = (std::sqrt(wedge) - 0x1p-48 * std::sqrt(of_q * of_d)) / std::sqrt(of_d);
  const double share = std::sqrt(of_d) / height / time;
  const bool is_known = of_q > 1e-100 && of_q < 1e100 && of_d > 1e-100 && of_d < 1e100 && height > 0;
  rates.turn = is_known ? 2 * share : kInfinity;
  rates.change = is_known ? 1.4 * share * share : kInfinity;
  return rates;
}

Rates rates_of(const Motion& motion, double until) {
  Rates most;
  const Flight& flight = motion.flight();
  if (motion.kind() == Motion::Kind::Flight)
    most.speed = norm_one(flight.velocity) + (until - motion.begins()) * norm_one(flight.acceleration);
  if (!is_rational(motion)) most.turn = Spin(flight.angular_velocity).most_speed();
  for (std::size_t k = 1; k < motion.keyframes().size(); ++k) {
    const Rates rates = rates_between(motion.keyframes()[k - 1], motion.keyframes()[k]);
    most.turn = std::max(most.turn, rates.turn), most.change = std::max(most.change, rates.change);
    most.speed = std::max(most.speed, rates.speed);
  }
  return most;
}

// A height is f = n·(q + w − p) − δ, with q the point that the body turns about, at ω, and w the arm of x, |w| ≤ r; n
// turns at σ. f″ = n·(q″ − p″) + 2n′·(q′ − p′) + n″·(q − p) + (n·w)″, where |n′| ≤ |σ|, |n″| ≤ σ² + |σ′| and, since n·w
// is as in a frame that turns with n, |(n·w)″| ≤ r·((|ω| + |σ|)² + |ω′| + |σ′|). Within stretches: at keyframes rates
// jump.
double bend_of(const Motion& space, const Motion& body, double arm, double apart, double until) {
  const Rates of_space = rates_of(space, until), of_body = rates_of(body, until);
  const double both = of_space.turn + of_body.turn;
  const double bend = arm * (both * both + of_space.change + of_body.change) +
                      (of_space.turn * of_space.turn + of_space.change) * apart +
                      2 * of_space.turn * (of_space.speed + of_body.speed) + norm_one(space.flight().acceleration) +
                      norm_one(body.flight().acceleration);
  return bend < kInfinity ? 1.01 * bend : kInfinity;
}

bool is_quaternion(const Pose& pose) { return pose.kind() == Pose::Kind::Quaternion; }

}  // namespace

// The factor covers all roundings, and matrices, which stretch by 1e-4 at most.
HeightBlur::HeightBlur(Vec3 normal, double offset, const Motion& space, const Motion& body, double reach, double until)
    : normal_(normal),
      offset_(offset),
      spins_(!is_rational(space)),
      is_rigid_(is_quaternion(space.start()) && is_quaternion(space.offset())),
      spin_of_body_(exact(body.flight().angular_velocity)),
      arm_of_body_(arm_of(body, reach)) {
  const double apart = travel(space, until) + travel(body, until) + 2 * (arm_of(space, 0) + arm_of_body_);
  lever_ = 1.01 * (apart + std::fabs(offset) / norm_max(normal));
  bend_ = bend_of(space, body, arm_of_body_, apart, until);
}

MovingPlane HeightBlur::plane(const PosePath& path) const {
  return moving_plane(normal_, offset_, path, spins_ && is_rigid_ ? Turn::NearlyRigid : Turn::AsItIs);
}

// Nearly rigid: N is T·m, so that N·(x − p)/|m| is off by ε·|x − p|. Else N is cof(T)·m, which is |z|²·m along the axis
// and z·m across it, | |z| − 1 | ≤ ε, and C has a factor of |z|²: N·(x − p) − |z|²·δ|m| is off by less than
// 3ε·(|x − p| + |δ|)·|m|, |N| by 3ε·|m|: heights by less than 8ε·(|x − p| + |δ|).
std::optional<Dyadic> HeightBlur::of(const MovingPlane& plane, const Dyadic& blur_space,
                                     const Dyadic& blur_body) const {
  Dyadic blur;
  if (blur_body.sign() > 0 && !is_zero(cross(plane.normal, constant(spin_of_body_)))) {
    if (!std::isfinite(arm_of_body_)) return {};
    blur = blur_body * Dyadic(arm_of_body_);
  }
  if (blur_space.sign() == 0) return blur;
  if (!std::isfinite(lever_)) return {};
  return blur + blur_space * Dyadic(8) * Dyadic(lever_);
}

Motion without_idle_spin(Vec3 normal, const Motion& motion) {
  if (is_rational(motion)) return motion;
  const Flight& flight = motion.flight();
  const Dyadic begin = motion.begins();
  const auto now = path_of(motion, begin, begin);
  if (!now) return motion;
  const MovingPlane plane = moving_plane(normal, 0, now->front().path);
  if (!is_zero(cross(plane.normal, constant(exact(flight.angular_velocity))))) return motion;
  const Result<Motion> straight =
      Motion::flight(motion.start(), {flight.velocity, flight.acceleration, {}, {}}, motion.begins());
  if (!straight) return motion;
  return motion.has_offset() ? straight->with_offset(motion.offset()) : *straight;
}

// Normals that are off by less than 8ε each (see above) and truly opposite make an angle whose sine is below 16·Σε.
TwoHalfSpaces half_spaces_at(const PlaneInMotion& a, const PlaneInMotion& b, double time, double margin) {
  const Dyadic t = time;
  const auto pieces_a = path_of(a.motion, t, t), pieces_b = path_of(b.motion, t, t);
  if (!pieces_a || !pieces_b) return TwoHalfSpaces::Unknown;
  const PathPiece &of_a = pieces_a->front(), &of_b = pieces_b->front();
  const MovingPlane plane_a = standing(moving_plane(a.normal, a.offset, of_a.path), t),
                    plane_b = standing(moving_plane(b.normal, b.offset, of_b.path), t);
  const Dyadic blur = of_a.blur + of_b.blur;
  if (blur.sign() == 0) {
    if (!are_opposite(plane_a, plane_b, t)) return TwoHalfSpaces::Meet;
    const std::optional<HeightForm> between = HeightForm::between(plane_a, plane_b);
    return between && between->compare_at(t, {}, margin) > 0 ? TwoHalfSpaces::Apart : TwoHalfSpaces::Meet;
  }
  const auto value = [&](const Polynomial& p) { return p.at(t); };
  const Dyadic along = value(dot(plane_a.normal, plane_b.normal));
  if (along.sign() > 0) return TwoHalfSpaces::Meet;
  const PolynomialVec across = cross(plane_a.normal, plane_b.normal);
  const Dyadic lengths = value(dot(plane_a.normal, plane_a.normal)) * value(dot(plane_b.normal, plane_b.normal));
  const Dyadic sine = Dyadic(16) * blur;
  return compare(value(dot(across, across)), sine * sine * lengths) > 0 ? TwoHalfSpaces::Meet : TwoHalfSpaces::Unknown;
}

}  // namespace clearance::detail
