#include "tumbling.h"

#include <gtest/gtest.h>

#include <cmath>

namespace clearance::cli {
namespace {

Tumbling two_points() {
  const Result<Scene> scene = parse_scene(
      R"({"format":"clearance-scene-1","interval":[0,1],"objects":[
        {"name":"a","shape":{"hull":[[0,0,0]]},"pose":{"q":[1,0,0,0],"t":[-2,0,0]},
         "motion":{"ballistic":{"velocity":[1,0,0],"angular_velocity":[0,0,1]}}},
        {"name":"b","shape":{"hull":[[0,0,0]]},"pose":{"q":[1,0,0,0],"t":[2,0,0]},
         "motion":{"ballistic":{"velocity":[0.5,0,0],"angular_velocity":[0,0,0]}}}]})",
      "", "scene");
  EXPECT_TRUE(scene) << scene.error().text();
  return Tumbling(*scene);
}

TEST(Tumbling, BodiesGoOnTheirWayAndTurn) {
  Tumbling tumbling = two_points();
  ASSERT_EQ(tumbling.count(), 2u);
  for (int k = 0; k < 100; ++k) tumbling.step(0.01);
  EXPECT_NEAR(tumbling.pose(0).translation().x, -1, 1e-12);
  const Quat q = tumbling.pose(0).quaternion();
  EXPECT_NEAR(2 * std::atan2(q.z, q.w), 1, 1e-4) << "a radian a second";
}

TEST(Tumbling, WallsReflectAndBodiesThatNearEachOtherExchangeVelocities) {
  Tumbling tumbling = two_points();
  tumbling.step(0.5);  // b is beyond the wall at 2 then
  tumbling.step(0.5);
  EXPECT_EQ(tumbling.pose(1).translation().x, 2);
  tumbling.collide(0, 1);  // 1 and −0.5
  tumbling.step(1);
  EXPECT_EQ(tumbling.pose(0).translation().x, -1.5);
  EXPECT_EQ(tumbling.pose(1).translation().x, 3);
  tumbling.collide(0, 1);  // they part: nothing happens
  tumbling.step(0.5);
  EXPECT_EQ(tumbling.pose(0).translation().x, -1.75);
}

}  // namespace
}  // namespace clearance::cli
