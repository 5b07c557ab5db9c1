#include <clearance/mesh/local_point.h>

#include <clearance/convex/exact/roots.h>
#include <clearance/exact/approx.h>
#include <clearance/exact/own_coordinate.h>
#include <clearance/exact/posed.h>
#include <clearance/math/sum.h>

namespace clearance::detail {
namespace {

// R⁻¹ of a matrix, which is a rotation to 1e-4 only. The rows of the adjugate are cross products of columns, whose
// entries are at most 1.0002 in size: off by 4.1u each; the determinant, a dot product with one of them, by 22u of 1;
// the quotient by the sum of these and u: below 32u.
Mat3 inverse(const Mat3& r) {
  const Mat3 columns = transpose(r);
  const Vec3 r0 = cross(columns.row[1], columns.row[2]), r1 = cross(columns.row[2], columns.row[0]),
             r2 = cross(columns.row[0], columns.row[1]);
  const double determinant = dot(columns.row[0], r0);
  return {{r0 / determinant, r1 / determinant, r2 / determinant}};
}

// R⁻¹y, y off by `error`: that counts up to 1.75 times, the rows of R⁻¹ being of length 1.0002 at most. Rᵀ is off by 8u
// in each entry (kRotationError), an inverse by 32u, and the product rounds by 3u|y|₁: below 12u and 36u.
ApproxVec seen_from(const Pose& pose, const ApproxVec& y) {
  const bool is_matrix = pose.kind() == Pose::Kind::Matrix;
  const Vec3 x = is_matrix ? inverse(pose.rotation()) * y.value : transpose_times(pose.rotation(), y.value);
  return {x, (1.75 * y.error + (is_matrix ? 36 : 12) * kUnit * norm_one(y.value)) * kSlack + kUnderflow};
}

// The adjugate of M over det M; for a quaternion M⁻¹ is Mᵀ/D².
LocalPoint::Fraction seen_exactly_from(const Pose& pose, const DyadicVec& numerator, const Dyadic& denominator) {
  const ExactPose exact_pose(pose);
  const Dyadic& D = exact_pose.denominator();
  const DyadicVec from_origin = D * numerator - denominator * exact_pose.numerator({});
  if (pose.kind() == Pose::Kind::Quaternion) return {exact_pose.from_world(from_origin), denominator * D * D};
  const DyadicVec c0 = exact_pose.edge({}, {1, 0, 0}), c1 = exact_pose.edge({}, {0, 1, 0}),
                  c2 = exact_pose.edge({}, {0, 0, 1});
  const DyadicVec r0 = cross(c1, c2), r1 = cross(c2, c0), r2 = cross(c0, c1);
  return {{dot(r0, from_origin), dot(r1, from_origin), dot(r2, from_origin)}, denominator * dot(c0, r0)};
}

// t + p where that is a double, in coordinate k of the world.
bool add_exactly(double p, double t, double& sum) {
  sum = p + t;
  return error_of_sum(p, t, sum) == 0;
}

// Poses that turn axes into axes: where no sum needs rounding, the point is three doubles.
std::optional<Vec3> seen_as_doubles(const Pose& pose, const Pose* vertex_pose, Vec3 p) {
  double local[3];
  for (int k = 0; k < 3; ++k) {
    const OwnCoordinate own = own_coordinate(pose, k);
    if (!own.is_exact()) return std::nullopt;
    double moved = -pose.translation()[k], at = p[k];
    if (vertex_pose != nullptr) {
      const OwnCoordinate from = own_coordinate(*vertex_pose, k);
      if (!from.is_exact() || !add_exactly(vertex_pose->translation()[k], moved, moved)) return std::nullopt;
      at = from.of(p);
    }
    if (!add_exactly(at, moved, at)) return std::nullopt;
    local[own.axis] = own.sign * at;
  }
  return Vec3{local[0], local[1], local[2]};
}

}  // namespace

LocalPoint::LocalPoint(const Pose& pose, Vec3 world_point) : pose_(pose), source_(world_point), rough_(world_point) {
  if (pose == Pose()) return;
  if (const std::optional<Vec3> there = seen_as_doubles(pose, nullptr, world_point)) {
    rough_ = *there;
    return;
  }
  const Vec3 from_origin = world_point - pose.translation();
  const ApproxVec x = seen_from(pose, {from_origin, kUnit * norm_max(from_origin)});
  rough_ = x.value;
  error_ = x.error;
}

LocalPoint::LocalPoint(const Pose& pose, Vec3 vertex, const Pose& vertex_pose)
    : pose_(pose), source_(vertex), source_pose_(&vertex_pose), rough_(vertex) {
  // Seen from one's own body a vertex is where it is.
  if (pose == vertex_pose) return;
  if (const std::optional<Vec3> there = seen_as_doubles(pose, &vertex_pose, vertex)) {
    rough_ = *there;
    return;
  }
  const Vec3 t = vertex_pose.translation() - pose.translation();
  const double inherited = kDifferenceError * (norm_one(vertex) + norm_max(t)) + kUnderflow;
  const ApproxVec x = seen_from(pose, {vertex_pose.rotation() * vertex + t, inherited});
  rough_ = x.value;
  error_ = x.error;
}

LocalPoint::LocalPoint(const Pose& pose, const DyadicVec& numerator, const Dyadic& denominator)
    : pose_(pose), exact_(seen_exactly_from(pose, numerator, denominator)) {
  const auto coordinate = [&](const Dyadic& x) { return approximate_ratio(x, exact_->denominator); };
  rough_ = {coordinate(exact_->numerator.x), coordinate(exact_->numerator.y), coordinate(exact_->numerator.z)};
  // Both fractions of approximate_ratio are truncated by 2u of themselves, the quotient rounds: 5u.
  error_ = 8 * kUnit * norm_max(rough_) * kSlack + kUnderflow;
}

const LocalPoint::Fraction& LocalPoint::exactly() {
  if (exact_) return *exact_;
  if (source_pose_ == nullptr) {
    exact_ = seen_exactly_from(pose_, exact(source_), 1.0);
  } else {
    const ExactPose at(*source_pose_);
    exact_ = seen_exactly_from(pose_, at.numerator(source_), at.denominator());
  }
  return *exact_;
}

}  // namespace clearance::detail
