// Question: how far must a padded body be moved until it is as far from another as their paddings say?
// Method:   from above by the gaps between the bodies (solid/depth/way_by_gaps.h), or beyond the other's box; from
//           below the paddings less the distance, or together with the depth of the bodies themselves.
// Proves:   both ends. The upper one is infinite only against a half-space from which the nearest points do not lead.
#pragma once

#include <clearance/answer/answer.h>
#include <clearance/world/placed.h>

namespace clearance::detail {

// Of bodies that penetrate with their paddings, which are `padding` together, above 0.
Bracket padded_depth(const Placed& a, const Placed& b, double padding, const PenetrationOptions& options);

}  // namespace clearance::detail
