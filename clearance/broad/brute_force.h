// Question: which boxes overlap, without any cleverness?
// Method:   every box against every later one, eight at a time by the floats below their ends
//           (tree/box_tree_node.h); what these do not tell apart, overlap() decides: the reference for all others.
// Cost:     n²/2 comparisons of boxes, 0.2 ns each; faster than the box tree up to some 128 boxes.
#pragma once

#include <clearance/broad/broad_phase.h>
#include <clearance/broad/tree/box_tree_node.h>

#include <vector>

namespace clearance::detail {

class BruteForce final : public BroadPhase {
 public:
  std::unique_ptr<BroadPhase> clone() const override { return std::make_unique<BruteForce>(*this); }

  // The keys of the boxes 8k … 8k + 7; NaN where there is none.
  struct alignas(64) Eight {
    float low[3][box_tree::kWidth], high[3][box_tree::kWidth];

    box_tree::KeyBox keys(std::uint32_t lane) const {
      return {{low[0][lane], low[1][lane], low[2][lane]}, {high[0][lane], high[1][lane], high[2][lane]}};
    }
    void set_keys(std::uint32_t lane, const box_tree::KeyBox& keys) {
      for (int axis = 0; axis < 3; ++axis) low[axis][lane] = keys.low[axis], high[axis][lane] = keys.high[axis];
    }
  };

 private:
  void apply(std::span<const std::uint32_t> changed, Workers&) override;
  bool visit_pairs(PairVisitor visit, Workers& workers) override;
  bool visit_changed_pairs(std::span<const std::uint32_t> changed, PairVisitor visit, Workers& workers) override;
  bool visit_overlaps(const Box& probe, IndexVisitor visit, const GoOn* go_on) const override;
  std::size_t own_memory_bytes() const override { return eights_.capacity() * sizeof(Eight); }

  std::vector<Eight> eights_;
};

}  // namespace clearance::detail
