// Question: where do two bodies meet, for someone who goes and looks?
// Method:   of two meshes what shows the contact, in the world: a point inside both, the middle of what two triangles
//           share, a vertex that is inside. Else the middle of the deepest contact (contact/manifold.h) of the
//           triangles or convex pieces that the certificate names.
// Cannot:   prove anything: coordinates are rounded. The certificate does.
#pragma once

#include <clearance/clearance.h>

#include <optional>

namespace clearance::cli {

// A point where the bodies meet, as the claim shows it; nothing when they are separated.
std::optional<Vec3> place_of(const Claim& claim, const SceneObject& a, const SceneObject& b);

}  // namespace clearance::cli
