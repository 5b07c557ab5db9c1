#include <clearance/narrow/triangle_points.h>

#include <algorithm>

namespace clearance {
namespace {

const Dyadic& component(const DyadicVec& v, int axis) { return axis == 0 ? v.x : axis == 1 ? v.y : v.z; }

}  // namespace

TrianglePoints::TrianglePoints(const TriangleAt& a, const TriangleAt& b)
    : a_(a), b_(b), same_pose_(&a.pose == &b.pose || a.pose == b.pose) {
  if (same_pose_) {
    std::copy_n(a.v, 3, value_);
    std::copy_n(b.v, 3, value_ + 3);
    return;
  }
  const Vec3 t = b.pose.translation() - a.pose.translation();
  double reach_a = 0, reach_b = 0;
  for (int i = 0; i < 3; ++i) {
    value_[i] = a.pose.rotation() * a.v[i];
    value_[i + 3] = b.pose.rotation() * b.v[i] + t;
    reach_a = larger(reach_a, norm_one(a.v[i]));
    reach_b = larger(reach_b, norm_one(b.v[i]));
  }
  error_ = kDifferenceError * (reach_a + reach_b + norm_max(t)) + kUnderflow;
}

int TrianglePoints::orientation(int i, int j, int k, int l) {
  if (same_pose_) return orient3d_sign(value_[i], value_[j], value_[k], value_[l]);
  if (const int sign = proved_sign(dot(cross(from(i, j), from(i, k)), from(i, l))); sign != 0) return sign;
  const DyadicVec& origin = exact_point(i);
  return dot(cross(exact_point(j) - origin, exact_point(k) - origin), exact_point(l) - origin).sign();
}

int TrianglePoints::turn(int i, int j, int k, int axis) {
  if (same_pose_) return orient2d_sign(value_[i], value_[j], value_[k], axis);
  const ApproxVec normal = cross(from(i, j), from(i, k));
  if (const int sign = proved_sign({normal.value[axis], normal.error}); sign != 0) return sign;
  const DyadicVec& origin = exact_point(i);
  return component(cross(exact_point(j) - origin, exact_point(k) - origin), axis).sign();
}

int TrianglePoints::order(int i, int j) {
  for (int axis = 0; axis < 3; ++axis) {
    const double difference = value_[i][axis] - value_[j][axis];
    const int sign = proved_sign({difference, same_pose_ ? 0 : (2 * error_ + kUnit * std::fabs(difference)) * kSlack});
    if (sign != 0) return sign;
    if (same_pose_) continue;
    if (const int exactly = compare(component(exact_point(i), axis), component(exact_point(j), axis)); exactly != 0)
      return exactly;
  }
  return 0;
}

const ExactPair& TrianglePoints::pair() {
  if (!pair_) pair_.emplace(a_.pose, b_.pose);
  return *pair_;
}

const Dyadic& TrianglePoints::scale() { return pair().scale(); }

const DyadicVec& TrianglePoints::exact_point(int i) {
  if (!exact_[i]) exact_[i] = i < 3 ? pair().point_a(a_.v[i]) : pair().point_b(b_.v[i - 3]);
  return *exact_[i];
}

}  // namespace clearance
