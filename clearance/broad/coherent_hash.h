// Question: which boxes overlap, when they hardly moved since the last time?
// Method:   Mirtich 1997, §2.2: a box's label is in its tiles at its own and at all coarser resolutions, and stays
//           there. Entering or leaving a tile changes the close counters of the box and those it meets there at the
//           coarser one of their resolutions. Only tiles entered or left are touched.
// Proves:   counters above zero are the close pairs of Definition 1; the box test leaves those that overlap.
// Cost:     a comparison of tiles per moved box, a box test per close pair, and the changes. A box has at most (β+2)³
//           tiles per resolution. Labels of n boxes at all coarser resolutions, and counters, are kept.
#pragma once

#include <clearance/broad/broad_phase.h>
#include <clearance/broad/coherent_hash_counters.h>
#include <clearance/broad/coherent_hash_labels.h>
#include <clearance/broad/resolutions.h>

namespace clearance::detail {

struct CoherentHashOptions {
  // Tiles are nested, whatever this says: coarse ones follow from fine ones. Measured: finer tiles than the standard
  // scheme's pay, since staying in them costs nothing.
  TilingOptions tiling = {.alpha = 0.5, .beta = 2, .nested = true};
  // False: the close pairs of Definition 1 are reported instead of the overlapping ones, for the experiments.
  bool box_test = true;
  // More close pairs than this, and so many per box, are not counted any longer but found tile by tile at each call:
  // boxes all at one spot must not fill the memory with counters.
  std::size_t most_counters = std::size_t{1} << 20;
  std::size_t most_counters_per_box = 32;
};

class CoherentHash final : public BroadPhase {
 public:
  explicit CoherentHash(const CoherentHashOptions& options = {});
  std::unique_ptr<BroadPhase> clone() const override { return std::make_unique<CoherentHash>(*this); }

  // Of the last find_pairs or find_changed_pairs.
  const HashStatistics& statistics() const { return statistics_; }
  bool counting() const { return counting_; }

 private:
  // Where a box is; nowhere while it has no level.
  struct Place {
    std::int32_t level;
    TileRange tiles;  // at that level
    double per_rho;   // 1/ρ there, and 0 elsewhere

    friend bool operator==(const Place&, const Place&) = default;
  };
  static constexpr std::int32_t kNowhere = INT32_MIN, kUnbounded = INT32_MAX;
  static constexpr Place kNowherePlace = {kNowhere, {}, 0};
  struct Level {
    std::int32_t level;
    std::size_t residents;
  };

  void apply(std::span<const std::uint32_t> changed, Workers&) override;
  bool visit_pairs(PairVisitor visit, Workers& workers) override;
  bool visit_changed_pairs(std::span<const std::uint32_t> changed, PairVisitor visit, Workers& workers) override;
  bool visit_overlaps(const Box& probe, IndexVisitor visit, const GoOn* go_on) const override;
  std::size_t own_memory_bytes() const override;

  Place place_of(std::uint32_t index, const Place& before) const;
  bool update_levels(std::span<const std::uint32_t> changed);
  void rebuild();
  void update(std::uint32_t index, const Place& from, const Place& to);
  void move_labels(std::uint32_t index, const TileRange& from, const TileRange& to, std::int32_t level, bool resident);
  void change_labels(std::uint32_t index, const Place& place, bool enter);
  void enter(std::uint32_t index, const Cell& cell, bool resident);
  void leave(std::uint32_t index, const Cell& cell, bool resident);
  bool counters_full() const;
  std::size_t allowed_counters() const;
  TileRange tiles_at(const Place& place, std::int32_t level) const;
  template <class Wanted>
  bool visit_close(const Wanted& wanted, PairVisitor visit);
  template <class See>
  bool each_close_in_tiles(const See& see) const;

  CoherentHashOptions options_;
  int shift_;           // from one level to the next
  double least_share_;  // of ρ, for a box to keep its level
  HashStatistics statistics_;
  std::size_t touched_ = 0, counted_ = 0;  // since the last report
  std::vector<Place> places_, next_places_;
  std::vector<Level> levels_;  // those with tiles, fine to coarse; not emptied at once
  std::vector<std::uint32_t> unbounded_;
  CellLabels labels_;
  PairCounters counters_;
  bool counting_ = true;
};

}  // namespace clearance::detail
