#include <clearance/broad/grid/cell_sort.h>

#include <clearance/broad/stretches.h>

#include <atomic>
#include <bit>

namespace clearance::detail {
namespace {

// Numbers that a thread sorts into groups at a time, and in a group about.
constexpr std::size_t kStretch = 2048, kGroup = 128;
constexpr std::size_t kMostStretches = 32, kMostGroups = 256;

Stretches stretches_of(std::size_t count) {
  return Stretches(count, std::max(kStretch, (count + kMostStretches - 1) / kMostStretches));
}

// each(level, begin, end) for the cells from `begin` on, level by level.
template <class Each>
void for_each_level(std::size_t begin, std::size_t end, std::span<const std::uint32_t> ends, const Each& each) {
  for (std::size_t level = 0; begin < end; ++level) {
    const std::size_t last = std::min<std::size_t>(end, ends[level]);
    if (begin < last) each(level, begin, last);
    begin = std::max(begin, last);
  }
}

}  // namespace

// Cell c begins at start_[c + 1], which grows to its end, start[c + 1], when its numbers are placed.
void CellSort::count_alone(std::span<const std::uint32_t> ends, std::span<std::uint64_t> squares) {
  start_.assign(cells_ + std::size_t{2}, 0);
  for (const std::uint32_t cell : cell_of_)
    if (cell != kNoCell) ++start_[cell + std::size_t{2}];
  std::uint32_t sum = 0;
  for_each_level(0, cells_, ends, [&](std::size_t level, std::size_t begin, std::size_t end) {
    for (std::size_t c = begin; c < end; ++c) {
      const std::uint32_t here = start_[c + 2];
      squares[level] += std::uint64_t{here} * here;
      start_[c + 2] = sum += here;
    }
  });
  count_ = sum;
}

// Each number into its group, in ascending order.
void CellSort::divide(Workers& workers) {
  const Stretches stretches = stretches_of(cell_of_.size());
  const std::size_t groups = this->groups();
  group_from_.assign(stretches.number() * groups, 0);
  workers.run(stretches.number(), [&](std::size_t s) {
    std::uint32_t* const from = &group_from_[s * groups];
    for (std::size_t k = stretches.begin(s); k < stretches.end(s); ++k)
      if (cell_of_[k] != kNoCell) ++from[cell_of_[k] >> shift_];
  });
  group_begin_.resize(groups + 1);
  std::uint32_t sum = 0;
  for (std::size_t group = 0; group < groups; ++group) {
    group_begin_[group] = sum;
    for (std::size_t s = 0; s < stretches.number(); ++s) {
      const std::uint32_t here = group_from_[s * groups + group];
      group_from_[s * groups + group] = sum;
      sum += here;
    }
  }
  group_begin_[groups] = sum;
  count_ = sum;
  entries_.resize(count_);
  workers.run(stretches.number(), [&](std::size_t s) {
    std::uint32_t* const from = &group_from_[s * groups];
    for (std::size_t k = stretches.begin(s); k < stretches.end(s); ++k)
      if (cell_of_[k] != kNoCell)
        entries_[from[cell_of_[k] >> shift_]++] = {cell_of_[k], static_cast<std::uint32_t>(k)};
  });
}

void CellSort::count_group(std::size_t group) {
  const std::size_t first = first_cell(group), last = first_cell(group + 1);
  std::fill(start_.begin() + static_cast<std::ptrdiff_t>(first), start_.begin() + static_cast<std::ptrdiff_t>(last),
            0u);
  for (std::size_t k = group_begin_[group]; k < group_begin_[group + 1]; ++k) ++start_[entries_[k].cell];
}

// From counts to where cells begin; while the numbers are placed that grows to where they end, which is where the next
// one begins.
void CellSort::place_group(std::size_t group) {
  const std::size_t first = first_cell(group), last = first_cell(group + 1);
  std::uint32_t sum = group_begin_[group];
  for (std::size_t c = first; c < last; ++c) {
    const std::uint32_t here = start_[c];
    start_[c] = sum;
    sum += here;
  }
  for (std::size_t k = group_begin_[group]; k < group_begin_[group + 1]; ++k)
    index_[start_[entries_[k].cell]++] = entries_[k].number;
  for (std::size_t c = last; c-- > first + 1;) start_[c] = start_[c - 1];
  if (first < last) start_[first] = group_begin_[group];
}

void CellSort::count(std::span<const std::uint32_t> cell_of, std::uint32_t cells, std::span<const std::uint32_t> ends,
                     std::span<std::uint64_t> squares, Workers& workers) {
  cell_of_ = cell_of, cells_ = cells;
  std::fill(squares.begin(), squares.end(), 0);
  grouped_ = workers.count() > 1 && cell_of.size() >= kWorthThreads;
  if (!grouped_) {
    count_alone(ends, squares);
    return;
  }
  const std::size_t groups = std::clamp<std::size_t>(cell_of.size() / kGroup, 1, kMostGroups);
  shift_ = static_cast<int>(std::bit_width(cells / groups));
  divide(workers);
  start_.resize(cells + std::size_t{1});
  workers.run(this->groups(), [&](std::size_t group) {
    count_group(group);
    const std::size_t first = first_cell(group), last = first_cell(group + 1);
    for_each_level(first, last, ends, [&](std::size_t level, std::size_t begin, std::size_t end) {
      std::uint64_t sum = 0;
      for (std::size_t c = begin; c < end; ++c) sum += std::uint64_t{start_[c]} * start_[c];
      std::atomic_ref(squares[level]).fetch_add(sum, std::memory_order_relaxed);
    });
  });
}

void CellSort::place(std::size_t padding, FunctionRef<void(std::size_t, std::size_t)> then, Workers& workers) {
  index_.resize(count_ + padding);
  if (!grouped_) {
    for (std::size_t k = 0; k < cell_of_.size(); ++k)
      if (cell_of_[k] != kNoCell) index_[start_[cell_of_[k] + std::size_t{1}]++] = static_cast<std::uint32_t>(k);
    Stretches(count_).run(workers, [&](std::size_t begin, std::size_t end) { then(begin, end); });
    return;
  }
  workers.run(groups(), [&](std::size_t group) {
    place_group(group);
    then(group_begin_[group], group_begin_[group + 1]);
  });
  start_[cells_] = static_cast<std::uint32_t>(count_);
}

std::size_t CellSort::memory_bytes() const {
  return (start_.capacity() + index_.capacity() + group_from_.capacity() + group_begin_.capacity()) *
             sizeof(std::uint32_t) +
         entries_.capacity() * sizeof(Entry);
}

}  // namespace clearance::detail
