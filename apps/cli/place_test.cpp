#include "place.h"

#include <gtest/gtest.h>

#include <string>

namespace clearance::cli {
namespace {

// Two objects of these shapes, the second moved by `t`.
Scene two(const std::string& a, const std::string& b, const std::string& t) {
  const Result<Scene> scene =
      parse_scene(R"({"format":"clearance-scene-1","objects":[{"name":"a","shape":)" + a + R"(},{"name":"b","shape":)" +
                      b + R"(,"pose":{"q":[1,0,0,0],"t":)" + t + "}}]}",
                  "", "scene");
  EXPECT_TRUE(scene) << scene.error().text();
  return *scene;
}

std::optional<Vec3> place(const Scene& scene) {
  const SceneObject &a = scene.objects[0], &b = scene.objects[1];
  return place_of(claim_of(intersects(a.shape, a.pose, b.shape, b.pose)), a, b);
}

void expect_near(const std::optional<Vec3>& found, Vec3 wanted, double error) {
  ASSERT_TRUE(found.has_value());
  EXPECT_LE(norm_max(*found - wanted), error) << found->x << " " << found->y << " " << found->z;
}

const std::string kBox = R"({"box":[2,2,2]})";
// In the plane z = 0, its right angle at the origin.
const std::string kSheet = R"({"mesh":{"vertices":[[0,0,0],[4,0,0],[0,4,0]],"triangles":[[0,1,2]]}})";
// In the plane y = 0, from z = −1 to 1.
const std::string kBlade = R"({"mesh":{"vertices":[[0,0,-1],[2,0,-1],[1,0,1]],"triangles":[[0,1,2]]}})";
const std::string kDented = R"({"mesh":{"vertices":[[0,0,0],[4,0,0],[0,4,0],[0,0,4],[0.5,0.5,0.5]],)"
                            R"("triangles":[[0,2,1],[0,1,3],[0,3,2],[1,2,4],[2,3,4],[3,1,4]]}})";

TEST(Place, ThereIsNoneOfWhatIsSeparated) {
  EXPECT_FALSE(place(two(kBox, kBox, "[3,0,0]")).has_value());
  EXPECT_FALSE(place(two(kSheet, kBlade, "[9,0,0]")).has_value());
}

TEST(Place, ConvexBodiesInTheMiddleOfTheOverlapOrWhereTheyTouch) {
  const std::optional<Vec3> deep = place(two(kBox, kBox, "[1.5,0,0]"));
  ASSERT_TRUE(deep.has_value());
  EXPECT_NEAR(deep->x, 0.75, 1e-9) << "the boxes overlap from 0.5 to 1";
  EXPECT_LE(norm_max(*deep), 1);
  expect_near(place(two(kBox, R"({"hull":[[0,0,0],[1,0,0]]})", "[1,0.5,0.25]")), {1, 0.5, 0.25}, 1e-9);
}

// A crate turned by an angle on a table: once (-1.38778e-17, 0, 0).
TEST(Place, WhatRoundingMakesOfZeroIsZero) {
  const Result<Scene> scene = parse_scene(
      R"({"format":"clearance-scene-1","objects":[
        {"name":"table","shape":{"box":[4,4,0.5]},"pose":{"t":[0,0,-0.25],"q":[1,0,0,0]}},
        {"name":"crate","shape":{"box":[1,1,1]},"pose":{"q":[3,0,0,1],"t":[0,0,0.5]}}]})",
      "", "scene");
  ASSERT_TRUE(scene) << scene.error().text();
  const std::optional<Vec3> found = place(*scene);
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(*found, Vec3{});
  // What is small for other reasons stays.
  const std::optional<Vec3> small =
      place(two(R"({"box":[1e-12,1e-12,1e-12]})", R"({"hull":[[0,0,0]]})", "[2e-13,0,0]"));
  ASSERT_TRUE(small.has_value());
  EXPECT_NE(small->x, 0);
}

// The blade cuts the sheet in the segment from (1.5, 1, 0) to (2.5, 1, 0).
TEST(Place, TrianglesInTheMiddleOfWhatTheyShare) {
  expect_near(place(two(kSheet, kBlade, "[1,1,0]")), {2, 1, 0}, 1e-12);
}

TEST(Place, WhatIsInsideWithoutTouchingIsWhereItIs) {
  const Scene inside = two(kDented, kBlade, "[0.25,0.125,0.125]");  // too large to be inside
  ASSERT_TRUE(place(inside).has_value());
  const std::string speck = R"({"mesh":{"vertices":[[0,0,0],[0.125,0,0],[0,0.125,0]],"triangles":[[0,1,2]]}})";
  const std::optional<Vec3> found = place(two(kDented, speck, "[0.25,0.25,0.25]"));
  ASSERT_TRUE(found.has_value());
  EXPECT_LE(norm_max(*found - Vec3{0.25, 0.25, 0.25}), 0.125);
}

TEST(Place, OfSolidsAPointInsideBoth) {
  const Scene scene = two(kDented, kDented, "[0.25,0.25,0.25]");
  const std::optional<Vec3> found = place(scene);
  ASSERT_TRUE(found.has_value());
  for (const SceneObject& object : scene.objects)
    EXPECT_EQ(locate(*object.mesh(), object.pose, *found), PointLocation::Inside);
}

TEST(Place, AHullAgainstAMesh) {
  // The box reaches from 3 to 5 along x and holds the tip of the dented body.
  const std::optional<Vec3> found = place(two(kDented, kBox, "[4,0,0]"));
  ASSERT_TRUE(found.has_value());
  EXPECT_LE(norm_max(*found - Vec3{3.5, 0, 0}), 0.6);
}

}  // namespace
}  // namespace clearance::cli
