// Question: when does each pair of a scene meet as it moves, and during which times?
// Method:   the public queries of motion: the first contact with its proof, and where there is one, all times of
//           contact. Pairs are sorted by the time at which they are first not known to be apart.
#pragma once

#include <clearance/clearance.h>
#include <clearance/io/results/motion_result.h>

#include <string>

#include "moving_scene.h"

namespace clearance::cli {

struct FollowOptions {
  double margin = 0;         // contact is to be no farther apart than this
  bool want_proofs = false;  // those that can be large: timelines of the gaps between contacts
};

struct Followed {
  MotionResult result;

  bool all_clear() const;
};

// Errors begin with the scene's name.
Result<Followed> follow(const MovingScene& moving, const FollowOptions& options);

// The timelines that a report has without `want_proofs` only of convex bodies, and those of the gaps, as far as they
// are shown.
void add_timelines(const MovingScene& moving, ScenePair pair, double margin, MotionReport& report);

// A line per pair, with the counts after them.
std::string followed_table(const Followed& followed);

}  // namespace clearance::cli
