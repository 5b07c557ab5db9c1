// Question: does what a result says besides its claims follow from them?
// Method:   verdicts are made again of the claims and the criteria that the result states; a duplicate and a body
//           inside another are looked at again; of the pairs that `clash` leaves out, no more may be at fault than
//           those that it did not look at.
#pragma once

#include <clearance/clearance.h>
#include <clearance/io/verify/about_scene.h>

#include <optional>
#include <string>
#include <vector>

#include "../standing.h"

namespace clearance::cli {
using detail::PairSet;

// Proved where there is nothing to say.
ClaimStanding standing_of_judgement(const PairReport& report, const ResultFile& result, const SceneObject& a,
                                    const SceneObject& b);

// Of the pairs that `clash` does not list: a line for each pair that should have been `listed`.
std::vector<std::string> wrongly_unlisted(const Scene& scene, const ResultFile& result, const PairSet& listed);

}  // namespace clearance::cli
