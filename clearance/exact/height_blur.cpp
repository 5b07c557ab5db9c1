#include <clearance/exact/height_blur.h>

#include <clearance/math/spin.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace clearance::detail {
namespace {

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

// A height is f = n·(q + w − p) − δ, with q the point that the body turns about, at ω, and w the arm of x, |w| ≤ r; n
// turns at σ. f″ = n·(q″ − p″) + 2n′·(q′ − p′) + n″·(q − p) + (n·w)″, and n·w is as in a frame that turns with n: its
// second derivative is at most r·(|ω| + |σ|)², |n′| ≤ |σ|, |n″| ≤ |σ|².
double bend_of(const Motion& space, const Motion& body, double arm, double apart, double until) {
  const auto speed = [](const Motion& m) {
    return is_rational(m) ? 0 : Spin(m.flight().angular_velocity).most_speed();
  };
  const auto is_known = [](const Motion& m) { return m.kind() != Motion::Kind::Keyframes; };
  if (!is_known(space) || !is_known(body)) return std::numeric_limits<double>::infinity();
  const auto fastest = [&](const Motion& m) {
    const double time = m.kind() == Motion::Kind::Flight ? until - m.begins() : 0;
    return norm_one(m.flight().velocity) + time * norm_one(m.flight().acceleration);
  };
  const double turn = speed(space), both = turn + speed(body);
  return 1.01 * (arm * both * both + turn * turn * apart + 2 * turn * (fastest(space) + fastest(body)) +
                 norm_one(space.flight().acceleration) + norm_one(body.flight().acceleration));
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
