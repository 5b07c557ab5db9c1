// Question: are the first contact and the times of contact that a result claims those that were found?
// Method:   the found ones are as narrow as doubles are, so that a bracket of doubles holds an instant iff it holds the
//           instant's own. Besides, what the contract says of a bracket's ends: contact at the inner one, none at the
//           outer one.
#pragma once

#include <clearance/clearance.h>

#include <optional>
#include <vector>

#include "standing.h"

namespace clearance::cli {

// Of a first contact for which the result holds no proof.
ClaimStanding compare_contact(const ContactTime& claim, const Interference& found, Interval whole);

// `decided_until`: what comes after it is not claimed.
ClaimStanding compare_intervals(const std::vector<ContactInterval>& claimed, std::optional<double> decided_until,
                                const Interference& found, Interval whole);

}  // namespace clearance::cli
