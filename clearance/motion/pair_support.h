// Question: which pair of vertices of two posed bodies is the lowest along a direction, asked from code that is
//           compiled once?
// Method:   PosedPair::support, compiled for each instruction set here, so that its callers need not be.
#pragma once

#include <clearance/convex/posed_pair.h>

namespace clearance::detail {

// `near`: the direction has turned little since the hint was found.
SupportPair support_near(const PosedPair& pair, Vec3 n, VertexPair hint);
SupportPair support_far(const PosedPair& pair, Vec3 n, VertexPair hint);

}  // namespace clearance::detail
