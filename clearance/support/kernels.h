// Question: what do the support searches cost when they are part of a larger loop?
// Method:   the scan and the climb as templates on the register width, always inlined, for functions that
//           CLEARANCE_DISPATCH (simd.h) compiles per instruction set. Eight lanes at a time, whatever the width.
// Proves:   the same bits for every width: each dot product is ((x·dx + y·dy) + z·dz) in its own lane, and reductions
//           always combine lanes at distance 4, then 2, then 1, keeping the first of equals.
// Cost:     scan n/8 steps of three loads; climb one step per block of eight neighbours.
#pragma once

#include <clearance/base/simd.h>
#include <clearance/shape/polytope.h>

#include <bit>
#include <limits>

namespace clearance {

// The largest dot product and the lowest index that attains it.
struct Extreme {
  double value;
  int index;
};

struct ExtremeRange {
  double low, high;
};

// Where a climb ended. `runner_up` is the dot product of a neighbour that none of the others exceeds by more than 2⁻⁴⁹
// of its size (for a lone point, its own): value − runner_up beyond that and the error bounds of both proves the vertex
// extreme, by convexity.
struct Peak {
  int index;
  double value;
  double runner_up;
  int visited;  // vertices whose neighbours were looked at
};

namespace simd {

inline constexpr int kLanes = Polytope::kLanes;

// Eight doubles, or eight integers, in as many registers as it takes.
template <int kWidth>
struct Lanes {
  static constexpr int kParts = kLanes / kWidth;
  typename Register<kWidth>::Doubles part[kParts];
};
template <int kWidth>
struct LaneIndices {
  static constexpr int kParts = kLanes / kWidth;
  typename Register<kWidth>::Integers part[kParts];
};

template <int kWidth>
CLEARANCE_INLINE void dots(Lanes<kWidth>& out, const double* x, const double* y, const double* z, Vec3 d) {
  using Doubles = typename Register<kWidth>::Doubles;
#pragma GCC unroll 4
  for (int p = 0; p < Lanes<kWidth>::kParts; ++p) {
    const Doubles xs = *reinterpret_cast<const Doubles*>(x + p * kWidth);
    const Doubles ys = *reinterpret_cast<const Doubles*>(y + p * kWidth);
    const Doubles zs = *reinterpret_cast<const Doubles*>(z + p * kWidth);
    out.part[p] = (xs * d.x + ys * d.y) + zs * d.z;
  }
}

// The eight dot products of a neighbour block, to 64-byte aligned memory.
template <int kWidth>
CLEARANCE_INLINE void store_dots(double* out, const double* block, Vec3 d) {
  Lanes<kWidth> products;
  dots(products, block, block + kLanes, block + 2 * kLanes, d);
#pragma GCC unroll 4
  for (int p = 0; p < Lanes<kWidth>::kParts; ++p) {
    *reinterpret_cast<typename Register<kWidth>::Doubles*>(out + p * kWidth) = products.part[p];
  }
}

// a = b where b is larger (or, with `kLess`, smaller); of equals a stays.
template <bool kLess, class Vector>
CLEARANCE_INLINE void keep(Vector& a, const Vector& b) {
  if constexpr (kLess) {
    a = b < a ? b : a;
  } else {
    a = b > a ? b : a;
  }
}

// Reductions and climbs use registers of at most four: reaching across the halves of a wider one costs more than its
// width saves (1.4 ns of 20 for a dependent scan of 8 vertices, 1 ns of 11 for a dependent climb of 20).
constexpr int narrow(int width) { return width > 4 ? 4 : width; }

template <class Narrow, class Batch>
CLEARANCE_INLINE void split(Narrow& out, const Batch& in) {
  if constexpr (Narrow::kParts == Batch::kParts) {
    out = in;
  } else {
    out.part[0] = __builtin_shufflevector(in.part[0], in.part[0], 0, 1, 2, 3);
    out.part[1] = __builtin_shufflevector(in.part[0], in.part[0], 4, 5, 6, 7);
  }
}

// Every lane of part[0] becomes the largest (smallest) of all lanes; destroys the rest.
template <bool kLess, class Batch>
CLEARANCE_INLINE void spread_extreme(Batch& batch) {
  constexpr int kParts = Batch::kParts, kWidth = kLanes / kParts;
  if constexpr (kParts == 4) keep<kLess>(batch.part[0], batch.part[2]), keep<kLess>(batch.part[1], batch.part[3]);
  if constexpr (kParts >= 2) keep<kLess>(batch.part[0], batch.part[1]);
  auto& all = batch.part[0];
  if constexpr (kWidth == 4) {
    keep<kLess>(all, __builtin_shufflevector(all, all, 2, 3, 0, 1));
    keep<kLess>(all, __builtin_shufflevector(all, all, 1, 0, 3, 2));
  } else {
    keep<kLess>(all, __builtin_shufflevector(all, all, 1, 0));
  }
}

// 0 … 7, or eight indices from memory.
template <int kWidth>
CLEARANCE_INLINE void count_up(LaneIndices<kWidth>& out) {
#pragma GCC unroll 4
  for (int p = 0; p < LaneIndices<kWidth>::kParts; ++p) {
    out.part[p] = Register<kWidth>::kCount + p * kWidth;
  }
}
template <int kWidth>
CLEARANCE_INLINE void load(LaneIndices<kWidth>& out, const std::uint32_t* indices) {
  using Indices = typename Register<kWidth>::Indices;
  using Integers = typename Register<kWidth>::Integers;
#pragma GCC unroll 4
  for (int p = 0; p < LaneIndices<kWidth>::kParts; ++p) {
    out.part[p] = __builtin_convertvector(*reinterpret_cast<const Indices*>(indices + p * kWidth), Integers);
  }
}

// best, index = dot, where where dot is larger.
template <int kWidth>
CLEARANCE_INLINE void update(Lanes<kWidth>& best, LaneIndices<kWidth>& index, const Lanes<kWidth>& dot,
                             const LaneIndices<kWidth>& where) {
#pragma GCC unroll 4
  for (int p = 0; p < Lanes<kWidth>::kParts; ++p) {
    const auto larger = dot.part[p] > best.part[p];
    best.part[p] = larger ? dot.part[p] : best.part[p];
    index.part[p] = larger ? where.part[p] : index.part[p];
  }
}

// The largest lane and the lowest index that has it. Lanes "not less" than the largest, rather than equal to it, so
// that NaN, from directions that overflow, still gives the index of some vertex.
template <int kWidth>
CLEARANCE_INLINE Extreme reduce(const Lanes<kWidth>& best, const LaneIndices<kWidth>& index) {
  constexpr int kNarrow = narrow(kWidth);
  Lanes<kNarrow> value, top;
  LaneIndices<kNarrow> at;
  split(value, best);
  split(at, index);
  top = value;
  spread_extreme<false>(top);
  const auto none = typename Register<kNarrow>::Integers{} + std::numeric_limits<std::int32_t>::max();
#pragma GCC unroll 4
  for (int p = 0; p < Lanes<kNarrow>::kParts; ++p) {
    at.part[p] = value.part[p] < top.part[0] ? none : at.part[p];
  }
  spread_extreme<true>(at);
  return {top.part[0][0], static_cast<int>(at.part[0][0])};
}
template <bool kLess, int kWidth>
CLEARANCE_INLINE double reduce_value(const Lanes<kWidth>& best) {
  Lanes<narrow(kWidth)> top;
  split(top, best);
  spread_extreme<kLess>(top);
  return top.part[0][0];
}

// The bits of all eight lanes together.
template <int kWidth>
CLEARANCE_INLINE std::int64_t all_bits(const LaneIndices<kWidth>& lanes) {
  constexpr int kNarrow = narrow(kWidth);
  LaneIndices<kNarrow> bits;
  split(bits, lanes);
  auto all = bits.part[0];
#pragma GCC unroll 4
  for (int p = 1; p < LaneIndices<kNarrow>::kParts; ++p) all |= bits.part[p];
  if constexpr (kNarrow == 4) all |= __builtin_shufflevector(all, all, 2, 3, 0, 1);
  return all[0] | all[1];
}

// Which of eight lanes is largest, up to 2⁻⁴⁹ of its size: the lane's number rides in the last three bits, so that one
// reduction finds both. A climb only needs to know where to go next.
template <int kWidth>
CLEARANCE_INLINE int leading_lane(const Lanes<kWidth>& lanes, double& key) {
  using Doubles = typename Register<kWidth>::Doubles;
  using Integers = typename Register<kWidth>::Integers;
  Lanes<kWidth> keyed;
  LaneIndices<kWidth> number;
  count_up(number);
#pragma GCC unroll 4
  for (int p = 0; p < Lanes<kWidth>::kParts; ++p) {
    keyed.part[p] = (Doubles)(((Integers)lanes.part[p] & ~std::int64_t{kLanes - 1}) | number.part[p]);
  }
  key = reduce_value<false>(keyed);
  return static_cast<int>(std::bit_cast<std::int64_t>(key) & (kLanes - 1));
}

}  // namespace simd

// Of points by coordinates, a multiple of eight of them, 64-byte aligned.
template <int kWidth>
CLEARANCE_INLINE Extreme scan_points(const double* x, const double* y, const double* z, int count, Vec3 direction) {
  simd::Lanes<kWidth> best, dot;
  simd::LaneIndices<kWidth> index, here;
  simd::dots(best, x, y, z, direction);
  simd::count_up(index);
  here = index;
  for (int i = simd::kLanes; i < count; i += simd::kLanes) {
    simd::dots(dot, x + i, y + i, z + i, direction);
#pragma GCC unroll 4
    for (int p = 0; p < simd::LaneIndices<kWidth>::kParts; ++p) here.part[p] += simd::kLanes;
    simd::update(best, index, dot, here);
  }
  return simd::reduce(best, index);
}
template <int kWidth>
CLEARANCE_INLINE Extreme scan_inline(const Polytope& polytope, Vec3 direction) {
  return scan_points<kWidth>(polytope.x(), polytope.y(), polytope.z(), polytope.padded_count(), direction);
}

// The largest dot product alone: no index to carry along.
template <int kWidth>
CLEARANCE_INLINE double scan_value_inline(const Polytope& polytope, Vec3 direction) {
  const double *const x = polytope.x(), *const y = polytope.y(), *const z = polytope.z();
  simd::Lanes<kWidth> best, dot;
  simd::dots(best, x, y, z, direction);
  const int count = polytope.padded_count();
  for (int i = simd::kLanes; i < count; i += simd::kLanes) {
    simd::dots(dot, x + i, y + i, z + i, direction);
#pragma GCC unroll 4
    for (int p = 0; p < simd::Lanes<kWidth>::kParts; ++p) simd::keep<false>(best.part[p], dot.part[p]);
  }
  return simd::reduce_value<false>(best);
}

template <int kWidth>
CLEARANCE_INLINE ExtremeRange scan_range_inline(const Polytope& polytope, Vec3 direction) {
  const double *const x = polytope.x(), *const y = polytope.y(), *const z = polytope.z();
  simd::Lanes<kWidth> low, high, dot;
  simd::dots(high, x, y, z, direction);
  low = high;
  const int count = polytope.padded_count();
  for (int i = simd::kLanes; i < count; i += simd::kLanes) {
    simd::dots(dot, x + i, y + i, z + i, direction);
#pragma GCC unroll 4
    for (int p = 0; p < simd::Lanes<kWidth>::kParts; ++p) {
      simd::keep<true>(low.part[p], dot.part[p]);
      simd::keep<false>(high.part[p], dot.part[p]);
    }
  }
  return {simd::reduce_value<true>(low), simd::reduce_value<false>(high)};
}

namespace simd {

// The neighbour of v that leads, as leading_lane says: its dot product and index.
template <int kWidth>
CLEARANCE_INLINE Extreme leading_neighbour(const Polytope& polytope, Vec3 direction, int v) {
  const Polytope::NeighbourBlock around = polytope.neighbour_block(v);
  Lanes<kWidth> products;
  double key = 0;
  const double* lanes = around.coordinates;
  dots(products, lanes, lanes + kLanes, lanes + 2 * kLanes, direction);
  int at = leading_lane(products, key);
  for (int b = 1; b < around.blocks; ++b) {
    lanes += 3 * kLanes;
    dots(products, lanes, lanes + kLanes, lanes + 2 * kLanes, direction);
    double other_key = 0;
    const int other = leading_lane(products, other_key);
    if (other_key > key) key = other_key, at = b * kLanes + other;
  }
  const double* const best = around.coordinates + (at & -kLanes) * 3 + (at & (kLanes - 1));
  return {dot({best[0], best[kLanes], best[2 * kLanes]}, direction), static_cast<int>(around.indices[at])};
}

// Is one of eight neighbours as far along as `floor`, other than these vertices?
template <int kWidth, std::size_t kKnown>
CLEARANCE_INLINE bool any_other_reaches(const double* block, const std::uint32_t* indices, Vec3 direction, double floor,
                                        const int (&known)[kKnown]) {
  Lanes<kWidth> products;
  LaneIndices<kWidth> at;
  dots(products, block, block + kLanes, block + 2 * kLanes, direction);
  load(at, indices);
  typename Register<kWidth>::Integers any{};
#pragma GCC unroll 4
  for (int p = 0; p < Lanes<kWidth>::kParts; ++p) {
    auto reaches = products.part[p] >= floor;
#pragma GCC unroll 8
    for (std::size_t k = 0; k < kKnown; ++k) reaches &= at.part[p] != known[k];
    any |= reaches;
  }
  std::int64_t found = 0;
#pragma GCC unroll 8
  for (int lane = 0; lane < kWidth; ++lane) found |= any[lane];
  return found != 0;
}

}  // namespace simd

// Is a neighbour of v as far along as `floor`, other than these vertices?
template <int kWidth, std::size_t kKnown>
CLEARANCE_INLINE bool any_other_neighbour_reaches(const Polytope& polytope, int v, Vec3 direction, double floor,
                                                  const int (&known)[kKnown]) {
  const Polytope::NeighbourBlock around = polytope.neighbour_block(v);
  for (int block = 0; block < around.blocks; ++block)
    if (simd::any_other_reaches<simd::narrow(kWidth)>(around.coordinates + block * 3 * simd::kLanes,
                                                      around.indices + block * simd::kLanes, direction, floor, known))
      return true;
  return false;
}

// Steepest ascent from `start` to a vertex that no neighbour exceeds by more than 2⁻⁴⁹ of its dot product. Values rise
// strictly, so it always ends.
template <int kWidth>
CLEARANCE_INLINE Peak climb_inline(const Polytope& polytope, Vec3 direction, int start) {
  Peak peak{start, dot(polytope.vertex(start), direction), 0, 1};
  for (;;) {
    const Extreme next = simd::leading_neighbour<simd::narrow(kWidth)>(polytope, direction, peak.index);
    peak.runner_up = next.value;
    if (!(next.value > peak.value)) return peak;
    peak.index = next.index, peak.value = next.value, ++peak.visited;
  }
}

// Two climbs at once, a move of each per turn: neither waits for the other's memory, and one branch ends both.
template <int kWidth>
CLEARANCE_INLINE void climb_both_inline(const Polytope& a, Vec3 direction_a, Peak& at_a, const Polytope& b,
                                        Vec3 direction_b, Peak& at_b) {
  constexpr int kNarrow = simd::narrow(kWidth);
  for (bool moved = true; moved;) {
    const Extreme next_a = simd::leading_neighbour<kNarrow>(a, direction_a, at_a.index);
    const Extreme next_b = simd::leading_neighbour<kNarrow>(b, direction_b, at_b.index);
    const bool up_a = next_a.value > at_a.value, up_b = next_b.value > at_b.value;
    at_a.runner_up = next_a.value, at_b.runner_up = next_b.value;
    at_a.index = up_a ? next_a.index : at_a.index, at_a.value = up_a ? next_a.value : at_a.value;
    at_b.index = up_b ? next_b.index : at_b.index, at_b.value = up_b ? next_b.value : at_b.value;
    moved = up_a || up_b;
  }
}

}  // namespace clearance
