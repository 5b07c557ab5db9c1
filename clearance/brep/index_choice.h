// Question: which plane divides a region best?
// Method:   Autopartition takes the first face, edge or vertex. Hybrid halves the box around the pieces as long as there
//           are many faces. Balanced looks at a sample of planes, of faces, along axes through vertices, through an edge
//           and a vertex, and takes the one that leaves the least Σ k·log k of pieces above, on and below. Counts are in
//           doubles: a bad count costs height, and nothing else.
#pragma once

#include <clearance/brep/index_region.h>

namespace clearance::detail {

class IndexBuilder;

// A plane that may contain no face: then faces must turn out to be on both sides of it, or face_plane() is taken.
PlaneId choose_in_space(IndexBuilder& builder, const Region& region, IndexSplitting splitting);
PlaneId face_plane(IndexBuilder& builder, const Region& region);
PlaneId choose_in_plane(IndexBuilder& builder, const Region& region, IndexSplitting splitting);
// The position of a point among the region's.
std::size_t choose_on_line(IndexBuilder& builder, const Region& region, IndexSplitting splitting);

}  // namespace clearance::detail
