#include <clearance/world/padded_depth.h>

#include <clearance/convex/any_length.h>
#include <clearance/convex/way_out.h>
#include <clearance/query/query.h>
#include <clearance/query/world_box.h>
#include <clearance/solid/depth/way_by_gaps.h>
#include <clearance/world/placed_shape.h>

#include <cmath>
#include <vector>

namespace clearance::detail {
namespace {

// Where nothing is left of the other's box, grown by the paddings, along each axis.
std::vector<SureWay> beyond_boxes(const Box& a, const Box& b, double padding) {
  std::vector<SureWay> ways;
  for (int k = 0; k < 3; ++k)
    for (const double sign : {1.0, -1.0}) {
      const double far = sign > 0 ? a.high[k] - b.low[k] : b.high[k] - a.low[k];
      // Two sums, each rounded by half a step at most.
      const double length = (far + padding) * (1 + 0x1p-50);
      if (std::isfinite(length) && length > 0) ways.push_back({sign * Mat3{}.row[k], length});
    }
  return ways;
}

}  // namespace

Bracket padded_depth(const Placed& a, const Placed& b, double padding, const PenetrationOptions& options) {
  const ShapeOf shape_a(a), shape_b(b);
  const Distance gap = distance(shape_a, *a.pose, shape_b, *b.pose, DistanceOptions{options.first, options.methods});
  double lower = larger(next_below(padding - gap.upper), 0);
  // A translation is one by less than the depth, after which they share a point, and one by less than the paddings.
  if (gap.status == Status::Penetrating)
    lower = next_below(padding + penetration(shape_a, *a.pose, shape_b, *b.pose, options).lower);

  const auto plane_at = [&](Vec3 t) -> std::optional<WayPlane> {
    const Result<Pose> moved = moved_to(*b.pose, b.pose->translation() + t);
    if (!moved) return std::nullopt;
    const Distance there = distance(shape_a, *a.pose, shape_b, moved.value());
    if (there.status != Status::Separated) return std::nullopt;
    const Vec3 n = unit_of(there.point_b - there.point_a);
    if (!(norm_one(n) > 0.5)) return std::nullopt;
    return WayPlane{n, dot(n, t) + padding - there.lower};
  };
  const auto is_free = [&](Vec3 t) {
    const std::optional<MovedPair> moved = moved_by(*a.pose, *b.pose, t);
    if (!moved) return false;
    const double apart = moved->off == 0 ? padding : next_above(padding + moved->off);
    return compare_distance(shape_a, moved->a, shape_b, moved->b, apart) >= 0;
  };
  const GapQuestions ask{plane_at, is_free};
  const DepthBudget budget(options);
  DepthAbove best;
  const std::vector<SureWay> ways = beyond_boxes(world_box(shape_a, *a.pose), world_box(shape_b, *b.pose), padding);
  for (const SureWay& way : ways)
    if (way.length < best.upper && is_free(way.length * way.direction))
      best = {way.length, way.direction, way.length * way.direction};
  find_way_by_gaps(ask, ways, lower, budget, best);
  return {smaller(lower, best.upper), best.upper};
}

}  // namespace clearance::detail
