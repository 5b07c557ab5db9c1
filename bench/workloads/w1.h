// Question: what is the pair workload W1, exactly?
// Method:   two hulls of n random points each (test_polytope) wander through a cube; each moves 5 % of the radius a
//           frame along a line and turns by a fixed angle about a fixed axis; at a wall it takes a new line and axis.
//           Or every frame is a fresh random pose. The cube is so large that about one frame in six collides.
//           The same bits on every machine that has correctly rounded sqrt.
#pragma once

#include <bench/race/courses.h>
#include <clearance/build/primitives.h>

#include <vector>

namespace clearance::bench {

enum class Motion : std::uint8_t { TenDegrees, OneDegree, RandomPoses };
inline constexpr Motion kMotions[] = {Motion::TenDegrees, Motion::OneDegree, Motion::RandomPoses};
const char* to_string(Motion motion);

inline constexpr TestShape kShapes[] = {TestShape::Ellipsoid, TestShape::Rod, TestShape::Plate};
inline constexpr int kSizes[] = {20, 100, 500, 1000};

struct W1Scene {
  TestShape shape;
  Polytope a, b;
  std::vector<Pose> pose_a, pose_b;

  Frames frames() const { return {&a, &b, pose_a, pose_b}; }
};

W1Scene w1_scene(TestShape shape, int n, Motion motion, int frames);

}  // namespace clearance::bench
