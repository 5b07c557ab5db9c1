// Our motions in FCL's types, and where those have a body. InterpMotion gets its reference point, which its short
// constructor leaves unset.
#pragma once

#include <bench/peers/fcl_types.h>
#include <bench/workloads/w5.h>
#include <fcl/math/motion/interp_motion.h>
#include <fcl/math/motion/screw_motion.h>
#include <fcl/math/motion/translation_motion.h>
#include <fcl/narrowphase/continuous_collision_request.h>

namespace clearance::bench {

using FclMotionPtr = std::shared_ptr<fcl::MotionBase<double>>;

inline FclMotionPtr fcl_motion(const MovingBody& body, fcl::CCDMotionType type) {
  const fcl::Transform3<double> from = fcl_transform(body.start), to = fcl_transform(body.end);
  if (type == fcl::CCDM_TRANS) return std::make_shared<fcl::TranslationMotion<double>>(from, to);
  if (type == fcl::CCDM_SCREW) return std::make_shared<fcl::ScrewMotion<double>>(from, to);
  return std::make_shared<fcl::InterpMotion<double>>(from.linear(), from.translation(), to.linear(), to.translation(),
                                                     fcl::Vector3<double>(0, 0, 0));
}

inline Pose fcl_pose(const fcl::MotionBase<double>& motion, double time) {
  motion.integrate(time);
  fcl::Transform3<double> at;
  motion.getCurrentTransform(at);
  Mat3 turn;
  for (int row = 0; row < 3; ++row) turn.row[row] = {at.linear()(row, 0), at.linear()(row, 1), at.linear()(row, 2)};
  return Pose::from_matrix(turn, {at.translation()[0], at.translation()[1], at.translation()[2]}).value();
}

}  // namespace clearance::bench
