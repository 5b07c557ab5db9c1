// The bundled scenes: they read back, and what is true of them is what they are there to show. Those that are files of
// examples/, too, are the same there; `clearance demo --scene NAME -o examples/NAME.scene.json` writes one again.
#include "bundled_scenes.h"

#include <clearance/io/file.h>

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "../follow.h"
#include "../judge.h"
#include "../moving_scene.h"

namespace clearance::cli {
namespace {

Scene scene_named(std::string_view name, SceneUse use = SceneUse::AtStart) {
  const BundledScene* bundled = find_bundled_scene(name);
  EXPECT_NE(bundled, nullptr) << name;
  Result<Scene> scene = parse_scene(bundled->text(), "", std::string(name), use);
  EXPECT_TRUE(scene) << scene.error().text();
  return std::move(scene).value();
}

MotionResult followed(std::string_view name) {
  const Result<MovingScene> moving = moving_scene(scene_named(name, SceneUse::InMotion));
  EXPECT_TRUE(moving) << moving.error().text();
  Result<Followed> result = follow(*moving, {});
  EXPECT_TRUE(result) << result.error().text();
  return std::move(result).value().result;
}

// The pairs that meet, in the order of their times.
std::vector<const MotionReport*> meetings(const MotionResult& result) {
  std::vector<const MotionReport*> met;
  for (const MotionReport& report : result.pairs)
    if (!report.claim.is_clear()) met.push_back(&report);
  return met;
}

std::map<Status, int> statuses(std::string_view name) {
  const Result<Judged> judged = judge(scene_named(name), {});
  EXPECT_TRUE(judged);
  std::map<Status, int> counts;
  for (const PairReport& report : judged->result.pairs) ++counts[report.claim.status];
  return counts;
}

TEST(BundledScenes, HaveNamesOfTheirOwnAndReadBack) {
  std::set<std::string_view> names;
  for (const BundledScene& bundled : bundled_scenes()) {
    EXPECT_TRUE(names.insert(bundled.name).second) << bundled.name;
    EXPECT_FALSE(bundled.about.empty());
    const Scene scene = scene_named(bundled.name, SceneUse::InMotion);
    for (const SceneObject& object : scene.objects)
      if (object.mesh() != nullptr) {
        EXPECT_TRUE(object.mesh()->is_solid()) << bundled.name << ": " << object.name;
      }
  }
  EXPECT_EQ(find_bundled_scene("no such scene"), nullptr);
  EXPECT_EQ(find_bundled_scene(""), nullptr);
}

TEST(BundledScenes, AreTheFilesOfTheExamples) {
  const std::string folder = CLEARANCE_TESTDATA "/../examples/";
  for (const char* name : {"engine", "late_valve", "gears", "slipping_gears", "key", "wrong_key", "coins"}) {
    const Result<std::string> file = detail::read_file(folder + name + ".scene.json");
    ASSERT_TRUE(file) << file.error().text();
    EXPECT_TRUE(*file == find_bundled_scene(name)->text()) << name << ": write it again with clearance demo --scene";
  }
}

TEST(BundledScenes, TheEngineTurnsFreely) {
  const MotionResult result = followed("engine");
  EXPECT_EQ(result.pairs.size(), 20u);
  EXPECT_TRUE(meetings(result).empty());
}

// Late in the second turn, on the way up; the piston leaves the valve again before it is at the top.
TEST(BundledScenes, ThePistonHitsTheLateValveAlone) {
  const MotionResult result = followed("late_valve");
  EXPECT_EQ(result.pairs.size(), 7u) << "the valves against what moves";
  const auto met = meetings(result);
  ASSERT_EQ(met.size(), 1u);
  EXPECT_EQ(met[0]->a, "piston");
  EXPECT_EQ(met[0]->b, "late exhaust valve");
  EXPECT_GT(met[0]->claim.lower, 1.85);
  EXPECT_LT(met[0]->claim.upper, 1.95);
  ASSERT_TRUE(met[0]->intervals && met[0]->intervals->size() == 1);
  EXPECT_LT(met[0]->intervals->front().end.upper, 2);
}

TEST(BundledScenes, TheEngineAtRestHasOneClash) {
  const std::map<Status, int> wanted{{Status::Separated, 19}, {Status::Penetrating, 1}};
  EXPECT_EQ(statuses("engine_clash"), wanted);
}

TEST(BundledScenes, GearsMeshAndOneThatSlipsDoesNot) {
  EXPECT_TRUE(meetings(followed("gears")).empty());
  const MotionResult slipping = followed("slipping_gears");
  const auto met = meetings(slipping);
  ASSERT_EQ(met.size(), 1u);
  EXPECT_GT(met[0]->claim.lower, 18) << "it slips halfway";
}

TEST(BundledScenes, TheKeyTurnsAndTheWrongOneDoesNot) {
  EXPECT_TRUE(meetings(followed("key")).empty());
  const MotionResult wrong = followed("wrong_key");
  const auto met = meetings(wrong);
  ASSERT_EQ(met.size(), 1u);
  EXPECT_GT(met[0]->claim.lower, 1) << "it goes in";
  EXPECT_LT(met[0]->claim.upper, 2) << "it does not turn";
}

TEST(BundledScenes, StackedCoinsTouchAndTossedOnesLand) {
  const std::map<Status, int> wanted{{Status::Separated, 86}, {Status::Touching, 5}};
  EXPECT_EQ(statuses("coins"), wanted);
  const MotionResult result = followed("coins");
  int at_once = 0, later = 0;
  for (const MotionReport* report : meetings(result)) ++(report->claim.upper == 0 ? at_once : later);
  EXPECT_EQ(at_once, 5);
  EXPECT_GE(later, 3);
}

TEST(BundledScenes, TheShapesOfTheThesisPassAndMeet) {
  const std::map<Status, int> wanted{{Status::Separated, 3}};
  EXPECT_EQ(statuses("thesis_shapes"), wanted);
  EXPECT_EQ(meetings(followed("thesis_shapes")).size(), 3u);
}

TEST(BundledScenes, FiveHundredPolytopes) {
  const Scene scene = scene_named("tumbling");
  EXPECT_EQ(scene.objects.size(), 500u);
  for (const SceneObject& object : scene.objects) ASSERT_NE(object.convex(), nullptr) << object.name;
}

}  // namespace
}  // namespace clearance::cli
