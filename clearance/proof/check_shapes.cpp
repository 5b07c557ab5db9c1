#include <clearance/proof/check_half_space.h>
#include <clearance/proof/check_mesh.h>
#include <clearance/proof/check_shapes.h>
#include <clearance/proof/shape_data.h>

#include <vector>

namespace clearance {
using namespace detail;
CheckResult check_claim(const Claim& claim, const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  const auto *space_a = std::get_if<HalfSpace>(&a), *space_b = std::get_if<HalfSpace>(&b);
  if (space_a != nullptr)
    return std::visit([&](const auto& body) { return check_claim(claim, *space_a, pose_a, body, pose_b); }, b);
  if (space_b != nullptr)
    return std::visit([&](const auto& body) { return check_claim(claim, body, pose_a, *space_b, pose_b); }, a);
  const std::vector<PartData> data_a = data_of(a), data_b = data_of(b);
  const auto* convex_a = std::get_if<Rounded>(&a);
  const auto* convex_b = std::get_if<Rounded>(&b);
  if (convex_a != nullptr && convex_b != nullptr)
    return check_claim(claim, PosedPoints{data_a[0].points, pose_a, data_a[0].radius},
                       PosedPoints{data_b[0].points, pose_b, data_b[0].radius});
  return check_claim(claim, posed_body(a, data_a, pose_a), posed_body(b, data_b, pose_b));
}

}  // namespace clearance
