#include <clearance/exact/posed.h>

#include <clearance/exact/turn.h>

#include <utility>

namespace clearance {

ExactPose::ExactPose(const Pose& pose) : translation_(exact(pose.translation())), denominator_(1.0) {
  if (pose.kind() == Pose::Kind::Matrix) {
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) matrix_[i][j] = pose.rotation().row[i][j];
    return;
  }
  const Quat q = pose.quaternion();
  detail::set_turn(Dyadic(q.w), Dyadic(q.x), Dyadic(q.y), Dyadic(q.z), matrix_, denominator_);
  translation_ = denominator_ * translation_;
}

ExactPose::ExactPose(const Dyadic (&matrix)[3][3], DyadicVec translation, Dyadic denominator)
    : translation_(std::move(translation)), denominator_(std::move(denominator)) {
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) matrix_[i][j] = matrix[i][j];
}

DyadicVec ExactPose::numerator(Vec3 v) const { return turned(exact(v)) + translation_; }

DyadicVec ExactPose::edge(Vec3 v0, Vec3 v1) const { return turned(exact(v1) - exact(v0)); }

DyadicVec ExactPose::turned(const DyadicVec& v) const {
  const auto row = [&](int i) { return matrix_[i][0] * v.x + matrix_[i][1] * v.y + matrix_[i][2] * v.z; };
  return {row(0), row(1), row(2)};
}

DyadicVec ExactPose::from_world(const DyadicVec& n) const {
  const auto column = [&](int j) { return matrix_[0][j] * n.x + matrix_[1][j] * n.y + matrix_[2][j] * n.z; };
  return {column(0), column(1), column(2)};
}

ExactPair::ExactPair(ExactPose a, ExactPose b)
    : a_(std::move(a)), b_(std::move(b)), scale_(a_.denominator() * b_.denominator()) {}

DyadicVec ExactPair::point_a(Vec3 v) const { return b_.denominator() * a_.numerator(v); }
DyadicVec ExactPair::point_b(Vec3 v) const { return a_.denominator() * b_.numerator(v); }

ExactDifference exact(const PosedDifference& difference) {
  const auto& [from, to] = difference;
  if (&from.pose == &to.pose) {
    const ExactPose pose(from.pose);
    return {pose.edge(from.vertex, to.vertex), pose.denominator()};
  }
  const ExactPair pair(from.pose, to.pose);
  return {pair.difference(from.vertex, to.vertex), pair.scale()};
}

}  // namespace clearance
