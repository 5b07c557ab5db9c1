// Notation: u = 2⁻⁵³; T the duration; ρ the radius; θ the angle of a turn. Errors of a few operations are covered by 8u
//           or 16u of their parts and 2⁻¹⁰⁶⁰ for underflow, as exact/approx.h derives them.
#include <clearance/base/assert.h>
#include <clearance/bvh/swept_box.h>

#include <algorithm>
#include <cmath>

namespace clearance::detail {
namespace {

constexpr double kUnit = 0x1p-53, kUnderflow = 0x1p-1060;

// Displacements along one axis: low ≤ 0 ≤ high, and exactly 0 where nothing moves.
struct Range {
  double low = 0, high = 0;
};

// v·s + a·s²/2 for 0 ≤ s ≤ T: 0, the end, and the apex −v²/2a where v and v + aT differ in sign. An apex beyond T by a
// rounding is taken in: that only widens. What overflows is unbounded.
Range displacements(double v, double a, double T) {
  if (T == 0 || (v == 0 && a == 0)) return {};
  const double line = v * T, bend = (0.5 * a * T) * T, end = line + bend;
  const double error = 8 * kUnit * (std::fabs(line) + std::fabs(bend)) + kUnderflow;
  // Comparisons that NaN fails: an overflow of both parts says nothing about their sum.
  Range range{end - error <= 0 || end - error > 0 ? smaller(end - error, 0) : -kInfiniteEnd,
              end + error <= 0 || end + error > 0 ? larger(end + error, 0) : kInfiniteEnd};
  if (v == 0 || a == 0 || std::signbit(v) == std::signbit(a)) return range;
  if (!(std::fabs(v) <= std::fabs(a) * T * (1 + 8 * kUnit) + kUnderflow)) return range;
  const double apex = (0.5 * v * (v / a)) * (1 + 8 * kUnit);
  if (v > 0)
    range.high = larger(range.high, kUnderflow - apex);
  else
    range.low = smaller(range.low, -kUnderflow - apex);
  return range;
}

double add_down(double x, double y) { return y == 0 ? x : next_below(x + y); }
double add_up(double x, double y) { return y == 0 ? x : next_above(x + y); }

struct Path {
  Range x, y, z;
};
Box moved(const Box& box, const Path& path) {
  return {{add_down(box.low.x, path.x.low), add_down(box.low.y, path.y.low), add_down(box.low.z, path.z.low)},
          {add_up(box.high.x, path.x.high), add_up(box.high.y, path.y.high), add_up(box.high.z, path.z.high)}};
}

Box common(const Box& a, const Box& b) {
  return {{larger(a.low.x, b.low.x), larger(a.low.y, b.low.y), larger(a.low.z, b.low.z)},
          {smaller(a.high.x, b.high.x), smaller(a.high.y, b.high.y), smaller(a.high.z, b.high.z)}};
}

Box ball(Vec3 center, double radius) { return grown({center, center}, radius); }

// |v| from above; the larger of its components by √3 where squares could underflow.
double length_above(Vec3 v) {
  const double size = norm_max(v);
  if (size == 0) return 0;
  return size > 1e-140 && size < 1e140 ? norm(v) * (1 + 8 * kUnit) : size * 1.75;
}

// What a turn from q0 to q1 adds to the boxes at both ends. Points go round a fixed axis, all in one sense, on circles
// of radius ≤ ρ; half the angle between is that between the quaternions. Up to half a turn an arc is never farther from
// its chord than ρ(1 − cos θ/2). Beyond that the ball is all there is: infinity.
double bulge(const Quat& q0, const Quat& q1, double radius) {
  const auto scaled = [](const Quat& q) {
    int exponent = 0;
    std::frexp(larger(larger(std::fabs(q.w), std::fabs(q.x)), larger(std::fabs(q.y), std::fabs(q.z))), &exponent);
    return Quat{std::ldexp(q.w, -exponent), std::ldexp(q.x, -exponent), std::ldexp(q.y, -exponent),
                std::ldexp(q.z, -exponent)};
  };
  const auto product = [](const Quat& a, const Quat& b) { return (a.w * b.w + a.x * b.x) + (a.y * b.y + a.z * b.z); };
  const Quat a = scaled(q0), b = scaled(q1);
  const double cosine = product(a, b) / std::sqrt(product(a, a) * product(b, b));
  if (!(cosine > 16 * kUnit)) return kInfiniteEnd;
  return radius * (larger(1 - cosine, 0) + 32 * kUnit) * (1 + 8 * kUnit) + kUnderflow;
}

// One axis of a leg: the center between c0 and c1, the body between `low` and `high` of it at either end, or `bulge`
// more in between.
Range leg(double c0, double c1, double low0, double low1, double high0, double high1, double bulge) {
  const double low = smaller(next_below(low0 - c0), next_below(low1 - c1));
  const double high = larger(next_above(high0 - c0), next_above(high1 - c1));
  return {next_below(smaller(c0, c1) + next_below(low - bulge)), next_above(larger(c0, c1) + next_above(high + bulge))};
}

}  // namespace

namespace {

// What stands at an offset in the frame that moves is in a ball around the point that the frame turns about.
Box swept_box_at_offset(const Motion& motion, double until,
                        FunctionRef<SweptBody(const Pose& pose, Vec3 center)> body_at) {
  const Box local = body_at(motion.offset(), {}).box;
  const Vec3 center = motion.flight().center;
  const auto far = [&](double Vec3::* axis) {
    return larger(std::fabs(next_below(local.low.*axis - center.*axis)),
                  std::fabs(next_above(local.high.*axis - center.*axis)));
  };
  // Rotations given by matrices stretch by 1e-4 at most.
  const double radius = length_above({far(&Vec3::x), far(&Vec3::y), far(&Vec3::z)}) * (1 + 0x1p-12);
  const Motion frame = motion.with_offset({});
  return swept_box(frame, until, [&](const Pose& pose, Vec3 at) {
    const Vec3 place = apply(pose, at);
    const double off = 32 * kUnit * (norm_one(at) + norm_max(pose.translation()) + norm_max(place));
    const double all = (radius + off) * (1 + 8 * kUnit);
    return SweptBody{ball(place, all), place, all};
  });
}

}  // namespace

Box swept_box(const SweptBody& start, const Flight& flight, double duration) {
  CLEARANCE_ASSERT(duration >= 0);
  const Vec3 v = flight.velocity, a = flight.acceleration;
  const Path path{displacements(v.x, a.x, duration), displacements(v.y, a.y, duration),
                  displacements(v.z, a.z, duration)};
  const double angle = duration == 0 ? 0 : length_above(flight.angular_velocity) * duration * (1 + 4 * kUnit);
  if (angle == 0 && (duration == 0 || flight.angular_velocity == Vec3{})) return moved(start.box, path);
  // No point leaves its place about the center by more than the chord of the turn, 2ρ·sin θ/2 ≤ ρθ.
  const double chord = start.radius * (angle + kUnderflow) * (1 + 4 * kUnit) + kUnderflow;
  return moved(common(ball(start.center, start.radius), grown(start.box, chord)), path);
}

Box swept_box(const SweptBody& start, const Quat& q_start, const SweptBody& end, const Quat& q_end) {
  if (q_start == q_end) return united(start.box, end.box);  // every point moves along a line
  const double radius = larger(start.radius, end.radius);
  const Box around = united(ball(start.center, radius), ball(end.center, radius));
  const double extra = bulge(q_start, q_end, radius);
  if (extra == kInfiniteEnd) return around;
  const auto along = [&](double Vec3::* axis) {
    return leg(start.center.*axis, end.center.*axis, start.box.low.*axis, end.box.low.*axis, start.box.high.*axis,
               end.box.high.*axis, extra);
  };
  const Range x = along(&Vec3::x), y = along(&Vec3::y), z = along(&Vec3::z);
  return common(around, {{x.low, y.low, z.low}, {x.high, y.high, z.high}});
}

Box swept_box(const Motion& motion, double until, FunctionRef<SweptBody(const Pose& pose, Vec3 center)> body_at) {
  CLEARANCE_ASSERT(until >= motion.begins());
  if (motion.has_offset()) return swept_box_at_offset(motion, until, body_at);
  if (motion.kind() == Motion::Kind::Flight) {
    const double duration = motion.begins() == 0 ? until : next_above(until - motion.begins());
    return swept_box(body_at(motion.start(), motion.flight().center), motion.flight(), duration);
  }
  SweptBody before = body_at(motion.start(), {});
  Box all = before.box;
  const std::span<const Keyframe> frames = motion.keyframes();
  for (std::size_t k = 1; k < frames.size() && frames[k - 1].time < until; ++k) {
    const SweptBody after = body_at(frames[k].pose, {});
    all = united(all, swept_box(before, frames[k - 1].pose.quaternion(), after, frames[k].pose.quaternion()));
    before = after;
  }
  return all;
}

Box swept_box(std::span<const BoxSample> samples, double max_speed) {
  CLEARANCE_ASSERT(max_speed >= 0);
  Box all = kNoBox;
  for (const BoxSample& sample : samples) all = united(all, sample.box);
  for (std::size_t k = 1; k < samples.size(); ++k) {
    const BoxSample &p = samples[k - 1], &q = samples[k];
    CLEARANCE_ASSERT(q.time > p.time);
    const double way = max_speed * next_above(q.time - p.time) * (1 + 4 * kUnit) + kUnderflow;
    // Half of each, so that no sum overflows early; the two sums lose less than 4u of their parts.
    const auto middle = [&](double x, double y, double sign) {
      const double sum = (0.5 * x + 0.5 * y) + sign * 0.5 * way;
      const double error = 4 * kUnit * (std::fabs(0.5 * x) + std::fabs(0.5 * y) + way) + kUnderflow;
      const double end = sum + sign * error;
      return end == end ? end : sign * kInfiniteEnd;
    };
    const auto low = [&](double Vec3::* axis) { return middle(p.box.low.*axis, q.box.low.*axis, -1); };
    const auto high = [&](double Vec3::* axis) { return middle(p.box.high.*axis, q.box.high.*axis, 1); };
    all =
        united(all, {{low(&Vec3::x), low(&Vec3::y), low(&Vec3::z)}, {high(&Vec3::x), high(&Vec3::y), high(&Vec3::z)}});
  }
  return all;
}

}  // namespace clearance::detail
