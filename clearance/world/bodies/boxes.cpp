#include <clearance/query/query.h>
#include <clearance/query/world_box.h>
#include <clearance/world/bodies/boxes.h>
#include <clearance/world/box_gap.h>

#include <algorithm>
#include <cmath>

namespace clearance::detail {
namespace {

Box general_box(const Leaf& leaf) {
  const SupportBound* bound = leaf.its->bound.get();
  if (bound == nullptr) return world_box(*leaf.general(), leaf.pose);
  if (const auto* mesh = std::get_if<Mesh>(leaf.general())) return world_box(*mesh, *bound, leaf.pose);
  return world_box(std::get_if<Parts>(leaf.general())->hull(), *bound, leaf.pose);
}

Box box_of(const Leaf& leaf) {
  if (leaf.body == kNobody || leaf.space() != nullptr) return kNoBox;
  if (leaf.general() != nullptr) [[unlikely]]
    return grown(general_box(leaf), leaf.shape().radius());
  const SupportBound* bound = leaf.its->bound.get();
  return bound != nullptr ? world_box(leaf.shape(), *bound, leaf.pose) : world_box(leaf.shape(), leaf.pose);
}

}  // namespace

bool Boxes::update(Bodies& bodies, Workers& workers, const Patience& patience, std::size_t& made) {
  std::vector<std::uint32_t>& stale = bodies.stale_boxes();
  if (stale.empty()) return patience.lasts();
  constexpr std::size_t kAtOnce = BroadPhase::kPlacedAtOnce;
  const std::span<const Leaf> leaves = bodies.leaves();
  made_.assign((stale.size() + kAtOnce - 1) / kAtOnce, 0);
  const auto make = [&](std::size_t first, std::span<Box> boxes) {
    if (!patience.lasts()) return false;
    std::uint32_t count = 0;
    for (std::size_t k = 0; k < boxes.size(); ++k) {
      const std::uint32_t leaf = stale[first + k];
      boxes[k] = box_of(leaves[leaf]);
      const bool is_there = is_box(boxes[k]);
      count += is_there ? 1 : 0;
      CLEARANCE_ASSERT(is_there || leaves[leaf].body == kNobody || leaves[leaf].space() != nullptr);
      bodies.box_is_made(leaf);
    }
    made_[first / kAtOnce] = count + 1;
    return true;
  };
  broad_->place_all(stale, make, workers);
  std::size_t left = 0;  // those not made stay
  for (std::size_t chunk = 0; chunk < made_.size(); ++chunk) {
    if (made_[chunk] != 0) {
      made += made_[chunk] - 1;
      continue;
    }
    for (std::size_t k = chunk * kAtOnce; k < std::min((chunk + 1) * kAtOnce, stale.size()); ++k)
      stale[left++] = stale[k];
  }
  stale.resize(left);
  return stale.empty() && patience.lasts();
}

bool surely_beyond(const HalfSpace& space, const Pose& pose, const Box& box, double limit) {
  const WallHeight lowest(space, pose, box);
  const double reach = limit * lowest.most;
  return lowest.height - reach > lowest.bound + 0x1p-49 * reach;
}

}  // namespace clearance::detail
