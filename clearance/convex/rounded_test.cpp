// The queries about rounded bodies. Agreement over many random pairs is in tests/rounded_test.cpp.
#include <clearance/convex/bodies_test.h>
#include <clearance/convex/walk.h>
#include <clearance/proof/check_shapes.h>

#include <cmath>
#include <functional>

namespace clearance::detail {
namespace {

// Two rounded bodies and where they are.
struct RoundedScene {
  Rounded a, b;
  Pose pose_a, pose_b;

  Intersection meeting() const { return intersects(a, pose_a, b, pose_b); }
  Distance gap() const { return distance(a, pose_a, b, pose_b); }
  Penetration depth(bool want_shell = true) const {
    PenetrationOptions options;
    options.want_shell = want_shell;
    return penetration(a, pose_a, b, pose_b, options);
  }
  SignedDistance both() const { return signed_distance(a, pose_a, b, pose_b); }
  int compared(double limit) const { return compare_distance(a, pose_a, b, pose_b, limit); }
  CheckResult check(const Claim& claim) const { return check_claim(claim, a, pose_a, b, pose_b); }
  RoundedScene swapped() const { return {b, a, pose_b, pose_a}; }
};

RoundedScene resting(const Rounded& a, const Rounded& b, Vec3 shift) { return {a, b, Pose(), translation(shift)}; }

void expect_all(const RoundedScene& scene, Status status) {
  for (const RoundedScene& s : {scene, scene.swapped()}) {
    EXPECT_EQ(s.meeting().status, status);
    EXPECT_EQ(s.gap().status, status);
    EXPECT_EQ(s.depth().status, status);
    EXPECT_EQ(s.both().status, status);
    EXPECT_EQ(s.compared(0), status == Status::Separated ? 1 : 0);
    for (const Claim& claim : {claim_of(s.meeting()), claim_of(s.gap()), claim_of(s.depth())}) {
      const CheckResult check = s.check(claim);
      EXPECT_EQ(check.holds, status != Status::Touching) << check.reason;
      EXPECT_EQ(check.missing, status == Status::Touching ? Missing::Certificate : Missing::Nothing);
    }
  }
}

// `value` as narrow as a bracket must be for bodies of that size.
void expect_bracket(double lower, double upper, double value, double size) {
  const double width = 1e-9 * upper + 1e-13 * size;
  EXPECT_LE(lower, value + 1e-15 * size);
  EXPECT_GE(upper, value - 1e-15 * size);
  EXPECT_TRUE(upper - lower <= width || upper == std::nextafter(lower, kInfinite)) << lower << " … " << upper;
}

void expect_distance(const RoundedScene& scene, double value, double size) {
  expect_all(scene, Status::Separated);
  const Distance gap = scene.gap();
  EXPECT_GT(gap.lower, 0);
  expect_bracket(gap.lower, gap.upper, value, size);
  EXPECT_NEAR(norm(gap.point_b - gap.point_a), value, 1e-12 * size);
  EXPECT_EQ(scene.compared(gap.upper * 1.01), -1);
  EXPECT_EQ(scene.compared(gap.lower * 0.99), 1);
  const SignedDistance both = scene.both();
  EXPECT_NEAR(norm(both.normal), 1, 1e-15);
  EXPECT_NEAR(norm((both.point_b - both.point_a) - both.upper * both.normal), 0, 1e-12 * size);
}

void expect_depth(const RoundedScene& scene, double value, double size) {
  expect_all(scene, Status::Penetrating);
  const Penetration depth = scene.depth();
  expect_bracket(depth.lower, depth.upper, value, size);
  EXPECT_NEAR(norm(depth.direction), 1, 1e-15);
  // A component each: squares of what a size of 1e300 is off by would overflow.
  EXPECT_NEAR(norm_max(depth.point_b + depth.upper * depth.direction - depth.point_a), 0, 0.5e-12 * size);
  const SignedDistance both = scene.both();
  expect_bracket(-both.upper, -both.lower, value, size);
}

// ---- Solved by hand -------------------------------------------------------------------------------------------------

// Centres (3, 4, 0) apart: 5. The radii add up to less, as much, and more.
TEST(RoundedQuery, Spheres) {
  expect_distance(resting(sphere(1), sphere(2), {3, 4, 0}), 2, 4);
  expect_distance(resting(sphere(0), sphere(2), {3, 4, 0}), 3, 4);
  expect_all(resting(sphere(1.5), sphere(3.5), {3, 4, 0}), Status::Touching);
  expect_all(resting(sphere(0), sphere(5), {3, 4, 0}), Status::Touching);
  expect_depth(resting(sphere(3), sphere(4), {3, 4, 0}), 2, 8);
  const Distance gap = resting(sphere(1), sphere(2), {3, 4, 0}).gap();
  EXPECT_EQ(gap.point_a, (Vec3{0.6, 0.8, 0}));
  EXPECT_NEAR(gap.point_b.x, 1.8, 1e-15);
  EXPECT_EQ(gap.feature_a, Feature::Vertex);
}

// Crossing axes 5 apart, parallel ones 3 apart side by side, and end to end.
TEST(RoundedQuery, Capsules) {
  const Rounded along_z = capsule(4, 1), along_x = make_capsule({-2, 0, 0}, {2, 0, 0}, 1).value();
  expect_distance(resting(along_z, along_x, {0, 5, 0}), 3, 6);
  expect_distance(resting(along_z, along_z, {0, 3, 0}), 1, 6);
  expect_distance(resting(along_z, along_z, {0, 0, 7}), 1, 6);
  expect_distance(resting(along_z, along_z, {0, 3, 8}), 3, 6);  // ends (3, 4) apart
  expect_all(resting(along_z, along_x, {0, 2, 0}), Status::Touching);
  expect_all(resting(along_z, along_z, {0, 0, 6}), Status::Touching);
  expect_depth(resting(along_z, along_x, {0, 1, 0}), 1, 6);
  EXPECT_EQ(resting(along_z, along_z, {0, 3, 0}).gap().feature_a, Feature::Edge);
}

// A sphere before a face, an edge and a corner of the unit cube (half edges ½).
TEST(RoundedQuery, SphereAndBox) {
  const Polytope cube = box({1, 1, 1});
  const Rounded ball = sphere(0.25);
  expect_distance(resting(cube, ball, {0.1, 0.2, 1.5}), 0.75, 1);
  expect_distance(resting(cube, ball, {0.1, 3.5, 4.5}), 4.75, 1);  // (3, 4) from the edge
  expect_distance(resting(cube, ball, {1.5, 2.5, 2.5}), 2.75, 1);  // (1, 2, 2) from the corner
  expect_all(resting(cube, ball, {0.1, 0.2, 0.75}), Status::Touching);
  expect_all(resting(cube, sphere(5), {0.1, 3.5, 4.5}), Status::Touching);
  expect_all(resting(cube, sphere(3), {1.5, 2.5, 2.5}), Status::Touching);
  expect_depth(resting(cube, sphere(5.5), {0.1, 3.5, 4.5}), 0.5, 11);
  expect_depth(resting(cube, sphere(3.5), {1.5, 2.5, 2.5}), 0.5, 7);
  expect_depth(resting(cube, ball, {0.1, 0.2, 0.6}), 0.15, 1);
}

TEST(RoundedQuery, RoundedBoxes) {
  const Rounded cube = rounded(box({1, 1, 1}), 0.5);
  expect_distance(resting(cube, cube, {3, 0, 0}), 1, 2);
  expect_distance(resting(cube, cube, {4, 5, 0}), 4, 2);  // edges (3, 4) apart
  expect_all(resting(cube, cube, {2, 0.25, 0.25}), Status::Touching);
  expect_depth(resting(cube, cube, {1.75, 0.25, 0.25}), 0.25, 2);
  EXPECT_EQ(resting(cube, cube, {3, 0, 0}).gap().feature_a, Feature::Face);
}

// Cores that penetrate: their own depth and the radii. The shell proves it.
TEST(RoundedQuery, CoresThatPenetrate) {
  const Rounded cube = rounded(box({1, 1, 1}), 0.125);
  const RoundedScene scene = resting(cube, cube, {0.75, 0.1, 0});
  expect_depth(scene, 0.5, 1.25);
  EXPECT_FALSE(scene.depth().shell.facets.empty());
  // Without it the lower end has no proof, and no one says it has.
  EXPECT_EQ(scene.check(claim_of(scene.depth(false))).missing, Missing::Shell);
}

// Cores that touch, in a face, or a point, or wholly (flat ones in one plane): the depth is r_a + r_b.
TEST(RoundedQuery, CoresThatTouch) {
  const Rounded cube = rounded(box({1, 1, 1}), 0.25);
  expect_depth(resting(cube, cube, {1, 0.25, 0}), 0.5, 1.5);
  expect_depth(resting(cube, cube, {1, 1, 1}), 0.5, 1.5);
  expect_depth(resting(cube, sphere(1), {0.5, 0.5, 0.5}), 1.25, 2);
  const Rounded plate = rounded(box({1, 1, 0}), 0.25);
  expect_depth(resting(plate, plate, {0.25, 0, 0}), 0.5, 1.5);
  expect_depth(resting(plate, plate, {}), 0.5, 1.5);
  expect_depth(resting(sphere(1), sphere(2), {}), 3, 4);
  expect_depth(resting(capsule(1, 1), capsule(1, 2), {}), 3, 5);
}

// ---- Degenerate -----------------------------------------------------------------------------------------------------

TEST(RoundedQuery, RadiusZeroIsThePolytopesAnswer) {
  const Polytope cube = box({1, 1, 1});
  for (const double x : {0.5, 1.0, 2.0}) {
    const RoundedScene scene = resting(cube, cube, {x, 0.25, 0});
    const Distance gap = distance(cube, Pose(), cube, translation({x, 0.25, 0}));
    EXPECT_EQ(scene.gap().status, gap.status);
    EXPECT_EQ(scene.gap().lower, gap.lower);
    EXPECT_EQ(scene.gap().certificate.kind, gap.certificate.kind);
    EXPECT_HOLDS(scene.check(claim_of(scene.gap())));
    EXPECT_HOLDS(scene.check(claim_of(scene.depth())));
    EXPECT_EQ(scene.meeting().status, gap.status);
    EXPECT_EQ(scene.both().status, gap.status);
  }
}

// A neighbour of the tangent radius, or place, is no longer tangent.
TEST(RoundedQuery, NeighboursOfTangency) {
  for (const double tangent : {5.0, 5 * 0x1p-100, 5 * 0x1p100}) {
    const Vec3 shift = tangent / 5 * Vec3{3, 4, 0};
    expect_all(resting(sphere(tangent), Polytope(point({})), shift), Status::Touching);
    const double less = std::nextafter(tangent, 0.0), more = std::nextafter(tangent, kInfinite);
    const RoundedScene apart = resting(sphere(less), point({}), shift), deep = resting(sphere(more), point({}), shift);
    expect_all(apart, Status::Separated);
    expect_all(deep, Status::Penetrating);
    EXPECT_EQ(apart.gap().lower, tangent - less);
    EXPECT_EQ(apart.gap().upper, tangent - less);
    EXPECT_EQ(deep.depth().lower, more - tangent);
    EXPECT_LE(deep.depth().upper, (more - tangent) * 1.5);  // the direction (0.6, 0.8, 0) is a rounded one
  }
  expect_all(resting(sphere(2), sphere(3), {3, std::nextafter(4.0, 5.0), 0}), Status::Separated);
  expect_all(resting(sphere(2), sphere(3), {3, std::nextafter(4.0, 0.0), 0}), Status::Penetrating);
}

// r_a + r_b is no double: 1 + 2⁻⁶⁰ and the distance 1 differ.
TEST(RoundedQuery, TheSumOfTheRadiiIsNotRounded) {
  expect_all(resting(sphere(1), sphere(0x1p-60), {1, 0, 0}), Status::Penetrating);
  EXPECT_EQ(resting(sphere(1), sphere(0x1p-60), {1, 0, 0}).depth().lower, 0x1p-60);
  expect_all(resting(sphere(1), sphere(0x1p-60), {std::nextafter(1.0, 2.0), 0, 0}), Status::Separated);
  // 1/3 of each as a double: three of them are below 1 by 2⁻⁵⁴ each.
  expect_all(resting(sphere(1.0 / 3), sphere(2.0 / 3), {1, 0, 0}), Status::Separated);
}

// √2 is no double: a witness at double weights is exact for points, so even here nothing is lacking.
TEST(RoundedQuery, IrrationalDistances) {
  const double root = std::sqrt(2.0);  // above √2
  expect_all(resting(sphere(root), point({}), {1, 1, 0}), Status::Penetrating);
  expect_all(resting(sphere(std::nextafter(root, 0.0)), point({}), {1, 1, 0}), Status::Separated);
}

// The nearest point of the segment has the weights 0.7/(0.1 + 0.7) and 0.1/(0.1 + 0.7): their nearest doubles do not
// reach the distance, and a radius above it by less is known to penetrate, and has no certificate.
TEST(RoundedQuery, PenetrationThatNoWitnessShows) {
  const RoundedScene scene = resting(segment({-0.1, 0, 0}, {0.7, 0, 0}), rounded(point({}), 1), {0, 0, 1});
  expect_all(scene, Status::Touching);
  const RoundedScene deeper = {rounded(scene.a.core(), 0x1p-200), scene.b, scene.pose_a, scene.pose_b};
  for (const RoundedScene& s : {deeper, deeper.swapped()}) {
    EXPECT_EQ(s.meeting().status, Status::Penetrating);
    EXPECT_EQ(s.meeting().certificate.kind, Certificate::Kind::None);
    const CheckResult check = s.check(claim_of(s.depth()));
    EXPECT_EQ(check.missing, Missing::Certificate) << check.reason;
    EXPECT_EQ(s.depth().lower, 0);
    EXPECT_GE(s.depth().upper, 0x1p-200);
  }
}

TEST(RoundedQuery, TinyAndHugeRadii) {
  const Polytope cube = box({1, 1, 1});
  for (const double r : {0x1p-1074, 1e-300, 1e-20}) {
    expect_all(resting(rounded(cube, r), cube, {1, 0, 0}), Status::Penetrating);  // no longer touching
    expect_all(resting(rounded(cube, r), cube, {0.5, 0, 0}), Status::Penetrating);
    expect_all(resting(rounded(cube, r), cube, {std::nextafter(1.0, 2.0), 0, 0}), Status::Separated);
    EXPECT_EQ(resting(rounded(cube, r), cube, {1, 0.25, 0}).depth().lower, r);
  }
  expect_all(resting(sphere(1e300), sphere(1e300), {1e300, 1e300, 1e300}), Status::Penetrating);
  expect_all(resting(sphere(5e299), sphere(5e299), {1e300, 0, 0}), Status::Touching);
  expect_all(resting(sphere(4e299), sphere(5e299), {1e300, 0, 0}), Status::Separated);
  expect_depth(resting(rounded(cube, 1e300), cube, {3, 0, 0}), 1e300, 2e300);
  expect_depth(resting(sphere(1e-300), sphere(1e-300), {1e-300, 0, 0}), 1e-300, 2e-300);
}

// The matrix stretches the core, not the radius.
TEST(RoundedQuery, AMatrixDoesNotChangeTheRadius) {
  const double s = 1 + 0x1p-16;
  const Pose stretched = Pose::from_matrix({{{s, 0, 0}, {0, s, 0}, {0, 0, s}}}).value();
  const RoundedScene scene{sphere(1), rounded(box({2, 2, 2}), 1), Pose(), stretched};
  const RoundedScene moved{sphere(1), scene.b, translation({0, 0, 3 + 0x1p-16}), stretched};
  expect_all(moved, Status::Touching);
  expect_all({sphere(1), scene.b, translation({0, 0, 3}), stretched}, Status::Penetrating);
}

// ---- Options, caches, batches ---------------------------------------------------------------------------------------

TEST(RoundedQuery, OnlyBelowStopsEarly) {
  const RoundedScene scene = resting(capsule(4, 1), rounded(box({1, 1, 1}), 0.3), {0, 9, 2});
  const double full = scene.gap().upper;
  DistanceOptions options;
  for (const double limit : {-1.0, 0.0, 0.5 * full, 0.99 * full, 1.01 * full}) {
    options.only_below = limit;
    const Distance gap = distance(scene.a, scene.pose_a, scene.b, scene.pose_b, options);
    EXPECT_EQ(gap.status, Status::Separated);
    EXPECT_HOLDS(scene.check(claim_of(gap)));
    if (limit < full) {
      EXPECT_GE(gap.lower, limit);
      EXPECT_GT(gap.lower, 0);
    } else {
      EXPECT_TRUE(gap.has_witness);
    }
  }
}

TEST(RoundedQuery, EveryMethodMayGoFirst) {
  const Rounded a = rounded(box({1, 2, 3}), 0.25), b = capsule(2, 0.5);
  for (const double y : {0.5, 1.6, 1.75, 2.5})
    for (const Algorithm first : {Algorithm::Expansion, Algorithm::Exact}) {
      const RoundedScene scene = resting(a, b, {0, y, 0});
      DistanceOptions options;
      options.first = first;
      const Distance gap = distance(scene.a, scene.pose_a, scene.b, scene.pose_b, options);
      EXPECT_EQ(gap.status, scene.gap().status) << y;
      if (gap.status != Status::Touching) EXPECT_HOLDS(scene.check(claim_of(gap)));
      const Intersection meeting = intersects(scene.a, scene.pose_a, scene.b, scene.pose_b, options);
      EXPECT_EQ(meeting.status, gap.status);
      EXPECT_TRUE(first != Algorithm::Exact || meeting.decided_by == Algorithm::Exact);
    }
}

TEST(RoundedQuery, AWarmCacheChangesNoStatus) {
  const Rounded a = rounded(test_polytope(TestShape::Ellipsoid, 50, 1), 0.2), b = capsule(1, 0.3);
  ConvexCache cache;
  int cached = 0, seen[kStatusCount] = {};
  for (int frame = 0; frame < 200; ++frame) {
    const RoundedScene scene{a, b, Pose(), rotation_about({1, 2, 3}, 0.03 * frame, {0.01 * frame, 0.2, 0.1})};
    const Intersection meeting = intersects(a, scene.pose_a, b, scene.pose_b, cache);
    EXPECT_EQ(meeting.status, scene.meeting().status);
    EXPECT_HOLDS(scene.check(claim_of(meeting)));
    EXPECT_HOLDS(scene.check(claim_of(distance(a, scene.pose_a, b, scene.pose_b, cache))));
    cached += meeting.decided_by == Algorithm::Cache ? 1 : 0;
    ++seen[static_cast<int>(meeting.status)];
  }
  EXPECT_GT(cached, 150);
  EXPECT_GT(seen[static_cast<int>(Status::Separated)], 20);
  EXPECT_GT(seen[static_cast<int>(Status::Penetrating)], 20);
}

// ---- Invariance -----------------------------------------------------------------------------------------------------

TEST(RoundedQuery, PowersOfTwoScaleEverything) {
  Random random(8);
  for (int i = 0; i < 60; ++i) {
    const Polytope core_a = random_body(random, i % 2 == 0), core_b = random_body(random, i % 3 == 0);
    const double r_a = random.uniform(0, 1), r_b = random.uniform(0, 0.5);
    const Quat q = random_quaternion(random);
    const Vec3 t = random_vector(random, 4);
    const auto scaled = [&](double s) {
      const auto core = [&](const Polytope& body) {
        std::vector<Vec3> points(static_cast<std::size_t>(body.vertex_count()));
        for (int v = 0; v < body.vertex_count(); ++v) points[static_cast<std::size_t>(v)] = s * body.vertex(v);
        return hull(points);
      };
      return RoundedScene{rounded(core(core_a), s * r_a), rounded(core(core_b), s * r_b), Pose(), rotation(q, s * t)};
    };
    const SignedDistance plain = scaled(1).both();
    for (const double s : {0x1p-20, 0x1p30}) {
      const SignedDistance other = scaled(s).both();
      EXPECT_EQ(other.status, plain.status);
      EXPECT_EQ(other.lower, s * plain.lower);
      EXPECT_EQ(other.upper, s * plain.upper);
    }
  }
}

// ---- The walk -------------------------------------------------------------------------------------------------------

TEST(RoundedWalk, RoundsSumsOutward) {
  EXPECT_EQ(sum_down(1, 2), 3);
  EXPECT_EQ(sum_up(1, 2), 3);
  EXPECT_EQ(sum_down(1, 0x1p-60), 1);
  EXPECT_EQ(sum_up(1, 0x1p-60), 1 + 0x1p-52);
  EXPECT_EQ(sum_down(1, -0x1p-60), 1 - 0x1p-53);
  EXPECT_EQ(sum_up(1, -0x1p-60), 1);
  EXPECT_EQ(sum_up(kInfinite, 1), kInfinite);
  Random random(9);
  for (int i = 0; i < 1000; ++i) {
    const double x = random.uniform(-1, 1), y = random.uniform(-1, 1) * std::exp2(random.uniform(-60, 1));
    const Dyadic sum = Dyadic(x) + Dyadic(y);
    EXPECT_LE(compare(Dyadic(sum_down(x, y)), sum), 0);
    EXPECT_GE(compare(Dyadic(sum_up(x, y)), sum), 0);
    EXPECT_LE(sum_up(x, y), std::nextafter(sum_down(x, y), kInfinite));
  }
}

// Doubles decide what is not within rounding of tangency; the exact tier is for the rest.
TEST(RoundedWalk, DecidesOrdinaryPairs) {
  Random random(10);
  int undecided = 0, kinds[5] = {};
  for (int i = 0; i < 3000; ++i) {
    const Polytope a = random_hull(random, 12), b = random_hull(random, 12);
    const Pose pose_a = random_pose(random), pose_b = random_pose(random, random.uniform(0, 4) * random_unit(random));
    const Radii radii(random.uniform(0, 1), random.uniform(0, 1));
    for (const Goal goal : {Goal::Status, Goal::Distance, Goal::Depth}) {
      ConvexCache cache;
      const double limit = goal == Goal::Distance ? kInfinite : std::nextafter(radii.high, kInfinite);
      const WalkOutcome outcome = walk_rounded(PosedPair(a, pose_a, b, pose_b), radii, cache, goal, limit);
      undecided += outcome.kind == WalkEnd::Kind::Undecided ? 1 : 0;
      ++kinds[static_cast<int>(outcome.kind)];
    }
  }
  EXPECT_LT(undecided, 5);
  for (int kind = 1; kind < 5; ++kind) EXPECT_GT(kinds[kind], 300) << kind;
}

}  // namespace
}  // namespace clearance::detail
