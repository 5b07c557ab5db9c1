// Question: which boxes overlap, when a few among very many move, and their sizes differ?
// Method:   a dynamic tree of boxes, refitted, repaired and rebuilt as need be; box_tree_core.h has it all.
// Proves:   as every broad phase.
// Cost:     O(log n) a moved box; about 60 bytes a box beside the boxes, some 30 more while and after it builds.
#pragma once

#include <clearance/broad/box_tree_core.h>
#include <clearance/broad/broad_phase.h>

namespace clearance {

class BoxTree final : public BroadPhase {
 public:
  std::unique_ptr<BroadPhase> clone() const override { return std::make_unique<BoxTree>(*this); }

  // The boxes that the closed segment may meet: surely all that it does, each once, roughly nearest first. False when
  // the visitor ended it, from within a visitor, and for coordinates that are NaN or infinite.
  bool find_on_segment(const Vec3& from, const Vec3& to, IndexVisitor visit);

  // For tests.
  const BoxTreeCore& core() const { return core_; }
  bool is_sound() const { return core_.is_sound(boxes()); }

 private:
  struct Segment {
    Vec3 from, to;
  };

  void apply(std::span<const std::uint32_t> changed) override { core_.update(boxes(), changed); }
  bool visit_pairs(PairVisitor visit, Workers& workers) override { return core_.visit_pairs(boxes(), visit, workers); }
  bool visit_changed_pairs(std::span<const std::uint32_t> changed, PairVisitor visit, Workers& workers) override;
  bool visit_overlaps(const Box& probe, IndexVisitor visit) override;
  std::size_t own_memory_bytes() const override { return core_.memory_bytes(); }

  BoxTreeCore core_;
  const Segment* segment_ = nullptr;  // set while find_on_segment asks
};

}  // namespace clearance
