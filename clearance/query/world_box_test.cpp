#include <clearance/convex/bodies_test.h>
#include <clearance/query/world_box.h>

#include <algorithm>
#include <cmath>

namespace clearance::detail {
namespace {

double end_of(const Box& box, int axis, bool high) { return high ? box.high[axis] : box.low[axis]; }
Dyadic component(const DyadicVec& v, int axis) { return axis == 0 ? v.x : axis == 1 ? v.y : v.z; }

// How far the box reaches beyond the exact body along one axis, times the positive denominator: brute force.
Dyadic excess(const Box& box, const Rounded& body, const ExactPose& pose, int axis, bool high) {
  const Polytope& core = body.core();
  Dyadic extreme = component(pose.numerator(core.vertex(0)), axis);
  for (int v = 1; v < core.vertex_count(); ++v) {
    const Dyadic x = component(pose.numerator(core.vertex(v)), axis);
    if (compare(x, extreme) == (high ? 1 : -1)) extreme = x;
  }
  const Dyadic end = pose.denominator() * Dyadic(end_of(box, axis, high)),
               r = pose.denominator() * Dyadic(body.radius());
  return high ? end - (extreme + r) : (extreme - r) - end;
}

// The box holds the body and is wider by at most 2⁻⁴⁷ of reach, radius and translation.
void expect_tight(const Box& box, const Rounded& body, const Pose& pose) {
  const ExactPose exact_pose(pose);
  for (int axis = 0; axis < 3; ++axis)
    for (const bool high : {false, true}) {
      const Dyadic beyond = excess(box, body, exact_pose, axis, high);
      EXPECT_GE(beyond.sign(), 0) << "axis " << axis << (high ? " high" : " low");
      const double most =
          0x1p-47 * (body.core().reach() + body.radius() + std::fabs(pose.translation()[axis])) + 0x1p-1050;
      EXPECT_LE(compare(beyond, exact_pose.denominator() * Dyadic(most)), 0) << "axis " << axis;
    }
}

void expect_near(const Box& box, Vec3 low, Vec3 high) {
  for (int axis = 0; axis < 3; ++axis) {
    EXPECT_NEAR(box.low[axis], low[axis], 1e-13);
    EXPECT_NEAR(box.high[axis], high[axis], 1e-13);
    EXPECT_LE(box.low[axis], low[axis]);
    EXPECT_GE(box.high[axis], high[axis]);
  }
}

TEST(WorldBox, OfABoxAtRest) {
  expect_near(world_box(box({2, 4, 6}), translation({10, 20, 30})), {9, 18, 27}, {11, 22, 33});
}

TEST(WorldBox, OfATurnedBox) {
  // A quarter turn about z: x and y change places, exactly.
  expect_near(world_box(box({2, 4, 6}), rotation({1, 0, 0, 1})), {-2, -1, -3}, {2, 1, 3});
  // The quaternion (2, 0, 0, 1) turns by the angle with cosine 3/5 and sine 4/5.
  expect_near(world_box(box({2, 2, 2}), rotation({2, 0, 0, 1})), {-1.4, -1.4, -1}, {1.4, 1.4, 1});
}

TEST(WorldBox, OfASphereAndACapsule) {
  expect_near(world_box(sphere(2), translation({1, 0, 0})), {-1, -2, -2}, {3, 2, 2});
  expect_near(world_box(capsule(2, 0.5), rotation({1, 0, 1, 0}, {0, 5, 0})), {-1.5, 4.5, -0.5}, {1.5, 5.5, 0.5});
}

TEST(WorldBox, OfAPointIsThatPointAndARounding) {
  const Box at = world_box(point({1, 2, 3}), Pose());
  expect_near(at, {1, 2, 3}, {1, 2, 3});
  EXPECT_TRUE(is_box(at));
  expect_tight(at, point({1, 2, 3}), Pose());
  expect_tight(world_box(point({}), Pose()), point({}), Pose());
}

TEST(WorldBox, NeighbouringPosesKeepTheBodyInside) {
  for (const double x : {1.0, -1.0, 1e-300, 0.0})
    for (const double towards : {-kInfinite, kInfinite}) {
      const Pose pose = translation({std::nextafter(x, towards), x, -x});
      expect_tight(world_box(box({1, 1, 1}), pose), box({1, 1, 1}), pose);
      expect_tight(world_box(rounded(box({1, 0, 1}), 0.1), pose), rounded(box({1, 0, 1}), 0.1), pose);
    }
}

TEST(WorldBox, HugeAndTinyCoordinatesNeitherOverflowNorVanish) {
  for (const double size : {1e300, 1e155, 1e-155, 1e-300, 0x1p-1070}) {
    Random random(7);
    for (int k = 0; k < 20; ++k) {
      const Rounded body = rounded(random_hull(random, 12, size), k % 2 == 0 ? 0 : size);
      const Pose pose = random_pose(random, random_vector(random, size));
      const Box found = world_box(body, pose);
      EXPECT_TRUE(is_box(found) && is_finite(found.low) && is_finite(found.high));
      expect_tight(found, body, pose);
    }
  }
}

TEST(WorldBox, APowerOfTwoScalesIt) {
  Random random(11);
  for (int k = 0; k < 50; ++k) {
    std::vector<Vec3> points, scaled;
    for (int i = 0; i < 30; ++i) points.push_back(random_vector(random)), scaled.push_back(1024 * points.back());
    const Quat q = random_quaternion(random);
    const Vec3 t = random_vector(random);
    const Box one = world_box(hull(points), rotation(q, t)), other = world_box(hull(scaled), rotation(q, 1024 * t));
    EXPECT_EQ(1024 * one.low, other.low);
    EXPECT_EQ(1024 * one.high, other.high);
  }
}

// Rotated by a hair: entries of R differ from the exact rotation's in the last places, and the body is taken through R.
Pose matrix_pose(Random& random, Vec3 t) {
  Mat3 m = random_pose(random).rotation();
  for (Vec3& row : m.row) row = row * (1 + 1e-5 * random.unit());
  return Pose::from_matrix(m, t).value();
}

TEST(WorldBox, HoldsEveryVertexExactly) {
  Random random(1);
  for (const int n : {1, 2, 3, 7, 8, 9, 20, 72, 73, 150, 400, 401, 600})
    for (int k = 0; k < 6; ++k) {
      const Polytope core = n < 4 ? random_hull(random, n) : test_polytope(static_cast<TestShape>(k % 3), n, 5);
      const Rounded body = rounded(core, k % 2 == 0 ? 0 : random.unit());
      const Vec3 t = random_vector(random, k < 3 ? 1 : 1e6);
      const Pose pose = k % 2 == 0 ? random_pose(random, t) : matrix_pose(random, t);
      const Box found = world_box(body, pose);
      expect_tight(found, body, pose);
      BoxHints hints;  // a scan or climbs: the same bits
      EXPECT_EQ(world_box(body, pose, hints), found);
    }
}

TEST(WorldBox, AlignedFacesOfLargeHullsAreTiesThatAreScanned) {
  const Polytope cylinder = make_cylinder(1, 2, 240).value();
  for (const Pose& pose : {Pose(), translation({5, 5, 5}), rotation({1, 0, 0, 1}), rotation({1, 1, 1, 1}),
                           rotation({1, 0x1p-60, 0, 0}), rotation({1, 0x1p-50, 0x1p-51, 0})}) {
    BoxHints hints;
    expect_tight(world_box(cylinder, pose, hints), cylinder, pose);
    expect_tight(world_box(cylinder, pose, hints), cylinder, pose);
  }
}

TEST(WorldBox, AClimbAcrossANearlyLevelFaceIsNotBelieved) {
  // The face's vertices rise by less than a rounding from one to the next, and by many from one side to the other.
  const Polytope cylinder = make_cylinder(1, 2, 240).value();
  for (const double tilt : {0x1p-46, 0x1p-47, 0x1p-48, 0x1p-49, 0x1p-50})
    for (int start = 0; start < 480; start += 24) {
      const Pose pose = rotation({1, tilt, 0, 0});
      BoxHints hints;
      for (std::int32_t& v : hints.vertex) v = start;
      expect_tight(world_box(cylinder, pose, hints), cylinder, pose);
    }
}

TEST(WorldBox, HintsChangeNothingWhateverTheySay) {
  Random random(3);
  for (const int n : {20, 300})
    for (int k = 0; k < 60; ++k) {
      const Rounded body = test_polytope(TestShape::Plate, n, 2);
      const Pose pose = random_pose(random, random_vector(random));
      BoxHints hints;
      for (std::int32_t& v : hints.vertex) v = static_cast<std::int32_t>(random.bits());
      if (k % 2 == 0)
        for (std::int32_t& v : hints.vertex) v = static_cast<std::int32_t>(random.below(static_cast<std::uint64_t>(n)));
      const Box cold = world_box(body, pose);
      EXPECT_EQ(world_box(body, pose, hints), cold);
      EXPECT_EQ(world_box(body, pose, hints), cold);
    }
}

TEST(WorldBox, ATurningBodyKeepsItsHints) {
  const Rounded body = rounded(test_polytope(TestShape::Ellipsoid, 500, 9), 0.01);
  BoxHints hints;
  for (int k = 0; k < 200; ++k) {
    const Pose pose = rotation_about({1, 2, 3}, 0.05 * k, {0.1 * k, 0, 0});
    const Box found = world_box(body, pose, hints);
    EXPECT_EQ(found, world_box(body, pose));
    if (k % 20 == 0) expect_tight(found, body, pose);
  }
}

TEST(WorldBox, ManyPosesGiveTheBoxOfEach) {
  Random random(4);
  for (const int n : {1, 8, 20, 21, 200})
    for (const std::size_t count : {0u, 1u, 7u, 8u, 9u, 33u}) {
      const Rounded body = rounded(random_hull(random, n), n == 8 ? 0.5 : 0);
      std::vector<Pose> poses;
      for (std::size_t k = 0; k < count; ++k) poses.push_back(random_pose(random, random_vector(random, 3)));
      std::vector<Box> found(count);
      world_boxes(body, poses, found);
      for (std::size_t k = 0; k < count; ++k) EXPECT_EQ(found[k], world_box(body, poses[k]));
    }
}

TEST(SweptBodyOf, ABallAboutAnyPointHoldsTheBodyAtEveryPose) {
  Random random(12);
  for (int k = 0; k < 60; ++k) {
    const Rounded body = rounded(random_hull(random, 10, k % 3 == 0 ? 1e200 : 1), k % 2 == 0 ? 0 : 0.5);
    const Vec3 center = k < 20 ? Vec3{} : random_vector(random);
    const Pose pose =
        k % 4 == 0 ? matrix_pose(random, random_vector(random, 5)) : random_pose(random, random_vector(random, 5));
    const SweptBody found = swept_body(body, pose, center);
    EXPECT_EQ(found.box, world_box(body, pose));
    if (center == Vec3{}) {
      EXPECT_EQ(found.center, pose.translation());
    }
    // (radius − r)² ≥ |vertex − center|², exactly.
    const ExactPose exact_pose(pose);
    const DyadicVec place = exact_pose.denominator() * exact(found.center);
    const Dyadic most = exact_pose.denominator() * (Dyadic(found.radius) - Dyadic(body.radius()));
    for (int v = 0; v < body.core().vertex_count(); ++v) {
      const DyadicVec way = exact_pose.numerator(body.core().vertex(v)) - place;
      EXPECT_LE(compare(dot(way, way), most * most), 0);
    }
    EXPECT_LE(found.radius, 1.75 * (body.core().reach() + norm_one(center)) + 2 * body.radius());
  }
}

TEST(SweptBodyOf, ARodThrownWhileTurning) {
  const Rounded rod = box({2, 0.25, 0.25});
  const Motion motion = Motion::flight(Pose(), {{0, 0, 10}, {0, 0, -10}, {0, 0, 3}, {}}).value();
  const Box found = swept_box(motion, 2, [&](const Pose& pose, Vec3 center) { return swept_body(rod, pose, center); });
  EXPECT_NEAR(found.high.z, 5 + std::sqrt(1 + 2 * 0.125 * 0.125), 1e-3);
  EXPECT_NEAR(found.low.x, -std::sqrt(1 + 2 * 0.125 * 0.125), 1e-3);
}

}  // namespace
}  // namespace clearance::detail
