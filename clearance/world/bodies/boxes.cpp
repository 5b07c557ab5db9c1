#include <clearance/query/query.h>
#include <clearance/query/world_box.h>
#include <clearance/world/bodies/boxes.h>
#include <clearance/world/box_gap.h>

#include <algorithm>
#include <cmath>

namespace clearance::detail {
namespace {

constexpr std::size_t kChunk = 256;  // boxes between two looks at the limits, and per task of a thread

Box general_box(const Leaf& leaf) {
  if (!leaf.bound) return world_box(*leaf.general, leaf.pose);
  if (const auto* mesh = std::get_if<Mesh>(leaf.general)) return world_box(*mesh, *leaf.bound, leaf.pose);
  return world_box(std::get_if<Parts>(leaf.general)->hull(), *leaf.bound, leaf.pose);
}

Box box_of(const Leaf& leaf) {
  if (leaf.body == kNobody || leaf.space) return kNoBox;
  if (leaf.general != nullptr) [[unlikely]]
    return grown(general_box(leaf), leaf.shape.radius());
  return leaf.bound ? world_box(leaf.shape, *leaf.bound, leaf.pose) : world_box(leaf.shape, leaf.pose);
}

}  // namespace

bool Boxes::update(Bodies& bodies, Workers& workers, const Patience& patience, std::size_t& made) {
  const std::span<const Leaf> leaves = bodies.leaves();
  std::vector<std::uint32_t>& stale = bodies.stale_boxes();
  const auto place = [&](std::uint32_t leaf, const Box& box) {
    bodies.box_is_made(leaf);
    if (broad_->place(leaf, box)) {
      ++made;
      return;
    }
    CLEARANCE_ASSERT(leaves[leaf].body == kNobody || leaves[leaf].space);
    broad_->remove(leaf);  // false when it had none
  };
  std::size_t left = 0;  // those not made stay
  if (workers.count() == 1) {
    bool lasts = true;
    for (std::size_t k = 0; k < stale.size(); ++k) {
      if (k % kChunk == 0) lasts = lasts && patience.lasts();
      if (lasts)
        place(stale[k], box_of(leaves[stale[k]]));
      else
        stale[left++] = stale[k];
    }
  } else {
    made_.resize(stale.size());
    std::vector<std::uint8_t> is_made((stale.size() + kChunk - 1) / kChunk, 0);
    workers.run(is_made.size(), [&](std::size_t chunk) {
      if (!patience.lasts()) return;
      for (std::size_t k = chunk * kChunk; k < std::min(stale.size(), (chunk + 1) * kChunk); ++k)
        made_[k] = box_of(leaves[stale[k]]);
      is_made[chunk] = 1;
    });
    for (std::size_t k = 0; k < stale.size(); ++k) {
      if (is_made[k / kChunk] != 0)
        place(stale[k], made_[k]);
      else
        stale[left++] = stale[k];
    }
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
