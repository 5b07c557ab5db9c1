#include <clearance/motion/shape_search.h>

#include <clearance/bvh/box.h>
#include <clearance/exact/posed.h>
#include <clearance/motion/convex_search.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace clearance::detail {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNever = kInfinity;
// Heights are made of a few more operations than exact/posed.h counts, of boxes that reach a little beyond the body.
constexpr double kHeightError = 8 * kDotError;

Vec3 unit(Vec3 n) {
  const double largest = norm_max(n);
  if (!(largest > 0x1p-1000 && largest < kInfinity)) return {};
  const Vec3 scaled = n / largest;
  return scaled / norm(scaled);
}

// A distance from the origin of the body's frame as a share of the body's radius about it.
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

// The first share of a window at which a height that goes from g to h, both ends exact, may be 0: by up to
// 4·blur·u·(1 − u) it lies below the line.
double first_zero(double g, double h, double blur) {
  if (!(g > 0)) return 0;
  if (h > 0 && !(std::sqrt(g) + std::sqrt(h) <= 2 * std::sqrt(blur) * (1 + 0x1p-40))) return kNever;
  // 4·blur·u² − (g − h + 4·blur)·u + g = 0, the smaller root, rounded down.
  const double b = g - h + 4 * blur, root = std::sqrt(larger(b * b - 16 * blur * g, 0));
  const double u = 2 * g / (b + root) * (1 - 0x1p-40);
  return u >= 0 ? smaller(u, 1) : 0;
}

// How far a motion's frame reaches along n at the instants from one time to another, and against it.
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
  for (const double time : {from, to}) {
    const double s = time - begin;
    reach.add(dot(n, motion.start().translation() + s * (velocity + (s / 2) * acceleration)), bend);
  }
  return reach;
}

}  // namespace

ShapeSearch::ShapeSearch(const ShapeQuestion& question, const MotionOptions& options, MotionPatience& patience)
    : question_(question), options_(options), patience_(patience), clear_until_(question.interval.begin) {
  best_.first.lower = best_.first.upper = kInfinity;
}

// ---- Windows --------------------------------------------------------------------------------------------------------

bool ShapeSearch::set_frames(Window& window, double time, Frames& frames) const {
  Pose pose_a, pose_b;
  if (!window.leg_a.set_pose(time, pose_a) || !window.leg_b.set_pose(time, pose_b)) return false;
  frames = {pose_a.rotation(), pose_b.rotation(), pose_a.translation(), pose_b.translation()};
  return true;
}

std::int32_t ShapeSearch::add_window(double from, double to) {
  Window& window = windows_.emplace_back();
  window.from = from, window.to = to;
  const bool are_set = window.leg_a.set(question_.motion_a, question_.a.size(), from, to) &&
                       window.leg_b.set(question_.motion_b, question_.b.size(), from, to);
  window.is_one_leg = window.leg_a.end() >= to && window.leg_b.end() >= to;
  // Infinite where poses leave the range: nothing is excluded then.
  window.error = kInfinity;
  if (window.is_one_leg && are_set && set_frames(window, from, window.at_from) &&
      set_frames(window, to, window.at_to)) {
    const auto far = [](const Frames& at) { return norm_max(at.place_a) + norm_max(at.place_b); };
    const double reach = question_.a.size().reach + question_.b.size().reach + window.leg_a.more() +
                         window.leg_b.more() + far(window.at_from) + far(window.at_to);
    const double error = kHeightError * 1.75 * reach;  // |n|₁ ≤ √3
    if (error <= kMaxBound) window.error = larger(error, kMinBound);
  }
  return static_cast<std::int32_t>(windows_.size() - 1);
}

// In the middle; between legs at a keyframe as near to it as there is.
void ShapeSearch::halve(std::int32_t number) {
  Window& window = windows_[static_cast<std::size_t>(number)];
  if (window.first >= 0) return;
  double middle = window.from + (window.to - window.from) / 2;
  if (!window.is_one_leg) {
    const double wanted = middle;
    middle = window.leg_a.end() < window.to ? window.leg_a.end() : window.leg_b.end();
    for (const Motion* motion : {&question_.motion_a, &question_.motion_b}) {
      const std::span<const Keyframe> frames = motion->keyframes();
      auto after = std::lower_bound(frames.begin(), frames.end(), wanted,
                                    [](const Keyframe& frame, double t) { return frame.time < t; });
      for (int side = 0; side < 2; ++side) {
        if (after != frames.end() && after->time > window.from && after->time < window.to &&
            std::fabs(after->time - wanted) < std::fabs(middle - wanted))
          middle = after->time;
        if (after == frames.begin()) break;
        --after;
      }
    }
  }
  const double from = window.from, to = window.to;
  const std::int32_t first = add_window(from, middle), rest = add_window(middle, to);
  windows_[static_cast<std::size_t>(number)].first = first;
  windows_[static_cast<std::size_t>(number)].rest = rest;
}

// Balls around the bodies, about the origins of their frames, stay on either side of a plane.
bool ShapeSearch::is_far(const Window& window) const {
  const Motion &motion_a = question_.motion_a, &motion_b = question_.motion_b;
  Vec3 middle_a, middle_b;
  for (int k = 0; k < 3; ++k) {
    const Vec3 axis{k == 0 ? 1.0 : 0, k == 1 ? 1.0 : 0, k == 2 ? 1.0 : 0};
    const Reach a = reach_along(motion_a, axis, window.from, window.to),
                b = reach_along(motion_b, axis, window.from, window.to);
    middle_a = middle_a + (0.5 * a.low + 0.5 * a.high) * axis,
    middle_b = middle_b + (0.5 * b.low + 0.5 * b.high) * axis;
  }
  const Vec3 n = unit(middle_b - middle_a);
  if (n == Vec3{}) return false;
  const Reach a = reach_along(motion_a, n, window.from, window.to),
              b = reach_along(motion_b, n, window.from, window.to);
  const double radius_a = question_.a.size().radius + question_.a.box(question_.a.whole()).radius,
               radius_b = question_.b.size().radius + question_.b.box(question_.b.whole()).radius;
  const double reach = radius_a + radius_b + question_.margin + std::fabs(a.high) + std::fabs(a.low) +
                       std::fabs(b.high) + std::fabs(b.low) + norm_one(middle_a) + norm_one(middle_b);
  return b.low - a.high > (radius_a + radius_b + question_.margin) * (1 + 0x1p-40) + 0x1p-40 * reach;
}

// ---- Bounds ---------------------------------------------------------------------------------------------------------

ShapeSearch::PlacedBox ShapeSearch::placed(const PieceBox& box, const Frames& from, const Frames& to, bool is_a,
                                           double radius) {
  PlacedBox made;
  made.radius = box.radius, made.size = box.size;
  made.arm = arm_of(norm(box.center) + box.size, radius);
  for (int end = 0; end < 2; ++end) {
    const Frames& at = end == 0 ? from : to;
    const Mat3& turn = is_a ? at.turn_a : at.turn_b;
    made.center[end] = turn * box.center + (is_a ? at.place_a : at.place_b);
    for (int k = 0; k < 3; ++k) made.edge[end][k] = turn * box.edge[k];
  }
  return made;
}

ShapeSearch::PlacedBox ShapeSearch::placed(const Window& window, const ShapePieces& body, const Piece& piece,
                                           bool is_a) const {
  return placed(body.box(piece), window.at_from, window.at_to, is_a, body.size().radius);
}

// Heights along n at both ends of the window, n of about unit length.
ShapeSearch::Bound ShapeSearch::along(const Window& window, Vec3 n, double gap_from, double gap_to, double arm_a,
                                      double arm_b) const {
  const double duration = next_above(window.to - window.from);
  const Vec3 acceleration = window.leg_b.acceleration() - window.leg_a.acceleration();
  const double fall = larger(0, dot(n, acceleration) + 0x1p-50 * norm_one(n) * norm_one(acceleration));
  const double bend = (arm_a * window.leg_a.bend(n, window.from, window.to) +
                       arm_b * window.leg_b.bend(n, window.from, window.to) + fall) *
                      (1 + 0x1p-40);
  const double blur = bend * duration * duration / 8;
  const double share = first_zero(gap_from, gap_to, blur);
  return {
      share == kNever ? kNever : larger(window.from, window.from + share * (window.to - window.from) * (1 - 0x1p-50)),
      gap_from, blur};
}

ShapeSearch::Bound ShapeSearch::bound(const Window& window, const PlacedBox& a, const PlacedBox& b) const {
  const Vec3 between = b.center[0] - a.center[0], later = b.center[1] - a.center[1];
  const double less = (a.radius + b.radius + question_.margin) * (1 + 0x1p-48) + window.error;
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
    if (!(best > 0)) return {window.from, best, 0};
  }
  Bound found = along(window, n, best, gap(n, 1), a.arm, b.arm);
  if (found.time > until()) return found;
  // Square to the way they go: those that pass each other by.
  const Vec3 way = unit(later - between);
  const Vec3 aside = unit(n - dot(n, way) * way);
  if (way == Vec3{} || aside == Vec3{}) return found;
  const Bound other = along(window, aside, gap(aside, 0), gap(aside, 1), a.arm, b.arm);
  if (other.time > found.time) found = other;
  return found;
}

// The same by their corners.
ShapeSearch::Bound ShapeSearch::bound_of_triangles(const Window& window, const Piece& piece_a,
                                                   const Piece& piece_b) const {
  Vec3 of_a[3], of_b[3], a[2][3], b[2][3];
  question_.a.corners(piece_a, of_a), question_.b.corners(piece_b, of_b);
  for (int end = 0; end < 2; ++end) {
    const Frames& at = end == 0 ? window.at_from : window.at_to;
    for (int k = 0; k < 3; ++k) {
      a[end][k] = at.turn_a * of_a[k] + at.place_a;
      b[end][k] = at.turn_b * of_b[k] + at.place_b;
    }
  }
  const auto arm = [](const Vec3(&v)[3], double radius) {
    return arm_of(larger(larger(norm(v[0]), norm(v[1])), norm(v[2])), radius);
  };
  const double arm_a = arm(of_a, question_.a.size().radius), arm_b = arm(of_b, question_.b.size().radius);
  const double less = question_.margin * (1 + 0x1p-48) + window.error;
  const auto gap = [&](Vec3 n, int end) {
    const double top = larger(larger(dot(n, a[end][0]), dot(n, a[end][1])), dot(n, a[end][2]));
    const double bottom = smaller(smaller(dot(n, b[end][0]), dot(n, b[end][1])), dot(n, b[end][2]));
    return bottom - top - less;
  };
  Bound found{window.from, -kInfinity, 0};
  const Vec3 between = (b[0][0] + b[0][1] + b[0][2]) - (a[0][0] + a[0][1] + a[0][2]);
  const auto consider = [&](Vec3 way) {
    Vec3 n = unit(way);
    if (n == Vec3{}) return false;
    if (dot(n, between) < 0) n = -n;
    const double here = gap(n, 0);
    if (!(here > 0)) return false;
    const Bound there = along(window, n, here, gap(n, 1), arm_a, arm_b);
    if (there.time > found.time || found.gap < 0) found = there;
    return found.time > until();
  };
  if (consider(between)) return found;
  if (consider(cross(a[0][1] - a[0][0], a[0][2] - a[0][0])) || consider(cross(b[0][1] - b[0][0], b[0][2] - b[0][0])))
    return found;
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 3; ++k)
      if (consider(cross(a[0][(i + 1) % 3] - a[0][i], b[0][(k + 1) % 3] - b[0][k]))) return found;
  return found;
}

// ---- The search -----------------------------------------------------------------------------------------------------

void ShapeSearch::push(const Entry& from, const Bound& bound, const Piece& a, const Piece& b) {
  const double time = larger(from.time, bound.time);
  if (time == kNever || time > until()) return;
  queue_.push({time, bound.gap, from.window, a, b});
}

void ShapeSearch::open(const Entry& entry, bool opens_a) {
  const Window& window = windows_[static_cast<std::size_t>(entry.window)];
  const ShapePieces &opened = opens_a ? question_.a : question_.b, &kept = opens_a ? question_.b : question_.a;
  const Piece& other = opens_a ? entry.b : entry.a;
  const PlacedBox other_box = placed(window, kept, other, !opens_a);
  const ShapePieces::Children children = opened.children(opens_a ? entry.a : entry.b);
  for (int k = 0; k < children.count; ++k) {
    const Piece& child = children.piece[k];
    const Piece &a = opens_a ? child : other, &b = opens_a ? other : child;
    if (a.kind == Piece::Kind::Triangle && b.kind == Piece::Kind::Triangle) {
      push(entry, bound_of_triangles(window, a, b), a, b);
      continue;
    }
    const PlacedBox box = placed(window, opened, child, opens_a);
    push(entry, opens_a ? bound(window, box, other_box) : bound(window, other_box, box), a, b);
  }
}

// Two elements, from when on they may meet until the window ends or others do. False where patience is out.
bool ShapeSearch::solve(const Entry& entry) {
  const Window& window = windows_[static_cast<std::size_t>(entry.window)];
  const double to = smaller(window.to, until());
  if (entry.time > to) return true;
  const Rounded a = question_.a.element(entry.a), b = question_.b.element(entry.b);
  MotionOptions options = options_;
  options.margin = question_.margin;
  options.max_instants = patience_.left();
  FirstContact found =
      first_contact_within(a, question_.motion_a, b, question_.motion_b, {entry.time, to}, options, question_.width);
  patience_.spend(found.instants);
  if (found.status == MotionStatus::Clear) return true;
  if (found.status == MotionStatus::Undecided) {
    clear_until_ = larger(entry.time, found.lower);
    if (!queue_.empty()) clear_until_ = smaller(clear_until_, queue_.top().time);
    return false;
  }
  best_ = {entry.a, entry.b, std::move(found)};
  has_contact_ = true;
  return true;
}

ShapeSearch::Outcome ShapeSearch::run() {
  const auto [begin, end] = question_.interval;
  queue_.push({begin, 0, add_window(begin, end), question_.a.whole(), question_.b.whole()});
  while (!queue_.empty()) {
    const Entry entry = queue_.top();
    if (entry.time > until()) break;
    clear_until_ = entry.time;
    if (!patience_.look()) return Outcome::OutOfPatience;
    queue_.pop();
    const Window& window = windows_[static_cast<std::size_t>(entry.window)];
    const bool are_elements = entry.a.is_element() && entry.b.is_element();
    if (!window.is_one_leg) {
      if (!patience_.take()) return Outcome::OutOfPatience;
      if (is_far(window)) continue;
    } else if (are_elements) {
      if (!solve(entry)) return Outcome::OutOfPatience;
      continue;
    }
    // Halves of a window, where turning takes more from heights than the boxes' own size.
    bool halves = !window.is_one_leg;
    const PieceBox box_a = question_.a.box(entry.a), box_b = question_.b.box(entry.b);
    if (!halves && window.to - window.from > question_.width) {
      const PlacedBox a = placed(box_a, window.at_from, window.at_to, true, question_.a.size().radius),
                      b = placed(box_b, window.at_from, window.at_to, false, question_.b.size().radius);
      const double duration = window.to - window.from;
      const Vec3 ones{0.57735, 0.57735, 0.57735};
      const double bend = a.arm * window.leg_a.bend(ones, window.from, window.to) +
                          b.arm * window.leg_b.bend(ones, window.from, window.to);
      halves = bend * duration * duration / 8 > 0.5 * larger(box_a.size, box_b.size);
    }
    if (halves) {
      if (!patience_.take()) return Outcome::OutOfPatience;
      halve(entry.window);
      for (const std::int32_t half : {windows_[static_cast<std::size_t>(entry.window)].first,
                                      windows_[static_cast<std::size_t>(entry.window)].rest}) {
        const Window& part = windows_[static_cast<std::size_t>(half)];
        if (part.to < entry.time) continue;
        const Entry from{larger(entry.time, part.from), 0, half, entry.a, entry.b};
        const Bound there = part.is_one_leg ? bound(part, placed(part, question_.a, entry.a, true),
                                                    placed(part, question_.b, entry.b, false))
                                            : Bound{part.from, 0, 0};
        push(from, there, entry.a, entry.b);
      }
      continue;
    }
    open(entry, !entry.a.is_element() && (entry.b.is_element() || box_a.size >= box_b.size));
  }
  return has_contact_ ? Outcome::Contact : Outcome::Clear;
}

}  // namespace clearance::detail
