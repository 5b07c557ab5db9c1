#include <clearance/io/verify/same_body.h>

#include <gtest/gtest.h>

#include "../known_scenes_test.h"
#include "assemblies_test.h"
#include "inside_of.h"

namespace clearance::cli {
using namespace detail;
namespace {

bool duplicates(const Scene& scene) { return is_duplicate(scene.objects[0], scene.objects[1]); }
std::optional<Body> inside(const Scene& scene) { return inside_of(scene.objects[0], scene.objects[1]); }

TEST(SameBody, TheSamePartInTheSamePlace) {
  for (const std::string& shape : {std::string(kBox), bracket().insert(0, R"({"mesh":)") + "}", std::string(kBall)}) {
    EXPECT_TRUE(duplicates(assembly({{"a", shape, "[1,2,3]"}, {"b", shape, "[1,2,3]"}})));
    EXPECT_FALSE(duplicates(assembly({{"a", shape, "[1,2,3]"}, {"b", shape, "[1,2,3.0000000000000004]"}})));
  }
  EXPECT_FALSE(duplicates(assembly({{"a", kBox, "[0,0,0]"}, {"b", kBall, "[0,0,0]"}})));
  EXPECT_FALSE(duplicates(assembly({{"a", kBox, "[0,0,0]"}, {"b", R"({"box":[1,1,1.5]})", "[0,0,0]"}})));
}

TEST(SameBody, WhateverTheOrderOfTheFile) {
  const char* const other = R"({"mesh":{"vertices":[[0,0,1],[1,0,0],[0,1,0],[0,0,0]],
      "triangles":[[3,2,1],[3,1,0],[3,0,2],[1,2,0]]}})";
  const char* const tetra = R"({"mesh":{"vertices":[[0,0,0],[1,0,0],[0,1,0],[0,0,1]],
      "triangles":[[0,2,1],[0,1,3],[0,3,2],[1,2,3]]}})";
  EXPECT_TRUE(duplicates(assembly({{"a", tetra, "[0,0,0]"}, {"b", other, "[0,0,0]"}})));
  EXPECT_TRUE(duplicates(assembly({{"a", tetra, "[0,0,0]"}, {"b", other, "[-0.0,0,0]"}})));
}

// Quaternions of any length are the same turn when they are parallel, and only then.
TEST(SameBody, TurnsOfAnyLength) {
  Scene scene = assembly({{"a", kBox, "[0,0,0]"}, {"b", kBox, "[0,0,0]"}});
  scene.objects[0].pose = rotation({0.1, 0.2, 0.3, 0.4});
  scene.objects[1].pose = rotation({-0.2, -0.4, -0.6, -0.8});
  EXPECT_TRUE(duplicates(scene));
  scene.objects[1].pose = rotation({-0.2, -0.4, -0.6, -0.8000000000000002});
  EXPECT_FALSE(duplicates(scene));
}

TEST(SameBody, InsideAConvexBodyFlushOrNot) {
  const char* const small = R"({"box":[0.5,0.5,0.5]})";
  EXPECT_EQ(inside(assembly({{"a", kBox, "[0,0,0]"}, {"b", small, "[0.125,0,0]"}})), Body::B);
  EXPECT_EQ(inside(assembly({{"a", small, "[0.25,0,0]"}, {"b", kBox, "[0,0,0]"}})), Body::A) << "flush from inside";
  EXPECT_EQ(inside(assembly({{"a", kBox, "[0,0,0]"}, {"b", small, "[0.25000000000000006,0,0]"}})), std::nullopt);
  EXPECT_EQ(inside(assembly({{"a", kBall, "[0,0,0]"}, {"b", kBox, "[0,0,0]"}})), std::nullopt)
      << "rounded: says nothing";
  EXPECT_EQ(inside(assembly({{"a", kFloor, "[0,0,0]"}, {"b", kBox, "[0,0,-0.5]"}})), Body::B);
  EXPECT_EQ(inside(assembly({{"a", kFloor, "[0,0,0]"}, {"b", kBox, "[0,0,-0.4]"}})), std::nullopt);
}

// A cube of side 4 with a cubic cavity of side 2 in its middle.
std::string hollow() {
  std::string vertices, triangles;
  const int faces[12][3] = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                            {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
  for (const int half : {2, 1})
    for (int corner = 0; corner < 8; ++corner) {
      vertices += vertices.empty() ? "[" : ",[";
      for (int axis = 0; axis < 3; ++axis)
        vertices += (axis > 0 ? "," : "") + std::to_string((corner >> axis & 1) != 0 ? half : -half);
      vertices += "]";
    }
  for (const int first : {0, 8})
    for (const auto& f : faces) {
      const int k = first > 0 ? 1 : 2;  // the cavity's faces are turned round
      triangles += (triangles.empty() ? "[" : ",[") + std::to_string(first + f[0]) + "," +
                   std::to_string(first + f[3 - k]) + "," + std::to_string(first + f[k]) + "]";
    }
  return R"({"mesh":{"vertices":[)" + vertices + R"(],"triangles":[)" + triangles + "]}}";
}

TEST(SameBody, InsideAMeshButNotAroundItsCavity) {
  const char* const pea = R"({"box":[0.25,0.25,0.25]})";
  EXPECT_EQ(inside(assembly({{"a", hollow(), "[0,0,0]"}, {"b", pea, "[1.5,0,0]"}})), Body::B) << "in the wall";
  EXPECT_EQ(inside(assembly({{"a", hollow(), "[0,0,0]"}, {"b", R"({"box":[3,3,3]})", "[0,0,0]"}})), std::nullopt)
      << "around the cavity";
  EXPECT_EQ(inside(assembly({{"a", hollow(), "[0,0,0]"}, {"b", pea, "[1,0,0]"}})), std::nullopt) << "through the wall";
  EXPECT_EQ(inside(assembly({{"a", solid(), "[0,0,0]"}, {"b", pea, "[0.5,0.5,0.5]"}})), Body::B);
  EXPECT_EQ(inside(assembly({{"a", solid(), "[0,0,0]"}, {"b", pea, "[1.5,1.5,0.5]"}})), std::nullopt) << "in the notch";
  EXPECT_EQ(inside(assembly({{"a", R"({"box":[6,6,6]})", "[0,0,0]"}, {"b", hollow(), "[0,0,0]"}})), Body::B);
}

}  // namespace
}  // namespace clearance::cli
