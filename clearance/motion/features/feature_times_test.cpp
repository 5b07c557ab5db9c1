#include <clearance/motion/features/feature_times.h>

#include <clearance/base/random.h>
#include <clearance/build/convex_hull.h>
#include <clearance/build/primitives.h>
#include <clearance/motion/features/feature_filter.h>
#include <clearance/motion/features/reference.h>

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace clearance::detail {
namespace {

const Polytope kBox = box({2, 2, 2});  // from −1 to 1
const auto kGoOn = [] { return true; };

std::vector<std::uint32_t> where(const Polytope& body, auto&& is_in) {
  std::vector<std::uint32_t> chosen;
  for (int v = 0; v < body.vertex_count(); ++v)
    if (is_in(body.vertex(v))) chosen.push_back(static_cast<std::uint32_t>(v));
  return chosen;
}

TEST(FeatureTimes, AWindowHasTheFeaturesOfItsVertices) {
  const PosePath still{Pose()}, moves(translation({4, 0.5, 0.25}), {-4, 0, 0}, {}, 0);
  const auto facing_a = where(kBox, [](Vec3 v) { return v.x > 0; }),
             facing_b = where(kBox, [](Vec3 v) { return v.x < 0; });
  const auto first = [&](const auto& of_a, const auto& of_b, double low, double high) {
    return first_meeting_of({kBox, still, of_a}, {kBox, moves, of_b}, {}, low, high, kGoOn);
  };
  const auto expect_half = [](FirstMeeting found) {
    ASSERT_TRUE(found.is_decided);
    ASSERT_TRUE(found.meeting);
    EXPECT_EQ(found.meeting->time.enclosure().lower, 0.5);
    EXPECT_EQ(found.meeting->time.enclosure().upper, 0.5);
  };
  expect_half(first(all_vertices(kBox), all_vertices(kBox), 0, 1));
  expect_half(first(facing_a, facing_b, 0, 1));
  expect_half(first(facing_a, facing_b, 0.5, 0.5));
  // Faces and edges count that have one of the vertices.
  expect_half(first(std::vector<std::uint32_t>{facing_a[0]}, facing_b, 0.25, 1));
  // Half a unit before; or without the vertices that meet, whose faces come later.
  EXPECT_FALSE(first(facing_a, facing_b, 0, 0.4375).meeting);
  const FirstMeeting none = first(std::vector<std::uint32_t>{}, facing_b, 0, 1);
  EXPECT_TRUE(none.is_decided);
  EXPECT_FALSE(none.meeting);
}

TEST(FeatureTimes, AllTimesRise) {
  const PosePath still{Pose()}, moves(translation({4, 0.5, 0.25}), {-8, 0, 0}, {}, 0);
  const std::vector<std::uint32_t> all = all_vertices(kBox);
  AllMeetings met = all_meetings_of({kBox, still, all}, {kBox, moves, all}, {}, 0, 1, kGoOn);
  ASSERT_TRUE(met.is_decided);
  ASSERT_GE(met.meetings.size(), 2u);
  for (std::size_t k = 1; k < met.meetings.size(); ++k)
    EXPECT_LT(compare(met.meetings[k - 1].time, met.meetings[k].time), 0);
  EXPECT_EQ(met.meetings.front().time.enclosure().upper, 0.25);
  EXPECT_EQ(met.meetings.back().time.enclosure().upper, 0.75);
  const auto never = [] { return false; };
  met = all_meetings_of({kBox, still, all}, {kBox, moves, all}, {}, 0, 1, never);
  EXPECT_FALSE(met.is_decided);
  EXPECT_EQ(met.complete_until, 0);
}

// ---- The filter -----------------------------------------------------------------------------------------------------

class Motions {
 public:
  Vec3 vector(double size) {
    const double x = random.uniform(-size, size), y = random.uniform(-size, size);
    return {x, y, random.uniform(-size, size)};
  }
  Pose pose(Vec3 t) {
    const double w = random.uniform(-1, 1), x = random.uniform(-1, 1), y = random.uniform(-1, 1);
    return rotation({w, x, y, random.uniform(-1, 1)}, t);
  }
  Polytope hull(int count) {
    std::vector<Vec3> points(static_cast<std::size_t>(count));
    for (Vec3& point : points) point = vector(1);
    return convex_hull(points).value();
  }
  // Halves and small whole numbers, so that features meet exactly, slide and graze.
  Vec3 nice(int size) {
    const auto whole = [&] {
      return static_cast<double>(random.below(static_cast<std::uint32_t>(2 * size + 1))) - size;
    };
    const double x = whole(), y = whole();
    return {x / 2, y / 2, whole() / 2};
  }
  Pose nice_pose(Vec3 t) {
    const Vec3 q = nice(2);
    return rotation({1 + static_cast<double>(random.below(2)), q.x, q.y, q.z}, t);
  }
  Polytope nice_hull(int count) {
    std::vector<Vec3> points(static_cast<std::size_t>(count));
    for (Vec3& point : points) point = nice(2);
    return convex_hull(points).value();
  }

  Random random{3};
};

void expect_same(const Rounded& a, const Motion& motion_a, const Rounded& b, const Motion& motion_b) {
  const auto ask = [&](FeatureFilter filter) {
    return first_contact_of_features(a, motion_a, b, motion_b, 0, {0, 1}, kGoOn, filter).value();
  };
  ContactOfFeatures on = ask(FeatureFilter::On), off = ask(FeatureFilter::Off);
  EXPECT_EQ(on.status, off.status);
  EXPECT_EQ(on.lower, off.lower);
  EXPECT_EQ(on.upper, off.upper);
  ASSERT_EQ(on.time.has_value(), off.time.has_value());
  if (on.time) {
    EXPECT_EQ(compare(*on.time, *off.time), 0);
  }
}

TEST(FeatureTimes, TheFilterChangesNothing) {
  Motions make;
  for (int round = 0; round < 60; ++round) {
    const int count = 1 + round % 7;
    const double radius = round % 4 == 3 ? 0.25 : 0;
    const Rounded a = rounded(make.hull(count), radius), b = rounded(make.hull(4), 0);
    const Motion moves = Motion::to(make.pose({3, 0, 0}), make.pose(make.vector(1)), 1).value();
    const Motion other =
        round % 2 == 0 ? Motion::rest(make.pose({})) : Motion::to(make.pose({}), make.pose({}), 1).value();
    expect_same(a, other, b, moves);
  }
  for (int round = 0; round < 120; ++round) {
    const double radius = round % 4 == 3 ? 0.5 : 0;
    const Rounded a = rounded(make.nice_hull(1 + round % 5), radius), b = rounded(make.nice_hull(1 + round % 4), 0);
    const Vec3 from = Vec3{3, 0, 0} + make.nice(2), to = make.nice(2);
    const Motion moves = round % 3 == 0 ? Motion::linear(make.nice_pose(from), 2 * make.nice(4) - from).value()
                         : round % 3 == 1
                             ? Motion::flight(make.nice_pose(from), {to - from, make.nice(2), {}, {}}).value()
                             : Motion::to(make.nice_pose(from), make.nice_pose(to), 1).value();
    expect_same(a, Motion::rest(make.nice_pose({})), b, moves);
  }
}

// Every position is within the box of its control points, widened by the bound: at both ends and in between, halved
// often, far from the origin.
TEST(FeatureTimes, ControlPointsHoldThePath) {
  Motions make;
  for (int round = 0; round < 200; ++round) {
    const Vec3 far = round % 2 == 0 ? Vec3{} : Vec3{1e6, -3e5, 2e4};
    const PosePath path({0, make.pose(far + make.vector(2))}, {1, make.pose(far + make.vector(2))});
    const Vec3 v = make.vector(1);
    Dyadic low = 0, high = 1;
    SweptVertices swept({&v, 1}, path, low, high, far);
    for (int level = 0; level < 30; ++level) {
      const Dyadic middle = Dyadic(0.5) * (low + high);
      if (swept.is_usable()) {
        const SweptBox box = box_of(swept.points());
        for (const Dyadic& time : {low, middle, high}) {
          const ExactPose pose = path.at(time);
          const DyadicVec at = pose.numerator(v) - pose.denominator() * exact(far);
          const auto is_within = [&](const Dyadic& x, double least, double most) {
            return compare(x, pose.denominator() * (Dyadic(least) - Dyadic(swept.error()))) >= 0 &&
                   compare(x, pose.denominator() * (Dyadic(most) + Dyadic(swept.error()))) <= 0;
          };
          EXPECT_TRUE(is_within(at.x, box.low.x, box.high.x));
          EXPECT_TRUE(is_within(at.y, box.low.y, box.high.y));
          EXPECT_TRUE(is_within(at.z, box.low.z, box.high.z));
          // 2·128u·(x/w)·(1 + w_max/w) with w_max/w up to 1024 and |x| up to 8·w_max: 2⁻⁴⁵·2¹³·2¹⁰.
          EXPECT_LT(swept.error(), 0x1.01p-22);
        }
      }
      const bool is_upper = make.random.below(2) == 1;
      swept = is_upper ? swept.upper_half() : swept.lower_half();
      (is_upper ? low : high) = middle;
    }
  }
}

// Enormous, tiny and far: no filter, the same answers.
TEST(FeatureTimes, AnyMagnitude) {
  for (const double size : {1e-250, 1e-70, 1.0, 1e70, 1e250}) {
    const Polytope cube = box({2 * size, 2 * size, 2 * size});
    const Motion moves = Motion::linear(translation({4 * size, 0, 0}), {-4 * size, 0, 0}).value();
    const ContactOfFeatures time = first_contact_of_features(cube, {}, cube, moves, 0, {0, 1}, kGoOn).value();
    ASSERT_EQ(time.status, MotionStatus::Contact);
    EXPECT_LE(time.lower, 0.5);
    EXPECT_GE(time.upper, 0.5);
    EXPECT_LE(time.upper - time.lower, 1e-15);
  }
}

}  // namespace
}  // namespace clearance::detail
