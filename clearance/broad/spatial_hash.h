// Question: which boxes overlap, when sizes differ widely and nothing is known from before?
// Method:   Mirtich 1997, §2.1, the standard scheme: a hierarchical hash table of tiles. Each box is stored at its own
//           resolution, in order of increasing resolution (the largest boxes first); before that, its tiles at this and
//           all coarser resolutions are looked up for other boxes. Built anew at every call.
// Proves:   all pairs that overlap are close (Definition 1: they share a tile at the coarser one of their resolutions);
//           the box test then leaves exactly those that overlap.
// Cost:     O(n·β³·log R + c) for sizes 1 : R and c close pairs (Theorems 1 and 2); no allocation once warm.
//           A box above kLargestTilingSize, such as an infinite one, is tested against all others.
#pragma once

#include <clearance/broad/broad_phase.h>
#include <clearance/broad/resolutions.h>

namespace clearance::detail {

struct SpatialHashOptions {
  TilingOptions tiling = {.alpha = 0.25, .beta = 2};  // measured: fewer cells checked or fewer close pairs cost more
  // False: the close pairs of Definition 1 are reported instead of the overlapping ones, for the experiments.
  bool box_test = true;
};

class SpatialHash final : public BroadPhase {
 public:
  explicit SpatialHash(const SpatialHashOptions& options = {});
  std::unique_ptr<BroadPhase> clone() const override { return std::make_unique<SpatialHash>(*this); }

  // Of the last find_pairs or find_changed_pairs.
  const HashStatistics& statistics() const { return statistics_; }
  const Resolutions& resolutions() const { return resolutions_; }

 private:
  struct Bucket {
    Cell cell;
    std::uint32_t first;  // of its entries
  };
  struct Entry {
    std::uint32_t label;  // box · 8 + one bit for each axis along which this is the box's lowest tile
    std::uint32_t next;
  };
  struct Hashed {  // a box about to be stored
    std::uint32_t index;
    std::int32_t resolution;
    TileRange tiles;  // at its own resolution
  };

  void apply(std::span<const std::uint32_t>, Workers&) override {}
  bool visit_pairs(PairVisitor visit, Workers& workers) override;
  std::size_t own_memory_bytes() const override;

  void choose_resolutions();
  void order_by_resolution();
  void clear_table();
  Bucket& bucket(const Cell& cell);
  bool check(const Hashed& x, int resolution, PairBlock& close);
  bool check_tile(std::uint32_t index, std::uint32_t lowest, const Cell& cell, PairBlock& close);
  void store(const Hashed& x);
  bool check_unbounded(PairBlock& close);
  bool report(std::uint32_t x, std::uint32_t y, PairBlock& close);

  SpatialHashOptions options_;
  HashStatistics statistics_;
  Resolutions resolutions_;
  std::vector<double> sizes_;
  std::vector<std::uint32_t> tiled_, unbounded_;  // the boxes of sizes_, and those of none
  std::vector<std::size_t> starts_;               // per resolution, in hashed_
  std::vector<Hashed> hashed_;
  std::vector<Bucket> buckets_;  // open addressing, a power of two of them, at most half full
  int bucket_bits_ = 0;
  std::vector<Entry> entries_;
};

}  // namespace clearance::detail
