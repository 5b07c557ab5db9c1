// Question: do two convex cores penetrate by at least so much in every direction?
// Method:   a few differences of their points: the deepest point that the features seen last share, which lies on the
//           normal's axis; corners of those features as far from each other as can be, in four directions; the centres'
//           difference. Eight triangles join them around the origin; no plane of theirs may be nearer than the depth.
// Proves:   the answer true, with bounds on the rounding.
// Cannot:   say that they do not: deep in each other, or near the border of what they share, these few do not show it.
// Cost:     about two hundred flops.
#pragma once

#include <clearance/contact/convex/convex_patch.h>

namespace clearance::detail {

// `height` is how far along the normal b's point is before a's, above 0, where both are seen at shared.nearest.
bool is_as_deep(const PosedPair& pair, const ContactFrame& frame, double depth, double height,
                const ManifoldScratch& scratch);

}  // namespace clearance::detail
