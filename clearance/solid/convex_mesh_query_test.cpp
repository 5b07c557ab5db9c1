#include <clearance/solid/convex_mesh_query.h>

#include <clearance/base/random.h>
#include <clearance/build/convex_hull.h>
#include <clearance/build/mesh.h>
#include <clearance/build/primitives.h>
#include <clearance/convex/query.h>
#include <clearance/mesh/point.h>
#include <clearance/proof/check_mesh.h>
#include <clearance/proof/check_shapes.h>
#include <clearance/solid/convex_mesh_query_parts.h>
#include <clearance/solid/mesh_cache.h>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace clearance::detail {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

Status status_of(const Rounded& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b = {}) {
  return intersects(a, pose_a, b, pose_b).status;
}

Vec3 point_of(const ExactPoint& point) {
  EXPECT_EQ(point.count, 1);
  return {point.x[0], point.y[0], point.z[0]};
}

// [0, 2]³ without [1, 2] × [0, 2] × [1, 2]: a step, whose notch is a right angle along y.
Mesh step(const MeshOptions& options = {}) {
  const std::vector<Vec3> profile = {{0, 0, 0}, {2, 0, 0}, {2, 0, 1}, {1, 0, 1}, {1, 0, 2}, {0, 0, 2}};
  std::vector<Vec3> vertices = profile;
  for (const Vec3& v : profile) vertices.push_back({v.x, 2, v.z});
  std::vector<MeshTriangle> triangles;
  for (std::uint32_t k = 0; k < 6; ++k) {
    const std::uint32_t next = (k + 1) % 6;
    triangles.push_back({k, next, next + 6});
    triangles.push_back({k, next + 6, k + 6});
  }
  for (const MeshTriangle& t : {MeshTriangle{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 5}}) {
    triangles.push_back({t[0], t[2], t[1]});
    triangles.push_back({t[0] + 6, t[1] + 6, t[2] + 6});
  }
  for (MeshTriangle& t : triangles) std::swap(t[1], t[2]);
  const MeshFacts facts = mesh_facts(vertices, triangles);
  if (facts.volume_sign < 0)
    for (MeshTriangle& t : triangles) std::swap(t[1], t[2]);
  return make_mesh(vertices, triangles, options).value();
}

Mesh cube_mesh(double side = 1) { return mesh_of(box({side, side, side})); }

// ---- By hand --------------------------------------------------------------------------------------------------------

TEST(ConvexMeshQuery, CubesByHand) {
  const Mesh solid = cube_mesh();
  const Rounded cube = box({1, 1, 1});
  EXPECT_EQ(status_of(cube, {}, solid, translation({2, 0, 0})), Status::Separated);
  EXPECT_EQ(status_of(cube, {}, solid, translation({1, 0, 0})), Status::Touching);
  EXPECT_EQ(status_of(cube, {}, solid, translation({1, 1, 0})), Status::Touching);
  EXPECT_EQ(status_of(cube, {}, solid, translation({1, 1, 1})), Status::Touching);
  EXPECT_EQ(status_of(cube, {}, solid, translation({std::nextafter(1, 0), 0, 0})), Status::Penetrating);
  EXPECT_EQ(status_of(cube, {}, solid, translation({std::nextafter(1, 2), 0, 0})), Status::Separated);
  EXPECT_EQ(status_of(cube, {}, solid, {}), Status::Penetrating);
  EXPECT_EQ(status_of(box({0.25, 0.25, 0.25}), {}, solid, {}), Status::Penetrating);  // the hull within the mesh
  EXPECT_EQ(status_of(box({4, 4, 4}), {}, solid, {}), Status::Penetrating);           // the mesh within the hull

  const Distance gap = distance(cube, {}, solid, translation({3, 0, 0}));
  EXPECT_EQ(gap.status, Status::Separated);
  EXPECT_LE(gap.lower, 2);
  EXPECT_GE(gap.upper, 2);
  EXPECT_LE(gap.upper - gap.lower, 1e-8);
  EXPECT_EQ(gap.certificate.kind, Certificate::Kind::Cover);
  EXPECT_EQ(compare_distance(cube, {}, solid, translation({3, 0, 0}), 2), 0);
  EXPECT_EQ(compare_distance(cube, {}, solid, translation({3, 0, 0}), std::nextafter(2, 0)), 1);
  EXPECT_EQ(compare_distance(cube, {}, solid, translation({3, 0, 0}), std::nextafter(2, 3)), -1);
  EXPECT_EQ(compare_distance(cube, {}, solid, translation({1, 0, 0}), 0), 0);
}

TEST(ConvexMeshQuery, AStepHasANotchThatIsNotInIt) {
  const Mesh solid = step();
  ASSERT_TRUE(solid.is_solid());
  const Rounded cube = box({0.5, 0.5, 0.5});
  EXPECT_EQ(status_of(cube, translation({1.5, 1, 1.5}), solid), Status::Separated);
  EXPECT_EQ(status_of(cube, translation({1.25, 1, 1.5}), solid), Status::Touching);
  EXPECT_EQ(status_of(cube, translation({1.25, 1, 1.25}), solid), Status::Touching);  // in the corner of the notch
  EXPECT_EQ(status_of(cube, translation({std::nextafter(1.25, 0), 1, 1.25}), solid), Status::Penetrating);
  EXPECT_EQ(status_of(cube, translation({0.5, 1, 0.5}), solid), Status::Penetrating);  // inside
  const Distance gap = distance(cube, translation({1.5, 1, 1.625}), solid, {});
  EXPECT_LE(gap.lower, 0.25);
  EXPECT_GE(gap.upper, 0.25);
  EXPECT_NEAR(gap.upper, 0.25, 1e-9);
}

// A segment, a polygon, a point: no inside of their own, so that any common point is an intersection.
TEST(ConvexMeshQuery, FlatBodiesIntersect) {
  const Mesh solid = step();
  const Rounded point = convex_hull(std::vector<Vec3>{{0, 0, 0}}).value();
  const Rounded segment = convex_hull(std::vector<Vec3>{{-0.25, 0, 0}, {0.25, 0, 0}}).value();
  const Intersection within = intersects(segment, translation({0.5, 1, 0.5}), solid, {});
  EXPECT_EQ(within.status, Status::Intersecting);
  ASSERT_EQ(within.certificate.kind, Certificate::Kind::Inside);
  EXPECT_EQ(within.certificate.mesh.inside_of, Body::A);
  EXPECT_EQ(status_of(segment, translation({1.25, 1, 1.5}), solid), Status::Intersecting);  // its end on a face
  EXPECT_EQ(status_of(segment, translation({1.5, 1, 1.5}), solid), Status::Separated);
  EXPECT_EQ(status_of(point, translation({1, 1, 1.5}), solid), Status::Intersecting);
  EXPECT_EQ(status_of(point, translation({0.5, 0.5, 0.5}), solid), Status::Intersecting);
  EXPECT_EQ(status_of(point, translation({std::nextafter(1, 2), 1, 1.5}), solid), Status::Separated);
}

TEST(ConvexMeshQuery, ASurfaceHasNoInside) {
  const Mesh surface = step({.kind = MeshKind::Surface});
  const Rounded cube = box({0.5, 0.5, 0.5});
  EXPECT_EQ(status_of(cube, translation({0.5, 1, 0.5}), surface), Status::Separated);
  EXPECT_EQ(status_of(cube, translation({1.25, 1, 1.5}), surface), Status::Intersecting);
  EXPECT_EQ(status_of(cube, translation({1, 1, 1.5}), surface), Status::Intersecting);
  const Distance gap = distance(cube, translation({0.5, 1, 0.5}), surface, {});
  EXPECT_EQ(gap.status, Status::Separated);
  EXPECT_NEAR(gap.upper, 0.25, 1e-9);
}

TEST(ConvexMeshQuery, RoundedBodiesAreJudgedByTheirRadius) {
  const Mesh solid = step();
  const Rounded ball = rounded(convex_hull(std::vector<Vec3>{{0, 0, 0}}).value(), 0.25);
  EXPECT_EQ(status_of(ball, translation({1.5, 1, 1.5}), solid), Status::Separated);
  EXPECT_EQ(status_of(ball, translation({1.25, 1, 1.5}), solid), Status::Touching);
  EXPECT_EQ(status_of(ball, translation({std::nextafter(1.25, 0), 1, 1.5}), solid), Status::Penetrating);
  EXPECT_EQ(status_of(ball, translation({std::nextafter(1.25, 2), 1, 1.5}), solid), Status::Separated);
  EXPECT_EQ(status_of(ball, translation({0.5, 1, 0.5}), solid), Status::Penetrating);
  EXPECT_EQ(status_of(ball, translation({1.25, 1, 1.5}), step({.kind = MeshKind::Surface})), Status::Intersecting);
  const Penetration depth = penetration(ball, translation({1.125, 1, 1.5}), solid, {});
  EXPECT_EQ(depth.status, Status::Penetrating);
  EXPECT_LE(depth.lower, 0.125);
  EXPECT_GE(depth.upper, 0.125);
}

// ---- Degenerate -----------------------------------------------------------------------------------------------------

// A cube with a leaf that sticks out of it: one triangle, there and back. It is part of the solid as a set, and bounds
// nothing.
Mesh cube_with_fin() {
  const Polytope cube = box({1, 1, 1});
  std::vector<Vec3> vertices;
  for (int v = 0; v < 8; ++v) vertices.push_back(cube.vertex(v));
  std::vector<MeshTriangle> triangles = boundary_triangles(cube);
  for (const Vec3& v : {Vec3{2, 0, 0}, {4, 0, 0}, {3, 1, 0}}) vertices.push_back(v);
  triangles.push_back({8, 9, 10});
  triangles.push_back({8, 10, 9});
  return make_mesh(vertices, triangles).value();
}

TEST(ConvexMeshQuery, AFinTouchesOnly) {
  const Mesh solid = cube_with_fin();
  ASSERT_TRUE(solid.is_solid());
  const Rounded cube = box({0.5, 0.5, 0.5}), ball = rounded(box({0.1, 0.1, 0.1}), 0.25);
  EXPECT_EQ(status_of(cube, translation({3, 0.5, 0}), solid), Status::Touching);
  EXPECT_EQ(status_of(ball, translation({3, 0.5, 0}), solid), Status::Touching);
  EXPECT_EQ(status_of(cube, translation({3, 0.5, 0.25}), solid), Status::Touching);
  EXPECT_EQ(status_of(cube, translation({3, 0.5, 0.5}), solid), Status::Separated);
  EXPECT_EQ(status_of(box({9, 9, 9}), {}, solid), Status::Penetrating);  // the cube is in it as well
}

// [0, n]² × [−1, 0] with a square grid on top; `bump` lifts one vertex of it.
Mesh slab(std::uint32_t n, double bump) {
  std::vector<Vec3> vertices;
  for (std::uint32_t k = 0; k < 2; ++k)
    for (std::uint32_t i = 0; i <= n; ++i)
      for (std::uint32_t j = 0; j <= n; ++j)
        vertices.push_back({double(i), double(j), k == 0 ? -1 : i == n / 2 && j == n / 2 ? bump : 0});
  const auto at = [&](std::uint32_t i, std::uint32_t j, std::uint32_t k) { return (k * (n + 1) + i) * (n + 1) + j; };
  std::vector<MeshTriangle> triangles;
  const auto add = [&](std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
    triangles.push_back({a, b, c});
    triangles.push_back({a, c, d});
  };
  for (std::uint32_t i = 0; i < n; ++i) {
    for (std::uint32_t j = 0; j < n; ++j) {
      add(at(i, j, 1), at(i + 1, j, 1), at(i + 1, j + 1, 1), at(i, j + 1, 1));
      add(at(i, j, 0), at(i, j + 1, 0), at(i + 1, j + 1, 0), at(i + 1, j, 0));
    }
    add(at(i, 0, 0), at(i + 1, 0, 0), at(i + 1, 0, 1), at(i, 0, 1));
    add(at(i + 1, n, 0), at(i, n, 0), at(i, n, 1), at(i + 1, n, 1));
    add(at(0, i + 1, 0), at(0, i, 0), at(0, i, 1), at(0, i + 1, 1));
    add(at(n, i, 0), at(n, i + 1, 0), at(n, i + 1, 1), at(n, i, 1));
  }
  return make_mesh(vertices, triangles, {.kind = MeshKind::Solid}).value();
}

// Hundreds of triangles touch at once, and one that does not is not overlooked among them.
TEST(ConvexMeshQuery, FlushFacesAreToldFromOneThatReachesIn) {
  const Mesh flat = slab(20, 0), bumpy = slab(20, 0x1p-40), dented = slab(20, -0x1p-40);
  const Rounded cube = box({8, 8, 1}), pillow = rounded(box({8, 8, 0.5}), 0.25);
  const Pose turned = rotation({2, 0, 0, 1}, {10.5, 10.25, 0.5});  // about z, rationally
  for (const Rounded& body : {cube, pillow})
    for (const Pose& pose : {translation({10.5, 10.25, 0.5}), turned}) {
      EXPECT_EQ(status_of(body, pose, flat), Status::Touching);
      EXPECT_EQ(status_of(body, pose, bumpy), Status::Penetrating);
      EXPECT_EQ(status_of(body, pose, dented), Status::Touching);
      const Distance gap = distance(body, pose, flat, translation({0, 0, -0.5}));
      EXPECT_LE(gap.lower, 0.5);
      EXPECT_GE(gap.upper, 0.5);
      EXPECT_LE(gap.upper - gap.lower, 1e-9 * gap.upper);
      EXPECT_EQ(compare_distance(body, pose, flat, translation({0, 0, -0.5}), 0.5), 0);
    }
  // On the bump alone, by a vertex of the mesh.
  EXPECT_EQ(status_of(cube, translation({10.5, 10.25, 0.5 + 0x1p-40}), bumpy), Status::Touching);
  EXPECT_EQ(status_of(cube, translation({10.5, 10.25, 0.5 + 0x1p-39}), bumpy), Status::Separated);
}

// 0.1 and 0.4 are doubles that lie a little above: the pillow is in the slab by 10⁻¹⁷, where no double is.
TEST(ConvexMeshQuery, PenetrationTooThinForDoublesIsStillSeen) {
  const Rounded pillow = rounded(box({2, 2, 0.8}), 0.1);
  EXPECT_EQ(status_of(pillow, translation({10.5, 10.25, 0.5}), slab(20, 0)), Status::Penetrating);
}

TEST(ConvexMeshQuery, TrianglesWithoutAreaAreSegmentsAndPoints) {
  const std::vector<Vec3> vertices = {{0, 0, 0}, {1, 0, 0}, {3, 0, 0}, {9, 9, 9}};
  const std::vector<MeshTriangle> triangles = {{0, 2, 1}, {3, 3, 3}};
  const Mesh surface = make_mesh(vertices, triangles).value();
  const Rounded cube = box({1, 1, 1});
  EXPECT_EQ(status_of(cube, translation({2, 0.5, 0}), surface), Status::Intersecting);
  EXPECT_EQ(status_of(cube, translation({2, std::nextafter(0.5, 1), 0}), surface), Status::Separated);
  EXPECT_EQ(status_of(cube, translation({3.5, 0, 0}), surface), Status::Intersecting);
  EXPECT_EQ(status_of(cube, translation({9.5, 9.5, 9.5}), surface), Status::Intersecting);
  const Distance gap = distance(cube, translation({5, 0, 0}), surface, {});
  EXPECT_EQ(compare_distance(cube, translation({5, 0, 0}), surface, {}, 1.5), 0);
  EXPECT_EQ(gap.triangle_b, 0u);
}

TEST(ConvexMeshQuery, OnlyBelowStopsWhereTheDistanceIsBeyond) {
  const Mesh solid = cube_mesh();
  const Rounded cube = box({1, 1, 1});
  const Distance far = distance(cube, {}, solid, translation({3, 0, 0}), DistanceOptions{.only_below = 1});
  EXPECT_EQ(far.status, Status::Separated);
  EXPECT_GE(far.lower, 1);
  EXPECT_LE(far.lower, 2);
  EXPECT_EQ(far.upper, kInfinity);
  EXPECT_FALSE(far.has_witness);
  EXPECT_NEAR(distance(cube, {}, solid, translation({3, 0, 0}), DistanceOptions{.only_below = 2.5}).upper, 2, 1e-9);
}

// ---- Against others -------------------------------------------------------------------------------------------------

Vec3 random_vec(Random& random, double half) {
  return {random.uniform(-half, half), random.uniform(-half, half), random.uniform(-half, half)};
}
Pose lattice_pose(Random& random) {
  const auto half = [&] { return 0.5 * (static_cast<double>(random.below(5)) - 2); };
  const double x = half(), y = half(), z = half();
  return translation({x, y, z});
}
Pose random_pose(Random& random, double half) {
  const Vec3 at = random_vec(random, half);
  const Quat q{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(0.1, 1)};
  switch (random.below(4)) {
    case 0:
      return translation({std::round(2 * at.x) / 2, std::round(2 * at.y) / 2, std::round(2 * at.z) / 2});
    case 1: {
      Mat3 m = rotation(q).rotation();
      m.row[0] = 1.00002 * m.row[0];
      return Pose::from_matrix(m, at).value();
    }
    default:
      return rotation(q, at);
  }
}

// As the checker wants bodies: vertices by the numbers that certificates use.
struct Checked {
  Checked(const Rounded& body, const Pose& pose) {
    for (int v = 0; v < body.core().vertex_count(); ++v) points.push_back(body.core().vertex(v));
    triangles = boundary_triangles(body.core());
    posed = {PosedBody::Kind::Convex, {{points, body.radius(), triangles}}, pose};
  }
  Checked(const Mesh& mesh, const Pose& pose)
      : points(mesh.vertices().begin(), mesh.vertices().end()), triangles(mesh.triangles_as_given()) {
    posed = {mesh.is_solid() ? PosedBody::Kind::Solid : PosedBody::Kind::Surface, {{points, 0, triangles}}, pose};
  }

  std::vector<Vec3> points;
  std::vector<MeshTriangle> triangles;
  PosedBody posed;
};

void expect_shown(const Intersection& met, const Rounded& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b) {
  if (met.status == Status::Penetrating) {
    ASSERT_EQ(met.certificate.kind, Certificate::Kind::Interior);
    EXPECT_EQ(locate(b, pose_b, point_of(met.certificate.mesh.point)), PointLocation::Inside);
  }
  const Checked body_a(a, pose_a), body_b(b, pose_b);
  const CheckResult checked = check_claim(claim_of(met), body_a.posed, body_b.posed);
  // That touching solids do not penetrate has no proof, nor has tangency; a cover is made on demand.
  const bool is_open = checked.missing == Missing::Cover || checked.missing == Missing::Disjointness ||
                       (a.radius() > 0 && met.status != Status::Penetrating && checked.missing == Missing::Certificate);
  EXPECT_TRUE(checked || is_open) << checked.reason;
}

// A convex solid as a mesh has the answers of the convex queries.
TEST(ConvexMeshQuery, ConvexMeshesAgreeWithConvexQueries) {
  Random random(1);
  const Polytope shapes[] = {box({1, 1, 1}), test_polytope(TestShape::Ellipsoid, 40, 1),
                             test_polytope(TestShape::Rod, 30, 2)};
  int count[kStatusCount] = {};
  for (int trial = 0; trial < 1500; ++trial) {
    const bool lattice = random.below(4) == 0;  // cubes at multiples of a half: many touch
    const Polytope &core = shapes[lattice ? 0 : random.below(3)], &other = shapes[lattice ? 0 : random.below(3)];
    const Rounded a = random.below(3) == 0 ? rounded(core, 0.25) : Rounded(core);
    const auto anywhere = [&] { return lattice ? lattice_pose(random) : random_pose(random, 1.2); };
    const Pose pose_a = anywhere(), pose_b = anywhere();
    const Mesh b = mesh_of(other);
    const Intersection expected = intersects(a, pose_a, Rounded(other), pose_b),
                       found = intersects(a, pose_a, b, pose_b);
    ASSERT_EQ(found.status, expected.status) << trial;
    expect_shown(found, a, pose_a, b, pose_b);
    ++count[static_cast<int>(found.status)];
    const Distance gap = distance(a, pose_a, Rounded(other), pose_b);
    const Distance mesh_gap = distance(a, pose_a, b, pose_b);
    ASSERT_EQ(mesh_gap.status, expected.status);
    EXPECT_LE(mesh_gap.lower, gap.upper) << trial;
    EXPECT_GE(mesh_gap.upper, gap.lower) << trial;
    EXPECT_LE(mesh_gap.upper - mesh_gap.lower, 1e-9 * mesh_gap.upper + 1e-12) << trial;
    if (gap.status == Status::Separated) {
      EXPECT_LE(compare_distance(a, pose_a, b, pose_b, mesh_gap.upper), 0);
      EXPECT_GE(compare_distance(a, pose_a, b, pose_b, mesh_gap.lower), 0);
    }
  }
  EXPECT_GT(count[static_cast<int>(Status::Separated)], 100);
  EXPECT_GT(count[static_cast<int>(Status::Penetrating)], 100);
  EXPECT_GT(count[static_cast<int>(Status::Touching)], 30);
}

// A star: every vertex of a ball in or out by chance, so that most of it is not convex.
Mesh star(std::uint64_t seed) {
  Random random(seed);
  const Polytope ball = test_polytope(TestShape::Ellipsoid, 80, seed);
  std::vector<Vec3> vertices;
  for (int v = 0; v < ball.vertex_count(); ++v) vertices.push_back(random.uniform(0.4, 1.2) * ball.vertex(v));
  std::vector<MeshTriangle> triangles;
  for (int f = 0; f < ball.face_count(); ++f)
    for (std::size_t k = 2; k < ball.face(f).size(); ++k)
      triangles.push_back({ball.face(f)[0], ball.face(f)[k - 1], ball.face(f)[k]});
  return make_mesh(vertices, triangles, {.kind = MeshKind::Solid}).value();
}

// Every triangle as a convex body of its own, and a point of the body where none is met.
TEST(ConvexMeshQuery, StarsAgreeWithLoopsOverTheirTriangles) {
  Random random(2);
  const Mesh b = star(5);
  std::vector<Polytope> triangles;
  for (std::uint32_t t = 0; t < b.triangle_count(); ++t)
    triangles.push_back(convex_hull(std::vector<Vec3>{b.vertex(b.triangle(t)[0]), b.vertex(b.triangle(t)[1]),
                                                      b.vertex(b.triangle(t)[2])})
                            .value());
  for (int trial = 0; trial < 300; ++trial) {
    const Polytope core = box({random.uniform(0.1, 0.6), random.uniform(0.1, 0.6), random.uniform(0.1, 0.6)});
    const Rounded a = random.below(3) == 0 ? rounded(core, 0.1) : Rounded(core);
    const Pose pose_a = random_pose(random, 1.4), pose_b = random_pose(random, 0.2);
    bool meets = false, reaches = false;
    double lower = kInfinity, upper = kInfinity;
    for (const Polytope& triangle : triangles) {
      const Distance gap = distance(a, pose_a, Rounded(triangle), pose_b);
      meets = meets || gap.status != Status::Separated;
      reaches = reaches || gap.status == Status::Penetrating;
      lower = std::min(lower, gap.lower), upper = std::min(upper, gap.upper);
    }
    const bool inside = locate(b, pose_b, core.vertex(0), pose_a) == PointLocation::Inside;
    const Status expected = reaches || (!meets && inside) ? Status::Penetrating
                            : meets                       ? Status::Touching
                                                          : Status::Separated;
    MeshCache cache;
    for (int again = 0; again < 2; ++again) {
      const Intersection found = intersects(a, pose_a, b, pose_b, cache);
      ASSERT_EQ(found.status, expected) << trial;
      expect_shown(found, a, pose_a, b, pose_b);
      const Distance gap = distance(a, pose_a, b, pose_b, cache);
      ASSERT_EQ(gap.status, expected);
      if (expected != Status::Separated) continue;
      EXPECT_LE(gap.lower, upper);
      EXPECT_GE(gap.upper, lower);
      EXPECT_LE(gap.upper, upper * (1 + 1e-9));
    }
    if (trial % 4 != 0) continue;
    const Penetration depth = penetration(a, pose_a, b, pose_b);
    ASSERT_EQ(depth.status, expected);
    EXPECT_LE(depth.lower, depth.upper);
    if (expected != Status::Penetrating) continue;
    // Moved out by a hair more than that, they are apart.
    const Pose moved =
        rotation(pose_b.quaternion(), pose_b.translation() + (depth.upper * (1 + 1e-9)) * depth.direction);
    if (pose_b.kind() == Pose::Kind::Quaternion) {
      EXPECT_NE(status_of(a, pose_a, b, moved), Status::Penetrating) << trial;
    }
  }
}

// Most faces are told in the body's own frame; the rest as they are turned. A hair from a face, and on it.
TEST(ConvexMeshQuery, StrictlyInsideAsExactNumbersSay) {
  const Polytope egg = test_polytope(TestShape::Ellipsoid, 120, 3), thin = box({1, 1, 1e-9});
  Random random(19);
  for (const Rounded& body : {Rounded(egg), Rounded(thin), Rounded(box({1, 2, 3}))})
    for (int round = 0; round < 200; ++round) {
      const auto number = [&](double size) { return random.uniform(-size, size); };
      const Vec3 at{number(10), number(10), number(1e5)};
      const Pose pose = round % 4 == 0 ? translation(at) : rotation({number(1), number(1), number(1), number(1)}, at);
      const Polytope& core = body.core();
      const auto loop = core.face(static_cast<int>(random.below(static_cast<std::uint64_t>(core.face_count()))));
      Vec3 on;
      double total = 0;
      for (const std::uint32_t v : loop) {
        const double weight = random.uniform(0, 1);
        on = on + weight * core.vertex(static_cast<int>(v)), total += weight;
      }
      on = on / total;
      const double part = round % 3 == 0 ? 0 : std::ldexp(number(1), -static_cast<int>(random.below(60)));
      const Vec3 p = apply(pose, on + part * (core.center() - on));
      EXPECT_EQ(strictly_inside(body, pose, p), strictly_inside(body, pose, exact(p), 1)) << round;
    }
}

}  // namespace
}  // namespace clearance::detail
