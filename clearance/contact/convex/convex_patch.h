// Question: a normal, and a feature of either body that lies towards the other: which points do the features share, if
//           one looks along the normal, and how large is the gap at each?
// Method:   both are seen along the normal: polygons, segments or points of one plane, which are clipped against each
//           other; each corner is lifted back to either feature along the normal.
// Proves:   each point's error and bracket; the derivation is in the source.
// Cost:     that of clipping.
#pragma once

#include <clearance/contact/convex/convex_feature.h>
#include <clearance/contact/manifold_scratch.h>
#include <clearance/convex/posed_pair.h>
#include <clearance/convex/radii.h>

namespace clearance::detail {

// The normal as z, with places from a's translation, times `scale`: a power of two that is 1 for bodies of ordinary
// size.
struct ContactFrame {
  Vec3 x, y, normal;
  Vec3 scaled_x, scaled_y, scaled_normal;
  double scale = 1;
  double reach = 0;  // of the pair, in units of the frame

  ContactFrame(const PosedPair& pair, Vec3 unit_normal);
  // Of a pair of ordinary size: axes that are perpendicular, of unit length and right-handed, within 8u.
  ContactFrame(const PosedPair& pair, Vec3 along_x, Vec3 along_y, Vec3 unit_normal)
      : x(along_x),
        y(along_y),
        normal(unit_normal),
        scaled_x(along_x),
        scaled_y(along_y),
        scaled_normal(unit_normal),
        reach(pair.reach()) {}

  Vec3 seen(Vec3 v) const { return {dot(scaled_x, v), dot(scaled_y, v), dot(scaled_normal, v)}; }
  // Corners of polygons are within this of their places, in each coordinate; and what counts as coincident.
  double vertex_error() const { return 48 * 0x1p-53 * reach; }
  double slack() const { return 0x1p-45 * reach; }
};

// Sees both features; they stay as they are for whoever wants to know more of them. Neither need be the body's
// farthest.
void see_features(const PosedPair& pair, const ContactFrame& frame, BodyFeature of_a, BodyFeature of_b,
                  ManifoldScratch& scratch);

// How near the bodies come, radii included, where the features share points.
struct SharedPoints {
  std::size_t count = 0;
  double least_lower = 0, least_upper = 0;  // of all gaps
  PlanePoint nearest;                       // where it is least
};
// Appends to `points` what the features seen last share, in the order of manifold.h.
SharedPoints share_points(const PosedPair& pair, const Radii& radii, const ContactFrame& frame,
                          ManifoldScratch& scratch, std::vector<ContactPoint>& points);

}  // namespace clearance::detail
