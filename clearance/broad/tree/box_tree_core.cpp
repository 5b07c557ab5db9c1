// How boxes come into the tree, leave it and move in it one by one.
#include <clearance/broad/tree/box_tree_core.h>

#include <algorithm>

namespace clearance::detail {
namespace {

using box_tree::KeyBox;
using box_tree::keys_of;
using box_tree::kFree;
using box_tree::kNoKeys;
using box_tree::kNowhere;
using box_tree::kWidth;
using box_tree::Size;
using box_tree::size_of;

// A split leaves no side with fewer.
constexpr int kMinSplit = 3;

// The child of an inner node that grows least.
int cheapest_child(const box_tree::Node& node, const KeyBox& keys) {
  int best = 0;
  Size least{}, least_size{};
  for (int slot = 0; slot < node.count; ++slot) {
    const KeyBox before = node.keys(slot);
    KeyBox after = before;
    unite(after, keys);
    const Size size = size_of(before), larger = size_of(after);
    const Size growth{larger.area - size.area, larger.margin - size.margin};
    if (slot == 0 || is_less(growth, least) || (!is_less(least, growth) && is_less(size, least_size)))
      best = slot, least = growth, least_size = size;
  }
  return best;
}

struct Entry {
  KeyBox keys;
  std::uint32_t child;
};
using Entries = Entry[kWidth + 1];

Size weighted_sum(const Size& a, int na, const Size& b, int nb) {
  return {a.area * na + b.area * nb, a.margin * na + b.margin * nb};
}

float middle(const KeyBox& keys, int axis) {
  const float limit = box_tree::kLargest;
  return 0.5f * std::clamp(keys.low[axis], -limit, limit) + 0.5f * std::clamp(keys.high[axis], -limit, limit);
}

// Puts the entries into the order, along the axis, in which the best cut after `left` of them leaves least surface.
void order_for_split(Entries& entries, int& left) {
  Entries ordered;
  Size least{};
  left = 0;
  for (int axis = 0; axis < 3; ++axis) {
    std::copy(std::begin(entries), std::end(entries), std::begin(ordered));
    std::sort(std::begin(ordered), std::end(ordered), [axis](const Entry& a, const Entry& b) {
      const float ma = middle(a.keys, axis), mb = middle(b.keys, axis);
      return ma != mb ? ma < mb : a.child < b.child;
    });
    Size size_from[kWidth + 1];
    KeyBox tail = kNoKeys;
    for (int k = kWidth; k >= kMinSplit; --k) unite(tail, ordered[k].keys), size_from[k] = size_of(tail);
    KeyBox head = kNoKeys;
    bool better = false;
    for (int k = 1; k <= kWidth + 1 - kMinSplit; ++k) {
      unite(head, ordered[k - 1].keys);
      if (k < kMinSplit) continue;
      const Size cost = weighted_sum(size_of(head), k, size_from[k], kWidth + 1 - k);
      if (left == 0 || is_less(cost, least)) least = cost, left = k, better = true;
    }
    if (better) std::copy(std::begin(ordered), std::end(ordered), std::begin(entries));
  }
}

// Whether a box still fits to the others of its leaf: what it adds to the sides of their union is no more than its own
// sides, or half of theirs. What lies among the others at random adds less; what has left does not.
bool fits_among(const KeyBox& others, const KeyBox& keys) {
  KeyBox all = others;
  unite(all, keys);
  const double before = size_of(others).margin;
  return size_of(all).margin - before <= std::max(size_of(keys).margin, 0.5 * before);
}

}  // namespace

void BoxTreeCore::clear() {
  nodes_.clear();
  where_.clear();
  root_ = free_ = kNowhere;
  nodes_used_ = size_ = moved_unseen_ = 0;
  built_slackness_ = debt_ = 0;
  join_watch_ = probe_watch_ = {};
}

std::uint32_t BoxTreeCore::new_node(int level) {
  std::uint32_t node = free_;
  if (node != kNowhere) {
    free_ = nodes_[node].above;
  } else {
    node = static_cast<std::uint32_t>(nodes_.size());
    // By an eighth, not twofold: the tree is most of the memory.
    if (nodes_.size() == nodes_.capacity()) nodes_.reserve(nodes_.size() + nodes_.size() / 8 + 8);
    nodes_.emplace_back();
  }
  ++nodes_used_;
  make_node(node, level);
  return node;
}

void BoxTreeCore::make_node(std::uint32_t node, int level) {
  Node& fresh = nodes_[node];
  for (int slot = 0; slot < kWidth; ++slot) fresh.clear(slot);
  fresh.above = kNowhere;
  fresh.count = 0;
  fresh.level = static_cast<std::uint8_t>(level);
}

void BoxTreeCore::free_node(std::uint32_t node) {
  nodes_[node].level = kFree;
  nodes_[node].above = free_;
  free_ = node;
  --nodes_used_;
}

// Fills a slot and tells the child where it is.
void BoxTreeCore::attach(std::uint32_t node, int slot, const KeyBox& keys, std::uint32_t child) {
  Node& parent = nodes_[node];
  parent.set_keys(slot, keys);
  parent.child[slot] = child;
  (parent.level == 0 ? where_[child] : nodes_[child].above) = node * kWidth + static_cast<std::uint32_t>(slot);
}

// What the node above knows of the bounds of one, and so on upward until some stay as they are.
void BoxTreeCore::set_bounds(std::uint32_t node, KeyBox bounds) {
  for (std::uint32_t above = nodes_[node].above; above != kNowhere; above = nodes_[node].above) {
    const int slot = static_cast<int>(above % kWidth);
    node = above / kWidth;
    ++nodes_visited_;
    if (nodes_[node].keys(slot) == bounds) return;
    nodes_[node].set_keys(slot, bounds);
    bounds = nodes_[node].bounds();
  }
}

void BoxTreeCore::insert(std::uint32_t index, const KeyBox& keys) {
  ++size_;
  if (root_ == kNowhere) root_ = new_node(0);
  std::uint32_t node = root_;
  while (nodes_[node].level > 0) {
    Node& here = nodes_[node];
    const int slot = cheapest_child(here, keys);
    KeyBox grown = here.keys(slot);
    unite(grown, keys);
    here.set_keys(slot, grown);
    node = here.child[slot];
    ++nodes_visited_;
  }
  add_child(node, keys, index);
}

// The bounds above hold the new child already; where nodes split on the way up, they are corrected.
void BoxTreeCore::add_child(std::uint32_t node, KeyBox keys, std::uint32_t child) {
  while (nodes_[node].count == kWidth) {
    const std::uint32_t other = split(node, keys, child);
    if (node == root_) {
      root_ = new_node(nodes_[node].level + 1);
      nodes_[root_].count = 1;
      attach(root_, 0, nodes_[node].bounds(), node);
    } else {
      const std::uint32_t above = nodes_[node].above;
      nodes_[above / kWidth].set_keys(static_cast<int>(above % kWidth), nodes_[node].bounds());
    }
    keys = nodes_[other].bounds();
    child = other;
    node = nodes_[node].above / kWidth;
  }
  attach(node, nodes_[node].count++, keys, child);
}

// A full node and one child more become two nodes; the new one is not yet under any other.
std::uint32_t BoxTreeCore::split(std::uint32_t node, const KeyBox& keys, std::uint32_t child) {
  Entries entries;
  for (int slot = 0; slot < kWidth; ++slot) entries[slot] = {nodes_[node].keys(slot), nodes_[node].child[slot]};
  entries[kWidth] = {keys, child};
  int left = 0;
  order_for_split(entries, left);
  const std::uint32_t other = new_node(nodes_[node].level);
  for (int slot = 0; slot < kWidth; ++slot) nodes_[node].clear(slot);
  for (int k = 0; k <= kWidth; ++k)
    attach(k < left ? node : other, k < left ? k : k - left, entries[k].keys, entries[k].child);
  nodes_[node].count = static_cast<std::uint8_t>(left);
  nodes_[other].count = static_cast<std::uint8_t>(kWidth + 1 - left);
  return other;
}

void BoxTreeCore::erase(std::uint32_t index) {
  std::uint32_t place = where_[index];
  where_[index] = kNowhere;
  --size_;
  while (true) {
    const std::uint32_t node = place / kWidth;
    const int slot = static_cast<int>(place % kWidth), last = --nodes_[node].count;
    if (slot != last) attach(node, slot, nodes_[node].keys(last), nodes_[node].child[last]);
    nodes_[node].clear(last);
    if (last > 0) {
      set_bounds(node, nodes_[node].bounds());
      break;
    }
    place = nodes_[node].above;
    free_node(node);
    if (node == root_) {
      root_ = kNowhere;
      return;
    }
  }
  while (nodes_[root_].level > 0 && nodes_[root_].count == 1) {
    const std::uint32_t child = nodes_[root_].child[0];
    free_node(root_);
    root_ = child;
    nodes_[root_].above = kNowhere;
  }
}

void BoxTreeCore::move(std::uint32_t index, const KeyBox& keys) {
  const std::uint32_t node = where_[index] / kWidth;
  const int slot = static_cast<int>(where_[index] % kWidth);
  Node& leaf = nodes_[node];
  ++nodes_visited_;
  const KeyBox before = leaf.keys(slot);
  leaf.set_keys(slot, kNoKeys);
  KeyBox bounds = leaf.bounds();
  if (node != root_ && leaf.count > 1 && !fits_among(bounds, keys)) {
    leaf.set_keys(slot, before);
    erase(index);
    insert(index, keys);
    return;
  }
  leaf.set_keys(slot, keys);
  unite(bounds, keys);
  set_bounds(node, bounds);
}

std::size_t BoxTreeCore::memory_bytes() const {
  return nodes_.capacity() * sizeof(Node) + where_.capacity() * sizeof(std::uint32_t) +
         items_.capacity() * sizeof(Item) + (jobs_.capacity() + next_jobs_.capacity()) * sizeof(Job) +
         (subtrees_.capacity() + next_subtrees_.capacity()) * sizeof(std::uint32_t) +
         (joins_.capacity() + next_joins_.capacity()) * sizeof(NodePair) + pieces_.memory_bytes();
}

bool BoxTreeCore::is_sound(std::span<const Box> boxes) const {
  std::size_t nodes = 0, found = 0;
  for (std::uint32_t k = 0; k < nodes_.size(); ++k) {
    const Node& node = nodes_[k];
    if (node.level == kFree) continue;
    ++nodes;
    if (node.count == 0 || node.count > kWidth || (node.above == kNowhere) != (k == root_)) return false;
    for (int slot = 0; slot < kWidth; ++slot) {
      if (slot >= node.count) {
        if (node.low[0][slot] == node.low[0][slot]) return false;
        continue;
      }
      const std::uint32_t child = node.child[slot], here = k * kWidth + static_cast<std::uint32_t>(slot);
      if (node.level == 0) {
        if (child >= boxes.size() || where_[child] != here || node.keys(slot) != keys_of(boxes[child], origin_))
          return false;
        ++found;
      } else if (nodes_[child].above != here || nodes_[child].level + 1 != node.level ||
                 node.keys(slot) != nodes_[child].bounds()) {
        return false;
      }
    }
  }
  std::size_t there = 0;
  for (const Box& box : boxes) there += is_box(box);
  return nodes == nodes_used_ && found == size_ && there == size_ && (size_ == 0) == (root_ == kNowhere);
}

}  // namespace clearance::detail
