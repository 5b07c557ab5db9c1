// Statuses of solids and surfaces of triangles, solved by hand and asked of the public queries: under several poses,
// scales, orders and caches. Whatever comes with a certificate is checked.
#include <clearance/base/random.h>
#include <clearance/build/primitives.h>
#include <clearance/convex/query.h>
#include <clearance/proof/check_mesh.h>
#include <clearance/proof/check_shapes.h>
#include <clearance/solid/contact.h>
#include <clearance/solid/contact_bodies_test.h>
#include <clearance/solid/mesh_cache.h>
#include <clearance/solid/mesh_query.h>

#include <gtest/gtest.h>

#include <cmath>

namespace clearance {
using namespace detail;
namespace {

using namespace solids;

constexpr double kTiny = 0x1p-40;  // far below any length here, and a sum with them is exact

struct Stage {
  Pose pose;
  double scale;
};

// One pose for both bodies changes no status; neither does a power of two.
std::vector<Stage> stages() {
  return {{Pose(), 1},
          {rotation({1, 2, 3, 4}, {0.1, -7, 2.5}), 1},
          {rotation({-3, 1, 1e-3, 2}, {1e7, -3e5, 0.3}), 0x1p-20},
          {Pose::from_matrix({{{1, 2e-5, 0}, {0, 1, -1e-5}, {1e-5, 0, 0.99998}}}, {5, 0, 1}).value(), 0x1p30}};
}

Soup scaled(Soup soup, double by) {
  for (Vec3& v : soup.vertices) v = by * v;
  return soup;
}

PosedBody body(const Mesh& mesh, const std::vector<MeshTriangle>& triangles, const Pose& pose) {
  PosedBody made;
  made.kind = mesh.is_solid() ? PosedBody::Kind::Solid : PosedBody::Kind::Surface;
  made.parts.push_back({mesh.vertices(), 0, triangles});
  made.pose = pose;
  return made;
}

void expect_one(Status status, const Intersection& found, const Mesh& a, const Mesh& b, const Pose& pose) {
  ASSERT_STREQ(to_string(found.status), to_string(status));
  if (status == Status::Separated) return;  // covers are made on demand, and tested with their maker
  const auto triangles_a = a.triangles_as_given(), triangles_b = b.triangles_as_given();
  const CheckResult check = check_claim(claim_of(found), body(a, triangles_a, pose), body(b, triangles_b, pose));
  // That touching solids have no common interior has no certificate; all else has.
  if (status != Status::Touching) {
    EXPECT_TRUE(check.holds) << check.reason;
  }
  if (status == Status::Touching) {
    EXPECT_FALSE(!check.holds && check.missing == Missing::Nothing) << check.reason;
  }
}

void expect_status(Status status, const Soup& soup_a, const Soup& soup_b, MeshKind kind_b = MeshKind::Solid) {
  for (const auto& [pose, scale] : stages()) {
    SCOPED_TRACE(testing::Message() << "scale " << scale);
    const Soup of_a = scaled(soup_a, scale), of_b = scaled(soup_b, scale);
    const Mesh a = solid(of_a), b = make_mesh(of_b.vertices, of_b.triangles, {kind_b, false, 1}).value();
    expect_one(status, intersects(a, pose, b, pose), a, b, pose);
    expect_one(status, intersects(b, pose, a, pose), b, a, pose);
    SCOPED_TRACE("with a cache");
    MeshCache cache;
    for (int again = 0; again < 2; ++again) expect_one(status, intersects(a, pose, b, pose, cache), a, b, pose);
  }
}

Soup moved(Soup soup, Vec3 by) {
  soup.move(by);
  return soup;
}

Soup turned_inside_out(Soup soup) {
  for (MeshTriangle& t : soup.triangles) std::swap(t[0], t[1]);
  return soup;
}

Soup together(Soup a, const Soup& b) {
  a.append(b);
  return a;
}

const Soup kCube = box_soup({0, 0, 0}, {4, 4, 4});

TEST(MeshStatus, ConvexCornersEdgesAndFaces) {
  expect_status(Status::Touching, kCube, moved(kCube, {4, 0, 0}));
  expect_status(Status::Touching, kCube, moved(kCube, {4, 1, 2}));
  expect_status(Status::Touching, kCube, moved(kCube, {4, 4, 1}));
  expect_status(Status::Touching, kCube, moved(kCube, {4, 4, 4}));
  expect_status(Status::Touching, kCube, box_soup({4, 1, 1}, {5, 2, 2}));
  for (const Vec3 by : {Vec3{4, 0, 0}, {4, 1, 2}, {4, 4, 1}, {4, 4, 4}}) {
    expect_status(Status::Separated, kCube, moved(kCube, {by.x + kTiny, by.y, by.z}));
    const Vec3 less{by.x - kTiny, by.y == 4 ? 4 - kTiny : by.y, by.z == 4 ? 4 - kTiny : by.z};
    expect_status(Status::Penetrating, kCube, moved(kCube, less));
  }
}

TEST(MeshStatus, ToTheLastBit) {
  // The next doubles, under poses where nothing is scaled away.
  const Mesh cube = solid(kCube);
  for (const Pose& pose : {Pose(), rotation({1, 2, 3, 4})}) {
    const auto status = [&](double x) { return intersects(cube, pose, solid(moved(kCube, {x, 1, 1})), pose).status; };
    EXPECT_EQ(status(std::nextafter(4.0, 0)), Status::Penetrating);
    EXPECT_EQ(status(4), Status::Touching);
    EXPECT_EQ(status(std::nextafter(4.0, 5)), Status::Separated);
  }
}

TEST(MeshStatus, ConcaveCornersAndEdges) {
  Random random(1);
  // Three arms along the axes: a concave corner at (1, 1, 1) of the arms, edges along them.
  const Soup arms = cell_soup(
      {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {0, 1, 0}, {0, 2, 0}, {0, 0, 1}, {0, 0, 2}, {1, 1, 0}, {1, 0, 1}, {0, 1, 1}},
      random);
  expect_status(Status::Touching, arms, box_soup({1, 1, 1}, {2, 2, 2}));
  expect_status(Status::Penetrating, arms, box_soup({1 - kTiny, 1, 1}, {2, 2, 2}));
  expect_status(Status::Separated, arms, box_soup({1 + kTiny, 1 + kTiny, 1 + kTiny}, {2, 2, 2}));
  // A tip in the concave corner.
  Soup tip;
  tip.add({1, 1, 1}), tip.add({3, 1.5, 1.25}), tip.add({1.5, 3, 1.25}), tip.add({1.5, 1.5, 3});
  tip.triangles = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
  expect_status(Status::Touching, arms, tip);
  expect_status(Status::Penetrating, arms, moved(tip, {-kTiny, -kTiny, -kTiny}));
  expect_status(Status::Separated, arms, moved(tip, {kTiny, kTiny, kTiny}));
}

TEST(MeshStatus, IdenticalAndNested) {
  expect_status(Status::Penetrating, kCube, kCube);
  expect_status(Status::Penetrating, kCube, box_soup({1, 1, 1}, {3, 3, 3}));
  expect_status(Status::Penetrating, kCube, box_soup({0, 0, 0}, {3, 3, 3}));
  expect_status(Status::Penetrating, kCube, box_soup({0, 1, 1}, {3, 3, 3}));
  const Soup hollow = together(box_soup({-2, -2, -2}, {6, 6, 6}), turned_inside_out(kCube));
  expect_status(Status::Touching, hollow, kCube);
  expect_status(Status::Separated, hollow, box_soup({1, 1, 1}, {3, 3, 3}));
  expect_status(Status::Touching, hollow, box_soup({0, 1, 1}, {3, 3, 3}));
  expect_status(Status::Touching, hollow, box_soup({0, 0, 0}, {1, 1, 1}));
  expect_status(Status::Penetrating, hollow, box_soup({-kTiny, 1, 1}, {3, 3, 3}));
  expect_status(Status::Penetrating, hollow, box_soup({-1.5, -1.5, -1.5}, {-1, -1, -1}));
  expect_status(Status::Penetrating, hollow, hollow);
}

TEST(MeshStatus, OverlapsInOnePlane) {
  // Both solids on one side of the common plane, or on either.
  expect_status(Status::Penetrating, kCube, box_soup({1, 1, 0}, {2, 2, 1}));
  expect_status(Status::Penetrating, kCube, box_soup({2, 2, 0}, {6, 6, 1}));
  expect_status(Status::Touching, kCube, box_soup({1, 1, -1}, {2, 2, 0}));
  expect_status(Status::Touching, kCube, box_soup({2, 2, -1}, {6, 6, 0}));
  // Larger faces all around.
  expect_status(Status::Touching, kCube, box_soup({-1, -1, -1}, {6, 6, 0}));
}

TEST(MeshStatus, PegInItsHole) {
  Random random(2);
  Cells plate;
  for (int x = -1; x <= 1; ++x)
    for (int y = -1; y <= 1; ++y)
      if (x != 0 || y != 0) plate.insert({x, y, 0});
  const Soup around = cell_soup(plate, random);
  expect_status(Status::Touching, around, box_soup({0, 0, 0}, {1, 1, 1}));
  expect_status(Status::Touching, around, box_soup({0, 0, -2}, {1, 1, 3}));
  expect_status(Status::Touching, around, box_soup({0, 0, 0.25}, {1, 1, 0.75}));
  expect_status(Status::Penetrating, around, box_soup({0, 0, -2}, {1 + kTiny, 1, 3}));
  expect_status(Status::Separated, around, box_soup({kTiny, kTiny, -2}, {1 - kTiny, 1 - kTiny, 3}));
  expect_status(Status::Touching, around, box_soup({kTiny, 0, -2}, {1 - kTiny, 1 - kTiny, 3}));
  // A peg with a collar that sits on the plate.
  Cells collared{{0, 0, 0}, {0, 0, -1}};
  for (int x = -1; x <= 1; ++x)
    for (int y = -1; y <= 1; ++y) collared.insert({x, y, 1});
  expect_status(Status::Touching, around, cell_soup(collared, random));
}

TEST(MeshStatus, InterlockedHooks) {
  Random random(3);
  const Cells hook{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {2, 1, 0}, {2, 2, 0}, {1, 2, 0}};
  // The other one goes through its mouth and around its tip.
  const Cells other{{1, 1, 0}, {0, 1, 0}, {0, 2, 0}, {0, 3, 0}, {1, 3, 0}};
  ASSERT_EQ(status_of(hook, other), Status::Touching);
  const Soup a = cell_soup(hook, random), b = cell_soup(other, random);
  expect_status(Status::Touching, a, b);
  for (const Vec3 by : {Vec3{kTiny, 0, 0}, {0, kTiny, 0}, {0, -kTiny, 0}})
    expect_status(Status::Penetrating, a, moved(b, by));
  expect_status(Status::Touching, a, moved(b, {-kTiny, 0, 0}));
  expect_status(Status::Touching, a, moved(b, {0, 0, kTiny}));
  expect_status(Status::Touching, a, moved(b, {0, 0, 1}));
  expect_status(Status::Separated, a, moved(b, {0, 0, 1 + kTiny}));
}

// Two pyramids of height 2 over a square, base to base, the corners of the square at (±1, ±1, 0).
Soup bipyramid() {
  Soup soup;
  soup.add({-1, -1, 0}), soup.add({1, -1, 0}), soup.add({1, 1, 0}), soup.add({-1, 1, 0});
  const std::uint32_t low = soup.add({0, 0, -2}), high = soup.add({0, 0, 2});
  for (std::uint32_t i = 0; i < 4; ++i) {
    soup.triangles.push_back({i, (i + 1) % 4, high});
    soup.triangles.push_back({(i + 1) % 4, i, low});
  }
  return soup;
}

TEST(MeshStatus, VerticesOnFaces) {
  // Waist corners in the face's plane, with the body on both sides of it; no edge crosses the face anywhere else.
  expect_status(Status::Penetrating, kCube, moved(bipyramid(), {2, 2, 4}));
  expect_status(Status::Penetrating, kCube, moved(bipyramid(), {2, 2, 0}));
  // A tip on the face, from outside and from inside.
  expect_status(Status::Touching, kCube, moved(bipyramid(), {2, 2, 6}));
  expect_status(Status::Penetrating, kCube, moved(bipyramid(), {2, 2, 6 - kTiny}));
  expect_status(Status::Separated, kCube, moved(bipyramid(), {2, 2, 6 + kTiny}));
  expect_status(Status::Penetrating, kCube, moved(bipyramid(), {2, 2, 2}));
  // A tip on an edge and on a corner, and the other way round.
  expect_status(Status::Touching, kCube, moved(bipyramid(), {4, 2, 6}));
  expect_status(Status::Touching, kCube, moved(bipyramid(), {4, 4, 6}));
  expect_status(Status::Touching, moved(bipyramid(), {2, 2, 6}), kCube);
}

TEST(MeshStatus, EdgesThroughEdges) {
  // Wedges whose ridges cross at right angles.
  const auto wedge = [](Vec3 ridge_from, Vec3 ridge_to, Vec3 left_from, Vec3 left_to, Vec3 right_from, Vec3 right_to) {
    Soup soup;
    for (const Vec3 v : {ridge_from, ridge_to, left_from, left_to, right_from, right_to}) soup.add(v);
    soup.quad(0, 2, 3, 1), soup.quad(0, 1, 5, 4), soup.quad(2, 4, 5, 3);
    soup.triangles.push_back({0, 4, 2});
    soup.triangles.push_back({1, 3, 5});
    return soup;
  };
  const Soup low = wedge({-3, 0, 0}, {3, 0, 0}, {-3, 1, -2}, {3, 1, -2}, {-3, -1, -2}, {3, -1, -2});
  const Soup high = wedge({0, -3, 0}, {0, 3, 0}, {1, -3, 2}, {1, 3, 2}, {-1, -3, 2}, {-1, 3, 2});
  const bool outward = mesh_facts(low.vertices, low.triangles).volume_sign > 0;
  const bool outward_high = mesh_facts(high.vertices, high.triangles).volume_sign > 0;
  const Soup a = outward ? low : turned_inside_out(low), b = outward_high ? high : turned_inside_out(high);
  expect_status(Status::Touching, a, b);
  expect_status(Status::Separated, a, moved(b, {0, 0, kTiny}));
  expect_status(Status::Penetrating, a, moved(b, {0, 0, -kTiny}));
  expect_status(Status::Touching, a, moved(b, {3, 0, 0}));
}

TEST(MeshStatus, SelfIntersecting) {
  // Two cubes through each other in one mesh; what is in both is inside twice, and as good.
  const Soup two = together(kCube, moved(kCube, {2, 1, 1}));
  expect_status(Status::Penetrating, two, box_soup({2.5, 1.5, 1.5}, {3, 2, 2}));
  expect_status(Status::Penetrating, two, box_soup({0.5, 1.5, 1.5}, {1, 2, 2}));
  expect_status(Status::Touching, two, box_soup({6, 0, 0}, {7, 4, 4}));
  expect_status(Status::Touching, two, box_soup({4, 0, 0}, {5, 1, 1}));
  expect_status(Status::Touching, two, box_soup({4, -1, -1}, {7, 1, 1}));
  expect_status(Status::Penetrating, two, box_soup({4 - kTiny, 0, 0}, {5, 1, 1}));
  expect_status(Status::Penetrating, two, two);
  // A bite turned inside out that sticks out: nothing where it overlaps, inside (−1) beyond.
  const Soup bitten = together(kCube, turned_inside_out(box_soup({3, 1, 1}, {5, 2, 2})));
  expect_status(Status::Touching, bitten, box_soup({3, 1, 1}, {4, 2, 2}));
  expect_status(Status::Separated, bitten, box_soup({3.25, 1.25, 1.25}, {3.75, 1.75, 1.75}));
  expect_status(Status::Penetrating, bitten, box_soup({4.25, 1.25, 1.25}, {4.75, 1.75, 1.75}));
  expect_status(Status::Penetrating, bitten, box_soup({4, 1, 1}, {5, 2, 2}));
  // Two such bodies whose bites stick out into one place: inside there is on the positive sides of all faces.
  const Soup facing = together(moved(kCube, {5, 0, 0}), turned_inside_out(box_soup({4, 1, 1}, {6, 2, 2})));
  expect_status(Status::Penetrating, bitten, facing);
  const Soup negative = turned_inside_out(box_soup({10, 1, 1}, {11, 2, 2}));
  expect_status(Status::Penetrating, together(kCube, negative), together(moved(kCube, {20, 0, 0}), negative));
  expect_status(Status::Touching, together(kCube, negative),
                together(moved(kCube, {20, 0, 0}), moved(negative, {1, 0, 0})));
  expect_status(Status::Touching, bitten, moved(facing, {1, 0, 0}));
  expect_status(Status::Touching, bitten, moved(facing, {0, 1, 0}));
  expect_status(Status::Separated, bitten, moved(facing, {1 + kTiny, 0, 0}));
}

TEST(MeshStatus, Fins) {
  Soup finned = kCube;
  const std::uint32_t p = finned.add({8, 4, 4}), q = finned.add({8, 8, 4});
  finned.triangles.push_back({7, p, q});
  finned.triangles.push_back({7, q, p});
  expect_status(Status::Touching, finned, box_soup({6, 3, 3}, {9, 9, 9}));
  expect_status(Status::Touching, finned, box_soup({7, 5, 3.5}, {7.5, 5.25, 4.5}));
  expect_status(Status::Penetrating, finned, box_soup({-1, -1, -1}, {6, 6, 6}));
  // A flap inside the other solid, as a component of its own; the cube is elsewhere.
  Soup loose = kCube;
  const std::uint32_t r = loose.add({10, 0, 0}), s = loose.add({11, 0, 0}), t = loose.add({10, 1, 0});
  loose.triangles.push_back({r, s, t});
  loose.triangles.push_back({r, t, s});
  expect_status(Status::Touching, loose, box_soup({4, -1, -1}, {12, 3, 3}));
}

TEST(MeshStatus, SurfacesIntersect) {
  Soup sheet;
  sheet.quad(sheet.add({1, 1, 4}), sheet.add({3, 1, 4}), sheet.add({3, 3, 4}), sheet.add({1, 3, 4}));
  expect_status(Status::Intersecting, kCube, sheet, MeshKind::Surface);
  expect_status(Status::Separated, kCube, moved(sheet, {0, 0, kTiny}), MeshKind::Surface);
  expect_status(Status::Intersecting, kCube, moved(sheet, {0, 0, -1}), MeshKind::Surface);
  expect_status(Status::Intersecting, kCube, moved(sheet, {2, 0, 0}), MeshKind::Surface);
  expect_status(Status::Intersecting, kCube, kCube, MeshKind::Surface);
  expect_status(Status::Separated, box_soup({1, 1, 1}, {3, 3, 3}), together(kCube, moved(kCube, {8, 0, 0})),
                MeshKind::Surface);
}

TEST(MeshStatus, ConvexBodiesAsTheirPolytopes) {
  Random random(4);
  const auto quaternion = [&] {
    return Quat{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
  };
  int penetrating = 0;
  for (int k = 0; k < 300; ++k) {
    const Polytope p = test_polytope(static_cast<TestShape>(k % 3), 30, static_cast<std::uint64_t>(k + 1));
    const Polytope q = test_polytope(static_cast<TestShape>(k / 3 % 3), 30, static_cast<std::uint64_t>(k + 400));
    const Pose pose_p = rotation(quaternion()), pose_q = rotation(quaternion(), {random.uniform(0, 2), 0.1, 0.1});
    const Status truth = intersects(p, pose_p, q, pose_q).status;
    EXPECT_EQ(intersects(mesh_of(p), pose_p, mesh_of(q), pose_q).status, truth) << k;
    penetrating += truth == Status::Penetrating;
  }
  EXPECT_GT(penetrating, 50);
  EXPECT_LT(penetrating, 250);
}

TEST(MeshStatus, AMovingPairWithOneCache) {
  const Mesh cube = solid(kCube);
  Random random(5);
  MeshCache cache;
  for (int k = 0; k < 1000; ++k) {
    const Pose pose =
        translation({2.0 * static_cast<double>(random.below(4)), random.uniform(-5, 5), random.uniform(-1, 1)});
    EXPECT_EQ(intersects(cube, {}, cube, pose, cache).status, intersects(cube, {}, cube, pose).status) << k;
  }
}

}  // namespace
}  // namespace clearance
