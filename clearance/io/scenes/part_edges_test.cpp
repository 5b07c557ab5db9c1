#include <clearance/io/scenes/part_edges.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace clearance {
using namespace detail;
namespace {

SceneObject object_of(const std::string& shape) {
  const Result<Scene> scene = parse_scene(
      "{\"format\":\"clearance-scene-1\",\"objects\":[{\"name\":\"a\",\"shape\":" + shape + "}]}", "", "test");
  EXPECT_TRUE(scene) << (scene ? "" : scene.error().text());
  return scene->objects[0];
}

std::vector<PartEdge> edges(const std::string& shape) {
  std::vector<PartEdge> found = edges_of(object_of(shape), 0);
  std::sort(found.begin(), found.end());
  return found;
}

// The fourth point is inside: numbers are those of the list as given.
TEST(PartEdges, OfAHullByTheNumbersGiven) {
  EXPECT_EQ(edges(R"({"hull":[[0,0,0],[4,0,0],[0,4,0],[0.5,0.5,0.5],[0,0,4]]})"),
            (std::vector<PartEdge>{{0, 1}, {0, 2}, {0, 4}, {1, 2}, {1, 4}, {2, 4}}));
  EXPECT_EQ(edges(R"({"box":[1,2,3]})").size(), 12u);
  EXPECT_EQ(edges(R"({"rounded":{"core":{"hull":[[0,0,0],[1,0,0]]},"radius":1}})"), (std::vector<PartEdge>{{0, 1}}));
  EXPECT_TRUE(edges(R"({"hull":[[1,2,3]]})").empty());
  EXPECT_TRUE(edges(R"({"half_space":{"normal":[0,0,1],"offset":0}})").empty());
}

// A square of two triangles, bent along its diagonal by one unit in the last place or not at all.
std::string square(const char* height) {
  return std::string(R"({"mesh":{"vertices":[[0,0,0],[1,0,0],[1,1,)") + height +
         R"(],[0,1,0]],"triangles":[[0,1,2],[0,2,3]]},"solid":false})";
}

TEST(PartEdges, OfAMeshWithoutThoseWithinAFace) {
  EXPECT_EQ(edges(square("0")), (std::vector<PartEdge>{{0, 1}, {0, 3}, {1, 2}, {2, 3}}));
  EXPECT_EQ(edges(square("5e-324")), (std::vector<PartEdge>{{0, 1}, {0, 2}, {0, 3}, {1, 2}, {2, 3}}));
}

// Folded onto itself: in one plane, but not side by side.
TEST(PartEdges, OfAFoldIsDrawn) {
  EXPECT_EQ(
      edges(R"({"mesh":{"vertices":[[0,0,0],[1,0,0],[0,1,0],[0,2,0]],"triangles":[[0,1,2],[1,0,3]]},"solid":false})"),
      (std::vector<PartEdge>{{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}}));
}

// Three triangles at one edge, and a vertex that is there twice.
TEST(PartEdges, EachIsThereOnce) {
  EXPECT_EQ(edges(R"({"mesh":{"vertices":[[0,0,0],[0,0,1],[1,0,0],[0,1,0],[-1,0,0],[0,0,0]],)"
                  R"("triangles":[[0,1,2],[0,1,3],[5,1,4]]},"solid":false})"),
            (std::vector<PartEdge>{{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2}, {1, 3}, {1, 4}}));
}

TEST(PartEdges, OfEachPart) {
  const SceneObject object =
      object_of(R"({"convex_parts":[{"box":[1,1,1]},{"hull":[[0,0,0],[1,0,0],[0,1,0],[0,0,1]]}]})");
  EXPECT_EQ(edges_of(object, 0).size(), 12u);
  EXPECT_EQ(edges_of(object, 1).size(), 6u);
}

}  // namespace
}  // namespace clearance
