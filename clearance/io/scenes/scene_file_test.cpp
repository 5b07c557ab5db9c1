#include <clearance/io/scenes/scene_file.h>

#include <clearance/base/random.h>
#include <clearance/build/primitives.h>
#include <clearance/io/test_files_test.h>

#include <gtest/gtest.h>

#include <bit>
#include <cmath>

namespace clearance::detail {
namespace {

Result<Scene> parse(const std::string& text) { return parse_scene(text, CLEARANCE_TESTDATA, "s.json"); }

std::string fault(const std::string& text) {
  const Result<Scene> scene = parse(text);
  return scene ? "none" : scene.error().text();
}

// A scene of one object, named x, with this shape and these further members.
std::string with_shape(const std::string& shape, const std::string& more = "") {
  return R"({"format":"clearance-scene-1","objects":[{"name":"x","shape":)" + shape + more + "}]}";
}
std::string with_pose(const std::string& pose) { return with_shape(R"({"box":[1,1,1]})", R"(,"pose":)" + pose); }
std::string with_motion(const std::string& motion, const std::string& before = "",
                        const std::string& interval = "[0,2]") {
  return R"({"format":"clearance-scene-1","interval":)" + interval +
         R"(,"objects":[{"name":"x","shape":{"box":[1,1,1]})" + before + R"(,"motion":)" + motion + "}]}";
}
std::string with_pairs(const std::string& pairs) {
  return R"({"format":"clearance-scene-1","objects":[{"name":"x","shape":{"box":[1,1,1]}},
    {"name":"y","shape":{"box":[1,1,1]}},{"name":"z","shape":{"box":[1,1,1]}}],"pairs":)" +
         pairs + "}";
}

// ---- what went wrong, for programs

TEST(Scene, ErrorsHaveCodes) {
  const auto code = [](const std::string& text) { return parse(text).error().code; };
  EXPECT_EQ(code("{"), ErrorCode::BadFile);
  EXPECT_EQ(code(with_shape(R"({"box":[1,1,-1]})")), ErrorCode::BadFile);
  EXPECT_EQ(code(with_shape(R"({"mesh":"there_is_no_such_file.stl"})")), ErrorCode::NoAccess);
  EXPECT_EQ(read_scene("there_is_no_such_file.json").error().code, ErrorCode::NoAccess);
}

// ---- by hand

TEST(Scene, TheContractsExample) {
  const Result<Scene> scene = parse(R"({ "format": "clearance-scene-1",
    "objects": [
      { "name": "valve", "shape": { "hull": [[0,0,0],[1,0,0],[0,1,0],[0,0,1]] },
        "pose":  { "q": [1,0,0,0], "t": [0,0,2] }, "motion": { "velocity": [0,0,-1] } },
      { "name": "piston", "shape": { "mesh": "tetra.stl", "scale": 0.001 } },
      { "name": "block",  "shape": { "box": [2,2,0.5] } } ],
    "pairs": [["valve","piston"]],
    "interval": [0, 2] })");
  ASSERT_TRUE(scene) << scene.error().text();
  ASSERT_EQ(scene->objects.size(), 3u);
  EXPECT_EQ(scene->pairs, (std::vector<ScenePair>{{0, 1}}));
  EXPECT_EQ(scene->interval.value_or(std::array<double, 2>{}).at(1), 2);
  EXPECT_EQ(scene->find("block"), 2);
  EXPECT_EQ(scene->find("Block"), -1);
  EXPECT_TRUE(scene->objects[0].motion.has_value());
  EXPECT_EQ(scene->objects[0].pose.translation(), (Vec3{0, 0, 2}));
  EXPECT_EQ(scene->objects[1].kind, ShapeKind::Mesh);
  EXPECT_EQ(scene->objects[1].points()[1], (Vec3{0, 0.001, 0})) << "numbered by first appearance in the file";
  EXPECT_EQ(scene->objects[1].pose, Pose{});
  EXPECT_EQ(scene->objects[2].points()[0], (Vec3{-1, -1, -0.25}));
  EXPECT_EQ(scene->objects[2].points()[5], (Vec3{1, -1, 0.25}));
  EXPECT_EQ(scene->objects[2].polytope().vertex_count(), 8);
  EXPECT_EQ(scene->objects[2].polytope().id(5), 5u);
}

TEST(Scene, EveryPairWhenNoneIsListed) {
  const Result<Scene> scene = parse(R"({"format":"clearance-scene-1","objects":[{"name":"x","shape":{"box":[1,1,1]}},
    {"name":"y","shape":{"box":[1,1,1]}},{"name":"z","shape":{"hull":"tetra.obj"}}]})");
  ASSERT_TRUE(scene) << scene.error().text();
  EXPECT_EQ(scene->pairs, (std::vector<ScenePair>{{0, 1}, {0, 2}, {1, 2}}));
  EXPECT_TRUE(parse(with_pairs("[]"))->pairs.empty());
}

TEST(Scene, InlineMeshesKeepTheListAsGiven) {
  const Result<Scene> scene = parse(with_shape(
      R"({"mesh":{"vertices":[[0,0,0],[1,0,0],[0,1,0],[0,0,1],[0,0,0]],"triangles":[[4,2,1],[0,1,3],[1,2,3],[4,3,2]]},"solid":true})"));
  ASSERT_TRUE(scene) << scene.error().text();
  EXPECT_EQ(scene->objects[0].points().size(), 5u);
  EXPECT_EQ(scene->objects[0].polytope().vertex_count(), 4);
}

// ---- degenerate

TEST(Scene, FlatShapesDuplicatesAndPointsAreTaken) {
  EXPECT_EQ(parse(with_shape(R"({"hull":[[1,2,3]]})"))->objects[0].polytope().dimension(), 0);
  EXPECT_EQ(parse(with_shape(R"({"hull":[[1,2,3],[1,2,3],[2,2,3]]})"))->objects[0].polytope().dimension(), 1);
  EXPECT_EQ(parse(with_shape(R"({"box":[1,1,0]})"))->objects[0].polytope().dimension(), 2);
  EXPECT_EQ(parse(with_shape(R"({"box":[0,0,0]})"))->objects[0].points().size(), 8u);
}

TEST(Scene, PosesOfEitherForm) {
  EXPECT_EQ(parse(with_pose(R"({"q":[0,0,0,-2e-9]})"))->objects[0].pose.quaternion(), (Quat{0, 0, 0, -2e-9}));
  const Result<Scene> matrix = parse(with_pose(R"({"R":[0,-1,0,1,0,0,0,0,1],"t":[1,2,3]})"));
  ASSERT_TRUE(matrix) << matrix.error().text();
  EXPECT_EQ(matrix->objects[0].pose.kind(), Pose::Kind::Matrix);
}

TEST(Scene, KeyframesGiveThePoseAtTheStart) {
  const std::string frames = R"({"keyframes":[{"time":-1,"pose":{"q":[1,0,0,0]}},
    {"time":0.5,"pose":{"q":[1,0,0,1],"t":[7,0,0]}},{"time":3,"pose":{"q":[0,0,0,1]}}]})";
  const Result<Scene> scene = parse(with_motion(frames, "", "[0.5,3]"));
  ASSERT_TRUE(scene) << scene.error().text();
  EXPECT_EQ(scene->objects[0].pose.translation(), (Vec3{7, 0, 0}));
  EXPECT_EQ(
      fault(with_motion(frames, "", "[0,3]")),
      "s.json: objects[0].motion.keyframes: the pose at the start of the interval, 0, is not one of doubles, which "
      "a check of that instant needs; put a keyframe there");
  EXPECT_EQ(fault(with_motion(frames, "", "[0.5,4]")),
            "s.json: objects[0].motion.keyframes: the last time is before the end of the interval");
  EXPECT_EQ(fault(with_motion(frames, R"(,"pose":{"q":[1,0,0,0]})", "[0.5,3]")),
            "s.json: objects[0].motion.keyframes: keyframes stand instead of \"pose\", not beside it");
}

TEST(Scene, MotionsAreCheckedForTheirForm) {
  EXPECT_EQ(fault(with_motion(R"({"to":{"q":[0,1,0,0],"t":[1,0,0]}})")), "none");
  EXPECT_EQ(fault(with_motion(R"({"ballistic":{"velocity":[1,0,0],"angular_velocity":[0,0,1]}})")), "none");
  EXPECT_EQ(
      fault(with_motion(R"({"to":{"q":[-3,0,0,0]}})")),
      "s.json: objects[0].motion.to: its q is opposite to the one before: the rotation between them is not defined");
  EXPECT_EQ(fault(with_motion(R"({"to":{"q":[3,0,0,0]}})")), "none");
  EXPECT_EQ(fault(with_motion(R"({"to":{"R":[1,0,0,0,1,0,0,0,1]}})")),
            "s.json: objects[0].motion.to: both poses of this motion must be given by \"q\"");
  EXPECT_EQ(fault(with_motion(R"({"spin":1})")),
            "s.json: objects[0].motion.spin: unknown field; there are velocity, to, ballistic and keyframes");
  EXPECT_EQ(fault(with_motion("{}")), "s.json: objects[0].motion: needs one of velocity, to, ballistic, keyframes");
  EXPECT_EQ(fault(with_motion(R"({"velocity":[1,0]})")),
            "s.json: objects[0].motion.velocity: expected 3 numbers, found 2");
  EXPECT_EQ(fault(with_motion(R"({"velocity":[1,0,0]})", "", "[2,1]")),
            "s.json: interval: ends before it begins; it is [start, end]");
}

TEST(Scene, MotionsAreKeptAsGiven) {
  const Result<Scene> scene = parse(with_motion(
      R"({"ballistic":{"velocity":[1,2,3],"acceleration":[0,0,-9.81],"angular_velocity":[0,0,4],"center":[5,6,7]}})"));
  ASSERT_TRUE(scene) << scene.error().text();
  EXPECT_TRUE(scene->moves());
  const SceneMotion motion = scene->objects[0].motion.value_or(SceneMotion{});
  EXPECT_EQ(motion.kind, SceneMotion::Kind::Ballistic);
  EXPECT_EQ(motion.flight, (Flight{{1, 2, 3}, {0, 0, -9.81}, {0, 0, 4}, {5, 6, 7}}));
  EXPECT_FALSE(parse(with_shape(R"({"box":[1,1,1]})"))->moves());
}

TEST(Scene, MotionsThatTheContractRefuses) {
  const std::string instant = "needs time to get there, and the scene's \"interval\" is a single instant";
  EXPECT_EQ(fault(with_motion(R"({"to":{"q":[0,1,0,0]}})", "", "[1,1]")), "s.json: objects[0].motion.to: " + instant);
  EXPECT_EQ(fault(with_motion(R"({"keyframes":[{"time":1,"pose":{"q":[1,0,0,0]}}]})", "", "[1,1]")),
            "s.json: objects[0].motion.keyframes: " + instant);
  EXPECT_EQ(fault(with_motion(R"({"velocity":[1,0,0]})", "", "[1,1]")), "none");
  // |ω|·2 = 2²⁰ is the limit, compared exactly.
  EXPECT_EQ(fault(with_motion(R"({"ballistic":{"angular_velocity":[0,524288,0]}})")), "none");
  EXPECT_EQ(fault(with_motion(R"({"ballistic":{"angular_velocity":[1e-300,524288,0]}})")),
            "s.json: objects[0].motion.ballistic.angular_velocity: turns by more than 2^20 radians over the interval");
  EXPECT_EQ(fault(with_motion(R"({"ballistic":{"center":[0,0]}})")),
            "s.json: objects[0].motion.ballistic.center: expected 3 numbers, found 2");
  EXPECT_EQ(fault(with_motion(R"({"ballistic":{"centre":[0,0,0]}})")),
            "s.json: objects[0].motion.ballistic.centre: unknown field; there are velocity, acceleration, "
            "angular_velocity and center");
  EXPECT_EQ(fault(with_motion(R"({"velocity":[1,0,0],"to":{"q":[1,0,0,0]}})")),
            "s.json: objects[0].motion: needs one of velocity, to, ballistic, keyframes");
  const auto frames = [](const std::string& second) {
    return with_motion(R"({"keyframes":[{"time":0,"pose":{"q":[1,0,0,0]}},)" + second + "]}");
  };
  EXPECT_EQ(fault(frames(R"({"time":2,"pose":{"q":[1,0,0,1]}})")), "none");
  EXPECT_EQ(fault(frames(R"({"time":0,"pose":{"q":[1,0,0,1]}})")),
            "s.json: objects[0].motion.keyframes[1].time: times must rise");
  EXPECT_EQ(
      fault(frames(R"({"time":2,"pose":{"q":[-1,0,0,0]}})")),
      "s.json: objects[0].motion.keyframes[1].pose: its q is opposite to the one before: the rotation between them "
      "is not defined");
  EXPECT_EQ(fault(frames(R"({"time":2,"pose":{"R":[1,0,0,0,1,0,0,0,1]}})")),
            "s.json: objects[0].motion.keyframes[1].pose: both poses of this motion must be given by \"q\"");
  EXPECT_EQ(fault(frames(R"({"time":2})")), "s.json: objects[0].motion.keyframes[1]: has no \"pose\"");
}

TEST(Scene, APoseBetweenKeyframesIsExact) {
  const std::string frames =
      R"({"keyframes":[{"time":0,"pose":{"q":[1,0,0,0]}},{"time":4,"pose":{"q":[1,0,0,1],"t":[8,0,0]}}]})";
  const Result<Scene> scene = parse(with_motion(frames, "", "[1,3]"));
  ASSERT_TRUE(scene) << scene.error().text();
  EXPECT_EQ(scene->objects[0].pose.translation(), (Vec3{2, 0, 0}));
  EXPECT_EQ(scene->objects[0].pose.quaternion().w, 4 * scene->objects[0].pose.quaternion().z);
}

TEST(Scene, AnOffsetIsComposedExactlyOrRefused) {
  const Result<Scene> scene = parse(
      with_shape(R"({"box":[1,1,1]})", R"(,"pose":{"q":[1,0,0,1],"t":[1,0,0]},"offset":{"q":[1,0,0,1],"t":[0,2,0]})"));
  ASSERT_TRUE(scene) << scene.error().text();
  const SceneObject& object = scene->objects[0];
  EXPECT_EQ(object.pose.translation(), (Vec3{-1, 0, 0})) << "a quarter turn takes (0, 2, 0) to (-2, 0, 0)";
  EXPECT_EQ(object.pose.quaternion().w, 0) << "two quarter turns";
  EXPECT_EQ(object.frame.translation(), (Vec3{1, 0, 0}));
  EXPECT_EQ(
      fault(with_shape(R"({"box":[1,1,1]})",
                       R"(,"pose":{"q":[1,0,0,0],"t":[0.1,0,0]},"offset":{"q":[1,0,0,0],"t":[0.2,0,0]})")),
      "s.json: objects[0].offset: with the object's pose it makes none of doubles, which this version needs; give "
      "the shape's own pose, without \"offset\"");
  EXPECT_EQ(fault(with_shape(R"({"box":[1,1,1]})", R"(,"offset":{})")),
            "s.json: objects[0].offset: needs \"q\", \"R\" or, as a translation, \"t\"");
}

TEST(Scene, ScaledToNothingIsTold) {
  const Result<Scene> scene = parse(with_shape(R"({"hull":[[1,0,0],[1e-200,0,2]],"scale":1e-200})"));
  ASSERT_TRUE(scene) << scene.error().text();
  EXPECT_EQ(scene->objects[0].warnings, (std::vector<std::string>{"1 coordinate became 0 when scaled by 1e-200"}));
}

// ---- bad input

TEST(BadScene, TextThatIsNoScene) {
  EXPECT_EQ(fault("["), "s.json: line 1, column 2: the text ends too early");
  EXPECT_EQ(fault("[]"), "s.json: expected an object, found a list");
  EXPECT_EQ(fault(with_shape(R"({"box":[1,1,1]})") + "x"),
            "s.json: line 1, column 80: text after the end of the value");
  EXPECT_EQ(fault("{}"), "s.json: has no \"format\": a scene starts with \"format\": \"clearance-scene-1\"");
  EXPECT_EQ(fault(R"({"format":"clearance-scene-9"})"),
            "s.json: format: expected \"clearance-scene-1\", found \"clearance-scene-9\"");
  EXPECT_EQ(fault(R"({"format":"clearance-scene-1"})"), "s.json: has no \"objects\"");
  EXPECT_EQ(fault(R"({"format":"clearance-scene-1","objects":[]})"),
            "s.json: objects: the list is empty; a scene needs an object");
  EXPECT_EQ(fault(R"({"format":"clearance-scene-1","objects":[],"colour":1})"),
            "s.json: colour: unknown field; there are format, objects, pairs, interval, allowed, allowed_later, "
            "allowed_bodies and held");
  EXPECT_EQ(fault(std::string(70, '[')), "s.json: line 1, column 65: nested deeper than 64 levels");
  EXPECT_EQ(fault("\"\xff\""), "s.json: not a text in UTF-8");
  EXPECT_EQ(fault(R"({"format":"clearance-scene-1","format":"clearance-scene-1"})"),
            "s.json: line 1, column 60: the object that ends here has the key \"format\" twice");
}

TEST(BadScene, Objects) {
  EXPECT_EQ(fault(R"({"format":"clearance-scene-1","objects":[7]})"),
            "s.json: objects[0]: expected an object, found a number");
  EXPECT_EQ(fault(R"({"format":"clearance-scene-1","objects":[{"name":"x"}]})"),
            "s.json: objects[0]: has no \"shape\"");
  EXPECT_EQ(fault(R"({"format":"clearance-scene-1","objects":[{"name":7,"shape":{}}]})"),
            "s.json: objects[0].name: expected a string, found a number");
  EXPECT_EQ(fault(R"({"format":"clearance-scene-1","objects":[{"name":"","shape":{}}]})"),
            "s.json: objects[0].name: is empty; every object needs a name");
  EXPECT_EQ(fault(with_shape(R"({"box":[1,1,1]})", R"(,"mass":3)")),
            "s.json: objects[0].mass: unknown field; there are name, shape, pose, offset, motion, padding, groups, "
            "static, user, id and unnamed");
  EXPECT_EQ(fault(R"({"format":"clearance-scene-1","objects":[{"name":"x","shape":{"box":[1,1,1]}},
                      {"name":"x","shape":{"box":[1,1,1]}}]})"),
            "s.json: objects[1].name: \"x\" is the name of objects[0]");
}

TEST(BadScene, Shapes) {
  EXPECT_EQ(fault(with_shape("{}")),
            "s.json: objects[0].shape: needs one of hull, box, mesh, convex_parts, rounded, half_space, csg");
  EXPECT_EQ(fault(with_shape(R"({"box":[1,1,1],"hull":[[0,0,0]]})")),
            "s.json: objects[0].shape: needs one of hull, box, mesh, convex_parts, rounded, half_space, csg");
  EXPECT_EQ(fault(with_shape(R"({"sphere":1})")),
            "s.json: objects[0].shape.sphere: unknown field; there are hull, box, mesh, convex_parts, rounded, "
            "half_space, mixed_parts, csg, scale, solid, excess and hull_within");
  EXPECT_EQ(fault(with_shape(R"({"hull":[]})")), "s.json: objects[0].shape.hull: empty: a hull needs a point");
  EXPECT_EQ(fault(with_shape(R"({"hull":[[0,0,0],[0,0]]})")),
            "s.json: objects[0].shape.hull[1]: expected 3 numbers, found 2");
  EXPECT_EQ(fault(with_shape(R"({"hull":[[0,0,0],[0,"1",0]]})")),
            "s.json: objects[0].shape.hull[1][1]: expected a number, found a string");
  EXPECT_EQ(fault(with_shape(R"({"hull":[[0,0,0],[0,1e301,0]]})")),
            "s.json: objects[0].shape.hull[1]: a coordinate is beyond 1e300");
  EXPECT_EQ(fault(with_shape(R"({"hull":[[0,0,NaN]]})")), "s.json: line 1, column 76: unexpected 'N'");
  EXPECT_EQ(fault(with_shape(R"({"hull":[[0,0,1e300]],"scale":10})")),
            "s.json: objects[0].shape.hull: vertex 0 is beyond 1e300 when scaled");
  EXPECT_EQ(fault(with_shape(R"({"box":[1,1,1],"scale":-1})")),
            "s.json: objects[0].shape.scale: is -1; it must be above 0");
  EXPECT_EQ(fault(with_shape(R"({"box":[1,1,1],"solid":true})")),
            "s.json: objects[0].shape.solid: only a mesh has this field");
  EXPECT_EQ(fault(with_shape(R"({"box":[1,-1,1]})")),
            "s.json: objects[0].shape.box[1]: is negative; it must be 0 or more");
  EXPECT_EQ(
      fault(with_shape(R"({"box":[1,1,5e-324]})")),
      "s.json: objects[0].shape.box[2]: corners stand at half of it, which is no double; so small a length must be "
      "a multiple of 1e-323");
  EXPECT_EQ(fault(with_shape(R"({"mesh":{"vertices":[[0,0,0]],"triangles":[[0,0,-1]]}})")),
            "s.json: objects[0].shape.mesh.triangles[0][2]: names no vertex; there are 1, from 0");
  EXPECT_EQ(fault(with_shape(R"({"mesh":{"vertices":[[0,0,0]],"triangles":[[0,0,0.5]]}})")),
            "s.json: objects[0].shape.mesh.triangles[0][2]: names no vertex; there are 1, from 0");
}

TEST(BadScene, Files) {
  EXPECT_EQ(fault(with_shape(R"({"mesh":"none.stl"})")), "s.json: objects[0].shape.mesh: none.stl: no such file");
  EXPECT_EQ(fault(with_shape(R"({"hull":"none.3ds"})")),
            "s.json: objects[0].shape.hull: none.3ds: unknown ending: mesh files end in .obj, .stl, .ply or .off");
  EXPECT_EQ(fault(with_shape(R"({"hull":"a\u0000.stl"})")),
            "s.json: objects[0].shape.hull: a\\x00.stl: a file name with a zero byte");
  const test::ScratchFolder folder;
  folder.write("wheel.stl",
               std::string(80, 'w') + std::string("\x00\x10\x00\x00", 4) + std::string(50 * 211 + 7, '\0'));
  const std::string scene = folder.write("gear.scene.json", with_shape(R"({"mesh":"wheel.stl"})"));
  EXPECT_EQ(read_scene(scene).error().text(),
            scene + ": objects[0].shape.mesh: wheel.stl: truncated after triangle 211 of 4096");
  EXPECT_EQ(read_scene(folder.file("no.json")).error().text(), folder.file("no.json") + ": no such file");
}

TEST(BadScene, Poses) {
  EXPECT_EQ(parse(with_pose(R"({"t":[1,2,3]})"))->objects[0].pose, translation({1, 2, 3}));
  EXPECT_EQ(fault(with_pose("{}")), "s.json: objects[0].pose: needs \"q\", \"R\" or, as a translation, \"t\"");
  EXPECT_EQ(fault(with_pose(R"({"q":[1,0,0,0],"R":[1,0,0,0,1,0,0,0,1]})")),
            "s.json: objects[0].pose: has both \"q\" and \"R\"; a pose is given by one of them");
  EXPECT_EQ(fault(with_pose(R"({"q":[0,0,0,0]})")), "s.json: objects[0].pose.q: zero quaternion");
  EXPECT_EQ(fault(with_pose(R"({"q":[1,0,0]})")), "s.json: objects[0].pose.q: expected 4 numbers, found 3");
  EXPECT_EQ(fault(with_pose(R"({"q":[1,0,0,0],"t":[0,0,1e301]})")),
            "s.json: objects[0].pose.t: a coordinate is beyond 1e300");
  EXPECT_EQ(fault(with_pose(R"({"q":[1,0,0,0],"scale":2})")),
            "s.json: objects[0].pose.scale: unknown field; there are q, R and t");
  const std::string stretched = fault(with_pose(R"({"R":[1.1,0,0,0,1,0,0,0,1]})"));
  EXPECT_NE(stretched.find("objects[0].pose.R"), std::string::npos) << stretched;
  EXPECT_NE(stretched.find("0.21"), std::string::npos) << "the figure: " << stretched;
  EXPECT_EQ(fault(with_pose(R"({"R":[1,0,0,0,1,0,0,0,-1]})")),
            "s.json: objects[0].pose.R: a reflection: det R is negative");
}

TEST(BadScene, Pairs) {
  EXPECT_EQ(fault(with_pairs(R"([["x","w"]])")), "s.json: pairs[0][1]: no object is named \"w\"");
  EXPECT_EQ(fault(with_pairs(R"([["x","y"],["z","z"]])")), "s.json: pairs[1]: names the same object twice");
  EXPECT_EQ(fault(with_pairs(R"([["x"]])")), "s.json: pairs[0]: expected a list of two names");
  EXPECT_EQ(fault(with_pairs(R"([["x",1]])")), "s.json: pairs[0][1]: expected a string, found a number");
  EXPECT_EQ(fault(with_pairs("7")), "s.json: pairs: expected a list, found a number");
}

// ---- writing

TEST(Scene, WhatIsWrittenReadsBackBitForBit) {
  Random random(17);
  const test::ScratchFolder folder;
  for (int round = 0; round < 50; ++round) {
    std::vector<Vec3> points;
    points.reserve(12);
    for (int i = 0; i < 12; ++i)
      points.push_back(
          {std::ldexp(random.uniform(-1, 1), static_cast<int>(random.below(600)) - 300), random.uniform(-1, 1), -0.0});
    const Pose q =
        Pose::from_quaternion({random.uniform(-9, 9), random.unit(), random.unit(), 1e-200}, {1e300, 0.1, -0.0})
            .value();
    const Pose r = Pose::from_matrix({{{0, -1, 1e-7}, {1, 0, 0}, {0, 1e-7, 1}}}, {random.unit(), 0, 0}).value();
    const SceneEntry entries[] = {{"first \"quoted\" é\n", points, q}, {"second", points, r}};
    const std::string path = folder.file("scene.json");
    ASSERT_TRUE(write_scene(path, entries));
    const Result<Scene> scene = read_scene(path);
    ASSERT_TRUE(scene) << scene.error().text();
    EXPECT_EQ(scene->objects[0].name, entries[0].name);
    EXPECT_EQ(scene->objects[0].pose, q);
    EXPECT_EQ(scene->objects[1].pose, r);
    for (std::size_t i = 0; i < points.size(); ++i) {
      EXPECT_EQ(scene->objects[1].points()[i], points[i]);
      EXPECT_TRUE(std::signbit(scene->objects[1].points()[i].z));
    }
  }
  EXPECT_EQ(folder.file_count(), 1u) << "no temporary file is left";
}

TEST(Scene, ADumpedPairIsAScene) {
  const test::ScratchFolder folder;
  const Polytope a = test_polytope(TestShape::Rod, 40, 1), b = box({1, 2, 3});
  const Pose pose = rotation_about({1, 2, 3}, 0.7, {0.1, 0.2, 0.3});
  const Result<std::string> path = dump_pair(folder.file("doubt.scene.json"), a, {}, b, pose);
  ASSERT_TRUE(path) << path.error().text();
  const Result<Scene> scene = read_scene(*path);
  ASSERT_TRUE(scene) << scene.error().text();
  EXPECT_EQ(scene->objects[0].polytope().vertex_count(), a.vertex_count());
  EXPECT_EQ(scene->objects[1].pose, pose);
  for (int v = 0; v < a.vertex_count(); ++v)
    EXPECT_EQ(scene->objects[0].points()[static_cast<std::size_t>(v)], a.vertex(v));
}

TEST(Scene, WhatCannotBeWrittenLeavesNothing) {
  const test::ScratchFolder folder;
  const std::vector<Vec3> points = {{0, 0, 0}};
  const SceneEntry entries[] = {{"x", points, {}}};
  EXPECT_FALSE(write_scene(folder.file("no/such/folder.json"), entries));
  std::filesystem::create_directory(folder.file("taken"));
  const Result<std::string> taken = write_scene(folder.file("taken"), entries);
  ASSERT_FALSE(taken);
  EXPECT_EQ(taken.error().text(), folder.file("taken") + ": is there already and is no plain file");
  EXPECT_EQ(folder.file_count(), 1u);
}

}  // namespace
}  // namespace clearance::detail
