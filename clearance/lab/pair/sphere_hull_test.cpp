#include <clearance/lab/pair/sphere_hull.h>

#include <clearance/convex/bodies_test.h>

#include <cmath>

namespace clearance::detail {
namespace {

SphereHull sphere(Vec3 c, double r) { return make_sphere_hull({&c, 1}, {&r, 1}).value(); }
SphereHull cone(Vec3 c0, double r0, Vec3 c1, double r1) { return make_spherical_cone(c0, r0, c1, r1).value(); }

SphereHull random_spheres(Random& random, int count, double radius) {
  std::vector<Vec3> centers;
  std::vector<double> radii;
  for (int k = 0; k < count; ++k) {
    centers.push_back(random_vector(random));
    radii.push_back(random.uniform(0, radius));
  }
  return make_sphere_hull(centers, radii).value();
}

// The bracket is around `truth`, narrow, and the points are that far apart.
void expect_distance(const SphereHull& a, const Pose& pose_a, const SphereHull& b, const Pose& pose_b, double truth) {
  const SphereDistance d = distance(a, pose_a, b, pose_b);
  EXPECT_LE(d.signed_lower, truth + 1e-15 * std::fabs(truth));
  EXPECT_GE(d.signed_upper, truth - 1e-15 * std::fabs(truth));
  EXPECT_LE(d.signed_upper - d.signed_lower, 1e-9 * std::fabs(truth) + 1e-12);
  EXPECT_NEAR(norm(d.direction), 1, 1e-12);
  EXPECT_NEAR(dot(d.point_b - d.point_a, d.direction), truth, 1e-12);
}
void expect_distance(const SphereHull& a, const SphereHull& b, double truth) {
  expect_distance(a, Pose(), b, Pose(), truth);
  expect_distance(b, Pose(), a, Pose(), truth);
  const Pose pose = rotation({3, 1, -2, 4}, {0.5, -0.25, 2});
  expect_distance(a, pose, b, pose, truth);
}

TEST(SphereHull, HandSolvedSpheres) {
  expect_distance(sphere({0, 0, 0}, 1), sphere({3, 4, 0}, 2), 2);
  expect_distance(sphere({0, 0, 0}, 0), sphere({3, 4, 0}, 0), 5);
  expect_distance(sphere({0, 0, 0}, 4), sphere({3, 4, 0}, 2), -1);
  expect_distance(sphere({1, 1, 1}, 1), sphere({1, 1, 1}, 2), -3);  // concentric: out in any direction
}

// Capsules are segments of equal radii.
TEST(SphereHull, HandSolvedCapsules) {
  const SphereHull x = cone({-1, 0, 0}, 0.25, {1, 0, 0}, 0.25), y = cone({0, -1, 2}, 0.5, {0, 1, 2}, 0.5);
  expect_distance(x, y, 2 - 0.75);                                          // crossed
  expect_distance(x, cone({-3, 0, 1}, 0.5, {5, 0, 1}, 0.5), 0.25);          // parallel
  expect_distance(x, cone({4, 4, 0}, 0.5, {9, 4, 0}, 0.5), 5 - 0.75);       // end to end: 3, 4
  expect_distance(x, cone({0.5, 1, 0}, 0.125, {0.5, 9, 0}, 0.125), 0.625);  // end to side
}

// A cone from a point to a ball of radius 0.6·5 at 5 along x: its side rises by sin φ = 0.6, cos φ = 0.8. A sphere at
// height h above the axis, well beside the side, is h·0.8 − x·0.6 − r from it.
TEST(SphereHull, HandSolvedSphereAndCone) {
  const SphereHull slope = cone({0, 0, 0}, 0, {5, 0, 0}, 3);
  expect_distance(slope, sphere({0.5, 4, 0}, 1), 4 * 0.8 - 0.5 * 0.6 - 1);  // of the sphere at 3.5 on the axis
  expect_distance(slope, sphere({1, 0, -5}, 0.5), 5 * 0.8 - 0.6 - 0.5);     // at 4.75
  expect_distance(slope, sphere({2, 6, 0}, 1), std::sqrt(45.0) - 3 - 1);    // at 5, no farther
  expect_distance(slope, sphere({-4, 1, 0}, 1), std::sqrt(17.0) - 1);       // behind the tip
  expect_distance(slope, sphere({12, 0, 0}, 1), 12 - 8 - 1);                // before the ball
}

// Both cones tilt the direction. The axes are the x axis and, at height y, one along z; centres at x = z = 0.6τ and
// y = n_y·τ lie along n = (−0.6, n_y, 0.6), and for τ = 5 these are inside both cones.
TEST(SphereHull, HandSolvedCones) {
  const SphereHull below = cone({0, 0, 0}, 0, {5, 0, 0}, 3);
  expect_distance(below, cone({0, 4, -5}, 0.5, {0, 4, 5}, 0.5), 4 * 0.8 - 0.5);  // a capsule along z: n_z = 0
  const double n_y = std::sqrt(1 - 0.36 - 0.36);
  expect_distance(below, cone({0, 5 * n_y, 0}, 0, {0, 5 * n_y, 10}, 6), 5 - 1.8 - 1.8);
}

// A triangle of radii 0, 0.6, 0 on the axes: n·(e₁, e₂) = (0.6, 0) over unit edges, so n = (0.6, 0, ±0.8).
TEST(SphereHull, HandSolvedSphereAndPlane) {
  const SphereHull plate = make_spherical_plane({0, 0, 0}, 0, {1, 0, 0}, 0.6, {0, 1, 0}, 0).value();
  const Vec3 foot{0.25, 0.25, 0};
  const double radius = 0.25 * 0.6;
  expect_distance(plate, sphere(foot + 2 * Vec3{-0.6, 0, 0.8}, 0.5), 2 - radius - 0.5);
  expect_distance(plate, sphere(foot + 2 * Vec3{-0.6, 0, -0.8}, 0.5), 2 - radius - 0.5);
}

// One sphere swallows another: the hull is the larger one.
TEST(SphereHull, DegenerateSwallowedSpheres) {
  const SphereHull big = cone({0, 0, 0}, 2, {0.5, 0, 0}, 1), same = cone({0, 0, 0}, 2, {0, 0, 0}, 1);
  const SphereHull inner_touch = cone({0, 0, 0}, 2, {1, 0, 0}, 1);
  for (const SphereHull& hull : {big, same, inner_touch}) {
    expect_distance(hull, sphere({5, 0, 0}, 1), 2);
    expect_distance(hull, sphere({0, 3, 4}, 1), 2);
    expect_distance(hull, hull, -4);
  }
}

TEST(SphereHull, DegenerateTouch) {
  const SphereDistance touch = distance(sphere({0, 0, 0}, 1), Pose(), sphere({2, 0, 0}, 1), Pose());
  EXPECT_EQ(touch.lower, 0);
  EXPECT_LE(touch.upper, 1e-13);
  EXPECT_FALSE(touch.separated());
  EXPECT_FALSE(touch.overlapping());
  const SphereDistance apart = distance(sphere({0, 0, 0}, 1), Pose(), sphere({2 + 1e-12, 0, 0}, 1), Pose());
  EXPECT_TRUE(apart.separated());
  const SphereDistance over = distance(sphere({0, 0, 0}, 1), Pose(), sphere({2 - 1e-12, 0, 0}, 1), Pose());
  EXPECT_TRUE(over.overlapping());
  EXPECT_EQ(over.lower, 0);
  EXPECT_EQ(over.upper, 0);
}

TEST(SphereHull, DegenerateFlatPlanes) {
  // Three centres on a line, and three in one place.
  const SphereHull line = make_spherical_plane({0, 0, 0}, 0.5, {2, 0, 0}, 0.5, {1, 0, 0}, 0.5).value();
  const SphereHull spot = make_spherical_plane({1, 3, 0}, 1, {1, 3, 0}, 0.25, {1, 3, 0}, 0.5).value();
  expect_distance(line, spot, 1.5);
  expect_distance(line, line, -1);
  // Axes that are parallel up to rounding.
  const SphereHull almost = cone({0, 2, 0}, 0.5, {2, std::nextafter(2.0, 3.0), 1e-16}, 0.5);
  expect_distance(line, almost, 1);
}

TEST(SphereHull, BadDataIsRefused) {
  const Vec3 c[] = {{0, 0, 0}, {1, 0, 0}};
  const double r[] = {1, -1}, nan[] = {1, std::nan("")}, large[] = {1, 1e301};
  EXPECT_FALSE(make_sphere_hull({}, {}).ok());
  EXPECT_FALSE(make_sphere_hull(c, {r, 1}).ok());
  EXPECT_FALSE(make_sphere_hull(c, r).ok());
  EXPECT_EQ(make_sphere_hull(c, nan).error().place, "radii[1]");
  EXPECT_FALSE(make_sphere_hull(c, large).ok());
  EXPECT_FALSE(make_spherical_cone({kInfinite, 0, 0}, 1, {}, 1).ok());
}

TEST(SphereHull, SwappingAndScalingChangeNothing) {
  Random random(51);
  for (int round = 0; round < 200; ++round) {
    const SphereHull a = random_spheres(random, 1 + static_cast<int>(random.below(6)), 0.5);
    const SphereHull b = random_spheres(random, 1 + static_cast<int>(random.below(6)), 0.5);
    const Quat q = random_quaternion(random);
    const Vec3 t = random_vector(random, 4);
    const Pose pose = rotation(q, t);
    const SphereDistance one = distance(a, Pose(), b, pose), other = distance(b, pose, a, Pose());
    if (one.separated()) {
      EXPECT_NEAR(one.signed_lower, other.signed_lower, 1e-12);
      EXPECT_NEAR(one.signed_upper, other.signed_upper, 1e-12);
    }
    for (const double scale : {0x1p-600, 0x1p-20, 0x1p20, 0x1p600}) {
      const auto scaled_hull = [&](SphereHull hull) {
        for (Vec3& c : hull.centers) c = scale * c;
        for (double& r : hull.radii) r = scale * r;
        return hull;
      };
      const SphereDistance large = distance(scaled_hull(a), Pose(), scaled_hull(b), rotation(q, scale * t));
      EXPECT_EQ(large.signed_lower, scale * one.signed_lower);
      EXPECT_EQ(large.signed_upper, scale * one.signed_upper);
      EXPECT_EQ(large.direction, one.direction);
    }
  }
}

// A random sphere of the hull: the same combination of centres and radii.
std::pair<Vec3, double> random_inner(Random& random, const SphereHull& hull) {
  Vec3 c;
  double r = 0, total = 0;
  std::vector<double> weights;
  for (std::size_t k = 0; k < hull.radii.size(); ++k) {
    weights.push_back(-std::log(1 - random.unit()));   // uniform over the simplex
    if (random.below(2) == 0) weights.back() *= 1e-3;  // near its faces, too
    total += weights.back();
  }
  for (std::size_t k = 0; k < weights.size(); ++k) {
    c = c + (weights[k] / total) * hull.centers[k];
    r += weights[k] / total * hull.radii[k];
  }
  return {c, r};
}

double gap_along(const SphereHull& a, const SphereHull& b, const Pose& pose_b, Vec3 n) {
  double far_a = -kInfinite, near_b = kInfinite;
  for (std::size_t k = 0; k < a.radii.size(); ++k) far_a = std::fmax(far_a, dot(n, a.centers[k]) + a.radii[k]);
  for (std::size_t k = 0; k < b.radii.size(); ++k)
    near_b = std::fmin(near_b, dot(n, apply(pose_b, b.centers[k])) - b.radii[k]);
  return near_b - far_a;
}

// Whatever spheres and directions one samples, none says that a bracket is wrong; and it is narrow.
TEST(SphereHull, SamplesLieOnTheirSideOfTheBracket) {
  Random random(52);
  int separated = 0, overlapping = 0, most_steps = 0;
  for (int round = 0; round < 600; ++round) {
    const int count = round % 3 == 0 ? 2 : round % 3 == 1 ? 3 : 8;
    const SphereHull a = random_spheres(random, count, 0.7), b = random_spheres(random, count, 0.7);
    const Pose pose = random_pose(random, random.uniform(0.5, 4) * random_unit(random));
    const SphereDistance d = distance(a, Pose(), b, pose);
    ASSERT_LE(d.signed_lower, d.signed_upper);
    most_steps = std::max(most_steps, d.steps);
    double best = kInfinite;
    for (int sample = 0; sample < 500; ++sample) {
      const auto [ca, ra] = random_inner(random, a);
      const auto [cb, rb] = random_inner(random, b);
      best = std::fmin(best, norm(apply(pose, cb) - ca) - ra - rb);
      const Vec3 n = unit(d.direction + 0.3 * random.unit() * random_vector(random));
      ASSERT_LE(gap_along(a, b, pose, n), d.signed_upper + 1e-14);
    }
    ASSERT_GE(best, d.signed_lower - 1e-14);
    overlapping += d.overlapping() ? 1 : 0;
    if (!d.separated()) continue;
    ++separated;
    EXPECT_LE(d.upper - d.lower, 1e-9 * d.upper + 1e-12);
    EXPECT_NEAR(norm(d.point_b - d.point_a), d.upper, 1e-9);
    EXPECT_NEAR(gap_along(a, b, pose, d.direction), d.lower, 1e-12);
  }
  EXPECT_GT(separated, 200);
  EXPECT_GT(overlapping, 100);
  EXPECT_LE(most_steps, 12);
}

// Separated or overlapping: with any direction's gap positive, or any two inner spheres overlapping, it must say so.
TEST(SphereHull, NothingOrdinaryIsLeftUncalled) {
  Random random(53);
  for (int round = 0; round < 2000; ++round) {
    const SphereHull a = random_spheres(random, 1 + static_cast<int>(random.below(5)), 0.7);
    const SphereHull b = random_spheres(random, 1 + static_cast<int>(random.below(5)), 0.7);
    const Pose pose_a = random_pose(random, random_vector(random)),
               pose_b = random_pose(random, random_vector(random, 4));
    const SphereDistance d = distance(a, pose_a, b, pose_b);
    EXPECT_TRUE(d.separated() || d.overlapping());
  }
}

// Radii of zero: a polytope, whose distance the library brackets by other means.
TEST(SphereHull, AgreesWithThePolytopesOfTheCentres) {
  Random random(54);
  int separated = 0;
  for (int round = 0; round < 300; ++round) {
    const SphereHull a = random_spheres(random, 8, 0), b = random_spheres(random, 8, 0);
    const Pose pose = random_pose(random, random_vector(random, 2));
    const SphereDistance d = distance(a, Pose(), b, pose);
    const Distance truth = distance(hull(a.centers), Pose(), hull(b.centers), pose);
    EXPECT_LE(d.lower, truth.upper);
    EXPECT_GE(d.upper, truth.lower);
    EXPECT_LE(d.upper - d.lower, 1e-9 * d.upper + 1e-12);
    separated += truth.status == Status::Separated ? 1 : 0;
  }
  EXPECT_GT(separated, 100);
}

}  // namespace
}  // namespace clearance::detail
