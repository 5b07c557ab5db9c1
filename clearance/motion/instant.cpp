#include <clearance/motion/instant.h>

#include <clearance/base/assert.h>
#include <clearance/convex/exact/roots.h>

#include <limits>
#include <utility>
#include <vector>

namespace clearance::detail {
namespace {

Vec3 ratio(const DyadicVec& v, const Dyadic& denominator) {
  return {approximate_ratio(v.x, denominator), approximate_ratio(v.y, denominator),
          approximate_ratio(v.z, denominator)};
}

// The nearest pose of doubles. Entries and coordinates are within a few units in the last place.
Result<Pose> rounded(const ExactPose& pose) {
  const Dyadic& over = pose.denominator();
  const auto column = [&](Vec3 axis) { return ratio(pose.edge({}, axis), over); };
  return Pose::from_matrix(transpose({{column({1, 0, 0}), column({0, 1, 0}), column({0, 0, 1})}}),
                           ratio(pose.numerator({}), over));
}

}  // namespace

RoundedDecision decide_at(const Polytope& a, ExactPose pose_a, const Polytope& b, ExactPose pose_b,
                          const Dyadic& radius, std::span<const VertexPair> start) {
  const Result<Pose> near_a = rounded(pose_a), near_b = rounded(pose_b);
  const bool are_near = near_a.ok() && near_b.ok();
  const Pose there_a = are_near ? *near_a : Pose(), there_b = are_near ? *near_b : Pose();
  // Each entry is off by 4u, each coordinate by 4u of itself: bounds are of 24u. Where no pose of doubles stands for
  // the exact one, nothing may be concluded from doubles.
  const double more = are_near
                          ? a.reach() + b.reach() + norm_max(there_a.translation()) + norm_max(there_b.translation())
                          : std::numeric_limits<double>::infinity();
  const ExactSupport support(PosedPair(a, there_a, b, there_b, more), ExactPair(std::move(pose_a), std::move(pose_b)));
  if (radius.sign() > 0) return decide_exactly(support, radius, start);
  RoundedDecision decision;
  static_cast<ExactDecision&>(decision) = decide_exactly(support, start);
  return decision;
}

RoundedDecision decide_at(const Polytope& a, const Motion& motion_a, const Polytope& b, const Motion& motion_b,
                          const Dyadic& radius, double time) {
  const Dyadic t = time;
  return decide_at(a, first_piece(motion_a, t, t).path.at(t), b, first_piece(motion_b, t, t).path.at(t), radius);
}

PathPiece first_piece(const Motion& motion, const Dyadic& from, const Dyadic& to) {
  const std::vector<PathPiece> pieces = path_of(motion, from, to).value_or(std::vector<PathPiece>());
  CLEARANCE_ASSERT(!pieces.empty());
  return pieces.front();
}

}  // namespace clearance::detail
