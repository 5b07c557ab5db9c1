// Question: which small solids do people model?
// Method:   prisms whose outlines have coordinates in tenths (an L, a U) or in thousandths (a gear), each with a corner
//           or its axis at the origin.
#pragma once

#include <bench/workloads/w2.h>

namespace clearance::bench {

enum class SmallSolid : std::uint8_t { L, U, Gear };
const char* to_string(SmallSolid solid);

// 20, 28 and 128 triangles: closed, outward.
TriangleSoup small_solid(SmallSolid solid);

}  // namespace clearance::bench
