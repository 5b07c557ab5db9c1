// Question: a normal, and a feature of either body that lies towards the other: which points do the features share,
// seen
//           along the normal, and how large is the gap at each?
// Method:   both are seen along the normal: polygons, segments or points of one plane, which are clipped against each
//           other; each corner is lifted back to either feature along the normal.
// Proves:   each point's error and bracket; the derivation is in the source.
// Cost:     that of clipping.
#pragma once

#include <clearance/contact/convex_feature.h>
#include <clearance/contact/manifold_scratch.h>
#include <clearance/convex/posed_pair.h>
#include <clearance/convex/radii.h>

namespace clearance::detail {

// The normal as z, with places from a's translation, times `scale`: a power of two that is 1 for bodies of ordinary
// size.
struct ContactFrame {
  Vec3 x, y, normal;
  double scale = 1;
  double reach = 0;  // of the pair, in units of the frame

  ContactFrame(const PosedPair& pair, Vec3 unit_normal);
  // Corners of polygons are within this of their places, in each coordinate; and what counts as coincident.
  double vertex_error() const { return 48 * 0x1p-53 * reach; }
  double slack() const { return 0x1p-45 * reach; }
};

// Sees both features; the sides stay as they are for whoever wants to know more of them. Neither feature need be the
// body's farthest.
void see_features(const PosedPair& pair, const ContactFrame& frame, BodyFeature of_a, BodyFeature of_b,
                  ManifoldScratch& scratch);

// Of the points that the features seen last share. The bodies' cores are nowhere nearer along the normal than that.
struct SharedPoints {
  double least_upper = 0;  // of the gaps, the least upper end, and the least lower end
  double least_lower = 0;
  std::size_t count = 0;
};
// Fills scratch.points with them, radii and all.
SharedPoints share_points(const PosedPair& pair, const Radii& radii, const ContactFrame& frame,
                          ManifoldScratch& scratch);

// Do the bodies' cores penetrate by at least `depth` in every direction? The features seen last, which lie deepest, and
// the bodies' centres give a polytope of differences: a triangle for each of its facets, none nearer to the origin than
// that. False where those few do not show it.
bool is_as_deep(const PosedPair& pair, const ContactFrame& frame, double depth, const ManifoldScratch& scratch);

}  // namespace clearance::detail
