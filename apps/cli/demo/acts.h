// Question: what does the demonstration show?
// Method:   three acts, each what a user would ask and read: text, and whether every proof holds.
#pragma once

#include <clearance/clearance.h>
#include <clearance/io/results/motion_result.h>

#include <string>

#include "../moving_scene.h"

namespace clearance::cli {

struct Act {
  std::string text;
  bool all_hold = false;
};

// An assembly at rest with a clash: how deep, where, and what proves it.
Result<Act> show_assembly();
// The same in motion: when bodies first meet.
Result<MovingScene> demo_in_motion();
Result<Act> show_motion(const MovingScene& moving, const MotionResult& result);
// Many polytopes that tumble in a box: how fast all pairs are judged, and all proofs checked.
Result<Act> show_crowd(int frames);

}  // namespace clearance::cli
