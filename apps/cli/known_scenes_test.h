// Scenes of two objects whose answers are known by hand.
#pragma once

#include <clearance/clearance.h>
#include <clearance/io/number.h>

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace clearance::cli {
using namespace detail;

// The prism over the polygon (0,0)(2,0)(2,1)(1,1)(1,2)(0,2), from z = 0 to 1.
inline std::string bracket() {
  std::string vertices, triangles;
  const double xy[6][2] = {{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}};
  for (const int z : {0, 1})
    for (const auto& p : xy)
      vertices +=
          (vertices.empty() ? "[" : ",[") + double_text(p[0]) + "," + double_text(p[1]) + "," + double_text(z) + "]";
  const auto add = [&](int i, int j, int k) {
    triangles +=
        (triangles.empty() ? "[" : ",[") + std::to_string(i) + "," + std::to_string(j) + "," + std::to_string(k) + "]";
  };
  for (int k = 1; k < 5; ++k) add(0, k + 1, k), add(6, 6 + k, 7 + k);
  for (int i = 0; i < 6; ++i) {
    const int j = (i + 1) % 6;
    add(i, j, j + 6), add(i, j + 6, i + 6);
  }
  return R"({"vertices":[)" + vertices + R"(],"triangles":[)" + triangles + "]}";
}
inline std::string solid() { return R"({"mesh":)" + bracket() + "}"; }
inline std::string surface() { return R"({"mesh":)" + bracket() + R"(,"solid":false})"; }
inline const char* const kBox = R"({"box":[1,1,1]})";
inline const char* const kCube =  // a mesh that bounds a convex body
    R"({"mesh":{"vertices":[[0,0,0],[1,0,0],[0,1,0],[1,1,0],[0,0,1],[1,0,1],[0,1,1],[1,1,1]],
        "triangles":[[0,2,1],[1,2,3],[4,5,6],[5,7,6],[0,1,4],[1,5,4],[2,6,3],[3,6,7],[0,4,2],[2,4,6],[1,3,5],[3,7,5]]}})";
inline const char* const kBall = R"({"rounded":{"core":{"hull":[[0,0,0]]},"radius":0.5}})";
inline const char* const kPuffed = R"({"rounded":{"core":{"box":[1,1,1]},"radius":0.25}})";
inline const char* const kTwoBoxes =
    R"({"convex_parts":[{"hull":[[0,0,0],[2,0,0],[0,1,0],[2,1,0],[0,0,1],[2,0,1],[0,1,1],[2,1,1]]},
                        {"hull":[[0,1,0],[1,1,0],[0,2,0],[1,2,0],[0,1,1],[1,1,1],[0,2,1],[1,2,1]]}]})";

inline const char* const kFloor = R"({"half_space":{"normal":[0,0,3],"offset":0}})";
inline const char* const kWall = R"({"half_space":{"normal":[-2,0,0],"offset":0}})";
inline const char* const kCeiling = R"({"half_space":{"normal":[0,0,-1],"offset":0}})";

struct Known {
  const char* name;
  std::string a, b;
  const char* at;  // of b
  Status status;
  double measure;  // distance, or depth where they penetrate
};

inline std::vector<Known> known() {
  using enum Status;
  return {
      {"boxes apart", kBox, kBox, "1.25,0.25,0", Separated, 0.25},
      {"boxes touching", kBox, kBox, "1,0.25,0", Touching, 0},
      {"boxes deep", kBox, kBox, "0.75,0.125,0", Penetrating, 0.25},
      {"convex meshes apart", kCube, kCube, "1.25,0.25,0", Separated, 0.25},
      {"convex meshes deep", kCube, kCube, "0.75,0.125,0", Penetrating, 0.25},
      {"balls apart", kBall, kBall, "1.25,0,0", Separated, 0.25},
      {"balls tangent", kBall, kBall, "1,0,0", Touching, 0},
      {"balls deep", kBall, kBall, "0.75,0,0", Penetrating, 0.25},
      {"puffed boxes deep", kPuffed, kPuffed, "0.75,0.125,0", Penetrating, 0.75},
      {"solids apart", solid(), solid(), "2.25,0,0", Separated, 0.25},
      {"solids touching", solid(), solid(), "2,0.25,0", Touching, 0},
      {"solids deep", solid(), solid(), "1.75,0.125,0.25", Penetrating, 0.25},
      {"box in solid", kBox, solid(), "0.25,-0.375,-0.5", Penetrating, 0.25},
      {"convex mesh in solid", kCube, solid(), "0.75,0.125,0.125", Penetrating, 0.25},
      {"ball in solid", kBall, solid(), "0.25,-0.5,-0.5", Penetrating, 0.25},
      {"surfaces", surface(), surface(), "1.75,0.125,0.25", Intersecting, 0},
      {"parts apart", kTwoBoxes, kBox, "2.75,0.5,0.5", Separated, 0.25},
      {"parts deep", kTwoBoxes, kBox, "2.25,0.5,0.5", Penetrating, 0.25},
      {"parts and solid apart", kTwoBoxes, solid(), "2.25,0,0", Separated, 0.25},
      {"parts and solid deep", kTwoBoxes, solid(), "1.75,0.125,0.25", Penetrating, 0.25},
      {"box over a floor", kFloor, kBox, "0,0,0.75", Separated, 0.25},
      {"box on a floor", kFloor, kBox, "0,0,0.5", Touching, 0},
      {"box in a floor", kFloor, kBox, "0,0,0.25", Penetrating, 0.25},
      {"a floor below a box", kBox, kFloor, "0,0,-0.75", Separated, 0.25},
      {"a floor around a ball", kBall, kFloor, "0,0,-0.25", Penetrating, 0.25},
      {"solid in a floor", kFloor, solid(), "0,0,-0.25", Penetrating, 0.25},
      {"surface in a floor", kFloor, surface(), "0,0,-0.25", Intersecting, 0},
      {"parts in a wall", kTwoBoxes, kWall, "1.75,0,0", Penetrating, 0.25},
      {"floor and ceiling apart", kFloor, kCeiling, "0,0,0.25", Separated, 0.25},
      {"floor and ceiling deep", kFloor, kCeiling, "0,0,-0.25", Penetrating, 0.25},
  };
}

inline Scene scene_of(const Known& known) {
  const std::string text = R"({"format":"clearance-scene-1","objects":[{"name":"a","shape":)" + known.a +
                           R"(},{"name":"b","shape":)" + known.b + R"(,"pose":{"q":[1,0,0,0],"t":[)" + known.at +
                           "]}}]}";
  const Result<Scene> scene = parse_scene(text, "", "s.json");
  EXPECT_TRUE(scene) << known.name << scene.error().text();
  return *scene;
}

}  // namespace clearance::cli
