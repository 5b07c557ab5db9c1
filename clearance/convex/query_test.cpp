// The public queries: what a user sees. Allocation is counted in allocation_test.cpp.
#include <clearance/convex/query.h>

#include <clearance/convex/bodies_test.h>
#include <clearance/proof/check_shapes.h>

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstring>

namespace clearance::detail {
namespace {

Distance distance_of(const Scene& scene, const DistanceOptions& options = {}) {
  return distance(scene.a, scene.pose_a, scene.b, scene.pose_b, options);
}

double world_size(const Polytope& body, const Pose& pose) {
  double size = 0;
  for (int axis = 0; axis < 3; ++axis) {
    double low = kInfinite, high = -kInfinite;
    for (int v = 0; v < body.vertex_count(); ++v) {
      const double x = apply(pose, body.vertex(v))[axis];
      low = std::fmin(low, x), high = std::fmax(high, x);
    }
    size = std::fmax(size, high - low);
  }
  return size;
}

// CONTRACT §4: the width, or neighbours.
void expect_contract(const Scene& scene, const Distance& gap) {
  ASSERT_HOLDS(scene.check(claim_of(gap)));
  if (gap.status != Status::Separated) {
    EXPECT_EQ(gap.lower, 0);
    EXPECT_EQ(gap.upper, 0);
    EXPECT_FALSE(gap.has_witness);
    return;
  }
  EXPECT_TRUE(gap.has_witness);
  EXPECT_GT(gap.lower, 0);
  const double size = std::fmax(world_size(scene.a, scene.pose_a), world_size(scene.b, scene.pose_b));
  EXPECT_TRUE(gap.upper - gap.lower <= 1e-9 * gap.upper + 1e-13 * size ||
              gap.upper == std::nextafter(gap.lower, kInfinite))
      << gap.lower << " … " << gap.upper << ", size " << size;
}

// ---- solved by hand ----------------------------------------------------------------------------------------------

TEST(Query, HandSolvedTheContractsExample) {
  const Scene scene = at_rest(box({1, 1, 1}), box({1, 1, 1}), {2, 0, 0});
  DistanceOptions options;
  options.first = Algorithm::Exact;
  const Distance exact_gap = distance_of(scene, options);
  EXPECT_EQ(exact_gap.lower, 1);
  EXPECT_EQ(exact_gap.upper, 1);
  for (const Distance& gap : {distance_of(scene), exact_gap}) {
    EXPECT_EQ(gap.status, Status::Separated);
    EXPECT_LE(gap.lower, 1);
    EXPECT_GE(gap.upper, 1);
    EXPECT_EQ(gap.feature_a, Feature::Face);
    EXPECT_EQ(gap.feature_b, Feature::Face);
    EXPECT_EQ(gap.certificate.kind, Certificate::Kind::Plane);
    EXPECT_EQ(gap.certificate.plane.kind, Plane::Kind::Vector);
    EXPECT_GT(gap.certificate.plane.normal.x, 0);
    EXPECT_NEAR(norm(gap.point_b - gap.point_a), 1, 1e-15);
    EXPECT_EQ(gap.point_a.x, 0.5);
    EXPECT_EQ(gap.point_b.x, 1.5);
    expect_contract(scene, gap);
  }
  EXPECT_EQ(intersects(scene.a, scene.pose_a, scene.b, scene.pose_b).status, Status::Separated);
  EXPECT_FALSE(intersects(scene.a, scene.pose_a, scene.b, scene.pose_b));
}

TEST(Query, HandSolvedFeatures) {
  const Polytope cube = box({1, 1, 1});
  const auto features = [](const Distance& gap) { return std::pair{gap.feature_a, gap.feature_b}; };
  EXPECT_EQ(features(distance_of(at_rest(cube, cube, {2, 3, 4}))), std::pair(Feature::Vertex, Feature::Vertex));
  // A corner looking at the middle of a face, an edge at an edge across it, a corner at an edge.
  EXPECT_EQ(features(distance_of(at_rest(box({4, 4, 4}), point({5, 0.25, 0.5})))),
            std::pair(Feature::Face, Feature::Vertex));
  EXPECT_EQ(features(distance_of(at_rest(segment({-1, 0, 0}, {1, 0, 0}), segment({0, -1, 1}, {0, 1, 1})))),
            std::pair(Feature::Edge, Feature::Edge));
  EXPECT_EQ(features(distance_of(at_rest(box({4, 4, 4}), point({5, 5, 0.5})))),
            std::pair(Feature::Edge, Feature::Vertex));
  EXPECT_EQ(features(distance_of(at_rest(point({5, 5, 0.5}), box({4, 4, 4})))),
            std::pair(Feature::Vertex, Feature::Edge));
  EXPECT_STREQ(to_string(Feature::Vertex), "vertex");
  EXPECT_STREQ(to_string(Feature::Edge), "edge");
  EXPECT_STREQ(to_string(Feature::Face), "face");
}

TEST(Query, HandSolvedOnlyBelow) {
  const Scene scene = at_rest(box({1, 1, 1}), box({1, 1, 1}), {4, 0, 0});  // 3 apart
  DistanceOptions options;
  options.only_below = 2;
  const Distance beyond = distance_of(scene, options);
  EXPECT_EQ(beyond.status, Status::Separated);
  EXPECT_GE(beyond.lower, 2);
  EXPECT_LE(beyond.lower, 3);
  EXPECT_EQ(beyond.upper, kInfinite);
  EXPECT_FALSE(beyond.has_witness);
  EXPECT_HOLDS(scene.check(claim_of(beyond)));
  options.only_below = 4;
  const Distance below = distance_of(scene, options);
  EXPECT_TRUE(below.has_witness);
  EXPECT_LE(below.lower, 3);
  EXPECT_GE(below.upper, 3);
  EXPECT_LT(below.upper, 3.1);
  options.only_below = 1;
  const Distance inside = distance_of(at_rest(box({1, 1, 1}), box({1, 1, 1}), {0.5, 0, 0}), options);
  EXPECT_EQ(inside.status, Status::Penetrating);
}

TEST(Query, HandSolvedRelativeWidth) {
  const Scene scene = at_rest(box({1, 1, 1}), box({1, 1, 1}), {3, 4, 0.5});  // √13 apart
  for (const double width : {0.0, 1e-6, 0.1, 1.0, 2.0, kInfinite, -1.0, -kInfinite, std::nan("")}) {
    const Distance gap = distance_of(scene, {.relative_width = width});
    ASSERT_EQ(gap.status, Status::Separated);
    EXPECT_LE(gap.lower * gap.lower, 13);
    EXPECT_GE(gap.upper * gap.upper, 13);
    EXPECT_TRUE(gap.has_witness);
    EXPECT_HOLDS(scene.check(claim_of(gap)));
    if (!(width > 0)) expect_contract(scene, gap);
  }
  for (const double width : {0.0, 0.1, kInfinite}) {
    DistanceOptions options{.only_below = std::nextafter(2, 3), .relative_width = width};
    EXPECT_EQ(distance_of(at_rest(scene.a, scene.b, {3, 0, 0}), options).status, Status::Separated) << "at the limit";
    EXPECT_EQ(distance_of(at_rest(scene.a, scene.b, {1, 0, 0}), options).status, Status::Touching);
    EXPECT_EQ(distance_of(at_rest(scene.a, scene.b, {0.5, 0, 0}), options).status, Status::Penetrating);
  }
}

TEST(Query, HandSolvedCompareDistanceTies) {
  const Polytope cube = box({1, 1, 1});
  const auto compare_at = [&](Vec3 shift, double limit) {
    return compare_distance(cube, Pose(), cube, translation(shift), limit);
  };
  EXPECT_EQ(compare_at({2, 0, 0}, 1), 0);
  EXPECT_EQ(compare_at({2, 0, 0}, std::nextafter(1.0, 0)), 1);
  EXPECT_EQ(compare_at({2, 0, 0}, std::nextafter(1.0, 2)), -1);
  EXPECT_EQ(compare_at({2, 0, 0}, 0), 1);
  EXPECT_EQ(compare_at({2, 0, 0}, -1), 1);
  EXPECT_EQ(compare_at({2, 0, 0}, kInfinite), -1);
  EXPECT_EQ(compare_at({4, 5, 0.5}, 5), 0);
  EXPECT_EQ(compare_at({1, 0, 0}, 0), 0);    // touching
  EXPECT_EQ(compare_at({0.5, 0, 0}, 0), 0);  // penetrating
  EXPECT_EQ(compare_at({0.5, 0, 0}, -1e-300), 1);
}

TEST(Query, HandSolvedSignedDistance) {
  const Polytope cube = box({1, 1, 1});
  const auto at = [&](Vec3 shift) { return signed_distance(cube, Pose(), cube, translation(shift)); };
  const SignedDistance apart = at({0, 2, 0}), inside = at({0, 0, 0.75}), touching = at({-1, 0, 0});
  EXPECT_LE(apart.lower, 1);
  EXPECT_GE(apart.upper, 1);
  EXPECT_LE(norm(apart.normal - Vec3{0, 1, 0}), 1e-14);
  EXPECT_LE(inside.lower, -0.25);
  EXPECT_GE(inside.upper, -0.25);
  EXPECT_LT(inside.upper, 0);
  EXPECT_LE(norm(inside.normal - Vec3{0, 0, 1}), 1e-14) << "from a to b, inside as outside";
  EXPECT_EQ(touching.lower, 0);
  EXPECT_EQ(touching.upper, 0);
  EXPECT_LE(norm(touching.normal - Vec3{-1, 0, 0}), 1e-14);
  EXPECT_LE(norm(touching.point_a - touching.point_b), 1e-14);
}

TEST(Query, HandSolvedPenetration) {
  const Polytope cube = box({1, 1, 1});
  const Scene scene = at_rest(cube, cube, {0.9, 0.2, 0.1});
  PenetrationOptions options;
  options.want_shell = true;
  const Penetration deep = penetration(scene.a, scene.pose_a, scene.b, scene.pose_b, options);
  EXPECT_EQ(deep.status, Status::Penetrating);
  EXPECT_LE(deep.lower, 1 - 0.9);
  EXPECT_GE(deep.upper, 1 - 0.9);
  EXPECT_LE(norm(deep.direction - Vec3{1, 0, 0}), 1e-14);
  EXPECT_HOLDS(scene.check(claim_of(deep)));
  const Penetration plain = penetration(scene.a, scene.pose_a, scene.b, scene.pose_b);
  EXPECT_TRUE(plain.shell.facets.empty());
  EXPECT_EQ(plain.lower, deep.lower);
  EXPECT_EQ(plain.upper, deep.upper);
  const Penetration none = penetration(cube, Pose(), cube, translation({2, 0, 0}));
  EXPECT_EQ(none.status, Status::Separated);
  EXPECT_EQ(none.upper, 0);
  const Penetration touch = penetration(cube, Pose(), cube, translation({1, 0, 0}));
  EXPECT_EQ(touch.status, Status::Touching);
  EXPECT_EQ(touch.upper, 0);
  EXPECT_LE(norm(touch.direction - Vec3{1, 0, 0}), 1e-14);
}

// ---- degenerate --------------------------------------------------------------------------------------------------

TEST(Query, DegenerateNeighboursOfContact) {
  const Polytope cube = box({1, 1, 1});
  const auto status_at = [&](double x) {
    const Scene scene = at_rest(cube, cube, {x, 0.25, 0});
    const Distance gap = distance_of(scene);
    expect_contract(scene, gap);
    EXPECT_EQ(intersects(cube, Pose(), cube, translation({x, 0.25, 0})).status, gap.status);
    EXPECT_EQ(penetration(cube, Pose(), cube, translation({x, 0.25, 0})).status, gap.status);
    EXPECT_EQ(signed_distance(cube, Pose(), cube, translation({x, 0.25, 0})).status, gap.status);
    return gap.status;
  };
  EXPECT_EQ(status_at(1), Status::Touching);
  EXPECT_EQ(status_at(std::nextafter(1.0, 2)), Status::Separated);
  EXPECT_EQ(status_at(std::nextafter(1.0, 0)), Status::Penetrating);
}

TEST(Query, DegenerateNeedlesAreBracketedAsPromised) {
  Random random(201);
  for (int round = 0; round < 100; ++round) {
    const auto needle = [&] {
      std::vector<Vec3> points;
      for (int k = 0; k < 20; ++k) {
        const Vec3 p = random_vector(random);
        points.push_back({p.x, 1e-6 * p.y, 1e-6 * p.z});
      }
      return hull(points);
    };
    const double gap = std::ldexp(1.0, -static_cast<int>(random.below(30)));
    const Scene scene{needle(), needle(), random_pose(random), random_pose(random, gap * random_unit(random))};
    expect_contract(scene, distance_of(scene));
  }
}

TEST(Query, DegenerateFarOffsetsAreBracketedAsPromised) {
  Random random(202);
  for (const double far : {1e5, 1e9})
    for (int round = 0; round < 60; ++round) {
      const Polytope a = random_hull(random, 30), b = random_hull(random, 30);
      const Vec3 t = random_vector(random, far);
      // Both far away; then vertices far from their own origin.
      const Scene both{a, b, random_pose(random, t), random_pose(random, t + random_vector(random, 2.5))};
      expect_contract(both, distance_of(both));
      const Vec3 lever = random_vector(random, far);
      std::vector<Vec3> points_a, points_b;
      for (int v = 0; v < a.vertex_count(); ++v) points_a.push_back(a.vertex(v) + lever);
      for (int v = 0; v < b.vertex_count(); ++v) points_b.push_back(b.vertex(v) + lever);
      const Pose pose = random_pose(random);
      const Scene levers{hull(points_a), hull(points_b), pose, rotation(pose.quaternion(), random_vector(random, 2.5))};
      expect_contract(levers, distance_of(levers));
    }
}

TEST(Query, DegenerateScalesAreBracketedAsPromised) {
  Random random(203);
  for (const double scale : {1e-150, 1e-100, 1e-30, 1e-10, 1e10, 1e30, 1e100, 1e150})
    for (int round = 0; round < 6; ++round) {
      const Scene scene{random_hull(random, 20, scale), random_hull(random, 20, scale), random_pose(random),
                        random_pose(random, scale * random_vector(random, 2.5))};
      const Distance gap = distance_of(scene);
      expect_contract(scene, gap);
      PenetrationOptions options;
      options.want_shell = true;
      const Penetration deep = penetration(scene.a, scene.pose_a, scene.b, scene.pose_b, options);
      EXPECT_EQ(deep.status, gap.status);
      EXPECT_HOLDS(scene.check(claim_of(deep)));
    }
}

TEST(Query, DegenerateAllDimensionsAndTies) {
  Random random(204);
  for (int round = 0; round < 300; ++round) {
    const Scene scene = at_rest(random_body(random, true), random_body(random, true));
    const Distance gap = distance_of(scene);
    expect_contract(scene, gap);
    EXPECT_EQ(gap.status, decide_exactly(scene.pair(), {}).status);
    EXPECT_HOLDS(scene.check(claim_of(intersects(scene.a, scene.pose_a, scene.b, scene.pose_b))));
    PenetrationOptions options;
    options.want_shell = true;
    EXPECT_HOLDS(scene.check(claim_of(penetration(scene.a, scene.pose_a, scene.b, scene.pose_b, options))));
  }
}

// ---- invariance --------------------------------------------------------------------------------------------------

TEST(Query, SwappedBodies) {
  Random random(205);
  for (int round = 0; round < 100; ++round) {
    const Scene scene{random_body(random, false), random_body(random, false), random_pose(random),
                      random_pose(random, random_vector(random, 1.5))};
    const Scene other = scene.swapped();
    const SignedDistance one = signed_distance(scene.a, scene.pose_a, scene.b, scene.pose_b);
    const SignedDistance two = signed_distance(other.a, other.pose_a, other.b, other.pose_b);
    EXPECT_EQ(one.status, two.status);
    EXPECT_LE(one.lower, two.upper);
    EXPECT_LE(two.lower, one.upper);
    EXPECT_NEAR(norm(one.normal), 1, 8 * kUnit);
  }
}

bool same_bits(double a, double b) { return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b); }

void expect_same(const Distance& a, const Distance& b) {
  EXPECT_EQ(a.status, b.status);
  EXPECT_EQ(a.decided_by, b.decided_by);
  EXPECT_TRUE(same_bits(a.lower, b.lower) && same_bits(a.upper, b.upper));
  EXPECT_EQ(a.point_a, b.point_a);
  EXPECT_EQ(a.point_b, b.point_b);
  EXPECT_EQ(a.certificate.kind, b.certificate.kind);
  EXPECT_EQ(a.certificate.plane.normal, b.certificate.plane.normal);
  EXPECT_EQ(a.feature_a, b.feature_a);
  EXPECT_EQ(a.feature_b, b.feature_b);
}

struct Motion {
  Polytope a = test_polytope(TestShape::Ellipsoid, 60, 1), b = test_polytope(TestShape::Rod, 60, 2);
  std::vector<Pose> poses;

  explicit Motion(int frames) {
    for (int k = 0; k < frames; ++k)
      poses.push_back(rotation_about({1, 2, 3}, 0.1 * k, {-2.0 + 4.0 * k / frames, 0.2, 0.1}));
  }
};

TEST(Query, TheSameBitsOnEveryRun) {
  const Motion motion(80);
  std::vector<Distance> first, second;
  for (std::vector<Distance>* run : {&first, &second}) {
    ConvexCache cache;
    for (const Pose& pose : motion.poses) run->push_back(distance(motion.a, Pose(), motion.b, pose, cache));
  }
  for (std::size_t k = 0; k < first.size(); ++k) expect_same(first[k], second[k]);
}

TEST(Query, ACacheChangesNoStatus) {
  const Motion motion(200);
  ConvexCache gap_cache, hit_cache, deep_cache, signed_cache;
  bool seen[kStatusCount] = {};
  for (const Pose& pose : motion.poses) {
    const Scene scene{motion.a, motion.b, Pose(), pose};
    const Distance cold = distance_of(scene), warm = distance(motion.a, Pose(), motion.b, pose, gap_cache);
    seen[static_cast<int>(cold.status)] = true;
    ASSERT_EQ(cold.status, warm.status);
    expect_contract(scene, warm);
    EXPECT_LE(cold.lower, warm.upper);
    EXPECT_LE(warm.lower, cold.upper);
    const Intersection hit = intersects(motion.a, Pose(), motion.b, pose, hit_cache);
    ASSERT_EQ(hit.status, cold.status);
    ASSERT_HOLDS(scene.check(claim_of(hit)));
    PenetrationOptions options;
    options.want_shell = true;
    const Penetration deep = penetration(motion.a, Pose(), motion.b, pose, deep_cache, options);
    ASSERT_EQ(deep.status, cold.status);
    ASSERT_HOLDS(scene.check(claim_of(deep)));
    const SignedDistance both = signed_distance(motion.a, Pose(), motion.b, pose, signed_cache);
    ASSERT_EQ(both.status, cold.status);
    if (cold.status == Status::Penetrating) {
      EXPECT_LE(-both.upper, deep.upper);
      EXPECT_LE(deep.lower, -both.lower);
    }
  }
  EXPECT_TRUE(seen[static_cast<int>(Status::Separated)] && seen[static_cast<int>(Status::Penetrating)])
      << "the motion should pass from apart to inside";
}

// Queries of all kinds in turn on one cache: it is never believed, so nothing can go wrong.
// Of all kinds of bodies, flat and rounded ones, at any scale, from one cache: the bracket is as narrow as asked or as
// promised, holds what the narrowest one does, and says the same status; limits next to the distance change none of it.
TEST(Query, ARelativeWidthChangesNoStatus) {
  Random random(196);
  int wide = 0;
  for (int round = 0; round < 400; ++round) {
    const double scale = std::ldexp(1.0, static_cast<int>(random.below(3)) * 60 - 60);
    const auto body = [&] {
      std::vector<Vec3> points;
      for (std::uint64_t k = 0, count = 1 + random.below(30); k < count; ++k)
        points.push_back(scale * random_vector(random));
      if (round % 4 == 0)
        for (Vec3& p : points) p.z = 0;
      return hull(points);
    };
    const Polytope a = body(), b = body();
    const double radius = round % 3 == 0 ? scale * random.unit() : 0;
    const Rounded round_a = rounded(a, radius), round_b(b);
    ConvexCache cache;
    for (int frame = 0; frame < 4; ++frame) {
      const Pose pose_a = random_pose(random), pose_b = random_pose(random, scale * random_vector(random, 3));
      const Distance exact = distance(round_a, pose_a, round_b, pose_b);
      for (const double width : {0.5, 1e-3, 0.0, 1e-6, 3.0}) {
        for (const double limit :
             {kInfinite, exact.upper, std::nextafter(exact.upper, kInfinite), exact.lower, scale}) {
          const Distance gap =
              distance(round_a, pose_a, round_b, pose_b, cache, {.only_below = limit, .relative_width = width});
          ASSERT_EQ(gap.status, exact.status);
          ASSERT_LE(gap.lower, exact.upper);
          ASSERT_GE(gap.upper, exact.lower);
          ASSERT_HOLDS(check_claim(claim_of(gap), round_a, pose_a, round_b, pose_b));
          if (gap.upper == kInfinite) {
            ASSERT_GE(gap.lower, limit);
          } else if (gap.upper > 0) {
            const double promised = exact.upper - exact.lower + 2e-9 * exact.upper + 1e-12 * scale;
            ASSERT_LE(gap.upper - gap.lower, std::fmax(width * gap.upper, promised));
            wide += gap.upper - gap.lower > promised ? 1 : 0;
          }
        }
      }
    }
  }
  EXPECT_GT(wide, 1000);
}

TEST(Query, OneCacheForAllQueries) {
  const Motion motion(100);
  ConvexCache cache;
  for (std::size_t k = 0; k < motion.poses.size(); ++k) {
    const Pose& pose = motion.poses[(k * 37) % motion.poses.size()];
    const Scene scene{motion.a, motion.b, Pose(), pose};
    const Status truth = distance_of(scene).status;
    ASSERT_EQ(intersects(motion.a, Pose(), motion.b, pose, cache).status, truth);
    ASSERT_EQ(distance(motion.a, Pose(), motion.b, pose, cache).status, truth);
    ASSERT_EQ(penetration(motion.a, Pose(), motion.b, pose, cache).status, truth);
    DistanceOptions options;
    options.only_below = 0.1;
    const Distance near = distance(motion.a, Pose(), motion.b, pose, cache, options);
    ASSERT_EQ(near.status, truth);
    ASSERT_HOLDS(scene.check(claim_of(near)));
  }
}

// Certificates speak the caller's vertex numbers, inner points and duplicates counted.
TEST(Query, CertificatesUseTheCallersNumbers) {
  Random random(206);
  for (int round = 0; round < 60; ++round) {
    const auto cloud = [&](Vec3 at) {
      std::vector<Vec3> points;
      for (int k = 0; k < 30; ++k) points.push_back(at + random_vector(random, k % 3 == 0 ? 0.1 : 1));
      points.push_back(points[5]);
      return points;
    };
    const std::vector<Vec3> a = cloud({}), b = cloud(random_vector(random, 1.5));
    const Polytope hull_a = hull(a), hull_b = hull(b);
    const Pose pose_a = random_pose(random), pose_b = pose_a;
    PenetrationOptions options;
    options.want_shell = true;
    const PosedPoints points_a{a, pose_a}, points_b{b, pose_b};
    EXPECT_HOLDS(check_claim(claim_of(distance(hull_a, pose_a, hull_b, pose_b)), points_a, points_b));
    EXPECT_HOLDS(check_claim(claim_of(intersects(hull_a, pose_a, hull_b, pose_b)), points_a, points_b));
    EXPECT_HOLDS(check_claim(claim_of(penetration(hull_a, pose_a, hull_b, pose_b, options)), points_a, points_b));
  }
}

// Products of four coordinates of 1e100 are infinite: the points were NaN, and a result that quoted them could not be
// read back.
TEST(Query, DeepestAndContactPointsAtAnyScale) {
  Random random(208);
  for (const int exponent : {-900, -600, -330, 330, 600, 900}) {
    const double s = std::ldexp(1.0, exponent);
    std::vector<Vec3> points, scaled;
    for (int k = 0; k < 12; ++k) points.push_back(random_vector(random)), scaled.push_back(s * points.back());
    const Polytope body = hull(points), large = hull(scaled), cube = box({1, 1, 1}), large_cube = box({s, s, s});
    const Vec3 t{0.4, 0.1, -0.2};
    const Penetration deep = penetration(cube, {}, body, translation(t));
    const Penetration same = penetration(large_cube, {}, large, translation(s * t));
    ASSERT_EQ(deep.status, Status::Penetrating);
    ASSERT_EQ(same.status, Status::Penetrating);
    EXPECT_LE(norm((1 / s) * same.point_a - deep.point_a), 1e-9) << exponent;
    EXPECT_LE(norm((1 / s) * same.point_b - deep.point_b), 1e-9) << exponent;
    const Penetration touching = penetration(large_cube, {}, large_cube, translation({s, 0.25 * s, 0}));
    ASSERT_EQ(touching.status, Status::Touching);
    EXPECT_NEAR(touching.point_a.x / s, 0.5, 1e-9) << exponent;
    EXPECT_LE(norm((1 / s) * (touching.point_a - touching.point_b)), 1e-9) << exponent;
  }
}

// ---- certificates on random pairs ----------------------------------------------------------------------------------

// Of hulls, boxes and rounded ones: a width that was asked for is kept, every end is true, and the status, whose it is
// and what proves it are the same as without. Widths that make no sense are none, or all there is.
TEST(Query, PenetrationIsAsNarrowAsItWasAsked) {
  Random random(83);
  int deep = 0;
  for (int round = 0; round < 120; ++round) {
    SCOPED_TRACE(round);
    const auto body = [&] {
      const Polytope core = round % 3 == 0
                                ? box({random.uniform(0.2, 1), random.uniform(0.2, 1), random.uniform(0.2, 1)})
                                : random_hull(random, 25, 0.5);
      return rounded(core, round % 4 == 0 ? random.uniform(0, 0.3) : 0);
    };
    const Rounded a = body(), b = body();
    const Pose pose_a = random_pose(random), pose_b = random_pose(random, random_vector(random, 0.4));
    const Penetration whole = penetration(a, pose_a, b, pose_b);
    for (const double width : {1e-3, 5e-2, 1.0, 0.0, -1.0, kInfinite, -kInfinite, std::nan("")}) {
      SCOPED_TRACE(width);
      PenetrationOptions options;
      options.relative_width = width;
      options.want_shell = round % 2 == 0;
      const Penetration depth = penetration(a, pose_a, b, pose_b, options);
      EXPECT_EQ(depth.status, whole.status);
      EXPECT_EQ(depth.decided_by, whole.decided_by);
      EXPECT_LE(depth.lower, whole.upper);
      EXPECT_GE(depth.upper, whole.lower);
      if (options.want_shell) {
        EXPECT_HOLDS(check_claim(claim_of(depth), a, pose_a, b, pose_b));
      }
      if (depth.status != Status::Penetrating) continue;
      ++deep;
      EXPECT_GT(depth.lower, 0);
      EXPECT_LE(norm(depth.translation), depth.upper * (1 + 8 * kUnit));
      const double share = width > 0 ? smaller(width, 1) : 0;
      EXPECT_LE(depth.upper - depth.lower, larger(share * depth.upper, 1e-9 * depth.upper + 2e-13));
      if (!(width > 0)) {
        EXPECT_EQ(depth.upper, whole.upper);
      }
    }
  }
  EXPECT_GT(deep, 400);
}

TEST(Query, RandomPairsAreProved) {
  Random random(207);
  int count[kStatusCount] = {};
  for (int round = 0; round < 600; ++round) {
    const int n = 4 + static_cast<int>(random.below(120));
    const Scene scene{random_hull(random, n), random_hull(random, n), random_pose(random),
                      random_pose(random, random_vector(random, 1.6))};
    const Distance gap = distance_of(scene);
    expect_contract(scene, gap);
    ++count[static_cast<int>(gap.status)];
    const Intersection hit = intersects(scene.a, scene.pose_a, scene.b, scene.pose_b);
    EXPECT_EQ(hit.status, gap.status);
    EXPECT_HOLDS(scene.check(claim_of(hit)));
    EXPECT_NE(gap.decided_by, Algorithm::Automatic);
    EXPECT_NEAR(norm(gap.point_b - gap.point_a), gap.status == Status::Separated ? gap.upper : 0, 1e-9);
  }
  EXPECT_GT(count[static_cast<int>(Status::Separated)], 50);
  EXPECT_GT(count[static_cast<int>(Status::Penetrating)], 50);
}

}  // namespace
}  // namespace clearance::detail
