// Question: where two surfaces cross, which way out is the common volume the smallest, and how deep is it that way?
// Method:   the line in which the surfaces cross bounds the part of a's surface that lies inside b. The area of that
//           part as a vector, ∫ n dA, is a sum over the line alone (Stokes), and minus the change of the common volume
//           as b moves: its direction is the normal. The depth is how far the line, and the vertices of both surfaces
//           that lie beside it, reach along the normal.
// Proves:   nothing.
// Cost:     a walk over both trees to every crossing, and over each to what lies beside them; no allocation.
#pragma once

#include <clearance/math/pose.h>
#include <clearance/shape/mesh.h>
#include <clearance/shape/rounded.h>

namespace clearance::detail {

struct CrossingPatch {
  int crossings = 0;  // pairs of triangles; none: nothing else is set
  bool is_complete =
      false;    // all of the line was followed, and all beside it seen: else the depth is too large, perhaps
  Vec3 normal;  // from a to b, of unit length; 0 where areas cancel
  double depth = 0;
  Vec3 point;  // halfway
  Vec3 top;    // a vertex or a crossing that lies farthest along the normal of those of a
};

// Ends after so many crossings.
CrossingPatch crossing_patch(const Mesh& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b, int most);
// A convex body with volume in its core.
CrossingPatch crossing_patch(const Rounded& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b, int most);

}  // namespace clearance::detail
