#include <clearance/io/scenes/moving_object.h>

#include <gtest/gtest.h>

#include <string>

namespace clearance {
namespace {

Result<Scene> parse(const std::string& object, const std::string& interval = "[5,7]") {
  return parse_scene(
      R"({"format":"clearance-scene-1","objects":[{"name":"rod",)" + object + R"(}],"interval":)" + interval + "}", "",
      "s.json", SceneUse::InMotion);
}
const std::string kBox = R"("shape":{"box":[2,4,6]})";

Result<MovingObject> moving(const std::string& object, const std::string& interval = "[5,7]") {
  const Result<Scene> scene = parse(object, interval);
  if (!scene) return scene.error();
  return moving_object(scene->objects[0], {(*scene->interval)[0], (*scene->interval)[1]});
}
std::string fault(const std::string& object) {
  const Result<MovingObject> made = moving(object);
  return made ? "none" : made.error().text();
}

// ---- Solved by hand -------------------------------------------------------------------------------------------------

TEST(MovingObject, RestsWithoutAMotion) {
  const Result<MovingObject> made = moving(kBox + R"(,"pose":{"q":[1,0,0,0],"t":[1,2,3]})");
  ASSERT_TRUE(made) << made.error().text();
  EXPECT_EQ(made->motion.kind(), Motion::Kind::Rest);
  EXPECT_EQ(made->motion.start().translation(), (Vec3{1, 2, 3}));
  EXPECT_EQ(made->points.size(), 8u);
  EXPECT_EQ(made->points[1], (Vec3{1, -2, -3}));
}

// The scene counts a flight from t0.
TEST(MovingObject, FliesFromTheBeginningOfTheInterval) {
  const Result<MovingObject> flies = moving(kBox + R"(,"motion":{"velocity":[1,0,0]})");
  ASSERT_TRUE(flies) << flies.error().text();
  EXPECT_EQ(flies->motion.kind(), Motion::Kind::Flight);
  EXPECT_EQ(flies->motion.begins(), 5);
  EXPECT_EQ(flies->motion.at(6.5).value().translation(), (Vec3{1.5, 0, 0}));
  const Result<MovingObject> falls =
      moving(kBox + R"(,"motion":{"ballistic":{"velocity":[1,0,0],"acceleration":[0,0,-2],"center":[9,9,9]}})");
  ASSERT_TRUE(falls) << falls.error().text();
  EXPECT_EQ(falls->motion.at(7).value().translation(), (Vec3{2, 0, -4}));
}

TEST(MovingObject, ToIsTwoKeyframes) {
  const Result<MovingObject> made = moving(kBox + R"(,"motion":{"to":{"q":[1,0,0,1],"t":[4,0,0]}})");
  ASSERT_TRUE(made) << made.error().text();
  ASSERT_EQ(made->motion.keyframes().size(), 2u);
  EXPECT_EQ(made->motion.keyframes()[0].time, 5);
  EXPECT_EQ(made->motion.keyframes()[1].time, 7);
  EXPECT_EQ(made->motion.keyframes()[1].pose.quaternion(), (Quat{1, 0, 0, 1}));
}

// The pose at t0 = 5 is none of doubles; that is no matter to a motion, which keeps the times of the file.
TEST(MovingObject, KeyframesStayAsTheyAre) {
  const std::string frames =
      kBox +
      R"(,"motion":{"keyframes":[{"time":4,"pose":{"q":[1,0,0,0]}},{"time":7,"pose":{"q":[1,0,0,1],"t":[1,0,0]}}]})";
  const Result<MovingObject> made = moving(frames);
  ASSERT_TRUE(made) << made.error().text();
  ASSERT_EQ(made->motion.keyframes().size(), 2u);
  EXPECT_EQ(made->motion.begins(), 4);
  EXPECT_FALSE(parse_scene(
      R"({"format":"clearance-scene-1","objects":[{"name":"rod",)" + frames + R"(}],"interval":[5,7]})", "", "s.json"))
      << "to look at t0 the pose must be one of doubles";
  // Near it all the same, for those who draw it.
  EXPECT_NEAR(parse(frames)->objects[0].pose.translation().x, 1.0 / 3, 1e-15);
}

// ---- Offsets --------------------------------------------------------------------------------------------------------

TEST(MovingObject, AnOffsetGoesIntoThePoseOfWhatDoesNotTurn) {
  const Result<MovingObject> made =
      moving(kBox + R"(,"offset":{"q":[1,0,0,1],"t":[0,2,0]},"motion":{"velocity":[1,0,0]})");
  ASSERT_TRUE(made) << made.error().text();
  EXPECT_EQ(made->motion.start().translation(), (Vec3{0, 2, 0}));
  EXPECT_EQ(made->motion.start().quaternion(), (Quat{1, 0, 0, 1}));
  EXPECT_EQ(made->points[1], (Vec3{1, -2, -3}));
}

// A quarter turn takes the corner (1, -2, -3) to (2, 1, -3).
TEST(MovingObject, AnOffsetGoesIntoTheVerticesOfWhatTurns) {
  const std::string turn = R"(,"motion":{"to":{"q":[1,0,0,1]}})";
  const Result<MovingObject> made = moving(kBox + R"(,"offset":{"q":[1,0,0,1],"t":[0,10,0]})" + turn);
  ASSERT_TRUE(made) << made.error().text();
  EXPECT_EQ(made->points[1], (Vec3{2, 11, -3}));
  EXPECT_EQ(made->motion.start(), Pose{});
  const Polytope& core = made->body.core();
  for (int v = 0; v < core.vertex_count(); ++v) EXPECT_EQ(core.vertex(v), made->points[core.id(v)]);
  // With a radius, which nothing changes.
  const Result<MovingObject> round = moving(
      R"("shape":{"rounded":{"core":{"box":[2,4,6]},"radius":0.5}},"offset":{"q":[1,0,0,0],"t":[1,0,0]})" + turn);
  ASSERT_TRUE(round) << round.error().text();
  EXPECT_EQ(round->body.radius(), 0.5);
  EXPECT_EQ(round->in_motion().radius, 0.5);
}

TEST(MovingObject, AnOffsetThatDoublesCannotTakeInIsRefused) {
  EXPECT_EQ(fault(kBox + R"(,"offset":{"q":[3,0,0,1]},"motion":{"to":{"q":[1,0,0,1]}})"),
            "\"rod\": offset: in the moving frame some vertex has coordinates that are no doubles; give the shape's "
            "vertices in that frame, without \"offset\"");
  // What does not turn needs no such vertices, and neither does what rests.
  EXPECT_EQ(fault(kBox + R"(,"offset":{"q":[3,0,0,1]},"motion":{"velocity":[1,0,0]})"), "none");
  // The product of pose and offset is no pose of doubles, the vertices are doubles.
  EXPECT_EQ(fault(kBox + R"(,"pose":{"q":[1,0,0,0],"t":[0.1,0,0]},"offset":{"q":[1,0,0,0],"t":[0,0.25,0]})"), "none");
}

// ---- Refused --------------------------------------------------------------------------------------------------------

TEST(MovingObject, WhatNoQueryAnswersIsRefusedByName) {
  const std::string only = " is not answered yet; only convex shapes are: hull, box, rounded";
  EXPECT_EQ(fault(R"("shape":{"half_space":{"normal":[0,0,1],"offset":0}})"),
            "\"rod\": the motion of half-spaces" + only);
  EXPECT_EQ(fault(R"("shape":{"convex_parts":[{"box":[1,1,1]}]})"),
            "\"rod\": the motion of bodies of several parts" + only);
  EXPECT_EQ(fault(R"("shape":{"mesh":{"vertices":[[0,0,0],[1,0,0],[0,1,0]],"triangles":[[0,1,2]]}})"),
            "\"rod\": the motion of meshes" + only);
  EXPECT_EQ(
      fault(kBox + R"(,"motion":{"ballistic":{"angular_velocity":[0,0,1]}})"),
      "\"rod\": motion.ballistic.angular_velocity: under an angular velocity positions are not rational, which is "
      "not answered yet; \"to\" and \"keyframes\" turn a body, too");
  EXPECT_EQ(fault(kBox + R"(,"motion":{"ballistic":{"angular_velocity":[0,0,0]}})"), "none");
}

}  // namespace
}  // namespace clearance
