// Question: which peers know balls, capsules and floors of their own?
// Method:   FCL's Sphere, Capsule and Halfspace, through collide() and distance(); boxes are its own, too.
#pragma once

#include <bench/race/method.h>
#include <clearance/shape/rounded.h>

namespace clearance::bench {

// Balls, capsules along z and boxes around their own origins.
struct RoundPair {
  const char* name;
  Rounded a, b;
  bool on_floor = false;  // the floor z ≤ 0 instead of a
};
struct RoundFrames {
  const RoundPair& pair;
  std::span<const Pose> pose_a, pose_b;
};

// Nothing where the library has no such body, or no such query for it.
std::unique_ptr<Runner> fcl_round(const RoundFrames& frames, Query query);

}  // namespace clearance::bench
