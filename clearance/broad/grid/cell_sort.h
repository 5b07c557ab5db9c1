// Question: which numbers are in which cell, cell by cell?
// Method:   a counting sort. Shared by threads it goes in two steps: each thread sorts a stretch of the numbers into
//           groups of neighbouring cells, then each group is sorted by whoever is free.
// Proves:   the numbers of a cell are ascending, hence the same order for any number of threads.
// Cost:     two steps of memory a number; with threads twice that, and 8 bytes a number, kept for reuse.
#pragma once

#include <clearance/base/function_ref.h>
#include <clearance/base/workers.h>
#include <clearance/broad/unwritten.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace clearance::detail {

class CellSort {
 public:
  // Of a number that is in no cell.
  static constexpr std::uint32_t kNoCell = ~0u;

  // Counts who is in cells 0 … cells−1; cell_of must stay until place(). squares[l] becomes the sum of k² over the
  // cells from ends[l−1] to ends[l]−1 with k numbers each; the last of the ends is `cells`.
  void count(std::span<const std::uint32_t> cell_of, std::uint32_t cells, std::span<const std::uint32_t> ends,
             std::span<std::uint64_t> squares, Workers& workers);
  // Puts the numbers of the last count() in their order into index(); then(begin, end) is told, once for each
  // position and by any thread, of stretches that are done. There is room for `padding` more in the index.
  void place(std::size_t padding, FunctionRef<void(std::size_t, std::size_t)> then, Workers& workers);

  // Positions start[c] … start[c+1]−1 are those of cell c.
  const std::uint32_t* start() const { return start_.data(); }
  const UnwrittenVector<std::uint32_t>& index() const { return index_; }
  std::size_t memory_bytes() const;

 private:
  struct Entry {
    std::uint32_t cell, number;
  };

  std::size_t groups() const { return (std::size_t{cells_} >> shift_) + 1; }
  std::size_t first_cell(std::size_t group) const { return std::min<std::size_t>(group << shift_, cells_); }
  void count_alone(std::span<const std::uint32_t> ends, std::span<std::uint64_t> squares);
  void divide(Workers& workers);
  void count_group(std::size_t group);
  void place_group(std::size_t group);

  std::span<const std::uint32_t> cell_of_;
  std::uint32_t cells_ = 0;
  std::size_t count_ = 0;
  bool grouped_ = false;
  int shift_ = 0;                          // of a cell to its group
  UnwrittenVector<std::uint32_t> start_;   // by cell, and one more
  UnwrittenVector<std::uint32_t> index_;   // by position
  UnwrittenVector<Entry> entries_;         // by group
  std::vector<std::uint32_t> group_from_;  // positions, by stretch and group
  std::vector<std::uint32_t> group_begin_;
};

}  // namespace clearance::detail
