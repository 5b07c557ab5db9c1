#include <clearance/build/convex_excess.h>

#include <clearance/base/random.h>
#include <clearance/build/convex_hull.h>
#include <clearance/build/decompose/solid.h>
#include <clearance/build/excess/core.h>
#include <clearance/build/nearest_on_triangle.h>
#include <clearance/build/primitives.h>
#include <clearance/build/solids_test.h>
#include <clearance/math/pose.h>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace clearance::detail {
namespace {

// By all triangles; 0 in a solid.
double distance_from(const Mesh& mesh, Vec3 p) {
  double least = std::numeric_limits<double>::infinity();
  for (const MeshTriangle& t : mesh.triangles())
    least = smaller(least, norm(nearest_on_triangle(p, mesh.vertex(t[0]), mesh.vertex(t[1]), mesh.vertex(t[2])) - p));
  return least > 0 && mesh.is_solid() && winding_number(mesh, p) != 0 ? 0 : least;
}

// Random points of a body: of its faces, and on the way from there to its middle.
double sampled_excess(const Mesh& mesh, const Polytope& body, int samples) {
  Random random(3);
  const auto below = [&](int count) { return std::min(count - 1, static_cast<int>(random.uniform(0, count))); };
  double most = 0;
  for (int k = 0; k < samples; ++k) {
    const auto loop = body.face(below(body.face_count()));
    const int i = 1 + below(static_cast<int>(loop.size()) - 2);
    const auto corner = [&](int c) { return body.vertex(static_cast<int>(loop[static_cast<std::size_t>(c)])); };
    const double s = random.uniform(0, 1), t = random.uniform(0, 1 - s), deep = k % 2 == 0 ? 0 : random.uniform(0, 1);
    const Vec3 p = (1 - s - t) * corner(0) + s * corner(i) + t * corner(i + 1);
    most = larger(most, distance_from(mesh, p + deep * (body.center() - p)));
  }
  return most;
}

void expect_excess(const Mesh& mesh, double excess) {
  const ConvexExcess found = convex_excess(mesh);
  EXPECT_LE(found.lower, excess * (1 + 1e-12));
  EXPECT_GE(found.upper, excess);
  EXPECT_LE(found.upper, 1.1 * found.lower);
  EXPECT_NEAR(distance_from(mesh, found.place), found.lower, 1e-9);
}

// 3 × 3 × 3 with a hole of 1 × 1 from above, 2 deep.
Soup cup_soup() {
  Soup soup = box_soup({0, 0, 0}, {3, 3, 1});
  Soup wall = frame_soup();
  for (Vec3& v : wall.vertices) v.z = 1 + 2 * v.z;
  soup.add(wall);
  return soup;
}

// ---- solved by hand

TEST(ConvexExcess, NothingIsClaimedUnasked) {
  const ConvexExcess nothing;
  EXPECT_EQ(nothing.lower, 0);
  EXPECT_EQ(nothing.upper, std::numeric_limits<double>::infinity());
}

TEST(ConvexExcess, AConvexSolidHasNoneExactly) {
  for (const Mesh& mesh :
       {box_soup({0, 0, 0}, {1, 2, 3}).mesh(), mesh_of(test_polytope(TestShape::Ellipsoid, 60, 1))}) {
    const ConvexExcess found = convex_excess(mesh);
    EXPECT_EQ(found.lower, 0);
    EXPECT_EQ(found.upper, 0);
  }
}

TEST(ConvexExcess, APocketIsAsDeepAsItsFarthestPoint) {
  expect_excess(corner_soup().mesh(), 1);  // from (2, 2), in the middle of the lid
  expect_excess(fork_soup().mesh(), 0.5);
  expect_excess(stairs_soup(8, 2).mesh(), 0.5);  // over each step half a square
  expect_excess(frame_soup().mesh(), 0.5);
}

// The farthest point is on no face of the hull, or anywhere between the walls.
TEST(ConvexExcess, CavitiesAndCups) {
  Soup hollow = box_soup({0, 0, 0}, {3, 3, 3});
  hollow.add(box_soup({1, 1, 1}, {2, 2, 2}), true);
  expect_excess(hollow.mesh(), 0.5);
  expect_excess(cup_soup().mesh(), 0.5);
}

TEST(ConvexExcess, ComponentsApart) {
  Soup soup = box_soup({0, 0, 0}, {1, 1, 1});
  soup.add(box_soup({5, 0, 0}, {6, 1, 1}));
  expect_excess(soup.mesh(), 2);
}

// Of a surface it is the distance to the triangles.
TEST(ConvexExcess, ASurfaceIsNotFilled) {
  const Soup box = box_soup({0, 0, 0}, {1, 1, 1});
  expect_excess(make_mesh(box.vertices, box.triangles, {.kind = MeshKind::Surface}).value(), 0.5);
  EXPECT_EQ(convex_excess(box.mesh()).upper, 0);
}

TEST(ConvexExcess, TheHullIsTakenWithinALimit) {
  const Mesh corner = corner_soup().mesh();
  const Result<NearlyConvexHull> near = nearly_convex_hull(corner, 1.125);
  ASSERT_TRUE(near) << near.error().text();
  EXPECT_LE(near->excess.upper, 1.125);
  EXPECT_GE(near->excess.upper, 1);
  EXPECT_EQ(near->hull.vertex_count(), 10);
  const Result<NearlyConvexHull> far = nearly_convex_hull(corner, 0.75);
  ASSERT_FALSE(far);
  EXPECT_NE(far.error().fault.find("more than"), std::string::npos);
  EXPECT_FALSE(nearly_convex_hull(corner, 0));
  EXPECT_FALSE(nearly_convex_hull(corner, -1));
  EXPECT_FALSE(nearly_convex_hull(corner, std::nan("")));
  EXPECT_TRUE(nearly_convex_hull(box_soup({0, 0, 0}, {1, 1, 1}).mesh(), 0));
}

// A search that is cut off claims less, never more.
TEST(ConvexExcess, ALimitCutsTheSearchOff) {
  const Mesh mesh = stairs_soup(8, 2).mesh();
  for (const std::size_t budget : {std::size_t{0}, std::size_t{1}, std::size_t{10}, std::size_t{100}}) {
    const ConvexExcess found = convex_excess(mesh, {.budget = budget});
    EXPECT_LE(found.lower, 0.5);
    EXPECT_GE(found.upper, 0.5);
  }
  const ConvexExcess enough = convex_excess(mesh, {.enough = 3});
  EXPECT_GE(enough.upper, 0.5);
  EXPECT_LE(enough.upper, 3);
  const ConvexExcess too_much = convex_excess(mesh, {.too_much = 0.01});
  EXPECT_GT(too_much.lower, 0.01);
  EXPECT_LE(too_much.lower, 0.5);
  EXPECT_GE(too_much.upper, 0.5);
}

// ---- degenerate

TEST(ConvexExcess, FlatMeshes) {
  const std::vector<Vec3> points{{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}, {1, 1, 0}, {3, 0, 0}};
  const auto excess = [&](const std::vector<MeshTriangle>& triangles) {
    const ConvexExcess found = convex_excess(make_mesh(points, triangles).value());
    EXPECT_LE(found.lower, found.upper);
    return found;
  };
  EXPECT_LE(excess({{0, 1, 2}, {0, 2, 3}}).upper, 1e-12);
  EXPECT_LE(excess({{0, 1, 1}}).upper, 1e-12);
  EXPECT_LE(excess({{0, 0, 0}}).upper, 1e-12);
  const ConvexExcess two = excess({{0, 0, 0}, {1, 1, 1}});  // two points, 2 apart
  EXPECT_LE(two.lower, 1);
  EXPECT_GE(two.upper, 1);
  EXPECT_LE(two.upper, 1.1 * two.lower);
}

TEST(ConvexExcess, UnusedVerticesAreNoPartOfTheMesh) {
  Soup soup = box_soup({0, 0, 0}, {1, 1, 1});
  soup.vertices.push_back({100, 0, 0});
  EXPECT_EQ(convex_excess(soup.mesh()).upper, 0);
}

TEST(ConvexExcess, ADentOfOneUlp) {
  Soup soup = box_soup({0, 0, 0}, {1, 1, 1});
  const auto is_above = [&](const MeshTriangle& t) { return t[0] >= 4 && t[1] >= 4 && t[2] >= 4; };
  const auto above = std::ranges::find_if(soup.triangles, is_above);
  ASSERT_NE(above, soup.triangles.end());
  const MeshTriangle lid = *above;
  soup.triangles.erase(above);
  const auto middle = static_cast<std::uint32_t>(soup.vertices.size());
  const Vec3 mean = (soup.vertices[lid[0]] + soup.vertices[lid[1]] + soup.vertices[lid[2]]) / 3;
  soup.vertices.push_back({mean.x, mean.y, std::nextafter(1, 0)});
  for (std::size_t i = 0; i < 3; ++i) soup.triangles.push_back({lid[i], lid[(i + 1) % 3], middle});
  const Mesh mesh = soup.mesh();
  ASSERT_TRUE(mesh.is_solid());
  const ConvexExcess found = convex_excess(mesh);
  EXPECT_LE(found.lower, 0x1p-53);
  EXPECT_GE(found.upper, 0x1p-53);
  EXPECT_LE(found.upper, 1e-10);
}

// A body without thickness to speak of in the plane of triangles that reach beyond it: they seemed to meet all of it.
TEST(ConvexExcess, ABodyInThePlaneOfATriangle) {
  const Mesh box = box_soup({0, 0, 0}, {1, 4, 4}).mesh();
  const double thin = 0x1p-54;
  const std::vector<Vec3> points{{0, 1, 1}, {0, 3, 1}, {0, 1, 2}, {thin, 1, 1}, {thin, 3, 1}, {thin, 1, 2}};
  const ConvexExcess found = excess_of(box, convex_hull(points).value());
  EXPECT_EQ(found.lower, 0);
  EXPECT_LE(found.upper, 1e-12);
}

// A robot's wrist is two shells through each other: what each has within the other bounds nothing, but cells that held
// such triangles seemed not to be solid, and the bound stayed at their size.
TEST(ConvexExcess, TrianglesInsideDoNotCount) {
  Soup soup = box_soup({0, 0, 0}, {3, 3, 3});
  soup.add(box_soup({1, 1.25, 1}, {2, 1.75, 2.5}));
  const ConvexExcess inner = convex_excess(soup.mesh());
  EXPECT_EQ(inner.lower, 0);
  EXPECT_LE(inner.upper, 0.001);
  Soup crossed = corner_soup();
  crossed.add(box_soup({0.5, 0.5, 0.25}, {2, 2, 0.75}));
  const ConvexExcess found = convex_excess(crossed.mesh());
  const double sampled = sampled_excess(crossed.mesh(), convex_hull(crossed.vertices).value(), 2000);
  EXPECT_LE(found.upper, 1.1 * found.lower);
  EXPECT_LE(sampled, found.upper);
  EXPECT_GE(sampled, 0.7 * found.lower);
}

// ---- invariance

TEST(ConvexExcess, PowersOfTwoScaleIt) {
  const ConvexExcess plain = convex_excess(stairs_soup(5, 2).mesh());
  for (const double scale : {0x1p-1000, 0x1p-300, 0x1p-20, 0x1p40, 0x1p300, 0x1p900}) {
    Soup soup = stairs_soup(5, 2);
    for (Vec3& v : soup.vertices) v = scale * v;
    const ConvexExcess found = convex_excess(soup.mesh());
    EXPECT_EQ(found.lower, scale * plain.lower);
    EXPECT_EQ(found.upper, scale * plain.upper);
  }
  // The smallest doubles there are.
  Soup soup = stairs_soup(4, 2);
  for (Vec3& v : soup.vertices) v = std::numeric_limits<double>::denorm_min() * v;
  const ConvexExcess found = convex_excess(soup.mesh());
  EXPECT_LE(found.lower, std::numeric_limits<double>::denorm_min());
  EXPECT_GE(found.upper, std::numeric_limits<double>::denorm_min());
}

TEST(ConvexExcess, MovingChangesNothingToSpeakOf) {
  Random random(5);
  for (const Soup& straight : {corner_soup(), cup_soup(), frame_soup()}) {
    const ConvexExcess plain = convex_excess(straight.mesh());
    const Quat q{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
    Soup soup = straight;
    for (Vec3& v : soup.vertices) v = apply(rotation(q, {0.5, 7, -3}), v);
    const ConvexExcess turned = convex_excess(soup.mesh());
    EXPECT_LE(turned.lower, plain.upper + 1e-12);
    EXPECT_GE(turned.upper, plain.lower - 1e-12);
    EXPECT_LE(turned.upper, 1.1 * turned.lower);
  }
}

// ---- against brute force

TEST(ConvexExcess, NoSampleIsFarther) {
  Random random(17);
  int solids = 0;
  for (int k = 0; k < 40; ++k) {
    Soup soup;
    for (int i = 0; i < 1 + k % 4; ++i) {
      const Vec3 low{random.uniform(-2, 2), random.uniform(-2, 2), random.uniform(-2, 2)};
      Soup one = k % 3 == 0 ? corner_soup() : box_soup({0, 0, 0}, {random.uniform(0.1, 3), 1, random.uniform(0.01, 1)});
      const Quat q{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
      for (Vec3& v : one.vertices) v = apply(rotation(q, low), v);
      soup.add(one);
    }
    const Mesh mesh = soup.mesh();
    solids += mesh.is_solid();
    const ConvexExcess found = convex_excess(mesh);
    EXPECT_LE(found.lower, found.upper);
    EXPECT_LE(found.upper, larger(1.1 * found.lower, 1e-9)) << k;
    const double sampled = sampled_excess(mesh, convex_hull(mesh.vertices()).value(), 300);
    EXPECT_LE(sampled, found.upper + 1e-12) << k;
    EXPECT_GE(distance_from(mesh, found.place), found.lower - 1e-12) << k;
  }
  EXPECT_GT(solids, 30);
}

// What is known of two bodies spares looking at them; the bracket is of their hull all the same.
TEST(ConvexExcess, OfTheHullOfTwoBodies) {
  Random random(43);
  for (int k = 0; k < 60; ++k) {
    Soup soup;
    std::vector<Polytope> bodies;
    for (int i = 0; i < 2; ++i) {
      const Vec3 size{random.uniform(0.2, 2), random.uniform(0.2, 2), random.uniform(0.2, 2)};
      const Vec3 low{k % 3 == 0 ? static_cast<double>(i) : random.uniform(-1.5, 1.5),
                     k % 4 == 0 ? 0 : random.uniform(-1, 1), 0};
      // Every third time they share a face, or part of one.
      Soup one = box_soup(low, low + Vec3{k % 3 == 0 ? 1 : size.x, size.y, size.z});
      if (k % 3 == 2) {
        const Quat q{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
        for (Vec3& v : one.vertices) v = apply(rotation(q, {}), v);
      }
      bodies.push_back(convex_hull(one.vertices).value());
      soup.add(one);
    }
    const Mesh mesh = soup.mesh();
    if (!mesh.is_solid()) continue;
    const Polytope joint = convex_hull(soup.vertices).value();
    const ConvexExcess full = excess_of(mesh, joint);
    const ConvexExcess found = excess_of_joint(mesh, joint, {bodies[0], 0}, {bodies[1], 0}, {});
    EXPECT_LE(found.lower, full.upper) << k;
    EXPECT_GE(found.upper, full.lower) << k;
    EXPECT_LE(found.upper, larger(1.1 * found.lower, 1e-9)) << k;
    EXPECT_LE(sampled_excess(mesh, joint, 300), found.upper + 1e-12) << k;
    // What a body has itself is not forgotten.
    EXPECT_GE(excess_of_joint(mesh, joint, {bodies[0], 5}, {bodies[1], 0}, {}).upper, 5);
  }
}

// Points of a sphere in single precision, triangulated before they were rounded: how robots' links come.
TEST(ConvexExcess, AHullRoundedToFloat) {
  const Polytope sphere = test_polytope(TestShape::Ellipsoid, 200, 5);
  std::vector<Vec3> points;
  for (int v = 0; v < sphere.vertex_count(); ++v) {
    const auto rounded = [](double x) { return static_cast<double>(static_cast<float>(x)); };
    points.push_back({rounded(sphere.vertex(v).x), rounded(sphere.vertex(v).y), rounded(sphere.vertex(v).z)});
  }
  // Two triangles of one quadrangle folded inwards, so that it is not convex.
  std::vector<MeshTriangle> triangles = mesh_of(sphere).triangles_as_given();
  const MeshTriangle dented = triangles.front();
  const Vec3 middle = (points[dented[0]] + points[dented[1]] + points[dented[2]]) / 3;
  const auto deep = static_cast<std::uint32_t>(points.size());
  points.push_back((1 - 0x1p-20) * middle + 0x1p-20 * sphere.center());
  triangles.erase(triangles.begin());
  for (std::size_t i = 0; i < 3; ++i) triangles.push_back({dented[i], dented[(i + 1) % 3], deep});
  const Mesh mesh = make_mesh(points, triangles).value();
  ASSERT_TRUE(mesh.is_solid());
  const ConvexExcess found = convex_excess(mesh);
  EXPECT_GT(found.lower, 0);
  EXPECT_LE(found.upper, 1.1 * found.lower);
  EXPECT_LE(found.upper, 1.1 * 0x1p-20 * norm(middle - sphere.center()));
}

// ---- regressions

// A piece of two cubes through each other, bounded by slivers whose normals doubles do not know: the core of its prisms
// was outside of it, and so were points that were looked at, 0.02 from a body that holds itself.
TEST(ConvexExcess, SliversDoNotPutTheCoreOutside) {
  const std::vector<Vec3> points{
      {0x1.d2308158ed23cp+0, 0x1.4f793fe13e841p-8, 0x1.18f592e9e7908p-10},
      {0x1.d2308158ed23cp+0, 0x1.4f793fe13e841p-8, 0x1.18f592e9e7909p-10},
      {0x1.d2308158ed23cp+0, 0x1.4fb3f86e3aea5p-8, 0x1.3150cb68e03cfp-8},
      {0x1.d2308158ed23cp+0, 0x1.4fb3f86e3aea6p-8, 0x1.3150cb68e03cfp-8},
      {0x1.d2308158ed23cp+0, 0x1.9e7c6b5a57ed9p-4, 0x1.55762b17ffc9fp-11},
      {0x1.d2308158ed23cp+0, 0x1.9e7c6b5a57edap-4, 0x1.55762b17ffc9fp-11},
      {0x1.d2308158ed23cp+0, 0x1.9e7c6b5a57edap-4, 0x1.55762b17ffcap-11},
      {0x1.a9cb7d3c0a396p+0, 0x1.fae46930fb10ep-10, 0x1.67039bfa1351ep-8},
      {0x1.a9cb7d3c0a397p+0, 0x1.fae46930fb10ep-10, 0x1.67039bfa1351ep-8},
      {0x1.a9cb7d3c0a396p+0, 0x1.fae46930fb10fp-10, 0x1.67039bfa1351ep-8},
      {0x1.a9cb7d3c0a397p+0, 0x1.fae46930fb10fp-10, 0x1.67039bfa1351ep-8},
      {0x1.01911a4556d55p+0, -0x1.747c003f94e9dp-7, -0x1.9ab6a5bdf6afbp-7},
      {0x1.01911a4556d56p+0, -0x1.747c003f94e9dp-7, -0x1.9ab6a5bdf6afbp-7},
      {0x1.01911a4556d55p+0, -0x1.747c003f94e9cp-7, -0x1.9ab6a5bdf6afbp-7},
      {0x1.01911a4556d55p+0, -0x1.747c003f94e9dp-7, -0x1.9ab6a5bdf6afap-7},
      {0x1.01911a4556d56p+0, -0x1.747c003f94e9dp-7, -0x1.9ab6a5bdf6afap-7},
      {0x1.01911a4556d55p+0, -0x1.747c003f94e9cp-7, -0x1.9ab6a5bdf6afap-7},
      {0x1.07f35743b8a8p+0, 0x1.1705acbc7576ep-3, -0x1.ddca4c1f92834p-7},
      {0x1.6af5e2714a0f7p+0, -0x1.8f3e1fa68e21fp-9, -0x1.af04b092c8d01p-7},
      {0x1.6af5e2714a0f7p+0, -0x1.8f3e1fa68e21ep-9, -0x1.af04b092c8d01p-7},
      {0x1.6af5e2714a0f7p+0, -0x1.8f3e1fa68e21fp-9, -0x1.af04b092c8dp-7},
      {0x1.96353e888ea9bp+0, 0x1.66d62bddca6c1p-2, -0x1.1def1f6c3bab5p-7},
      {0x1.96353e888ea9bp+0, 0x1.66d62bddca6c2p-2, -0x1.1def1f6c3bab5p-7},
      {0x1.96353e888ea9bp+0, 0x1.66d62bddca6c2p-2, -0x1.1def1f6c3bab4p-7},
      {0x1.1c0527ffde186p+0, -0x1.30221211b3869p-7, -0x1.fa94d4ef52cacp-7},
      {0x1.1c0527ffde187p+0, -0x1.30221211b3869p-7, -0x1.fa94d4ef52cacp-7},
      {0x1.1c0527ffde186p+0, -0x1.30221211b3868p-7, -0x1.fa94d4ef52cacp-7},
      {0x1.1c0527ffde187p+0, -0x1.30221211b3868p-7, -0x1.fa94d4ef52cacp-7},
      {0x1.1c0527ffde187p+0, -0x1.30221211b3869p-7, -0x1.fa94d4ef52cabp-7},
      {0x1.5e63171a9c20cp+0, -0x1.08bbbfcef7edp-8, -0x1.c76f217fc3e86p-7},
      {0x1.5e63171a9c20cp+0, -0x1.08bbbfcef7ecfp-8, -0x1.c76f217fc3e86p-7},
      {0x1.5e63171a9c20cp+0, -0x1.08bbbfcef7edp-8, -0x1.c76f217fc3e85p-7},
      {0x1.59450b885bcbp+0, 0x1.cb6dbf378f653p-2, -0x1.82479cea7999ap-7},
      {0x1.59450b885bcbp+0, 0x1.cb6dbf378f653p-2, -0x1.82479cea79999p-7},
      {0x1.570cec19c2243p+0, 0x1.cd623ab101048p-2, -0x1.83a75cb586a9fp-7},
      {0x1.570cec19c2244p+0, 0x1.cd623ab101048p-2, -0x1.83a75cb586a9fp-7},
      {0x1.570cec19c2243p+0, 0x1.cd623ab101048p-2, -0x1.83a75cb586a9ep-7},
      {0x1.570cec19c2244p+0, 0x1.cd623ab101048p-2, -0x1.83a75cb586a9ep-7},
      {0x1.2ab99b9142b9p+0, 0x1.2851e9f87a055p-2, -0x1.bf412df313292p-7},
      {0x1.13f1aff1b5b64p+0, 0x1.13614be1bb51ap-4, -0x1.f45bdd5dd77bdp-7},
      {0x1.13f1aff1b5b64p+0, 0x1.13614be1bb51bp-4, -0x1.f45bdd5dd77bdp-7},
      {0x1.13f1aff1b5b65p+0, 0x1.13614be1bb51bp-4, -0x1.f45bdd5dd77bdp-7},
  };
  const Polytope body = convex_hull(points).value();
  const ConvexExcess found = excess_of(mesh_of(body), body, {.budget = 1024});
  EXPECT_EQ(found.lower, 0);
  for (int k = 0; k < 3; ++k) {
    EXPECT_GE(found.place[k], body.box_low()[k]);
    EXPECT_LE(found.place[k], body.box_high()[k]);
  }
}

}  // namespace
}  // namespace clearance::detail
