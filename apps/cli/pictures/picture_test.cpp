#include "picture.h"

#include <clearance/lab/all_algorithms.h>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <limits>

#include "trace.h"

namespace clearance::cli {
namespace {

std::vector<Vec3> world(const Polytope& body, const Pose& pose) {
  std::vector<Vec3> points;
  points.reserve(static_cast<std::size_t>(body.vertex_count()));
  for (int v = 0; v < body.vertex_count(); ++v) points.push_back(apply(pose, body.vertex(v)));
  return points;
}

Polytope hull(const std::vector<Vec3>& points) { return convex_hull(points).value(); }

int count(const std::string& text, const std::string& what) {
  int n = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++n;
  return n;
}

// The picture of one method on one pair.
std::string drawn(Algorithm method, const Polytope& a, const Pose& pose_a, const Polytope& b, const Pose& pose_b) {
  const AlgorithmRow& row = *find_algorithm(all_algorithms(), method);
  const PosedPair pair(a, pose_a, b, pose_b);
  StepsPicture picture{pair, "a", "b", row.name, row.paper, {}, row.finds_nearest, {}, {}};
  picture.across = signed_distance(a, pose_a, b, pose_b).normal;
  picture.evidence = row.run(pair, nullptr, &picture.trace);
  return steps_svg(picture);
}

// Every element is closed, and no coordinate is nonsense.
void expect_sound(const std::string& svg) {
  EXPECT_TRUE(svg.starts_with("<svg ")) << svg.substr(0, 20);
  EXPECT_TRUE(svg.ends_with("</svg>\n"));
  EXPECT_EQ(count(svg, "<"), count(svg, "/>") + 2 * count(svg, "</")) << svg;
  for (const char* word : {"nan", "inf\"", "inf "}) EXPECT_EQ(count(svg, word), 0) << svg;
}

TEST(Picture, TheWayBetweenTheBodiesRunsToTheRight) {
  const std::vector<Vec3> points = world(box({1, 4, 2}), translation({0, 0, 7}));
  const View view = make_view({0, 0, 3}, points, {10, 20}, {300, 200});
  EXPECT_EQ(view.right, (Vec3{0, 0, 1}));
  EXPECT_NEAR(std::fabs(view.up.y), 1, 1e-12);  // the longest of the other sides
  EXPECT_NEAR(dot(view.toward, view.right), 0, 1e-12);
  EXPECT_NEAR(norm(view.toward), 1, 1e-12);
  EXPECT_GT(dot(cross(view.right, view.up), view.toward), 0.999);
}

TEST(Picture, EverythingFitsAndTouchesTheFrame) {
  const std::vector<Vec3> points = world(test_polytope(TestShape::Ellipsoid, 40, 1), rotation({1, 2, 3, 4}, {5, 6, 7}));
  const View view = make_view({1, 2, -1}, points, {10, 20}, {300, 200});
  double left = 1e9, right = -1e9, top = 1e9, bottom = -1e9;
  for (const Vec3 p : points) {
    const Point2 at = view(p);
    left = smaller(left, at.x), right = larger(right, at.x), top = smaller(top, at.y), bottom = larger(bottom, at.y);
  }
  EXPECT_GT(left, 10 - 1e-6);
  EXPECT_LT(right, 310 + 1e-6);
  EXPECT_GT(top, 20 - 1e-6);
  EXPECT_LT(bottom, 220 + 1e-6);
  EXPECT_TRUE(std::fabs(right - left - 300) < 1e-6 || std::fabs(bottom - top - 200) < 1e-6);
  EXPECT_NEAR(left + right, 320, 1e-6);  // in the middle
  EXPECT_NEAR(top + bottom, 240, 1e-6);
}

TEST(Picture, SeparatedBodiesDoNotOverlapOnPaper) {
  const Polytope a = test_polytope(TestShape::Ellipsoid, 30, 1), b = test_polytope(TestShape::Plate, 30, 2);
  const Pose pose_a = rotation({1, 2, 0, 1}), pose_b = rotation({1, 0, 3, 1}, {1.1, 1.2, 0.4});
  const SignedDistance gap = signed_distance(a, pose_a, b, pose_b);
  ASSERT_GT(gap.lower, 0);
  std::vector<Vec3> points = world(a, pose_a);
  const std::size_t of_a = points.size();
  for (const Vec3 p : world(b, pose_b)) points.push_back(p);
  const View view = make_view(gap.normal, points, {0, 0}, {500, 500});
  double rightmost = -1e9, leftmost = 1e9;
  for (std::size_t i = 0; i < points.size(); ++i)
    if (i < of_a)
      rightmost = larger(rightmost, view(points[i]).x);
    else
      leftmost = smaller(leftmost, view(points[i]).x);
  EXPECT_NEAR(leftmost - rightmost, view.pixels * gap.lower / view.size, 1e-6);  // the gap at its true width
}

TEST(Picture, HiddenEdgesOfACube) {
  const Polytope cube = box({1, 1, 1});
  View askew = make_view({1, 0, 0}, world(cube, {}), {0, 0}, {100, 100});
  askew.right = unit_of({1, 0.2, -0.3});
  askew.up = unit_of(cross({-0.4, 0.3, 1}, askew.right));
  askew.toward = cross(askew.right, askew.up);
  const Outline outline = outline_of(cube, {}, askew);
  EXPECT_EQ(outline.faces.size(), 3u);
  EXPECT_EQ(outline.visible.size(), 9u);
  EXPECT_EQ(outline.hidden.size(), 3u);
  for (const auto& face : outline.faces) EXPECT_GT(dot(cross(face[1] - face[0], face[2] - face[0]), askew.toward), 0);
  // Seen along an axis: one face, its four edges, and the eight others behind it.
  const Outline straight = outline_of(cube, {}, make_view({1, 0, 0}, world(cube, {}), {0, 0}, {100, 100}));
  EXPECT_EQ(straight.faces.size(), 1u);
  EXPECT_EQ(straight.visible.size(), 4u);
}

TEST(Picture, FlatBodiesAreSeenFromBothSides) {
  const Polytope square = box({1, 1, 0});
  for (const Pose& pose : {Pose(), rotation({0, 1, 0, 0})}) {
    const Outline outline = outline_of(square, pose, make_view({1, 0, 0}, world(square, pose), {0, 0}, {100, 100}));
    EXPECT_EQ(outline.faces.size(), 1u);
    EXPECT_EQ(outline.visible.size(), 4u);
    EXPECT_TRUE(outline.hidden.empty());
  }
  const Polytope stick = hull({{0, 0, 0}, {1, 1, 0}});
  EXPECT_EQ(outline_of(stick, {}, make_view({0, 0, 1}, world(stick, {}), {0, 0}, {9, 9})).visible.size(), 1u);
}

TEST(Picture, TextIsXmlOnOneLine) {
  EXPECT_EQ(xml_text("a<b&c\n"), "a&lt;b&amp;c\\x0a");
  EXPECT_EQ(shortened("äöü", 3), "äöü");
  EXPECT_EQ(shortened("äöüß", 2), "äö…");
  EXPECT_EQ(wrapped("one two three", 7), (std::vector<std::string>{"one two", "three"}));
}

TEST(Picture, LabelsKeepOutOfEachOthersWay) {
  Labels labels;
  const Point2 first = labels.place({50, 50}, 20), second = labels.place({50, 50}, 20);
  EXPECT_TRUE(std::fabs(first.x - second.x) >= 20 || std::fabs(first.y - second.y) >= 13);
}

TEST(StepsPicture, EveryStepHasItsLineAndTheEndIsShown) {
  const Polytope cube = box({1, 1, 1}), rock = test_polytope(TestShape::Ellipsoid, 30, 3);
  const Pose away = rotation({1, 2, 3, 4}, {1.1, 0.9, 0.8});
  Trace trace;
  const Evidence evidence =
      find_algorithm(all_algorithms(), lab::kGilbert)->run(PosedPair(cube, {}, rock, away), nullptr, &trace);
  ASSERT_EQ(evidence.verdict, Verdict::Separated);
  const std::string svg = drawn(lab::kGilbert, cube, {}, rock, away);
  expect_sound(svg);
  EXPECT_EQ(count(svg, "class=\"step\""), static_cast<int>(trace.steps.size()));
  EXPECT_EQ(count(svg, "class=\"final\""), 2);
  EXPECT_EQ(count(svg, "class=\"plane\""), 1);
  EXPECT_NE(svg.find("separated after"), std::string::npos);

  const std::string deep = drawn(lab::kGilbert, cube, {}, rock, translation({0.25, 0.125, 0}));
  expect_sound(deep);
  EXPECT_EQ(count(deep, "class=\"final\""), 8);
  EXPECT_EQ(count(deep, "class=\"plane\""), 0);
  EXPECT_NE(deep.find("penetrating after"), std::string::npos);
}

TEST(StepsPicture, EveryMethodOnEveryDimensionAndSize) {
  const Polytope bodies[] = {hull({{0, 0, 0}}),
                             hull({{0, 0, 0}, {1, 2, 3}}),
                             box({1, 2, 0}),
                             box({1, 1, 1}),
                             hull({{0, 0, 0}, {1e300, 0, 0}, {0, 1e300, 0}, {0, 0, 1e300}}),
                             hull({{0, 0, 0}, {1e-300, 0, 0}, {0, 1e-300, 0}, {0, 0, 1e-300}})};
  for (const AlgorithmRow& row : all_algorithms())
    for (const Polytope& a : bodies)
      for (const Polytope& b : bodies) {
        SCOPED_TRACE(row.name);
        expect_sound(drawn(row.id, a, {}, b, {}));
        expect_sound(drawn(row.id, a, rotation({1, 2, 3, 4}), b, translation({3, 0, 0.5})));
      }
}

// The number in the words beside the picture: of steps that are drawn and listed.
int steps_told(const std::string& svg) {
  const std::size_t at = svg.find(" after ");
  return at == std::string::npos ? 0 : std::stoi(svg.substr(at + 7));
}

// Evidence::steps counts the searches that conclude, too, and subproblems: a picture of one step said "after 184
// steps".
TEST(StepsPicture, SaysAsManyStepsAsItDraws) {
  const Polytope a = test_polytope(TestShape::Ellipsoid, 30, 3), b = test_polytope(TestShape::Ellipsoid, 40, 5);
  for (const AlgorithmRow& row : all_algorithms()) {
    const std::string svg = drawn(row.id, a, {}, b, rotation({1, 2, 3, 4}, {1.1, 1.9, 0.8}));
    EXPECT_EQ(steps_told(svg), count(svg, "class=\"step\"")) << row.name;
  }
}

// Seen along an axis a box is a rectangle, and what happens at its other faces cannot be seen.
TEST(StepsPicture, ThreeFacesOfABoxAreSeen) {
  const Polytope cube = box({1, 1, 1}), plate = box({3, 2, 0.1});
  const auto faces = [](const std::string& svg) { return count(svg, "fill-opacity=\"0.8\""); };
  EXPECT_EQ(faces(drawn(lab::kGilbert, cube, {}, cube, translation({2, 0.5, 0}))), 6);
  EXPECT_EQ(faces(drawn(lab::kGilbert, cube, {}, plate, translation({0, 0, 3}))), 6);
  EXPECT_EQ(faces(drawn(lab::kGilbert, plate, {}, plate, rotation({1, 0, 0, 1}, {0, 9, 0}))), 6);
}

// A body of many faces keeps the view that shows the gap exactly from the side.
TEST(StepsPicture, OtherBodiesAreNotTilted) {
  const Polytope a = test_polytope(TestShape::Ellipsoid, 60, 3), b = test_polytope(TestShape::Ellipsoid, 60, 5);
  const std::string svg = drawn(lab::kGilbert, a, {}, b, translation({4, 0, 0}));
  const std::size_t plane = svg.find("class=\"plane\"");
  ASSERT_NE(plane, std::string::npos);
  double x[4] = {}, y[4] = {};
  ASSERT_EQ(std::sscanf(svg.c_str() + svg.find(" d=\"", plane), " d=\"M%lf %lfL%lf %lfL%lf %lfL%lf %lf", x, y, x + 1,
                        y + 1, x + 2, y + 2, x + 3, y + 3),
            8);
  for (const double at : x) EXPECT_NEAR(at, x[0], 1);  // a line from top to bottom
}

// Green says that something was found.
TEST(StepsPicture, UnresolvedIsNotGreen) {
  const Polytope cube = box({1, 1, 1});
  const std::string svg = drawn(lab::kSeparatingVector, cube, {}, cube, translation({1, 0.5, 0}));
  ASSERT_NE(svg.find("unresolved after"), std::string::npos);
  EXPECT_EQ(count(svg, kFinal), 0);
  EXPECT_EQ(count(svg, kOpen), 1);
}

TEST(StepsPicture, NonsenseInATraceIsLeftOut) {
  const Polytope cube = box({1, 1, 1});
  const Pose here, there = translation({2, 0, 0});
  const PosedPair pair(cube, here, cube, there);
  StepsPicture picture{pair, "<&>", "\x01", "method", "paper", {0, 0, 0}, true, {}, {}};
  const double nan = std::numeric_limits<double>::quiet_NaN(), infinite = std::numeric_limits<double>::infinity();
  picture.trace.steps = {{{nan, 0, 0}, {0, 0, 0}, {1, 0, 0}, "kept"}, {{}, {infinite, 0, 0}, {}, "left out"}};
  const std::string svg = steps_svg(picture);
  expect_sound(svg);
  EXPECT_EQ(count(svg, "class=\"step\""), 1);
  EXPECT_NE(svg.find("unresolved"), std::string::npos);
}

// Many steps: every line is drawn, a dozen are named.
TEST(StepsPicture, LongTracesStayReadable) {
  const Polytope cube = box({1, 1, 1});
  const Pose here, there = translation({2, 0, 0});
  const PosedPair pair(cube, here, cube, there);
  StepsPicture picture{pair, "a", "b", "method", "paper", {1, 0, 0}, false, {}, {}};
  for (int i = 0; i < 100; ++i)
    picture.trace.steps.push_back({{1, 0, 0.01 * i}, {0.5, 0, 0.01 * i - 0.5}, {1.5, 0, 0.5 - 0.01 * i}, "walk"});
  const std::string svg = steps_svg(picture);
  expect_sound(svg);
  EXPECT_EQ(count(svg, "class=\"step\""), 100);
  EXPECT_EQ(count(svg, ">walk<"), 11);  // and a line of dots
  EXPECT_EQ(count(svg, ">100<"), 3);    // in the list, and at either end of its line
  EXPECT_LE(count(svg, "class=\"number\""), 24);
}

}  // namespace
}  // namespace clearance::cli
