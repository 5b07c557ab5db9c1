#include <clearance/proof/check_timeline.h>

#include <clearance/proof/moving_bodies_test.h>

#include <gtest/gtest.h>

#include <cmath>

#include <vector>

namespace clearance::detail {
namespace {

using namespace test;

CheckResult check(const std::vector<TimeSpan>& spans, const PointsInMotion& a, const PointsInMotion& b,
                  double begin = 0, double end = 1) {
  return check_timeline({spans}, a, b, {begin, end});
}

TEST(CheckTimeline, OnePlaneForAllOfALine) {
  EXPECT_TRUE(check({kX}, at_rest(), flying({4, 0, 0}, {-1, 0, 0})));
  EXPECT_TRUE(check({kX}, at_rest(), flying({2.25, 0, 0}, {0, 7, 0})));
  // They touch at the end, or before it.
  EXPECT_FALSE(check({kX}, at_rest(), flying({4, 0, 0}, {-2, 0, 0})));
  EXPECT_FALSE(check({kX}, at_rest(), flying({4, 0, 0}, {-3, 0, 0})));
  // By as little as a double can tell.
  EXPECT_TRUE(check({kX}, at_rest(), flying({4, 0, 0}, {std::nextafter(-2.0, 0), 0, 0})));
  // Both move, and a is the one that is behind.
  EXPECT_TRUE(check({kX}, flying({-2, 0, 0}, {3, 0, 0}), flying({2, 0, 0}, {2, 0, 0})));
}

TEST(CheckTimeline, AThrowThatTouchesAtItsHeight) {
  // Falls from x = 3 toward the cube as 1 − 2t + t², which is 0 for t = 1; the plane fails for that instant alone.
  const auto thrown = [](double x) {
    return moving(Motion::flight(translation({x, 0, 0}), {{-4, 0, 0}, {8, 0, 0}, {}, {}}).value());
  };
  EXPECT_FALSE(check({kX}, at_rest(), thrown(3)));
  EXPECT_TRUE(check({kX}, at_rest(), thrown(std::nextafter(3.0, 4))));
  // Either side of that instant is proved.
  EXPECT_TRUE(check({along({1, 0, 0}, 0, 0.25)}, at_rest(), thrown(3), 0, 0.25));
}

TEST(CheckTimeline, SpansMustFillTheInterval) {
  const PointsInMotion b = flying({4, 0, 0}, {-1, 0, 0});
  const TimeSpan first = along({1, 0, 0}, 0, 0.5), rest = along({1, 0, 0}, 0.5, 1);
  EXPECT_TRUE(check({first, rest}, at_rest(), b));
  EXPECT_EQ(check({}, at_rest(), b).reason, "timeline: no spans");
  EXPECT_FALSE(check({first}, at_rest(), b));
  EXPECT_FALSE(check({rest}, at_rest(), b));
  EXPECT_FALSE(check({rest, first}, at_rest(), b));
  EXPECT_FALSE(check({first, along({1, 0, 0}, std::nextafter(0.5, 1), 1)}, at_rest(), b));
  EXPECT_FALSE(check({first, along({1, 0, 0}, 0.25, 1)}, at_rest(), b));
  EXPECT_FALSE(check({along({1, 0, 0}, 0, 1), along({1, 0, 0}, 1, 0)}, at_rest(), b));
  EXPECT_FALSE(check({along({1, 0, 0}, 0, kNan)}, at_rest(), b));
  EXPECT_FALSE(check({along({1, 0, 0}, kNan, 1)}, at_rest(), b));
  EXPECT_FALSE(check({kX}, at_rest(), b, 0, kNan));
  EXPECT_FALSE(check({along({1, 0, 0}, 1, 0)}, at_rest(), b, 1, 0));
}

TEST(CheckTimeline, AnIntervalMayBeginAnywhere) {
  // At any time after the motion did, of a length that no double is.
  const PointsInMotion b = flying({4, 0, 0}, {-1, 0, 0});
  EXPECT_TRUE(check({along({1, 0, 0}, 0.1, 0.3)}, at_rest(), b, 0.1, 0.3));
  EXPECT_TRUE(check({along({1, 0, 0}, 1, 1.5)}, at_rest(), b, 1, 1.5));
  EXPECT_FALSE(check({along({1, 0, 0}, 1, 2.5)}, at_rest(), b, 1, 2.5));
  EXPECT_FALSE(check({along({1, 0, 0}, -1, 0)}, at_rest(), b, -1, 0));
  const PointsInMotion early = moving(Motion::linear(translation({4, 0, 0}), {-1, 0, 0}, -5).value());
  EXPECT_TRUE(check({along({1, 0, 0}, -5, -3.5)}, at_rest(), early, -5, -3.5));
  EXPECT_FALSE(check({along({1, 0, 0}, -5, -2.5)}, at_rest(), early, -5, -2.5));
  // One instant.
  EXPECT_TRUE(check({along({1, 0, 0}, 1, 1)}, at_rest(), b, 1, 1));
  EXPECT_FALSE(check({along({1, 0, 0}, 2, 2)}, at_rest(), b, 2, 2));
}

TEST(CheckTimeline, PlanesOfVertices) {
  const PointsInMotion b = flying({4, 0, 0}, {-1, 0, 0});
  TimeSpan face = kX;
  face.plane.kind = Plane::Kind::Face;
  face.plane.vertices[0] = 1, face.plane.vertices[1] = 3, face.plane.vertices[2] = 5;
  EXPECT_TRUE(check({face}, at_rest(), b));
  face.plane.flip = true;
  EXPECT_FALSE(check({face}, at_rest(), b));
  face.plane.vertices[0] = 8;
  EXPECT_FALSE(check({face}, at_rest(), b));
  TimeSpan points = kX;
  points.plane.kind = Plane::Kind::Points;
  points.plane.vertices[0] = 0, points.plane.vertices[1] = 0;
  points.at = 0.5;
  EXPECT_TRUE(check({points}, at_rest(), b));
  for (const double instant : {kNan, -1.0, 1.5}) {
    points.at = instant;
    EXPECT_FALSE(check({points}, at_rest(), b)) << instant;
  }
  EXPECT_FALSE(check({along({0, 0, 0}, 0, 1)}, at_rest(), b));
  EXPECT_FALSE(check({along({kNan, 0, 0}, 0, 1)}, at_rest(), b));
}

// A cube that turns beside another reaches √2 where it stands on an edge; by arctan(1/2)·2 it has passed that.
TEST(CheckTimeline, ABodyThatTurns) {
  EXPECT_TRUE(check({kX}, at_rest(), turning({2.42, 0, 0})));
  EXPECT_FALSE(check({kX}, at_rest(), turning({2.41, 0, 0})));
  // Whoever turns.
  EXPECT_TRUE(check({kX}, turning({-2.42, 0, 0}), at_rest()));
  EXPECT_FALSE(check({kX}, turning({-2.41, 0, 0}), at_rest()));
  // The face of a turning body, as a frame: good as long as it does not reach the other.
  TimeSpan face = kX;
  face.frame = TimeSpan::Frame::A;
  EXPECT_TRUE(check({face}, turning({-4.5, 0, 0}), at_rest()));
  // At the end its normal is (0.6, 0.8, 0): it would just meet the other's corner.
  EXPECT_FALSE(check({face}, turning({-4, 0, 0}), at_rest()));
  EXPECT_TRUE(check({face}, turning({std::nextafter(-4.0, -5), 0, 0}), at_rest()));
  // The same, made of the face's vertices later on, when it has turned: the frame's normal all the same.
  face.plane.kind = Plane::Kind::Face;
  face.plane.vertices[0] = 1, face.plane.vertices[1] = 3, face.plane.vertices[2] = 5;
  face.at = 0.75;
  EXPECT_TRUE(check({face}, turning({-4.5, 0, 0}), at_rest()));
  face.frame = TimeSpan::Frame::B;
  EXPECT_TRUE(check({face}, turning({-4.5, 0, 0}), at_rest()));
  face.frame = TimeSpan::Frame::A;
  EXPECT_FALSE(check({face}, turning({-2.42, 0, 0}), at_rest()));
}

TEST(CheckTimeline, TwoBodiesThatTurnNeedAnOffset) {
  TimeSpan span = kX;
  const PointsInMotion a = turning({-1.5, 0, 0}), b = turning({1.5, 0, 0});
  EXPECT_NE(check({span}, a, b).reason.find("needs an offset"), std::string::npos);
  span.offset = {0, 0};
  EXPECT_TRUE(check({span}, a, b));
  // Off the middle, drifting, or not a number.
  span.offset = {0.25, 0};
  EXPECT_FALSE(check({span}, a, b));
  span.offset = {0, 0.5};
  EXPECT_FALSE(check({span}, a, b));
  span.offset = {kNan, 0};
  EXPECT_FALSE(check({span}, a, b));
  // Longer normals have larger offsets: n·x = 2·0.05 is x = 0.05.
  TimeSpan twice = along({2, 0, 0}, 0, 1);
  twice.offset = {0.1, 0};
  EXPECT_TRUE(check({twice}, a, b));
  twice.offset = {0.2, 0};
  EXPECT_FALSE(check({twice}, a, b));
  // A moving plane between moving bodies.
  const auto carried = [](double x) {
    return moving(Motion::to(translation({x, 0, 0}), rotation({2, 0, 0, 1}, {x + 10, 0, 0}), 1).value());
  };
  TimeSpan moved = kX;
  moved.offset = {0, 10};
  EXPECT_TRUE(check({moved}, carried(-1.5), carried(1.5)));
  moved.offset = {0, 9};
  EXPECT_FALSE(check({moved}, carried(-1.5), carried(1.5)));
  // The offset counts from the beginning of its own span.
  TimeSpan first = moved, second = moved;
  first.to = second.from = 0.5;
  first.offset = {0, 10}, second.offset = {5, 10};
  EXPECT_TRUE(check({first, second}, carried(-1.5), carried(1.5)));
  second.offset = {0, 10};
  EXPECT_FALSE(check({first, second}, carried(-1.5), carried(1.5)));
  // A plane of vertices has no length to measure an offset with.
  span.plane.kind = Plane::Kind::Points;
  span.offset = {0, 0};
  EXPECT_FALSE(check({span}, a, b));
}

TEST(CheckTimeline, RadiiCount) {
  const Motion toward = Motion::linear(translation({4, 0, 0}), {-1, 0, 0}).value();
  const auto with = [&](double r, double s) { return check({kX}, moving(Motion(), r), moving(toward, s)); };
  EXPECT_TRUE(with(0.5, 0.25));
  EXPECT_FALSE(with(0.5, 0.5));
  EXPECT_TRUE(with(0.5, std::nextafter(0.5, 0)));
  EXPECT_FALSE(with(1, 0));
  EXPECT_FALSE(with(-1, 0));
  EXPECT_FALSE(with(kNan, 0));
  TimeSpan span = kX;
  span.offset = {1.75, 0};
  EXPECT_TRUE(check({span}, moving(Motion(), 0.5), moving(toward, 0.1)));
  EXPECT_FALSE(check({span}, moving(Motion(), 0.75), moving(toward, 0.1)));
  EXPECT_FALSE(check({span}, moving(Motion(), 0.5), moving(toward, 0.25)));
}

TEST(CheckTimeline, SpansCrossKeyframes) {
  // There and back again, nearest in the middle.
  const auto visit = [](double nearest) {
    return moving(
        Motion::through(
            {{0, translation({6, 0, 0})}, {0.5, rotation({2, 0, 0, 1}, {nearest, 0, 0})}, {1, translation({6, 0, 0})}})
            .value());
  };
  EXPECT_TRUE(check({kX}, at_rest(), visit(2.5)));
  EXPECT_FALSE(check({kX}, at_rest(), visit(2.3)));
  EXPECT_TRUE(check({along({1, 0, 0}, 0, 0.25), along({1, 0, 0}, 0.25, 1)}, at_rest(), visit(2.5)));
}

// Under an angular velocity: check_spin_test.cpp.

TEST(CheckTimeline, NothingShowsNothing) {
  EXPECT_FALSE(check_timeline({}, at_rest(), at_rest({9, 0, 0}), {0, 1}));
  EXPECT_FALSE(check({kX}, {}, at_rest({9, 0, 0})));
  EXPECT_FALSE(check({TimeSpan{}}, at_rest(), at_rest({9, 0, 0})));
}

}  // namespace
}  // namespace clearance::detail
