// The questions a built GridIndex answers.
#include <clearance/broad/grid/grid_index.h>

#include <clearance/base/simd.h>

#include <algorithm>

namespace clearance::detail {
namespace {

constexpr std::uint32_t kBlockSize = GridIndex::kBlockSize;
constexpr std::size_t kRunsAtOnce = 256;
// Registers of boxes tested between two looks at whether to go on: some tens of microseconds.
constexpr std::uint32_t kTestsPerLook = 16;
// Changed boxes in a piece of the search for their pairs.
constexpr std::size_t kProbesPerPiece = 64;

struct Numbers {
  float origin, inverse, least, most;
};

CLEARANCE_INLINE std::int32_t number_of(float x, Numbers n) {
  const float place = (x - n.origin) * n.inverse;
  const float above = place > n.least ? place : n.least;
  return static_cast<std::int32_t>(above < n.most ? above : n.most);
}

// Cell numbers of x − back, for a block of them.
template <int>
CLEARANCE_INLINE void number_body(const float* x, float back, Numbers n, std::int32_t* numbers) {
  for (std::uint32_t k = 0; k < kBlockSize; ++k) numbers[k] = number_of(x[k] - back, n);
}
CLEARANCE_DISPATCH(void, number_block, (const float* x, float back, Numbers n, std::int32_t* numbers), number_body,
                   (x, back, n, numbers))

}  // namespace

// The cells a block of consecutive boxes reaches in a level, by role of the axis.
struct GridIndex::Block {
  std::int32_t own[3][kBlockSize], from[3][kBlockSize], to[3][kBlockSize];
};

// One thread's share of the search.
class GridIndex::Search {
 public:
  Search(const GridIndex& grid, PairSink& sink, const GoOn* go_on)
      : grid_(grid), sink_(sink), pace_(go_on, kTestsPerLook) {
    const std::size_t stride = grid.column_stride();
    for (std::size_t a = 0; a < 3; ++a) {
      columns_.low[a] = grid.columns_.data() + a * stride;
      columns_.high[a] = grid.columns_.data() + (a + 3) * stride;
    }
    columns_.index = grid.sorted_.index().data();
    columns_.boxes = grid.boxes_.data();
  }

  // All pairs that the boxes of a block find. False when the sink wants no more or the search is over.
  bool block(std::size_t number) {
    std::size_t level = 0;
    while (level + 1 < grid_.levels_.size() && grid_.levels_[level + 1].first_block <= number) ++level;
    const GridLevel& its = grid_.levels_[level];
    const std::uint32_t first = its.begin + static_cast<std::uint32_t>(number - its.first_block) * kBlockSize;
    return stretch(level, first, std::min(first + kBlockSize, its.end)) && test();
  }

  static std::uint32_t row(const GridLevel& level, std::int32_t y, std::int32_t z) {
    const GridAxis& ay = level.axis[level.role[1]];
    const GridAxis& az = level.axis[level.role[2]];
    return level.first_cell + static_cast<std::uint32_t>(y & ay.mask) * ay.stride +
           static_cast<std::uint32_t>(z & az.mask) * az.stride;
  }

 private:
  // Of boxes begin … end-1 of a level.
  bool stretch(std::size_t level, std::uint32_t begin, std::uint32_t end) {
    Block cells;
    for (std::size_t coarser = 0; coarser < level; ++coarser) {
      if (grid_.levels_[coarser].cells == 1) {
        for (std::uint32_t p = begin; p < end; ++p)
          if (!add(p, grid_.levels_[coarser].begin, grid_.levels_[coarser].end)) return false;
        continue;
      }
      locate(grid_.levels_[coarser], begin, cells, false);
      for (std::uint32_t p = begin; p < end; ++p)
        if (!across(grid_.levels_[coarser], p, p - begin, cells)) return false;
    }
    if (grid_.levels_[level].cells == 1) {
      for (std::uint32_t p = begin; p < end; ++p)
        if (!add(p, p + 1, grid_.levels_[level].end)) return false;
      return true;
    }
    locate(grid_.levels_[level], begin, cells, true);
    for (std::uint32_t p = begin; p < end; ++p)
      if (!within(grid_.levels_[level], p, p - begin, cells)) return false;
    return true;
  }

  void locate(const GridLevel& level, std::uint32_t begin, Block& cells, bool own) const {
    for (std::size_t r = 0; r < 3; ++r) {
      const auto a = static_cast<std::size_t>(level.role[r]);
      const GridAxis& axis = level.axis[a];
      const Numbers n = {axis.origin, axis.inverse, axis.least, axis.most};
      if (own) number_block(columns_.low[a] + begin, 0, n, cells.own[r]);
      number_block(columns_.low[a] + begin, axis.longest, n, cells.from[r]);
      number_block(columns_.high[a] + begin, 0, n, cells.to[r]);
      // Boxes of another level may reach around the period: then every cell, once.
      for (std::uint32_t k = 0; !own && axis.mask >= 0 && k < kBlockSize; ++k)
        if (cells.to[r][k] - cells.from[r][k] >= axis.mask) cells.from[r][k] = 0, cells.to[r][k] = axis.mask;
    }
  }

  bool test() {
    const std::size_t count = count_;
    count_ = 0;
    sink_.work += count;
    return count == 0 || (pace_.goes_on() && test_runs(columns_, {runs_, count}, sink_));
  }

  // False when the sink wants no more.
  bool add(std::uint32_t p, std::uint32_t begin, std::uint32_t end) {
    // The first two without asking: mostly there are none, one or two.
    const std::uint32_t length = end - begin;
    runs_[count_] = {p, begin, std::min(length, kRunLength)};
    count_ += length > 0;
    runs_[count_] = {p, begin + kRunLength, std::min(length - kRunLength, kRunLength)};
    count_ += length > kRunLength;
    if (count_ + 4 > kRunsAtOnce && !test()) return false;
    if (length <= 2 * kRunLength) return true;
    for (std::uint32_t q = begin + 2 * kRunLength; q < end; q += kRunLength) {
      runs_[count_++] = {p, q, std::min(end - q, kRunLength)};
      if (count_ + 4 > kRunsAtOnce && !test()) return false;
    }
    return true;
  }

  // Cells from … to of a row; a folded row may have to be read in two stretches.
  bool cells_of_row(const GridLevel& level, std::uint32_t p, std::uint32_t row, std::int32_t from, std::int32_t to) {
    const std::uint32_t* start = grid_.sorted_.start() + row;
    const std::int32_t mask = level.axis[level.role[0]].mask;
    const auto f = static_cast<std::uint32_t>(from & mask), t = static_cast<std::uint32_t>(to & mask);
    if (f <= t) return add(p, start[f], start[t + 1]);
    return add(p, start[f], start[level.row_length]) && add(p, start[0], start[t + 1]);
  }

  bool rows(const GridLevel& level, std::uint32_t p, std::uint32_t k, const Block& cells, std::int32_t y,
            std::int32_t z) {
    for (; y <= cells.to[1][k]; ++y)
      if (!cells_of_row(level, p, row(level, y, z), cells.from[0][k], cells.to[0][k])) return false;
    return true;
  }

  bool across(const GridLevel& level, std::uint32_t p, std::uint32_t k, const Block& cells) {
    for (std::int32_t z = cells.from[2][k]; z <= cells.to[2][k]; ++z)
      if (!rows(level, p, k, cells, cells.from[1][k], z)) return false;
    return true;
  }

  bool within(const GridLevel& level, std::uint32_t p, std::uint32_t k, const Block& cells) {
    const std::int32_t y = cells.own[1][k], z = cells.own[2][k];
    const std::uint32_t* start = grid_.sorted_.start() + row(level, y, z);
    const std::int32_t mask = level.axis[level.role[0]].mask;
    const auto f = static_cast<std::uint32_t>(cells.own[0][k] & mask);
    const auto t = static_cast<std::uint32_t>(cells.to[0][k] & mask);
    if (!add(p, p + 1, f <= t ? start[t + 1] : start[level.row_length])) return false;
    if (f > t && !add(p, start[0], start[t + 1])) return false;
    if (!rows(level, p, k, cells, y + 1, z)) return false;
    for (std::int32_t above = z + 1; above <= cells.to[2][k]; ++above)
      if (!rows(level, p, k, cells, cells.from[1][k], above)) return false;
    return true;
  }

  const GridIndex& grid_;
  PairSink& sink_;
  Pace pace_;
  BoxColumns columns_;
  std::size_t count_ = 0;
  BoxRun runs_[kRunsAtOnce];
};

std::size_t GridIndex::block_count() const {
  if (levels_.empty()) return 0;
  const GridLevel& last = levels_.back();
  return last.first_block + (last.end - last.begin + kBlockSize - 1) / kBlockSize;
}

bool GridIndex::visit_pairs(const PairTarget& to, Workers& workers, const GoOn* go_on) {
  // A piece is a block.
  const auto work = [&](std::size_t block, PairSink& sink) { return Search(*this, sink, go_on).block(block); };
  const PairPieces::Found found = pieces_.visit(block_count(), work, to, workers, go_on);
  runs_tested_ = found.whole ? found.work : 0;
  return found.whole;
}

bool GridIndex::visit_changed_pairs(std::span<const std::uint32_t> changed, IndexTest has_changed, const PairTarget& to,
                                    Workers& workers, const GoOn* go_on) {
  const auto work = [&](std::size_t piece, PairSink& sink) {
    const std::size_t first = piece * kProbesPerPiece;
    for (const std::uint32_t one : changed.subspan(first, std::min(kProbesPerPiece, changed.size() - first))) {
      if (!is_box(boxes_[one])) continue;
      const auto add = [&](std::span<const std::uint32_t> met) {
        // Of two changed ones the first has the pair.
        for (const std::uint32_t other : met)
          if (other != one && (other > one || !has_changed(other)) && !sink.add(one, other)) return false;
        return true;
      };
      if (!visit_overlaps(boxes_[one], add)) return false;
    }
    return true;
  };
  return pieces_.visit((changed.size() + kProbesPerPiece - 1) / kProbesPerPiece, work, to, workers, go_on).whole;
}

// The boxes are compared as they are; the keys only choose which.
bool GridIndex::visit_overlaps(const Box& probe, IndexVisitor visit) const {
  const Vec3 low_end = probe.low - origin_, high_end = probe.high - origin_;
  const float low[3] = {key_of(low_end.x), key_of(low_end.y), key_of(low_end.z)};
  const float high[3] = {key_of(high_end.x), key_of(high_end.y), key_of(high_end.z)};
  std::uint32_t met[64];
  std::size_t count = 0;
  const auto scan = [&](std::uint32_t begin, std::uint32_t end) {
    const std::size_t stride = column_stride();
    for (std::uint32_t p = begin; p < end; ++p) {
      bool apart = false;
      for (std::size_t a = 0; a < 3; ++a)
        apart |= columns_[a * stride + p] > high[a] || columns_[(a + 3) * stride + p] < low[a];
      if (apart || !overlap(boxes_[sorted_.index()[p]], probe)) continue;
      met[count++] = sorted_.index()[p];
      if (count < std::size(met)) continue;
      count = 0;
      if (!visit({met, std::size(met)})) return false;
    }
    return true;
  };
  for (const GridLevel& level : levels_) {
    std::int32_t from[3], to[3];
    for (std::size_t r = 0; r < 3; ++r) {
      const auto a = static_cast<std::size_t>(level.role[r]);
      const GridAxis& axis = level.axis[a];
      const Numbers n = {axis.origin, axis.inverse, axis.least, axis.most};
      from[r] = number_of(low[a] - axis.longest, n);
      to[r] = number_of(high[a], n);
      // A probe may be longer than the period: then every cell, once.
      if (axis.mask >= 0 && to[r] - from[r] >= axis.mask) from[r] = 0, to[r] = axis.mask;
    }
    const auto rows = static_cast<double>(to[1] - from[1] + 1) * static_cast<double>(to[2] - from[2] + 1);
    if (rows > level.end - level.begin) {
      if (!scan(level.begin, level.end)) return false;
      continue;
    }
    const auto mask = level.axis[level.role[0]].mask;
    const auto f = static_cast<std::uint32_t>(from[0] & mask), t = static_cast<std::uint32_t>(to[0] & mask);
    for (std::int32_t z = from[2]; z <= to[2]; ++z) {
      for (std::int32_t y = from[1]; y <= to[1]; ++y) {
        const std::uint32_t* start = sorted_.start() + Search::row(level, y, z);
        if (f <= t ? !scan(start[f], start[t + 1])
                   : !scan(start[f], start[level.row_length]) || !scan(start[0], start[t + 1]))
          return false;
      }
    }
  }
  return count == 0 || visit({met, count});
}

}  // namespace clearance::detail
