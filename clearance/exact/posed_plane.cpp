#include <clearance/exact/posed_plane.h>

#include <clearance/exact/own_coordinate.h>

namespace clearance::detail {
namespace {

ExactPlane plane_under_matrix(Vec3 normal, double offset, const Pose& pose) {
  const Mat3& matrix = pose.rotation();  // the source itself
  const DyadicVec r0 = exact(matrix.row[0]), r1 = exact(matrix.row[1]), r2 = exact(matrix.row[2]), n = exact(normal);
  const DyadicVec cofactors0 = cross(r1, r2);
  ExactPlane plane;
  plane.normal = {dot(cofactors0, n), dot(cross(r2, r0), n), dot(cross(r0, r1), n)};
  plane.offset = dot(cofactors0, r0) * Dyadic(offset) + dot(plane.normal, exact(pose.translation()));
  return plane;
}

}  // namespace

// World coordinate k is ± the body's own j and a translation, so n_j x_j = ±n_j (y_k − t_k). No two rows of a pose have
// the same j.
std::optional<Vec3> turned_normal(Vec3 normal, const Pose& pose) {
  if (is_unturned(pose)) return normal;
  double turned[3] = {0, 0, 0};
  bool is_left[3] = {normal.x != 0, normal.y != 0, normal.z != 0};
  for (int k = 0; k < 3; ++k) {
    const OwnCoordinate own = own_coordinate(pose, k);
    if (!own.is_exact() || !is_left[own.axis]) continue;
    turned[k] = own.of(normal);
    is_left[own.axis] = false;
  }
  if (is_left[0] || is_left[1] || is_left[2]) return std::nullopt;
  return Vec3{turned[0], turned[1], turned[2]};
}

ExactPlane posed_plane(Vec3 normal, double offset, const Pose& pose) {
  const Vec3 t = pose.translation();
  if (const std::optional<Vec3> turned = turned_normal(normal, pose)) {
    ExactPlane plane{exact(*turned), offset};
    if (t != Vec3{}) plane.offset = plane.offset + dot(plane.normal, exact(t));
    return plane;
  }
  if (pose.kind() == Pose::Kind::Matrix) return plane_under_matrix(normal, offset, pose);
  const ExactPose place(pose);
  ExactPlane plane{place.edge({}, normal), {}};
  plane.offset = place.denominator() * Dyadic(offset) + dot(plane.normal, exact(t));
  return plane;
}

}  // namespace clearance::detail
