#include <clearance/motion/half_space/half_space_spin_instant.h>

#include <clearance/motion/half_space/half_space_spin_heights.h>

#include <limits>

namespace clearance::detail {

Side SpinInstant::decide(double time, MotionPatience& patience, LowVertex& vertex) const {
  SpinHeights rough(question_);
  std::optional<SpinHeights::Instant> now;
  if (rough.set(time, time)) now = rough.at(time);
  std::optional<std::vector<LowVertex>> low;
  if (now) {
    const std::optional<LowestPieces::Lowest> lowest = question_.body.lowest(now->direction, now->error, patience);
    if (!lowest) return Side::Unknown;
    const double height = lowest->least + now->level - question_.margin;
    if (height - now->error > 0) return Side::Above;
    if (dot(now->direction, lowest->vertex.point) - lowest->vertex.radius + now->level - question_.margin <
        -now->error) {
      vertex = lowest->vertex;
      return Side::Below;
    }
    low = question_.body.below(now->direction, lowest->least + 8 * now->error, patience);
  } else {
    low = question_.body.below({}, std::numeric_limits<double>::infinity(), patience);
  }
  const Dyadic t = time;
  const auto of_space = path_of(question_.motion_space, t, t), of_body = path_of(question_.motion_body, t, t);
  if (!low || low->empty() || !of_space || !of_body) return Side::Unknown;
  const MovingPlane plane = blur_.plane(of_space->front().path);
  const std::optional<Dyadic> blur = blur_.of(plane, of_space->front().blur, of_body->front().blur);
  if (!blur) return Side::Unknown;
  const HeightForm form(plane, of_body->front().path);
  bool are_all_above = true;
  for (const LowVertex& each : *low) {
    if (!patience.look()) return Side::Unknown;
    const Dyadic distance = each.exact_distance(question_.margin);
    if (form.compare_at(t, each.point, distance - *blur) <= 0) {
      vertex = each;
      return Side::Below;
    }
    are_all_above = are_all_above && form.compare_at(t, each.point, distance + *blur) > 0;
  }
  return are_all_above ? Side::Above : Side::Unknown;
}

Side SpinInstant::decide_half_spaces(double time) const {
  const HalfSpace &space = question_.space, &other = *question_.other;
  switch (half_spaces_at({space.normal(), space.offset(), question_.motion_space},
                         {other.normal(), other.offset(), question_.motion_body}, time, question_.margin)) {
    case TwoHalfSpaces::Apart:
      return Side::Above;
    case TwoHalfSpaces::Meet:
      return Side::Below;
    case TwoHalfSpaces::Unknown:
      break;
  }
  return Side::Unknown;
}

}  // namespace clearance::detail
