#include <clearance/motion/shapes/moving_shapes_test.h>

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace clearance::detail {
namespace {

using Numbers = RandomMotions::Numbers;

constexpr MotionOptions kTight{.width = 0};

// ---- Solved by hand -------------------------------------------------------------------------------------------------

// A square frame: a hole from −1 to 1, its rim from there to 2, of thickness 1.
Mesh ring() {
  const auto bar = [](Vec3 edges) { return solid_box(edges); };
  return joined({{bar({4, 1, 1}), {0, 1.5, 0}},
                 {bar({4, 1, 1}), {0, -1.5, 0}},
                 {bar({1, 2, 1}), {1.5, 0, 0}},
                 {bar({1, 2, 1}), {-1.5, 0, 0}}},
                {.kind = MeshKind::Surface});
}

TEST(ShapeInterference, APegThroughARing) {
  const Shape frame = ring();
  for (const Shape& peg : {Shape(box({1, 1, 8})), Shape(solid_box({1, 1, 8}))}) {
    // Through the hole, along its axis: never.
    const MovingShapes through{frame, peg, {}, line({0, 0, 16}, {0, 0, -32})};
    EXPECT_EQ(through.intervals().status, MotionStatus::Clear);
    // Across it from one rim to the other: x from −4 to 4, in contact with a rim from 0.5 to 2.5 on either side.
    const MovingShapes across{frame, peg, {}, line({-4, 0, 0}, {8, 0, 0})};
    expect_times(across.intervals(kTight), {1.5 / 8, 3.5 / 8, 4.5 / 8, 6.5 / 8});
    expect_reference(across, "across");
  }
}

TEST(ShapeInterference, ABoxInAU) {
  const Shape u = u_shape();
  for (const Shape& cube : {Shape(box({1, 1, 1})), Shape(solid_box({1, 1, 1}))}) {
    // Across both arms, which are from 1 to 3: centres from ±0.5 to ±3.5.
    const MovingShapes across{u, cube, {}, line({-8, 2, 0}, {16, 0, 0})};
    expect_times(across.intervals(kTight), {4.5 / 16, 7.5 / 16, 8.5 / 16, 11.5 / 16});
    // Down to the floor and out again: it touches at 1/2, where s = 4·(t − 1/2)² + 1/2.
    const MovingShapes bounce{u, cube, {}, thrown({0, 1.5, 0}, {0, -4, 0}, {0, 8, 0})};
    expect_times(bounce.intervals(), {0.5, 0.5});
    expect_times(bounce.intervals(kTight), {0.5, 0.5});
    // Between the arms, which it does not touch.
    EXPECT_TRUE((MovingShapes{u, cube, {}, line({0, 2, -4}, {0, 0, 8})}).intervals().is_clear());
    // Sideways along the floor: from arm to arm it slides, and touches the arms at both ends.
    expect_times((MovingShapes{u, cube, {}, line({-0.5, 0.5, 0}, {1, 0, 0})}).intervals(kTight), {0, 1});
  }
}

TEST(ShapeInterference, InAndOutOfSolids) {
  // A small cube through a large one: in contact with its inside for most of the time, and no triangles meet then.
  const Shape solid = solid_box({4, 4, 4});
  for (const Shape& cube : {Shape(box({1, 1, 1})), Shape(solid_box({1, 1, 1}))}) {
    const MovingShapes through{solid, cube, {}, line({-8, 0.25, 0.5}, {16, 0, 0})};
    expect_times(through.intervals(kTight), {5.5 / 16, 10.5 / 16});
    expect_reference(through, "through a solid");
    expect_reference(through.exchanged(), "a solid through a cube");
    const MovingShapes within{solid, cube, {}, line({-1, 0, 0}, {2, 0, 0})};
    expect_times(within.intervals(), {0, 1});
    EXPECT_EQ(within.intervals().status, MotionStatus::Already);
    const MovingShapes out{solid, cube, {}, line({0, 0, 0}, {8, 0, 0})};
    expect_times(out.intervals(kTight), {0, 2.5 / 8});
    // Of a surface nothing is inside.
    const MovingShapes shell{as_surface(solid_box({4, 4, 4})), cube, {}, line({-8, 0.25, 0.5}, {16, 0, 0})};
    expect_times(shell.intervals(kTight), {5.5 / 16, 6.5 / 16, 9.5 / 16, 10.5 / 16});
    expect_reference(shell, "through a surface");
  }
  // A point passes a surface in no time; inside or outside is all that changes.
  const Shape point = convex_hull(std::vector<Vec3>{{0, 0, 0}}).value();
  const MovingShapes in{solid, point, {}, line({-6, 0.25, 0.5}, {12, 0, 0})};
  expect_reference(in, "a point");
  const Interference times = in.intervals(kTight);
  ASSERT_EQ(times.intervals.size(), 1u);
  EXPECT_EQ(times.intervals[0].begin.upper, next_above(times.intervals[0].begin.lower));  // a third
}

TEST(ShapeInterference, AHollowIsFree) {
  const Shape shell = hollow_cube();
  for (const Shape& cube : {Shape(box({1, 1, 1})), Shape(solid_box({1, 1, 1}))}) {
    // Walls from 2 to 3 on either side.
    const MovingShapes through{shell, cube, {}, line({-8, 0.25, 0.5}, {16, 0, 0})};
    expect_times(through.intervals(kTight), {4.5 / 16, 6.5 / 16, 9.5 / 16, 11.5 / 16});
    expect_reference(through, "through a hollow");
    expect_times((MovingShapes{shell, cube, {}, line({-1, 0, 0}, {4, 0, 0})}).intervals(kTight), {0.625, 1});
  }
}

TEST(ShapeInterference, OfPartsAndMargins) {
  const Rounded ball = rounded(convex_hull(std::vector<Vec3>{{0, 0, 0}}).value(), 0.5);
  const Rounded other = rounded(convex_hull(std::vector<Vec3>{{4, 0, 0}}).value(), 0.25);
  const Shape balls = make_parts(std::vector<PartShape>{ball, other}).value();
  const Shape wall = solid_box({1, 8, 8});
  // From −8 at speed 16: the far ball, of radius 1/4, comes first.
  const MovingShapes past{wall, balls, {}, line({-8, 0, 0}, {16, 0, 0})};
  expect_times(past.intervals(kTight), {3.25 / 16, 4.75 / 16, 7. / 16, 9. / 16});
  MovingShapes nearly = past;
  nearly.margin = 0.25;
  expect_times(nearly.intervals(kTight), {3. / 16, 5. / 16, 6.75 / 16, 9.25 / 16});
  expect_reference(nearly, "within a margin");
}

// ---- Degenerate -----------------------------------------------------------------------------------------------------

TEST(ShapeInterference, ContactAllTheTime) {
  const Shape cube = solid_box({2, 2, 2});
  const auto expect_always = [](const MovingShapes& asked, const char* what) {
    const Interference found = asked.intervals();
    EXPECT_EQ(found.status, MotionStatus::Already) << what;
    expect_times(found, {0, 1});
    expect_times(asked.intervals(kTight), {0, 1});
  };
  expect_always({cube, cube, {}, {}}, "coincident");
  expect_always({cube, cube, {}, line({2, 0, 0}, {0, 1, 0})}, "along a face");
  expect_always({cube, cube, {}, line({2, 2, 0}, {0, 0, 1})}, "along an edge");
  expect_always({cube, cube, {}, line({0.5, 0.25, 0}, {0, 0, 1})}, "deep");
  const Motion turning = Motion::to(rotation({1, 0, 0, 0}, {2, 0, 0}), rotation({1, 2, 0, 0}, {2, 0, 0}), 1).value();
  expect_always({cube, cube, {}, turning}, "turning on a face");
  const Mesh plate = as_surface(mesh_of(box({2, 2, 0})));
  expect_always({plate, plate, {}, line({0, 0, 0}, {1.5, 0.25, 0})}, "within a plane");
}

TEST(ShapeInterference, TouchesAtTheEnds) {
  const Shape cube = solid_box({2, 2, 2}), l = l_shape();
  expect_times((MovingShapes{cube, cube, {}, line({2, 0, 0}, {1, 0, 0})}).intervals(kTight), {0, 0});
  expect_times((MovingShapes{cube, cube, {}, line({4, 0, 0}, {-2, 0, 0})}).intervals(kTight), {1, 1});
  expect_times((MovingShapes{cube, cube, {}, line({2, 0, 0}, {1, 0, 0}), {0, 0}}).intervals(), {0, 0});
  EXPECT_TRUE((MovingShapes{cube, cube, {}, line({2, 0, 0}, {1, 0, 0}), {0.5, 0.5}}).intervals().is_clear());
  // Two L that lie in each other's corner and part, with two faces that leave at one instant.
  const Motion leaving = Motion::linear(rotation({0, 0, 0, 1}, {3, 3, 0}), {1, 1, 0}).value();
  expect_times((MovingShapes{l, l, {}, leaving}).intervals(kTight), {0, 0});
}

TEST(ShapeInterference, Grazes) {
  const Shape cube = solid_box({2, 2, 2});
  const Shape tip = mesh_of(convex_hull(std::vector<Vec3>{{-1, 0, 0}, {1, 1, 0}, {1, -1, 1}, {1, -1, -1}}).value());
  // 3 − 6t + 9t² = 2 + (3t − 1)².
  const MovingShapes third{cube, tip, {}, thrown({3, 0.25, 0.125}, {-6, 0, 0}, {18, 0, 0})};
  for (const MotionOptions& options : {MotionOptions(), kTight}) {
    const Interference found = third.intervals(options);
    ASSERT_EQ(found.intervals.size(), 1u);
    const auto& [begin, end, graze] = found.intervals[0];
    EXPECT_EQ(begin.upper, next_above(begin.lower));
    EXPECT_TRUE(are_equal(begin, end));
    ASSERT_TRUE(graze);
    EXPECT_EQ(graze->kind, ContactRoot::Kind::VertexOfB);
    EXPECT_EQ(graze->after, begin.lower);
    EXPECT_EQ(graze->before, begin.upper);
  }
  expect_reference(third, "a third");
  // Two of them, one tip after the other.
  const Shape tips = joined(
      {{mesh_of(convex_hull(std::vector<Vec3>{{-1, 0, 0}, {1, 1, 0}, {1, -1, 1}, {1, -1, -1}}).value())},
       {mesh_of(convex_hull(std::vector<Vec3>{{-1, 0, 0}, {1, 1, 0}, {1, -1, 1}, {1, -1, -1}}).value()), {0, 8, 0}}});
  const MovingShapes two{cube, tips, {}, line({2, 0, 0}, {0, -8, 0})};
  const Interference found = two.intervals(kTight);
  ASSERT_EQ(found.intervals.size(), 2u);
  expect_times(found, {0, 0.125, 0.875, 1});
  expect_reference(two, "two tips");
}

TEST(ShapeInterference, KeyframesThatRepeatAPose) {
  const Shape u = u_shape(), cube = solid_box({1, 1, 1});
  const Pose out = translation({0, 2, 0}), in = translation({1, 2, 0});
  const Motion visits =
      Motion::through({{0, out}, {1, in}, {2, in}, {3, out}, {4, out}, {5, in}, {6, in}, {7, out}}).value();
  const MovingShapes asked{u, cube, {}, visits, {0, 8}};
  expect_times(asked.intervals(kTight), {0.5, 2.5, 4.5, 6.5});
  expect_reference(asked, "visits");
}

TEST(ShapeInterference, OutOfBudgetIsUndecided) {
  const Shape u = u_shape(), l = l_shape();
  const Motion turning = Motion::to(translation({-8, 1, 0.25}), rotation({1, 1, 1, 1}, {8, 1, 0.25}), 1).value();
  const MovingShapes asked{u, l, {}, turning};
  const Interference truth = asked.intervals();
  ASSERT_NE(truth.status, MotionStatus::Undecided);
  int undecided = 0;
  for (int instants = 0; instants < 400; instants = instants * 5 / 4 + 1) {
    const Interference found = asked.intervals({.max_instants = instants});
    if (found.status != MotionStatus::Undecided) continue;
    ++undecided;
    EXPECT_LE(found.decided_until, 1) << instants;
    for (const auto& [begin, end, graze] : found.intervals) {
      EXPECT_LE(end.upper, found.decided_until) << instants;
      EXPECT_TRUE(asked.meet_at(begin.upper) && asked.meet_at(end.lower)) << instants;
    }
    for (int k = 0; k <= 64; ++k)
      if (const double time = k / 64.0; time < found.decided_until) {
        EXPECT_EQ(are_in_contact(found, time), are_in_contact(truth, time)) << instants << " at " << time;
      }
  }
  EXPECT_GT(undecided, 5);
  const Deadline over(std::chrono::steady_clock::now());
  for (const MotionMethod method : {MotionMethod::Automatic, MotionMethod::Features}) {
    EXPECT_EQ(asked.intervals({.method = method, .deadline = over}).status, MotionStatus::Undecided);
    EXPECT_EQ(asked.intervals({.method = method, .max_instants = 1}).status, MotionStatus::Undecided);
  }
  EXPECT_EQ(asked.first({.method = MotionMethod::Features, .max_instants = 1}).status, MotionStatus::Undecided);
  EXPECT_EQ(Interference().status, MotionStatus::NotAsked);
}

// A square from −size to size in 2·n² triangles.
Mesh grid(std::uint32_t n, double size) {
  std::vector<Vec3> points;
  std::vector<MeshTriangle> triangles;
  for (std::uint32_t i = 0; i <= n; ++i)
    for (std::uint32_t k = 0; k <= n; ++k) points.push_back({size * (2.0 * i / n - 1), size * (2.0 * k / n - 1), 0});
  for (std::uint32_t i = 0; i < n; ++i)
    for (std::uint32_t k = 0; k < n; ++k) {
      const std::uint32_t at = i * (n + 1) + k, next = at + n + 1;
      triangles.push_back({at, next, next + 1});
      triangles.push_back({at, next + 1, at + 1});
    }
  return make_mesh(points, triangles, {.kind = MeshKind::Surface}).value();
}

// Not by the elements in contact: all of the smaller grid's 2,048 triangles lie on the larger one at all times, and
// hundreds of an ellipsoid's cut through the other's. About a third of these budgets is used.
TEST(ShapeInterference, CostGoesByWhatRelievesWhat) {
  const MovingShapes slide{grid(32, 4), grid(32, 1), {}, line({-2, 0.1, 0}, {4, 0, 0})};
  expect_times(slide.intervals({.max_instants = 4000}), {0, 1});
  const Shape egg = mesh_of(test_polytope(TestShape::Ellipsoid, 1600, 1));
  const auto turning = [](double far) {
    return Motion::to(rotation({1, 0, 0, 0}, {-far, 0.1, 0}), rotation({1, 1, 0.5, 0.25}, {far, -0.1, 0.1}), 1).value();
  };
  expect_times((MovingShapes{egg, egg, {}, turning(0.25)}).intervals({.max_instants = 200}), {0, 1});
  EXPECT_EQ((MovingShapes{egg, egg, {}, turning(4)}).intervals({.max_instants = 4000}).status, MotionStatus::Contact);
}

// A vertex that no triangle uses stayed inside a solid while the body left it, and contact was said to last as long.
TEST(ShapeInterference, VerticesWithoutTrianglesAreNoPartOfABody) {
  const Mesh small = solid_box({1, 1, 1});
  std::vector<Vec3> points(small.vertices().begin(), small.vertices().end());
  for (double x = -2; x >= -8; --x) points.push_back({x, 0, 0});
  const Mesh with_others = make_mesh(points, small.triangles_as_given()).value();
  // Its side x = −0.5 leaves the block's side x = 2 at 2.5.
  const MovingShapes leaving{Shape(solid_box({4, 4, 4})), Shape(with_others), {}, line({0, 0, 0}, {10, 0, 0})};
  expect_times(leaving.intervals(kTight), {0, 0.25});
  expect_times(leaving.exchanged().intervals(kTight), {0, 0.25});
}

TEST(ShapeInterference, Refuses) {
  const Shape cube = solid_box({2, 2, 2}), floor = HalfSpace::make({0, 0, 1}, 0).value();
  EXPECT_FALSE(interference(cube, {}, cube, {}, {1, 0}).ok());
  EXPECT_FALSE(interference(cube, {}, cube, {}, kUnit, {.margin = -1}).ok());
  EXPECT_EQ(interference(floor, {}, cube, {}, kUnit).value().status, MotionStatus::Already);
}

// ---- Convex bodies in other forms -----------------------------------------------------------------------------------

void expect_same_in_all_forms(const MovingCase& asked, const std::string& what) {
  const Interference truth = asked.ask_intervals();
  const auto as_mesh = [](const Rounded& body) {
    return body.radius() == 0 ? std::optional(mesh_of(body.core())) : std::nullopt;
  };
  const auto expect_same = [&](const Shape& a, const Shape& b, const std::string& form, bool is_tight) {
    const MovingShapes shapes{a, b, asked.motion_a, asked.motion_b, asked.interval, asked.margin};
    expect_consistent(shapes.intervals(), truth, asked.interval, what + form);
    if (is_tight || is_full_level()) expect_equal(shapes.intervals(kTight), truth, what + form + ", tight");
  };
  const auto mesh_a = as_mesh(asked.a), mesh_b = as_mesh(asked.b);
  if (mesh_a) expect_same(*mesh_a, asked.b, ", a a mesh", false);
  if (mesh_b) expect_same(asked.a, *mesh_b, ", b a mesh", true);
  if (mesh_a && mesh_b) expect_same(*mesh_a, *mesh_b, ", both meshes", false);
  const Shape parts_a = make_parts(std::vector<PartShape>{asked.a, asked.a}).value();
  const Shape parts_b = make_parts(std::vector<PartShape>{asked.b, mesh_b ? PartShape(*mesh_b) : asked.b}).value();
  expect_same(parts_a, parts_b, ", both of parts", false);
}

TEST(ShapeInterference, OfConvexBodiesInAllForms) {
  for (const auto& [name, asked] : cases_made_to_touch()) {
    expect_same_in_all_forms(asked, name);
  }
}

TEST(ShapeInterference, OfRandomConvexBodiesInAllForms) {
  RandomMotions motions(20261119, {Numbers::Doubles, Numbers::Eighths, Numbers::Fine, Numbers::Quarters});
  const int count = is_full_level() ? 300 : 8;
  for (int k = 0; k < count; ++k) expect_same_in_all_forms(motions.next(9), "motion " + std::to_string(k));
  for (int k = 0; k < count / 3; ++k)
    expect_same_in_all_forms(motions.next_rounded(6), "rounded motion " + std::to_string(k));
}

}  // namespace
}  // namespace clearance::detail
