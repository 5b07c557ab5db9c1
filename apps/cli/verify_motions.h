// Question: which claims of a result about motions are proved by what it holds, which had to be decided again, which
//           fail?
// Method:   first contacts by their timelines and certificates (proof/check_motion.h); those whose timeline was not
//           printed, and contact that has no certificate by contract, are decided again by the queries. Times of
//           contact have no certificate: they are decided again to the nearest doubles and compared; their gaps'
//           timelines must hold all the same.
// Cannot:   call "proved" what it decided again: that is counted apart.
#pragma once

#include <clearance/io/results/motion_result.h>

#include <optional>
#include <string>
#include <vector>

#include "moving_scene.h"
#include "standing.h"

namespace clearance::cli {

struct VerifiedMotions {
  std::vector<ClaimStanding> contacts;                  // as many as result.pairs
  std::vector<std::optional<ClaimStanding>> intervals;  // none where the first claim says it all, or nothing is claimed

  StandingCounts counts() const;
};

// Why a result is not about this scene, or says nothing about some pair of it.
std::optional<Error> other_scene(const Scene& scene, const MotionResult& result);

// Refused: a result that is not about this scene, or says nothing about some pair of it. Errors' places start within
// the result file, or with the scene's name.
Result<VerifiedMotions> verify_motions(MovingScene moving, const MotionResult& result);

// A line per failure, then the counts: "34 claims proved, 2 decided again", and what was decided again and why.
std::string verified_text(const VerifiedMotions& verified, const MotionResult& result);

}  // namespace clearance::cli
