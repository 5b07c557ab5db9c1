// Question: how large should the tiles of space be, when boxes differ a thousandfold?
// Method:   Mirtich 1997, §2.1: a minimal sequence of tiling resolutions, such that every box X finds one with
//           α ≤ sz(X)/ρ ≤ β; the tiling map τ of equation (1).
// Proves:   Lemma 1: no more than ⌈log_{β/α}(largest/smallest)⌉ resolutions (and one where all sizes are equal).
//           τ is monotone in doubles, also where it is clamped: boxes that share a point share a tile.
// Notation: α, β, ρ, res, sz, τ as in the paper. Resolutions are numbered as in Definition 1, from coarse to fine (the
//           proof of Lemma 1 counts from fine), but from 0.
#pragma once

#include <clearance/bvh/box.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace clearance::detail {

// Taken into 2^-10 ≤ α ≤ 0.9 and 1 ≤ β ≤ 4, and α ≤ β/2 for nested tiles: always some valid choice.
struct TilingOptions {
  double alpha = 0.5;
  double beta = 1;
  // Tiles of powers of two: each lies in one tile of every coarser resolution. At most one resolution more than
  // Lemma 1.
  bool nested = false;
};
TilingOptions valid(TilingOptions options);

// For the experiments: what the last call did.
struct HashStatistics {
  std::size_t boxes = 0;
  std::size_t resolutions = 0;
  std::size_t cells_checked = 0;      // standard: buckets looked into for other boxes (Theorem 1)
  std::size_t cells_touched = 0;      // coherent: cells entered and left since the call before
  std::size_t counters_changed = 0;   // coherent: increments and decrements of close counters
  std::size_t close_pairs = 0;        // Definition 1
  std::size_t overlapping_pairs = 0;  // of them, after the box test
};

// sz(X): the longest side; infinite where an end is, or where it overflows.
inline double box_size(const Box& box) {
  return larger(box.high.x - box.low.x, larger(box.high.y - box.low.y, box.high.z - box.low.z));
}

// The size by which a box gets its resolution: sz(X), but at least 2^-27 of its largest coordinate, and 2^-900. So
// points and flat boxes have one, tiles are numbered within ±2^29 (β ≤ 4) wherever they are, and no 1/ρ overflows.
double tiling_size(const Box& box);
// A box larger than this, infinite ones included, is in no tile: it is compared with every other box.
inline constexpr double kLargestTilingSize = 0x1p1000;

// The one resolution of nested tiles for that size: ρ = 2^(s·level), s = ⌊log2(β/α)⌋, with ρβ/2^s < size ≤ ρβ.
int nested_level(double size, const TilingOptions& options);
int nested_shift(const TilingOptions& options);  // s
double nested_rho(int level, const TilingOptions& options);

// One coordinate of τ: ⌊x/ρ⌋, given 1/ρ, clamped to less than 2^30 in size; that is for probes, boxes stay below.
inline constexpr std::int32_t kMaxTile = (1 << 30) - 1;
inline std::int32_t tile(double x, double per_rho) {
  const double t = x * per_rho;
  if (t >= kMaxTile) return kMaxTile;
  if (t <= -kMaxTile) return -kMaxTile;
  const auto truncated = static_cast<std::int32_t>(t);              // std::floor is a call on plain x86-64
  return truncated - (t < truncated || (t == 0 && x < 0) ? 1 : 0);  // below zero also where the product underflows
}

// The tiles a box intersects: those between the images under τ of its lowest and its highest corner.
struct TileRange {
  std::int32_t low[3], high[3];

  friend bool operator==(const TileRange&, const TileRange&) = default;
  std::size_t count() const {
    std::size_t product = 1;
    for (int i = 0; i < 3; ++i) product *= static_cast<std::size_t>(high[i] - low[i]) + 1;
    return product;
  }
  bool holds(int x, int y, int z) const {
    return low[0] <= x && x <= high[0] && low[1] <= y && y <= high[1] && low[2] <= z && z <= high[2];
  }
};
inline TileRange tiles_of(const Box& box, double per_rho) {
  return {{tile(box.low.x, per_rho), tile(box.low.y, per_rho), tile(box.low.z, per_rho)},
          {tile(box.high.x, per_rho), tile(box.high.y, per_rho), tile(box.high.z, per_rho)}};
}
inline bool share_a_tile(const TileRange& a, const TileRange& b) {
  for (int i = 0; i < 3; ++i)
    if (a.low[i] > b.high[i] || b.low[i] > a.high[i]) return false;
  return true;
}

// overlap(), as one condition that the processor need not guess piece by piece: most close pairs fail somewhere.
inline bool overlap_at_once(const Box& a, const Box& b) {
  return ((a.low.x <= b.high.x) & (b.low.x <= a.high.x) & (a.low.y <= b.high.y) & (b.low.y <= a.high.y) &
          (a.low.z <= b.high.z) & (b.low.z <= a.high.z)) != 0;
}

// A tile of one resolution, as a key of a hash table.
struct Cell {
  std::int32_t x, y, z, level;

  friend bool operator==(const Cell&, const Cell&) = default;
};
inline std::uint64_t hash(const Cell& cell) {
  const auto word = [](std::int32_t i) { return static_cast<std::uint64_t>(static_cast<std::uint32_t>(i)); };
  std::uint64_t h = (word(cell.x) | word(cell.y) << 32) * 0x9e3779b97f4a7c15u;
  h ^= h >> 29;
  h = (h + (word(cell.z) | word(cell.level) << 32)) * 0xd6e8feb86659fd93u;
  return h ^ (h >> 32);
}

// The minimal sequence ρ_0 > ρ_1 > … for given sizes. Keeps its memory from one choice to the next.
class Resolutions {
 public:
  // Sizes as of tiling_size(), none above kLargestTilingSize.
  void choose(std::span<const double> sizes, const TilingOptions& options);

  int count() const { return static_cast<int>(steps_.size()); }
  double rho(int k) const { return steps_[static_cast<std::size_t>(k)].rho; }
  double per_rho(int k) const { return steps_[static_cast<std::size_t>(k)].per_rho; }
  // res(X), for a size that was among those of choose().
  int resolution(double size) const;

  std::size_t memory_bytes() const { return steps_.capacity() * sizeof(Step) + left_.capacity() * sizeof(double); }

 private:
  struct Step {
    double rho, per_rho;
    double smallest;  // of the sizes it serves
  };

  std::vector<Step> steps_;   // from coarse to fine
  std::vector<double> left_;  // sizes without a resolution, while choosing
};

}  // namespace clearance::detail
