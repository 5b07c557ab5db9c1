#include <clearance/world/probe.h>

namespace clearance::detail {

bool Probe::find_near(const Box& box, double limit, std::vector<std::uint32_t>& found) const {
  found.clear();
  const Box probe = grown(box, limit);
  const auto leaves = static_cast<std::uint32_t>(state_.bodies.leaves().size());
  if (is_indexed_) {
    Pace pace(patience_.go_on());
    const auto take = [&](std::span<const std::uint32_t> block) {
      found.insert(found.end(), block.begin(), block.end());
      return pace.goes_on();
    };
    if (!state_.boxes.broad().overlaps(probe, take, patience_.go_on())) return false;
  } else {
    Pace pace(patience_.go_on(), 256);
    for (std::uint32_t leaf = 0; leaf < leaves; ++leaf) {
      if (!pace.goes_on()) return false;
      if (is_box(state_.boxes[leaf]) && overlap(state_.boxes[leaf], probe)) found.push_back(leaf);
    }
  }
  for (const std::uint32_t leaf : state_.bodies.half_spaces())
    if (const Leaf& wall = state_.bodies.leaves()[leaf];
        wall.space() == nullptr || !surely_beyond(*wall.space(), wall.pose, box, limit))
      found.push_back(leaf);
  std::sort(found.begin(), found.end());
  std::erase_if(found, [&](std::uint32_t leaf) { return !wants(leaf); });
  return true;
}

bool Probe::visit_on_segment(Vec3 from, Vec3 to, FunctionRef<bool(std::uint32_t)> visit) const {
  const auto one = [&](std::uint32_t leaf) { return !wants(leaf) || visit(leaf); };
  const auto all = [&](std::span<const std::uint32_t> block) { return std::all_of(block.begin(), block.end(), one); };
  if (is_indexed_) {
    if (!state_.boxes.broad().on_segment(from, to, all, patience_.go_on())) return false;
  } else {
    for (std::uint32_t leaf = 0; leaf < state_.bodies.leaves().size(); ++leaf)
      if (is_box(state_.boxes[leaf]) && !one(leaf)) return false;
  }
  return all(state_.bodies.half_spaces());
}

}  // namespace clearance::detail
