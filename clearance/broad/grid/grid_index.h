// Question: which of many boxes overlap, when all of them are new?
// Method:   boxes of about one size form a level. Each box is entered once, by its low corner, in its level's grid,
//           whose cells are sorted in memory row by row; a box then meets stretches of neighbouring rows, register by
//           register (overlap_runs.h). Where a level's boxes are too far apart for its cells, the grid is folded:
//           cells a period apart share their place, which costs tests, never pairs, so far-off boxes and clusters
//           need no special case.
// Proves:   every overlapping pair, once: of two boxes of one level the one in the earlier cell finds the other, of
//           two levels the box in the finer. All cell numbers are monotone in the coordinate, so rounding loses
//           nothing.
// Cost:     O(1) per box and level of twice its size and more, plus the pairs; about 60 bytes per box, kept for
//           reuse.
#pragma once

#include <clearance/broad/grid/cell_sort.h>
#include <clearance/broad/grid/grid_layout.h>
#include <clearance/broad/grid/overlap_runs.h>
#include <clearance/broad/unwritten.h>

#include <vector>

namespace clearance::detail {

class GridIndex {
 public:
  // Boxes searched for at a time.
  static constexpr std::uint32_t kBlockSize = 64;

  // Takes the boxes in as they are now; those that are no boxes are left out. They must stay where they are until the
  // last question.
  void build(std::span<const Box> boxes, Workers& workers);
  bool visit_pairs(const PairTarget& to, Workers& workers, const GoOn* go_on = nullptr);
  // Those with at least one end in `changed` (ascending), by a question for each: has_changed() is true of these alone.
  bool visit_changed_pairs(std::span<const std::uint32_t> changed, IndexTest has_changed, const PairTarget& to,
                           Workers& workers, const GoOn* go_on = nullptr);
  bool visit_overlaps(const Box& probe, IndexVisitor visit) const;

  // Registers of boxes tested by the last visit of all pairs, if it was not ended; the same for any number of threads.
  std::uint64_t runs_tested() const { return runs_tested_; }
  std::size_t memory_bytes() const;

 private:
  struct Block;
  class Search;

  void sort_into_levels(Workers& workers);
  void make_one_level();
  void make_keys(Workers& workers);
  struct Part;
  Part make_classes(std::size_t begin, std::size_t end, SizeClass* classes);
  void gather_levels();
  std::uint32_t lay_grids();
  void number_cells(Workers& workers);
  bool count_cells(std::uint32_t cells, Workers& workers);
  bool is_dense() const;
  void sort_into_cells(Workers& workers);
  std::size_t block_count() const;
  // Whole blocks may be read from any position, and whole registers.
  std::size_t column_stride() const { return count_ + kBlockSize + kColumnPadding; }

  std::span<const Box> boxes_;
  Vec3 origin_;                              // of the keys
  UnwrittenVector<float> keys_;              // six per box, by index
  std::vector<SizeClass> classes_;           // of each part of the boxes
  UnwrittenVector<std::uint16_t> class_of_;  // by index
  std::vector<std::uint8_t> level_of_class_;
  std::vector<GridLevel> levels_;           // the coarsest first
  std::vector<SizeClass> boxes_of_;         // by level
  std::vector<double> crowding_;            // by level: how much denser boxes lie than if spread evenly
  UnwrittenVector<std::uint32_t> cell_of_;  // by index
  CellSort sorted_;                         // the boxes of each cell
  UnwrittenVector<float> columns_;          // six, by position
  PairPieces pieces_;
  std::size_t count_ = 0;
  std::uint64_t runs_tested_ = 0;
  bool exact_[3] = {};
};

}  // namespace clearance::detail
