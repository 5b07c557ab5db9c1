// Question: which is the shortest translation that lies beyond some planes?
// Method:   an active set: the plane that is missed by most comes in, and the least point beyond all that are in is the
//           foot of the perpendicular on one, two or three of them.
// Proves:   nothing: whoever uses the translation asks whether it leads out.
// Cost:     some hundred nanoseconds for a few planes.
#pragma once

#include <clearance/math/vec3.h>

#include <optional>
#include <span>

namespace clearance::detail {

// All t with normal·t ≥ offset; the normal is of unit length.
struct WayPlane {
  Vec3 normal;
  double offset = 0;
};

// Nothing where none is found, as where the planes leave nothing.
std::optional<Vec3> nearest_beyond(std::span<const WayPlane> planes);

}  // namespace clearance::detail
