// Question: is one of two bodies that share inner points wholly inside the other?
// Method:   inside a convex body or a half-space: no vertex is outside. Inside a solid mesh: the surfaces share no
//           point, a vertex of each component lies inside, and none of the solid's own components lies within the other
//           (a cavity).
// Proves:   what it says, exactly.
// Cannot:   see that a rounded body is inside, or that a body inside a mesh touches its surface: then it says nothing.
#pragma once

#include <clearance/clearance.h>

#include <optional>

namespace clearance::cli {

// Which of them is wholly inside the other; of duplicates neither is said to be.
std::optional<Body> inside_of(const SceneObject& a, const SceneObject& b);

}  // namespace clearance::cli
