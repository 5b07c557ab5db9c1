#include <clearance/base/random.h>
#include <clearance/build/convex_hull.h>
#include <clearance/build/mesh.h>
#include <clearance/build/parts.h>
#include <clearance/build/primitives.h>
#include <clearance/contact/estimate.h>
#include <clearance/query/query.h>

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace clearance {
namespace {

using detail::Random;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

Pose at(double x, double y, double z) { return translation({x, y, z}); }

void expect_near(Vec3 is, Vec3 should_be, double tolerance) {
  EXPECT_NEAR(is.x, should_be.x, tolerance);
  EXPECT_NEAR(is.y, should_be.y, tolerance);
  EXPECT_NEAR(is.z, should_be.z, tolerance);
}

// What holds of every answer.
void expect_sound(const ContactEstimate& found) {
  EXPECT_TRUE(is_finite(found.point) && is_finite(found.normal) && is_finite(found.translation));
  EXPECT_FALSE(std::isnan(found.depth) || std::isnan(found.error()));
  EXPECT_LE(found.lower, found.depth);
  EXPECT_LE(found.depth, found.upper);
  if (norm_one(found.normal) > 0) {
    EXPECT_NEAR(norm(found.normal), 1, 1e-12);
  }
}

Vec3 random_vector(Random& random, double size) {
  return {random.uniform(-size, size), random.uniform(-size, size), random.uniform(-size, size)};
}
Pose random_pose(Random& random, Vec3 t) {
  return rotation({random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)}, t);
}

// A ball of triangles.
Mesh globe(double radius, int rings) {
  std::vector<Vec3> vertices{{0, 0, -radius}, {0, 0, radius}};
  std::vector<MeshTriangle> triangles;
  const int sectors = 2 * rings;
  const auto number = [&](int ring, int sector) {
    return static_cast<std::uint32_t>(2 + (ring - 1) * sectors + (sector % sectors));
  };
  for (int ring = 1; ring < rings; ++ring)
    for (int sector = 0; sector < sectors; ++sector) {
      const double polar = 3.141592653589793 * ring / rings - 1.5707963267948966,
                   around = 3.141592653589793 * sector / rings;
      vertices.push_back({radius * std::cos(polar) * std::cos(around), radius * std::cos(polar) * std::sin(around),
                          radius * std::sin(polar)});
    }
  for (int sector = 0; sector < sectors; ++sector) {
    triangles.push_back({0, number(1, sector + 1), number(1, sector)});
    triangles.push_back({1, number(rings - 1, sector), number(rings - 1, sector + 1)});
    for (int ring = 1; ring + 1 < rings; ++ring) {
      triangles.push_back({number(ring, sector), number(ring, sector + 1), number(ring + 1, sector + 1)});
      triangles.push_back({number(ring, sector), number(ring + 1, sector + 1), number(ring + 1, sector)});
    }
  }
  return make_mesh(vertices, triangles, {MeshKind::Solid, false, 1}).value();
}

// ---- By hand --------------------------------------------------------------------------------------------------------

TEST(Estimate, ClaimsNothingUnfilled) {
  const ContactEstimate unfilled{};
  EXPECT_EQ(unfilled.status(), Status::NotAsked);
  EXPECT_EQ(unfilled.lower, -kInfinity);
  EXPECT_EQ(unfilled.upper, kInfinity);
  EXPECT_EQ(unfilled.error(), kInfinity);
}

TEST(Estimate, OfBoxes) {
  const ContactEstimate faces = estimate_contact(box({2, 2, 2}), {}, box({1, 1, 1}), at(1.25, 0.5, 0));
  EXPECT_EQ(faces.status(), Status::Penetrating);
  EXPECT_NEAR(faces.depth, 0.25, 1e-12);
  EXPECT_LE(faces.error(), 1e-12);
  expect_near(faces.normal, {1, 0, 0}, 1e-12);
  EXPECT_NEAR(faces.point.x, 0.875, 1e-12);
  // Over the edge: the point is where both are.
  const ContactEstimate beside = estimate_contact(box({2, 2, 2}), {}, box({1, 1, 1}), at(1.4, 1.2, 0));
  EXPECT_LE(beside.point.y, 1 + 1e-12);
  expect_near(beside.normal, {1, 0, 0}, 1e-12);
  // Two edges.
  const Pose low = rotation_about({1, 0, 0}, std::atan(1.0), {});
  const Pose high = rotation_about({0, 1, 0}, std::atan(1.0), {0.25, 0.5, std::sqrt(2.0) - 0.1});
  const ContactEstimate edges = estimate_contact(box({4, 1, 1}), low, box({1, 4, 1}), high);
  EXPECT_NEAR(edges.depth, 0.1, 1e-12);
  expect_near(edges.normal, {0, 0, 1}, 1e-12);
  expect_near(edges.point, {0.25, 0, std::sqrt(0.5) - 0.05}, 1e-12);
}

TEST(Estimate, OfRoundBodies) {
  const ContactEstimate balls = estimate_contact(sphere(1), {}, sphere(0.5), at(0, 1.25, 0));
  EXPECT_NEAR(balls.depth, 0.25, 1e-9);
  expect_near(balls.normal, {0, 1, 0}, 1e-9);
  expect_near(balls.point, {0, 0.875, 0}, 1e-9);
  const Mesh table = mesh_of(box({10, 10, 1}));
  const ContactEstimate ball = estimate_contact(table, {}, sphere(0.5), at(1, 2, 0.9));
  EXPECT_EQ(ball.status(), Status::Penetrating);
  EXPECT_NEAR(ball.depth, 0.1, 1e-9);
  EXPECT_NEAR(ball.lower, 0.1, 1e-9);
  expect_near(ball.normal, {0, 0, 1}, 1e-9);
  expect_near(ball.point, {1, 2, 0.45}, 1e-9);
  // The middle below the surface: the way out is up all the same.
  const ContactEstimate sunk = estimate_contact(table, {}, sphere(0.5), at(1, 2, 0.4));
  EXPECT_NEAR(sunk.depth, 0.6, 1e-9);
  expect_near(sunk.normal, {0, 0, 1}, 1e-9);
  expect_sound(sunk);
  // A capsule across an edge of the table, and one that lies on it.
  const Pose lying = rotation_about({0, 1, 0}, std::atan(1.0) * 2, {5, 0, 0.7});
  const ContactEstimate across = estimate_contact(capsule(3, 0.25), lying, table, {});
  EXPECT_NEAR(across.depth, 0.05, 1e-9);
  EXPECT_NEAR(across.lower, 0.05, 1e-9);
  expect_near(across.normal, {0, 0, -1}, 1e-9);
  const Pose leaning = rotation_about({0, 1, 0}, -std::atan(1.0), {5.1, 0, 0.6});
  const ContactEstimate edge = estimate_contact(capsule(0.4, 0.25), leaning, table, {});
  EXPECT_NEAR(edge.depth, 0.25 - 0.2 * std::sqrt(0.5), 1e-9);
  expect_near(edge.normal, {-std::sqrt(0.5), 0, -std::sqrt(0.5)}, 1e-9);
  expect_sound(edge);
}

TEST(Estimate, RoundBodiesOnMeshesAgreeWithTheirDistances) {
  Random random(31);
  const Mesh ball = globe(1, 9);
  int seen = 0;
  for (int round = 0; round < 400; ++round) {
    const Polytope core = round % 2 == 0 ? convex_hull(std::vector<Vec3>{{0, 0, 0}}).value()
                                         : convex_hull(std::vector<Vec3>{{0, 0, -0.5}, {0, 0, 0.5}}).value();
    const Pose pose = random_pose(random, random_vector(random, 1.2)), turned = random_pose(random, {});
    const Distance gap = distance(Rounded(core), pose, ball, turned);
    if (gap.status != Status::Separated || gap.upper > 0.3) continue;
    ++seen;
    const ContactEstimate found = estimate_contact(rounded(core, 0.3), pose, ball, turned);
    EXPECT_NEAR(found.depth, 0.3 - gap.upper, 1e-9);
    EXPECT_LE(found.lower, 0.3 - gap.lower);
    const Vec3 n = (gap.point_b - gap.point_a) / norm(gap.point_b - gap.point_a);
    if (gap.upper > 1e-3) expect_near(found.normal, n, 1e-6);
  }
  EXPECT_GT(seen, 60);
}

TEST(Estimate, OfHalfSpaces) {
  const Shape floor = half_space({0, 0, 1}, 0);
  for (const bool turned : {false, true}) {
    const Shape crate = mesh_of(box({1, 1, 1}));
    const ContactEstimate found =
        turned ? estimate_contact(crate, at(0, 0, 0.3), floor, {}) : estimate_contact(floor, {}, crate, at(0, 0, 0.3));
    EXPECT_NEAR(found.depth, 0.2, 1e-9);
    EXPECT_LE(found.error(), 1e-9);
    expect_near(found.normal, {0, 0, turned ? -1.0 : 1.0}, 1e-12);
    expect_sound(found);
  }
  const ContactEstimate two = estimate_contact(floor, {}, half_space({0, 1, 0}, 0), {});
  EXPECT_FALSE(std::isnan(two.depth));
}

TEST(Estimate, OfMeshesOnFaceEdgeAndCorner) {
  const Mesh cube = mesh_of(box({1, 1, 1}));
  const Mesh table = mesh_of(box({6, 5, 1}));
  const double half = std::sqrt(3.0) / 2;
  // A corner in the table, the table's normal.
  const Pose on_corner = rotation_about({1, -1, 0}, std::atan(std::sqrt(2.0)), {0.3, 0.2, 0.5 + half - 0.05});
  const ContactEstimate corner = estimate_contact(table, {}, cube, on_corner);
  EXPECT_NEAR(corner.depth, 0.05, 1e-9);
  expect_near(corner.normal, {0, 0, 1}, 1e-9);
  expect_near(corner.point, {0.3, 0.2, 0.475}, 1e-6);
  // An edge in the table.
  const Pose on_edge = rotation_about({1, 0, 0}, std::atan(1.0), {0.3, 0.2, 0.5 + std::sqrt(0.5) - 0.05});
  const ContactEstimate edge = estimate_contact(table, {}, cube, on_edge);
  EXPECT_NEAR(edge.depth, 0.05, 1e-9);
  expect_near(edge.normal, {0, 0, 1}, 1e-9);
  // Face in face, flush sides nowhere.
  const ContactEstimate face = estimate_contact(table, {}, cube, at(0.3, 0.2, 0.95));
  EXPECT_NEAR(face.depth, 0.05, 1e-9);
  expect_near(face.normal, {0, 0, 1}, 1e-9);
  // Edges that cross.
  const Pose low = rotation_about({1, 0, 0}, std::atan(1.0), {});
  const Pose high = rotation_about({0, 1, 0}, std::atan(1.0), {0.1, 0.2, std::sqrt(2.0) - 0.1});
  const ContactEstimate edges = estimate_contact(cube, low, cube, high);
  EXPECT_NEAR(edges.depth, 0.1, 1e-9);
  expect_near(edges.normal, {0, 0, 1}, 1e-9);
  expect_near(edges.point, {0.1, 0, std::sqrt(0.5) - 0.05}, 1e-9);
  for (const ContactEstimate& each : {corner, edge, face, edges}) expect_sound(each);
}

TEST(Estimate, OfCurvedMeshesLooksBeyondTheCrossing) {
  // The crossing is a circle; the deepest vertices lie far inside it.
  const Mesh ball = globe(1, 24);
  EstimateOptions options;
  options.effort = 1;  // around the poles there are too many crossings for less
  const ContactEstimate found = estimate_contact(ball, {}, ball, rotation({1, 0, 0, 0.1}, {0, 0.02, 1.9}), options);
  EXPECT_NEAR(found.depth, 0.1, 0.005);
  EXPECT_NEAR(found.normal.z, 1, 1e-3);
  EXPECT_LE(found.upper, 0.11);
  // On the sides there are fewer.
  const ContactEstimate aside = estimate_contact(ball, {}, ball, rotation({1, 0, 0.01, 0.1}, {1.95, 0.02, 0.02}));
  EXPECT_NEAR(aside.depth, 0.05, 0.006);
  EXPECT_GT(aside.normal.x, 0.99);
}

TEST(Estimate, OfConvexBodiesOnMeshes) {
  const Mesh table = mesh_of(box({6, 5, 1}));
  const Polytope rock = test_polytope(TestShape::Ellipsoid, 40, 3);
  const Pose pose = rotation({1, 0.3, 0.2, 0.1}, {0.2, 0.1, 0.9});
  const ContactEstimate found = estimate_contact(table, {}, rock, pose);
  const Penetration exact = penetration(Rounded(box({6, 5, 1})), {}, Rounded(rock), pose);
  EXPECT_NEAR(found.depth, exact.upper, 0.1 * exact.upper);
  expect_near(found.normal, {0, 0, 1}, 1e-9);
  expect_sound(found);
}

TEST(Estimate, MarginsTellGaps) {
  const Mesh cube = mesh_of(box({1, 1, 1}));
  const Shape shapes[] = {box({1, 1, 1}), cube, rounded(box({0.5, 0.5, 0.5}), 0.25)};
  for (const Shape& a : shapes)
    for (const Shape& b : shapes) {
      for (const double margin : {0.0, 0.1, -1.0, std::nan("")}) {
        EstimateOptions options;
        options.margin = margin;
        const ContactEstimate far = estimate_contact(a, {}, b, at(1.5, 0, 0), options);
        EXPECT_EQ(far.status(), Status::Separated);
        EXPECT_EQ(norm_one(far.normal), 0);
        EXPECT_LE(far.upper, 0);
        expect_sound(far);
      }
      for (const double margin : {0.5, 1.0, 1e9, kInfinity}) {
        EstimateOptions options;
        options.margin = margin;
        const ContactEstimate near = estimate_contact(a, {}, b, at(1.5, 0, 0), options);
        EXPECT_NEAR(near.depth, -0.5, 1e-9);
        EXPECT_LE(near.error(), 1e-6);
        expect_near(near.normal, {1, 0, 0}, 1e-9);
        expect_sound(near);
      }
    }
}

// ---- Degenerate -----------------------------------------------------------------------------------------------------

TEST(Estimate, OfTouchingBodies) {
  const Mesh cube = mesh_of(box({1, 1, 1}));
  const Shape shapes[] = {box({1, 1, 1}), cube};
  for (const Shape& a : shapes)
    for (const Shape& b : shapes)
      for (const Vec3 t : {Vec3{1, 0.25, 0}, Vec3{1, 1, 0}, Vec3{1, 1, 1}}) {
        const ContactEstimate found = estimate_contact(a, {}, b, translation(t));
        EXPECT_EQ(found.status(), Status::Touching);
        EXPECT_EQ(found.depth, 0);
        EXPECT_LE(found.error(), 0);
        EXPECT_GT(norm_one(found.normal), 0.5);
        expect_sound(found);
      }
}

TEST(Estimate, OfOneBodyInAnother) {
  const Mesh cube = mesh_of(box({4, 4, 4}));
  const Mesh small = mesh_of(box({1, 1, 1}));
  const ContactEstimate found = estimate_contact(cube, {}, small, at(1, 0.1, 0));
  EXPECT_EQ(found.status(), Status::Penetrating);
  EXPECT_NEAR(found.upper, 1.5, 1e-9);
  expect_near(found.normal, {1, 0, 0}, 1e-9);
  expect_sound(found);
  const ContactEstimate same = estimate_contact(cube, {}, cube, {});
  EXPECT_EQ(same.status(), Status::Penetrating);
  expect_sound(same);
  expect_sound(estimate_contact(box({1, 1, 1}), {}, box({1, 1, 1}), {}));
  expect_sound(estimate_contact(sphere(1), {}, sphere(1), {}));
}

TEST(Estimate, OfSurfacesIsHowFarToGo) {
  const Mesh sheet =
      make_mesh(std::vector<Vec3>{{-1, -1, 0}, {1, -1, 0}, {0, 1, 0}}, std::vector<MeshTriangle>{{0, 1, 2}}).value();
  const Shape cube = mesh_of(box({0.5, 0.5, 0.5}));
  for (const Shape& other : {cube, Shape(box({0.5, 0.5, 0.5})), Shape(sphere(0.25)), Shape(half_space({0, 0, 1}, 0))}) {
    const ContactEstimate found = estimate_contact(sheet, {}, other, {});
    EXPECT_EQ(found.status(), Status::Intersecting);
    EXPECT_EQ(found.lower, 0);
    expect_sound(found);
  }
}

TEST(Estimate, SizesAtTheEndsOfTheRange) {
  for (const double size : {1e-300, 1e-160, 1e-30, 1e30, 1e150, 1e298}) {
    const Polytope cube = box({size, size, size});
    const Mesh mesh = mesh_of(cube);
    for (const Shape& a : {Shape(cube), Shape(mesh)})
      for (const Vec3 shift : {Vec3{0.9, 0.1, 0.2}, Vec3{1, 0, 0}, Vec3{0, 0, 0}, Vec3{1.5, 0.1, 0}})
        for (const double margin : {0.0, 1e9}) {
          EstimateOptions options;
          options.margin = margin, options.effort = 2;
          expect_sound(estimate_contact(a, {}, mesh, translation(size * shift), options));
          expect_sound(estimate_contact(cube, {}, a, translation(size * shift), options));
        }
  }
}

TEST(Estimate, OfBoxesThatAreFlat) {
  for (const Vec3 edges : {Vec3{1, 1, 0}, Vec3{1, 0, 0}, Vec3{0, 0, 0}}) {
    expect_sound(estimate_contact(box({1, 1, 1}), {}, box(edges), at(0.3, 0.1, 0)));
    expect_sound(estimate_contact(box(edges), {}, box(edges), {}));
  }
}

// ---- Against penetration() ------------------------------------------------------------------------------------------

TEST(Estimate, BoxesAgreeWithPenetration) {
  Random random(17);
  int deep = 0;
  for (int round = 0; round < 3000; ++round) {
    const Polytope a = box({random.uniform(0.5, 2), random.uniform(0.5, 2), random.uniform(0.5, 2)});
    const Polytope b = box({random.uniform(0.5, 2), random.uniform(0.5, 2), random.uniform(0.5, 2)});
    // Some nearly parallel, down to roundings.
    const double tilt = round % 3 == 0 ? 1 : std::pow(10.0, -random.uniform(0, 17));
    const Pose pose_a = round % 2 == 0 ? Pose{} : random_pose(random, random_vector(random, 3));
    const Pose way =
        rotation({1, tilt * random.uniform(-1, 1), tilt * random.uniform(-1, 1), tilt * random.uniform(-1, 1)},
                 random_vector(random, 1.3));
    const Pose pose_b = pose_a * way;
    const ContactEstimate found = estimate_contact(a, pose_a, b, pose_b);
    expect_sound(found);
    const Penetration tight = penetration(a, pose_a, b, pose_b);
    ASSERT_EQ(found.status(), tight.status);
    if (tight.status != Status::Penetrating) continue;
    ++deep;
    EXPECT_LE(found.lower, tight.upper);
    EXPECT_GE(found.upper, tight.lower);
    EXPECT_LE(found.error(), 0.1 * found.upper);
    EXPECT_NEAR(found.depth, tight.upper, 0.1 * tight.upper + 1e-12);
  }
  EXPECT_GT(deep, 1000);
}

TEST(Estimate, HullsAreAsNarrowAsAsked) {
  Random random(19);
  for (const double share : {0.5, 0.1, 0.01, 0.0, -1.0})
    for (int round = 0; round < 60; ++round) {
      const Polytope a = test_polytope(TestShape::Ellipsoid, 30, static_cast<std::uint64_t>(round) + 1);
      const Polytope b = test_polytope(TestShape::Rod, 60, static_cast<std::uint64_t>(round) + 1);
      const Pose pose_a = random_pose(random, {}), pose_b = random_pose(random, random_vector(random, 0.6));
      EstimateOptions options;
      options.relative = share;
      const ContactEstimate found = estimate_contact(a, pose_a, b, pose_b, options);
      const Penetration tight = penetration(a, pose_a, b, pose_b);
      ASSERT_EQ(found.status(), tight.status);
      expect_sound(found);
      if (tight.status != Status::Penetrating) continue;
      EXPECT_LE(found.lower, tight.upper);
      EXPECT_GE(found.upper, tight.lower);
      EXPECT_LE(found.upper - found.lower, larger(share, 1e-8) * found.upper + 1e-12);
    }
}

TEST(Estimate, UpperEndsEndThePenetrationOfMeshes) {
  Random random(23);
  const Mesh ball = globe(1, 10), bar = mesh_of(box({3, 0.4, 0.5}));
  std::vector<PartShape> given;
  given.emplace_back(ball);
  given.emplace_back(Rounded(convex_hull(std::vector<Vec3>{{0.8, 0, 0}, {2, 0, 0}, {1, 1, 0}, {1.5, 0, 1}}).value()));
  const Shape shapes[] = {ball, bar, make_parts(given).value(), test_polytope(TestShape::Plate, 30, 2),
                          rounded(box({0.5, 0.5, 0.5}), 0.2)};
  int seen = 0;
  for (const Shape& a : shapes)
    for (const Shape& b : shapes)
      for (int round = 0; round < 12; ++round) {
        const Pose pose_a = random_pose(random, {}), pose_b = random_pose(random, random_vector(random, 1.2));
        EstimateOptions options;
        options.effort = round % 3;
        const ContactEstimate found = estimate_contact(a, pose_a, b, pose_b, options);
        expect_sound(found);
        EXPECT_EQ(found.status(), intersects(a, pose_a, b, pose_b).status);
        if (found.status() != Status::Penetrating) continue;
        ++seen;
        EXPECT_GT(norm_one(found.normal), 0.5);
        EXPECT_LE(norm(found.translation), found.upper * (1 + 1e-12));
        // A hair beyond, against the rounding of the moved pose.
        const Pose there = moved_to(pose_b, pose_b.translation() + (1 + 1e-9) * found.translation).value();
        EXPECT_NE(intersects(a, pose_a, b, there).status, Status::Penetrating);
        const Penetration tight = penetration(a, pose_a, b, pose_b);
        EXPECT_GE(found.upper, tight.lower * (1 - 1e-9));
        EXPECT_LE(found.lower, tight.upper * (1 + 1e-9));
      }
  EXPECT_GT(seen, 100);
}

// ---- Invariance -----------------------------------------------------------------------------------------------------

TEST(Estimate, SwappedBodiesTurnTheNormal) {
  Random random(29);
  const Mesh ball = globe(1, 10), bar = mesh_of(box({3, 0.4, 0.5}));
  const Shape shapes[] = {ball, bar, box({1, 1, 1}), test_polytope(TestShape::Plate, 30, 2), half_space({0, 0, 1}, 0)};
  for (const Shape& a : shapes)
    for (const Shape& b : shapes)
      for (int round = 0; round < 4; ++round) {
        const Pose pose_a = random_pose(random, {}), pose_b = random_pose(random, random_vector(random, 1.2));
        const ContactEstimate one = estimate_contact(a, pose_a, b, pose_b),
                              other = estimate_contact(b, pose_b, a, pose_a);
        EXPECT_EQ(one.status(), other.status());
        if (one.status() != Status::Penetrating ||
            std::holds_alternative<Rounded>(a) == std::holds_alternative<Rounded>(b))
          continue;
        EXPECT_NEAR(one.depth, other.depth, 1e-6 * one.depth);
        expect_near(one.normal, -other.normal, 1e-6);
      }
}

TEST(Estimate, ScalesWithPowersOfTwo) {
  const Pose turn = rotation({1, 0.2, 0.3, 0.1}, {});
  ContactEstimate before;
  for (const double scale : {0x1p-40, 1.0, 0x1p60}) {
    const Mesh mesh = mesh_of(box({3 * scale, 0.4 * scale, 0.5 * scale}));
    const ContactEstimate found = estimate_contact(mesh, {}, mesh, moved_to(turn, scale * Vec3{0.5, 0.2, 0.3}).value());
    EXPECT_EQ(found.status(), Status::Penetrating);
    if (before.status() != Status::NotAsked) {
      EXPECT_NEAR(found.depth / scale, before.depth, 1e-12);
      expect_near(found.normal, before.normal, 1e-12);
    }
    before = found;
    before.depth /= scale;
  }
}

}  // namespace
}  // namespace clearance
