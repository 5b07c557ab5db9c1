// The nearest two bodies of a world.
// Method:   branch and bound: a tree of boxes, and pairs of its nodes in the order of their gaps (best first), down to
//           pairs of leaves, each asked only whether it is nearer than the best so far. Pairs of nodes that filters
//           exclude altogether are dropped.
// Proves:   whatever is not asked about lies in boxes that are farther apart than the best pair.
// Cost:     n log n for the tree; then near the number of leaves whose boxes are within the answer of each other.
#include <clearance/world/box_gap.h>
#include <clearance/world/frame/frame.h>
#include <clearance/world/probe.h>
#include <clearance/world/view.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <queue>
#include <tuple>
#include <utility>

namespace clearance {
using namespace detail;
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr std::uint32_t kLeavesPerNode = 4;

// A box around leaves items[first … first + count), and what filters can know of all of them.
struct Node {
  Box box = kNoBox;
  std::uint32_t first = 0, count = 0;
  std::uint32_t child = 0;       // the first of two, or 0
  std::uint32_t body = kNobody;  // if it is the same for all
  bool is_static = true;
  Groups groups = {0, 0};  // of any
};

class BoxesOfLeaves {
 public:
  explicit BoxesOfLeaves(const WorldState& state) : state_(state) {
    for (std::uint32_t leaf = 0; leaf < state.bodies.leaves().size(); ++leaf)
      if (is_box(state.boxes[leaf])) items_.push_back(leaf);
    if (items_.empty()) return;
    nodes_.reserve(items_.size());
    nodes_.emplace_back();
    build(0, 0, static_cast<std::uint32_t>(items_.size()));
  }

  bool empty() const { return nodes_.empty(); }
  const Node& operator[](std::uint32_t node) const { return nodes_[node]; }
  std::span<const std::uint32_t> leaves(const Node& node) const { return {items_.data() + node.first, node.count}; }

 private:
  double middle(std::uint32_t leaf, int axis) const {
    const Box& box = state_.boxes[leaf];
    const double at = 0.5 * box.low[axis] + 0.5 * box.high[axis];
    return std::isfinite(at) ? at : 0;
  }

  void build(std::uint32_t index, std::uint32_t first, std::uint32_t count) {
    Node node;
    node.first = first, node.count = count;
    node.body = state_.bodies.filter(items_[first]).body;
    Vec3 low{kInfinite, kInfinite, kInfinite}, high{-kInfinite, -kInfinite, -kInfinite};
    for (const std::uint32_t leaf : leaves(node)) {
      const LeafFilter& filter = state_.bodies.filter(leaf);
      node.box = united(node.box, state_.boxes[leaf]);
      if (filter.body != node.body) node.body = kNobody;
      node.is_static = node.is_static && filter.is_static;
      node.groups.member_of |= filter.groups.member_of;
      node.groups.meets |= filter.groups.meets;
      const Vec3 at{middle(leaf, 0), middle(leaf, 1), middle(leaf, 2)};
      low = {smaller(low.x, at.x), smaller(low.y, at.y), smaller(low.z, at.z)};
      high = {larger(high.x, at.x), larger(high.y, at.y), larger(high.z, at.z)};
    }
    if (count > kLeavesPerNode) {
      const double x = high.x - low.x, y = high.y - low.y, z = high.z - low.z;
      const int axis = x >= y && x >= z ? 0 : y >= z ? 1 : 2;
      const auto begin = items_.begin() + first;
      const std::uint32_t half = count / 2;
      std::nth_element(begin, begin + half, begin + count, [&](std::uint32_t a, std::uint32_t b) {
        return std::pair(middle(a, axis), a) < std::pair(middle(b, axis), b);
      });
      node.child = static_cast<std::uint32_t>(nodes_.size());
      nodes_.resize(nodes_.size() + 2);
      build(node.child, first, half);
      build(node.child + 1, first + half, count - half);
    }
    nodes_[index] = node;
  }

  const WorldState& state_;
  std::vector<std::uint32_t> items_;
  std::vector<Node> nodes_;
};

// Something that may hold the nearest pair.
struct Task {
  enum class Kind : std::uint8_t { Leaves, Nodes, Wall };  // a, b: slots; nodes; a half-space's slot and a node

  double gap;
  std::uint64_t number;  // of two with the same gap the newer goes first, which is the smaller one
  Kind kind;
  std::uint32_t a, b;

  friend bool operator<(const Task& x, const Task& y) {  // the least gap is on top
    return std::tuple(y.gap, x.number) < std::tuple(x.gap, y.number);
  }
};

class Search {
 public:
  Search(const WorldState& state, double limit, const Patience& patience)
      : state_(state), limit_(limit), patience_(patience), tree_(state) {
    if (tree_.empty()) return;
    add_nodes(0, 0);
    for (const std::uint32_t space : state.bodies.half_spaces()) add_wall(space, 0);
  }

  Nearest run() {
    Nearest found;
    found.others = kInfinite;
    found.ending = Ending::Complete;
    std::size_t steps = 0;
    while (!tasks_.empty() && tasks_.top().gap <= reach() && !(best_ && best_->distance.upper == 0)) {
      const Task task = tasks_.top();
      if (task.kind == Task::Kind::Leaves || steps++ % kLookEvery == 0)
        if (const Ending asked = patience_.ask(); asked != Ending::Complete) {
          found.ending = asked;
          break;
        }
      tasks_.pop();
      if (task.kind == Task::Kind::Leaves)
        ask(task.a, task.b);
      else if (task.kind == Task::Kind::Nodes)
        split_nodes(task.a, task.b);
      else
        split_wall(task.a, task.b);
    }
    if (!tasks_.empty()) others_ = smaller(others_, tasks_.top().gap);
    found.others = others_;
    if (best_) found.pairs.push_back(*best_);
    return found;
  }

 private:
  // Pairs farther apart than this are of no use.
  double reach() const { return best_ ? best_->distance.upper : limit_; }

  void add(Task::Kind kind, double gap, std::uint32_t a, std::uint32_t b) {
    if (gap > reach())
      others_ = smaller(others_, gap);
    else
      tasks_.push({gap, ++number_, kind, a, b});
  }
  double wall_gap(std::uint32_t space, const Box& box) const {
    const Leaf& wall = state_.bodies.leaves()[space];
    return wall.space() != nullptr ? box_gap(*wall.space(), wall.pose, box) : 0;
  }
  static bool may_meet(const Node& a, const Node& b) {
    if ((a.is_static && b.is_static) || (a.body != kNobody && a.body == b.body)) return false;
    return (a.groups.member_of & b.groups.meets) != 0 && (b.groups.member_of & a.groups.meets) != 0;
  }
  void add_nodes(std::uint32_t a, std::uint32_t b) {
    if (may_meet(tree_[a], tree_[b])) add(Task::Kind::Nodes, a == b ? 0 : box_gap(tree_[a].box, tree_[b].box), a, b);
  }
  void add_wall(std::uint32_t space, std::uint32_t node) {
    if (!tree_[node].is_static) add(Task::Kind::Wall, wall_gap(space, tree_[node].box), space, node);
  }
  void add_leaves(std::uint32_t a, std::uint32_t b) {
    if (!state_.bodies.excluded(a, b)) add(Task::Kind::Leaves, box_gap(state_.boxes[a], state_.boxes[b]), a, b);
  }

  void split_nodes(std::uint32_t a, std::uint32_t b) {
    const Node &one = tree_[a], &other = tree_[b];
    if (a == b && one.child != 0) {
      add_nodes(one.child, one.child);
      add_nodes(one.child + 1, one.child + 1);
      add_nodes(one.child, one.child + 1);
    } else if (one.child != 0 && (one.count >= other.count || other.child == 0)) {
      add_nodes(one.child, b);
      add_nodes(one.child + 1, b);
    } else if (other.child != 0) {
      add_nodes(a, other.child);
      add_nodes(a, other.child + 1);
    } else {
      const std::span<const std::uint32_t> first = tree_.leaves(one), second = tree_.leaves(other);
      for (std::size_t i = 0; i < first.size(); ++i)
        for (std::size_t j = a == b ? i + 1 : 0; j < second.size(); ++j)
          add_leaves(std::min(first[i], second[j]), std::max(first[i], second[j]));
    }
  }

  void split_wall(std::uint32_t space, std::uint32_t node) {
    const Node& split = tree_[node];
    if (split.child != 0) {
      add_wall(space, split.child);
      add_wall(space, split.child + 1);
      return;
    }
    for (const std::uint32_t leaf : tree_.leaves(split))
      if (!state_.bodies.excluded(space, leaf))
        add(Task::Kind::Leaves, wall_gap(space, state_.boxes[leaf]), std::min(space, leaf), std::max(space, leaf));
  }

  void ask(std::uint32_t a, std::uint32_t b) {
    Proximity found = proximity(state_, a, placed(state_.bodies.leaves()[b]), reach());
    const Distance& gap = found.distance;
    const bool is_nearer = best_ ? gap.upper < best_->distance.upper
                                 : limit_ == kInfinite || is_within(gap, placed(state_.bodies.leaves()[a]),
                                                                    placed(state_.bodies.leaves()[b]), limit_);
    if (!is_nearer) {
      others_ = smaller(others_, gap.lower);
      return;
    }
    if (best_) others_ = smaller(others_, best_->distance.lower);
    const Contact ids = contact_of(state_.bodies, {a, b}, {});
    found.a = ids.a, found.b = ids.b, found.part_a = ids.part_a, found.part_b = ids.part_b;
    best_ = found;
  }

  const WorldState& state_;
  double limit_;
  const Patience& patience_;
  BoxesOfLeaves tree_;
  std::priority_queue<Task> tasks_;
  std::uint64_t number_ = 0;
  std::optional<Proximity> best_;
  double others_ = kInfinite;
};

}  // namespace

Nearest WorldView::distance(double limit, const Limits& limits) const {
  CLEARANCE_ASSERT(limit >= 0);
  if (!state_ || !(limit >= 0)) return {};
  const Patience patience(limits);
  Search search(*state_, limit, patience);
  return search.run();
}

}  // namespace clearance
