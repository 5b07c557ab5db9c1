#include <clearance/motion/exact_span.h>

#include <clearance/proof/check_timeline.h>
#include <clearance/support/support.h>

#include <cmath>
#include <vector>

namespace clearance::detail {

VertexPair lowest_along(const MovingPair& pair, Vec3 n) {
  return {support_scan(pair.a(), transpose_times(pair.pose_a().rotation(), n)),
          support_scan(pair.b(), transpose_times(pair.pose_b().rotation(), -n))};
}

Vec3 snapped(Vec3 n) {
  const double little = 0x1p-30 * norm_max(n);
  const auto whole = [little](double x) { return std::fabs(x) > little ? x : 0; };
  return {whole(n.x), whole(n.y), whole(n.z)};
}

bool extend_along(const MotionQuestion& question, Advancement& search, Vec3 n, double to) {
  TimeSpan span;
  span.from = search.reached(), span.to = to;
  span.plane.normal = n;
  MovingPair& pair = search.pair();
  if (pair.both_turn()) {
    const auto sides_at = [&](double time) { return pair.move_to(time), pair.sides(n, lowest_along(pair, n)); };
    const MovingPair::Sides at_from = sides_at(span.from);
    span.offset = pair.offset(n, span.from, at_from, to, sides_at(to));
  }
  const std::vector<Vec3> points_a = vertices_of(question.a), points_b = vertices_of(question.b);
  const PointsInMotion a{points_a, question.motion_a, question.radii.a};
  const PointsInMotion b{points_b, question.motion_b, question.radii.b};
  if (!check_timeline({{span}}, a, b, {span.from, span.to}, question.radii.more)) return false;
  search.timeline().spans.push_back(span);
  search.set_reached(to);
  return true;
}

}  // namespace clearance::detail
