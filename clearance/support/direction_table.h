// Question: where should a climb start when nothing is known but the direction?
// Method:   Chung §3.5: the sphere of directions in 8 × 16 regions, with the supporting vertex for each region's centre.
#pragma once

#include <clearance/shape/polytope.h>

namespace clearance {

// Fills the table of Polytope::assemble.
void fill_direction_table(const Polytope& polytope, std::uint32_t* table);
// The entry for the region the direction lies in; any vertex for the zero direction.
int table_vertex(const Polytope& polytope, Vec3 direction);

}  // namespace clearance
