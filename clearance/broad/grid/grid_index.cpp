#include <clearance/broad/grid/grid_index.h>

#include <clearance/base/simd.h>
#include <clearance/broad/key_origin.h>
#include <clearance/broad/stretches.h>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace clearance::detail {
namespace {

using Floats = float __attribute__((vector_size(16)));
using Words = std::int32_t __attribute__((vector_size(16)));

CLEARANCE_INLINE Floats load(const float* from) {
  Floats all;
  std::memcpy(&all, from, sizeof all);
  return all;
}
CLEARANCE_INLINE void store(float* to, Floats all) { std::memcpy(to, &all, sizeof all); }
// The next float; of the largest, infinity.
CLEARANCE_INLINE float step_up(float x) {
  const auto bits = std::bit_cast<std::int32_t>(x + 0.0f);  // no negative zero
  return std::bit_cast<float>(bits + (bits < 0 ? -1 : 1));
}
CLEARANCE_INLINE Floats larger(Floats a, Floats b) { return a > b ? a : b; }
CLEARANCE_INLINE Floats smaller(Floats a, Floats b) { return a < b ? a : b; }

// Boxes whose longest sides have the same leading bits (exponent and one more) form a class; a level is kLevelWidth
// classes, from the largest present downwards, hence sizes within a factor of 16 or little more.
constexpr std::size_t kClasses = 512;
constexpr std::size_t kLevelWidth = 8;
constexpr std::uint16_t kNoClass = kClasses;
constexpr std::uint32_t kDense = 8;  // boxes a cell
constexpr std::size_t kMostLevels = kClasses / kLevelWidth + 1;
// Boxes converted at a time: 24 doubles are whole registers of any width.
constexpr std::size_t kBatch = 4;
// Boxes that a thread takes in at a time; with a table of all classes for each part there are not too many.
constexpr std::size_t kPart = 2048, kMostParts = 32;

// Six keys per box, as key_of makes them of distances from the origin; `lost` gathers where doubles cannot be told from
// their keys.
template <int>
CLEARANCE_INLINE void convert_body(const double* from, const Vec3& origin, float* to, std::size_t batches,
                                   std::uint32_t* lost) {
  using Wide = double __attribute__((vector_size(64)));
  using Narrow = float __attribute__((vector_size(32)));
  using Bits = std::int32_t __attribute__((vector_size(32)));
  constexpr std::size_t kParts = 6 * kBatch / 8;
  const Narrow kMost = Narrow{} + std::numeric_limits<float>::max();
  Bits differs[kParts] = {};
  Wide origins[kParts];
  for (std::size_t j = 0; j < 8 * kParts; ++j) origins[j / 8][j % 8] = origin[static_cast<int>(j % 3)];
  for (std::size_t k = 0; k < batches * kParts; k += kParts) {
    for (std::size_t part = 0; part < kParts; ++part) {
      Wide end;
      std::memcpy(&end, from + 8 * (k + part), sizeof end);
      const Wide x = end - origins[part];
      const Narrow nearest = __builtin_convertvector(x, Narrow);
      const Wide back = __builtin_convertvector(nearest, Wide);
      Bits bits;
      std::memcpy(&bits, &nearest, sizeof bits);
      bits -= __builtin_convertvector(back > x, Bits) & ((bits >> 31) | 1);
      Narrow key;
      std::memcpy(&key, &bits, sizeof key);
      key = key < -kMost ? -kMost : key;
      key = key > kMost ? kMost : key;
      const Wide kept = __builtin_convertvector(key, Wide) + origins[part];
      differs[part] |= __builtin_convertvector(kept != end, Bits);
      std::memcpy(to + 8 * (k + part), &key, sizeof key);
    }
  }
  for (std::size_t j = 0; j < 8 * kParts; ++j) lost[j % 3] |= static_cast<std::uint32_t>(differs[j / 8][j % 8]);
}
CLEARANCE_DISPATCH(void, convert,
                   (const double* from, const Vec3& origin, float* to, std::size_t batches, std::uint32_t* lost),
                   convert_body, (from, origin, to, batches, lost))

void convert_boxes(std::span<const Box> boxes, const Vec3& origin, float* keys, std::uint32_t* lost) {
  static_assert(sizeof(Box) == 6 * sizeof(double));
  const std::size_t batches = boxes.size() / kBatch;
  if (batches > 0) convert(&boxes[0].low.x, origin, keys, batches, lost);
  for (std::size_t i = batches * kBatch; i < boxes.size(); ++i) {
    const double ends[6] = {boxes[i].low.x,  boxes[i].low.y,  boxes[i].low.z,
                            boxes[i].high.x, boxes[i].high.y, boxes[i].high.z};
    for (std::size_t j = 0; j < 6; ++j) {
      const double from = origin[static_cast<int>(j % 3)];
      keys[6 * i + j] = key_of(ends[j] - from);
      lost[j % 3] |= static_cast<double>(keys[6 * i + j]) + from == ends[j] ? 0u : 1u;
    }
  }
}

void recount_lost(std::span<const Box> boxes, const Vec3& origin, const float* keys, std::uint32_t* lost) {
  lost[0] = lost[1] = lost[2] = 0;
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    if (!is_box(boxes[i])) continue;
    for (int a = 0; a < 3; ++a) {
      const float* key = keys + 6 * i + a;
      const bool same = static_cast<double>(key[0]) + origin[a] == boxes[i].low[a] &&
                        static_cast<double>(key[3]) + origin[a] == boxes[i].high[a];
      lost[a] |= same ? 0u : 1u;
    }
  }
}

template <class Class>
constexpr Class kNobody = {
    {}, {INFINITY, INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY, -INFINITY}, 0};

template <class Class>
void unite(Class& all, const Class& more) {
  store(all.longest, larger(load(all.longest), load(more.longest)));
  store(all.least, smaller(load(all.least), load(more.least)));
  store(all.most, larger(load(all.most), load(more.most)));
  all.count += more.count;
}

}  // namespace

// What one thread takes in.
struct GridIndex::Part {
  std::uint32_t lost[3] = {};
  std::size_t least = kClasses, most = 0;  // classes that there are
};

void GridIndex::build(std::span<const Box> boxes, Workers& workers) {
  boxes_ = boxes;
  origin_ = {};
  sort_into_levels(workers);
  if (is_dense()) {
    // A heap, or floats that cannot tell boxes apart so far from zero.
    origin_ = key_origin(boxes);
    if (origin_ != Vec3{}) sort_into_levels(workers);
  }
  sort_into_cells(workers);
}

// All but the order within the cells.
void GridIndex::sort_into_levels(Workers& workers) {
  if (boxes_.size() <= kFewBoxes)
    make_one_level();
  else
    make_keys(workers), gather_levels();
  for (int attempt = 0; attempt < 3; ++attempt) {
    const std::uint32_t cells = lay_grids();
    number_cells(workers);
    if (count_cells(cells, workers)) break;
  }
}

// Whether many boxes share few cells.
bool GridIndex::is_dense() const {
  return std::any_of(levels_.begin(), levels_.end(), [](const GridLevel& level) {
    return level.end - level.begin > kFewBoxes && (level.end - level.begin) / kDense > level.cells;
  });
}

void GridIndex::make_one_level() {
  keys_.resize(6 * boxes_.size() + kColumnPadding);
  class_of_.resize(boxes_.size());
  std::uint32_t lost[3] = {};
  convert_boxes(boxes_, origin_, keys_.data(), lost);
  recount_lost(boxes_, origin_, keys_.data(), lost);
  SizeClass all = {{INFINITY, INFINITY, INFINITY, INFINITY}, {}, {}, 0};
  for (std::size_t i = 0; i < boxes_.size(); ++i) {
    const bool valid = is_box(boxes_[i]);
    class_of_[i] = valid ? 0 : kNoClass;
    all.count += valid;
  }
  for (std::size_t a = 0; a < 3; ++a) exact_[a] = lost[a] == 0;
  level_of_class_.assign(kClasses + 1, 0);
  boxes_of_.assign(1, all);
  crowding_.assign(1, 1);
}

void GridIndex::make_keys(Workers& workers) {
  keys_.resize(6 * boxes_.size() + kColumnPadding);
  class_of_.resize(boxes_.size());
  const bool alone = workers.count() == 1 || boxes_.size() < kWorthThreads;
  const Stretches stretches(boxes_.size(), alone ? boxes_.size() : std::max(kPart, boxes_.size() / kMostParts + 1));
  Part parts[kMostParts];
  classes_.resize(stretches.number() * kClasses);
  workers.run(stretches.number(), [&](std::size_t k) {
    parts[k] = make_classes(stretches.begin(k), stretches.end(k), &classes_[k * kClasses]);
  });
  for (std::size_t k = 1; k < stretches.number(); ++k)
    for (std::size_t c = parts[k].least; c <= parts[k].most; ++c) unite(classes_[c], classes_[k * kClasses + c]);
  for (std::size_t a = 0; a < 3; ++a) {
    exact_[a] = true;
    for (const Part& part : parts) exact_[a] &= part.lost[a] == 0;
  }
}

GridIndex::Part GridIndex::make_classes(std::size_t begin, std::size_t end, SizeClass* classes) {
  Part part;
  std::fill(classes, classes + kClasses, kNobody<SizeClass>);
  constexpr std::size_t kBlock = 64;  // converted boxes stay in the first cache
  for (std::size_t first = begin; first < end; first += kBlock) {
    const std::size_t count = std::min(kBlock, end - first);
    std::uint32_t lost_here[3] = {};
    convert_boxes(boxes_.subspan(first, count), origin_, &keys_[6 * first], lost_here);
    bool all_valid = true;
    for (std::size_t i = first; i < first + count; ++i) {
      if (!is_box(boxes_[i])) {
        class_of_[i] = kNoClass;
        all_valid = false;
        continue;
      }
      // The high keys with the one before them: the one behind them is another thread's.
      const Floats low = load(&keys_[6 * i]), last = load(&keys_[6 * i + 2]);
      const Floats side = __builtin_shufflevector(last, last, 1, 2, 3, 3) - low;
      const auto key = std::bit_cast<std::uint32_t>(std::max(side[0], std::max(side[1], side[2]))) >> 22;
      class_of_[i] = static_cast<std::uint16_t>(key);
      part.least = std::min<std::size_t>(part.least, key), part.most = std::max<std::size_t>(part.most, key);
      SizeClass& its = classes[key];
      store(its.longest, larger(load(its.longest), side));
      store(its.least, smaller(load(its.least), low));
      store(its.most, larger(load(its.most), low));
      ++its.count;
    }
    // What is no box has no digits to lose.
    if (!all_valid) recount_lost(boxes_.subspan(first, count), origin_, &keys_[6 * first], lost_here);
    for (int a = 0; a < 3; ++a) part.lost[a] |= lost_here[a];
  }
  return part;
}

void GridIndex::gather_levels() {
  boxes_of_.clear();
  level_of_class_.assign(kClasses + 1, 0);
  for (std::size_t top = kClasses; top-- > 0;) {
    if (classes_[top].count == 0) continue;
    const std::size_t bottom = top + 1 > kLevelWidth ? top + 1 - kLevelWidth : 0;
    SizeClass all = classes_[top];
    for (std::size_t k = bottom; k <= top; ++k) {
      if (k < top) unite(all, classes_[k]);
      level_of_class_[k] = static_cast<std::uint8_t>(boxes_of_.size());
    }
    boxes_of_.push_back(all);
    top = bottom;
  }
  crowding_.assign(boxes_of_.size(), 1);
}

// How many cells there are.
std::uint32_t GridIndex::lay_grids() {
  levels_.resize(boxes_of_.size());
  std::uint32_t cells = 0, position = 0, block = 0;
  for (std::size_t l = 0; l < levels_.size(); ++l) {
    lay_grid(boxes_of_[l], crowding_[l], levels_[l]);
    levels_[l].first_cell = cells;
    levels_[l].begin = position;
    levels_[l].first_block = block;
    cells += levels_[l].cells;
    position += boxes_of_[l].count;
    block += (boxes_of_[l].count + kBlockSize - 1) / kBlockSize;
    levels_[l].end = position;
  }
  count_ = position;
  return cells;
}

void GridIndex::number_cells(Workers& workers) {
  struct Numbering {
    Floats origin, inverse, least, most;
    Words mask;
    std::uint32_t stride[3], first;
  };
  Numbering numberings[kMostLevels];
  for (std::size_t l = 0; l < levels_.size(); ++l) {
    Numbering& n = numberings[l];
    n = Numbering{};
    for (int a = 0; a < 3; ++a) {
      const GridAxis& axis = levels_[l].axis[a];
      n.origin[a] = axis.origin, n.inverse[a] = axis.inverse, n.least[a] = axis.least, n.most[a] = axis.most;
      n.mask[a] = axis.mask, n.stride[a] = axis.stride;
    }
    n.first = levels_[l].first_cell;
  }
  cell_of_.resize(boxes_.size());
  Stretches(boxes_.size()).run(workers, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const Numbering& n = numberings[level_of_class_[class_of_[i]]];
      const Floats place = (load(&keys_[6 * i]) - n.origin) * n.inverse;
      const Words number = __builtin_convertvector(smaller(larger(place, n.least), n.most), Words) & n.mask;
      const std::uint32_t cell = n.first + static_cast<std::uint32_t>(number[0]) * n.stride[0] +
                                 static_cast<std::uint32_t>(number[1]) * n.stride[1] +
                                 static_cast<std::uint32_t>(number[2]) * n.stride[2];
      cell_of_[i] = class_of_[i] != kNoClass ? cell : CellSort::kNoCell;
    }
  });
}

// False when boxes crowd in few of a level's cells, which are then to be made for the density found.
bool GridIndex::count_cells(std::uint32_t cells, Workers& workers) {
  std::uint32_t ends[kMostLevels];
  std::uint64_t squares[kMostLevels];
  for (std::size_t l = 0; l < levels_.size(); ++l) ends[l] = levels_[l].first_cell + levels_[l].cells;
  sorted_.count(cell_of_, cells, {ends, levels_.size()}, {squares, levels_.size()}, workers);
  bool even = true;
  for (std::size_t l = 0; l < levels_.size(); ++l) {
    const double count = boxes_of_[l].count, pairs = 0.5 * (static_cast<double>(squares[l]) - count);
    const double expected = 0.5 * count * count / levels_[l].cells;
    if (levels_[l].cells == 1 || pairs < 4 * (count + expected)) continue;
    crowding_[l] *= pairs / expected;
    even = false;
  }
  return even;
}

void GridIndex::sort_into_cells(Workers& workers) {
  const std::size_t stride = column_stride();
  columns_.resize(6 * stride);
  for (std::size_t j = 0; j < 6; ++j) std::fill_n(&columns_[j * stride + count_], stride - count_, 0.0f);
  const auto fill_columns = [&](std::size_t begin, std::size_t end) {
    const std::uint32_t* index = sorted_.index().data();
    for (std::size_t p = begin; p < end; ++p) {
      const float* keys = &keys_[6 * std::size_t{index[p]}];
      for (std::size_t j = 0; j < 6; ++j) columns_[j * stride + p] = keys[j];
    }
    for (std::size_t a = 0; a < 3; ++a)
      if (exact_[a])
        for (std::size_t p = begin; p < end; ++p)
          columns_[(a + 3) * stride + p] = step_up(columns_[(a + 3) * stride + p]);
  };
  sorted_.place(kColumnPadding, fill_columns, workers);
}

std::size_t GridIndex::memory_bytes() const {
  return (keys_.capacity() + columns_.capacity()) * sizeof(float) + class_of_.capacity() * sizeof(std::uint16_t) +
         level_of_class_.capacity() + levels_.capacity() * sizeof(GridLevel) + crowding_.capacity() * sizeof(double) +
         (classes_.capacity() + boxes_of_.capacity()) * sizeof(SizeClass) +
         cell_of_.capacity() * sizeof(std::uint32_t) + sorted_.memory_bytes() + pieces_.memory_bytes();
}

}  // namespace clearance::detail
