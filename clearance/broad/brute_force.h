// Question: which boxes overlap, without any cleverness?
// Method:   every box against every later one, a register of them at a time: the reference for all other methods.
// Cost:     n²/2 box tests; the fastest of all up to a few dozen boxes.
#pragma once

#include <clearance/broad/broad_phase.h>

namespace clearance {

class BruteForce final : public BroadPhase {
 public:
  std::unique_ptr<BroadPhase> clone() const override { return std::make_unique<BruteForce>(*this); }

 private:
  void apply(std::span<const std::uint32_t>) override {}
  bool visit_pairs(PairVisitor visit, Workers& workers) override;
  std::size_t own_memory_bytes() const override { return 0; }
};

}  // namespace clearance
