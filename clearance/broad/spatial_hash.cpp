#include <clearance/broad/spatial_hash.h>

#include <bit>

namespace clearance::detail {
namespace {

constexpr std::uint32_t kNone = ~std::uint32_t{0};
constexpr Cell kNoCell = {0, 0, 0, -1};

// One bit for each axis along which (x, y, z) is the lowest tile of the range.
std::uint32_t lowest_bits(const TileRange& tiles, int x, int y, int z) {
  return (x == tiles.low[0] ? 1u : 0u) | (y == tiles.low[1] ? 2u : 0u) | (z == tiles.low[2] ? 4u : 0u);
}

}  // namespace

SpatialHash::SpatialHash(const SpatialHashOptions& options) : options_(options) {
  options_.tiling = valid(options.tiling);
}

bool SpatialHash::visit_pairs(PairVisitor visit, Workers&) {
  statistics_ = {};
  choose_resolutions();
  order_by_resolution();
  clear_table();
  PairBlock close(visit);
  Pace pace(go_on());
  for (const Hashed& x : hashed_) {
    if (!pace.goes_on()) return false;
    for (int k = 0; k <= x.resolution; ++k)
      if (!check(x, k, close)) return false;
    store(x);
  }
  return check_unbounded(close) && close.flush();
}

void SpatialHash::choose_resolutions() {
  sizes_.clear();
  tiled_.clear();
  unbounded_.clear();
  for (std::uint32_t index = 0; index < boxes().size(); ++index) {
    if (!is_box(boxes()[index])) continue;
    const double size = tiling_size(boxes()[index]);
    if (size > kLargestTilingSize) {
      unbounded_.push_back(index);
    } else {
      tiled_.push_back(index);
      sizes_.push_back(size);
    }
  }
  resolutions_.choose(sizes_, options_.tiling);
  statistics_.boxes = tiled_.size() + unbounded_.size();
  statistics_.resolutions = static_cast<std::size_t>(resolutions_.count());
}

// A counting sort: coarse first, and by index among equals.
void SpatialHash::order_by_resolution() {
  starts_.assign(static_cast<std::size_t>(resolutions_.count()) + 1, 0);
  for (double& size : sizes_) {
    const int resolution = resolutions_.resolution(size);
    ++starts_[static_cast<std::size_t>(resolution) + 1];
    size = resolution;
  }
  for (std::size_t k = 1; k < starts_.size(); ++k) starts_[k] += starts_[k - 1];
  hashed_.resize(tiled_.size());
  for (std::size_t i = 0; i < tiled_.size(); ++i) {
    const int resolution = static_cast<int>(sizes_[i]);
    hashed_[starts_[static_cast<std::size_t>(resolution)]++] = {
        tiled_[i], resolution, tiles_of(boxes()[tiled_[i]], resolutions_.per_rho(resolution))};
  }
}

void SpatialHash::clear_table() {
  std::size_t labels = 0;
  for (const Hashed& x : hashed_) labels += x.tiles.count();
  entries_.clear();
  entries_.reserve(labels);
  bucket_bits_ = static_cast<int>(std::bit_width(2 * labels + 1));
  buckets_.assign(std::size_t{1} << bucket_bits_, {kNoCell, kNone});
}

// The bucket of that cell, or the empty one where it would be.
SpatialHash::Bucket& SpatialHash::bucket(const Cell& cell) {
  std::size_t at = hash(cell) >> (64 - bucket_bits_);
  while (buckets_[at].first != kNone && buckets_[at].cell != cell) at = (at + 1) & (buckets_.size() - 1);
  return buckets_[at];
}

bool SpatialHash::check(const Hashed& x, int resolution, PairBlock& close) {
  const TileRange tiles =
      resolution == x.resolution ? x.tiles : tiles_of(boxes()[x.index], resolutions_.per_rho(resolution));
  for (int c = tiles.low[2]; c <= tiles.high[2]; ++c)
    for (int b = tiles.low[1]; b <= tiles.high[1]; ++b)
      for (int a = tiles.low[0]; a <= tiles.high[0]; ++a)
        if (!check_tile(x.index, lowest_bits(tiles, a, b, c), {a, b, c, resolution}, close)) return false;
  return true;
}

// Of the tiles two boxes share, the lowest speaks for them: along each axis it is the lowest of one or the other.
bool SpatialHash::check_tile(std::uint32_t index, std::uint32_t lowest, const Cell& cell, PairBlock& close) {
  ++statistics_.cells_checked;
  for (std::uint32_t at = bucket(cell).first; at != kNone; at = entries_[at].next) {
    const std::uint32_t label = entries_[at].label;
    if (((label | lowest) & 7) == 7 && !report(index, label >> 3, close)) return false;
  }
  return true;
}

void SpatialHash::store(const Hashed& x) {
  const TileRange& tiles = x.tiles;
  for (int c = tiles.low[2]; c <= tiles.high[2]; ++c)
    for (int b = tiles.low[1]; b <= tiles.high[1]; ++b)
      for (int a = tiles.low[0]; a <= tiles.high[0]; ++a) {
        const Cell cell = {a, b, c, x.resolution};
        Bucket& place = bucket(cell);
        const auto entry = static_cast<std::uint32_t>(entries_.size());
        entries_.push_back({x.index << 3 | lowest_bits(tiles, a, b, c), place.first});
        place = {cell, entry};
      }
}

bool SpatialHash::check_unbounded(PairBlock& close) {
  Pace pace(go_on(), 1);
  for (std::size_t i = 0; i < unbounded_.size(); ++i) {
    if (!pace.goes_on()) return false;
    for (const std::uint32_t y : tiled_)
      if (!report(unbounded_[i], y, close)) return false;
    for (std::size_t j = i + 1; j < unbounded_.size(); ++j)
      if (!report(unbounded_[i], unbounded_[j], close)) return false;
  }
  return true;
}

bool SpatialHash::report(std::uint32_t x, std::uint32_t y, PairBlock& close) {
  ++statistics_.close_pairs;
  if (options_.box_test && !overlap_at_once(boxes()[x], boxes()[y])) return true;
  ++statistics_.overlapping_pairs;
  return close.add(x, y);
}

std::size_t SpatialHash::own_memory_bytes() const {
  return resolutions_.memory_bytes() + sizes_.capacity() * sizeof(double) +
         (tiled_.capacity() + unbounded_.capacity()) * sizeof(std::uint32_t) +
         starts_.capacity() * sizeof(std::size_t) + hashed_.capacity() * sizeof(Hashed) +
         buckets_.capacity() * sizeof(Bucket) + entries_.capacity() * sizeof(Entry);
}

}  // namespace clearance::detail
