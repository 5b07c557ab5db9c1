// Hulls in place of meshes: what scenes say of them, and what results carry on.
#include <clearance/io/results/motion_result.h>
#include <clearance/io/scenes/scene_file.h>
#include <clearance/io/scenes/world_file.h>

#include <gtest/gtest.h>

#include <string>

namespace clearance {
namespace {

Result<Scene> parse(const std::string& shape, const std::string& more = "") {
  return parse_scene(R"({"format":"clearance-scene-1","objects":[{"name":"x","shape":)" + shape + more + "}]}", "",
                     "s.json");
}
std::string fault(const std::string& shape) {
  const Result<Scene> scene = parse(shape);
  return scene ? "none" : scene.error().text();
}

// Four points, with a fifth in front of the far face: its pocket is deepest at (4/3, 4/3, 4/3), 1/√3 away from the
// fifth and a little less from the three triangles there.
const std::string kDented = R"({"vertices":[[0,0,0],[4,0,0],[0,4,0],[0,0,4],[1,1,1]],)"
                            R"("triangles":[[0,2,1],[0,1,3],[0,3,2],[1,2,4],[2,3,4],[3,1,4]]})";
const std::string kTetra =
    R"({"vertices":[[0,0,0],[1,0,0],[0,1,0],[0,0,1]],"triangles":[[0,2,1],[0,1,3],[1,2,3],[0,3,2]]})";

std::string mesh(const std::string& what, const std::string& more) { return R"({"mesh":)" + what + more + "}"; }

// ---- by hand

TEST(StandIn, AHullWithinTheLimitStandsForTheMesh) {
  const Result<Scene> scene = parse(mesh(kDented, R"(,"hull_within":0.75)"));
  ASSERT_TRUE(scene) << scene.error().text();
  const SceneObject& object = scene->objects[0];
  ASSERT_TRUE(object.convex());
  EXPECT_EQ(object.kind, ShapeKind::Hull);
  EXPECT_EQ(object.polytope().vertex_count(), 4);
  EXPECT_EQ(object.points().size(), 5u);
  EXPECT_GT(object.excess, 0.4);
  EXPECT_LE(object.excess, 0.75);
  // What nobody asked for exceeds nothing.
  EXPECT_TRUE(parse(mesh(kDented, ""))->objects[0].mesh());
  EXPECT_EQ(parse(mesh(kDented, ""))->objects[0].excess, 0);
}

TEST(StandIn, OneBeyondTheLimitIsRefusedWithItsFigure) {
  const std::string why = fault(mesh(kDented, R"(,"hull_within":0.1)"));
  EXPECT_NE(why.find("objects[0].shape.mesh"), std::string::npos) << why;
  EXPECT_NE(why.find("exceeds it by 0."), std::string::npos) << why;
  EXPECT_NE(why.find("0.1"), std::string::npos) << why;
  EXPECT_NE(fault(mesh(kDented, R"(,"hull_within":0)")), "none");
}

TEST(StandIn, AConvexMeshStandsForItself) {
  const Result<Scene> scene = parse(mesh(kTetra, R"(,"hull_within":0)"));
  ASSERT_TRUE(scene) << scene.error().text();
  EXPECT_EQ(scene->objects[0].kind, ShapeKind::Mesh);
  EXPECT_EQ(scene->objects[0].excess, 0);
}

TEST(StandIn, ScaleComesFirst) {
  const Result<Scene> scene = parse(mesh(kDented, R"(,"scale":0.001,"hull_within":0.00075)"));
  ASSERT_TRUE(scene) << scene.error().text();
  EXPECT_LE(scene->objects[0].excess, 0.00075);
  EXPECT_NE(fault(mesh(kDented, R"(,"scale":1000,"hull_within":0.75)")), "none");
}

TEST(StandIn, OnlyWhereItIsTold) {
  EXPECT_NE(fault(R"({"hull":[[0,0,0]],"hull_within":1})").find("only a mesh"), std::string::npos);
  EXPECT_NE(fault(mesh(kDented, R"(,"excess":1)")).find("only a hull"), std::string::npos);
  EXPECT_NE(fault(mesh(kDented, R"(,"hull_within":-1)")).find("negative"), std::string::npos);
  EXPECT_NE(fault(mesh(kDented, R"(,"hull_within":"1")")).find("number"), std::string::npos);
  EXPECT_NE(fault(R"({"convex_parts":[)" + mesh(kDented, R"(,"hull_within":1)") + "]}").find("part"),
            std::string::npos);
  EXPECT_NE(fault(R"({"rounded":{"core":)" + mesh(kDented, R"(,"hull_within":1)") + R"(,"radius":1}})").find("core"),
            std::string::npos);
}

// A surface is its triangles: the hull of a box's reaches half a side from them.
TEST(StandIn, OfASurfaceTheTrianglesCount) {
  EXPECT_NE(fault(mesh(kTetra, R"(,"solid":false,"hull_within":0.01)")), "none");
  const Result<Scene> scene = parse(mesh(kTetra, R"(,"solid":false,"hull_within":0.5)"));
  ASSERT_TRUE(scene) << scene.error().text();
  EXPECT_GT(scene->objects[0].excess, 0.1);
}

TEST(StandIn, APointThatNoTriangleUsesCounts) {
  const std::string far = R"({"vertices":[[0,0,0],[4,0,0],[0,4,0],[0,0,4],[1,1,1],[9,0,0]],)"
                          R"("triangles":[[0,2,1],[0,1,3],[0,3,2],[1,2,4],[2,3,4],[3,1,4]]})";
  EXPECT_NE(fault(mesh(far, R"(,"hull_within":0.75)")), "none");
  EXPECT_EQ(fault(mesh(far, R"(,"hull_within":6)")), "none");
}

// ---- what is written is read again

TEST(StandIn, AScenePutsTheExcessOntoPaper) {
  const Result<Scene> scene = parse(mesh(kDented, R"(,"hull_within":0.75)"), R"(,"padding":0.25)");
  ASSERT_TRUE(scene) << scene.error().text();
  const SceneEntry entries[] = {entry_of(scene->objects[0])};
  const Result<Scene> again = parse_scene(scene_text(entries), "", "again.json");
  ASSERT_TRUE(again) << again.error().text();
  EXPECT_TRUE(again->objects[0].convex());
  EXPECT_EQ(again->objects[0].padding, 0.25);
  EXPECT_EQ(again->objects[0].excess, scene->objects[0].excess);
}

TEST(StandIn, AWorldTakesNone) {
  const std::string scene =
      R"({"format":"clearance-scene-1","objects":[{"name":"x","shape":)" + mesh(kDented, R"(,"hull_within":1)") + "}]}";
  const Result<WorldSnapshot> world = parse_world(scene, "", "w.json");
  ASSERT_FALSE(world);
  EXPECT_NE(world.error().text().find("hull_within"), std::string::npos) << world.error().text();
}

// A report that nobody filled in would else pass for one about bodies that stand for themselves.
TEST(StandIn, WhatNobodySaidIsNoClaim) {
  EXPECT_FALSE(Excesses{}.a || Excesses{}.b);
  EXPECT_NE(Excesses{}, (Excesses{0, 0}));
  ResultFile result;
  PairReport report{"a", "b", {}, "combined", {}, {}, {}};
  report.claim.status = Status::Separated;
  for (const Excesses& said : {Excesses{}, Excesses{0, {}}, Excesses{{}, 1}}) {
    report.excess = said;
    result.pairs = {report};
    const std::string text = result_text(result, false);
    EXPECT_NE(text.find("\"excess\":null"), std::string::npos) << text;
    const Result<ResultFile> again = parse_result(text, "r.json");
    ASSERT_FALSE(again);
    EXPECT_NE(again.error().text().find("pairs[0].excess"), std::string::npos) << again.error().text();
  }
}

TEST(StandIn, ResultsCarryIt) {
  ResultFile result;
  PairReport report{"a", "b", {}, "combined", {}, {}, {}};
  report.claim.status = Status::Separated;
  report.excess = {0.5, 0};
  result.pairs.push_back(report);
  report.excess = {0, 0.1};
  result.pairs.push_back(report);
  report.excess = {0, 0};
  result.pairs.push_back(report);
  const std::string text = result_text(result, false);
  const Result<ResultFile> again = parse_result(text, "r.json");
  ASSERT_TRUE(again) << again.error().text();
  for (std::size_t k = 0; k < 3; ++k) EXPECT_EQ(again->pairs[k].excess, result.pairs[k].excess);
  EXPECT_EQ(text.find("excess", text.rfind("decided_by")), std::string::npos) << "nothing where there is nothing";
  std::string negative = text;
  negative.replace(negative.find("0.5"), 3, "-.5");
  EXPECT_FALSE(parse_result(negative, "r.json"));
  negative.replace(negative.find("-.5"), 3, "-1 ");
  EXPECT_FALSE(parse_result(negative, "r.json"));
}

}  // namespace
}  // namespace clearance
