#include <clearance/contact/surfaces/feature_tree.h>

#include <clearance/bvh/box.h>

#include <algorithm>

namespace clearance::detail {
namespace {

constexpr std::uint32_t kMostInLeaf = 4;
// What the whole size counts for, where directions differ by 2 at most: measured, and no sharp choice.
constexpr double kPlaceWeight = 8;
// Of sums and roots near one.
constexpr double kRounding = 1e-14;

}  // namespace

// Of the direction, then of the middle of the box.
double FeatureTree::coordinate(const Item& item, int k) {
  return k < 3 ? item.bounds.axis[k] : 0.5 * (item.bounds.low[k - 3] + item.bounds.high[k - 3]);
}

void FeatureTree::build(bool by_place) {
  nodes_.clear();
  place_weight_ = 0;
  if (items_.empty()) return;
  Box all{items_[0].bounds.low, items_[0].bounds.high};
  for (const Item& item : items_) all = united(all, {item.bounds.low, item.bounds.high});
  const double size = norm_max(all.high - all.low);
  if (by_place && size > 0) place_weight_ = kPlaceWeight / size;
  add_node(0, static_cast<std::uint32_t>(items_.size()));
}

void FeatureTree::add_node(std::uint32_t first, std::uint32_t last) {
  const auto made = static_cast<std::uint32_t>(nodes_.size());
  const DirectedBox& one = items_[first].bounds;
  Box place{one.low, one.high}, directions{one.axis, one.axis};
  Vec3 least = one.axis, most = one.axis, lowest = 0.5 * (one.low + one.high), highest = lowest;
  for (std::uint32_t k = first; k < last; ++k) {
    const DirectedBox& bounds = items_[k].bounds;
    const Vec3 room{bounds.width, bounds.width, bounds.width}, middle = 0.5 * (bounds.low + bounds.high);
    place = united(place, {bounds.low, bounds.high});
    directions = united(directions, {bounds.axis - room, bounds.axis + room});
    const Box axes = united({least, most}, {bounds.axis, bounds.axis}),
              middles = united({lowest, highest}, {middle, middle});
    least = axes.low, most = axes.high, lowest = middles.low, highest = middles.high;
  }
  const Vec3 axis = 0.5 * (directions.low + directions.high);
  nodes_.push_back({{axis, 0.5 * norm(directions.high - directions.low) + kRounding, place.low, place.high},
                    first,
                    last - first,
                    0});
  if (last - first > kMostInLeaf) {
    nodes_[made].count = 0;
    int widest = 0;
    double spread = -1;
    for (int k = 0; k < 6; ++k) {
      const double here = k < 3 ? most[k] - least[k] : place_weight_ * (highest[k - 3] - lowest[k - 3]);
      if (here > spread) spread = here, widest = k;
    }
    const std::uint32_t middle = first + (last - first) / 2;
    std::nth_element(items_.begin() + first, items_.begin() + middle, items_.begin() + last,
                     [widest](const Item& x, const Item& y) { return coordinate(x, widest) < coordinate(y, widest); });
    add_node(first, middle);
    add_node(middle, last);
  }
  nodes_[made].next = static_cast<std::uint32_t>(nodes_.size());
}

}  // namespace clearance::detail
