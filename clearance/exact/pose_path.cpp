#include <clearance/exact/pose_path.h>

#include <clearance/base/assert.h>
#include <clearance/exact/turn.h>

#include <span>

namespace clearance::detail {
namespace {

// All 2 × 2 minors vanish.
bool are_multiples(const Quat& q0, const Quat& q1) {
  const Dyadic a[4] = {q0.w, q0.x, q0.y, q0.z}, b[4] = {q1.w, q1.x, q1.y, q1.z};
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < i; ++j)
      if (compare(a[i] * b[j], a[j] * b[i]) != 0) return false;
  return true;
}

bool at_most(const Dyadic& a, const Dyadic& b) { return compare(a, b) <= 0; }

// from·(t₁ − t) + to·(t − t₀).
Polynomial between(double from, double to, double t0, double t1) {
  const Dyadic start = from, end = to;
  return Polynomial({start * Dyadic(t1) - end * Dyadic(t0), end - start});
}

}  // namespace

PosePath::PosePath(const Pose& pose) : PosePath(pose, {}, {}, 0) {}

PosePath::PosePath(const Pose& start, Vec3 velocity, Vec3 acceleration, double begin) {
  const auto& [w, x, y, z] = start.quaternion();
  if (start.kind() == Pose::Kind::Matrix) {
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) matrix_[i][j] = Polynomial(Dyadic(start.rotation().row[i][j]));
    denominator_ = Polynomial(Dyadic(1));
  } else {
    set_turn<Polynomial>({w}, {x}, {y}, {z}, matrix_, denominator_);
  }
  const Vec3 t = start.translation();
  const Polynomial since({-Dyadic(begin), Dyadic(1)});
  const auto coordinate = [&](int k) {
    const Polynomial rate({Dyadic(velocity[k])}), change({Dyadic(0.5) * Dyadic(acceleration[k])});
    return Polynomial(Dyadic(t[k])) + since * (rate + since * change);
  };
  place_ = {coordinate(0), coordinate(1), coordinate(2)};
  translation_ = {denominator_ * place_.x, denominator_ * place_.y, denominator_ * place_.z};
}

PosePath::PosePath(const Keyframe& start, const Keyframe& end) {
  const Quat q0 = start.pose.quaternion(), q1 = end.pose.quaternion();
  const Vec3 p0 = start.pose.translation(), p1 = end.pose.translation();
  const auto line = [&](double from, double to) { return between(from, to, start.time, end.time); };
  turns_ = !are_multiples(q0, q1);
  if (!turns_) {
    set_turn<Polynomial>({q0.w}, {q0.x}, {q0.y}, {q0.z}, matrix_, denominator_);
  } else {
    set_turn(line(q0.w, q1.w), line(q0.x, q1.x), line(q0.y, q1.y), line(q0.z, q1.z), matrix_, denominator_);
  }
  // The lines of t are its own times this.
  place_scale_ = Dyadic(end.time) - Dyadic(start.time);
  const Polynomial duration(place_scale_);
  place_ = {line(p0.x, p1.x), line(p0.y, p1.y), line(p0.z, p1.z)};
  translation_ = {denominator_ * place_.x, denominator_ * place_.y, denominator_ * place_.z};
  for (auto& row : matrix_)
    for (Polynomial& entry : row) entry = entry * duration;
  denominator_ = denominator_ * duration;
}

PolynomialVec PosePath::turned(const DyadicVec& v) const {
  const auto row = [&](int i) {
    return matrix_[i][0] * Polynomial(v.x) + matrix_[i][1] * Polynomial(v.y) + matrix_[i][2] * Polynomial(v.z);
  };
  return {row(0), row(1), row(2)};
}

PolynomialVec PosePath::numerator(Vec3 v) const { return turned(exact(v)) + translation_; }

PolynomialVec PosePath::edge(Vec3 v0, Vec3 v1) const { return turned(exact(v1) - exact(v0)); }

ExactPose PosePath::at(const Dyadic& time) const {
  Dyadic matrix[3][3];
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) matrix[i][j] = matrix_[i][j].at(time);
  return {matrix, {translation_.x.at(time), translation_.y.at(time), translation_.z.at(time)}, denominator_.at(time)};
}

std::optional<std::vector<PathPiece>> path_of(const Motion& motion, const Dyadic& from, const Dyadic& to) {
  CLEARANCE_ASSERT(motion.kind() == Motion::Kind::Rest || at_most(Dyadic(motion.begins()), from));
  CLEARANCE_ASSERT(at_most(from, to));
  const Flight& flight = motion.flight();
  if (flight.angular_velocity != Vec3{}) return {};
  std::vector<PathPiece> pieces;
  if (motion.kind() != Motion::Kind::Keyframes) {
    const double begin = motion.kind() == Motion::Kind::Flight ? motion.begins() : 0;
    pieces.push_back({from, to, PosePath(motion.start(), flight.velocity, flight.acceleration, begin)});
    return pieces;
  }
  const std::span<const Keyframe> frames = motion.keyframes();
  Dyadic reached = from;
  for (std::size_t k = 1; k < frames.size(); ++k) {
    const Dyadic end = frames[k].time;
    if (at_most(end, reached)) continue;
    pieces.push_back({reached, at_most(to, end) ? to : end, PosePath(frames[k - 1], frames[k])});
    if (at_most(to, end)) return pieces;
    reached = end;
  }
  // After the last one the body stays where it is.
  pieces.push_back({reached, to, PosePath(frames.back().pose)});
  return pieces;
}

}  // namespace clearance::detail
