#include <clearance/narrow/parts_query_leaf.h>

#include <clearance/base/assert.h>

namespace clearance::detail {
namespace {

const Rounded& convex(const PartShape& part) {
  CLEARANCE_ASSERT(std::holds_alternative<Rounded>(part));
  return *std::get_if<Rounded>(&part);
}

MeshDistance as_mesh_distance(const Distance& between) {
  MeshDistance result;
  static_cast<Distance&>(result) = between;
  return result;
}

}  // namespace

Intersection intersects_parts(const PartShape& a, const Pose& pose_a, const PartShape& b, const Pose& pose_b) {
  return intersects(convex(a), pose_a, convex(b), pose_b);
}

MeshDistance distance_parts(const PartShape& a, const Pose& pose_a, const PartShape& b, const Pose& pose_b,
                            const MeshDistanceOptions& options) {
  DistanceOptions convex_options;
  convex_options.only_below = options.only_below;
  return as_mesh_distance(distance(convex(a), pose_a, convex(b), pose_b, convex_options));
}

int compare_distance_parts(const PartShape& a, const Pose& pose_a, const PartShape& b, const Pose& pose_b,
                           double limit) {
  return compare_distance(convex(a), pose_a, convex(b), pose_b, limit);
}

Penetration penetration_parts(const PartShape& a, const Pose& pose_a, const PartShape& b, const Pose& pose_b,
                              const MeshPenetrationOptions&) {
  return penetration(convex(a), pose_a, convex(b), pose_b);
}

}  // namespace clearance::detail
