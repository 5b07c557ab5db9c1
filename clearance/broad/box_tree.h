// Question: which boxes overlap, when a few among very many move, and their sizes differ?
// Method:   a dynamic tree of boxes, refitted, repaired and rebuilt as need be; tree/box_tree_core.h has it all.
// Proves:   as every broad phase.
// Cost:     O(log n) a moved box; about 60 bytes a box beside the boxes, some 30 more while and after it builds.
#pragma once

#include <clearance/broad/broad_phase.h>
#include <clearance/broad/tree/box_tree_core.h>

namespace clearance::detail {

class BoxTree final : public BroadPhase {
 public:
  std::unique_ptr<BroadPhase> clone() const override { return std::make_unique<BoxTree>(*this); }

  // For tests.
  const BoxTreeCore& core() const { return core_; }
  bool is_sound() const { return core_.is_sound(boxes()); }

 private:
  void apply(std::span<const std::uint32_t> changed, Workers& workers) override {
    core_.update(boxes(), changed, workers);
  }
  bool visit_pairs(PairVisitor visit, Workers& workers) override {
    return core_.visit_pairs(boxes(), {.in_order = &visit}, workers, go_on()).whole;
  }
  bool visit_pairs_in_parts(PartVisitor visit, Workers& workers) override {
    return core_.visit_pairs(boxes(), {.in_parts = &visit}, workers, go_on()).whole;
  }
  bool visit_changed_pairs(std::span<const std::uint32_t> changed, PairVisitor visit, Workers& workers) override {
    return visit_changed(changed, {.in_order = &visit}, workers);
  }
  bool visit_changed_pairs_in_parts(std::span<const std::uint32_t> changed, PartVisitor visit,
                                    Workers& workers) override {
    return visit_changed(changed, {.in_parts = &visit}, workers);
  }
  bool visit_changed(std::span<const std::uint32_t> changed, const PairTarget& to, Workers& workers);
  bool visit_overlaps(const Box& probe, IndexVisitor visit, const GoOn*) const override {
    return core_.visit_overlaps(boxes(), probe, visit);
  }
  // Roughly nearest first.
  bool visit_on_segment(Vec3 from, Vec3 to, IndexVisitor visit, const GoOn*) const override {
    return core_.visit_segment(boxes(), from, to, visit);
  }
  std::size_t own_memory_bytes() const override { return core_.memory_bytes(); }

  BoxTreeCore core_;
};

}  // namespace clearance::detail
