// For users of Eigen: vectors, matrices, quaternions and poses from and to its types. The library itself includes this
// nowhere and needs no Eigen.
#pragma once

#include <clearance/base/result.h>
#include <clearance/math/pose.h>

#include <Eigen/Geometry>

namespace clearance {

inline Eigen::Vector3d to_eigen(Vec3 v) { return {v.x, v.y, v.z}; }
inline Vec3 from_eigen(const Eigen::Vector3d& v) { return {v.x(), v.y(), v.z()}; }

inline Eigen::Matrix3d to_eigen(const Mat3& m) {
  Eigen::Matrix3d out;
  for (int i = 0; i < 3; ++i) out.row(i) = to_eigen(m.row[i]);
  return out;
}
inline Mat3 from_eigen(const Eigen::Matrix3d& m) {
  Mat3 out;
  for (int i = 0; i < 3; ++i) out.row[i] = {m(i, 0), m(i, 1), m(i, 2)};
  return out;
}

inline Eigen::Quaterniond to_eigen(const Quat& q) { return {q.w, q.x, q.y, q.z}; }
inline Quat from_eigen(const Eigen::Quaterniond& q) { return {q.w(), q.x(), q.y(), q.z()}; }

// The linear part is Pose::rotation(): of a Quaternion pose the nearest matrix of doubles.
inline Eigen::Isometry3d to_eigen(const Pose& pose) {
  Eigen::Isometry3d out = Eigen::Isometry3d::Identity();
  out.linear() = to_eigen(pose.rotation());
  out.translation() = to_eigen(pose.translation());
  return out;
}
// The nine doubles as they are (CONTRACT §1); refused where Pose::from_matrix refuses.
inline Result<Pose> from_eigen(const Eigen::Isometry3d& pose) {
  return Pose::from_matrix(from_eigen(Eigen::Matrix3d(pose.linear())), from_eigen(Eigen::Vector3d(pose.translation())));
}

}  // namespace clearance
