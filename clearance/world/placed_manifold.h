// Question: at which points do two placed bodies of any kind meet, each perhaps with a padding?
// Method:   the searches of contact/. Of padded meshes and shapes of parts the manifold is that of the bodies without
//           their paddings, within the margin and both paddings; then each place moves outward by the body's padding,
//           and gaps are less by both.
// Proves:   the status, that of placed.h. Brackets and errors grow by what those sums round.
#pragma once

#include <clearance/contact/manifold_scratch.h>
#include <clearance/world/placed.h>

namespace clearance::detail {

// A half-space comes first. `out` is overwritten; its points are new: without user values, of age 0.
void placed_manifold(const Placed& a, const Placed& b, const ManifoldOptions& asked, const QueryOptions& options,
                     ManifoldCache& cache, ManifoldScratch& scratch, Manifold& out);

}  // namespace clearance::detail
