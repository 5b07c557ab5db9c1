// Question: which broad phase, when nobody wants to choose?
// Method:   boxes are sorted anew into grids (grid/grid_index.h) for single questions and worlds without coherence, or
//           kept in a tree (tree/box_tree_core.h) that a few movers, probes and rays cost little. Never both: each
//           question adds what the other would have saved to a debt, and once the debt would have paid for the
//           change, the other takes over (a rented ski is bought when the rent has paid for it: at most about twice
//           the best choice known in advance).
// Proves:   as every broad phase. Costs are counted in nodes and registers looked at, not in time, so the choice, and
//           with it the order of pairs, is the same on every machine and for any number of threads.
// Cost:     within 200 bytes a box, boxes included.
#pragma once

#include <clearance/broad/grid/grid_index.h>
#include <clearance/broad/tree/box_tree_core.h>

namespace clearance::detail {

class AutomaticBroadPhase final : public BroadPhase {
 public:
  AutomaticBroadPhase() = default;
  std::unique_ptr<BroadPhase> clone() const override {
    return std::unique_ptr<BroadPhase>(new AutomaticBroadPhase(*this));
  }

  // For tests and the curious: which of the two is in use.
  bool uses_tree() const { return uses_tree_; }

 private:
  AutomaticBroadPhase(const AutomaticBroadPhase& other);

  void apply(std::span<const std::uint32_t> changed, Workers& workers) override;
  bool visit_pairs(PairVisitor visit, Workers& workers) override { return visit_all({.in_order = &visit}, workers); }
  bool visit_pairs_in_parts(PartVisitor visit, Workers& workers) override {
    return visit_all({.in_parts = &visit}, workers);
  }
  bool visit_changed_pairs(std::span<const std::uint32_t> changed, PairVisitor visit, Workers& workers) override {
    return visit_changed(changed, {.in_order = &visit}, workers);
  }
  bool visit_changed_pairs_in_parts(std::span<const std::uint32_t> changed, PartVisitor visit,
                                    Workers& workers) override {
    return visit_changed(changed, {.in_parts = &visit}, workers);
  }
  bool visit_overlaps(const Box& probe, IndexVisitor visit, const GoOn* go_on) const override;
  bool visit_on_segment(Vec3 from, Vec3 to, IndexVisitor visit, const GoOn* go_on) const override;
  bool is_ready(ProbeKind kind) const override;
  void make_ready(ProbeKind kind, std::size_t count, Workers& workers) override;
  void make_ready_for_many(Workers& workers) override;
  std::size_t own_memory_bytes() const override { return grid_.memory_bytes() + tree_.memory_bytes(); }

  bool visit_all(const PairTarget& to, Workers& workers);
  bool visit_changed(std::span<const std::uint32_t> changed, const PairTarget& to, Workers& workers);
  bool visit_by_loops(PairSink& sink) const;
  double sorting() const;
  void sort(Workers& workers);
  void build(Workers& workers);
  void pay(double with_grid, double with_tree);
  void change_over();
  double boxes_in_all() const { return static_cast<double>(boxes().size()); }

  GridIndex grid_;
  BoxTreeCore tree_;
  bool uses_tree_ = false;
  bool sorted_ = false;  // the grid holds the boxes as they are
  bool built_ = false;   // the tree does
  // Nanoseconds, as estimated from what is counted.
  double debt_ = 0;        // what the other of the two would have saved
  double update_ = 0;      // what taking in the last changes cost the tree, or would have
  double grid_pairs_ = 0;  // a box's share in a search for all pairs; 0: not known yet
  double tree_pairs_ = 0;
  double patience_ = 1;  // grows with every tree given up
};

}  // namespace clearance::detail
