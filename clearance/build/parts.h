// Question: how do several shapes become one body with a tree of hulls over it?
// Method:   parts are joined by nearness from the top down; the hull of each node is the exact hull of the vertices
//           below it, with the largest radius among them.
#pragma once

#include <clearance/base/result.h>
#include <clearance/shape/parts.h>

#include <vector>

namespace clearance {

// Refused: no parts at all.
Result<Parts> make_parts(std::vector<PartShape> parts);

}  // namespace clearance
