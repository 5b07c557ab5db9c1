#include <clearance/solid/mesh_query.h>

#include <clearance/base/random.h>
#include <clearance/build/convex_hull.h>
#include <clearance/build/mesh.h>
#include <clearance/build/primitives.h>
#include <clearance/convex/query.h>
#include <clearance/mesh/point.h>
#include <clearance/mesh/triangle_pair.h>
#include <clearance/solid/contact.h>
#include <clearance/solid/mesh_cache.h>
#include <clearance/solid/mesh_pair.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace clearance::detail {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

Mesh cube(double side) { return mesh_of(box({side, side, side})); }

// Triangles around a wavy sheet: small ones, a few large, some without area.
Mesh soup(std::uint64_t seed, int count, double size) {
  Random random(seed);
  std::vector<Vec3> vertices;
  std::vector<MeshTriangle> triangles;
  for (int i = 0; i < count; ++i) {
    const Vec3 at{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-0.2, 0.2)};
    const double reach = random.below(10) == 0 ? 0.8 : 0.15;
    const auto first = static_cast<std::uint32_t>(vertices.size());
    for (int k = 0; k < 3; ++k)
      vertices.push_back(size * (at + Vec3{random.uniform(-reach, reach), random.uniform(-reach, reach),
                                           random.uniform(-reach, reach)}));
    triangles.push_back({first, first + 1, random.below(12) == 0 ? first : first + 2});
  }
  return make_mesh(vertices, triangles).value();
}

Quat random_turn(Random& random) {
  return {random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
}
Pose random_pose(Random& random, double reach) {
  const Vec3 t{random.uniform(-reach, reach), random.uniform(-reach, reach), random.uniform(-reach, reach)};
  const Pose turned = rotation(random_turn(random), t);
  // A matrix that stretches a little is a pose, too.
  if (random.below(4) != 0) return turned;
  Mat3 m = turned.rotation();
  m.row[0] = 1.00002 * m.row[0];
  return Pose::from_matrix(m, t).value();
}

TriangleAt triangle_at(const Mesh& mesh, const Pose& pose, std::uint32_t t) {
  const MeshTriangle& v = mesh.triangle(t);
  return {{mesh.vertex(v[0]), mesh.vertex(v[1]), mesh.vertex(v[2])}, pose};
}

std::set<std::pair<std::uint32_t, std::uint32_t>> all_meeting(const Mesh& a, const Pose& pose_a, const Mesh& b,
                                                              const Pose& pose_b) {
  std::set<std::pair<std::uint32_t, std::uint32_t>> met;
  for (std::uint32_t i = 0; i < a.triangle_count(); ++i)
    for (std::uint32_t k = 0; k < b.triangle_count(); ++k)
      if (triangle_relation_exact(triangle_at(a, pose_a, i), triangle_at(b, pose_b, k)) != TriangleRelation::Apart)
        met.emplace(a.id(i), b.id(k));
  return met;
}

Polytope hull_of(const Mesh& mesh, std::uint32_t t) {
  const MeshTriangle& v = mesh.triangle(t);
  const Vec3 corners[] = {mesh.vertex(v[0]), mesh.vertex(v[1]), mesh.vertex(v[2])};
  return convex_hull(corners).value();
}

// The least distance over all pairs of triangles, each proved as a convex pair.
Bracket least_distance(const Mesh& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b) {
  Bracket least{kInfinity, kInfinity};
  std::vector<Polytope> of_b;
  for (std::uint32_t k = 0; k < b.triangle_count(); ++k) of_b.push_back(hull_of(b, k));
  for (std::uint32_t i = 0; i < a.triangle_count(); ++i) {
    const Polytope of_a = hull_of(a, i);
    for (const Polytope& other : of_b) {
      const Distance d = distance(of_a, pose_a, other, pose_b);
      least = {std::min(least.lower, d.lower), std::min(least.upper, d.upper)};
    }
  }
  return least;
}

// ---- By hand -----------------------------------------------------------------------------------------------------

TEST(MeshQuery, TellsCubesApart) {
  const Mesh a = cube(2), b = cube(1);
  const Distance gap = distance(a, {}, b, translation({3, 0.25, 0}));
  EXPECT_EQ(gap.status, Status::Separated);
  EXPECT_LE(gap.lower, 1.5);
  EXPECT_GE(gap.upper, 1.5);
  EXPECT_LE(gap.upper - gap.lower, 1e-9);
  EXPECT_TRUE(gap.has_witness);
  EXPECT_NEAR(gap.point_a.x, 1, 1e-12);
  EXPECT_NEAR(gap.point_b.x, 2.5, 1e-12);
  EXPECT_EQ(gap.certificate.kind, Certificate::Kind::Cover);
  EXPECT_EQ(intersects(a, {}, b, translation({3, 0, 0})).status, Status::Separated);
}

TEST(MeshQuery, TellsTouchingFromPenetratingCubes) {
  const Mesh a = cube(2), b = cube(1);
  EXPECT_EQ(intersects(a, {}, b, translation({1.5, 0, 0})).status, Status::Touching);
  EXPECT_EQ(intersects(a, {}, b, translation({std::nextafter(1.5, 2), 0, 0})).status, Status::Separated);
  const Intersection deep = intersects(a, {}, b, translation({std::nextafter(1.5, 1), 0, 0}));
  EXPECT_EQ(deep.status, Status::Penetrating);
  EXPECT_EQ(deep.certificate.kind, Certificate::Kind::Interior);
}

TEST(MeshQuery, SeesASolidInsideAnother) {
  const Mesh a = cube(2), b = cube(1);
  const Intersection inside = intersects(a, {}, b, translation({0.1, 0, 0}));
  EXPECT_EQ(inside.status, Status::Penetrating);
  EXPECT_EQ(inside.certificate.kind, Certificate::Kind::Interior);
  EXPECT_EQ(distance(a, {}, b, {}).status, Status::Penetrating);
  EXPECT_EQ(distance(b, {}, a, {}).upper, 0);
}

// A place by the vertex that is inside shows it: of either solid, turned inside out or not, far from the origin or not.
TEST(MeshQuery, SeesASolidInsideAnotherByAPlaceAtItsVertex) {
  const Mesh egg = mesh_of(test_polytope(TestShape::Ellipsoid, 300, 3));
  std::vector<Vec3> points;
  for (const Vec3 v : egg.vertices()) points.push_back(0.01 * v);
  std::vector<MeshTriangle> turned = egg.triangles_as_given();
  for (MeshTriangle& t : turned) std::swap(t[0], t[1]);
  for (const Mesh& small : {make_mesh(points, egg.triangles_as_given()).value(), make_mesh(points, turned).value()})
    for (const Vec3 at : {Vec3{0, 0, 0}, Vec3{1e5, 0, 3e4}})
      for (const Vec3 off : {Vec3{0, 0, 0}, Vec3{0.9, 0.1, 0}}) {
        const Pose pose = translation(at), other = rotation({0.9, 0.1, 0.3, 0.2}, at + off);
        EXPECT_TRUE(interior_point_at(small, other, small.component_vertices()[0], egg, pose));
        for (const Intersection& found : {intersects(egg, pose, small, other), intersects(small, other, egg, pose)}) {
          EXPECT_EQ(found.status, Status::Penetrating);
          const ExactPoint& shown = found.certificate.mesh.point;
          ASSERT_EQ(found.certificate.kind, Certificate::Kind::Interior);
          ASSERT_EQ(shown.count, 1);
          const Vec3 p{shown.x[0], shown.y[0], shown.z[0]};
          EXPECT_EQ(locate(egg, pose, p), PointLocation::Inside);
          EXPECT_EQ(locate(small, other, p), PointLocation::Inside);
        }
      }
}

TEST(MeshQuery, SeesASurfaceInsideASolid) {
  const Mesh a = cube(2);
  const Vec3 corners[] = {{0, 0, 0}, {0.5, 0, 0}, {0, 0.5, 0}};
  const MeshTriangle one[] = {{0, 1, 2}};
  const Mesh b = make_mesh(corners, one).value();
  const Intersection inside = intersects(a, {}, b, {});
  EXPECT_EQ(inside.status, Status::Intersecting);
  EXPECT_EQ(inside.certificate.kind, Certificate::Kind::Inside);
  EXPECT_EQ(inside.certificate.mesh.inside_of, Body::B);
  // A surface has no inside.
  MeshOptions as_surface;
  as_surface.kind = MeshKind::Surface;
  const Mesh shell = make_mesh(a.vertices(), a.triangles_as_given(), as_surface).value();
  EXPECT_EQ(intersects(shell, {}, b, {}).status, Status::Separated);
  EXPECT_NEAR(distance(shell, {}, b, {}).upper, 0.5, 1e-12);
}

TEST(MeshQuery, StopsAtALimit) {
  const Mesh a = cube(2), b = cube(1);
  const Distance far = distance(a, {}, b, translation({3, 0, 0}), DistanceOptions{.only_below = 1.0});
  EXPECT_EQ(far.status, Status::Separated);
  EXPECT_GE(far.lower, 1.0);
  EXPECT_EQ(far.upper, kInfinity);
  EXPECT_EQ(compare_distance(a, {}, b, translation({3, 0, 0}), 1.5), 0);
  EXPECT_EQ(compare_distance(a, {}, b, translation({3, 0, 0}), std::nextafter(1.5, 2)), -1);
  EXPECT_EQ(compare_distance(a, {}, b, translation({3, 0, 0}), std::nextafter(1.5, 1)), 1);
  EXPECT_EQ(compare_distance(a, {}, b, translation({1, 0, 0}), 0), 0);
}

// Regression: every pair of triangles of two parallel plates is as near as any other, and all were kept and sorted
// through for each that came; plates of 20,000 triangles took minutes.
TEST(MeshQuery, IsNotDrownedByTies) {
  const auto plate = [](int n) {
    std::vector<Vec3> vertices;
    std::vector<MeshTriangle> triangles;
    for (int i = 0; i <= n; ++i)
      for (int k = 0; k <= n; ++k) vertices.push_back({0.125 * i, 0.125 * k, 0});
    const auto at = [n](int i, int k) { return static_cast<std::uint32_t>(i * (n + 1) + k); };
    for (int i = 0; i < n; ++i)
      for (int k = 0; k < n; ++k) {
        triangles.push_back({at(i, k), at(i + 1, k), at(i + 1, k + 1)});
        triangles.push_back({at(i, k), at(i + 1, k + 1), at(i, k + 1)});
      }
    return make_mesh(vertices, triangles).value();
  };
  const Mesh a = plate(60), b = plate(50);
  const Pose turned = rotation({3, 0, 0, 1}, {1, 0.5, 0.75});
  const Distance gap = distance(a, {}, b, turned);
  EXPECT_LE(gap.lower, 0.75);
  EXPECT_GE(gap.upper, 0.75);
  EXPECT_LE(gap.upper - gap.lower, 1e-9 * gap.upper + 1e-13 * a.size());
  EXPECT_EQ(compare_distance(a, {}, b, turned, 0.75), 0);
  EXPECT_GE(distance(a, {}, b, turned, DistanceOptions{.only_below = 0.75}).upper, 0.75);
  EXPECT_GE(distance(a, {}, b, turned, DistanceOptions{.only_below = 0.7499}).lower, 0.7499);
  EXPECT_LT(distance(a, {}, b, turned, DistanceOptions{.only_below = std::nextafter(0.75, 1)}).upper, 0.7500001);
}

// ---- Against loops over all pairs --------------------------------------------------------------------------------

TEST(MeshQuery, FindsExactlyTheTrianglesThatMeet) {
  Random random(1);
  int meetings = 0;
  for (int round = 0; round < 40; ++round) {
    const double size = round % 5 == 0 ? 1e-180 : round % 5 == 1 ? 1e150 : 1.0;
    const Mesh a = soup(100 + static_cast<unsigned>(round), 40, size),
               b = soup(200 + static_cast<unsigned>(round), 50, size);
    const Pose pose_a = random_pose(random, 3 * size), pose_b = random_pose(random, 1.3 * size);
    const Pose near = compose(pose_a, pose_b).value();
    const auto truth = all_meeting(a, pose_a, b, near);
    const TriangleContacts found = intersecting_triangles(a, pose_a, b, near);
    EXPECT_TRUE(found.complete);
    std::set<std::pair<std::uint32_t, std::uint32_t>> pairs;
    for (const TriangleContact& pair : found.pairs) {
      pairs.emplace(pair.a, pair.b);
      EXPECT_FALSE(pair.points.empty());
    }
    EXPECT_EQ(pairs, truth);
    const Intersection answer = intersects(a, pose_a, b, near);
    EXPECT_EQ(answer.status, truth.empty() ? Status::Separated : Status::Intersecting);
    if (!truth.empty()) {
      EXPECT_TRUE(truth.count({answer.certificate.mesh.triangle_a, answer.certificate.mesh.triangle_b}) > 0);
      EXPECT_FALSE(intersecting_triangles(a, pose_a, b, near, truth.size() - 1).complete);
    }
    meetings += !truth.empty();
  }
  EXPECT_GT(meetings, 8);
  EXPECT_LT(meetings, 40);
}

TEST(MeshQuery, FindsTheLeastDistance) {
  Random random(2);
  int separated = 0;
  for (int round = 0; round < 24; ++round) {
    const double size = round % 4 == 0 ? 1e-150 : round % 4 == 1 ? 1e150 : 1.0;
    const Mesh a = soup(300 + static_cast<unsigned>(round), 24, size),
               b = soup(400 + static_cast<unsigned>(round), 30, size);
    const Pose pose_a = random_pose(random, 3 * size);
    const Pose near =
        compose(pose_a, rotation(random_turn(random), size * Vec3{0.3, 0.2, random.uniform(0.5, 2)})).value();
    const Bracket truth = least_distance(a, pose_a, b, near);
    const Distance found = distance(a, pose_a, b, near);
    EXPECT_EQ(found.status == Status::Separated, truth.upper > 0);
    EXPECT_LE(found.lower, truth.upper);
    EXPECT_GE(found.upper, truth.lower);
    EXPECT_LE(found.upper - found.lower, 1e-9 * found.upper + 1e-13 * std::max(a.size(), b.size()));
    if (found.status != Status::Separated) continue;
    ++separated;
    EXPECT_EQ(compare_distance(a, pose_a, b, near, std::nextafter(truth.lower, 0)), 1);
    EXPECT_EQ(compare_distance(a, pose_a, b, near, std::nextafter(truth.upper, kInfinity)), -1);
    const Distance swapped = distance(b, near, a, pose_a);
    EXPECT_LE(swapped.lower, truth.upper);
    EXPECT_GE(swapped.upper, truth.lower);
  }
  EXPECT_GT(separated, 8);
}

// ---- Caches ------------------------------------------------------------------------------------------------------

TEST(MeshQuery, AnswersTheSameWithACache) {
  Random random(3);
  const Mesh a = soup(500, 300, 1), b = soup(501, 300, 1), solid_a = cube(1), solid_b = cube(0.7);
  for (const bool solids : {false, true}) {
    const Mesh &x = solids ? solid_a : a, &y = solids ? solid_b : b;
    MeshCache booleans, distances;
    Quat q = random_turn(random);
    int changes = 0;
    Status last = Status::Separated;
    for (int frame = 0; frame < 400; ++frame) {
      q.x += 0.01, q.z -= 0.004;
      const Pose pose = rotation(q, {0.3, -0.2, 0.9 + 0.8 * std::sin(frame * 0.05)});
      const Status truth = intersects(x, {}, y, pose).status;
      EXPECT_EQ(intersects(x, {}, y, pose, booleans).status, truth);
      const Distance cold = distance(x, {}, y, pose), warm = distance(x, {}, y, pose, distances);
      EXPECT_EQ(cold.status, truth);
      EXPECT_EQ(warm.status, truth);
      EXPECT_LE(cold.lower, warm.upper);
      EXPECT_GE(cold.upper, warm.lower);
      changes += (truth == Status::Separated) != (last == Status::Separated);
      last = truth;
    }
    EXPECT_GT(changes, 3);
  }
}

TEST(MeshQuery, IsNotMisledByACacheOfOtherMeshes) {
  MeshCache cache;
  intersects(soup(1, 500, 1), {}, soup(2, 500, 1), {}, cache);
  cache.triangle_a = 450, cache.triangle_b = 499;
  const Mesh a = cube(1), b = cube(1);
  EXPECT_EQ(intersects(a, {}, b, translation({0.5, 0, 0}), cache).status, Status::Penetrating);
  cache.triangle_a = 450;
  EXPECT_EQ(distance(a, {}, b, translation({2, 0, 0}), cache).status, Status::Separated);
}

// ---- The pieces --------------------------------------------------------------------------------------------------

TEST(MeshPair, BoundsAreBounds) {
  Random random(4);
  for (int round = 0; round < 50; ++round) {
    const Mesh a = soup(600 + static_cast<unsigned>(round), 4, 1), b = soup(700 + static_cast<unsigned>(round), 4, 1);
    const Pose pose_a = random_pose(random, 1), pose_b = random_pose(random, 2);
    const MeshPair pair(a, pose_a, b, pose_b);
    const RunPair runs{0, 4, 0, 4};
    RunPoints points_a, points_b;
    pair.load(points_a, points_b, runs);
    double bounds[16];
    pair.bounds(points_a, points_b, bounds);
    const std::uint32_t mask = pair.may_meet(points_a, points_b, runs);
    for (std::uint32_t i = 0; i < 4; ++i)
      for (std::uint32_t k = 0; k < 4; ++k) {
        const Distance d = distance(hull_of(a, i), pose_a, hull_of(b, k), pose_b);
        EXPECT_LE(bounds[4 * i + k], d.upper);
        EXPECT_TRUE(d.status == Status::Separated || (mask >> (4 * i + k) & 1) != 0);
      }
  }
}

}  // namespace
}  // namespace clearance::detail
