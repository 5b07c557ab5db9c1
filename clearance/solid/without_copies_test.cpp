#include <clearance/solid/without_copies.h>

#include <clearance/build/mesh.h>
#include <clearance/build/primitives.h>
#include <clearance/solid/mesh_query.h>

#include <gtest/gtest.h>

#include <vector>

namespace clearance::detail {
namespace {

// The triangles of a body, each so many times, every copy with vertices of its own.
Mesh copies_of(const Mesh& body, int copies, MeshKind kind) {
  std::vector<Vec3> vertices;
  std::vector<MeshTriangle> triangles;
  for (int k = 0; k < copies; ++k) {
    for (const MeshTriangle& t : body.triangles()) {
      const auto first = static_cast<std::uint32_t>(vertices.size());
      for (const std::uint32_t v : t) vertices.push_back(body.vertex(v));
      triangles.push_back({first, first + 1, first + 2});
    }
  }
  return make_mesh(vertices, triangles, {.kind = kind}).value();
}

// How many pairs of triangles a search that never ends by itself looks at.
std::size_t pairs_near(const Mesh& a, const Mesh& b, const Pose& pose_b) {
  std::size_t looked = 0;
  const Pose still;
  find_nearest(MeshPair(a, still, b, pose_b), 10, [&](const RunPair& runs) {
    looked += runs.count_a * runs.count_b;
    return 10.0;
  });
  return looked;
}

// 4000 copies of each triangle of a box took 48,000² pairs: a quarter of an hour.
TEST(WithoutCopies, TheNearestOfManyCopiesAreLookedAtOnce) {
  const Mesh body = mesh_of(box({1, 2, 3}));
  const Pose away = rotation({1, 0.2, 0.3, 0.4}, {4, 1, 1});
  const std::size_t alone = pairs_near(body, body, away);
  EXPECT_LE(alone, 12u * 12u);
  const Mesh many = copies_of(body, 4000, MeshKind::Surface);
  constexpr std::size_t kPatience = std::size_t{16} << 14;  // of the first walk
  EXPECT_LE(pairs_near(many, many, away), kPatience + 12 * 12);
}

// All answers are those of one copy: apart, about to touch, touching, inside.
TEST(WithoutCopies, AnswersAreThoseOfOneCopy) {
  const Mesh one = mesh_of(test_polytope(TestShape::Ellipsoid, 30, 5));
  for (const MeshKind kind : {MeshKind::Surface, MeshKind::Solid}) {
    const Mesh alone = copies_of(one, 1, kind), many = copies_of(one, 300, kind);
    const Mesh plate = mesh_of(box({1, 1, 1}));
    for (const double x : {0.0, 0.4, 1.3, 1.5, 2.5}) {
      const Pose pose = rotation({1, 0.3, 0.1, 0.2}, {x, 0.1, 0});
      for (const Mesh* other : {&many, &plate}) {
        const Mesh& single = other == &many ? alone : plate;
        EXPECT_EQ(intersects(many, {}, *other, pose).status, intersects(alone, {}, single, pose).status) << x;
        const Distance found = distance(many, {}, *other, pose), expected = distance(alone, {}, single, pose);
        EXPECT_EQ(found.status, expected.status) << x;
        EXPECT_NEAR(found.lower, expected.lower, 1e-12) << x;
        EXPECT_NEAR(found.upper, expected.upper, 1e-12) << x;
        if (expected.status != Status::Separated) continue;
        EXPECT_EQ(compare_distance(many, {}, *other, pose, 0.5 * expected.lower), 1) << x;
        EXPECT_EQ(compare_distance(many, {}, *other, pose, 2 * expected.upper), -1) << x;
      }
    }
  }
}

TEST(WithoutCopies, AnExactLimitIsComparedExactly) {
  const Mesh many = copies_of(mesh_of(box({1, 1, 1})), 500, MeshKind::Surface);
  EXPECT_EQ(compare_distance(many, {}, many, translation({3, 0, 0}), 2), 0);
  EXPECT_EQ(intersects(many, {}, many, translation({1, 0, 0})).status, Status::Intersecting);
  EXPECT_EQ(intersects(many, {}, many, translation({1 + 0x1p-52, 0, 0})).status, Status::Separated);
}

}  // namespace
}  // namespace clearance::detail
