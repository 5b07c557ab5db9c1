#include <clearance/convex/bodies_test.h>
#include <clearance/query/ray.h>

#include <cmath>

namespace clearance::detail {
namespace {

void expect_hit(const std::optional<RayHit>& hit, double fraction, Vec3 normal) {
  ASSERT_TRUE(hit.has_value());
  EXPECT_LE(hit->lower, fraction);
  EXPECT_GE(hit->upper, fraction);
  EXPECT_NEAR(hit->lower, fraction, 1e-12);
  EXPECT_NEAR(hit->upper, fraction, 1e-12);
  EXPECT_NEAR(norm(hit->normal - normal), 0, 1e-7);
}

bool meets(const Rounded& body, const Pose& pose, Vec3 from, Vec3 to) {
  return intersects(Rounded(from == to ? point(from) : segment(from, to)), Pose(), body, pose).status !=
         Status::Separated;
}

// ---- By hand --------------------------------------------------------------------------------------------------------

TEST(Ray, ThroughABox) {
  const Rounded cube = box({2, 2, 2});
  expect_hit(cast_ray(cube, Pose(), {-5, 0.5, 0.25}, {5, 0.5, 0.25}), 0.4, {-1, 0, 0});
  expect_hit(cast_ray(cube, Pose(), {5, 0.5, 0.25}, {-5, 0.5, 0.25}), 0.4, {1, 0, 0});
  expect_hit(cast_ray(cube, translation({0, 0, 10}), {0, 0, 0}, {0, 0, 12}), 0.75, {0, 0, -1});
  EXPECT_FALSE(cast_ray(cube, Pose(), {-5, 0.5, 0.25}, {-2, 0.5, 0.25}));
  EXPECT_FALSE(cast_ray(cube, Pose(), {-5, 3, 0}, {5, 3, 0}));
  const std::optional<RayHit> hit = cast_ray(cube, Pose(), {-5, 0.5, 0.25}, {5, 0.5, 0.25});
  EXPECT_NEAR(norm(hit->point - Vec3{-1, 0.5, 0.25}), 0, 1e-12);
}

TEST(Ray, ThroughATurnedBox) {
  // (2, 0, 0, 1) turns about z by cosine 3/5, sine 4/5: the face x = 1 has the normal (3, 4, 0)/5.
  expect_hit(cast_ray(box({2, 2, 2}), rotation({2, 0, 0, 1}), {3, 4, 0}, {0, 0, 0}), 0.8, {0.6, 0.8, 0});
  const Mat3 matrix = rotation({2, 0, 0, 1}).rotation();
  expect_hit(cast_ray(box({2, 2, 2}), Pose::from_matrix(matrix).value(), {3, 4, 0}, {0, 0, 0}), 0.8, {0.6, 0.8, 0});
}

TEST(Ray, ThroughSpheresAndCapsules) {
  expect_hit(cast_ray(sphere(1), Pose(), {-5, 0, 0}, {5, 0, 0}), 0.4, {-1, 0, 0});
  // At the height 0.6 the unit sphere begins at −0.8.
  expect_hit(cast_ray(sphere(1), translation({0, 0, 7}), {-4, 0, 7.6}, {4, 0, 7.6}), 0.4, {-0.8, 0, 0.6});
  EXPECT_FALSE(cast_ray(sphere(1), Pose(), {-5, 0, 1.001}, {5, 0, 1.001}));
  EXPECT_FALSE(cast_ray(sphere(1), Pose(), {-5, 0, 0}, {-1.001, 0, 0}));
  expect_hit(cast_ray(capsule(4, 1), Pose(), {-5, 0, 1}, {5, 0, 1}), 0.4, {-1, 0, 0});
  expect_hit(cast_ray(capsule(4, 1), Pose(), {0, 0, 7}, {0, 0, -1}), 0.5, {0, 0, 1});
  expect_hit(cast_ray(rounded(box({2, 2, 2}), 1), Pose(), {-10, 0, 0}, {10, 0, 0}), 0.4, {-1, 0, 0});
}

TEST(Ray, IntoAHalfSpace) {
  const HalfSpace floor = half_space({0, 0, 4}, 4);
  expect_hit(cast_ray(floor, {0, 0, 4}, {8, 0, 0}), 0.75, {0, 0, 1});
  EXPECT_FALSE(cast_ray(floor, {0, 0, 4}, {8, 0, 1.5}));
  expect_hit(cast_ray(floor, {0, 0, 1}, {8, 0, 5}), 0, {});   // starts on the surface
  expect_hit(cast_ray(floor, {0, 0, -1}, {8, 0, 5}), 0, {});  // starts inside
  expect_hit(cast_ray(floor, {0, 0, 4}, {8, 0, 1}), 1, {0, 0, 1});
  EXPECT_FALSE(cast_ray(floor, {0, 0, 4}, {8, 0, std::nextafter(1, 2)}));
  expect_hit(cast_ray(floor, {0, 0, 1}, {0, 0, 1}), 0, {});
  EXPECT_FALSE(cast_ray(floor, {0, 0, 2}, {0, 0, 2}));
  expect_hit(cast_ray(half_space({1e300, 1e300, 0}, 0), {1e300, 1e300, 0}, {-1e300, -1e300, 5}), 0.5,
             {std::sqrt(0.5), std::sqrt(0.5), 0});
}

TEST(Ray, StartingInsideHitsAtOnce) {
  for (const Rounded& body : {Rounded(box({2, 2, 2})), sphere(1), rounded(box({1, 1, 1}), 0.5)}) {
    expect_hit(cast_ray(body, Pose(), {0.5, 0, 0}, {5, 5, 5}), 0, {});
    expect_hit(cast_ray(body, Pose(), {1, 0, 0}, {5, 5, 5}), 0, {});  // on the surface
    expect_hit(cast_ray(body, Pose(), {0.5, 0, 0}, {0.5, 0, 0}), 0, {});
    expect_hit(cast_ray(body, Pose(), {1, 0, 0}, {1, 0, 0}), 0, {});
    EXPECT_FALSE(cast_ray(body, Pose(), {std::nextafter(1, 2), 0, 0}, {std::nextafter(1, 2), 0, 0}));
    EXPECT_FALSE(cast_ray(body, Pose(), {std::nextafter(1, 2), 0, 0}, {5, 5, 5}));
  }
}

// ---- Degenerate -----------------------------------------------------------------------------------------------------

TEST(Ray, ANeighbouringDoubleTellsAGrazeFromAMiss) {
  const double above = std::nextafter(1, 2);
  const Rounded cube = box({2, 2, 2});
  expect_hit(cast_ray(cube, Pose(), {-5, 0, 1}, {5, 0, 1}), 0.4, {-1, 0, 0});  // in the plane of the top
  EXPECT_FALSE(cast_ray(cube, Pose(), {-5, 0, above}, {5, 0, above}));
  expect_hit(cast_ray(cube, Pose(), {-5, 1, 1}, {5, 1, 1}), 0.4, {-1, 0, 0});  // along an edge
  EXPECT_FALSE(cast_ray(cube, Pose(), {-5, above, 1}, {5, above, 1}));
  const std::optional<RayHit> corner = cast_ray(cube, Pose(), {0, 0, 3}, {2, 2, -1});  // just a corner
  ASSERT_TRUE(corner);
  EXPECT_EQ(corner->lower, 0.5);
  EXPECT_EQ(corner->upper, 0.5);
  EXPECT_FALSE(cast_ray(cube, Pose(), {0, 0, std::nextafter(3, 4)}, {2, 2, -1}));
  expect_hit(cast_ray(cube, Pose(), {-5, 0, 0}, {-1, 0, 0}), 1, {-1, 0, 0});
  EXPECT_FALSE(cast_ray(cube, Pose(), {-5, 0, 0}, {std::nextafter(-1, -2), 0, 0}));
  // The top of a sphere: a wide bracket, but the right answer.
  const std::optional<RayHit> graze = cast_ray(sphere(1), Pose(), {-4, 0, 1}, {4, 0, 1});
  ASSERT_TRUE(graze);
  EXPECT_LE(graze->lower, 0.5);
  EXPECT_GE(graze->upper, 0.5);
  EXPECT_FALSE(cast_ray(sphere(1), Pose(), {-4, 0, above}, {4, 0, above}));
}

TEST(Ray, FlatBodies) {
  const Rounded plate = hull({{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}});
  expect_hit(cast_ray(plate, Pose(), {0, 0, 3}, {0, 0, -1}), 0.75, {0, 0, 1});
  expect_hit(cast_ray(plate, Pose(), {0, 0, -3}, {0, 0, 1}), 0.75, {0, 0, -1});
  EXPECT_FALSE(cast_ray(plate, Pose(), {2, 0, 3}, {2, 0, -1}));
  EXPECT_FALSE(cast_ray(plate, Pose(), {0, 0, 3}, {0, 0, 1}));
  expect_hit(cast_ray(plate, Pose(), {-5, 0, 0}, {5, 0, 0}), 0.4, {-1, 0, 0});  // within its plane
  EXPECT_FALSE(cast_ray(plate, Pose(), {-5, 0, 0x1p-1074}, {5, 0, 0x1p-1074}));
  EXPECT_FALSE(cast_ray(plate, Pose(), {-5, 2, 0}, {5, 2, 0}));

  const Rounded rod = segment({0, 0, -1}, {0, 0, 1});
  EXPECT_EQ(cast_ray(rod, Pose(), {-1, 0, 0}, {3, 0, 0})->lower, 0.25);
  EXPECT_EQ(cast_ray(rod, Pose(), {-1, 0, 0}, {3, 0, 0})->upper, 0.25);
  EXPECT_FALSE(cast_ray(rod, Pose(), {-1, 0, 2}, {3, 0, 2}));
  EXPECT_FALSE(cast_ray(rod, Pose(), {-1, 0x1p-1074, 0}, {3, 0x1p-1074, 0}));
  expect_hit(cast_ray(rod, Pose(), {0, 0, 5}, {0, 0, -5}), 0.4, {0, 0, 1});  // along it
  EXPECT_FALSE(cast_ray(rod, Pose(), {0, 0, 5}, {0, 0, 2}));

  const Rounded dot = point({1, 2, 3});
  EXPECT_EQ(cast_ray(dot, Pose(), {0, 0, 0}, {4, 8, 12})->upper, 0.25);
  EXPECT_FALSE(cast_ray(dot, Pose(), {0, 0, 0}, {4, 8, std::nextafter(12, 13)}));
  // A third: no double, so two neighbours.
  const std::optional<RayHit> third = cast_ray(dot, Pose(), {0, 0, 0}, {3, 6, 9});
  ASSERT_TRUE(third);
  EXPECT_EQ(third->upper, std::nextafter(third->lower, 1));
  EXPECT_LT(compare(Dyadic(3) * Dyadic(third->lower), Dyadic(1)), 0);
  EXPECT_GT(compare(Dyadic(3) * Dyadic(third->upper), Dyadic(1)), 0);
}

TEST(Ray, HugeAndTinyCoordinates) {
  for (const double size : {1e300, 1e155, 1e-155, 1e-300}) {
    expect_hit(cast_ray(box({size, size, size}), Pose(), {-size, 0, 0}, {size, 0, 0}), 0.25, {-1, 0, 0});
    EXPECT_FALSE(cast_ray(box({size, size, size}), Pose(), {-size, size, 0}, {size, size, 0}));
    const std::optional<RayHit> hit =
        cast_ray(rounded(box({size / 2, 0, 0}), size / 4), Pose(), {-size, 0, 0}, {size, 0, 0});
    ASSERT_TRUE(hit);
    EXPECT_LE(hit->lower, 0.25);
    EXPECT_GE(hit->upper, 0.25);
    EXPECT_NEAR(norm(hit->normal - Vec3{-1, 0, 0}), 0, 1e-12);
    EXPECT_FALSE(cast_ray(rounded(box({size / 2, 0, 0}), size / 4), Pose(), {-size, size, 0}, {size, size, 0}));
  }
}

TEST(Ray, BadEndsAreACallerBug) {
  static int faults = 0;
  faults = 0;
  const AssertHandler before = set_assert_handler([](const char*, const char*, int) { ++faults; });
  EXPECT_TRUE(cast_ray(sphere(1), Pose(), {kInfinite, 0, 0}, {}));
  EXPECT_TRUE(cast_ray(half_space({0, 0, 1}, 0), {}, {0, std::nan(""), 0}));
  set_assert_handler(before);
  EXPECT_EQ(faults, 2);
}

// ---- Invariance -----------------------------------------------------------------------------------------------------

TEST(Ray, APowerOfTwoChangesNoFraction) {
  Random random(3);
  for (int k = 0; k < 60; ++k) {
    std::vector<Vec3> points, scaled;
    for (int i = 0; i < 12; ++i) points.push_back(random_vector(random)), scaled.push_back(0x1p40 * points.back());
    const Quat q = random_quaternion(random);
    const Vec3 from = random_vector(random, 3), to = random_vector(random, 1);
    const std::optional<RayHit> one = cast_ray(hull(points), rotation(q), from, to);
    const std::optional<RayHit> other = cast_ray(hull(scaled), rotation(q), 0x1p40 * from, 0x1p40 * to);
    ASSERT_EQ(one.has_value(), other.has_value());
    if (!one) continue;
    EXPECT_EQ(one->lower, other->lower);
    EXPECT_EQ(one->upper, other->upper);
  }
}

// ---- Against the exact decision about the segment -------------------------------------------------------------------

// From the origin along a vector of powers of two, so that the point at any fraction is a vector of doubles: up to the
// upper end the segment meets the body, before the lower one it does not.
void expect_bracketed(const Rounded& body, const Pose& pose, Vec3 to, double widest) {
  const std::optional<RayHit> hit = cast_ray(body, pose, {}, to);
  ASSERT_EQ(hit.has_value(), meets(body, pose, {}, to));
  if (!hit) return;
  EXPECT_LE(hit->lower, hit->upper);
  EXPECT_LE(hit->upper - hit->lower, widest);
  EXPECT_TRUE(meets(body, pose, {}, hit->upper * to));
  EXPECT_EQ(hit->normal == Vec3{}, meets(body, pose, {}, {}));
  if (hit->lower > 0) {
    EXPECT_FALSE(meets(body, pose, {}, std::nextafter(hit->lower, 0) * to));
  }
}

Vec3 power_vector(Random& random) {
  const auto component = [&] {
    const double sign = static_cast<double>(random.below(3)) - 1;
    return std::ldexp(sign, static_cast<int>(random.below(3)));
  };
  return {component(), component(), component()};
}

TEST(Ray, BothEndsOfTheBracketAreRightForPolytopes) {
  Random random(1);
  int hits = 0;
  for (int k = 0; k < 3000; ++k) {
    const bool grid = k % 2 == 0;
    const Rounded body = random_body(random, grid);
    const Vec3 t = random_vector(random, 1.5), to = power_vector(random);
    const Vec3 place = grid ? Vec3{std::round(t.x), std::round(t.y), std::round(t.z)} : t;
    Pose pose = grid && k % 4 == 0 ? translation(place)
                : grid             ? rotation({2, 0, 0, 1}, place)
                                   : random_pose(random, place);
    if (k % 5 == 0) pose = Pose::from_matrix(pose.rotation(), place).value();
    expect_bracketed(body, pose, to, 1e-9);
    if (cast_ray(body, pose, {}, to)) ++hits;
  }
  EXPECT_GT(hits, 300);
}

TEST(Ray, BothEndsOfTheBracketAreRightForRoundedBodies) {
  Random random(2);
  int hits = 0, narrow = 0;
  for (int k = 0; k < 600; ++k) {
    const bool grid = k % 3 == 0;
    const Rounded body = rounded(random_body(random, grid), grid ? 1 : random.uniform(0.01, 1));
    const Vec3 t = random_vector(random, 1.5), to = power_vector(random);
    const Vec3 place = grid ? Vec3{std::round(t.x), std::round(t.y), std::round(t.z)} : t;
    const Pose pose = grid ? translation(place) : random_pose(random, place);
    expect_bracketed(body, pose, to, 1);
    const std::optional<RayHit> hit = cast_ray(body, pose, {}, to);
    if (!hit) continue;
    ++hits;
    if (hit->upper - hit->lower <= 1e-9) ++narrow;
  }
  EXPECT_GT(hits, 100);
  EXPECT_GT(narrow, hits * 9 / 10);
}

TEST(Ray, WithinARoundingOfAVertexOrAnEdge) {
  Random random(7);
  int hits = 0, misses = 0;
  for (int k = 0; k < 500; ++k) {
    const Rounded body = random_hull(random, 10);
    const Polytope& core = body.core();
    const Pose pose = random_pose(random, random_vector(random, 3));
    const int v = static_cast<int>(random.below(static_cast<std::uint64_t>(core.vertex_count())));
    const Vec3 near = core.vertex(static_cast<int>(core.neighbours(v)[0]));
    const Vec3 on = apply(pose, k % 2 == 0 ? core.vertex(v) : 0.5 * (core.vertex(v) + near));
    const Vec3 way = random_vector(random);
    const bool hit = cast_ray(body, pose, on - way, on + way).has_value();
    EXPECT_EQ(hit, meets(body, pose, on - way, on + way));
    ++(hit ? hits : misses);
  }
  EXPECT_GT(hits, 100);
  EXPECT_GT(misses, 100);
}

TEST(Ray, LargeHulls) {
  Random random(4);
  const Rounded body = test_polytope(TestShape::Ellipsoid, 300, 5);
  for (int k = 0; k < 40; ++k)
    expect_bracketed(body, random_pose(random, random_vector(random, 1.5)), power_vector(random), 1e-9);
}

}  // namespace
}  // namespace clearance::detail
