// Rounded shapes in scene files, and what results say about them.
#include <clearance/io/results/result_file.h>
#include <clearance/io/scenes/scene_file.h>
#include <clearance/io/test_files_test.h>

#include <gtest/gtest.h>

#include <string>

namespace clearance {
namespace {

Result<Scene> parse(const std::string& shape) {
  return parse_scene(R"({"format":"clearance-scene-1","objects":[{"name":"a","shape":)" + shape + "}]}",
                     CLEARANCE_TESTDATA, "s.json");
}
std::string fault(const std::string& shape) {
  const Result<Scene> scene = parse(shape);
  return scene ? "none" : scene.error().text();
}

TEST(RoundedShape, SphereCapsuleRoundedBoxAndMesh) {
  const Result<Scene> ball = parse(R"({"rounded":{"core":{"hull":[[1,2,3]]},"radius":0.5}})");
  ASSERT_TRUE(ball) << ball.error().text();
  EXPECT_EQ(ball->objects[0].kind, ShapeKind::Rounded);
  EXPECT_STREQ(to_string(ball->objects[0].kind), "rounded");
  EXPECT_EQ(ball->objects[0].radius(), 0.5);
  EXPECT_EQ(ball->objects[0].body().radius(), 0.5);
  EXPECT_EQ(ball->objects[0].polytope().dimension(), 0);
  EXPECT_EQ(parse(R"({"rounded":{"core":{"hull":[[0,0,0],[0,0,1]]},"radius":0}})")->objects[0].polytope().dimension(),
            1);
  const Result<Scene> box = parse(R"({"rounded":{"radius":1e300,"core":{"box":[1,2,3]}}})");
  EXPECT_EQ(box->objects[0].points().size(), 8u);
  EXPECT_EQ(box->objects[0].radius(), 1e300);
  EXPECT_EQ(parse(R"({"rounded":{"core":{"mesh":"tetra.obj"},"radius":2}})")->objects[0].polytope().vertex_count(), 4);
  EXPECT_EQ(parse(R"({"box":[1,1,1]})")->objects[0].radius(), 0);
}

// On the shape it makes all of the body larger, on the core the core alone.
TEST(RoundedShape, ScaleOnTheShapeAndOnTheCore) {
  const auto object = [](const std::string& shape) { return parse(shape)->objects[0]; };
  const SceneObject whole = object(R"({"rounded":{"core":{"hull":[[1,0,0],[3,0,0]]},"radius":2},"scale":0.5})");
  EXPECT_EQ(whole.radius(), 1);
  EXPECT_EQ(whole.points()[1], (Vec3{1.5, 0, 0}));
  EXPECT_EQ(whole.polytope().vertex(1), (Vec3{1.5, 0, 0}));
  const SceneObject core = object(R"({"rounded":{"core":{"hull":[[1,0,0],[3,0,0]],"scale":0.5},"radius":2}})");
  EXPECT_EQ(core.radius(), 2);
  EXPECT_EQ(core.points()[1], (Vec3{1.5, 0, 0}));
  const SceneObject both = object(R"({"rounded":{"core":{"mesh":"tetra.obj","scale":0.5},"radius":2},"scale":4})");
  EXPECT_EQ(both.radius(), 8);
  EXPECT_EQ(both.kind, ShapeKind::Rounded);
  EXPECT_EQ(both.points()[1], 2 * object(R"({"mesh":"tetra.obj"})").points()[1]);
}

TEST(RoundedShape, RefusedWithThePlace) {
  const std::string at = "s.json: objects[0].shape.rounded";
  EXPECT_EQ(fault(R"({"rounded":{}})"), at + ": has no \"core\"");
  EXPECT_EQ(fault(R"({"rounded":{"core":{"box":[1,1,1]}}})"), at + ": has no \"radius\"");
  EXPECT_EQ(fault(R"({"rounded":[1]})"), at + ": expected an object, found a list");
  EXPECT_EQ(fault(R"({"rounded":{"core":{"box":[1,1,1]},"radius":-1}})"),
            at + ".radius: is negative (-1); it must be 0 or more");
  EXPECT_EQ(fault(R"({"rounded":{"core":{"box":[1,1,1]},"radius":"NaN"}})"),
            at + ".radius: expected a number, found a string");
  EXPECT_EQ(fault(R"({"rounded":{"core":{"box":[1,1,1]},"radius":1e301}})"),
            at + ".radius: is 1e+301; it must be 1e300 or less");
  EXPECT_EQ(fault(R"({"rounded":{"core":{"box":[1,1,1]},"radius":1e300},"scale":2})"),
            at + ".radius: is 2e+300; it must be 1e300 or less");
  EXPECT_EQ(fault(R"({"rounded":{"core":{"hull":[[1e300,0,0]]},"radius":1},"scale":2})"),
            at + ".core: vertex 0 is beyond 1e300 when scaled");
  EXPECT_EQ(fault(R"({"rounded":{"core":{"box":[1,1,1]},"radius":1,"colour":1}})"),
            at + ".colour: unknown field; there are core and radius");
  EXPECT_EQ(fault(R"({"rounded":{"core":{"rounded":{"core":{"box":[1,1,1]},"radius":1}},"radius":1}})"),
            at + ".core.rounded: the core of a rounded shape is not rounded");
  EXPECT_EQ(fault(R"({"rounded":{"core":{"csg":{}},"radius":1}})"),
            at + ".core.csg: not taken at this version; hull, box, mesh, convex_parts, rounded and half_space are");
  EXPECT_EQ(fault(R"({"rounded":{"core":{"box":[1,1,-1]},"radius":1}})").substr(0, at.size() + 9), at + ".core.box");
  const std::string open = R"({"vertices":[[0,0,0],[1,0,0],[0,1,0],[0,0,1]],"triangles":[[0,2,1],[0,1,3],[0,3,2]]})";
  const std::string no_body = fault(R"({"rounded":{"core":{"mesh":)" + open + R"(},"radius":1}})");
  EXPECT_EQ(no_body.substr(0, at.size() + 11), at + ".core.mesh:") << no_body;
}

TEST(RoundedShape, WrittenAndReadBack) {
  const test::ScratchFolder folder;
  const Result<Scene> made = parse(R"({"rounded":{"core":{"box":[0.1,0.2,0.3]},"radius":0.7}})");
  const SceneObject& object = made->objects[0];
  const Result<std::string> path = dump_pair(folder.file("doubt.scene.json"), object.body(), {}, object.polytope(), {});
  ASSERT_TRUE(path) << path.error().text();
  const Result<Scene> again = read_scene(*path);
  ASSERT_TRUE(again) << again.error().text();
  EXPECT_EQ(again->objects[0].kind, ShapeKind::Rounded);
  EXPECT_EQ(again->objects[0].radius(), 0.7);
  EXPECT_EQ(again->objects[0].points(), object.points());
  EXPECT_EQ(again->objects[1].kind, ShapeKind::Hull);
  EXPECT_EQ(again->objects[1].radius(), 0);
}

const std::string kNear =
    R"({"format":"clearance-result-1","query":"check","pairs":[{"a":"a","b":"b","status":"penetrating",)"
    R"("certificate":{"kind":"near","witness":{"a":{"vertices":[0,2],"weights":[0.25,0.75]},)"
    R"("b":{"vertices":[1],"weights":[1]}}}}]})";

TEST(NearCertificate, ComesBack) {
  const Result<ResultFile> result = parse_result(kNear, "r.json");
  ASSERT_TRUE(result) << result.error().text();
  const Certificate& near = result->pairs[0].claim.certificate;
  EXPECT_EQ(near.kind, Certificate::Kind::Near);
  ASSERT_EQ(near.witness.a.count, 2);
  EXPECT_EQ(near.witness.a.vertices[1], 2u);
  EXPECT_EQ(near.witness.a.weights[1], 0.75);
  const std::string text = result_text(*result, true);
  EXPECT_NE(text.find(R"("certificate":{"kind":"near","witness":{"a":{"vertices":[0,2],"weights":[0.25,0.75]},)"
                      R"("b":{"vertices":[1],"weights":[1]}}})"),
            std::string::npos)
      << text;
  EXPECT_EQ(result_text(*parse_result(text, "again"), true), text);
}

TEST(NearCertificate, RefusedWithThePlace) {
  const auto refused = [](const std::string& from, const std::string& to) {
    std::string text = kNear;
    text.replace(text.find(from), from.size(), to);
    const Result<ResultFile> result = parse_result(text, "r.json");
    return result ? "none" : result.error().text();
  };
  const std::string at = "r.json: pairs[0].certificate";
  EXPECT_EQ(refused(R"("witness":)", R"("points":)"), at + ".points: unknown field; there are kind and witness");
  EXPECT_EQ(refused("[0,2]", "[]"), at + ".witness.a.vertices: expected 1 to 4 vertex numbers, found 0");
  EXPECT_EQ(refused("[0.25,0.75]", "[1]").substr(0, at.size() + 18), at + ".witness.a.weights");
  const Result<Scene> scene =
      parse_scene(R"({"format":"clearance-scene-1","objects":[{"name":"a","shape":{"hull":[[0,0,0]]}},)"
                  R"({"name":"b","shape":{"box":[1,1,1]}}]})",
                  "", "s.json");
  const Result<std::vector<ScenePair>> matched = match(*parse_result(kNear, "r.json"), *scene);
  ASSERT_FALSE(matched);
  EXPECT_EQ(matched.error().text(),
            "pairs[0].certificate.witness.a: vertex 2 of a shape that has 1: a result of another scene?");
}

}  // namespace
}  // namespace clearance
