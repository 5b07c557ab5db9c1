// Question: which boxes overlap, told from the order of their ends along the axes?
// Method:   Mirtich 1997, §2.3, after Cohen et al. (I-Collide): ends sorted along each axis and kept sorted by
//           insertion; each exchange of a low and a high end starts or stops an overlap along that axis. Where
//           exchanges explode because boxes cluster along an axis (Fig. 6), that axis is given up or all axes are
//           skewed.
// Proves:   the pairs kept overlap along all sorted axes, and are confirmed with the boxes: exactly those that
//           overlap.
// Cost:     O(n + exchanges + pairs kept) per call. Many new boxes, boxes that jump, and what no axis orders well: a
//           sort and one sweep. Memory for every pair kept; too many, and none is.
#pragma once

#include <clearance/broad/broad_phase.h>
#include <clearance/broad/coherent_hash_counters.h>

namespace clearance::detail {

struct SweepAndPruneOptions {
  enum class Boxes : std::uint8_t {
    Dynamic,     // the boxes as they are given
    FixedCubes,  // a cube about the centre of each, which grows when it must and never shrinks
  };
  enum class Cure : std::uint8_t {
    None,        // the paper's bad case, as it is
    Projection,  // the clustered axis is left out: pairs of the projection to the others are kept
    SkewedAxes,  // all axes are turned, so that all three coordinates vary along a table top
    Automatic,   // Projection, and SkewedAxes where that keeps many more pairs than overlap
  };
  Boxes boxes = Boxes::Dynamic;
  Cure cure = Cure::Automatic;
  // More exchanges than that along one axis in one call: a sort is cheaper; twice in a row: the axis needs the cure.
  std::size_t most_swaps_per_end = 16;
  // More pairs than this, and so many per box, are not kept but found by a sweep at each call.
  std::size_t most_pairs = std::size_t{1} << 20;
  std::size_t most_pairs_per_box = 32;
};

struct SweepStatistics {
  std::size_t boxes = 0;
  std::size_t swaps[3] = {0, 0, 0};  // since the call before, along each axis
  std::size_t pair_changes = 0;      // pairs that came into or left the set kept
  std::size_t pairs_kept = 0;
  std::size_t pairs_tested = 0;  // by sweeps, if any
  std::size_t overlapping_pairs = 0;
  int sorted_axes = 0;  // 3, or 2 in a projection; 0: every call sweeps
  bool skewed = false;
};

class SweepAndPrune final : public BroadPhase {
 public:
  explicit SweepAndPrune(const SweepAndPruneOptions& options = {}) : options_(options) {}
  std::unique_ptr<BroadPhase> clone() const override { return std::make_unique<SweepAndPrune>(*this); }

  // Of the last find_pairs or find_changed_pairs.
  const SweepStatistics& statistics() const { return statistics_; }

 private:
  struct Interval {
    double low, high;
  };
  // What is sorted: intervals along the three axes, each around that of the box.
  struct Bounds {
    Interval axis[3];
  };
  struct End {
    double value;
    std::uint32_t tag;  // box · 2, plus 1 for the high end
  };
  struct Start {
    double low;
    std::uint32_t box;
  };

  void apply(std::span<const std::uint32_t> changed, Workers&) override;
  bool visit_pairs(PairVisitor visit, Workers& workers) override;
  bool visit_changed_pairs(std::span<const std::uint32_t> changed, PairVisitor visit, Workers& workers) override;
  std::size_t own_memory_bytes() const override;

  Bounds bounds_of(std::uint32_t index);
  bool overlap_along(std::uint32_t i, std::uint32_t j, unsigned axes) const;
  bool keeps_pairs() const { return sorted_ != 0; }

  void take_out();
  void bring_in();
  bool sort_axis(int axis);
  void cure(unsigned exploded);
  void cure_costly_projection();
  void retry();
  void rebuild();
  void sort_all_axes(bool skewed);
  void keep_none();
  std::size_t most_pairs() const;
  void sort_starts();
  int best_axis(unsigned axes) const;
  template <class See>
  bool sweep(int axis, unsigned others, const GoOn* go_on, const See& see);
  template <class Wanted>
  bool visit_kept(const Wanted& wanted, PairVisitor visit);

  SweepAndPruneOptions options_;
  SweepStatistics statistics_;
  std::vector<Bounds> bounds_;
  std::vector<double> radii_;            // of the fixed cubes
  std::vector<std::uint8_t> present_;    // in the lists of ends
  std::vector<std::uint32_t> arrivals_;  // placed, and not yet in the lists
  std::size_t departures_ = 0;
  std::vector<End> ends_[3], new_ends_, merged_;
  PairCounters pairs_;
  std::vector<Start> starts_;  // for sweeps, in the order of the last one
  int starts_axis_ = 0;
  unsigned sorted_ = 7;  // axes whose ends are kept sorted, one bit each
  bool skewed_ = false;
  unsigned exploded_before_ = 0;  // axes with too many exchanges in the last call
  std::size_t calls_cured_ = 0, patience_ = 64;
  std::size_t swaps_[3] = {0, 0, 0}, pair_changes_ = 0;  // since the last report
  std::size_t tested_ = 0;
};

}  // namespace clearance::detail
