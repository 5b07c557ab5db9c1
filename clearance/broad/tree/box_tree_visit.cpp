// How the box tree answers: descents from the root that leave out what lies apart. Work is cut into numbered parts that
// depend on the tree alone and are reported in the order in which one thread would find them.
#include <clearance/broad/stretches.h>
#include <clearance/broad/tree/box_tree_core.h>
#include <clearance/broad/tree/box_tree_lanes.h>
#include <clearance/bvh/segment_box.h>

#include <algorithm>
#include <bit>
#include <cmath>

namespace clearance::detail {

using box_tree::fetch;
using box_tree::for_each_bit;
using box_tree::for_each_box;
using box_tree::KeyBox;
using box_tree::keys_of;
using box_tree::kMaxLevels;
using box_tree::kNowhere;
using box_tree::kWidth;
using box_tree::met_children;
using box_tree::Node;

namespace {

constexpr std::size_t kBoxesPerJoin = 128;  // about, in one piece of the search for all pairs

struct Join {
  std::uint32_t a, b;  // two nodes of one level, or one and itself
};

// Each node of a path leaves at most all but one of its children, or pairs of children, on a stack.
constexpr int kNodeStack = kMaxLevels * kWidth;
constexpr int kJoinStack = kMaxLevels * kWidth * kWidth;

// Bit 8·row + slot for the pairs of children of two nodes that meet by their keys. Gathered before any is looked at:
// one loop over the few that meet is cheaper than eight that mostly find nothing.
template <int kRegister>
CLEARANCE_INLINE std::uint64_t met_pairs(const Node* nodes, Join join) {
  // The slots above each row.
  constexpr std::uint64_t kLaterSlots = 0x0080c0e0f0f8fcfe;
  const Node &a = nodes[join.a], &b = nodes[join.b];
  std::uint64_t met = 0;
  for (int row = 0; row < kWidth; ++row)
    met |= static_cast<std::uint64_t>(met_children<kRegister, false>(b, a.keys(row))) << (kWidth * row);
  return join.a == join.b ? met & kLaterSlots : met;
}

// Whether the boxes in two slots overlap, given that their keys do.
inline bool boxes_meet(const Node& a, int row, const Node& b, int slot, const Box* boxes) {
  bool sure = true;
  for (int axis = 0; axis < 3; ++axis)
    sure &= (a.low[axis][row] < b.high[axis][slot]) & (b.low[axis][slot] < a.high[axis][row]);
  return sure || overlap(boxes[a.child[row]], boxes[b.child[slot]]);
}

// The pairs between two nodes, one level down: of boxes to the sink, of nodes onto the stack.
template <int kRegister>
CLEARANCE_INLINE bool join_nodes(const Node* nodes, const Box* boxes, Join join, Join* stack, int& top,
                                 PairSink& sink) {
  const Node &a = nodes[join.a], &b = nodes[join.b];
  ++sink.work;
  const std::uint64_t met = met_pairs<kRegister>(nodes, join);
  if (a.level == 0)
    return for_each_bit(met, [&](int bit) {
      const int row = bit / kWidth, slot = bit % kWidth;
      return !boxes_meet(a, row, b, slot, boxes) || sink.add(a.child[row], b.child[slot]);
    });
  for (int row = 0; join.a == join.b && row < a.count; ++row) stack[top++] = {a.child[row], a.child[row]};
  return for_each_bit(met, [&](int bit) {
    stack[top++] = {a.child[bit / kWidth], b.child[bit % kWidth]};
    return true;
  });
}

template <int kRegister>
CLEARANCE_INLINE bool join_body(const Node* nodes, const Box* boxes, Join join, PairSink& sink) {
  Join stack[kJoinStack];
  int top = 0;
  stack[top++] = join;
  while (top > 0)
    if (!join_nodes<kRegister>(nodes, boxes, stack[--top], stack, top, sink)) return false;
  return true;
}
CLEARANCE_DISPATCH(bool, join_below, (const Node* nodes, const Box* boxes, Join join, PairSink& sink), join_body,
                   (nodes, boxes, join, sink))

template <int kRegister>
CLEARANCE_INLINE void probe_body(const Node* nodes, std::uint32_t root, const Box* boxes, const Vec3& origin,
                                 const Box& probe, bool& whole, IndexTest found) {
  const KeyBox keys = keys_of(probe, origin);
  std::uint32_t stack[kNodeStack];
  int top = 0;
  stack[top++] = root;
  whole = true;
  while (top > 0 && whole) {
    const Node& node = nodes[stack[--top]];
    const std::uint32_t met = met_children<kRegister, false>(node, keys);
    if (node.level == 0) {
      whole = for_each_box<kRegister>(node, keys, probe, met, boxes, found);
      continue;
    }
    for_each_bit(met, [&](int slot) {
      stack[top++] = node.child[slot];
      fetch(nodes[node.child[slot]]);
      return true;
    });
  }
}
// The boxes that overlap a probe.
CLEARANCE_DISPATCH(void, probe_tree,
                   (const Node* nodes, std::uint32_t root, const Box* boxes, const Vec3& origin, const Box& probe,
                    bool& whole, IndexTest found),
                   probe_body, (nodes, root, boxes, origin, probe, whole, found))

// A box of doubles that holds whatever has these keys: an end is, counted from the origin, less than one unit in the
// last place away from its key, and beyond the largest float where the key is infinite.
Box box_around(const KeyBox& keys, const Vec3& origin) {
  double low[3], high[3];
  for (int axis = 0; axis < 3; ++axis) {
    const double from = keys.low[axis], to = keys.high[axis];
    low[axis] = from > box_tree::kLargest ? box_tree::kLargest : from - 0x1p-23 * std::abs(from) - 0x1p-149;
    high[axis] = to < -box_tree::kLargest ? -box_tree::kLargest : to + 0x1p-23 * std::abs(to) + 0x1p-149;
    if (origin[axis] == 0) continue;
    low[axis] = next_below(low[axis] + origin[axis]), high[axis] = next_above(high[axis] + origin[axis]);
  }
  return {{low[0], low[1], low[2]}, {high[0], high[1], high[2]}};
}

struct Step {
  std::uint32_t child;
  double distance;  // along the segment, of the nearest corner
};

// The children that the segment may meet, farthest first; how many.
int steps_along(const Node& node, const Box* boxes, const Vec3& origin, const Vec3& from, const Vec3& to, Step* steps) {
  const Vec3 d = to - from;
  int count = 0;
  for (int slot = 0; slot < node.count; ++slot) {
    const Box box = node.level == 0 ? boxes[node.child[slot]] : box_around(node.keys(slot), origin);
    if (!segment_may_meet(box, from, to)) continue;
    const Vec3 corner{d.x < 0 ? box.high.x : box.low.x, d.y < 0 ? box.high.y : box.low.y,
                      d.z < 0 ? box.high.z : box.low.z};
    const Step step{node.child[slot], dot(corner - from, d)};
    int place = count++;
    for (; place > 0 && steps[place - 1].distance < step.distance; --place) steps[place] = steps[place - 1];
    steps[place] = step;
  }
  return count;
}

}  // namespace

PairPieces::Found BoxTreeCore::visit_pairs(std::span<const Box> boxes, const PairTarget& to, Workers& workers,
                                           const GoOn* go_on) {
  if (root_ == kNowhere) return {.whole = true};
  // Pieces are for threads, and for looking up in between.
  const bool in_pieces = (workers.count() > 1 || go_on != nullptr) && size_ >= kWorthThreads;
  const std::uint64_t splitting = split_joins(in_pieces ? size_ / kBoxesPerJoin + 1 : 1);
  const auto work = [&](std::size_t k, PairSink& sink) {
    return join_below(nodes_.data(), boxes.data(), {joins_[k].a, joins_[k].b}, sink);
  };
  const PairPieces::Found found = pieces_.visit(joins_.size(), work, to, workers, go_on);
  if (found.whole) watch(join_watch_, splitting + found.work, size_);
  return found;
}

// The pairs of nodes, in the order in which a descent from the root meets them, that make up enough parts; how many
// were looked at for that.
std::uint64_t BoxTreeCore::split_joins(std::size_t enough) {
  joins_.assign(1, {root_, root_});
  PairSink none{nullptr, 0, [](PairSink&) { return false; }};
  while (joins_.size() < enough && nodes_[joins_[0].a].level > 0) {
    next_joins_.clear();
    for (const NodePair& join : joins_) {
      Join stack[kWidth * kWidth];
      int top = 0;
      join_nodes<2>(nodes_.data(), nullptr, {join.a, join.b}, stack, top, none);
      while (top > 0) --top, next_joins_.push_back({stack[top].a, stack[top].b});
    }
    joins_.swap(next_joins_);
  }
  return none.work;
}

// Counts what a whole visit did beyond the best of its kind; the same for any number of threads.
void BoxTreeCore::watch(Watch& watched, std::uint64_t work, std::size_t units) {
  nodes_visited_ += work;
  const double each = static_cast<double>(work) / static_cast<double>(units);
  if (watched.least == 0 || each < watched.least) watched.least = each;
  debt_ += static_cast<double>(work) - watched.least * static_cast<double>(units);
}

bool BoxTreeCore::visit_overlaps(std::span<const Box> boxes, const Box& probe, IndexVisitor visit) const {
  if (root_ == kNowhere) return true;
  IndexBlock block(visit);
  bool whole = true;
  probe_tree(nodes_.data(), root_, boxes.data(), origin_, probe, whole,
             [&](std::uint32_t index) { return block.add(index); });
  return whole && block.flush();
}

bool BoxTreeCore::visit_segment(std::span<const Box> boxes, const Vec3& from, const Vec3& to,
                                IndexVisitor visit) const {
  if (root_ == kNowhere) return true;
  IndexBlock block(visit);
  std::uint32_t stack[kNodeStack];
  int top = 0;
  stack[top++] = root_;
  while (top > 0) {
    const Node& node = nodes_[stack[--top]];
    Step steps[kWidth];
    const int count = steps_along(node, boxes.data(), origin_, from, to, steps);
    for (int k = 0; node.level > 0 && k < count; ++k) stack[top++] = steps[k].child;
    for (int k = count; node.level == 0 && k > 0; --k)
      if (!block.add(steps[k - 1].child)) return false;
  }
  return block.flush();
}

}  // namespace clearance::detail
