// Question: which boxes overlap, looked at region by region?
// Method:   Chung 1996, §3.1, steps 1 and 2: space is cut into regions of equal size, each box belongs to every region
//           it overlaps, and within each region boxes are swept along one axis in the order of their low ends.
// Proves:   boxes that overlap share a region; of those the one with the larger of the low corners reports the pair,
//           which is then tested as it is.
// Cost:     O(n + entries + pairs tested), entries being held below 4 n by the size of the regions. A box in more than
//           an eighth of all regions, such as an infinite one, is tested against all others: an eighth of them or more
//           overlap it, if they are spread evenly.
#pragma once

#include <clearance/broad/broad_phase.h>

namespace clearance::detail {

struct SpacePartitionOptions {
  // Regions are made coarser until boxes belong to no more than this many on average.
  double most_entries_per_box = 4;
  // And until no more regions than this are there, per box.
  double most_regions_per_box = 0.5;
};

struct PartitionStatistics {
  std::size_t boxes = 0;
  std::size_t regions = 0;
  std::size_t entries = 0;   // boxes in regions, each as often as it is in one
  std::size_t large = 0;     // boxes in no region: compared with all
  std::size_t swaps = 0;     // to sort the regions' boxes
  std::size_t searches = 0;  // sizes tried for the regions; 0 where the old ones still served
  std::size_t pairs_tested = 0;
  std::size_t overlapping_pairs = 0;
};

class SpacePartition final : public BroadPhase {
 public:
  explicit SpacePartition(const SpacePartitionOptions& options = {}) : options_(options) {}
  std::unique_ptr<BroadPhase> clone() const override { return std::make_unique<SpacePartition>(*this); }

  // Of the last find_pairs or find_changed_pairs.
  const PartitionStatistics& statistics() const { return statistics_; }

 private:
  // The regions: count[i] of them along axis i, from origin[i] on. Those at the rim reach to infinity.
  struct Cut {
    double origin[3] = {0, 0, 0};
    double per_side[3] = {0, 0, 0};
    std::int32_t count[3] = {1, 1, 1};
  };
  // A box's regions along each axis.
  struct Span {
    std::int32_t low[3], high[3];
    std::size_t count() const;
  };
  struct Entry {
    double low;           // along the axis that is swept
    std::uint32_t label;  // box · 8 + one bit for each axis along which this is the box's lowest region
  };

  void apply(std::span<const std::uint32_t>, Workers&) override { stale_ = true; }
  bool visit_pairs(PairVisitor visit, Workers& workers) override;
  bool visit_overlaps(const Box& probe, IndexVisitor visit, const GoOn* go_on) const override;
  bool is_ready(ProbeKind kind) const override { return kind != ProbeKind::Overlaps || !stale_; }
  void make_ready(ProbeKind kind, std::size_t count, Workers& workers) override;
  std::size_t own_memory_bytes() const override;

  void partition();
  void choose_cut();
  void sample(std::vector<double> (&centres)[3], std::vector<double>& sizes) const;
  std::size_t regions() const;
  Span span_of(const Box& box) const;
  std::size_t most_regions_of_a_box() const;
  std::size_t count_entries() const;
  void renew_order();
  void fill_regions();
  void sort_region(std::span<Entry> region);
  bool sweep_region(std::span<const Entry> region, Pace& pace, PairBlock& block);
  bool compare_large(PairBlock& block);
  bool test(std::uint32_t i, std::uint32_t j, PairBlock& block);
  std::span<Entry> region(std::size_t k) { return {entries_.data() + starts_[k], entries_.data() + starts_[k + 1]}; }
  std::span<const Entry> region(std::size_t k) const {
    return {entries_.data() + starts_[k], entries_.data() + starts_[k + 1]};
  }
  template <class See>
  bool each_region(const Span& span, const See& see) const;

  SpacePartitionOptions options_;
  PartitionStatistics statistics_;
  bool stale_ = true;
  Cut cut_;       // kept as long as it serves
  int axis_ = 0;  // of the sweeps
  std::size_t size_at_choice_ = 0, tested_at_choice_ = 0;
  bool must_choose_ = true;
  std::vector<std::uint32_t> order_;  // the boxes in regions, region by region as of the last call
  std::vector<std::uint32_t> large_;  // and those in none
  std::vector<std::uint8_t> listed_;  // in one of the two, while they are made
  std::vector<Span> spans_;           // in that order
  std::vector<std::size_t> starts_;   // of each region, in entries_
  std::vector<Entry> entries_;
};

}  // namespace clearance::detail
