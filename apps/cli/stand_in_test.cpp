// A hull in place of a mesh, in every answer about it: said, checked, and not to be left out.
#include "stand_in.h"

#include <gtest/gtest.h>

#include <string>

#include "follow.h"
#include "judge.h"
#include "moving_scene.h"
#include "verify_claims.h"
#include "verify_motions.h"

namespace clearance::cli {
using namespace detail;
namespace {

// Its pocket lies towards the box at (x, x, x).
std::string scene_text(double x, const std::string& more) {
  return R"({"format":"clearance-scene-1","interval":[0,1],"objects":[{"name":"link","shape":{"mesh":{"vertices":)"
         R"([[0,0,0],[4,0,0],[0,4,0],[0,0,4],[1,1,1]],"triangles":[[0,2,1],[0,1,3],[0,3,2],[1,2,4],[2,3,4],[3,1,4]]})" +
         more +
         R"(}},{"name":"box","shape":{"box":[0.25,0.25,0.25]},"motion":{"velocity":[0,0,0.125]},"pose":{"q":[1,0,0,0],"t":[)" +
         std::to_string(x) + "," + std::to_string(x) + "," + std::to_string(x) + "]}}]}";
}
Scene scene_of(double x, const std::string& more) {
  const Result<Scene> scene = parse_scene(scene_text(x, more), "", "s.json");
  EXPECT_TRUE(scene) << scene.error().text();
  return *scene;
}

const std::string kWithin = R"(,"hull_within":0.75)";

// ---- by hand

TEST(StandIn, EveryAnswerSaysSo) {
  for (const double x : {1.25, 3.0}) {
    const Scene scene = scene_of(x, kWithin);
    for (const bool status_only : {false, true}) {
      JudgeOptions options;
      options.status_only = status_only;
      const Result<Judged> judged = judge(scene, options);
      ASSERT_TRUE(judged);
      ASSERT_EQ(judged->result.pairs.size(), 1u);
      EXPECT_EQ(judged->result.pairs[0].excess, (Excesses{scene.objects[0].excess, 0}));
      EXPECT_NE(result_text(judged->result, false).find("\"excess\":{\"a\":0."), std::string::npos);
      const std::string table = judged_table(*judged, options);
      EXPECT_NE(table.find("excess"), std::string::npos) << table;
      EXPECT_NE(table.find("hulls stand for meshes"), std::string::npos) << table;
    }
  }
  const Result<Judged> plain = judge(scene_of(3, ""), {});
  ASSERT_TRUE(plain);
  EXPECT_EQ(judged_table(*plain, {}).find("excess"), std::string::npos);
  EXPECT_EQ(result_text(plain->result, false).find("excess"), std::string::npos);
}

// The mesh is no nearer than its hull, and no farther than that and the excess.
TEST(StandIn, TheMeshsDistanceIsWithinTheExcess) {
  for (const double x : {1.25, 1.5, 1.75, 2.0, 3.0}) {
    const Scene hull = scene_of(x, kWithin), mesh = scene_of(x, "");
    const Distance near = distance(hull.objects[0].shape, {}, hull.objects[1].shape, hull.objects[1].pose);
    const Distance own = distance(mesh.objects[0].shape, {}, mesh.objects[1].shape, mesh.objects[1].pose);
    EXPECT_LE(near.lower, own.upper);
    EXPECT_GE(near.upper + *hull.objects[0].excess, own.lower);
  }
}

// ---- what verify makes of it

TEST(StandIn, VerifyKnowsWhatTheClaimIsAbout) {
  const Scene scene = scene_of(3, kWithin);
  const Result<Judged> judged = judge(scene, {});
  ASSERT_TRUE(judged);
  ResultFile result = judged->result;
  Result<VerifiedResult> verified = verify_result(scene, result);
  ASSERT_TRUE(verified);
  EXPECT_TRUE(verified->all_proved());
  EXPECT_NE(verified_text(*verified, result).find("hulls stand for meshes"), std::string::npos);
  // Not said, left out, or smaller than it is: an answer that would pass for one about the mesh.
  for (const std::optional<double> said :
       {std::optional<double>(), std::optional(0.0), std::optional(0.5 * *scene.objects[0].excess)}) {
    result.pairs[0].excess.a = said;
    verified = verify_result(scene, result);
    ASSERT_TRUE(verified);
    EXPECT_FALSE(verified->all_hold());
    EXPECT_NE(verified->claims[0].reason.find("excess"), std::string::npos);
  }
  result.pairs[0].excess.a = 1;  // more than there is claims less
  EXPECT_TRUE(verify_result(scene, result)->all_hold());
}

TEST(StandIn, MotionsSayItToo) {
  Result<Scene> scene = parse_scene(scene_text(3, kWithin), "", "s.json", SceneUse::InMotion);
  ASSERT_TRUE(scene);
  MovingScene moving{*scene, {0, 1}, {}};
  ASSERT_FALSE(follow_objects(moving, {0, 1}));
  const Result<Followed> followed = follow(moving, {});
  ASSERT_TRUE(followed) << followed.error().text();
  EXPECT_EQ(followed->result.pairs[0].excess.a, scene->objects[0].excess);
  EXPECT_NE(followed_table(*followed).find("hulls stand for meshes"), std::string::npos);
  const Result<AnyResult> read = parse_any_result(result_text(followed->result, true), "r.json");
  ASSERT_TRUE(read) << read.error().text();
  MotionResult result = std::get<MotionResult>(*read);
  EXPECT_EQ(result.pairs[0].excess, followed->result.pairs[0].excess);
  EXPECT_EQ(verify_motions(moving, result)->counts().failed, 0u);
  result.pairs[0].excess = {};
  EXPECT_EQ(verify_motions(moving, result)->counts().failed, 1u);
}

}  // namespace
}  // namespace clearance::cli
