#include <clearance/base/random.h>
#include <clearance/build/convex_hull.h>
#include <clearance/build/mesh.h>
#include <clearance/build/parts.h>
#include <clearance/build/primitives.h>
#include <clearance/contact/gradient.h>
#include <clearance/query/query.h>

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace clearance {
namespace {

using detail::Random;

Pose at(double x, double y, double z) { return translation({x, y, z}); }

void expect_near(Vec3 is, Vec3 should_be, double tolerance) {
  EXPECT_NEAR(is.x, should_be.x, tolerance);
  EXPECT_NEAR(is.y, should_be.y, tolerance);
  EXPECT_NEAR(is.z, should_be.z, tolerance);
}

bool is_finite_gradient(const DistanceGradient& found) {
  bool is = is_finite(found.a.translation) && is_finite(found.a.rotation) && is_finite(found.b.translation) &&
            is_finite(found.b.rotation) && !std::isnan(found.error);
  for (const GradientCorner& corner : found.corners)
    is = is && is_finite(corner.normal) && is_finite(corner.a.rotation) && is_finite(corner.b.rotation);
  return is;
}

// Where a body is after h at that rate.
Pose moved(const Pose& pose, const PoseRate& rate, double h) {
  const double speed = norm(rate.angular_velocity);
  const Pose turned = speed > 0 ? rotation_about(rate.angular_velocity, h * speed) * moved_to(pose, {}).value()
                                : moved_to(pose, {}).value();
  return moved_to(turned, pose.translation() + h * rate.velocity).value();
}

double value_of(const std::optional<double>& derivative) {
  EXPECT_TRUE(derivative.has_value());
  return derivative.value_or(1e9);
}

Vec3 random_vector(Random& random, double size) {
  return {random.uniform(-size, size), random.uniform(-size, size), random.uniform(-size, size)};
}
Pose random_pose(Random& random, Vec3 t) {
  const Quat q{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
  return rotation(q, t);
}
PoseRate random_rate(Random& random) { return {random_vector(random, 1), random_vector(random, 1)}; }

// The quotient over ever shorter times, with the brackets' width, against the derivative from the right.
void expect_quotients(const Shape& a, const Pose& pose_a, const PoseRate& rate_a, const Shape& b, const Pose& pose_b,
                      const PoseRate& rate_b, double derivative, double curvature) {
  const SignedDistance here = signed_distance(a, pose_a, b, pose_b);
  for (const double h : {1e-4, 1e-5, 1e-6}) {
    const SignedDistance there = signed_distance(a, moved(pose_a, rate_a, h), b, moved(pose_b, rate_b, h));
    // Poses are rounded, too.
    const double slack = curvature * h + 1e-14 / h;
    EXPECT_LE((there.lower - here.upper) / h, derivative + slack) << "h = " << h;
    EXPECT_GE((there.upper - here.lower) / h, derivative - slack) << "h = " << h;
  }
}

// ---- By hand --------------------------------------------------------------------------------------------------------

TEST(Gradient, ClaimsNothingUnfilled) {
  const DistanceGradient unfilled{};
  EXPECT_EQ(unfilled.uniqueness, Uniqueness::NotAsked);
  EXPECT_EQ(unfilled.distance.status, Status::NotAsked);
  EXPECT_EQ(unfilled.error, std::numeric_limits<double>::infinity());
  EXPECT_FALSE(directional_derivative(unfilled, {}, {}).has_value());
}

TEST(Gradient, OfSpheres) {
  for (const double x : {3.0, 2.0, 1.5, 0.1}) {
    const DistanceGradient found = signed_distance_gradient(sphere(1), {}, sphere(1), at(x, 0, 0));
    EXPECT_EQ(found.uniqueness, Uniqueness::Unique) << x;
    EXPECT_LE(found.error, 1e-6);
    expect_near(found.b.translation, {1, 0, 0}, 1e-12);
    expect_near(found.a.translation, {-1, 0, 0}, 1e-12);
    expect_near(found.a.rotation, {}, 1e-12);
    expect_near(found.b.rotation, {}, 1e-12);
  }
}

TEST(Gradient, OfConcentricSpheresHasNoDirection) {
  const DistanceGradient found = signed_distance_gradient(sphere(1), {}, sphere(2), {});
  EXPECT_EQ(found.uniqueness, Uniqueness::SeveralNormals);
  EXPECT_FALSE(directional_derivative(found, {}, {{1, 0, 0}, {}}).has_value());
  EXPECT_TRUE(is_finite_gradient(found));
}

TEST(Gradient, OfCornerOverFace) {
  // A box on its corner above another: the corner is at the lowest.
  const Pose tilted = rotation_about({1, -1, 0}, std::atan(std::sqrt(2.0)), {0.1, 0.2, 3});
  const DistanceGradient found = signed_distance_gradient(box({2, 2, 2}), {}, box({2, 2, 2}), tilted);
  EXPECT_EQ(found.uniqueness, Uniqueness::Unique);
  expect_near(found.b.translation, {0, 0, 1}, 1e-12);
  // The corner is below b's origin: turning lifts it in second order only.
  expect_near(found.b.rotation, {}, 1e-12);
  // On a it lies at (0.1, 0.2, 1): −(p − t) × n.
  expect_near(found.a.rotation, {-0.2, 0.1, 0}, 1e-9);
}

TEST(Gradient, OfCrossingEdges) {
  const Pose low = rotation_about({1, 0, 0}, std::atan(1.0), {});
  const Pose high = rotation_about({0, 1, 0}, std::atan(1.0), {0.25, 0.5, 3});
  const DistanceGradient found = signed_distance_gradient(box({4, 1, 1}), low, box({1, 4, 1}), high);
  EXPECT_EQ(found.uniqueness, Uniqueness::Unique);
  expect_near(found.b.translation, {0, 0, 1}, 1e-12);
  expect_near(found.corners[0].point_b, {0.25, 0, 3 - std::sqrt(0.5)}, 1e-9);
  expect_near(found.b.rotation, cross(Vec3{0, -0.5, 0}, Vec3{0, 0, 1}), 1e-9);
  expect_near(found.a.rotation, -cross(Vec3{0.25, 0, 0}, Vec3{0, 0, 1}), 1e-9);
}

TEST(Gradient, OfParallelFacesHasTheCornersOfTheOverlap) {
  for (const double z : {1.5, 1.0, 0.75}) {
    const DistanceGradient found = signed_distance_gradient(box({2, 2, 1}), {}, box({1, 1, 1}), at(1, 0, z));
    EXPECT_EQ(found.uniqueness, Uniqueness::SeveralPoints) << z;
    EXPECT_EQ(found.corners.size(), 4u) << z;
    expect_near(found.b.translation, {0, 0, 1}, 1e-12);
    // Tipping b over the edge x = 0.5 … 1: what sinks decides.
    const double along = value_of(directional_derivative(found, {}, {{}, {0, 1, 0}}));
    EXPECT_NEAR(along, 0.0, 1e-9) << z;
    const double against = value_of(directional_derivative(found, {}, {{}, {0, -1, 0}}));
    EXPECT_NEAR(against, -0.5, 1e-9) << z;
  }
}

TEST(Gradient, OfParallelEdges) {
  const DistanceGradient found = signed_distance_gradient(capsule(2, 0.25), {}, capsule(2, 0.25), at(1, 0, 1));
  EXPECT_EQ(found.uniqueness, Uniqueness::SeveralPoints);
  ASSERT_EQ(found.corners.size(), 2u);
  expect_near(found.b.translation, {1, 0, 0}, 1e-12);
  const double low = std::min(found.corners[0].point_b.z, found.corners[1].point_b.z);
  EXPECT_NEAR(low, 0, 1e-9);
}

TEST(Gradient, OfNearlyParallelFacesIsNotUnique) {
  const Pose leaning = rotation({1, 0, 1e-11, 0}, {0, 0, 1.5});
  EXPECT_EQ(signed_distance_gradient(box({1, 1, 1}), {}, box({1, 1, 1}), leaning).uniqueness,
            Uniqueness::SeveralPoints);
  const Pose tilted = rotation({1, 1e-5, 1e-4, 0}, {0, 0, 1.5});
  EXPECT_EQ(signed_distance_gradient(box({1, 1, 1}), {}, box({1, 1, 1}), tilted).uniqueness, Uniqueness::Unique);
}

TEST(Gradient, OfEqualDepthsHasSeveralNormals) {
  const DistanceGradient found = signed_distance_gradient(box({2, 2, 2}), {}, box({1, 1, 1}), {});
  EXPECT_EQ(found.uniqueness, Uniqueness::SeveralNormals);
  // Out of all six faces alike: whichever way b goes, it is less deep.
  for (const Vec3 v : {Vec3{1, 0, 0}, Vec3{0, -1, 0}, Vec3{0, 0, 1}})
    EXPECT_NEAR(value_of(directional_derivative(found, {}, {v, {}})), 1.0, 1e-9);
  EXPECT_NEAR(value_of(directional_derivative(found, {}, {{0.5, 0.25, 0.1}, {}})), 0.5, 1e-9);
  // Nearly equal counts as equal; clearly deeper does not.
  EXPECT_EQ(signed_distance_gradient(box({2, 2, 2}), {}, box({1, 1, 1}), at(1e-11, 2e-11, 0)).uniqueness,
            Uniqueness::SeveralNormals);
  EXPECT_EQ(signed_distance_gradient(box({2, 2, 2}), {}, box({1, 1, 1}), at(1e-6, 0, 0)).uniqueness,
            Uniqueness::SeveralPoints);
}

TEST(Gradient, OfHalfSpaces) {
  const Shape floor = half_space({0, 0, 1}, 0);
  const DistanceGradient ball = signed_distance_gradient(floor, {}, sphere(1), at(2, 0, 5));
  EXPECT_EQ(ball.uniqueness, Uniqueness::Unique);
  expect_near(ball.b.translation, {0, 0, 1}, 1e-12);
  expect_near(ball.b.rotation, {}, 1e-12);
  expect_near(ball.a.rotation, {0, 2, 0}, 1e-12);
  const DistanceGradient crate = signed_distance_gradient(box({1, 1, 1}), at(0, 0, 0.25), floor, {});
  EXPECT_EQ(crate.uniqueness, Uniqueness::SeveralPoints);
  EXPECT_EQ(crate.corners.size(), 4u);
  expect_near(crate.a.translation, {0, 0, 1}, 1e-12);
  EXPECT_NEAR(value_of(directional_derivative(crate, {{}, {0, 1, 0}}, {})), -0.5, 1e-12);
  const DistanceGradient two = signed_distance_gradient(floor, {}, half_space({0, 1, 0}, 0), {});
  EXPECT_EQ(two.uniqueness, Uniqueness::None);
  EXPECT_TRUE(is_finite_gradient(two));
}

TEST(Gradient, OfMeshesMergesWhatTrianglesShare) {
  const Mesh cube = mesh_of(box({1, 1, 1}));
  // A corner over the diagonal of a face: two triangles tell the same points.
  const Pose tilted = rotation_about({1, -1, 0}, std::atan(std::sqrt(2.0)), {0.1, 0.1, 2});
  const DistanceGradient found = signed_distance_gradient(cube, {}, cube, tilted);
  EXPECT_EQ(found.uniqueness, Uniqueness::Unique);
  expect_near(found.a.rotation, {-0.1, 0.1, 0}, 1e-9);
  const DistanceGradient flat = signed_distance_gradient(cube, {}, cube, at(0.5, 0, 2));
  EXPECT_EQ(flat.uniqueness, Uniqueness::SeveralPoints);
  EXPECT_NEAR(value_of(directional_derivative(flat, {}, {{}, {0, 1, 0}})), -0.0, 1e-9);
  EXPECT_NEAR(value_of(directional_derivative(flat, {}, {{}, {0, -1, 0}})), -0.5, 1e-9);
}

TEST(Gradient, OfABallBetweenTwoWallsTakesTheNearer) {
  std::vector<PartShape> given;
  given.emplace_back(
      Rounded(convex_hull(std::vector<Vec3>{{-2, -1, -1}, {-1, -1, -1}, {-1, 1, -1}, {-1, 0, 1}}).value()));
  given.emplace_back(Rounded(convex_hull(std::vector<Vec3>{{2, -1, -1}, {1, -1, -1}, {1, 1, -1}, {1, 0, 1}}).value()));
  const Shape both = make_parts(given).value();
  const DistanceGradient between = signed_distance_gradient(both, {}, sphere(0.25), at(0, 0, -0.5));
  EXPECT_EQ(between.uniqueness, Uniqueness::SeveralNormals);
  EXPECT_NEAR(value_of(directional_derivative(between, {}, {{1, 0, 0}, {}})), -1, 1e-9);
  EXPECT_NEAR(value_of(directional_derivative(between, {}, {{-1, 0, 0}, {}})), -1, 1e-9);
  const DistanceGradient nearer = signed_distance_gradient(both, {}, sphere(0.25), at(0.1, 0, -0.5));
  EXPECT_EQ(nearer.uniqueness, Uniqueness::Unique);
  expect_near(nearer.b.translation, {-1, 0, 0}, 1e-9);
}

// ---- Degenerate -----------------------------------------------------------------------------------------------------

TEST(Gradient, OfTouchingBodies) {
  // Face on face: one normal. Corner on corner: many.
  EXPECT_EQ(signed_distance_gradient(box({1, 1, 1}), {}, box({1, 1, 1}), at(1, 0, 0)).uniqueness,
            Uniqueness::SeveralPoints);
  const DistanceGradient corners = signed_distance_gradient(box({1, 1, 1}), {}, box({1, 1, 1}), at(1, 1, 1));
  EXPECT_EQ(corners.uniqueness, Uniqueness::SeveralNormals);
  EXPECT_FALSE(directional_derivative(corners, {}, {{1, 0, 0}, {}}).has_value());
  EXPECT_EQ(signed_distance_gradient(box({1, 1, 1}), {}, box({1, 1, 1}), at(1, 1, 0)).uniqueness,
            Uniqueness::SeveralNormals);
}

TEST(Gradient, OfFlatBodiesThatCross) {
  const Polytope along_x = convex_hull(std::vector<Vec3>{{-1, 0, 0}, {1, 0, 0}}).value();
  const Polytope along_y = convex_hull(std::vector<Vec3>{{0, -1, 0}, {0, 1, 0}}).value();
  const Polytope point = convex_hull(std::vector<Vec3>{{0, 0, 0}}).value();
  for (const Polytope& other : {along_x, along_y, point}) {
    const DistanceGradient found = signed_distance_gradient(along_x, {}, other, {});
    EXPECT_EQ(found.uniqueness, Uniqueness::SeveralNormals);
    EXPECT_TRUE(is_finite_gradient(found));
    const DistanceGradient fat = signed_distance_gradient(rounded(along_x, 0.5), {}, rounded(other, 0.25), {});
    EXPECT_EQ(fat.uniqueness, Uniqueness::SeveralNormals);
    EXPECT_TRUE(is_finite_gradient(fat));
  }
}

TEST(Gradient, OfMeshesInContactIsUnprovedOrNone) {
  const Mesh cube = mesh_of(box({1, 1, 1}));
  const DistanceGradient deep = signed_distance_gradient(cube, {}, cube, at(0.9, 0.05, 0));
  EXPECT_EQ(deep.uniqueness, Uniqueness::Unproved);
  expect_near(deep.b.translation, {1, 0, 0}, 1e-6);
  EXPECT_FALSE(directional_derivative(deep, {}, {{1, 0, 0}, {}}).has_value());
  const Mesh sheet =
      make_mesh(std::vector<Vec3>{{-1, -1, 0}, {1, -1, 0}, {0, 1, 0}}, std::vector<MeshTriangle>{{0, 1, 2}}).value();
  const DistanceGradient met = signed_distance_gradient(cube, {}, sheet, {});
  EXPECT_EQ(met.uniqueness, Uniqueness::None);
  expect_near(met.b.translation, {}, 0);
}

TEST(Gradient, SizesAtTheEndsOfTheRange) {
  for (const double size : {1e-300, 1e-160, 1e-30, 1e30, 1e150, 1e298}) {
    const Polytope cube = box({size, size, size});
    for (const Vec3 shift : {Vec3{1.5, 0.1, 0}, Vec3{0.9, 0.1, 0.2}, Vec3{1, 0, 0}, Vec3{0, 0, 0}}) {
      const DistanceGradient found = signed_distance_gradient(cube, {}, cube, translation(size * shift));
      EXPECT_TRUE(is_finite_gradient(found)) << size;
      EXPECT_NE(found.uniqueness, Uniqueness::NotAsked);
      if (shift.y != 0) expect_near(found.b.translation, {1, 0, 0}, 1e-6);
    }
  }
}

TEST(Gradient, ToleranceMayBeAnything) {
  for (const double tolerance : {-1.0, 0.0, 1e9, std::nan(""), std::numeric_limits<double>::infinity()}) {
    GradientOptions options;
    options.tolerance = tolerance;
    const DistanceGradient found = signed_distance_gradient(box({1, 1, 1}), {}, box({1, 1, 1}), at(2, 0, 0), options);
    EXPECT_TRUE(is_finite_gradient(found));
    EXPECT_NE(found.uniqueness, Uniqueness::Unique);
  }
}

// ---- Against brackets -----------------------------------------------------------------------------------------------

std::vector<Shape> all_kinds() {
  std::vector<PartShape> given;
  given.emplace_back(Rounded(test_polytope(TestShape::Ellipsoid, 12, 5)));
  given.emplace_back(Rounded(convex_hull(std::vector<Vec3>{{1, 0, 0}, {2, 0, 0}, {1, 1, 0}, {1.5, 0, 1}}).value()));
  return {box({1, 0.7, 1.3}),
          test_polytope(TestShape::Ellipsoid, 20, 1),
          test_polytope(TestShape::Rod, 40, 2),
          capsule(1, 0.3),
          sphere(0.7),
          rounded(box({1, 0.5, 0.4}), 0.1),
          mesh_of(test_polytope(TestShape::Plate, 30, 3)),
          make_parts(given).value(),
          half_space({0.3, -0.2, 1}, 0.1)};
}

TEST(Gradient, AgreesWithDifferencesOfProvedDistances) {
  Random random(7);
  const std::vector<Shape> shapes = all_kinds();
  int separated = 0, deep = 0;
  for (std::size_t i = 0; i < shapes.size(); ++i)
    for (std::size_t k = 0; k < shapes.size(); ++k)
      for (int round = 0; round < 6; ++round) {
        const Pose pose_a = random_pose(random, random_vector(random, 2));
        const Pose pose_b = random_pose(random, pose_a.translation() + random_vector(random, round < 4 ? 3 : 0.6));
        const DistanceGradient found = signed_distance_gradient(shapes[i], pose_a, shapes[k], pose_b);
        EXPECT_TRUE(is_finite_gradient(found));
        // Rounding makes a curved body's neighbourhood of a feature small; what is generic is smooth here.
        if (found.uniqueness != Uniqueness::Unique) continue;
        if (std::fabs(found.distance.upper) < 0.05) continue;
        (found.distance.status == Status::Separated ? separated : deep) += 1;
        for (int way = 0; way < 3; ++way) {
          const PoseRate rate_a = random_rate(random), rate_b = random_rate(random);
          const double derivative = value_of(directional_derivative(found, rate_a, rate_b));
          SCOPED_TRACE(testing::Message() << i << " " << k << " " << round);
          expect_quotients(shapes[i], pose_a, rate_a, shapes[k], pose_b, rate_b, derivative, 200);
        }
      }
  EXPECT_GT(separated, 150);
  EXPECT_GT(deep, 60);
}

TEST(Gradient, DirectionalDerivativesOfTiesAgreeWithDifferences) {
  Random random(11);
  struct Case {
    Shape a, b;
    Pose pose_b;
  };
  const Mesh cube = mesh_of(box({1, 1, 1}));
  const std::vector<Case> cases = {
      {box({2, 2, 1}), box({1, 1, 1}), at(0.75, 0.3, 1.25)},       // faces
      {box({2, 2, 1}), box({1, 1, 1}), at(0.75, 0.3, 0.875)},      // the same, deep
      {box({2, 2, 1}), box({1, 1, 1}), at(0.75, 0.3, 1)},          // the same, touching
      {box({2, 2, 2}), box({1, 1, 1}), {}},                        // six ways out
      {box({2, 2, 2}), box({1, 1, 1}), at(0.25, 0.25, 0.125)},     // two
      {capsule(2, 0.25), capsule(2, 0.25), at(1, 0, 1)},           // parallel edges
      {capsule(2, 0.25), box({1, 1, 1}), at(1, 0, 1)},             // an edge along a face
      {capsule(2, 0.25), box({1, 1, 1}), at(0.6, 0, 1)},           // the same, within the radius
      {cube, cube, at(0.25, 0.125, 1.5)},                          // triangles of parallel faces
      {cube, sphere(0.25), at(0.25, 0.25, 1.5)},                   // above a diagonal
      {half_space({0, 0, 1}, 0), box({1, 1, 1}), at(0, 0, 0.25)},  // a face in the floor
  };
  for (std::size_t k = 0; k < cases.size(); ++k) {
    const Case& each = cases[k];
    const DistanceGradient found = signed_distance_gradient(each.a, {}, each.b, each.pose_b);
    ASSERT_TRUE(directional_derivative(found, {}, {}).has_value()) << k;
    for (int way = 0; way < 20; ++way) {
      const PoseRate rate_a = random_rate(random), rate_b = random_rate(random);
      SCOPED_TRACE(testing::Message() << k);
      expect_quotients(each.a, {}, rate_a, each.b, each.pose_b, rate_b, *directional_derivative(found, rate_a, rate_b),
                       60);
    }
  }
}

// ---- Invariance -----------------------------------------------------------------------------------------------------

TEST(Gradient, SwappedBodiesSwapTheGradient) {
  Random random(3);
  const std::vector<Shape> shapes = all_kinds();
  for (std::size_t i = 0; i < shapes.size(); ++i)
    for (std::size_t k = 0; k < shapes.size(); ++k) {
      const Pose pose_a = random_pose(random, {}), pose_b = random_pose(random, random_vector(random, 3));
      const DistanceGradient one = signed_distance_gradient(shapes[i], pose_a, shapes[k], pose_b);
      const DistanceGradient other = signed_distance_gradient(shapes[k], pose_b, shapes[i], pose_a);
      EXPECT_EQ(one.uniqueness, other.uniqueness) << i << " " << k;
      if (one.uniqueness != Uniqueness::Unique) continue;
      expect_near(one.a.translation, other.b.translation, 1e-7);
      expect_near(one.a.rotation, other.b.rotation, 1e-6);
      expect_near(one.b.rotation, other.a.rotation, 1e-6);
    }
}

TEST(Gradient, MovesWithTheBodies) {
  Random random(5);
  const std::vector<Shape> shapes = all_kinds();
  for (std::size_t i = 0; i + 1 < shapes.size(); ++i) {
    const Pose pose_a = random_pose(random, {}), pose_b = random_pose(random, random_vector(random, 3));
    const Pose motion = random_pose(random, random_vector(random, 5));
    const DistanceGradient here = signed_distance_gradient(shapes[i], pose_a, shapes[i + 1], pose_b);
    const DistanceGradient there = signed_distance_gradient(shapes[i], motion * pose_a, shapes[i + 1], motion * pose_b);
    EXPECT_EQ(here.uniqueness, there.uniqueness) << i;
    if (here.uniqueness != Uniqueness::Unique) continue;
    expect_near(motion.rotation() * here.b.translation, there.b.translation, 1e-7);
    expect_near(motion.rotation() * here.b.rotation, there.b.rotation, 1e-6);
    expect_near(motion.rotation() * here.a.rotation, there.a.rotation, 1e-6);
  }
}

// ---- Chain rules ----------------------------------------------------------------------------------------------------

TEST(Gradient, OfQuaternionsOfAnyLength) {
  Random random(13);
  const Polytope rock = test_polytope(TestShape::Ellipsoid, 20, 1);
  for (const double length : {1.0, 0.01, 300.0}) {
    const Quat q{0.5 * length, -0.1 * length, 0.7 * length, 0.2 * length};
    const Vec3 t{2, 0.5, -1};
    const Pose pose = rotation(q, t);
    const DistanceGradient found = signed_distance_gradient(rock, {}, rock, pose);
    ASSERT_EQ(found.uniqueness, Uniqueness::Unique);
    const QuaternionGradient gradient = quaternion_gradient(found.b, pose);
    EXPECT_NEAR(gradient.q.w * q.w + gradient.q.x * q.x + gradient.q.y * q.y + gradient.q.z * q.z, 0, 1e-12);
    const double h = 1e-6 * length;
    const auto quotient = [&](Quat step) {
      const auto at_step = [&](double by) {
        const Pose there = rotation({q.w + by * step.w, q.x + by * step.x, q.y + by * step.y, q.z + by * step.z}, t);
        const SignedDistance gap = signed_distance(rock, {}, rock, there);
        return 0.5 * (gap.lower + gap.upper);
      };
      return (at_step(h) - at_step(-h)) / (2 * h);
    };
    EXPECT_NEAR(gradient.q.w * length, quotient({1, 0, 0, 0}) * length, 1e-5);
    EXPECT_NEAR(gradient.q.x * length, quotient({0, 1, 0, 0}) * length, 1e-5);
    EXPECT_NEAR(gradient.q.y * length, quotient({0, 0, 1, 0}) * length, 1e-5);
    EXPECT_NEAR(gradient.q.z * length, quotient({0, 0, 0, 1}) * length, 1e-5);
  }
}

TEST(Gradient, OfTheEntriesOfAMatrix) {
  const Rounded rock = rounded(test_polytope(TestShape::Ellipsoid, 20, 1), 0.2);
  const Mat3 turn = rotation({0.5, -0.1, 0.7, 0.2}).rotation();
  const Vec3 t{2, 0.5, -1};
  const Pose pose = Pose::from_matrix(turn, t).value();
  const DistanceGradient found = signed_distance_gradient(rock, {}, rock, pose);
  ASSERT_EQ(found.uniqueness, Uniqueness::Unique);
  const MatrixGradient gradient = matrix_gradient(found.corners[0], Body::B, rock.radius(), pose);
  const double h = 1e-6;
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 3; ++k) {
      const auto at_step = [&](double by) {
        Mat3 R = turn;
        const Vec3 step{k == 0 ? by : 0, k == 1 ? by : 0, k == 2 ? by : 0};
        R.row[i] = R.row[i] + step;
        const SignedDistance gap = signed_distance(rock, {}, rock, Pose::from_matrix(R, t).value());
        return 0.5 * (gap.lower + gap.upper);
      };
      EXPECT_NEAR(gradient.R.row[i][k], (at_step(h) - at_step(-h)) / (2 * h), 1e-5);
    }
  expect_near(gradient.t, found.b.translation, 0);
}

}  // namespace
}  // namespace clearance
