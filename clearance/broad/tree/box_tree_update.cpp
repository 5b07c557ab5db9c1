// How the box tree follows its boxes: refit, single updates, and the watch over its quality.
#include <clearance/broad/stretches.h>
#include <clearance/broad/tree/box_tree_core.h>
#include <clearance/broad/tree/box_tree_lanes.h>

#include <algorithm>
#include <atomic>

namespace clearance::detail {
namespace {

using box_tree::fetch;
using box_tree::KeyBox;
using box_tree::keys_of;
using box_tree::kFree;
using box_tree::kMaxLevels;
using box_tree::kNowhere;
using box_tree::kWidth;
using box_tree::Size;
using box_tree::size_of;

// From this share of all boxes on, one pass over everything (11 ns a box) is cheaper than single updates (100 to 130).
constexpr std::size_t kSingleShare = 10;
// Nodes may become this much slacker before the tree is built anew: boxes that fly about at random multiply the work of
// a search by four until then, boxes that tremble never get there.
constexpr double kMaxGrowth = 1.25;
// A build takes as long as looking at this many nodes a box (350 ns and 26 ns). Building when the nodes looked at in
// vain have cost as much as a build is at most twice as dear as building at the best moments.
constexpr double kBuildCost = 13;
// The keys of the boxes of some leaves, and the leaves' bounds.
template <int>
CLEARANCE_INLINE void refit_leaves_body(box_tree::Node* nodes, std::size_t begin, std::size_t end, const Box* boxes,
                                        const Vec3& origin) {
  constexpr std::size_t kAhead = 3;
  for (std::size_t k = begin; k < end; ++k) {
    if (k + kAhead < end && nodes[k + kAhead].level == 0)
      for (int slot = 0; slot < nodes[k + kAhead].count; ++slot)
        __builtin_prefetch(boxes + nodes[k + kAhead].child[slot]);
    box_tree::Node& leaf = nodes[k];
    if (leaf.level != 0) continue;
    for (int slot = 0; slot < leaf.count; ++slot) leaf.set_keys(slot, keys_of(boxes[leaf.child[slot]], origin));
    if (leaf.above != kNowhere)
      nodes[leaf.above / kWidth].set_keys(static_cast<int>(leaf.above % kWidth), leaf.bounds());
  }
}
CLEARANCE_DISPATCH(void, refit_leaves,
                   (box_tree::Node * nodes, std::size_t begin, std::size_t end, const Box* boxes, const Vec3& origin),
                   refit_leaves_body, (nodes, begin, end, boxes, origin))
// Nodes that one thread refits, and subtrees that the threads share above the leaves.
constexpr std::size_t kNodesPerPart = 128, kSubtrees = 64;
// Nodes whose slackness is added up together, whatever the threads.
constexpr std::size_t kNodesPerSum = 512;

}  // namespace

// All bounds from the boxes themselves.
void BoxTreeCore::refit(std::span<const Box> boxes, Workers& workers) {
  nodes_visited_ += nodes_used_;
  // Leaves of one node write to different slots of it: threads may share it.
  Stretches(nodes_.size(), kNodesPerPart).run(workers, [&](std::size_t begin, std::size_t end) {
    refit_leaves(nodes_.data(), begin, end, boxes.data(), origin_);
  });
  const int top = nodes_[root_].level;
  if (top == 0) return;
  if (workers.count() == 1 || size_ < kWorthThreads) return void(refit_below(root_, 0));
  // Subtrees by all threads, then what is above them.
  subtrees_.assign(1, root_);
  while (subtrees_.size() < kSubtrees && nodes_[subtrees_[0]].level > 1) {
    next_subtrees_.clear();
    for (const std::uint32_t node : subtrees_)
      next_subtrees_.insert(next_subtrees_.end(), nodes_[node].child, nodes_[node].child + nodes_[node].count);
    subtrees_.swap(next_subtrees_);
  }
  const int level = nodes_[subtrees_[0]].level;
  Stretches(subtrees_.size(), 1).run(workers, [&](std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k) {
      const std::uint32_t above = nodes_[subtrees_[k]].above;
      const KeyBox bounds = refit_below(subtrees_[k], 0);
      if (above != kNowhere) nodes_[above / kWidth].set_keys(static_cast<int>(above % kWidth), bounds);
    }
  });
  if (level < top) refit_below(root_, level);
}

// The bounds of all nodes below one, which is above level `done`; those of that level and below are there already.
KeyBox BoxTreeCore::refit_below(std::uint32_t node, int done) {
  Node& here = nodes_[node];
  for (int slot = 0; here.level > done + 1 && slot < here.count; ++slot)
    here.set_keys(slot, refit_below(here.child[slot], done));
  return here.bounds();
}

// In a large world every box and every node is a trip to memory: those of the next movers are under way meanwhile.
void BoxTreeCore::fetch_ahead(std::span<const Box> boxes, std::span<const std::uint32_t> changed) const {
  constexpr std::size_t kBoxes = 16, kLeaves = 10, kParents = 5;
  if (changed.size() > kBoxes) {
    __builtin_prefetch(&boxes[changed[kBoxes]]);
    __builtin_prefetch(&boxes[changed[kBoxes]].high.z);
    __builtin_prefetch(&where_[changed[kBoxes]]);
  }
  if (changed.size() > kLeaves && where_[changed[kLeaves]] != kNowhere)
    fetch(nodes_[where_[changed[kLeaves]] / kWidth]);
  if (changed.size() <= kParents || where_[changed[kParents]] == kNowhere) return;
  const std::uint32_t above = nodes_[where_[changed[kParents]] / kWidth].above;
  if (above != kNowhere) fetch(nodes_[above / kWidth]);
}

std::size_t BoxTreeCore::come_or_gone(std::span<const Box> boxes, std::span<const std::uint32_t> changed,
                                      Workers& workers) const {
  std::atomic<std::size_t> count{0};
  Stretches(changed.size()).run(workers, [&](std::size_t begin, std::size_t end) {
    std::size_t here = 0;
    for (const std::uint32_t index : changed.subspan(begin, end - begin))
      here += is_box(boxes[index]) != (where_[index] != kNowhere);
    count += here;
  });
  return count;
}

// What comes and goes, one by one, and with `moved_too` what has moved.
void BoxTreeCore::update_each(std::span<const Box> boxes, std::span<const std::uint32_t> changed, bool moved_too) {
  for (std::size_t k = 0; k < changed.size() && levels() <= kMaxLevels; ++k) {
    const std::uint32_t index = changed[k];
    fetch_ahead(boxes, changed.subspan(k));
    const bool is_there = is_box(boxes[index]), was_there = where_[index] != kNowhere;
    if (is_there && was_there && moved_too) move(index, keys_of(boxes[index], origin_));
    if (!is_there && was_there) erase(index);
    if (is_there && !was_there) insert(index, keys_of(boxes[index], origin_));
  }
}

void BoxTreeCore::update(std::span<const Box> boxes, std::span<const std::uint32_t> changed, Workers& workers) {
  where_.resize(std::max(where_.size(), boxes.size()), kNowhere);
  const bool single = changed.size() < size_ / kSingleShare;
  const std::size_t others = single ? 0 : come_or_gone(boxes, changed, workers);
  if (others > size_ / 4) return build(boxes, workers);
  if (single || others > 0) update_each(boxes, changed, single);
  if (levels() > kMaxLevels) return build(boxes, workers);
  if (root_ == kNowhere) return;
  if (!single) refit(boxes, workers);
  moved_unseen_ += single ? changed.size() : size_;
  const bool is_time_to_look = moved_unseen_ >= size_;
  if (is_time_to_look) moved_unseen_ = 0;
  if (is_wasteful() || debt_ > kBuildCost * static_cast<double>(size_) ||
      (is_time_to_look && slackness(workers) > kMaxGrowth * built_slackness_))
    build(boxes, workers);
}

// A build makes a node for six boxes, and random insertions end at five.
bool BoxTreeCore::is_wasteful() const { return nodes_used_ > 32 + size_ / 4; }

// How large children are beside their parents, on average over the inner nodes: 1/4 for eight cubes in a cube, 1 when
// all lie over one another. It does not depend on scale, and no single node counts for more than another.
double BoxTreeCore::slackness(Workers& workers) const {
  struct Sum {
    double slack = 0;
    std::size_t children = 0;
  };
  // Added up in parts that the nodes alone determine: rounding is the same for any number of threads.
  const std::size_t parts = (nodes_.size() + kNodesPerSum - 1) / kNodesPerSum;
  std::vector<Sum> sums(parts);
  Stretches(parts, 1).run(workers, [&](std::size_t begin, std::size_t end) {
    for (std::size_t part = begin; part < end; ++part) {
      Sum& sum = sums[part];
      for (std::size_t k = part * kNodesPerSum; k < std::min(nodes_.size(), (part + 1) * kNodesPerSum); ++k) {
        const Node& node = nodes_[k];
        if (node.level == 0 || node.level == kFree) continue;
        const Size whole = size_of(node.bounds());
        for (int slot = 0; slot < node.count; ++slot) {
          const Size child = size_of(node.keys(slot));
          sum.slack += whole.area > 0 ? child.area / whole.area : whole.margin > 0 ? child.margin / whole.margin : 1;
        }
        sum.children += node.count;
      }
    }
  });
  Sum all;
  for (const Sum& sum : sums) all.slack += sum.slack, all.children += sum.children;
  return all.children > 0 ? all.slack / static_cast<double>(all.children) : 1;
}

}  // namespace clearance::detail
