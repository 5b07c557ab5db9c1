// How the box tree finds the pairs of changed boxes: a descent for each. In a large world every node is a trip to
// memory, so the descents of many boxes go on side by side, and every node is asked for before it is looked at.
#include <clearance/broad/tree/box_tree_core.h>
#include <clearance/broad/tree/box_tree_lanes.h>

#include <algorithm>

namespace clearance::detail {

using namespace box_tree;

namespace {

constexpr std::size_t kBoxesPerPiece = 64;

// Always the last kBatch visits of the stack are made, whose nodes were asked for when they were put there.
template <int kRegister>
class ChangedProbes {
 public:
  CLEARANCE_INLINE ChangedProbes(const Node* nodes, const Box* boxes, const Vec3& origin, IndexTest has_changed,
                                 PairSink& sink)
      : nodes_(nodes), boxes_(boxes), origin_(origin), has_changed_(has_changed), sink_(sink) {}

  // At most kBoxesPerPiece of them.
  CLEARANCE_INLINE bool visit(std::uint32_t root, std::span<const std::uint32_t> changed) {
    for (const std::uint32_t index : changed) __builtin_prefetch(boxes_ + index);
    for (std::uint32_t probe = 0; probe < changed.size(); ++probe) {
      if (!is_box(boxes_[changed[probe]])) continue;
      keys_[probe] = keys_of(boxes_[changed[probe]], origin_);
      stack_[top_++] = {probe, root};
    }
    while (top_ > 0) {
      Visit batch[kBatch];
      const int count = std::min(top_, kBatch);
      top_ -= count;
      std::copy_n(stack_ + top_, count, batch);
      for (int k = 0; k < count; ++k)
        if (!look_at(batch[k], changed)) return false;
    }
    return true;
  }

 private:
  struct Visit {
    std::uint32_t probe, node;
  };
  static constexpr int kBatch = 32;

  CLEARANCE_INLINE bool look_at(Visit visit, std::span<const std::uint32_t> changed) {
    const Node& node = nodes_[visit.node];
    const KeyBox& keys = keys_[visit.probe];
    const std::uint32_t met = met_children<kRegister, false>(node, keys);
    ++sink_.work;
    if (node.level > 0)
      return for_each_bit(met, [&](int slot) {
        stack_[top_++] = {visit.probe, node.child[slot]};
        fetch(nodes_[node.child[slot]]);
        return true;
      });
    const std::uint32_t index = changed[visit.probe];
    // A pair of two changed boxes is the lower one's.
    const auto found = [&](std::uint32_t other) {
      return other == index || (other < index && has_changed_(other)) || sink_.add(index, other);
    };
    return for_each_box<kRegister>(node, keys, boxes_[index], met, boxes_, found);
  }

  const Node* nodes_;
  const Box* boxes_;
  const Vec3 origin_;
  IndexTest has_changed_;
  PairSink& sink_;
  int top_ = 0;
  KeyBox keys_[kBoxesPerPiece];
  // The stack has lower levels on higher ones, and visits of a level are added only while fewer than a batch are below
  // it: at most a batch and its children for each level.
  Visit stack_[kBoxesPerPiece + kMaxLevels * kBatch * (kWidth + 1)];
};

template <int kRegister>
CLEARANCE_INLINE bool probe_changed_body(const Node* nodes, std::uint32_t root, const Box* boxes, const Vec3& origin,
                                         std::span<const std::uint32_t> changed, IndexTest has_changed,
                                         PairSink& sink) {
  return ChangedProbes<kRegister>(nodes, boxes, origin, has_changed, sink).visit(root, changed);
}
CLEARANCE_DISPATCH(bool, probe_changed,
                   (const Node* nodes, std::uint32_t root, const Box* boxes, const Vec3& origin,
                    std::span<const std::uint32_t> changed, IndexTest has_changed, PairSink& sink),
                   probe_changed_body, (nodes, root, boxes, origin, changed, has_changed, sink))

}  // namespace

bool BoxTreeCore::visit_changed_pairs(std::span<const Box> boxes, std::span<const std::uint32_t> changed,
                                      IndexTest has_changed, const PairTarget& to, Workers& workers,
                                      const GoOn* go_on) {
  if (root_ == kNowhere) return true;
  if (changed.size() > size_ / 2) {
    const auto all = [&](const PairTarget& target) { return visit_pairs(boxes, target, workers, go_on).whole; };
    return visit_changed_ones(all, has_changed, to);
  }
  const auto work = [&](std::size_t k, PairSink& sink) {
    const std::size_t first = k * kBoxesPerPiece;
    return probe_changed(nodes_.data(), root_, boxes.data(), origin_,
                         changed.subspan(first, std::min(kBoxesPerPiece, changed.size() - first)), has_changed, sink);
  };
  const std::size_t count = (changed.size() + kBoxesPerPiece - 1) / kBoxesPerPiece;
  const PairPieces::Found found = pieces_.visit(count, work, to, workers, go_on);
  // A few boxes say little about the tree, and few movers do not spoil it.
  if (found.whole && changed.size() >= size_ / 16 && !changed.empty())
    watch(probe_watch_, found.work, changed.size());
  else
    nodes_visited_ += found.work;
  return found.whole;
}

}  // namespace clearance::detail
