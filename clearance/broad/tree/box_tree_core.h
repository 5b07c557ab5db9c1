// Question: which boxes of an array overlap, when some of them move, come and go?
// Method:   a tree of eight-wide nodes with all boxes on the lowest level (Guttman's R-tree), bulk-built from the top
//           by greedy splits (García, López and Leutenegger 1998). Many movers: all bounds are refitted at once. Few:
//           each is refitted where it stays near its neighbours, else taken out and put in where it adds least
//           surface. When the nodes lie over one another far more than after the last build, or what the visits did
//           too much since then would have paid for another, the tree is built anew.
// Proves:   the same promises as BroadPhase, for the boxes passed with each call.
// Cost:     a moved box: O(log n); all pairs: O(n + pairs) where boxes are small; see docs/broad/box_tree.md.
#pragma once

#include <clearance/base/function_ref.h>
#include <clearance/base/workers.h>
#include <clearance/broad/broad_phase.h>
#include <clearance/broad/pair_pieces.h>
#include <clearance/broad/tree/box_tree_node.h>
#include <clearance/bvh/box.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace clearance::detail {

// Holds no boxes: every call is given the same array, by index, kNoBox where there is none, and after a change of the
// array the next call is build() or update().
class BoxTreeCore {
 public:
  // Forgets everything and takes in all boxes.
  void build(std::span<const Box> boxes, Workers& workers);
  // Takes in what changed since the last build or update: each index once, ascending; moved, new or gone.
  void update(std::span<const Box> boxes, std::span<const std::uint32_t> changed, Workers& workers);
  void clear();

  std::size_t size() const { return size_; }

  // All overlapping pairs; false when the visitor or go_on ended it, as below.
  PairPieces::Found visit_pairs(std::span<const Box> boxes, const PairTarget& to, Workers& workers,
                                const GoOn* go_on = nullptr);
  // Those with at least one end in `changed` (ascending), for which has_changed must be true, and for no other.
  bool visit_changed_pairs(std::span<const Box> boxes, std::span<const std::uint32_t> changed, IndexTest has_changed,
                           const PairTarget& to, Workers& workers, const GoOn* go_on = nullptr);
  // The boxes that overlap the probe.
  bool visit_overlaps(std::span<const Box> boxes, const Box& probe, IndexVisitor visit) const;
  // The boxes for which segment_may_meet(), roughly nearest first.
  bool visit_segment(std::span<const Box> boxes, const Vec3& from, const Vec3& to, IndexVisitor visit) const;

  // Everything kept between calls.
  std::size_t memory_bytes() const;

  // For tests: every box once, under bounds that hold it, and all links there and back.
  bool is_sound(std::span<const Box> boxes) const;
  // Nodes (or pairs of nodes) looked at by all visits of pairs and all updates so far, and how often the tree was
  // built.
  std::uint64_t nodes_visited() const { return nodes_visited_; }
  std::uint64_t builds() const { return builds_; }
  int levels() const { return root_ == box_tree::kNowhere ? 0 : nodes_[root_].level + 1; }

 private:
  using Node = box_tree::Node;
  using KeyBox = box_tree::KeyBox;

  struct Item {
    KeyBox keys;
    std::uint32_t index;
  };
  struct NodePair {
    std::uint32_t a, b;
  };
  // What one unit (a box, a probe) cost a kind of visit at best since the last build; 0: not yet known.
  struct Watch {
    double least = 0;
  };

  // Items begin … end−1 are to be `count` children of a node, from slot `first` on.
  struct Job {
    std::size_t begin = 0, end = 0;
    std::uint32_t node = 0;
    std::size_t first = 0, count = 0;
  };

  // box_tree_build.cpp
  void gather_items(std::span<const Box> boxes, Workers& workers);
  Job begin_node(std::uint32_t node, int level, std::uint32_t above, std::size_t begin, std::size_t end);
  void divide(const Job& job, FunctionRef<void(const Job&)> then);
  void build_below(const Job& job);

  // box_tree_core.cpp
  std::uint32_t new_node(int level);
  void make_node(std::uint32_t node, int level);
  void free_node(std::uint32_t node);
  void attach(std::uint32_t node, int slot, const KeyBox& keys, std::uint32_t child);
  void insert(std::uint32_t index, const KeyBox& keys);
  void add_child(std::uint32_t node, KeyBox keys, std::uint32_t child);
  std::uint32_t split(std::uint32_t node, const KeyBox& keys, std::uint32_t child);
  void erase(std::uint32_t index);
  void move(std::uint32_t index, const KeyBox& keys);
  void set_bounds(std::uint32_t node, KeyBox bounds);

  // box_tree_update.cpp
  void update_each(std::span<const Box> boxes, std::span<const std::uint32_t> changed, bool moved_too);
  std::size_t come_or_gone(std::span<const Box> boxes, std::span<const std::uint32_t> changed, Workers& workers) const;
  void refit(std::span<const Box> boxes, Workers& workers);
  KeyBox refit_below(std::uint32_t node, int done);
  void fetch_ahead(std::span<const Box> boxes, std::span<const std::uint32_t> changed) const;
  double slackness(Workers& workers) const;
  bool is_wasteful() const;

  // box_tree_visit.cpp
  std::uint64_t split_joins(std::size_t enough);
  void watch(Watch& watched, std::uint64_t work, std::size_t units);

  UnwrittenVector<Node> nodes_;
  UnwrittenVector<std::uint32_t> where_;  // by index: node · kWidth + slot, or kNowhere
  std::uint32_t root_ = box_tree::kNowhere;
  Vec3 origin_;                              // of the keys, since the last build
  std::uint32_t free_ = box_tree::kNowhere;  // the first free node
  std::size_t nodes_used_ = 0;
  std::size_t size_ = 0;
  double built_slackness_ = 0;  // slackness() after the last build
  Watch join_watch_, probe_watch_;
  double debt_ = 0;               // nodes looked at beyond the best since the last build
  std::size_t moved_unseen_ = 0;  // single updates since slackness() was last looked at
  std::uint64_t nodes_visited_ = 0;
  std::uint64_t builds_ = 0;

  // Kept for their memory alone.
  UnwrittenVector<Item> items_;
  std::vector<Job> jobs_, next_jobs_;
  std::vector<std::uint32_t> subtrees_, next_subtrees_;
  std::vector<NodePair> joins_, next_joins_;
  PairPieces pieces_;
};

}  // namespace clearance::detail
