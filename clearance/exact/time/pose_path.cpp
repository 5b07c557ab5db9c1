#include <clearance/exact/time/pose_path.h>

#include <clearance/base/assert.h>
#include <clearance/exact/turn.h>
#include <clearance/math/length.h>
#include <clearance/math/spin.h>

#include <algorithm>
#include <span>
#include <utility>

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

// The place of the center is linear and quadratic in time; everything else turns about it.
PosePath::PosePath(const Pose& start, const Flight& flight, double begin, const SpinTurn& turn) : turns_(true) {
  const PosePath straight(start, flight.velocity, flight.acceleration, begin);
  Dyadic before[3][3];  // turned as at the middle, times both denominators
  Dyadic turned[3][3], square;
  const auto& [x, y, z] = turn.axis();
  set_turn<Dyadic>(turn.w(), turn.sigma() * x, turn.sigma() * y, turn.sigma() * z, turned, square);
  const auto at_start = [&](int i, int j) {
    const Polynomial& entry = straight.matrix_[i][j];
    return entry.is_zero() ? Dyadic() : entry[0];
  };
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      before[i][j] = turned[i][0] * at_start(0, j) + turned[i][1] * at_start(1, j) + turned[i][2] * at_start(2, j);
  for (int j = 0; j < 3; ++j) {
    const DyadicVec column{before[0][j], before[1][j], before[2][j]};
    const DyadicVec across = cross(turn.axis(), column), inward = cross(turn.axis(), across);
    const auto entry = [&](const Dyadic& c, const Dyadic& s, const Dyadic& i) {
      return Polynomial(c) + Polynomial(s) * turn.sine() + Polynomial(i) * turn.cosine();
    };
    matrix_[0][j] = entry(column.x, across.x, inward.x);
    matrix_[1][j] = entry(column.y, across.y, inward.y);
    matrix_[2][j] = entry(column.z, across.z, inward.z);
  }
  denominator_ = straight.denominator_ * Polynomial(square);
  place_ = straight.numerator(flight.center);
  place_scale_ = straight.denominator_[0];
  const PolynomialVec arm = turned_in_frame(exact(flight.center));
  const Polynomial scale(square);
  translation_ = PolynomialVec{scale * place_.x, scale * place_.y, scale * place_.z} - arm;
}

PosePath PosePath::with_offset(const Pose& offset) const {
  const ExactPose exact_offset(offset);
  auto made = std::make_shared<Offset>();
  made->frame_denominator = denominator_;
  made->over = exact_offset.denominator();
  made->shift = exact_offset.numerator({});
  PosePath path = *this;
  for (int j = 0; j < 3; ++j) {
    const DyadicVec column = exact_offset.edge({}, {j == 0 ? 1.0 : 0, j == 1 ? 1.0 : 0, j == 2 ? 1.0 : 0});
    made->matrix[0][j] = column.x, made->matrix[1][j] = column.y, made->matrix[2][j] = column.z;
    const PolynomialVec turned_column = turned(column);
    path.matrix_[0][j] = turned_column.x, path.matrix_[1][j] = turned_column.y, path.matrix_[2][j] = turned_column.z;
    for (int i = 0; i < 3; ++i) made->frame[i][j] = matrix_[i][j];
  }
  const Polynomial over(made->over);
  const PolynomialVec shift = turned(made->shift);
  path.translation_ = shift + PolynomialVec{over * translation_.x, over * translation_.y, over * translation_.z};
  path.denominator_ = denominator_ * over;
  path.offset_ = std::move(made);
  return path;
}

DyadicVec PosePath::local(Vec3 v) const {
  if (!offset_) return exact(v);
  const DyadicVec x = exact(v);
  const auto row = [&](int i) {
    const Dyadic(&m)[3] = offset_->matrix[i];
    return m[0] * x.x + m[1] * x.y + m[2] * x.z;
  };
  return DyadicVec{row(0), row(1), row(2)} + offset_->shift;
}

namespace {

PolynomialVec product(const Polynomial (&matrix)[3][3], const DyadicVec& v) {
  const auto row = [&](int i) {
    return matrix[i][0] * Polynomial(v.x) + matrix[i][1] * Polynomial(v.y) + matrix[i][2] * Polynomial(v.z);
  };
  return {row(0), row(1), row(2)};
}

}  // namespace

PolynomialVec PosePath::turned(const DyadicVec& v) const { return product(matrix_, v); }

PolynomialVec PosePath::turned_in_frame(const DyadicVec& v) const {
  return product(offset_ ? offset_->frame : matrix_, v);
}

PolynomialVec PosePath::numerator(Vec3 v) const { return turned(exact(v)) + translation_; }

PolynomialVec PosePath::edge(Vec3 v0, Vec3 v1) const { return turned(exact(v1) - exact(v0)); }

ExactPose PosePath::at(const Dyadic& time) const {
  Dyadic matrix[3][3];
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) matrix[i][j] = matrix_[i][j].at(time);
  return {matrix, {translation_.x.at(time), translation_.y.at(time), translation_.z.at(time)}, denominator_.at(time)};
}

namespace {

// Pieces of half a radian at most, each with its own middle.
std::optional<std::vector<PathPiece>> spinning(const Motion& motion, const Dyadic& from, const Dyadic& to) {
  const Flight& flight = motion.flight();
  const double begin = motion.begins(), first = from.to_double(), last = to.to_double();
  const Spin spin(flight.angular_velocity);
  const double angle = spin.most_angle(first, last);
  if (!(angle <= kMostTurn) || !(spin.most_angle(begin, last) <= kMostTurnInAll)) return {};
  const int count = static_cast<int>(angle * 2) + 1;
  std::vector<PathPiece> pieces;
  Dyadic reached = from;
  for (int k = 1; k <= count; ++k) {
    const Dyadic end = k == count ? to : Dyadic(first + (last - first) * (static_cast<double>(k) / count));
    if (k < count && (at_most(end, reached) || at_most(to, end))) continue;
    const double low = reached.to_double(), high = end.to_double(), middle = low + (high - low) / 2;
    const Dyadic before = Dyadic(middle) - reached, after = end - Dyadic(middle);
    const Dyadic& farther = compare(before, after) > 0 ? before : after;
    const SpinTurn turn(flight.angular_velocity, begin, middle,
                        farther.sign() == 0 ? 0 : farther.to_double() * (1 + 0x1p-50) + 0x1p-1074);
    pieces.push_back({reached, end, PosePath(motion.start(), flight, begin, turn), turn.error()});
    reached = end;
  }
  return pieces;
}

std::optional<std::vector<PathPiece>> pieces_of_frame(const Motion& motion, const Dyadic& from, const Dyadic& to) {
  const Flight& flight = motion.flight();
  if (!is_rational(motion)) return spinning(motion, from, to);
  std::vector<PathPiece> pieces;
  if (motion.kind() != Motion::Kind::Keyframes) {
    const double begin = motion.kind() == Motion::Kind::Flight ? motion.begins() : 0;
    pieces.push_back({from, to, PosePath(motion.start(), flight.velocity, flight.acceleration, begin)});
    return pieces;
  }
  const std::span<const Keyframe> frames = motion.keyframes();
  Dyadic reached = from;
  // The keyframe before `from` is the first that matters.
  const double first = from.to_double();
  const auto after = std::lower_bound(frames.begin(), frames.end(), first,
                                      [](const Keyframe& frame, double t) { return frame.time < t; });
  const auto start = after - frames.begin();
  for (auto k = static_cast<std::size_t>(start > 1 ? start - 1 : 1); k < frames.size(); ++k) {
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

}  // namespace

std::optional<std::vector<PathPiece>> path_of(const Motion& motion, const Dyadic& from, const Dyadic& to) {
  CLEARANCE_ASSERT(motion.kind() == Motion::Kind::Rest || at_most(Dyadic(motion.begins()), from));
  CLEARANCE_ASSERT(at_most(from, to));
  std::optional<std::vector<PathPiece>> pieces = pieces_of_frame(motion, from, to);
  if (pieces && motion.has_offset())
    for (PathPiece& piece : *pieces) piece.path = piece.path.with_offset(motion.offset());
  return pieces;
}

// A matrix stretches by 1e-4 at most.
double arm_of(const Motion& motion, double reach) {
  return (reach + length_bound(motion.offset().translation()) + length_bound(motion.flight().center)) * (1 + 0x1p-9);
}

}  // namespace clearance::detail
