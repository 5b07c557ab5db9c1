#include <clearance/motion/shapes/shape_window.h>

#include <clearance/bvh/box.h>
#include <clearance/exact/posed.h>
#include <clearance/exact/time/pose_path.h>
#include <clearance/math/length.h>
#include <clearance/motion/shapes/first_zero.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

namespace clearance::detail {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
// Heights are made of a few more operations than exact/posed.h counts, of boxes that reach a little beyond the body.
constexpr double kHeightError = 8 * kDotError;

Vec3 unit(Vec3 n) {
  const double largest = norm_max(n);
  if (!(largest > 0x1p-1000 && largest < kInfinity)) return {};
  const Vec3 scaled = n / largest;
  return scaled / norm(scaled);
}

// A distance from the origin of the body's frame as a share of the body's radius about it; all of it where a body does
// not turn about that origin, and the radius that counts is 0.
double arm_of(double distance, double radius) {
  const double share = distance / radius * (1 + 0x1p-40);
  return share < 1 ? share : 1;
}

// From −1 to 1 along an edge of a box; 0 where it has no length.
double along_edge(Vec3 v, Vec3 edge) {
  const double square = dot(edge, edge), share = square > 0 ? dot(v, edge) / square : 0;
  return share > 1 ? 1 : share < -1 ? -1 : share;
}

double spread(Vec3 n, const Vec3 (&edge)[3]) {
  return std::fabs(dot(n, edge[0])) + std::fabs(dot(n, edge[1])) + std::fabs(dot(n, edge[2]));
}

// From a box to another, about the way between the points that are nearest; 0 where they overlap.
Vec3 way_between(Vec3 between, const Vec3 (&of_a)[3], const Vec3 (&of_b)[3]) {
  Vec3 to = between;
  const auto nearest_of_a = [&](Vec3 v) {
    return along_edge(v, of_a[0]) * of_a[0] + along_edge(v, of_a[1]) * of_a[1] + along_edge(v, of_a[2]) * of_a[2];
  };
  const Vec3 back = nearest_of_a(between) - between;
  for (const Vec3& edge : of_b) to = to + along_edge(back, edge) * edge;
  return to - nearest_of_a(to);
}

// How far the point that a body turns about reaches along n at the instants from one time to another, and against it.
struct Reach {
  double low = kInfinity, high = -kInfinity;
  void add(double x, double more) { low = smaller(low, x - more), high = larger(high, x + more); }
};
Reach reach_along(const Motion& motion, Vec3 n, double from, double to) {
  Reach reach;
  if (motion.kind() == Motion::Kind::Keyframes) {
    const std::span<const Keyframe> frames = motion.keyframes();
    const auto after = std::upper_bound(frames.begin(), frames.end(), from,
                                        [](double t, const Keyframe& frame) { return t < frame.time; });
    for (auto frame = after - 1; frame != frames.end(); ++frame) {
      reach.add(dot(n, frame->pose.translation()), 0);
      if (frame->time >= to) break;
    }
    return reach;
  }
  const double begin = motion.kind() == Motion::Kind::Flight ? motion.begins() : from;
  const auto& [velocity, acceleration, angular, center] = motion.flight();
  const double duration = to - from, bend = std::fabs(dot(n, acceleration)) * duration * duration / 8;
  const Vec3 start = is_rational(motion) ? motion.start().translation() : apply(motion.start(), center);
  for (const double time : {from, to}) {
    const double s = time - begin;
    reach.add(dot(n, start + s * (velocity + (s / 2) * acceleration)), bend);
  }
  return reach;
}

}  // namespace

ShapeWindow::ShapeWindow(const ShapeQuestion& question, double from, double to)
    : question_(question), from_(from), to_(to), error_(kInfinity) {
  const bool are_set = leg_a_.set(question.motion_a, question.a.size(), from, to) &&
                       leg_b_.set(question.motion_b, question.b.size(), from, to);
  is_one_leg_ = leg_a_.end() >= to && leg_b_.end() >= to;
  if (!is_one_leg_ || !are_set || !set_frames(from, at_from_) || !set_frames(to, at_to_)) return;
  const auto far = [](const Frames& frames) { return norm_max(frames.place_a) + norm_max(frames.place_b); };
  const double reach =
      question.a.size().reach + question.b.size().reach + leg_a_.more() + leg_b_.more() + far(at_from_) + far(at_to_);
  const double error = kHeightError * 1.75 * reach;  // |n|₁ ≤ √3
  if (error <= kMaxBound) error_ = larger(error, kMinBound);
  set_moving_frames();
}

// A second derivative that is at most so large along each of three axes is at most as large as all three together.
void ShapeWindow::set_moving_frames() {
  const double duration = next_above(to_ - from_), square = duration * duration * (1 + 0x1p-40);
  for (const bool is_a : {true, false}) {
    const Leg& leg = is_a ? leg_a_ : leg_b_;
    MovingFrame& frame = is_a ? moving_a_ : moving_b_;
    for (int end = 0; end < 2; ++end) {
      frame.turn[end] = is_a ? at(end).turn_a : at(end).turn_b;
      frame.place[end] = is_a ? at(end).place_a : at(end).place_b;
    }
    frame.radius = radius_about_pivot(is_a ? Body::A : Body::B);
    if (!leg.turns()) continue;
    frame.bend = square * Vec3{leg.bend({1, 0, 0}, from_, to_), leg.bend({0, 1, 0}, from_, to_),
                               leg.bend({0, 0, 1}, from_, to_)};
    frame.most_bend = length_bound(frame.bend) * (1 + 0x1p-40);
  }
}

bool ShapeWindow::set_frames(double time, Frames& frames) const {
  Pose pose_a, pose_b;
  if (!leg_a_.set_pose(time, pose_a) || !leg_b_.set_pose(time, pose_b)) return false;
  frames = {pose_a.rotation(), pose_b.rotation(), pose_a.translation(), pose_b.translation()};
  return true;
}

double ShapeWindow::middle() const {
  const double wanted = from_ + (to_ - from_) / 2;
  if (is_one_leg_) return wanted;
  double nearest = first_end_of_leg();
  for (const Motion* motion : {&question_.motion_a, &question_.motion_b}) {
    const std::span<const Keyframe> frames = motion->keyframes();
    const auto after = std::lower_bound(frames.begin(), frames.end(), wanted,
                                        [](const Keyframe& frame, double t) { return frame.time < t; });
    const auto consider = [&](double time) {
      if (time > from_ && time < to_ && std::fabs(time - wanted) < std::fabs(nearest - wanted)) nearest = time;
    };
    if (after != frames.end()) consider(after->time);
    if (after != frames.begin()) consider((after - 1)->time);
  }
  return nearest;
}

// Balls about the points that the bodies turn about.
ShapeWindow::PlaneBetween ShapeWindow::between_balls() const {
  const Motion &motion_a = question_.motion_a, &motion_b = question_.motion_b;
  Vec3 middle_a, middle_b;
  for (int k = 0; k < 3; ++k) {
    const Vec3 axis{k == 0 ? 1.0 : 0, k == 1 ? 1.0 : 0, k == 2 ? 1.0 : 0};
    const Reach a = reach_along(motion_a, axis, from_, to_), b = reach_along(motion_b, axis, from_, to_);
    middle_a = middle_a + (0.5 * a.low + 0.5 * a.high) * axis,
    middle_b = middle_b + (0.5 * b.low + 0.5 * b.high) * axis;
  }
  const Vec3 n = unit(middle_b - middle_a);
  if (n == Vec3{}) return {};
  const Reach a = reach_along(motion_a, n, from_, to_), b = reach_along(motion_b, n, from_, to_);
  const double half = question_.margin / 2;
  const double radius_a = leg_a_.arm() + question_.a.radius() + half,
               radius_b = leg_b_.arm() + question_.b.radius() + half;
  const double reach = radius_a + radius_b + std::fabs(a.high) + std::fabs(a.low) + std::fabs(b.high) +
                       std::fabs(b.low) + norm_one(middle_a) + norm_one(middle_b);
  const double top = a.high + radius_a + 0x1p-40 * reach, bottom = b.low - radius_b - 0x1p-40 * reach;
  if (!(top < bottom)) return {};
  return {n, {top + (bottom - top) / 2, 0}};
}

ShapeWindow::PlacedBox ShapeWindow::placed(const ShapePieces& body, const Piece& piece, bool is_a) const {
  const PieceBox box = body.box(piece);
  PlacedBox made;
  made.radius = box.radius, made.size = box.size;
  made.arm = arm_of(length_bound(box.center) + box.size, radius_about_pivot(is_a ? Body::A : Body::B));
  for (int end = 0; end < 2; ++end) {
    const Mat3& turn = is_a ? at(end).turn_a : at(end).turn_b;
    made.center[end] = turn * box.center + (is_a ? at(end).place_a : at(end).place_b);
    for (int k = 0; k < 3; ++k) made.edge[end][k] = turn * box.edge[k];
  }
  return made;
}

ShapeWindow::Bends ShapeWindow::bends(Vec3 n, double arm_a, double arm_b) const {
  Bends made{arm_a * leg_a_.bend(n, from_, to_), arm_b * leg_b_.bend(n, from_, to_)};
  if (both_turn()) made.a += leg_a_.pull_against(n), made.b += leg_b_.pull_against(-n);
  return made;
}

double ShapeWindow::bend(Vec3 n, double arm_a, double arm_b) const {
  const auto [of_a, of_b] = bends(n, arm_a, arm_b);
  if (both_turn()) return (of_a + of_b) * (1 + 0x1p-40);
  const Vec3 acceleration = leg_b_.acceleration() - leg_a_.acceleration();
  const double fall = larger(0, dot(n, acceleration) + 0x1p-50 * norm_one(n) * norm_one(acceleration));
  return (of_a + of_b + fall) * (1 + 0x1p-40);
}

// Heights along n at both ends of the window, n of about unit length.
ShapeWindow::Bound ShapeWindow::along(Vec3 n, double gap_from, double gap_to, double arm_a, double arm_b) const {
  const double duration = next_above(to_ - from_);
  const double share = first_zero(gap_from, gap_to, bend(n, arm_a, arm_b) * duration * duration / 8);
  const double time = share == kNever ? kNever : larger(from_, from_ + share * (to_ - from_) * (1 - 0x1p-50));
  return {time, gap_from, n, gap_to, arm_a, arm_b};
}

bool ShapeWindow::is_blurred(const Piece& a, double size_a, const Piece& b, double size_b, double share) const {
  const double most = share * larger(size_a, size_b);
  if (!((moving_a_.most_bend + moving_b_.most_bend) / 8 > most)) return false;
  const auto arm = [this](Body of, const Piece& piece, double size) {
    const ShapePieces& body = of == Body::A ? question_.a : question_.b;
    return arm_of(length_bound(body.box(piece).center) + size, radius_about_pivot(of));
  };
  const double bends = arm(Body::A, a, size_a) * moving_a_.most_bend + arm(Body::B, b, size_b) * moving_b_.most_bend;
  return bends / 8 > most;
}

bool ShapeWindow::is_outside(Body of_point, Vec3 point, const PlacedBox& box_of_other) const {
  const Frames& now = at(0);
  PlacedBox placed = {};
  placed.center[0] = placed.center[1] =
      of_point == Body::A ? now.turn_a * point + now.place_a : now.turn_b * point + now.place_b;
  return bound(box_of_other, placed, kNever).gap > 0;
}

double ShapeWindow::top(const PlacedBox& a, Vec3 n, int end) const {
  return dot(n, a.center[end]) + spread(n, a.edge[end]) + (a.radius + question_.margin / 2) * (1 + 0x1p-48) +
         error_ / 2;
}
double ShapeWindow::top(const Piece& triangle_of_a, Vec3 n, int end) const {
  Vec3 v[3];
  question_.a.corners(triangle_of_a, v);
  double most = -kInfinity;
  for (const Vec3& corner : v) most = larger(most, dot(n, at(end).turn_a * corner + at(end).place_a));
  return most + question_.margin / 2 * (1 + 0x1p-48) + error_ / 2;
}

ShapeWindow::ElementBound ShapeWindow::bound_along(const Rounded& a, const Rounded& b, Vec3 n) const {
  double top[2], bottom[2];
  for (int end = 0; end < 2; ++end) {
    top[end] = -kInfinity, bottom[end] = kInfinity;
    for (int v = 0; v < a.core().vertex_count(); ++v)
      top[end] = larger(top[end], dot(n, at(end).turn_a * a.core().vertex(v) + at(end).place_a));
    for (int v = 0; v < b.core().vertex_count(); ++v)
      bottom[end] = smaller(bottom[end], dot(n, at(end).turn_b * b.core().vertex(v) + at(end).place_b));
    const double half = question_.margin / 2, more = 1 + 0x1p-48;
    top[end] += (a.radius() + half) * more + error_ / 2, bottom[end] -= (b.radius() + half) * more + error_ / 2;
  }
  return {along(n, bottom[0] - top[0], bottom[1] - top[1], 1, 1), top[0], top[1]};
}

// In between, so that each body has the room that its own way, if it bends, may take.
TimeSpan::Offset ShapeWindow::offset(const Bound& bound, double top_from, double top_to) const {
  const auto [of_a, of_b] = bends(bound.direction, bound.arm_a, bound.arm_b);
  const double share = of_a + of_b > 0 ? of_a / (of_a + of_b) : 0.5;
  const double start = top_from + share * bound.gap, end = top_to + share * bound.gap_to;
  return {start, to_ > from_ ? (end - start) / (to_ - from_) : 0};
}

ShapeWindow::Bound ShapeWindow::bound(const PlacedBox& a, const PlacedBox& b, double enough) const {
  const Vec3 between = b.center[0] - a.center[0], later = b.center[1] - a.center[1];
  const double less = (a.radius + b.radius + question_.margin) * (1 + 0x1p-48) + error_;
  const auto gap = [&](Vec3 n, int end) {
    return dot(n, end == 0 ? between : later) - spread(n, a.edge[end]) - spread(n, b.edge[end]) - less;
  };
  Vec3 n = unit(way_between(between, a.edge[0], b.edge[0]));
  double best = n == Vec3{} ? -kInfinity : gap(n, 0);
  if (!(best > 0)) {
    const auto consider = [&](Vec3 edge) {
      const Vec3 axis = unit(dot(edge, between) < 0 ? -edge : edge);
      if (axis == Vec3{}) return;
      if (const double there = gap(axis, 0); there > best) best = there, n = axis;
    };
    for (int k = 0; k < 3; ++k) consider(a.edge[0][k]), consider(b.edge[0][k]);
    if (!(best > 0)) return {from_, best};
  }
  Bound found = along(n, best, gap(n, 1), a.arm, b.arm);
  if (found.time > enough) return found;
  // Square to the way they go: those that pass each other by.
  const Vec3 way = unit(later - between);
  const Vec3 aside = unit(n - dot(n, way) * way);
  if (way == Vec3{} || aside == Vec3{}) return found;
  const Bound other = along(aside, gap(aside, 0), gap(aside, 1), a.arm, b.arm);
  if (other.time > found.time) found = other;
  return found;
}

// Directions of moving_boxes.h are of unit length up to 1e-5.
MovingGap ShapeWindow::moving_gap(double radii, Body of) const {
  const double duration = next_above(to_ - from_);
  const Vec3 acceleration =
      of == Body::B ? leg_b_.acceleration() - leg_a_.acceleration() : leg_a_.acceleration() - leg_b_.acceleration();
  return {(radii + question_.margin + error_) * (1 + 0x1p-13), (duration * duration * (1 + 0x1p-40)) * acceleration,
          turns(), acceleration != Vec3{}};
}

double ShapeWindow::time_of(double share) const {
  return share == kThroughout ? kNever : larger(from_, from_ + share * (to_ - from_) * (1 - 0x1p-50));
}

double ShapeWindow::end_of(double after) const {
  return after == 0 ? to_ : smaller(to_, next_above(to_ - after * (to_ - from_) * (1 - 0x1p-50)));
}

void ShapeWindow::bounds_of_boxes(Body of, const Piece& above, const TriangleTree::Node& node, const PlacedBox& other,
                                  EightBounds& out) const {
  const bool is_a = of == Body::A;
  bound_boxes((is_a ? question_.a : question_.b).tree(above), node, is_a ? moving_a_ : moving_b_, other,
              is_a ? moving_b_ : moving_a_, moving_gap(other.radius, of), out);
}

void ShapeWindow::bounds_of_triangles(const EightPairs& pairs, EightBounds& out) const {
  bound_triangles(pairs, moving_a_, moving_b_, moving_gap(0, Body::B), out);
}

void ShapeWindow::place_triangle(Body of, const Piece& triangle, MovingTriangle& out) const {
  const ShapePieces& body = of == Body::A ? question_.a : question_.b;
  const MovingFrame& frame = of == Body::A ? moving_a_ : moving_b_;
  Vec3 v[3];
  body.corners(triangle, v);
  for (int end = 0; end < 2; ++end)
    for (int k = 0; k < 3; ++k) out.corner[end][k] = frame.turn[end] * v[k] + frame.place[end];
  out.arm = frame.most_bend == 0
                ? 0
                : arm_of(larger(larger(length_bound(v[0]), length_bound(v[1])), length_bound(v[2])), frame.radius);
}

// The same by their corners.
ShapeWindow::Bound ShapeWindow::bound_of_triangles(const Piece& piece_a, const Piece& piece_b, double enough) const {
  Vec3 of_a[3], of_b[3], a[2][3], b[2][3];
  question_.a.corners(piece_a, of_a), question_.b.corners(piece_b, of_b);
  for (int end = 0; end < 2; ++end) {
    const Frames& frames = at(end);
    for (int k = 0; k < 3; ++k) {
      a[end][k] = frames.turn_a * of_a[k] + frames.place_a;
      b[end][k] = frames.turn_b * of_b[k] + frames.place_b;
    }
  }
  const auto arm = [](const Vec3(&v)[3], double radius) {
    return arm_of(larger(larger(length_bound(v[0]), length_bound(v[1])), length_bound(v[2])), radius);
  };
  const double arm_a = arm(of_a, radius_about_pivot(Body::A)), arm_b = arm(of_b, radius_about_pivot(Body::B));
  const double less = question_.margin * (1 + 0x1p-48) + error_;
  const auto gap = [&](Vec3 n, int end) {
    const double top = larger(larger(dot(n, a[end][0]), dot(n, a[end][1])), dot(n, a[end][2]));
    const double bottom = smaller(smaller(dot(n, b[end][0]), dot(n, b[end][1])), dot(n, b[end][2]));
    return bottom - top - less;
  };
  Bound found{from_, -kInfinity};
  const Vec3 between = (b[0][0] + b[0][1] + b[0][2]) - (a[0][0] + a[0][1] + a[0][2]);
  const auto consider = [&](Vec3 way) {
    Vec3 n = unit(way);
    if (n == Vec3{}) return false;
    if (dot(n, between) < 0) n = -n;
    const double here = gap(n, 0);
    if (!(here > 0)) return false;
    const Bound there = along(n, here, gap(n, 1), arm_a, arm_b);
    if (there.time > found.time || found.gap < 0) found = there;
    return found.time > enough;
  };
  if (consider(between)) return found;
  if (consider(cross(a[0][1] - a[0][0], a[0][2] - a[0][0])) || consider(cross(b[0][1] - b[0][0], b[0][2] - b[0][0])))
    return found;
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 3; ++k)
      if (consider(cross(a[0][(i + 1) % 3] - a[0][i], b[0][(k + 1) % 3] - b[0][k]))) return found;
  return found;
}

// By its corners: the plane, and planes through its edges along which the other goes.
ShapeWindow::Bound ShapeWindow::bound_of_triangle_and_box(Body of, const Piece& triangle, const PlacedBox& other,
                                                          double enough) const {
  MovingTriangle t;
  place_triangle(of, triangle, t);
  const double less = (other.radius + question_.margin) * (1 + 0x1p-48) + error_;
  const double sign = of == Body::A ? 1 : -1;
  Bound found{from_, -kInfinity};
  // n goes from a to b: from the triangle to the box, where the triangle is of a.
  const auto gap = [&](Vec3 n, int end) {
    double top = -kInfinity;
    for (const Vec3& corner : t.corner[end]) top = larger(top, dot(sign * n, corner - other.center[end]));
    return -top - spread(n, other.edge[end]) - less;
  };
  const auto consider = [&](Vec3 way) {
    const Vec3 n = unit(way);
    if (n == Vec3{}) return false;
    const double arm_a = of == Body::A ? t.arm : other.arm, arm_b = of == Body::A ? other.arm : t.arm;
    for (const Vec3 side : {n, -n}) {
      const double here = gap(side, 0);
      if (!(here > 0)) continue;
      const Bound there = along(side, here, gap(side, 1), arm_a, arm_b);
      if (there.time > found.time || found.gap < 0) found = there;
    }
    return found.time > enough;
  };
  const Vec3 edge[3] = {t.corner[0][1] - t.corner[0][0], t.corner[0][2] - t.corner[0][1],
                        t.corner[0][0] - t.corner[0][2]};
  if (consider(cross(edge[0], edge[1]))) return found;
  const Vec3 way = (other.center[1] - other.center[0]) - (t.corner[1][0] - t.corner[0][0]);
  for (const Vec3& e : edge)
    if (consider(cross(e, way))) return found;
  return found;
}

}  // namespace clearance::detail
