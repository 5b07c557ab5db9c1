#include <clearance/broad/grid/cell_sort.h>

#include <clearance/base/random.h>

#include <gtest/gtest.h>

namespace clearance::detail {
namespace {

constexpr std::uint32_t kNoCell = CellSort::kNoCell;

// What a sort says, cell by cell, and the sums of squares.
struct Sorted {
  std::vector<std::vector<std::uint32_t>> cells;
  std::vector<std::uint64_t> squares;

  friend bool operator==(const Sorted&, const Sorted&) = default;
};

Sorted sort(CellSort& sorter, const std::vector<std::uint32_t>& cell_of, const std::vector<std::uint32_t>& ends,
            int threads) {
  Workers workers(threads);
  Sorted out;
  out.squares.resize(ends.size(), 99);
  sorter.count(cell_of, ends.back(), ends, out.squares, workers);
  std::vector<std::atomic<int>> told(cell_of.size());
  sorter.place(
      5,
      [&](std::size_t begin, std::size_t end) {
        for (std::size_t k = begin; k < end; ++k) ++told[k];
      },
      workers);
  EXPECT_EQ(sorter.index().size(), sorter.start()[ends.back()] + 5);
  for (std::size_t k = 0; k < told.size(); ++k) EXPECT_EQ(told[k], k < sorter.start()[ends.back()] ? 1 : 0);
  for (std::uint32_t c = 0; c < ends.back(); ++c)
    out.cells.emplace_back(sorter.index().begin() + sorter.start()[c], sorter.index().begin() + sorter.start()[c + 1]);
  return out;
}

TEST(CellSort, SolvedByHand) {
  CellSort sorter;
  for (const int threads : {1, 2}) {
    const Sorted sorted = sort(sorter, {2, 0, kNoCell, 2, 4, 2}, {2, 5}, threads);
    EXPECT_EQ(sorted.cells, (std::vector<std::vector<std::uint32_t>>{{1}, {}, {0, 3, 5}, {}, {4}}));
    EXPECT_EQ(sorted.squares, (std::vector<std::uint64_t>{1, 10}));
  }
}

TEST(CellSort, NothingAndOneCell) {
  CellSort sorter;
  for (const int threads : {1, 3}) {
    EXPECT_EQ(sort(sorter, {}, {1}, threads).cells, (std::vector<std::vector<std::uint32_t>>{{}}));
    const std::vector<std::uint32_t> nobody(5000, kNoCell), all(5000, 0);
    EXPECT_EQ(sort(sorter, nobody, {3, 3, 7}, threads).squares, (std::vector<std::uint64_t>{0, 0, 0}));
    const Sorted heap = sort(sorter, all, {1}, threads);
    EXPECT_EQ(heap.cells[0].size(), 5000u);
    EXPECT_EQ(heap.squares[0], 25'000'000u);
  }
}

TEST(CellSort, AgreesWithListsForAnyNumberOfThreads) {
  Random random(4);
  CellSort sorter;  // one for all: what it keeps must not show
  for (const std::uint32_t cells : {1u, 7u, 4096u, 100'000u}) {
    for (const std::size_t count : {3u, 2048u, 9001u, 70'000u}) {
      std::vector<std::uint32_t> cell_of(count);
      for (std::uint32_t& cell : cell_of) {
        const std::uint64_t draw = random.below(10);
        cell = draw == 0 ? kNoCell : static_cast<std::uint32_t>(random.below(draw < 3 ? (cells + 9) / 10 : cells));
      }
      const std::vector<std::uint32_t> ends = {cells / 3, cells / 3, cells};
      Sorted expected;
      expected.cells.resize(cells), expected.squares.resize(3);
      for (std::uint32_t k = 0; k < count; ++k)
        if (cell_of[k] != kNoCell) expected.cells[cell_of[k]].push_back(k);
      for (std::uint32_t c = 0; c < cells; ++c)
        expected.squares[c < cells / 3 ? 0 : 2] += expected.cells[c].size() * expected.cells[c].size();
      for (const int threads : {1, 2, 5})
        ASSERT_EQ(sort(sorter, cell_of, ends, threads), expected) << cells << " " << count;
    }
  }
}

}  // namespace
}  // namespace clearance::detail
