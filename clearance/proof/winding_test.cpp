#include <clearance/proof/winding.h>

#include <clearance/base/random.h>
#include <clearance/proof/bodies_test.h>

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace clearance::detail {
namespace {

using test::block;
using test::hollow;
using test::Triangles;

Winding around(const Triangles& surface, Vec3 world, const Pose& pose = {}) {
  return winding(surface.points, surface.triangles, seen_from(ExactPose(pose), exact(world), 1.0));
}
Pose turned() { return Pose::from_quaternion({1, 2, -3, 0.5}, {0.1, 0.2, 0.3}).value(); }

// Solid angles in doubles: an oracle that knows no rays.
int by_angles(const Triangles& surface, Vec3 x) {
  double sum = 0;
  for (const MeshTriangle& t : surface.triangles) {
    const Vec3 a = surface.points[t[0]] - x, b = surface.points[t[1]] - x, c = surface.points[t[2]] - x;
    const double la = norm(a), lb = norm(b), lc = norm(c);
    sum += 2 * std::atan2(dot(a, cross(b, c)), la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb);
  }
  return static_cast<int>(std::lround(sum / (4 * std::numbers::pi)));
}

TEST(Winding, AroundAndBesideABlock) {
  const Triangles cube = block({0, 0, 0}, {2, 2, 2});
  EXPECT_EQ(around(cube, {1, 1, 1}).number, 1);
  EXPECT_EQ(around(cube.inside_out(), {1, 1, 1}).number, -1);
  for (const Vec3 out : {Vec3{3, 1, 1}, {-1, 1, 1}, {1, 3, 1}, {1, -1, 1}, {1, 1, 3}, {1, 1, -1}}) {
    EXPECT_EQ(around(cube, out).number, 0);
    EXPECT_FALSE(around(cube, out).on);
  }
  EXPECT_EQ(around(hollow({0, 0, 0}, {6, 6, 6}, 1), {3, 3, 3}).number, 0);
  EXPECT_EQ(around(hollow({0, 0, 0}, {6, 6, 6}, 1), {0.5, 3, 3}).number, 1);
  Triangles twice = cube;
  twice.add(block({1, 1, 1}, {4, 4, 4}));
  EXPECT_EQ(around(twice, {1.5, 1.5, 1.25}).number, 2);
}

TEST(Winding, PointsOnTheSurface) {
  const Triangles cube = block({0, 0, 0}, {2, 2, 2});
  for (const Vec3 on : {Vec3{0, 0, 0},
                        {2, 2, 2},
                        {1, 0, 0},
                        {2, 2, 1},
                        {1, 1, 2},
                        {1, 1, 0},
                        {0, 1, 1},
                        {0.5, 0.25, 0},
                        {2, 0.5, 1.5},
                        {0, 0.7, 0.7}})
    EXPECT_TRUE(around(cube, on).on) << on.x << " " << on.y << " " << on.z;
  // A triangle folded to a segment, and one to a point.
  const Triangles folded{{{0, 0, 0}, {2, 2, 2}, {1, 1, 1}, {5, 5, 5}}, {{0, 1, 2}, {3, 3, 3}}};
  EXPECT_TRUE(around(folded, {0.5, 0.5, 0.5}).on);
  EXPECT_TRUE(around(folded, {5, 5, 5}).on);
  EXPECT_FALSE(around(folded, {2.5, 2.5, 2.5}).on);
  EXPECT_FALSE(around(folded, {0.5, 0.5, std::nextafter(0.5, 1)}).on);
}

// The ray up from these runs through vertices, edges and within faces of the diamond.
TEST(Winding, NoRayIsUnlucky) {
  const Triangles diamond{{{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}},
                          {{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4}, {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}}};
  ASSERT_EQ(Surface(diamond.points, diamond.triangles).why_no_solid(), "");
  for (const Vec3 in : {Vec3{0, 0, 0}, {0.5, 0, 0}, {0, 0.5, 0}, {-0.5, 0, 0}, {0, -0.25, 0.5}, {0, 0, -0.5}})
    EXPECT_EQ(around(diamond, in).number, 1);
  for (const Vec3 out : {Vec3{0, 0, -2}, {0.5, 0, -2}, {1, 0, -1}, {0, 1, -1}, {0, -1, -0.5}, {-1, 0, 1}, {1, 1, 0}})
    EXPECT_EQ(around(diamond, out).number, 0);
}

TEST(Winding, TheNeighboursOfAFaceAreToldApart) {
  const Triangles cube = block({0, 0, 0}, {2, 2, 2});
  EXPECT_EQ(around(cube, {1, 1, std::nextafter(2, 0)}).number, 1);
  EXPECT_EQ(around(cube, {1, 1, std::nextafter(2, 3)}).number, 0);
  EXPECT_EQ(around(cube, {std::nextafter(0, 1), 1, 1}).number, 1);
  EXPECT_EQ(around(cube, {std::nextafter(0, -1), 1, 1}).number, 0);
  // Under a pose, the point one third of the way is no double: it is given as a fraction.
  const ExactPose pose{translation({0, 0, 1})};
  const PointInBody third = seen_from(pose, DyadicVec{1.0, 1.0, 9.0}, 3.0);
  EXPECT_TRUE(winding(cube.points, cube.triangles, third).on);
}

TEST(Winding, TheSameUnderEveryPose) {
  const Triangles cube = block({0, 0, 0}, {2, 2, 2});
  const double c = 1 + 1e-5, s = 3e-5;  // a matrix that is a rotation but for rounding
  const Pose skewed = Pose::from_matrix({{{c, s, 0}, {-s, 1, s}, {0, -s, 1}}}, {5, 6, 7}).value();
  for (const Pose& pose : {Pose(), turned(), skewed})
    for (const Vec3 local : {Vec3{1, 1, 1}, {0.5, 1.5, 0.25}, {3, 1, 1}, {1, 1, -0.5}, {2.5, 2.5, 2.5}}) {
      const PointInBody x = seen_from(ExactPose(pose), ExactPose(pose).numerator(local), ExactPose(pose).denominator());
      EXPECT_LE(norm_max(x.rough - local), x.error);
      EXPECT_EQ(winding(cube.points, cube.triangles, x).number, around(cube, local).number);
      EXPECT_FALSE(winding(cube.points, cube.triangles, x).on);
    }
}

TEST(Winding, AgreesWithSolidAngles) {
  Random random(5);
  const auto coordinate = [&] { return random.uniform(-1, 1); };
  for (int round = 0; round < 40; ++round) {
    // A closed surface of any shape: a diamond with its corners thrown about, and a second one.
    Triangles wild;
    for (int k = 0; k < 2; ++k) {
      Triangles one{{}, {{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4}, {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}}};
      for (int i = 0; i < 6; ++i) one.points.push_back({coordinate(), coordinate(), coordinate()});
      wild.add(one);
    }
    EXPECT_TRUE(Surface(wild.points, wild.triangles).is_closed());
    for (int i = 0; i < 50; ++i) {
      const Vec3 x{coordinate(), coordinate(), coordinate()};
      EXPECT_EQ(around(wild, x).number, by_angles(wild, x));
    }
  }
}

TEST(Surface, WhatIsNoSolid) {
  const Triangles cube = block({0, 0, 0}, {1, 1, 1});
  const auto fault = [](const Triangles& t) { return Surface(t.points, t.triangles).why_no_solid(); };
  const std::string open = "not closed: some edge is passed more often in one direction than in the other";
  EXPECT_EQ(fault(cube), "");
  EXPECT_EQ(fault(cube.inside_out()), "");
  Triangles hole = cube;
  hole.triangles.pop_back();
  EXPECT_EQ(fault(hole), open);
  Triangles turned_one = cube;
  std::swap(turned_one.triangles[3][0], turned_one.triangles[3][1]);
  EXPECT_EQ(fault(turned_one), open);
  Triangles double_face = cube;
  double_face.triangles.push_back(cube.triangles[0]);
  EXPECT_EQ(fault(double_face), open);
  Triangles both = cube;
  both.add(cube.inside_out());
  EXPECT_EQ(fault(both), "it encloses no volume");
  both = cube;
  both.add(cube);
  EXPECT_EQ(fault(both), "");
  both = cube;
  both.add(block({1, 1, 0}, {2, 2, 1}));  // four triangles on the edge they share
  EXPECT_EQ(fault(both), "");
  // As much outward as inside out.
  both = cube;
  both.add(block({5, 5, 5}, {6, 6, 6}).inside_out());
  EXPECT_EQ(fault(both), "");
  EXPECT_EQ(fault({{{0, 0, 0}}, {{0, 0, 0}}}), open);
}

TEST(Surface, EqualPointsAreOne) {
  Triangles soup;  // as an STL file has it
  const Triangles cube = block({0, 0, 0}, {1, 1, 1});
  for (const MeshTriangle& t : cube.triangles) {
    const auto first = static_cast<std::uint32_t>(soup.points.size());
    for (const std::uint32_t v : t) soup.points.push_back(cube.points[v]);
    soup.triangles.push_back({first, first + 1, first + 2});
  }
  soup.points[0].x = -0.0;
  soup.triangles.push_back({0, 0, 1});  // folded: no edges
  EXPECT_EQ(Surface(soup.points, soup.triangles).why_no_solid(), "");
  for (const std::uint32_t component : Surface(soup.points, soup.triangles).components()) EXPECT_EQ(component, 0u);
}

// Far from the origin doubles cannot tell the sign of the volume.
TEST(Surface, TheSignOfATinyVolume) {
  const double far = 1e9, thin = std::nextafter(far, 2 * far);
  const Triangles sheet = block({far, far, far}, {far + 1, far + 1, thin});
  EXPECT_EQ(Surface(sheet.points, sheet.triangles).why_no_solid(), "");
  EXPECT_EQ(Surface(sheet.points, sheet.inside_out().triangles).why_no_solid(), "");
}

// Two sheets back to back in a slanted plane, cut into triangles differently: no triangle has a partner, and yet
// nothing is between them.
TEST(Surface, SheetsThatCancelPieceByPiece) {
  Triangles sheets{{{0, 0, 0}, {1, 0, 2}, {1, 1, 5}, {0, 1, 3}, {0.25, 0.375, 1.625}},
                   {{0, 1, 2}, {0, 2, 3}, {1, 0, 4}, {2, 1, 4}, {3, 2, 4}, {0, 3, 4}}};
  const auto fault = [](const Triangles& t) { return Surface(t.points, t.triangles).why_no_solid(); };
  EXPECT_EQ(fault(sheets), "it encloses no volume");
  // A second pair, raised by the least that a double can show on one side and as much the other way on the other.
  Triangles raised = sheets, lowered = sheets;
  raised.points[4].z = std::nextafter(1.625, 2);
  lowered.points[4].z = std::nextafter(1.625, 1);
  EXPECT_EQ(fault(raised), "");
  for (Vec3& v : lowered.points) v = v + Vec3{4, 0, 0};
  raised.add(lowered);
  EXPECT_EQ(fault(raised), "");  // no volume, but two leaves of opposite sign
}

TEST(Surface, ComponentsAreCountedByPoints) {
  Triangles three = block({0, 0, 0}, {1, 1, 1});
  three.add(block({1, 1, 1}, {2, 2, 2}));  // shares a corner with the first
  three.add(block({5, 5, 5}, {6, 6, 6}));
  three.points.push_back({9, 9, 9});  // used by none
  const std::vector<std::uint32_t> components = Surface(three.points, three.triangles).components();
  EXPECT_EQ(components[0], 0u);
  EXPECT_EQ(components[15], 0u);
  EXPECT_EQ(components[16], 1u);
  EXPECT_EQ(components[24], Surface::kNone);
}

}  // namespace
}  // namespace clearance::detail
