#include <clearance/solid/mesh_cover.h>

#include <clearance/base/random.h>
#include <clearance/build/mesh.h>
#include <clearance/build/primitives.h>
#include <clearance/convex/query.h>
#include <clearance/proof/check_mesh.h>
#include <clearance/proof/check_shapes.h>

#include <gtest/gtest.h>

#include <cmath>

namespace clearance::detail {
namespace {

struct Held {
  std::vector<MeshTriangle> triangles;
  PosedBody body;
};

Held posed(const Mesh& mesh, const Pose& pose) {
  Held held{mesh.triangles_as_given(), {}};
  held.body.kind = mesh.is_solid() ? PosedBody::Kind::Solid : PosedBody::Kind::Surface;
  held.body.pose = pose;
  return held;
}

CheckResult check(const Mesh& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b, const Cover& cover,
                  double lower) {
  Held held_a = posed(a, pose_a), held_b = posed(b, pose_b);
  held_a.body.parts.push_back({a.vertices(), 0, held_a.triangles});
  held_b.body.parts.push_back({b.vertices(), 0, held_b.triangles});
  Claim claim;
  claim.status = Status::Separated;
  claim.certificate.kind = Certificate::Kind::Cover;
  claim.cover = cover;
  claim.distance = Bracket{lower, std::numeric_limits<double>::infinity()};
  return check_claim(claim, held_a.body, held_b.body);
}

// A ring: a square with a square hole, extruded.
Mesh frame() {
  std::vector<Vec3> vertices;
  for (const double z : {-0.25, 0.25})
    for (const double r : {1.0, 0.5})
      for (const auto& [x, y] : {std::pair{1.0, 1.0}, {-1.0, 1.0}, {-1.0, -1.0}, {1.0, -1.0}})
        vertices.push_back({r * x, r * y, z});
  std::vector<MeshTriangle> triangles;
  const auto quad = [&](std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
    triangles.push_back({a, b, c});
    triangles.push_back({a, c, d});
  };
  for (std::uint32_t k = 0; k < 4; ++k) {
    const std::uint32_t n = (k + 1) % 4;
    quad(8 + k, 8 + n, 12 + n, 12 + k);  // above
    quad(0 + n, 0 + k, 4 + k, 4 + n);    // below
    quad(0 + k, 0 + n, 8 + n, 8 + k);    // outside
    quad(4 + n, 4 + k, 12 + k, 12 + n);  // the hole
  }
  return make_mesh(vertices, triangles).value();
}

TEST(MeshCover, ProvesAPegInAHole) {
  const Mesh ring = frame(), peg = mesh_of(box({0.5, 0.5, 3}));
  ASSERT_TRUE(ring.is_solid());
  const Pose turned = rotation({1, 0, 0, 0.125}, {0.01, 0, 0});
  const Distance gap = distance(ring, {}, peg, turned);
  ASSERT_EQ(gap.status, Status::Separated);
  const std::optional<Cover> cover = separation_cover(ring, {}, peg, turned, gap.lower);
  ASSERT_TRUE(cover);
  const CheckResult checked = check(ring, {}, peg, turned, *cover, gap.lower);
  EXPECT_TRUE(checked) << checked.reason;
  EXPECT_FALSE(check(ring, {}, peg, turned, *cover, gap.upper * 1.001));
  EXPECT_FALSE(separation_cover(ring, {}, peg, turned, gap.upper * 1.001));
}

// A body in a shell of its own shape: every triangle is near some others, and no plane has many of them on one side.
TEST(MeshCover, TakesFewStepsATriangle) {
  const auto steps_a_triangle = [](int n) {
    const Polytope egg = test_polytope(TestShape::Ellipsoid, n, 5);
    const Mesh inner = mesh_of(egg);
    std::vector<Vec3> larger;
    for (const Vec3 v : inner.vertices()) larger.push_back(1.05 * v);
    const Mesh shell = make_mesh(larger, inner.triangles_as_given(), {.kind = MeshKind::Surface}).value();
    const Distance gap = distance(inner, {}, shell, {});
    EXPECT_EQ(gap.status, Status::Separated);
    const std::optional<Cover> cover = separation_cover(inner, {}, shell, {}, 0.5 * gap.lower);
    EXPECT_TRUE(cover);
    if (!cover) return 0.0;
    const CheckResult checked = check(inner, {}, shell, {}, *cover, 0.5 * gap.lower);
    EXPECT_TRUE(checked) << checked.reason;
    return static_cast<double>(cover->nodes.size()) / static_cast<double>(inner.triangle_count());
  };
  const double few = steps_a_triangle(250), many = steps_a_triangle(1000);
  RecordProperty("few", std::to_string(few)), RecordProperty("many", std::to_string(many));
  EXPECT_LE(few, 70);
  EXPECT_LE(many, 40);
}

TEST(MeshCover, ProvesAGapOfOneBit) {
  const Mesh a = mesh_of(box({1, 1, 1})), b = frame();
  const Pose near = translation({std::nextafter(1.5, 2), 0.2, 0});
  const Distance gap = distance(a, {}, b, near);
  ASSERT_EQ(gap.status, Status::Separated);
  const std::optional<Cover> cover = separation_cover(a, {}, b, near, gap.lower);
  ASSERT_TRUE(cover);
  EXPECT_TRUE(check(a, {}, b, near, *cover, gap.lower));
}

TEST(MeshCover, HasNoneForBodiesThatMeetOrHoldEachOther) {
  const Mesh a = mesh_of(box({1, 1, 1})), b = mesh_of(box({3, 3, 3}));
  EXPECT_FALSE(separation_cover(a, {}, b, translation({2, 0, 0}), 0));
  EXPECT_FALSE(separation_cover(a, {}, b, translation({1.5, 0, 0}), 0));
  EXPECT_FALSE(separation_cover(a, {}, b, {}, 0));
}

// Wavy sheets over each other, turned: every distance is proved.
TEST(MeshCover, PassesTheCheckerOnSheets) {
  Random random(5);
  const auto sheet = [&](int n, double phase) {
    std::vector<Vec3> vertices;
    std::vector<MeshTriangle> triangles;
    for (int i = 0; i <= n; ++i)
      for (int k = 0; k <= n; ++k) {
        const double x = 2.0 * i / n - 1, y = 2.0 * k / n - 1;
        vertices.push_back({x, y, 0.2 * std::sin(4 * x + phase) * std::cos(3 * y)});
      }
    const auto at = [n](int i, int k) { return static_cast<std::uint32_t>(i * (n + 1) + k); };
    for (int i = 0; i < n; ++i)
      for (int k = 0; k < n; ++k) {
        triangles.push_back({at(i, k), at(i + 1, k), at(i + 1, k + 1)});
        triangles.push_back({at(i, k), at(i + 1, k + 1), at(i, k + 1)});
      }
    return make_mesh(vertices, triangles).value();
  };
  const Mesh a = sheet(24, 0), b = sheet(20, 1);
  int separated = 0;
  for (int round = 0; round < 12; ++round) {
    const Pose pose_a = rotation({1, random.uniform(-1, 1), random.uniform(-1, 1), 0.3}, {5, 0, 0});
    const Pose pose_b =
        compose(pose_a, rotation({1, 0.05 * round, 0.1, 0.4}, {0, 0, random.uniform(0.3, 0.9)})).value();
    const Distance gap = distance(a, pose_a, b, pose_b);
    if (gap.status != Status::Separated) continue;
    ++separated;
    const std::optional<Cover> cover = separation_cover(a, pose_a, b, pose_b, gap.lower);
    ASSERT_TRUE(cover);
    const CheckResult checked = check(a, pose_a, b, pose_b, *cover, gap.lower);
    EXPECT_TRUE(checked) << checked.reason;
  }
  EXPECT_GT(separated, 3);
}

TEST(MeshCover, TakesAHullAsOneTriangle) {
  const Mesh ring = frame();
  const Polytope peg = box({0.5, 0.5, 3});
  const Pose turned = rotation({1, 0, 0, 0.125}, {0.01, 0, 0});
  const std::optional<Cover> cover = separation_cover(peg, turned, ring, {}, 0);
  ASSERT_TRUE(cover);
  Held held = posed(ring, {});
  held.body.parts.push_back({ring.vertices(), 0, held.triangles});
  std::vector<Vec3> corners;
  for (int v = 0; v < peg.vertex_count(); ++v) corners.push_back(peg.vertex(v));
  PosedBody hull{PosedBody::Kind::Convex, {{corners, 0, {}}}, turned};
  Claim claim;
  claim.status = Status::Separated;
  claim.certificate.kind = Certificate::Kind::Cover;
  claim.cover = cover;
  const CheckResult checked = check_claim(claim, hull, held.body);
  EXPECT_TRUE(checked) << checked.reason;
}

}  // namespace
}  // namespace clearance::detail
