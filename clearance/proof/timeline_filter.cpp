// Errors, with u = 2⁻⁵³, dropping products of u's (the last constant leaves a third of itself for them and for the
// roundings of the sizes). All numbers that enter are below kSmallSize; what underflows is dealt with at the end.
//
// f, in flight, sᵢ the times since its beginning: n·p, n·velocity, n·acceleration/2 are off by 3u of Fp, Fv, Fa, the
// sums of their terms' absolute values; s by u, the mean of two by 2u, a product of two by 3u; with the products and
// two sums f is off by less than 10u·F, F = Fp + sFv + s²Fa for the later s. Between keyframes the shares of the way,
// both formed as a quotient of two differences, are off by 3u of themselves; f = share₀·(n·p₀) + share₁·(n·p₁) by 8u,
// the mean of two by 9u, of F = Fp₀ + Fp₁. W and D, not turning: w = R̃ᵀn is off by 11u|n|₁ (posed.h), D = 1. Turning:
// let Bᵢ be the larger |qᵢ| of both keyframes, B = ΣBᵢ². The q's at the ends of the stretch are off by 5uBᵢ a
// component; products of two by 11u, sums of four of them by 13u of B, which bounds all entries of M and D, off the
// diagonal since 2xy ≤ x² + y². Then w is off by 16uB|n|₁.
// Both: w·v is off by 19u of weight·|n|₁·ρ, ρ ≥ |v|₁, with weight 1 or B.
// g = ±(level − f) − r|n|: the level of an offset is off by 4u of its terms; that of a body that does not turn by
// 14u|n|₁ρ and by its f; r, a sum of three, by 2u and |n| by 3u. With three sums g is off by less than 20u of G, the
// sum of the sizes of all its parts. D·g + W·v, elevated to degree 4: a product Dᵢgₖ is off by 34u, a weighted mean of
// three by 37u, of W·v by 22u, the sum by 40u, of weight·(G + |n|₁ρ). Halving takes four means each time: kHalvings add
// 24u more. Underflow: an operation adds at most 2⁻¹⁰⁷⁵, which the factors that follow, five at most, each below 2¹⁰²
// (sums of four included), enlarge to less than 2⁻⁵⁶⁰. |n| is no exception as n itself is above 2⁻¹⁰⁰.
//
// A body that stands at an offset (R, t) in what moves: w becomes Rᵀw, off by √3 times as much and by 11u more, and w·t
// is added, one more sum: all of it less than twice the errors above. Under an angular velocity the turn so far is what
// q says, of unit length but for roundings, and the offset is the start's turn after the motion's own offset: less than
// four times. There, two quaternions at an angle α = Θ/2 and the line between them: at a share ½ + τ the angle from the
// middle is atan(2τ·tan(α/2)) instead of τα, off by less than 0.02α³ for α ≤ ½, and twice that as a turn: 0.005Θ³.
#include <clearance/proof/timeline_filter.h>

#include <clearance/exact/time/pose_path.h>
#include <clearance/math/spin.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace clearance::detail {
namespace {

constexpr double kHeightError = 96 * 0x1p-53;
constexpr double kTiny = 0x1p-500;
constexpr double kLeastNormal = 0x1p-100;
constexpr int kHalvings = 6;
constexpr double kMostSpin = 1, kMostSpinOfSpan = 64;  // radians, at once and in one span

bool is_small(double x) { return std::fabs(x) <= kSmallSize; }
bool is_small(Vec3 v) { return norm_max(v) <= kSmallSize && is_finite(v); }
bool is_small(const Quat& q) { return is_small(q.w) && is_small(q.x) && is_small(q.y) && is_small(q.z); }

double absolute_dot(Vec3 a, Vec3 b) { return std::fabs(a.x * b.x) + std::fabs(a.y * b.y) + std::fabs(a.z * b.z); }

// Mᵀn, M being that of two quaternions: bilinear, M(q) for one taken twice. Sets d to their dot product.
Vec3 turned_back(const Quat& p, const Quat& q, Vec3 n, double& d) {
  const double ww = p.w * q.w, xx = p.x * q.x, yy = p.y * q.y, zz = p.z * q.z;
  const double xy = p.x * q.y + q.x * p.y, xz = p.x * q.z + q.x * p.z, yz = p.y * q.z + q.y * p.z;
  const double wx = p.w * q.x + q.w * p.x, wy = p.w * q.y + q.w * p.y, wz = p.w * q.z + q.w * p.z;
  d = (ww + xx) + (yy + zz);
  return {dot({(ww + xx) - (yy + zz), xy + wz, xz - wy}, n), dot({xy - wz, (ww + yy) - (xx + zz), yz + wx}, n),
          dot({xz + wy, yz - wx, (ww + zz) - (xx + yy)}, n)};
}

// The two shares of the way at a time between two keyframes.
struct Shares {
  Shares(double time, double t0, double t1) : start((t1 - time) / (t1 - t0)), end((time - t0) / (t1 - t0)) {}

  double of(double at_start, double at_end) const { return start * at_start + end * at_end; }
  Quat of(const Quat& p, const Quat& q) const { return {of(p.w, q.w), of(p.x, q.x), of(p.y, q.y), of(p.z, q.z)}; }

  double start, end;
};

// The keyframe after a time, or the end: at rest then.
std::span<const Keyframe>::iterator frame_after(std::span<const Keyframe> frames, double time) {
  return std::upper_bound(frames.begin(), frames.end(), time,
                          [](double t, const Keyframe& frame) { return t < frame.time; });
}

double piece_ends(const Motion& motion, double time) {
  if (const Vec3 spin = motion.flight().angular_velocity; spin != Vec3{})
    return time + 0.99 * kMostSpin / (norm_max(spin) < kSmallSize ? norm(spin) : kSmallSize);
  const auto after = frame_after(motion.keyframes(), time);
  return after == motion.keyframes().end() ? std::numeric_limits<double>::infinity() : after->time;
}

// By halves, as long as the ends of none are at stake.
bool is_above(const double (&c)[kElevated], double bound, int halvings) {
  if (std::all_of(c, c + kElevated, [&](double x) { return x > bound; })) return true;
  if (halvings == 0 || !(c[0] > bound && c[kElevated - 1] > bound)) return false;
  // De Casteljau's scheme: the first and the last of each row of means.
  double row[kElevated], lower[kElevated], upper[kElevated];
  std::copy(c, c + kElevated, row);
  for (int left = kElevated; left > 0; --left) {
    lower[kElevated - left] = row[0];
    upper[left - 1] = row[left - 1];
    for (int k = 0; k + 1 < left; ++k) row[k] = 0.5 * (row[k] + row[k + 1]);
  }
  return is_above(lower, bound, halvings - 1) && is_above(upper, bound, halvings - 1);
}

}  // namespace

// ---- How a body moves -----------------------------------------------------------------------------------------------

bool StretchFilter::set_rest(Path& path, const Pose& pose) const {
  const Vec3 p = pose.translation();
  path.w[0] = transpose_times(pose.rotation(), n_);
  path.f[0] = path.f[1] = path.f[2] = dot(n_, p);
  path.f_size = absolute_dot(n_, p);
  return is_small(p);
}

bool StretchFilter::set_flight(Path& path, const Pose& pose, const Flight& flight, double from, double to) const {
  const Vec3 v = flight.velocity, a = flight.acceleration;
  if (!set_rest(path, pose) || !is_small(v) || !is_small(a) || !is_small(to)) return false;
  const double nv = dot(n_, v), na = 0.5 * dot(n_, a), np = path.f[0];
  path.f[0] = np + (from * nv + from * from * na);
  path.f[1] = np + (0.5 * (from + to) * nv + from * to * na);
  path.f[2] = np + (to * nv + to * to * na);
  path.f_size += to * (absolute_dot(n_, v) + to * absolute_dot(n_, a));
  return true;
}

void StretchFilter::set_turning(Path& path, const Quat& first, const Quat& last) const {
  path.turns = true;
  path.w[0] = turned_back(first, first, n_, path.d[0]);
  path.w[1] = turned_back(first, last, n_, path.d[1]);
  path.w[2] = turned_back(last, last, n_, path.d[2]);
}

// The center flies; all else turns about it: as the start's turn has it, and by q from there on.
bool StretchFilter::set_spin(Path& path, const Motion& motion, double low, double high) const {
  const Flight& flight = motion.flight();
  const Pose& start = motion.start();
  const Vec3 center = flight.center;
  if (!is_small(center) || !is_small(start.translation())) return false;
  const Result<Pose> at_center = moved_to(start, apply(start, center));
  if (!at_center || !set_flight(path, *at_center, flight, low - motion.begins(), high - motion.begins())) return false;
  path.f_size += n_one_ * norm_one(center);
  const Spin spin(flight.angular_velocity);
  const double angle = spin.most_angle(low, high);
  Quat first, last;
  if (!(angle <= kMostSpin) || !spin.set_turn(motion.begins(), low, first) ||
      !spin.set_turn(motion.begins(), high, last))
    return false;
  set_turning(path, first, last);
  for (int k = 0; k < 3; ++k) {
    path.w[k] = transpose_times(start.rotation(), path.w[k]);
    path.h[k] = -dot(path.w[k], center);
  }
  path.weight = 1 + 0x1p-40;
  path.arm = norm_one(center) * 1.001;
  path.errors = 4;
  path.blur = 2 * kSpinError + 0.005 * angle * angle * angle;
  return true;
}

bool StretchFilter::set_between(Path& path, const Keyframe& start, const Keyframe& end, double low, double high) const {
  const Vec3 p0 = start.pose.translation(), p1 = end.pose.translation();
  const Quat q0 = start.pose.quaternion(), q1 = end.pose.quaternion();
  if (!is_small(p0) || !is_small(p1) || !is_small(q0) || !is_small(q1)) return false;
  if (!is_small(start.time) || !is_small(end.time)) return false;
  const Shares at_low(low, start.time, end.time), at_high(high, start.time, end.time);
  const double np0 = dot(n_, p0), np1 = dot(n_, p1);
  path.f[0] = at_low.of(np0, np1);
  path.f[2] = at_high.of(np0, np1);
  path.f[1] = 0.5 * (path.f[0] + path.f[2]);
  path.f_size = absolute_dot(n_, p0) + absolute_dot(n_, p1);
  path.turns = !(q0 == q1);
  if (!path.turns) {
    path.w[0] = transpose_times(start.pose.rotation(), n_);
    return true;
  }
  set_turning(path, at_low.of(q0, q1), at_high.of(q0, q1));
  const auto largest_square = [](double x, double y) { return larger(x * x, y * y); };
  path.weight = (largest_square(q0.w, q1.w) + largest_square(q0.x, q1.x)) +
                (largest_square(q0.y, q1.y) + largest_square(q0.z, q1.z));
  return true;
}

bool StretchFilter::set_path(Path& path, const Motion& motion, double low, double high) const {
  if (!set_frame(path, motion, low, high)) return false;
  if (!motion.has_offset()) return true;
  const Vec3 t = motion.offset().translation();
  if (!is_small(t)) return false;
  for (int k = 0; k < 3; ++k) {
    const Vec3 w = path.w[path.turns ? k : 0];
    path.h[k] += dot(w, t);
  }
  for (int k = 0; k < (path.turns ? 3 : 1); ++k) path.w[k] = transpose_times(motion.offset().rotation(), path.w[k]);
  path.arm += norm_one(t) * 1.001;
  path.errors = larger(path.errors, 2);
  return true;
}

bool StretchFilter::set_frame(Path& path, const Motion& motion, double low, double high) const {
  if (!is_rational(motion)) return set_spin(path, motion, low, high);
  if (motion.kind() == Motion::Kind::Rest) return set_rest(path, motion.start());
  if (motion.kind() == Motion::Kind::Flight)
    return set_flight(path, motion.start(), motion.flight(), low - motion.begins(), high - motion.begins());
  const std::span<const Keyframe> frames = motion.keyframes();
  const auto after = frame_after(frames, low);
  return after == frames.end() ? set_rest(path, frames.back().pose)
                               : set_between(path, *(after - 1), *after, low, high);
}

// ---- The inequalities -----------------------------------------------------------------------------------------------

void StretchFilter::set_side(Side& side, const Path& path, double sign, const double (&g)[3], double g_size,
                             double errors, const PointSizes& sizes, std::span<const Vec3> points) const {
  side.is_set = true;
  side.points = points;
  side.turns = path.turns;
  for (int k = 0; k < (path.turns ? 3 : 1); ++k) side.w[k] = -sign * path.w[k];
  const double* const d = path.d;
  side.base[0] = d[0] * g[0];
  side.base[1] = d[0] * g[1] + d[1] * g[0];
  side.base[2] = (d[0] * g[2] + 4 * (d[1] * g[1])) + d[2] * g[0];
  side.base[3] = d[1] * g[2] + d[2] * g[1];
  side.base[4] = d[2] * g[2];
  const double reach = sizes.largest + path.arm;
  if (path.arm > 0) {
    const double h[3] = {-sign * path.h[0], -sign * path.h[1], -sign * path.h[2]};
    side.base[0] += h[0];
    side.base[1] += h[0] + h[1];
    side.base[2] += (h[0] + 4 * h[1]) + h[2];
    side.base[3] += h[1] + h[2];
    side.base[4] += h[2];
  }
  side.bound = errors * kHeightError * (path.weight * (g_size + n_one_ * reach)) + kTiny +
               1.01 * (path.weight * path.blur * (n_one_ * reach));
}

void StretchFilter::set_both(const TimeSpan::Offset& offset, double since, const PairInMotion& pair, const Path& of_a,
                             const Path& of_b, double low, double high) {
  const auto [start, rate] = offset;
  if (!is_small(start) || !is_small(rate) || !is_small(since) || !is_small(high)) return;
  const double length = norm(n_), half = 0.5 * pair.margin;
  const double radius_a = (pair.a.radius + half) * length, radius_b = (pair.b.radius + half) * length;
  const double first = start + rate * (low - since), last = start + rate * (high - since);
  const double level[3] = {first, 0.5 * (first + last), last};
  const double level_size = std::fabs(start) + std::fabs(rate) * (high - since);
  double below[3], above[3];
  for (int k = 0; k < 3; ++k) {
    below[k] = (level[k] - of_a.f[k]) - radius_a;
    above[k] = (of_b.f[k] - level[k]) - radius_b;
  }
  set_side(side_a_, of_a, 1, below, level_size + of_a.f_size + radius_a, of_a.errors, pair.size_a, pair.a.points);
  set_side(side_b_, of_b, -1, above, level_size + of_b.f_size + radius_b, of_b.errors, pair.size_b, pair.b.points);
}

void StretchFilter::set_one(const PairInMotion& pair, const Path& of_a, const Path& of_b) {
  const bool is_a_still = !of_a.turns;
  if (!is_a_still && of_b.turns) return;
  const double radii = (pair.a.radius + pair.b.radius + pair.margin) * norm(n_);
  // How far along the normal, or against it, the body reaches that does not turn.
  const double reach = is_a_still ? of_a.h[0] - least_height(pair.a.points, -of_a.w[0])
                                  : -(least_height(pair.b.points, of_b.w[0]) + of_b.h[0]);
  const double size_of_still = is_a_still ? pair.size_a.largest + of_a.arm : pair.size_b.largest + of_b.arm;
  const double size = of_a.f_size + of_b.f_size + n_one_ * size_of_still + radii;
  const double errors = larger(of_a.errors, of_b.errors);
  double g[3];
  for (int k = 0; k < 3; ++k) g[k] = ((of_b.f[k] - of_a.f[k]) - reach) - radii;
  if (is_a_still) {
    set_side(side_b_, of_b, -1, g, size, errors, pair.size_b, pair.b.points);
  } else {
    set_side(side_a_, of_a, 1, g, size, errors, pair.size_a, pair.a.points);
  }
}

StretchFilter::StretchFilter(const TimeSpan& span, const PairInMotion& pair, double low, double high) {
  const Plane& plane = span.plane;
  if (span.frame != TimeSpan::Frame::World || plane.kind != Plane::Kind::Vector || plane.side_count != 0) return;
  if (!pair.size_a.are_small || !pair.size_b.are_small) return;
  for (const double length : {pair.a.radius, pair.b.radius, pair.margin})
    if (!(length >= 0 && is_small(length))) return;
  n_ = plane.flip ? -plane.normal : plane.normal;
  if (!is_small(n_) || !(norm_max(n_) >= kLeastNormal)) return;
  n_one_ = norm_one(n_);
  Path of_a, of_b;
  if (!set_path(of_a, pair.a.motion, low, high) || !set_path(of_b, pair.b.motion, low, high)) return;
  if (span.offset) {
    set_both(*span.offset, span.from, pair, of_a, of_b, low, high);
  } else {
    set_one(pair, of_a, of_b);
  }
}

// ---- Points ---------------------------------------------------------------------------------------------------------

StretchFilter::Verdict StretchFilter::verdict_of(const Side& side) {
  Elevated least;
  if (side.turns) {
    least = least_heights(side.points, side.w);
  } else {
    const double same = least_height(side.points, side.w[0]);
    for (int k = 0; k < kElevated; ++k) least.x[k] = kElevation[k] * same;
  }
  bool is_above[kElevated];
  for (int k = 0; k < kElevated; ++k) is_above[k] = side.base[k] + least.x[k] > kElevation[k] * side.bound;
  if (!is_above[0] || !is_above[kElevated - 1]) return Verdict::CannotTell;
  return is_above[1] && is_above[2] && is_above[3] ? Verdict::Separates : Verdict::PerhapsInHalves;
}

StretchFilter::Verdict StretchFilter::verdict() const {
  if (!side_a_.is_set && !side_b_.is_set) return Verdict::CannotTell;
  const Verdict of_a = side_a_.is_set ? verdict_of(side_a_) : Verdict::Separates;
  const Verdict of_b = side_b_.is_set ? verdict_of(side_b_) : Verdict::Separates;
  return std::max(of_a, of_b);
}

bool StretchFilter::holds_for(const Side& side, Vec3 v) {
  const Vec3(&w)[3] = side.w;
  Elevated height = side.turns ? heights(v, w) : heights(v, {w[0], w[0], w[0]});
  for (int k = 0; k < kElevated; ++k) height.x[k] = (side.base[k] + height.x[k]) / kElevation[k];
  return is_above(height.x, side.bound, kHalvings);
}

bool StretchFilter::separates_every_point() const {
  const auto all = [](const Side& side) {
    return std::all_of(side.points.begin(), side.points.end(), [&](Vec3 v) { return holds_for(side, v); });
  };
  return (side_a_.is_set || side_b_.is_set) && (!side_a_.is_set || all(side_a_)) && (!side_b_.is_set || all(side_b_));
}

bool StretchFilter::settles(Body which, Vec3 v) const {
  const Side& side = which == Body::A ? side_a_ : side_b_;
  return side.is_set && holds_for(side, v);
}

// ---- Spans ----------------------------------------------------------------------------------------------------------

namespace {

// All points at once, over halves of halves; then one by one.
bool separates(const TimeSpan& span, const PairInMotion& pair, double low, double high, int halvings) {
  const StretchFilter filter(span, pair, low, high);
  const StretchFilter::Verdict verdict = filter.verdict();
  if (verdict != StretchFilter::Verdict::PerhapsInHalves) return verdict == StretchFilter::Verdict::Separates;
  const double middle = low + 0.5 * (high - low);
  if (halvings == 0 || !(low < middle && middle < high)) return filter.separates_every_point();
  return separates(span, pair, low, middle, halvings - 1) && separates(span, pair, middle, high, halvings - 1);
}

}  // namespace

bool filter_accepts(const TimeSpan& span, const PairInMotion& pair, Interval whole) {
  // Eight parts: more would cost as much as looking at the points one by one.
  constexpr int kHalvingsOfAll = 3;
  const double instant = span.at.value_or(span.from);
  if (!(instant >= whole.begin && instant <= whole.end)) return false;
  for (const Motion* motion : {&pair.a.motion, &pair.b.motion})
    if (!is_rational(*motion) &&
        !(Spin(motion->flight().angular_velocity).most_angle(span.from, span.to) <= kMostSpinOfSpan))
      return false;
  double low = span.from;
  do {
    const double high = smaller(span.to, smaller(piece_ends(pair.a.motion, low), piece_ends(pair.b.motion, low)));
    if (!separates(span, pair, low, high, kHalvingsOfAll)) return false;
    if (low == high && high < span.to) return false;  // pieces below what the clock can tell
    low = high;
  } while (low < span.to);
  return true;
}

}  // namespace clearance::detail
