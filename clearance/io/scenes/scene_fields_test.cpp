// What scenes share with worlds: half-spaces, padding, groups, static objects, parts, and who may touch.
#include <clearance/base/random.h>
#include <clearance/build/primitives.h>
#include <clearance/io/scenes/posed_body.h>
#include <clearance/io/scenes/scene_file.h>
#include <clearance/io/scenes/scene_pairs.h>
#include <clearance/io/test_files_test.h>

#include <gtest/gtest.h>

#include <set>

namespace clearance::detail {
namespace {

Result<Scene> parse(const std::string& objects, const std::string& more = "") {
  return parse_scene(R"({"format":"clearance-scene-1","objects":[)" + objects + "]" + more + "}", CLEARANCE_TESTDATA,
                     "s.json");
}
std::string fault(const std::string& objects, const std::string& more = "") {
  const Result<Scene> scene = parse(objects, more);
  return scene ? "none" : scene.error().text();
}
std::string with_shape(const std::string& shape, const std::string& members = "") {
  return R"({"name":"x","shape":)" + shape + members + "}";
}
std::string box(const std::string& name, const std::string& members = "") {
  return R"({"name":")" + name + R"(","shape":{"box":[1,1,1]})" + members + "}";
}
using Names = std::vector<std::string>;
Names pairs(const std::string& objects, const std::string& more = "") {
  const Result<Scene> scene = parse(objects, more);
  if (!scene) return {scene.error().text()};
  Names names;
  for (const ScenePair& pair : scene->pairs)
    names.push_back(scene->objects[pair.a].name + "-" + scene->objects[pair.b].name);
  return names;
}

// ---- Half-spaces

TEST(SceneFields, HalfSpaces) {
  const Result<Scene> scene =
      parse(with_shape(R"({"half_space":{"normal":[0,3,4],"offset":-2},"scale":0.25})", R"(,"pose":{"q":[1,1,0,0]})"));
  ASSERT_TRUE(scene) << scene.error().text();
  const SceneObject& object = scene->objects[0];
  EXPECT_EQ(object.kind, ShapeKind::HalfSpace);
  EXPECT_STREQ(to_string(object.kind), "half_space");
  ASSERT_NE(object.half_space(), nullptr);
  EXPECT_EQ(object.half_space()->normal(), (Vec3{0, 3, 4})) << "only the plane is scaled";
  EXPECT_EQ(object.half_space()->offset(), -0.5);
  ASSERT_EQ(object.given->size(), 1u);
  EXPECT_TRUE(object.points().empty());
  // Written and read, it is the same.
  const SceneEntry entries[] = {entry_of(object)};
  const Result<Scene> again = parse_scene(scene_text(entries), "", "again");
  ASSERT_TRUE(again) << again.error().text();
  EXPECT_EQ(again->objects[0].half_space()->offset(), -0.5);
  EXPECT_EQ(again->objects[0].pose, object.pose);
}

TEST(SceneFields, WhatIsWrongWithAHalfSpace) {
  const std::string at = "s.json: objects[0].shape.half_space";
  EXPECT_EQ(fault(with_shape(R"({"half_space":{"normal":[0,0,0],"offset":0}})")),
            at + ".normal: is zero; it must point out of the half-space");
  EXPECT_EQ(fault(with_shape(R"({"half_space":{"normal":[0,0,1]}})")), at + ": has no \"offset\"");
  EXPECT_EQ(fault(with_shape(R"({"half_space":{"normal":[0,0,1],"offset":"0"}})")),
            at + ".offset: expected a number, found a string");
  EXPECT_EQ(fault(with_shape(R"({"half_space":{"normal":[0,0,1],"offset":2e300}})")), at + ".offset: is beyond 1e300");
  EXPECT_EQ(fault(with_shape(R"({"half_space":{"normal":[0,0,1],"offset":2},"scale":1e300})")),
            at + ".offset: is beyond 1e300 when scaled");
  EXPECT_EQ(fault(with_shape(R"({"half_space":{"normal":[0,0,2e300],"offset":2}})")),
            at + ".normal: a coordinate is beyond 1e300");
  EXPECT_EQ(fault(with_shape(R"({"half_space":[0,0,1]})")), at + ": expected an object, found a list");
  const std::string space = R"({"half_space":{"normal":[0,0,1],"offset":0}})";
  EXPECT_EQ(fault(with_shape(R"({"rounded":{"core":)" + space + R"(,"radius":1}})")),
            "s.json: objects[0].shape.rounded.core.half_space: the core of a rounded shape has an end");
  EXPECT_EQ(fault(with_shape(R"({"convex_parts":[)" + space + "]}")),
            "s.json: objects[0].shape.convex_parts[0].half_space: a part has an end; a half-space has none");
  EXPECT_EQ(fault(with_shape(R"({"mixed_parts":[]})")),
            "s.json: objects[0].shape.mixed_parts: is for worlds; in a scene give each mesh an object of its own");
}

TEST(SceneFields, AHalfSpaceIsWrittenForAReport) {
  const test::ScratchFolder folder;
  const Result<std::string> path = dump_pair(folder.file("p.json"), half_space({0, 0, 1}, 0.1), translation({0, 0, 1}),
                                             Rounded(clearance::box({1, 1, 1})), {});
  ASSERT_TRUE(path) << path.error().text();
  const Result<Scene> scene = read_scene(*path);
  ASSERT_TRUE(scene) << scene.error().text();
  ASSERT_TRUE(scene->objects[0].half_space());
  EXPECT_EQ(scene->objects[0].half_space()->offset(), 0.1);
  EXPECT_TRUE(scene->objects[1].convex());
}

// ---- Padding

TEST(SceneFields, PaddingIsARadius) {
  const Result<Scene> scene =
      parse(box("a", R"(,"padding":0.5)") + "," +
            R"({"name":"b","shape":{"rounded":{"core":{"hull":[[0,0,0]]},"radius":0.25}},"padding":0.5},
         {"name":"c","shape":{"convex_parts":[{"box":[1,1,1]},{"rounded":{"core":{"box":[1,1,1]},"radius":2}}]},"padding":1},
         {"name":"d","shape":{"mesh":"tetra.obj"},"padding":0.125})");
  ASSERT_TRUE(scene) << scene.error().text();
  EXPECT_EQ(scene->objects[0].body().radius(), 0.5);
  EXPECT_EQ(scene->objects[0].radius(), 0.5);
  EXPECT_EQ(scene->objects[1].body().radius(), 0.75);
  const SceneObject& parts = scene->objects[2];
  EXPECT_EQ(std::get<Rounded>((*parts.parts())[0]).radius(), 1);
  EXPECT_EQ(std::get<Rounded>((*parts.parts())[1]).radius(), 3);
  EXPECT_EQ((*parts.given)[1].radius, 3);
  const SceneObject& mesh = scene->objects[3];
  ASSERT_TRUE(mesh.convex());
  EXPECT_EQ(mesh.body().radius(), 0.125);
  EXPECT_FALSE(posed_body(mesh).is_mesh_as_well) << "its triangles do not bound the padded body";
  for (const SceneObject& object : scene->objects) {
    const SceneEntry entries[] = {entry_of(object)};
    const Result<Scene> again = parse_scene(scene_text(entries), "", "again");
    ASSERT_TRUE(again) << again.error().text();
    EXPECT_EQ(again->objects[0].padding, object.padding);
    EXPECT_EQ(again->objects[0].given->back().radius, object.given->back().radius);
  }
}

// What one object's padding makes of a file's body is no other's.
TEST(SceneFields, ObjectsOfOneFileHaveTheirOwnPadding) {
  const Result<Scene> scene = parse(R"({"name":"a","shape":{"hull":"tetra.obj"},"padding":1},
    {"name":"b","shape":{"hull":"tetra.obj"}},{"name":"c","shape":{"hull":"tetra.obj"},"padding":2})");
  ASSERT_TRUE(scene) << scene.error().text();
  EXPECT_EQ(scene->objects[0].radius(), 1);
  EXPECT_EQ(scene->objects[1].radius(), 0);
  EXPECT_EQ(scene->objects[2].radius(), 2);
}

TEST(SceneFields, APaddingThatMakesNoDoubleIsRefused) {
  const std::string ball = R"({"rounded":{"core":{"hull":[[0,0,0]]},"radius":0.1}})";
  EXPECT_EQ(fault(with_shape(ball, R"(,"padding":0.2)")),
            "s.json: objects[0].padding: with the radius 0.1 it makes no double, which certificates need; choose a "
            "padding with fewer digits");
  EXPECT_EQ(fault(with_shape(ball, R"(,"padding":0.1)")), "none");
  EXPECT_EQ(fault(with_shape(ball, R"(,"padding":0)")), "none");
  EXPECT_EQ(fault(with_shape(R"({"rounded":{"core":{"hull":[[0,0,0]]},"radius":1e300}})", R"(,"padding":1e300)")),
            "s.json: objects[0].padding: with the radius it is beyond 1e300");
  EXPECT_EQ(fault(with_shape(R"({"half_space":{"normal":[0,0,1],"offset":0}})", R"(,"padding":1)")),
            "s.json: objects[0].padding: a half-space takes none; move its offset");
}

TEST(SceneFields, APaddedMeshIsKeptAndNoClaimAboutItHolds) {
  const std::string mesh = R"({"mesh":{"vertices":[[0,0,0],[1,0,0],[0,1,0]],"triangles":[[0,1,2]]},"solid":false})";
  const Result<Scene> scene = parse(with_shape(mesh, R"(,"padding":0.5)") + "," + box("y"));
  ASSERT_TRUE(scene) << scene.error().text();
  const SceneObject& object = scene->objects[0];
  EXPECT_TRUE(object.is_padded_mesh());
  EXPECT_EQ(object.padding, 0.5);
  const SceneEntry entries[] = {entry_of(object)};
  EXPECT_EQ(parse_scene(scene_text(entries), "", "again").value().objects[0].padding, 0.5);
  const CheckResult checked = check_claim(Claim{}, object, scene->objects[1]);
  EXPECT_TRUE(checked.is_refuted());
  EXPECT_EQ(checked.reason, "x: a mesh with a padding has no certificates");
}

// ---- Who is asked about whom

TEST(SceneFields, GroupsStaticAndAllowed) {
  EXPECT_EQ(pairs(box("a") + "," + box("b") + "," + box("c")), (Names{"a-b", "a-c", "b-c"}));
  EXPECT_EQ(pairs(box("a", R"(,"static":true)") + "," + box("b", R"(,"static":true)") + "," + box("c")),
            (Names{"a-c", "b-c"}));
  EXPECT_EQ(
      pairs(box("a", R"(,"groups":{"meets":[1]})") + "," + box("b", R"(,"groups":{"member_of":[1]})") + "," + box("c")),
      (Names{"a-b", "b-c"}));
  EXPECT_EQ(pairs(box("a") + "," + box("b") + "," + box("c"), R"(,"allowed":[["c","a"]])"), (Names{"a-b", "b-c"}));
  EXPECT_EQ(pairs(box("a") + "," + box("b") + "," + box("c"), R"(,"allowed":[["c","*"]])"), (Names{"a-b"}));
  EXPECT_EQ(pairs(box("a") + "," + box("b") + "," + box("c"), R"(,"held":[{"body":"a","by":"b"}])"),
            (Names{"a-c", "b-c"}));
  // What is said of two bodies beats their names, and neither groups nor holders.
  EXPECT_EQ(pairs(box("a") + "," + box("b") + "," + box("c"),
                  R"(,"allowed":[["c","*"]],"allowed_bodies":[{"bodies":["c","a"],"allowed":false}])"),
            (Names{"a-b", "a-c"}));
  EXPECT_EQ(pairs(box("a", R"(,"groups":{"meets":[]})") + "," + box("b"),
                  R"(,"allowed_bodies":[{"bodies":["a","b"],"allowed":false}])"),
            Names{});
  EXPECT_EQ(pairs(box("a") + "," + box("b"),
                  R"(,"held":[{"body":"a","by":"b"}],"allowed_bodies":[{"bodies":["a","b"],"allowed":false}])"),
            Names{});
  // What is listed is asked about whatever they say.
  EXPECT_EQ(pairs(box("a", R"(,"static":true)") + "," + box("b", R"(,"static":true)"),
                  R"(,"allowed":[["a","b"]],"pairs":[["b","a"]])"),
            Names{"b-a"});
  EXPECT_EQ(fault(box("a"), R"(,"allowed":[["a","b"]])"), "s.json: allowed[0][1]: no object is named \"b\"");
}

TEST(SceneFields, PartsAreObjects) {
  const std::string arm =
      R"({"name":"arm","pose":{"q":[1,0,0,0],"t":[0,0,1]},"padding":0.5,"parts":[{"shape":{"box":[1,1,1]}},
    {"shape":{"box":[1,1,1]},"offset":{"q":[1,1,0,0],"t":[0.1,0,0.1]}}]})";
  const Result<Scene> scene = parse(arm + "," + box("b"));
  ASSERT_TRUE(scene) << scene.error().text();
  ASSERT_EQ(scene->objects.size(), 3u);
  EXPECT_EQ(scene->objects[1].name, "arm/1");
  EXPECT_EQ(scene->objects[1].radius(), 0.5);
  EXPECT_EQ(scene->objects[1].pose.translation(), (Vec3{0.1, 0, 1.1})) << "rounded once, as a world does";
  EXPECT_EQ(pairs(arm + "," + box("b")), (Names{"arm/0-b", "arm/1-b"}));
  EXPECT_EQ(pairs(arm + "," + box("b"), R"(,"pairs":[["b","arm"]])"), (Names{"b-arm/0", "b-arm/1"}));
  EXPECT_EQ(pairs(arm + "," + box("b"), R"(,"pairs":[["arm/0","arm/1"]])"), (Names{"arm/0-arm/1"}));
  EXPECT_EQ(pairs(arm + "," + box("b"), R"(,"allowed":[["b","arm"]])"), Names{});
  EXPECT_EQ(fault(arm + "," + box("b"), R"(,"pairs":[["arm","arm/1"]])"),
            "s.json: pairs[0]: names the same object twice");
  EXPECT_EQ(fault(arm + "," + box("arm/1")),
            "s.json: objects[0].parts[1]: is called \"arm/1\", which is the name of objects[1]");
}

// ---- Counting without walking

TEST(SceneFields, TheCountIsThatOfAllPairs) {
  Random random(13);
  for (int round = 0; round < 200; ++round) {
    PairFilter filter;
    std::uint32_t objects = 0;
    const auto bodies = static_cast<std::uint32_t>(1 + random.below(9));
    for (std::uint32_t k = 0; k < bodies; ++k) {
      const auto count = static_cast<std::uint32_t>(1 + random.below(3));
      const auto mask = [&] { return static_cast<std::uint32_t>(1 + random.below(3)); };
      filter.add({objects, count, {mask(), mask()}, random.below(3) == 0, random.below(5) == 0});
      objects += count;
    }
    for (std::uint64_t k = random.below(12); k-- > 0;)
      filter.allow(static_cast<std::uint32_t>(random.below(bodies)), static_cast<std::uint32_t>(random.below(bodies)),
                   random.below(2) == 0);
    std::vector<std::pair<std::uint32_t, std::uint32_t>> asked;
    for (std::uint32_t a = 0; a < objects; ++a)
      for (std::uint32_t b = a + 1; b < objects; ++b) {
        EXPECT_EQ(filter.asks(a, b), filter.asks(b, a));
        if (filter.asks(a, b)) asked.emplace_back(a, b);
      }
    EXPECT_EQ(filter.list(), asked);
    EXPECT_EQ(filter.count(), asked.size());
  }
}

// A hall of many static objects and one that moves has few pairs: they are listed.
TEST(SceneFields, ACrowdIsWhatHasManyPairs) {
  std::string objects = box("robot");
  for (int k = 0; k < 1000; ++k) objects += "," + box("s" + std::to_string(k), R"(,"static":true)");
  const Result<Scene> hall = parse(objects);
  ASSERT_TRUE(hall) << hall.error().text();
  EXPECT_FALSE(hall->is_crowd);
  EXPECT_EQ(hall->pair_count(), 1000u);
  objects = box("robot");
  for (int k = 0; k < 1000; ++k) objects += "," + box("s" + std::to_string(k));
  const Result<Scene> crowd = parse(objects, R"(,"allowed":[["robot","*"]])");
  ASSERT_TRUE(crowd) << crowd.error().text();
  EXPECT_TRUE(crowd->is_crowd);
  EXPECT_EQ(crowd->pair_count(), 1000u * 999 / 2);
}

}  // namespace
}  // namespace clearance::detail
