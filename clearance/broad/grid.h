// Question: which boxes overlap, when most of them have moved since the last question, or when there is only one
//           question?
// Method:   everything is sorted anew into grids by size (grid/grid_index.h) at the first question after a change.
//           Nothing is kept in order between frames, so nothing has to be repaired.
// Cost:     about 50 ns per box and frame, pairs included, at any number of boxes; one moved box costs as much as
//           all.
#pragma once

#include <clearance/base/result.h>
#include <clearance/broad/grid/grid_index.h>

namespace clearance::detail {

class UniformGrid final : public BroadPhase {
 public:
  UniformGrid() = default;
  std::unique_ptr<BroadPhase> clone() const override { return std::unique_ptr<BroadPhase>(new UniformGrid(*this)); }

 private:
  // The copy sorts its own boxes when it is asked.
  UniformGrid(const UniformGrid& other) : BroadPhase(other) {}

  void apply(std::span<const std::uint32_t>, Workers&) override { sorted_ = false; }
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
  bool visit_overlaps(const Box& probe, IndexVisitor visit, const GoOn*) const override {
    return index_.visit_overlaps(probe, visit);
  }
  bool is_ready(ProbeKind kind) const override { return kind != ProbeKind::Overlaps || sorted_; }
  void make_ready(ProbeKind kind, std::size_t, Workers& workers) override {
    if (kind == ProbeKind::Overlaps) sort(workers);
  }
  std::size_t own_memory_bytes() const override { return index_.memory_bytes(); }
  void sort(Workers& workers);
  bool visit_all(const PairTarget& to, Workers& workers);
  bool visit_changed(std::span<const std::uint32_t> changed, const PairTarget& to, Workers& workers);

  GridIndex index_;
  bool sorted_ = false;
};

// One question about boxes wherever they are: pairs of their numbers, as a broad phase reports them. What is_box()
// denies is left out. False when the visitor ended it, or go_on.
bool find_box_pairs(std::span<const Box> boxes, PairVisitor visit, Workers& workers, const GoOn* go_on = nullptr);

// The same, collected; an error rather than more than `most` pairs.
Result<std::vector<IndexPair>> box_pairs(std::span<const Box> boxes, std::size_t most = std::size_t{1} << 26);

}  // namespace clearance::detail
