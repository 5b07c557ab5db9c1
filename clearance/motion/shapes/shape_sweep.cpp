#include <clearance/motion/shapes/shape_sweep.h>

#include <clearance/exact/approx.h>
#include <clearance/exact/posed.h>
#include <clearance/query/world_box.h>

#include <cmath>
#include <variant>

namespace clearance::detail {
namespace {

constexpr Box kEverywhere{{-kInfiniteEnd, -kInfiniteEnd, -kInfiniteEnd}, {kInfiniteEnd, kInfiniteEnd, kInfiniteEnd}};

// As radius_about of a convex body (world_box.cpp), which has the margins: of the corner of a mesh' box that is
// farthest away.
double radius_of_box(const Mesh& mesh, Vec3 center) {
  const Vec3 low = mesh.box_low() - center, high = mesh.box_high() - center;
  const Vec3 far{larger(std::fabs(low.x), std::fabs(high.x)), larger(std::fabs(low.y), std::fabs(high.y)),
                 larger(std::fabs(low.z), std::fabs(high.z))};
  const double size = norm_max(far);
  return (size > 1e-140 && size < 1e140 ? norm(far) : norm_one(far)) * 1.0003 + kUnderflow;
}

}  // namespace

double ShapeSweep::radius_about(Vec3 center) const {
  if (const auto* const mesh = std::get_if<Mesh>(&shape_)) return radius_of_box(*mesh, center);
  if (const auto* const parts = std::get_if<Parts>(&shape_)) return detail::radius_about(parts->hull(), center);
  return detail::radius_about(std::get<Rounded>(shape_), center);
}

SweptBody ShapeSweep::body_at(const Pose& pose, Vec3 center, double radius) const {
  if (const auto* const parts = std::get_if<Parts>(&shape_)) return swept_body(parts->hull(), pose, center, radius);
  if (const auto* const convex = std::get_if<Rounded>(&shape_)) return swept_body(*convex, pose, center, radius);
  const double off = center == Vec3{} ? 0 : 2 * kDifferenceError * (norm_one(center) + norm_max(pose.translation()));
  return {world_box(std::get<Mesh>(shape_), pose), apply(pose, center), (radius + off) * (1 + 0x1p-40)};
}

Box ShapeSweep::box(const Motion& motion, double until) const {
  if (std::holds_alternative<HalfSpace>(shape_)) return kEverywhere;
  const double radius = radius_about(motion.kind() == Motion::Kind::Flight ? motion.flight().center : Vec3{});
  return swept_box(motion, until, [&](const Pose& pose, Vec3 center) { return body_at(pose, center, radius); });
}

}  // namespace clearance::detail
