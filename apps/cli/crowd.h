// Question: which pairs of a scene too large to list them all need looking at?
// Method:   all objects in one World; the others are separated, by more than `within` where that is given, each proved
//           by boxes or by a certificate of its own.
#pragma once

#include <clearance/clearance.h>

#include <optional>
#include <vector>

namespace clearance::cli {

// In ascending order.
Result<std::vector<ScenePair>> pairs_of_note(const Scene& scene, std::optional<double> within);

}  // namespace clearance::cli
