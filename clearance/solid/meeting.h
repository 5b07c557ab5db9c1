// Question: do the surfaces of two solids share a point, and what are the solids then: touching or penetrating?
// Method:   one walk of both trees. A crossing that doubles prove shows where a point inside both may be. Pairs of
//           triangles that doubles cannot tell are put aside, but the planes of the first few are tried: where one has
//           the solids on its two sides, one pair that meets, exactly, is enough. Otherwise points between the two
//           boxes are tried, then the pairs put aside are decided in integers of fixed width, and that the solids only
//           touch is proved by them (flush_contact.h); what is left goes to contact.h, in big numbers.
// Proves:   the status.
#pragma once

#include <clearance/solid/mesh_cache.h>
#include <clearance/solid/mesh_pair.h>
#include <clearance/solid/mesh_query.h>

#include <optional>

namespace clearance::detail {

// Nothing when the surfaces share no point. The cache is tried first, and told what was found.
std::optional<Intersection> meet_solids(const MeshPair& pair, MeshCache* cache);

}  // namespace clearance::detail
