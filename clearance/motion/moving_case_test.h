// Two moving bodies to ask about, random ones among them, and what is expected of every answer about them.
#pragma once

#include <clearance/base/random.h>
#include <clearance/build/convex_hull.h>
#include <clearance/build/primitives.h>
#include <clearance/bvh/box.h>
#include <clearance/motion/features/reference.h>
#include <clearance/motion/features/reference_stretches.h>
#include <clearance/motion/instant.h>
#include <clearance/motion/query.h>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace clearance::detail {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();
inline constexpr Interval kUnit{0, 1};

// Set by `./test full`: many more cases.
inline bool is_full_level() {
  const char* const level = std::getenv("CLEARANCE_TEST_LEVEL");
  return level != nullptr && std::string(level) == "full";
}

inline Motion line(Vec3 from, Vec3 velocity) { return Motion::linear(translation(from), velocity).value(); }
inline Motion thrown(Vec3 from, Vec3 velocity, Vec3 acceleration) {
  return Motion::flight(translation(from), {velocity, acceleration, {}, {}}).value();
}

// All points of the caller's, by their numbers: certificates speak of those.
inline std::vector<Vec3> points_of(const Polytope& body) {
  std::vector<Vec3> points(body.source_count(), body.vertex(0));
  for (int v = 0; v < body.vertex_count(); ++v) points[body.id(v)] = body.vertex(v);
  return points;
}

struct MovingCase {
  Rounded a, b;
  Motion motion_a, motion_b;
  Interval interval = kUnit;
  double margin = 0;

  FirstContact ask(MotionOptions options = {}) const {
    options.margin = margin;
    return first_contact(a, motion_a, b, motion_b, interval, options).value();
  }
  FirstContact ask_clear() const {
    return clear_throughout(a, motion_a, b, motion_b, interval, {.margin = margin}).value();
  }
  Interference ask_intervals() const {
    return interference(a, motion_a, b, motion_b, interval, {.margin = margin}).value();
  }
  ContactOfFeatures reference() const {
    return first_contact_of_features(a, motion_a, b, motion_b, margin, interval, [] { return true; }).value();
  }
  CheckResult check(const FirstContact& result) const {
    const std::vector<Vec3> points_a = points_of(a.core()), points_b = points_of(b.core());
    return check_motion(claim_of(result), {points_a, motion_a, a.radius()}, {points_b, motion_b, b.radius()}, interval,
                        margin);
  }
  // Exactly.
  bool meet_at(double time) const {
    return decide_at(a.core(), motion_a, b.core(), motion_b, radius_of(a, b, margin), time).status != Status::Separated;
  }
  MovingCase during(Interval other) const { return {a, b, motion_a, motion_b, other, margin}; }
  MovingCase exchanged() const { return {b, a, motion_b, motion_a, interval, margin}; }
};

// ---- What is expected -----------------------------------------------------------------------------------------------

// Of a bracket of first contact, and of what proves it.
inline void expect_proved(const MovingCase& asked, const FirstContact& found, const std::string& what) {
  const CheckResult checked = asked.check(found);
  EXPECT_FALSE(checked.is_refuted()) << what << ": " << checked.reason;
}

// The answer agrees with the contact functions, its bracket holds the instant and is narrow, and its proof holds.
inline void expect_agreement(const MovingCase& asked, const FirstContact& found, const ContactTime& truth,
                             const std::string& what, double width = 1e-9) {
  ASSERT_EQ(found.status, truth.status) << what;
  if (found.status == MotionStatus::Contact) {
    EXPECT_LE(found.lower, truth.upper) << what;
    EXPECT_GE(found.upper, truth.lower) << what;
    const double length = asked.interval.end - asked.interval.begin;
    EXPECT_TRUE(found.upper - found.lower <= width * length ||
                found.upper <= next_above(next_above(next_above(found.lower))))
        << what << ": from " << found.lower << " to " << found.upper;
  }
  expect_proved(asked, found, what);
}
inline void expect_right(const MovingCase& asked, const std::string& what) {
  expect_agreement(asked, asked.ask(), asked.reference(), what);
}

// ---- What the intervals of contact say of any double ----------------------------------------------------------------

inline bool are_in_contact(const Interference& known, double time) {
  for (const auto& [begin, end, graze] : known.intervals)
    if (begin.upper <= time && time <= end.lower) return true;
  return false;
}

// The intervals that lie in a part of the time. No double lies strictly inside a bracket, so nothing is lost by a cut.
inline std::vector<ContactInterval> cut_to(const Interference& known, Interval part) {
  std::vector<ContactInterval> kept;
  for (const ContactInterval& contact : known.intervals) {
    const auto& [begin, end, graze] = contact;
    const bool has_double = begin.upper <= end.lower;
    if (has_double ? end.lower < part.begin || begin.upper > part.end
                   : begin.lower < part.begin || end.upper > part.end)
      continue;
    ContactInterval cut = contact;
    if (begin.lower < part.begin) cut.begin = {part.begin, part.begin};
    if (end.upper > part.end) cut.end = {part.end, part.end};
    kept.push_back(cut);
  }
  return kept;
}

// First contact, as those have it.
inline ContactTime first_of(const Interference& known, Interval part) {
  const std::vector<ContactInterval> cut = cut_to(known, part);
  if (cut.empty()) return {MotionStatus::Clear, kInfinity, kInfinity};
  const Bracket begin = cut.front().begin;
  return {begin.upper == part.begin ? MotionStatus::Already : MotionStatus::Contact, begin.lower, begin.upper};
}

// ---- Motions --------------------------------------------------------------------------------------------------------

struct NamedCase {
  std::string name;
  MovingCase asked;
};

// With grazes, slides, contact throughout, at the beginning and at the end.
inline std::vector<NamedCase> cases_made_to_touch() {
  const Polytope cube = box({2, 2, 2}), rod = convex_hull(std::vector<Vec3>{{-2, 0, 0}, {2, 0, 0}}).value(),
                 plate = box({2, 2, 0}), point = convex_hull(std::vector<Vec3>{{0, 0, 0}}).value(),
                 tip = convex_hull(std::vector<Vec3>{{-1, 0, 0}, {1, 1, 0}, {1, -1, 1}, {1, -1, -1}}).value();
  const Motion upright = Motion::to(translation({0, 3, 0}), rotation({0, 0, 0, 1}, {0, 3, 0}), 1).value();
  const Motion visits = Motion::through({{-2, translation({6, 0, 0})},
                                         {0, translation({2, 0, 0})},
                                         {0.5, translation({2, 0, 0})},
                                         {0.75, rotation({1, 0, 0, 1}, {2, 0, 0})}})
                            .value();
  return {{"through", {cube, cube, {}, line({4, 0.5, 0.25}, {-8, 0, 0})}},
          {"a third", {cube, cube, {}, line({4, 0.5, 0.25}, {-6, 0, 0})}},
          {"fifths", {cube, cube, {}, line({3, 0.5, 0.25}, {-5, 0, 0})}},
          {"to a touch", {cube, cube, {}, line({4, 0, 0}, {-2, 0, 0})}},
          {"from a touch", {cube, cube, {}, line({2, 0, 0}, {2, 0, 0})}},
          {"clear", {cube, cube, {}, line({4, 0, 0}, {-1.875, 0, 0})}},
          {"past by a hair", {cube, tip, {}, line({4, std::nextafter(2.0, 3), 0}, {-8, 0, 0})}},
          {"along a face", {cube, cube, {}, line({4, 2, 0.5}, {-8, 0, 0})}},
          {"along an edge", {cube, cube, {}, line({4, 2, 2}, {-8, 0, 0})}},
          {"always", {cube, cube, {}, line({2, 0, 0}, {0, 1, 0})}},
          {"coincident at rest", {cube, cube, {}, {}}},
          {"a graze", {cube, tip, {}, thrown({3, 0, 0}, {-4, 0, 0}, {8, 0, 0})}},
          {"a graze at a third", {cube, cube, {}, thrown({3, 0.5, 0.25}, {-6, 0, 0}, {18, 0, 0})}},
          {"in and out twice", {plate, rod, {}, thrown({0, 0.5, 1}, {0, 0, -8}, {0, 0, 18})}},
          {"points that meet", {point, point, {}, thrown({1, 0, 0}, {-6, 0, 0}, {18, 0, 0})}},
          {"a rod that grazes", {cube, rod, {}, upright}},
          {"a round one that does not only", {cube, rounded(rod, 0.25), {}, upright}},
          {"balls that graze", {rounded(point, 1), rounded(point, 1), {}, line({4, 2, 0}, {-8, 0, 0})}},
          {"within a margin", {cube, rounded(point, 0.5), {}, line({4, 0, 0}, {-8, 0, 0}), kUnit, 0.25}},
          {"keyframes that repeat a pose", {cube, cube, {}, visits, {-2, 1.5}}}};
}

class RandomMotions {
 public:
  enum class Numbers {
    Doubles,
    Fine,      // multiples of 2⁻²⁰: few features are aligned, and sums are exact
    Eighths,   // many are aligned
    Quarters,  // boxes (of fewer points plates, rods) in quarters, turned by quarters and thirds: most are
  };

  explicit RandomMotions(std::uint64_t seed, std::vector<Numbers> among = {Numbers::Doubles, Numbers::Eighths})
      : random_(seed), among_(std::move(among)) {}

  // Of hulls of up to `most` points.
  MovingCase next(int most) {
    numbers_ = among_[random_.below(among_.size())];
    const Polytope a = hull(most), b = hull(most);
    return moving(a, b, 2);
  }
  // With radii, and a margin now and then.
  MovingCase next_rounded(int most) {
    numbers_ = among_[random_.below(among_.size())];
    const auto body = [&] { return rounded(hull(most), 0.125 * static_cast<double>(random_.below(4))); };
    const Rounded a = body(), b = body();
    MovingCase made = moving(a, b, 2);
    made.margin = random_.unit() < 0.5 ? 0.0625 : 0;
    return made;
  }
  // Of hulls of `count` points on an ellipsoid: all are vertices.
  MovingCase next_large(int count) {
    numbers_ = among_[random_.below(among_.size())];
    const std::uint64_t seed = random_.bits();
    return moving(test_polytope(TestShape::Ellipsoid, count, seed),
                  test_polytope(TestShape::Ellipsoid, count, random_.bits()), 1.5);
  }

 private:
  // From one side of a to the other, past it by `off` at most.
  MovingCase moving(const Rounded& a, const Rounded& b, double off) {
    const Vec3 to_a = vector(0.5), from = vector(1), to = vector(off);
    const double side = random_.unit() < 0.5 ? -3 : 3;
    const Motion motion_a = random_.unit() < 0.5 ? Motion::rest(pose({})) : motion({}, to_a);
    return {a, b, motion_a, motion({side, from.y, from.z}, {-side, to.y, to.z})};
  }
  double number(double size) {
    const double x = random_.uniform(-size, size);
    switch (numbers_) {
      case Numbers::Fine:
        return std::round(0x1p20 * x) / 0x1p20;
      case Numbers::Eighths:
        return std::round(8 * x) / 8;
      case Numbers::Quarters:
        return std::round(4 * x) / 4;
      default:
        return x;
    }
  }
  Vec3 vector(double size) {
    const double x = number(size), y = number(size);
    return {x, y, number(size)};
  }
  Quat turn() {
    if (numbers_ == Numbers::Quarters) {
      // No turn, a quarter, a third, half a turn; no two are opposite.
      const Quat turns[] = {{1, 0, 0, 0}, {1, 1, 0, 0}, {1, 0, 1, 0}, {1, 0, 0, 1}, {1, 1, 1, 1}, {0, 0, 0, 1}};
      return turns[random_.below(6)];
    }
    const double w = numbers_ == Numbers::Eighths ? 1 : random_.uniform(0.3, 1), x = number(1), y = number(1);
    return {w, x, y, number(1)};
  }
  Pose pose(Vec3 t) { return rotation(turn(), t); }
  Polytope hull(int most) {
    if (numbers_ == Numbers::Quarters) {
      const auto edge = [&] { return 0.25 * static_cast<double>(random_.below(9)); };
      const double x = edge(), y = most < 4 ? 0 : edge();
      return box({x, y, most < 8 ? 0 : edge()});
    }
    std::vector<Vec3> points(1 + static_cast<std::size_t>(random_.unit() * most));
    for (Vec3& point : points) point = vector(1);
    return convex_hull(points).value();
  }
  Motion motion(Vec3 from, Vec3 to) {
    const double kind = random_.unit();
    const Pose start = pose(from);
    if (kind < 0.3) return Motion::linear(start, to - from).value();
    if (kind < 0.5) {
      // On the way from one to the other, and bent.
      const Vec3 bend = vector(2);
      return Motion::flight(start, {to - from - bend, 2 * bend, {}, {}}).value();
    }
    if (kind < 0.6) {
      const Pose by = pose(vector(3));
      return Motion::through({{-1, start}, {0.25, by}, {1, pose(to)}}).value();
    }
    if (kind < 0.65) {
      // Resting on the way, and before the end.
      const Pose by = pose(vector(2));
      return Motion::through({{0, start}, {0.25, by}, {0.5, by}, {0.75, pose(to)}}).value();
    }
    return Motion::to(start, pose(to), 1).value();
  }

  Random random_;
  std::vector<Numbers> among_;
  Numbers numbers_ = Numbers::Doubles;
};

}  // namespace clearance::detail
