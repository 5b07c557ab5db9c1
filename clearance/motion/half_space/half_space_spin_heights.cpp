#include <clearance/motion/half_space/half_space_spin_heights.h>

#include <clearance/math/length.h>
#include <clearance/motion/moving_pair.h>
#include <clearance/query/half_space_plane.h>

#include <cmath>
#include <limits>

namespace clearance::detail {
namespace {

constexpr double kOutward = 1 + 0x1p-40;

}  // namespace

SpinHeights::SpinHeights(const HalfSpaceQuestion& question) : question_(question), scaled_(question.space) {
  int exponent = 0;
  const Vec3 n = question.space.normal();
  std::frexp(norm_max(n), &exponent);
  const auto scaled = [exponent](double x) { return std::ldexp(x, -exponent); };
  const Result<HalfSpace> made =
      HalfSpace::make({scaled(n.x), scaled(n.y), scaled(n.z)}, scaled(question.space.offset()));
  is_scaled_ = made.ok();
  if (made) scaled_ = *made;
}

// The half-space is to its leg a point at a distance of 1: the end of its normal.
bool SpinHeights::set(double from, double until) {
  return is_scaled_ && body_.set(question_.motion_body, question_.body.pieces()->size(), from, until) &&
         space_.set(question_.motion_space, {1, 2}, from, until);
}

// Positions are off by less than 24u of what the legs say (leg.h) in each component, the normal by 2⁻⁴⁷, or by what is
// said of a point at a distance of 1 where q goes on a line; the sums here by a few u of their parts.
std::optional<SpinHeights::Instant> SpinHeights::at(double time) const {
  Pose space, body;
  if (!space_.set_pose(time, space) || !body_.set_pose(time, body)) return {};
  const WorldPlane plane = world_plane(scaled_, space);
  const Vec3 n = plane.normal / plane.length, apart = body.translation() - space.translation();
  const double offset = plane.offset / plane.length, reach = question_.body.pieces()->size().reach;
  const double sizes = reach + norm_one(body.translation()) + norm_one(space.translation()) + body_.more() +
                       space_.more() + std::fabs(offset) + question_.body.pieces()->radius() + question_.margin;
  const double turned = space_.turns() && !space_.spins() ? 0x1p-46 * (2 + space_.more()) : 0;
  return Instant{n, transpose_times(body.rotation(), n), dot(n, apart) - offset,
                 0x1p-45 * sizes + turned * (reach + norm_one(apart) + std::fabs(offset)) + 1e-280};
}

std::optional<SpinHeights::Height> SpinHeights::lowest(double time, MotionPatience& patience) const {
  const std::optional<Instant> now = at(time);
  if (!now) return {};
  const std::optional<LowestPieces::Lowest> found = question_.body.lowest(now->direction, now->error, patience);
  if (!found) return {};
  const double value = dot(now->direction, found->vertex.point) - found->vertex.radius;
  return Height{found->least + now->level - question_.margin - now->error,
                value + now->level - question_.margin + now->error, found->vertex};
}

double SpinHeights::most_of(const LowVertex& vertex, double time) const {
  const std::optional<Instant> now = at(time);
  if (!now) return std::numeric_limits<double>::infinity();
  return dot(now->direction, vertex.point) - vertex.radius + now->level - question_.margin + now->error;
}

// They go straight, but for accelerations: from one time to another their difference is the chord's and a sag, and its
// rate is the chord's and what the acceleration changes of it in half of the time.
SpinHeights::Between SpinHeights::between(double from, double to) const {
  const Vec3 first = body_.place(from) - space_.place(from), last = body_.place(to) - space_.place(to);
  const double time = to - from, bend = length_bound(body_.acceleration() - space_.acceleration());
  const double error = 0x1p-45 * (norm_one(body_.place(from)) + norm_one(space_.place(from)) + norm_one(first) +
                                  norm_one(last) + body_.more() + space_.more());
  return {(larger(length_bound(first), length_bound(last)) + bend * time * time / 8 + error) * kOutward,
          time > 0 ? ((length_bound(last - first) + error) / time + bend * time / 2) * kOutward : 0};
}

// Over a plane that does not turn: what the body's own turning bends along n, and what the accelerations do. Else, with
// q and p the points that the two turn about, at ω and σ, w the arm of x, |w| ≤ r, and f = n·(q + w − p) − δ:
// f″ = n·(q″ − p″) + 2n′·(q′ − p′) + n″·(q − p) + (n·w)″, where |n′| ≤ |σ|, |n″| ≤ σ² + |σ′| and, since n·w is as in a
// frame that turns with n, |(n·w)″| ≤ r·((|ω| + |σ|)² + |ω′| + |σ′|).
double SpinHeights::bend(double from, double to) const {
  const Vec3 acceleration = body_.acceleration() - space_.acceleration();
  if (!space_.turns()) {
    const std::optional<Instant> now = at(from);
    if (!now) return std::numeric_limits<double>::infinity();
    const double along = dot(now->normal, acceleration) + 0x1p-44 * norm_one(acceleration);
    // The normal is off by a little, which matters where a body turns about it.
    return (body_.bend(now->normal, from, to) + body_.arm() * body_.turning(from, to) * 0x1p-44 + larger(along, 0)) *
           kOutward;
  }
  const double of_space = space_.turning(from, to), of_body = body_.turning(from, to), sigma = std::sqrt(of_space);
  const auto [apart, speed] = between(from, to);
  return (body_.arm() * (of_space + of_body + 2 * sigma * std::sqrt(of_body)) + of_space * apart + 2 * sigma * speed +
          length_bound(acceleration)) *
         kOutward;
}

double SpinHeights::speed(double from, double to) const {
  const double omega = std::sqrt(body_.turning(from, to)), sigma = std::sqrt(space_.turning(from, to));
  const auto [apart, speed] = between(from, to);
  return (speed + body_.arm() * (omega + sigma) + sigma * apart) * kOutward;
}

double SpinHeights::angle(double from, double to) const {
  const double of_body = body_.spins() ? body_.spin_angle(from, to) : 0;
  return space_.spins() ? larger(of_body, space_.spin_angle(from, to)) : of_body;
}

// With w the arm of a vertex and e the axis: −n·w is at most (−n·e)(e·w) + |n × e|·|w × e|.
std::optional<double> SpinHeights::circles(Vec3 n, MotionPatience& patience) {
  if (circles_ && circles_along_ == n) return circles_;
  circles_.reset();
  circles_along_ = n;
  const Motion& motion = question_.motion_body;
  const Vec3 axis = Spin(motion.flight().angular_velocity).axis();
  const double along = -dot(n, axis), across = length_bound(cross(n, axis));
  const auto stretches = [](const Pose& pose) { return pose.kind() == Pose::Kind::Matrix; };
  const double shrink = stretches(motion.start()) || stretches(motion.offset()) ? 1 - 0x1p-9 : 1;
  const auto reach = [&](Vec3 v) {
    const Vec3 in_frame = motion.has_offset() ? apply(motion.offset(), v) : v;
    const Vec3 w = motion.start().rotation() * (in_frame - motion.flight().center);
    return (along * dot(axis, w) + across * length_bound(cross(w, axis))) * shrink;
  };
  const double room = 0x1p-24 * body_.arm();
  const std::optional<double> most = question_.body.most(reach, room, patience);
  if (most) circles_ = (*most + 0x1p-44 * body_.arm()) / shrink * kOutward;
  return circles_;
}

bool SpinHeights::is_clear_by_circles(double from, double to, MotionPatience& patience) {
  if (space_.turns() || !body_.spins()) return false;
  const std::optional<Instant> first = at(from), last = at(to);
  Pose pose;
  if (!first || !last || !space_.set_pose(from, pose)) return false;
  const WorldPlane plane = world_plane(scaled_, pose);
  const Vec3 n = first->normal, beside = plane.translation - space_.place(from);
  const double offset = plane.offset / plane.length + dot(n, beside) + question_.margin;
  const auto height = [&](double time, double error) {
    return dot(n, body_.place(time) - space_.place(time)) - offset - 2 * error;
  };
  const double g = height(from, first->error), h = height(to, last->error);
  const Vec3 acceleration = body_.acceleration() - space_.acceleration();
  const double bend = larger(dot(n, acceleration) + 0x1p-44 * norm_one(acceleration), 0) * kOutward;
  const auto is_clear = [&](double reach) { return MovingPair::spans_clear(g - reach, h - reach, bend, to - from); };
  if (is_clear(body_.arm() * kOutward + question_.body.pieces()->radius())) return true;
  const double nearest = smaller(g, h);
  if (!(nearest > 0)) return false;
  const std::optional<double> reach = circles(n, patience);
  return reach && is_clear(*reach);
}

}  // namespace clearance::detail
