// Question: how far must a solid be moved to end its penetration of another?
// Method:   from below by pairs of balls, one in each solid (mesh_penetration_below.cpp, mesh_penetration_cells.cpp);
//           from above by translations after which the exact queries find no common interior
//           (mesh_penetration_above.cpp).
// Proves:   both ends.
// Cannot:   close the bracket where the shortest way out is not square to a face, or the common part is a sharp wedge.
#include <clearance/exact/posed.h>
#include <clearance/solid/contact.h>
#include <clearance/solid/mesh_penetration_parts.h>

#include <algorithm>

namespace clearance {
using namespace detail;

Penetration penetration(const Mesh& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b,
                        const PenetrationOptions& options) {
  const Intersection meeting = intersects(a, pose_a, b, pose_b);
  Penetration result;
  result.status = meeting.status;
  result.decided_by = meeting.decided_by;
  result.certificate = meeting.certificate;
  if (meeting.status != Status::Penetrating) {
    result.upper = 0;
    return result;
  }

  const detail::SolidPair pair{a, pose_a, b, pose_b};
  const ExactPoint& point = meeting.certificate.mesh.point;
  const bool has_point = meeting.certificate.kind == Certificate::Kind::Interior;
  const Vec3 inside = has_point ? Vec3{point.x[0], point.y[0], point.z[0]} : apply(pose_b, b.vertex(b.triangle(0)[0]));
  const int effort = std::max(options.effort, 1);
  const detail::DepthBelow below = detail::depth_below(pair, inside, effort, detail::beyond_along_axes(pair));
  const detail::DepthAbove above = detail::depth_above(pair, below, effort);
  const double lower = detail::depth_below_by_cubes(pair, below, above.upper, effort);
  // Denormal numbers round by more than is accounted for.
  result.lower = lower >= kMinBound ? lower : 0;
  result.upper = above.upper;
  result.direction = above.direction, result.translation = above.translation;
  // The ball's lowest point of b and highest of a, along the way out.
  const double of_b = norm(below.way_b), of_a = norm(below.way_a);
  result.point_b = below.center - of_b * above.direction;
  result.point_a = below.center + of_a * above.direction;
  return result;
}

}  // namespace clearance
