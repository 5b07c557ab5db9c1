#include <clearance/convex/feature_points.h>

#include <clearance/base/assert.h>
#include <clearance/exact/orient3d.h>

#include <cmath>

namespace clearance {
using namespace detail;
namespace {

const Dyadic& component(const DyadicVec& v, int axis) { return axis == 0 ? v.x : axis == 1 ? v.y : v.z; }

}  // namespace

FeaturePoints::FeaturePoints(std::span<const Vec3> a, const Pose& pose_a, std::span<const Vec3> b, const Pose& pose_b,
                             std::span<SharedPoint> room)
    : a_(a), b_(b), pose_a_(pose_a), pose_b_(pose_b), room_(room), same_pose_(&pose_a == &pose_b || pose_a == pose_b) {
  CLEARANCE_ASSERT(room.size() >= a.size() + b.size());
  if (same_pose_) {
    for (std::size_t i = 0; i < a.size(); ++i) room[i].near = a[i];
    for (std::size_t i = 0; i < b.size(); ++i) room[a.size() + i].near = b[i];
    return;
  }
  const Vec3 t = pose_b.translation() - pose_a.translation();
  double reach_a = 0, reach_b = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    room[i].near = pose_a.rotation() * a[i];
    reach_a = larger(reach_a, norm_one(a[i]));
  }
  for (std::size_t i = 0; i < b.size(); ++i) {
    room[a.size() + i].near = pose_b.rotation() * b[i] + t;
    reach_b = larger(reach_b, norm_one(b[i]));
  }
  error_ = kDifferenceError * (reach_a + reach_b + norm_max(t)) + kUnderflow;
}

int FeaturePoints::orientation(int i, int j, int k, int l) {
  if (same_pose_) return orient3d_sign(near(i).value, near(j).value, near(k).value, near(l).value);
  if (const int sign = proved_sign(dot(cross(from(i, j), from(i, k)), from(i, l))); sign != 0) return sign;
  const DyadicVec& origin = exact_point(i);
  return dot(cross(exact_point(j) - origin, exact_point(k) - origin), exact_point(l) - origin).sign();
}

int FeaturePoints::turn(int i, int j, int k, int axis) {
  if (same_pose_) return orient2d_sign(near(i).value, near(j).value, near(k).value, axis);
  const ApproxVec normal = cross(from(i, j), from(i, k));
  if (const int sign = proved_sign({normal.value[axis], normal.error}); sign != 0) return sign;
  const DyadicVec& origin = exact_point(i);
  return component(cross(exact_point(j) - origin, exact_point(k) - origin), axis).sign();
}

int FeaturePoints::order(int i, int j) {
  const Vec3 p = near(i).value, q = near(j).value;
  for (int axis = 0; axis < 3; ++axis) {
    const double difference = p[axis] - q[axis];
    const int sign = proved_sign({difference, same_pose_ ? 0 : (2 * error_ + kUnit * std::fabs(difference)) * kSlack});
    if (sign != 0) return sign;
    if (same_pose_) continue;
    if (const int exactly = compare(component(exact_point(i), axis), component(exact_point(j), axis)); exactly != 0)
      return exactly;
  }
  return 0;
}

const ExactPair& FeaturePoints::pair() {
  if (!pair_) pair_.emplace(pose_a_, pose_b_);
  return *pair_;
}

const Dyadic& FeaturePoints::scale() { return pair().scale(); }

const DyadicVec& FeaturePoints::exact_point(int i) {
  const auto index = static_cast<std::size_t>(i);
  std::optional<DyadicVec>& point = room_[index].exact;
  if (!point) point = index < a_.size() ? pair().point_a(a_[index]) : pair().point_b(b_[index - a_.size()]);
  return *point;
}

}  // namespace clearance
