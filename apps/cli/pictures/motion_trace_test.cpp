#include "motion_trace.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace clearance::cli {
namespace {

MovingObject moving(const Polytope& body, const Motion& motion, double radius = 0) {
  std::vector<Vec3> points;
  points.reserve(static_cast<std::size_t>(body.vertex_count()));
  for (int v = 0; v < body.vertex_count(); ++v) points.push_back(body.vertex(v));
  return {Rounded::make(body, radius).value(), points, motion};
}

MovingObject standing(const Polytope& body, Vec3 at, double radius = 0) {
  return moving(body, Motion::rest(translation(at)), radius);
}

MovingObject flying(const Polytope& body, Vec3 from, Vec3 velocity, double radius = 0) {
  return moving(body, Motion::linear(translation(from), velocity).value(), radius);
}

MovingObject turning(const Polytope& body, const Quat& to, double duration) {
  return moving(body, Motion::to(rotation({1, 0, 0, 0}), rotation(to), duration).value());
}

int count(const std::string& text, const std::string& what) {
  int n = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++n;
  return n;
}

// Every element is closed, no coordinate is nonsense, and the picture has what was found.
void expect_sound(const MotionPicture& picture) {
  const std::string svg = motion_svg(picture);
  EXPECT_TRUE(svg.starts_with("<svg ")) << svg.substr(0, 20);
  EXPECT_TRUE(svg.ends_with("</svg>\n"));
  EXPECT_EQ(count(svg, "<"), count(svg, "/>") + 2 * count(svg, "</")) << svg;
  for (const char* word : {"nan", "inf\"", "inf "}) EXPECT_EQ(count(svg, word), 0) << svg;
  EXPECT_EQ(count(svg, "class=\"instant\""), static_cast<int>(picture.instants.size()));
  EXPECT_EQ(count(svg, "class=\"contact\""), static_cast<int>(picture.contacts.size()));
}

// A proof lies above the level of contact and not above the distance, which is the same at the same instants.
void expect_bounds(const MotionPicture& picture) {
  std::map<double, double> distance;
  for (const MotionSample& sample : picture.distance) distance[sample.time] = sample.distance;
  for (const MotionPicture::Span& span : picture.spans) {
    ASSERT_FALSE(span.bound.empty());
    EXPECT_EQ(span.bound.front().time, span.from);
    EXPECT_EQ(span.bound.back().time, span.to);
    for (const MotionSample& sample : span.bound) EXPECT_GT(sample.distance, picture.margin - 1e-12);
    for (const MotionSample& sample : {span.bound.front(), span.bound.back()})
      EXPECT_LE(sample.distance, distance.at(sample.time) + 1e-12);
  }
}

MotionPicture drawn(const MovingObject& a, const MovingObject& b, Interval interval, MotionMethod method,
                    double margin = 0) {
  MotionPicture picture = picture_of(a, b, interval, method, margin).value();
  picture.name_a = "a", picture.name_b = "b";
  expect_sound(picture);
  expect_bounds(picture);
  return picture;
}

TEST(MotionPicture, AGapOfTwoClosesAtSpeedOne) {
  const Polytope cube = box({1, 1, 1});
  const MotionPicture picture =
      drawn(flying(cube, {}, {1, 0, 0}), standing(cube, {3, 0, 0}), {0, 4}, MotionMethod::Translation);
  ASSERT_EQ(picture.spans.size(), 1u);
  for (const MotionSample& sample : picture.spans[0].bound) EXPECT_NEAR(sample.distance, 2 - sample.time, 1e-12);
  for (const MotionSample& sample : picture.distance) EXPECT_NEAR(sample.distance, 2 - sample.time, 1e-12);
  const std::string svg = motion_svg(picture);
  EXPECT_EQ(count(svg, "class=\"span\""), 1);
  EXPECT_EQ(count(svg, "class=\"final\""), 1);
  EXPECT_EQ(count(svg, "class=\"unseen\""), 1);
  EXPECT_NE(svg.find(">first contact 2<"), std::string::npos);
}

TEST(MotionPicture, AMarginIsTheLevelOfContact) {
  const Polytope cube = box({1, 1, 1});
  for (const MotionMethodRow& row : motion_methods()) {
    SCOPED_TRACE(row.name);
    const MotionPicture picture =
        drawn(flying(cube, {}, {1, 0, 0}), standing(cube, {3, 0, 0}), {0, 4}, row.method, 0.5);
    EXPECT_NEAR(picture.first.upper, 1.5, 1e-6);
    EXPECT_EQ(count(motion_svg(picture), "class=\"margin\""), 1);
  }
}

TEST(MotionPicture, RadiiCountInTheBound) {
  const Polytope point = convex_hull(std::vector<Vec3>{{0, 0, 0}}).value();
  const MotionPicture picture =
      drawn(flying(point, {}, {1, 0, 0}, 0.5), standing(point, {3, 0, 0}, 0.5), {0, 4}, MotionMethod::Advancement);
  ASSERT_FALSE(picture.spans.empty());
  EXPECT_NEAR(picture.spans[0].bound.front().distance, 2, 1e-12);
}

TEST(MotionPicture, SpansOfATurningBody) {
  const MotionPicture picture = drawn(turning(box({4, 0.2, 0.2}), {1, 0, 0, 1}, 1),
                                      standing(box({0.2, 0.2, 2}), {1, 1, 0}), {0, 1}, MotionMethod::Advancement);
  EXPECT_EQ(picture.first.status, MotionStatus::Contact);
  ASSERT_GT(picture.spans.size(), 1u);
  const std::string svg = motion_svg(picture);
  EXPECT_EQ(count(svg, "class=\"span\""), static_cast<int>(picture.spans.size()));
  EXPECT_EQ(count(svg, "class=\"left\""), static_cast<int>(picture.spans.size()));
}

TEST(MotionPicture, ContactBetweenFixedStepsIsMissed) {
  const Polytope cube = box({1, 1, 1});
  const MovingObject bullet = flying(cube, {-52, 0, 0}, {100, 0, 0}), wall = standing(cube, {});
  const MotionPicture missed = drawn(bullet, wall, {0, 1}, MotionMethod::FixedSteps);
  EXPECT_EQ(missed.first.status, MotionStatus::Undecided);
  EXPECT_EQ(missed.instants.size(), 25u);
  ASSERT_EQ(missed.contacts.size(), 1u);
  EXPECT_EQ(count(motion_svg(missed), "class=\"missed\""), 2);  // two strokes
  const MotionPicture seen = drawn(bullet, wall, {0.52, 1}, MotionMethod::FixedSteps);
  EXPECT_EQ(seen.first.status, MotionStatus::Already);
  EXPECT_EQ(count(motion_svg(seen), "class=\"missed\""), 0);
}

TEST(MotionPicture, AllTimesOfContact) {
  // A full turn: either end of the rod passes the peg.
  const Motion turn = Motion::through({{0, rotation({1, 0, 0, 0})},
                                       {1, rotation({1, 0, 0, 1})},
                                       {2, rotation({0, 0, 0, 1})},
                                       {3, rotation({-1, 0, 0, 1})},
                                       {4, rotation({-1, 0, 0, 0})}})
                          .value();
  const MotionPicture picture =
      drawn(moving(box({4, 0.2, 0.2}), turn), standing(box({0.2, 0.2, 2}), {1, 1, 0}), {0, 4}, MotionMethod::Features);
  EXPECT_EQ(picture.contacts.size(), 2u);
  EXPECT_EQ(count(motion_svg(picture), "class=\"unseen\""), 0);
}

TEST(MotionPicture, AGrazeIsARoot) {
  const Polytope cube = box({1, 1, 1});
  const MotionPicture picture =
      drawn(standing(cube, {}), flying(cube, {0, 2, 0.25}, {3, -3, 0}), {0, 1}, MotionMethod::Features);
  ASSERT_TRUE(picture.first.root);
  EXPECT_NE(motion_svg(picture).find("root of a contact"), std::string::npos);
}

// Points, flat bodies, no time at all, sizes and times at the ends of the range.
TEST(MotionPicture, AnyScene) {
  const Polytope bodies[] = {convex_hull(std::vector<Vec3>{{0, 0, 0}}).value(), box({1, 2, 0}), box({1, 1, 1})};
  const Polytope large = box({1e300, 1e300, 1e300}), small = box({1e-100, 1e-100, 1e-100});
  for (const MotionMethodRow& row : motion_methods()) {
    SCOPED_TRACE(row.name);
    for (const Polytope& a : bodies)
      for (const Polytope& b : bodies) {
        expect_sound(picture_of(flying(a, {}, {1, 0, 0}), standing(b, {3, 0, 0}), {0, 4}, row.method, 0).value());
        expect_sound(picture_of(flying(a, {}, {0, 0, 0}), standing(b, {}), {1, 1}, row.method, 0).value());
      }
    expect_sound(
        picture_of(flying(bodies[2], {}, {-1, 0, 0}), standing(bodies[2], {3, 0, 0}), {0, 1e300}, row.method, 0)
            .value());
    expect_sound(
        picture_of(flying(large, {}, {0, 0, 1e300}), standing(large, {3e299, 0, 0}), {0, 1}, row.method, 0).value());
    expect_sound(
        picture_of(flying(small, {}, {1e-100, 0, 0}), standing(small, {3e-100, 0, 0}), {0, 4}, row.method, 0).value());
  }
}

}  // namespace
}  // namespace clearance::cli
