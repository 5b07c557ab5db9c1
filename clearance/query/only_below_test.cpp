// Distances asked with a limit, of every kind of pair: what is at least as far is not looked at, and the bracket that
// is returned holds the distance all the same.
#include <clearance/base/random.h>
#include <clearance/build/convex_hull.h>
#include <clearance/build/mesh.h>
#include <clearance/build/parts.h>
#include <clearance/build/primitives.h>
#include <clearance/query/query.h>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace clearance::detail {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity(), kTiny = std::numeric_limits<double>::denorm_min();

Mesh surface(const std::vector<Vec3>& vertices, const std::vector<MeshTriangle>& triangles) {
  return make_mesh(vertices, triangles, {.kind = MeshKind::Surface}).value();
}

double up(double x) { return std::nextafter(x, kInfinity); }
double down(double x) { return std::nextafter(x, -kInfinity); }

struct Pair {
  Shape a;
  Pose pose_a;
  Shape b;
  Pose pose_b;
};

void expect_kept(const Pair& pair, double limit) {
  const auto& [a, pose_a, b, pose_b] = pair;
  DistanceOptions options;
  options.only_below = limit;
  const Distance found = distance(a, pose_a, b, pose_b, options);
  SCOPED_TRACE(testing::Message() << "only_below " << limit << ": [" << found.lower << ", " << found.upper << "]");
  EXPECT_EQ(found.status, intersects(a, pose_a, b, pose_b).status);
  if (found.status != Status::Separated) {
    EXPECT_EQ(found.lower, 0);
    EXPECT_EQ(found.upper, 0);
    return;
  }
  EXPECT_LE(0, found.lower);
  EXPECT_LE(found.lower, found.upper);
  EXPECT_GE(compare_distance(a, pose_a, b, pose_b, found.lower), 0);
  EXPECT_LE(compare_distance(a, pose_a, b, pose_b, found.upper), 0);
  EXPECT_EQ(found.has_witness, found.upper < kInfinity);
  if (found.lower >= limit) {
    EXPECT_EQ(found.upper, kInfinity);
  }
  // Only a distance that is at least the limit is left out.
  if (found.upper == kInfinity) {
    EXPECT_GE(found.lower, limit);
  }
}

void expect_kept_at_all_limits(const Pair& pair) {
  const Distance plain = distance(pair.a, pair.pose_a, pair.b, pair.pose_b);
  if (plain.status == Status::Separated)
    for (const double x : {plain.lower, plain.upper})
      for (const double limit : {x, up(x), down(x), x * (1 + 1e-9), 0.5 * x}) expect_kept(pair, limit);
  for (const double limit :
       {0.0, -0.0, -1.0, -kTiny, kTiny, -1e300, 1e300, -kInfinity, kInfinity, std::numeric_limits<double>::quiet_NaN()})
    expect_kept(pair, limit);
}

// A pair beyond the limit left no trace in the lower end: [1.00000000199996, 1.00000000200009] for a distance below
// 1.0000000015.
TEST(OnlyBelow, WhatWasLeftOutStaysInTheBracket) {
  const Mesh a = surface({{0, 3, 0}, {0, 0, 1}, {0, 3, 1}}, {{0, 1, 2}});
  const Mesh b = surface({{0, 0, 1}, {1, 3, 1}, {0, 3, 1}, {0, 3, 0}}, {{0, 1, 2}, {3, 0, 2}});
  const Pose pose_a = Pose::from_quaternion({1, 1e-9, 0, 0}, {.499, 1, 0}).value(),
             pose_b = Pose::from_quaternion({1, 0, 0, 1}, {1.999999999, 5, 0}).value();
  expect_kept_at_all_limits({a, pose_a, b, pose_b});
  expect_kept_at_all_limits({b, pose_b, a, pose_a});
}

// A limit below zero was a bound below which nothing was looked at: crossing triangles were called separated.
TEST(OnlyBelow, NoLimitHidesAContact) {
  const Mesh flat = surface({{-1, -1, 0}, {2, -1, 0}, {-1, 2, 0}}, {{0, 1, 2}});
  const Mesh upright = surface({{0, 0, -1}, {.3, 0, 1}, {0, .2, 1}}, {{0, 1, 2}});
  const Mesh cube = mesh_of(box({1, 1, 1}));
  const Rounded hull = box({1, 1, 1}), ball = make_sphere(0.5).value();
  const Parts parts = make_parts({PartShape(hull), PartShape(make_sphere(0.5, {2, 0, 0}).value())}).value();
  const Parts meshes = make_parts({PartShape(cube), PartShape(upright)}).value();
  const std::vector<Shape> shapes = {flat, upright, cube, hull, ball, parts, meshes};
  for (const Shape& a : shapes)
    for (const Shape& b : shapes)
      for (const double z : {0.0, 1.0, up(1.0), 3.0}) expect_kept_at_all_limits({a, {}, b, translation({0, 0, z})});
}

TEST(OnlyBelow, AtRandom) {
  Random random(0xbe10);
  const auto some_points = [&](int count) {
    std::vector<Vec3> points;
    for (int k = 0; k < count; ++k)
      points.push_back({random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)});
    return points;
  };
  const auto some_shape = [&]() -> Shape {
    switch (random.below(4)) {
      case 0:
        return Rounded(convex_hull(some_points(8)).value());
      case 1:
        return Rounded::make(convex_hull(some_points(4)).value(), 0.25).value();
      case 2: {
        std::vector<MeshTriangle> triangles;
        for (std::uint32_t k = 0; k < 10; ++k) triangles.push_back({k, k + 1, k + 2});
        return surface(some_points(12), triangles);
      }
      default:
        return make_parts({PartShape(Rounded(convex_hull(some_points(5)).value())),
                           PartShape(mesh_of(convex_hull(some_points(6)).value()))})
            .value();
    }
  };
  for (int round = 0; round < 60; ++round) {
    const auto pose = [&](double away) {
      return Pose::from_quaternion({1, random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)},
                                   {away, random.uniform(-1, 1), random.uniform(-1, 1)})
          .value();
    };
    const Pose pose_a = pose(0);
    expect_kept_at_all_limits({some_shape(), pose_a, some_shape(), pose(random.uniform(0, 5))});
  }
}

// Nearly flush faces: a bracket that began at 0 said no more than "separated".
TEST(OnlyBelow, TheLowerEndIsAboveZeroWhereTheDistanceIs) {
  const Mesh cube = mesh_of(box({1, 1, 1}));
  const Pose turned = Pose::from_quaternion({1, 0.3, 0.2, 0.1}, {0, 0, 0}).value();
  for (const double gap : {0x1p-52, 1e-15, 1e-14, 1e-12}) {
    std::vector<Vec3> moved;
    for (const Vec3& v : cube.vertices()) moved.push_back(v.z < 0 ? Vec3{v.x, v.y, 0.5 + gap} : Vec3{v.x, v.y, 2});
    const std::vector<MeshTriangle> triangles = cube.triangles_as_given();
    const Mesh above = make_mesh(moved, triangles).value();
    for (const Pose& pose : {Pose(), turned}) {
      const Distance found = distance(cube, pose, above, pose);
      EXPECT_EQ(found.status, Status::Separated);
      EXPECT_GT(found.lower, 0) << gap;
      EXPECT_LE(found.upper - found.lower, 1e-9 * found.upper + 1e-13 * 1.5);
      EXPECT_GE(compare_distance(cube, pose, above, pose, found.lower), 0);
      EXPECT_LE(compare_distance(cube, pose, above, pose, found.upper), 0);
      expect_kept_at_all_limits({cube, pose, above, pose});
    }
  }
}

}  // namespace
}  // namespace clearance::detail
