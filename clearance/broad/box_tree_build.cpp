// How the box tree is built from nothing: from the top, by binary cuts at whole subtrees (García, López and
// Leutenegger, "A greedy algorithm for bulk loading R-trees", 1998), each the cheapest that a sample of the boxes shows
// along the three axes and by size. The fourth order is what keeps a large box from widening a leaf of small ones.
#include <clearance/broad/box_tree_core.h>

#include <algorithm>
#include <bit>

namespace clearance::detail {
namespace {

using box_tree::KeyBox;
using box_tree::keys_of;
using box_tree::kNoKeys;
using box_tree::kNowhere;
using box_tree::kWidth;
using box_tree::Size;
using box_tree::size_of;

// One slot stays free, so that the first boxes that change their leaf do not split one each.
constexpr std::size_t kFill = kWidth - 1;
constexpr int kOrders = 4;
constexpr int kBins = 8;
constexpr std::size_t kSamples = 64;
constexpr float kOctave = 0x1p-23f;  // of the bits of a float, as an integer, to its exponent

// Where a box stands in an order: the middle along an axis, or the exponent of its size.
float rank(const KeyBox& keys, int order) {
  if (order < 3) return 0.5f * keys.low[order] + 0.5f * keys.high[order];
  const float half_sides = (0.5f * keys.high[0] - 0.5f * keys.low[0]) + (0.5f * keys.high[1] - 0.5f * keys.low[1]) +
                           (0.5f * keys.high[2] - 0.5f * keys.low[2]);
  return static_cast<float>(std::bit_cast<std::uint32_t>(half_sides)) * kOctave;
}

struct Cut {
  int order = 0;
  std::size_t parts = 0;  // on the left
};

struct Bin {
  KeyBox keys = kNoKeys;
  std::size_t count = 0;
};

// The cheapest cut of one order, if cheaper than the best so far.
void look_for_cut(const Bin (&bins)[kBins], int order, std::size_t parts, std::size_t samples, Size& least, Cut& best) {
  Size size_from[kBins];
  KeyBox tail = kNoKeys;
  for (int k = kBins - 1; k > 0; --k) unite(tail, bins[k].keys), size_from[k] = size_of(tail);
  KeyBox head = kNoKeys;
  std::size_t count = 0;
  for (int k = 1; k < kBins; ++k) {
    unite(head, bins[k - 1].keys);
    count += bins[k - 1].count;
    if (bins[k - 1].count == 0 || count == samples) continue;
    const std::size_t left = std::clamp<std::size_t>((2 * count * parts + samples) / (2 * samples), 1, parts - 1);
    const Size a = size_of(head), b = size_from[k];
    const auto na = static_cast<double>(left), nb = static_cast<double>(parts - left);
    const Size cost{a.area * na + b.area * nb, a.margin * na + b.margin * nb};
    if (best.parts == 0 || is_less(cost, least)) least = cost, best = {order, left};
  }
}

template <class Item>
Cut find_cut(std::span<const Item> items, std::size_t parts) {
  const std::size_t stride = 1 + (items.size() - 1) / kSamples, samples = (items.size() + stride - 1) / stride;
  Cut best;
  Size least{};
  for (int order = 0; order < kOrders; ++order) {
    float ranks[kSamples], low = 0, high = 0;
    for (std::size_t k = 0; k < samples; ++k) {
      ranks[k] = rank(items[k * stride].keys, order);
      low = k == 0 ? ranks[k] : std::min(low, ranks[k]);
      high = k == 0 ? ranks[k] : std::max(high, ranks[k]);
    }
    if (order < 3 ? low == high : high - low < 1) continue;
    Bin bins[kBins];
    const double scale = (kBins - 0.001) / (static_cast<double>(high) - low);
    for (std::size_t k = 0; k < samples; ++k) {
      Bin& bin = bins[static_cast<int>(scale * (static_cast<double>(ranks[k]) - low))];
      unite(bin.keys, items[k * stride].keys);
      ++bin.count;
    }
    look_for_cut(bins, order, parts, samples, least, best);
  }
  return best.parts > 0 ? best : Cut{0, parts / 2};
}

// Orders the items so that each part, `unit` items but for the last, is one child.
template <class Item>
void cut_into(std::span<Item> items, std::size_t parts, std::size_t unit) {
  if (parts < 2) return;
  const Cut cut = find_cut(std::span<const Item>(items), parts);
  const auto middle = static_cast<std::ptrdiff_t>(cut.parts * unit);
  std::nth_element(items.begin(), items.begin() + middle, items.end(), [&cut](const Item& a, const Item& b) {
    const float ra = rank(a.keys, cut.order), rb = rank(b.keys, cut.order);
    return ra != rb ? ra < rb : a.index < b.index;
  });
  cut_into(items.first(cut.parts * unit), cut.parts, unit);
  cut_into(items.subspan(cut.parts * unit), parts - cut.parts, unit);
}

// Infinite ends would make every middle infinite or NaN; here they only shape the tree.
KeyBox finite(KeyBox keys) {
  for (int axis = 0; axis < 3; ++axis) {
    keys.low[axis] = std::clamp(keys.low[axis], -box_tree::kLargest, box_tree::kLargest);
    keys.high[axis] = std::clamp(keys.high[axis], -box_tree::kLargest, box_tree::kLargest);
  }
  return keys;
}

}  // namespace

void BoxTreeCore::build(std::span<const Box> boxes, Workers& workers) {
  clear();
  ++builds_;
  where_.resize(boxes.size(), kNowhere);
  items_.clear();
  items_.reserve(boxes.size());
  for (std::uint32_t k = 0; k < boxes.size(); ++k)
    if (is_box(boxes[k])) items_.push_back({finite(keys_of(boxes[k])), k});
  size_ = items_.size();
  if (size_ == 0) return;
  int level = 0;
  for (std::size_t room = kFill; room < size_; room *= kFill) ++level;
  nodes_.reserve(size_ / kFill + size_ / (kFill * (kFill - 1)) + 2 * static_cast<std::size_t>(level) + 8);
  root_ = build_node(items_, level, kNowhere);
  refit(boxes, workers);
  built_slackness_ = slackness();
}

// Shape alone; the bounds come afterwards, from the boxes.
std::uint32_t BoxTreeCore::build_node(std::span<Item> items, int level, std::uint32_t above) {
  const std::uint32_t node = new_node(level);
  nodes_[node].above = above;
  std::size_t unit = 1;  // boxes in a full child
  for (int k = 0; k < level; ++k) unit *= kFill;
  const std::size_t parts = (items.size() + unit - 1) / unit;
  if (level > 0) cut_into(items, parts, unit);
  nodes_[node].count = static_cast<std::uint8_t>(parts);
  for (std::uint32_t slot = 0; slot < parts; ++slot) {
    const std::span<Item> part = items.subspan(slot * unit, std::min(unit, items.size() - slot * unit));
    const std::uint32_t here = node * kWidth + slot;
    if (level == 0) where_[part[0].index] = here;
    const std::uint32_t child = level == 0 ? part[0].index : build_node(part, level - 1, here);
    nodes_[node].child[slot] = child;
  }
  return node;
}

}  // namespace clearance::detail
