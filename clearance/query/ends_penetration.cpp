#include <clearance/query/ends_penetration.h>

#include <clearance/convex/way_out.h>

namespace clearance {
using namespace detail;

std::optional<bool> ends_penetration(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                                     Vec3 translation) {
  const std::optional<detail::MovedPair> moved = detail::moved_by(pose_a, pose_b, translation);
  if (!moved) return std::nullopt;
  const Status status = intersects(a, moved->a, b, moved->b).status;
  if (moved->off == 0) return status != Status::Penetrating;
  if (status == Status::Separated && compare_distance(a, moved->a, b, moved->b, moved->off) >= 0) return true;
  if (status == Status::Penetrating && penetration(a, moved->a, b, moved->b).lower > moved->off) return false;
  return std::nullopt;
}

}  // namespace clearance
