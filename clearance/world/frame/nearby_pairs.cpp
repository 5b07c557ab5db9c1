#include <clearance/broad/grid.h>
#include <clearance/world/frame/nearby_pairs.h>

#include <algorithm>
#include <cmath>

namespace clearance::detail {
namespace {

// How much larger than a leaf its large box is, of the longest side, on each side: bodies that tremble or slide stay in
// it for a while, and few others come near.
constexpr double kRoom = 0x1p-4;
// Beyond that, boxes that are not infinite themselves are all near each other: coordinates are at most 1e300.
constexpr double kMostMargin = 8 * kMaxCoordinate;

double room_of(const Box& box) {
  const double side = norm_max(box.high - box.low);
  return std::isfinite(side) ? kRoom * side : 0;
}

// Whether one starts at most so far behind the end of the other; a doubt is a yes.
bool is_behind(double start, double end, double margin) {
  return start - end <= margin + 0x1p-51 * (std::fabs(start) + std::fabs(end) + margin) || start <= end;
}

bool within(const Box& a, const Box& b, double margin) {
  if (margin == 0) return overlap(a, b);
  return is_behind(a.low.x, b.high.x, margin) && is_behind(b.low.x, a.high.x, margin) &&
         is_behind(a.low.y, b.high.y, margin) && is_behind(b.low.y, a.high.y, margin) &&
         is_behind(a.low.z, b.high.z, margin) && is_behind(b.low.z, a.high.z, margin);
}

}  // namespace

bool NearbyPairs::are_in_their_rooms(const WholeWorld& world) const {
  const auto leaves = static_cast<std::uint32_t>(world.bodies.leaves().size());
  if (room_.size() != leaves) return false;
  for (std::uint32_t leaf = 0; leaf < leaves; ++leaf)
    if (const Box& box = world.boxes[leaf]; is_box(box) && !contains(room_[leaf], box)) return false;
  return true;
}

bool NearbyPairs::take(WholeWorld& world, std::span<const IndexPair> pairs, std::size_t most) {
  return take_pairs(world, pairs, most, keys_);
}

bool NearbyPairs::take_walls(WholeWorld& world, std::size_t most) {
  const std::span<const Leaf> leaves = world.bodies.leaves();
  for (const std::uint32_t space : world.bodies.half_spaces()) {
    const Leaf& wall = leaves[space];
    for (std::uint32_t leaf = 0; leaf < leaves.size(); ++leaf) {
      if (wall.space() == nullptr || !is_box(large_[leaf]) ||
          surely_beyond(*wall.space(), wall.pose, large_[leaf], margin_))
        continue;
      ++world.statistics.box_pairs;
      if (world.bodies.excluded(leaf, space))
        ++world.statistics.filtered;
      else if (keys_.size() == most)
        return false;
      else
        keys_.emplace_back(std::min(leaf, space), std::max(leaf, space));
    }
  }
  return true;
}

Candidates::Search NearbyPairs::find(WholeWorld& world, double margin, std::size_t most, const Patience& patience) {
  using Search = Candidates::Search;
  if (!make_boxes(world, patience)) return Search::Ended;
  margin = smaller(margin, kMostMargin);
  const bool is_same = is_known_ && margin == margin_ && world.bodies.filter_revision() == filter_revision_;
  if (is_same && are_in_their_rooms(world)) {
    if (keys_.size() > most) return Search::TooMany;
    return patience.lasts() ? Search::Done : Search::Ended;
  }
  is_known_ = false;
  ++revision_;
  margin_ = margin;
  keys_.clear();
  const std::size_t leaves = world.bodies.leaves().size();
  room_.assign(leaves, kNoBox);
  large_.assign(leaves, kNoBox);
  for (std::uint32_t leaf = 0; leaf < leaves; ++leaf)
    if (const Box& box = world.boxes[leaf]; is_box(box)) {
      room_[leaf] = grown(box, room_of(box));
      large_[leaf] = grown(room_[leaf], 0.5 * margin);
    }
  Search search = Search::Ended;
  Pace pace(patience.go_on(), 16);
  const auto take_block = [&](std::span<const IndexPair> pairs) {
    if (!take(world, pairs, most)) return search = Search::TooMany, false;
    return pace.goes_on();
  };
  if (!find_box_pairs(large_, take_block, world.workers, patience.go_on())) return search;
  if (!take_walls(world, most)) return Search::TooMany;
  sort_keys(keys_, spare_, static_cast<std::uint32_t>(leaves));
  filter_revision_ = world.bodies.filter_revision();
  is_known_ = true;
  return patience.lasts() ? Search::Done : Search::Ended;
}

bool NearbyPairs::are_near(const WholeWorld& world, PairKey pair) const {
  const std::span<const Leaf> leaves = world.bodies.leaves();
  const Leaf &a = leaves[pair.a()], &b = leaves[pair.b()];
  if (a.space() != nullptr) return !surely_beyond(*a.space(), a.pose, world.boxes[pair.b()], margin_);
  if (b.space() != nullptr) return !surely_beyond(*b.space(), b.pose, world.boxes[pair.a()], margin_);
  return within(world.boxes[pair.a()], world.boxes[pair.b()], margin_);
}

}  // namespace clearance::detail
