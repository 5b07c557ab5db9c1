// Question: how are two meshes walked of which one consists mostly of copies of its other triangles?
// Method:   copies are as near to the other body as each other, so that no bound leaves any of them out, and the walk
//           of the meshes' own trees may look at every two of them. When it has looked at many, it is ended, and trees
//           over one of each are made.
// Proves:   what the walk of the trees does (bvh/tree_pair.h), about the triangles that differ; the others are theirs.
// Cost:     n log n a query, where the first walk does not end it; nothing for meshes that are not mostly copies.
#pragma once

#include <clearance/solid/mesh_pair.h>

namespace clearance::detail {

// As TreePair::find_meeting and find_nearest do.
void find_meeting(const MeshPair& pair, TreePair::Visitor visit);
// May visit some pairs twice.
void find_nearest(const MeshPair& pair, double nearest, FunctionRef<double(const RunPair&)> visit);

// Half of the triangles or more.
bool is_mostly_copies(const Mesh& mesh);

}  // namespace clearance::detail
