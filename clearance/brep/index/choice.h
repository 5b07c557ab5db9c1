// Question: which plane divides a region best?
// Method:   Autopartition takes the first face, edge or vertex. Hybrid halves the box around the pieces as long as
//           there are many faces. Balanced looks at a sample of planes, of faces, along axes through vertices, through
//           an edge and a vertex, and takes the one that leaves the least sum of squared numbers of pieces above, on
//           and below. Counts are in doubles: a bad one costs height, and nothing else.
#pragma once

#include <clearance/brep/index/region.h>

namespace clearance::detail {

class IndexBuilder;

// A plane that may contain nothing of the region: then pieces must turn out to be on both sides of it, or
// plane_of_piece() is taken.
PlaneId choose_in_space(IndexBuilder& builder, const Region& region, IndexSplitting splitting);
PlaneId choose_in_plane(IndexBuilder& builder, const Region& region, IndexSplitting splitting);
// Of the first face, edge or vertex.
PlaneId plane_of_piece(IndexBuilder& builder, const Region& region);
// The position of a point among the region's.
std::size_t choose_on_line(IndexBuilder& builder, const Region& region, IndexSplitting splitting);

}  // namespace clearance::detail
