// How the box tree is built from nothing: from the top, by binary cuts at whole subtrees (García, López and
// Leutenegger, "A greedy algorithm for bulk loading R-trees", 1998), each the cheapest that a sample of the boxes shows
// along the three axes and by size. The fourth order is what keeps a large box from widening a leaf of small ones.
#include <clearance/broad/key_origin.h>
#include <clearance/broad/stretches.h>
#include <clearance/broad/tree/box_tree_core.h>

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

// Cuts the items, which are `parts` children of `unit` items each but for the last, in two; how many children are on
// the left.
template <class Item>
std::size_t cut_in_two(std::span<Item> items, std::size_t parts, std::size_t unit) {
  const Cut cut = find_cut(std::span<const Item>(items), parts);
  const auto middle = static_cast<std::ptrdiff_t>(cut.parts * unit);
  std::nth_element(items.begin(), items.begin() + middle, items.end(), [&cut](const Item& a, const Item& b) {
    const float ra = rank(a.keys, cut.order), rb = rank(b.keys, cut.order);
    return ra != rb ? ra < rb : a.index < b.index;
  });
  return cut.parts;
}

// Infinite ends would make every middle infinite or NaN; here they only shape the tree.
KeyBox finite(KeyBox keys) {
  for (int axis = 0; axis < 3; ++axis) {
    keys.low[axis] = std::clamp(keys.low[axis], -box_tree::kLargest, box_tree::kLargest);
    keys.high[axis] = std::clamp(keys.high[axis], -box_tree::kLargest, box_tree::kLargest);
  }
  return keys;
}

// Boxes in a full child of a node at that level.
std::size_t full_child(int level) {
  std::size_t unit = 1;
  for (int k = 0; k < level; ++k) unit *= kFill;
  return unit;
}

std::size_t children_of(std::size_t boxes, int level) {
  const std::size_t unit = full_child(level);
  return (boxes + unit - 1) / unit;
}

// Of a whole subtree, its root at that level.
std::size_t nodes_of(std::size_t boxes, int level) {
  std::size_t nodes = 0;
  for (int k = level; k >= 0; --k) nodes += children_of(boxes, k + 1);
  return nodes;
}

// Items that one thread puts in order; a share of all, where that is more.
constexpr std::size_t kAlone = 1024, kShares = 128;

}  // namespace

// In the order of their indices.
void BoxTreeCore::gather_items(std::span<const Box> boxes, Workers& workers) {
  const Stretches stretches(boxes.size());
  std::size_t from[Stretches::kMost + 1] = {};
  workers.run(stretches.number(), [&](std::size_t k) {
    std::size_t here = 0;
    for (std::size_t i = stretches.begin(k); i < stretches.end(k); ++i) here += is_box(boxes[i]);
    from[k + 1] = here;
  });
  for (std::size_t k = 0; k < stretches.number(); ++k) from[k + 1] += from[k];
  size_ = from[stretches.number()];
  items_.resize(size_);
  where_.resize(boxes.size());
  workers.run(stretches.number(), [&](std::size_t k) {
    std::size_t next = from[k];
    for (std::size_t i = stretches.begin(k); i < stretches.end(k); ++i) {
      where_[i] = kNowhere;
      if (is_box(boxes[i])) items_[next++] = {finite(keys_of(boxes[i], origin_)), static_cast<std::uint32_t>(i)};
    }
  });
}

void BoxTreeCore::build(std::span<const Box> boxes, Workers& workers) {
  clear();
  ++builds_;
  origin_ = key_origin(boxes);
  gather_items(boxes, workers);
  if (size_ == 0) return;
  int level = 0;
  for (std::size_t room = kFill; room < size_; room *= kFill) ++level;
  nodes_used_ = nodes_of(size_, level);
  nodes_.resize(nodes_used_);
  root_ = 0;
  // Wave by wave: what is large is divided, what is small one thread's.
  jobs_.assign(1, begin_node(root_, level, kNowhere, 0, size_));
  const std::size_t alone = std::max(kAlone, size_ / kShares);
  while (!jobs_.empty()) {
    next_jobs_.assign(2 * jobs_.size(), Job{});
    workers.run(jobs_.size(), [&](std::size_t k) {
      if (jobs_[k].end - jobs_[k].begin <= alone) return build_below(jobs_[k]);
      std::size_t next = 2 * k;
      divide(jobs_[k], [&](const Job& job) { next_jobs_[next++] = job; });
    });
    std::erase_if(next_jobs_, [](const Job& job) { return job.begin == job.end; });
    jobs_.swap(next_jobs_);
  }
  refit(boxes, workers);
  built_slackness_ = slackness(workers);
}

BoxTreeCore::Job BoxTreeCore::begin_node(std::uint32_t node, int level, std::uint32_t above, std::size_t begin,
                                         std::size_t end) {
  const std::size_t count = children_of(end - begin, level);
  make_node(node, level);
  nodes_[node].above = above;
  nodes_[node].count = static_cast<std::uint8_t>(count);
  return {begin, end, node, 0, count};
}

// One step of a build. Shape alone; the bounds come afterwards, from the boxes. A node comes before all below it, and
// these before its next sibling, so where a node is follows from how many boxes come before.
void BoxTreeCore::divide(const Job& job, FunctionRef<void(const Job&)> then) {
  Node& node = nodes_[job.node];
  const auto here = [&](std::size_t slot) { return job.node * kWidth + static_cast<std::uint32_t>(slot); };
  if (node.level == 0) {
    for (std::size_t slot = 0; slot < job.count; ++slot) {
      node.child[slot] = items_[job.begin + slot].index;
      where_[node.child[slot]] = here(slot);
    }
    return;
  }
  const std::size_t unit = full_child(node.level);
  if (job.count > 1) {
    const std::size_t left = cut_in_two(std::span(items_).subspan(job.begin, job.end - job.begin), job.count, unit);
    const std::size_t middle = job.begin + left * unit;
    then({job.begin, middle, job.node, job.first, left});
    then({middle, job.end, job.node, job.first + left, job.count - left});
    return;
  }
  node.child[job.first] = job.node + 1 + static_cast<std::uint32_t>(job.first * nodes_of(unit, node.level - 1));
  then(begin_node(node.child[job.first], node.level - 1, here(job.first), job.begin, job.end));
}

void BoxTreeCore::build_below(const Job& job) {
  divide(job, [this](const Job& part) { build_below(part); });
}

}  // namespace clearance::detail
