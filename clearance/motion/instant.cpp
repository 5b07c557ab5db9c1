#include <clearance/motion/instant.h>

#include <clearance/base/assert.h>
#include <clearance/convex/exact/roots.h>
#include <clearance/proof/check_placed.h>

#include <algorithm>
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

namespace {

// The numbers of a certificate are the caller's; the checker is to see positions.
bool holds_throughout(Certificate certificate, const Polytope& a, const ExactPose& pose_a, const Polytope& b,
                      const ExactPose& pose_b, const Dyadic& radius, const Dyadic& blur) {
  const auto set_position = [](std::uint32_t& number, const Polytope& body) {
    for (int v = 0; v < body.vertex_count(); ++v)
      if (body.id(v) == number) {
        number = static_cast<std::uint32_t>(v);
        return;
      }
  };
  for (int k = 0; k < certificate.simplex.count; ++k)
    set_position(certificate.simplex.a[k], a), set_position(certificate.simplex.b[k], b);
  for (int k = 0; k < certificate.witness.a.count; ++k) set_position(certificate.witness.a.vertices[k], a);
  for (int k = 0; k < certificate.witness.b.count; ++k) set_position(certificate.witness.b.vertices[k], b);
  const std::vector<Vec3> points_a = vertices_of(a), points_b = vertices_of(b);
  const ExactPair pair(pose_a, pose_b);
  return static_cast<bool>(check_contact_throughout(certificate, {points_a, points_b, pair}, radius, blur));
}

// Apart by more than the blur, or in contact wherever the bodies may be.
RoundedDecision decide_blurred(const Polytope& a, const ExactPose& pose_a, const Polytope& b, const ExactPose& pose_b,
                               const Dyadic& radius, const Dyadic& blur) {
  RoundedDecision apart = decide_at(a, pose_a, b, pose_b, radius + blur);
  if (apart.status == Status::Separated) return apart;
  const Dyadic nearer = compare(radius, blur) > 0 ? radius - blur : Dyadic();
  RoundedDecision together = decide_at(a, pose_a, b, pose_b, nearer);
  if (is_contact(together.status) && holds_throughout(together.certificate, a, pose_a, b, pose_b, radius, blur))
    return together;
  return {};
}

}  // namespace

RoundedDecision decide_at(const Polytope& a, const Motion& motion_a, const Polytope& b, const Motion& motion_b,
                          const Dyadic& radius, double time) {
  const Dyadic t = time;
  const auto pieces_a = path_of(motion_a, t, t), pieces_b = path_of(motion_b, t, t);
  if (!pieces_a || !pieces_b) return {};
  const PathPiece &of_a = pieces_a->front(), &of_b = pieces_b->front();
  const Dyadic blur = of_a.blur * Dyadic(arm_of(motion_a, a.reach())) + of_b.blur * Dyadic(arm_of(motion_b, b.reach()));
  const ExactPose pose_a = of_a.path.at(t), pose_b = of_b.path.at(t);
  if (blur.sign() == 0) return decide_at(a, pose_a, b, pose_b, radius);
  return decide_blurred(a, pose_a, b, pose_b, radius, blur);
}

std::vector<Vec3> vertices_of(const Polytope& body) {
  std::vector<Vec3> points(static_cast<std::size_t>(body.vertex_count()));
  for (std::size_t v = 0; v < points.size(); ++v) points[v] = body.vertex(static_cast<int>(v));
  return points;
}

PathPiece first_piece(const Motion& motion, const Dyadic& from, const Dyadic& to) {
  const std::vector<PathPiece> pieces = path_of(motion, from, to).value_or(std::vector<PathPiece>());
  CLEARANCE_ASSERT(!pieces.empty());
  return pieces.front();
}

}  // namespace clearance::detail
