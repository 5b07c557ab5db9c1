// Question: do two parts clash: how deep, where, is one inside the other or the same again; or are they too near?
// Method:   the status first; a depth or a distance only where the verdict or the reader needs one. A depth bracket
//           that holds the tolerance is narrowed by more effort, and stays Undecided where that does not help. Effort
//           is counted, never timed, so that an answer does not depend on the machine.
#pragma once

#include <clearance/clearance.h>

#include <cstdint>

namespace clearance::cli {

// Fast: within half of the depth, mostly, in a few milliseconds. Tight: as narrow as a second gives.
enum class DepthWanted : std::uint8_t { Off, Fast, Tight };

struct ClashQuestion {
  Criteria criteria;
  DepthWanted depth = DepthWanted::Fast;
  bool place_touching = false;  // where touching pairs touch, too
  // Nobody wants the reports of touching pairs: they are counted, and take no memory. Answers are the same.
  bool count_touching = false;
};

// Filled in as far as the verdict needs it: of a pair that is Clear, names, status and verdict alone.
PairReport judge_clash(const SceneObject& a, const SceneObject& b, const ClashQuestion& question);

// The depth of bodies that penetrate, to begin with by these options, narrowed until it is told from the tolerance.
Penetration depth_beyond(const SceneObject& a, const SceneObject& b, double tolerance, PenetrationOptions options);
// The verdict of a claim about these bodies, the distance compared exactly where its bracket leaves that open.
PairVerdict exact_verdict(const Claim& claim, const SceneObject& a, const SceneObject& b, const Criteria& criteria);

}  // namespace clearance::cli
