#include <clearance/io/scenes/moving_object.h>

#include <gtest/gtest.h>

#include <limits>
#include <string>

namespace clearance {
namespace {

Result<Scene> parse(const std::string& object, const std::string& interval = "[5,7]") {
  return parse_scene(
      R"({"format":"clearance-scene-1","objects":[{"name":"rod",)" + object + R"(}],"interval":)" + interval + "}", "",
      "s.json", SceneUse::InMotion);
}
const std::string kBox = R"("shape":{"box":[2,4,6]})";
// A sheet of two triangles that is not flat.
const std::string kMesh =
    R"("shape":{"mesh":{"vertices":[[0,0,0],[1,0,0],[0,1,0],[1,1,0.125]],"triangles":[[0,1,2],[1,3,2]]}})";

Result<MovingObject> moving(const std::string& object, const std::string& interval = "[5,7]") {
  const Result<Scene> scene = parse(object, interval);
  if (!scene) return scene.error();
  return moving_object(scene->objects[0], {(*scene->interval)[0], (*scene->interval)[1]});
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

// Of the motion, whatever it is: vertices stay as they are given.
TEST(MovingObject, AnOffsetIsTheMotionsOwn) {
  const std::string offset = R"(,"offset":{"q":[3,0,0,1],"t":[0,2,0]})";
  for (const std::string& shape : {kBox, kMesh})
    for (const char* motion : {"", R"(,"motion":{"velocity":[1,0,0]})", R"(,"motion":{"to":{"q":[1,0,0,1]}})",
                               R"(,"motion":{"ballistic":{"angular_velocity":[0,0,1]}})"}) {
      const Result<MovingObject> made = moving(shape + offset + motion);
      ASSERT_TRUE(made) << made.error().text();
      EXPECT_TRUE(made->motion.has_offset());
      EXPECT_EQ(made->motion.offset().quaternion(), (Quat{3, 0, 0, 1}));
      EXPECT_EQ(made->motion.start(), Pose{});
      EXPECT_EQ(made->motion.at(5).value().translation(), (Vec3{0, 2, 0}));
    }
  EXPECT_FALSE(moving(kBox)->motion.has_offset());
}

// ---- Shapes of every kind -------------------------------------------------------------------------------------------

TEST(MovingObject, KeepsTheNumbersOfTheScene) {
  const Result<MovingObject> mesh = moving(kMesh + R"(,"motion":{"velocity":[1,0,0]})");
  ASSERT_TRUE(mesh) << mesh.error().text();
  ASSERT_TRUE(std::holds_alternative<Mesh>(mesh->shape));
  EXPECT_EQ(std::get<Mesh>(mesh->shape).vertex(1), (Vec3{1, 0, 0}));
  EXPECT_EQ(std::get<Mesh>(mesh->shape).triangles_as_given()[1], (MeshTriangle{1, 3, 2}));
  EXPECT_FALSE(mesh->convex());
  const Result<MovingObject> parts =
      moving(R"("shape":{"convex_parts":[{"box":[1,1,1]},{"rounded":{"core":{"hull":[[3,0,0]]},"radius":1}}]})");
  ASSERT_TRUE(parts) << parts.error().text();
  EXPECT_EQ(std::get<Parts>(parts->shape).count(), 2u);
  const Result<MovingObject> space = moving(R"("shape":{"half_space":{"normal":[0,0,1],"offset":0}})");
  ASSERT_TRUE(space) << space.error().text();
  EXPECT_TRUE(std::holds_alternative<HalfSpace>(space->shape));
}

// Whether there is an answer is for the queries to say.
TEST(MovingObject, AnAngularVelocityIsPassedOn) {
  const Result<MovingObject> made = moving(kBox + R"(,"motion":{"ballistic":{"angular_velocity":[0,0,1]}})");
  ASSERT_TRUE(made) << made.error().text();
  EXPECT_EQ(made->motion.flight().angular_velocity, (Vec3{0, 0, 1}));
}

// Two sheets a unit apart, of which one rises: apart until it arrives.
TEST(MovingObject, ClaimsAboutMeshesAreChecked) {
  const Result<MovingObject> rises = moving(kMesh + R"(,"motion":{"velocity":[0,0,0.25]})");
  const Result<MovingObject> rests = moving(kMesh + R"(,"pose":{"q":[1,0,0,0],"t":[0,0,1]})");
  ASSERT_TRUE(rises && rests);
  MotionClaim claim;
  claim.status = MotionStatus::Clear;
  claim.lower = claim.upper = std::numeric_limits<double>::infinity();
  TimeSpan& span = claim.timeline.spans.emplace_back();
  span.from = 5, span.to = 7;
  SpanCover& cover = claim.timeline.covers.emplace_back();
  cover.nodes.emplace_back().plane.normal = {0, 0, 1};
  EXPECT_TRUE(check_motion(claim, *rises, *rests, {5, 7}));
  EXPECT_TRUE(check_timeline(claim.timeline, *rises, *rests, {5, 7}));
  EXPECT_FALSE(check_timeline(claim.timeline, *rises, *rests, {5, 7}, 0.5)) << "less than a half is left in the end";
  EXPECT_FALSE(check_motion(claim, *rests, *rises, {5, 7})) << "the plane points from a to b";
  cover.nodes[0].plane.normal = {1, 0, 0};
  EXPECT_FALSE(check_motion(claim, *rises, *rests, {5, 7}));
}

}  // namespace
}  // namespace clearance
