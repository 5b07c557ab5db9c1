#include <clearance/broad/grid/overlap_runs.h>

#include <clearance/base/simd.h>

#include <algorithm>
#include <bit>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace clearance::detail {
namespace {

// The positions of `doubtful` that do overlap: their keys are equal somewhere.
std::uint32_t settle(const BoxColumns& columns, std::uint32_t one, std::uint32_t first, std::uint32_t doubtful) {
  const Box& box = columns.boxes[columns.index[one]];
  std::uint32_t settled = 0;
  for (std::uint32_t left = doubtful; left != 0; left &= left - 1) {
    const int k = std::countr_zero(left);
    const Box& other = columns.boxes[columns.index[first + static_cast<std::uint32_t>(k)]];
    settled |= static_cast<std::uint32_t>(overlap(box, other)) << k;
  }
  return settled;
}

CLEARANCE_INLINE void add_each(const BoxColumns& columns, std::uint32_t one, std::uint32_t first, std::uint32_t mask,
                               PairSink& sink) {
  const std::uint32_t i = columns.index[one];
  for (; mask != 0; mask &= mask - 1) {
    const std::uint32_t j = columns.index[first + static_cast<std::uint32_t>(std::countr_zero(mask))];
    sink.pairs[sink.count++] = i < j ? IndexPair{i, j} : IndexPair{j, i};
  }
}

#if defined(__x86_64__)

// The maskless forms of these instructions draw false warnings from g++ 12.
constexpr __mmask16 kAll = 0xffff;

// How far two boxes reach into one another along an axis; one of them in all lanes.
__attribute__((target("arch=x86-64-v4"), always_inline)) inline __m512 common(const float* low, const float* high,
                                                                              __m512 l, __m512 h) {
  return _mm512_sub_ps(_mm512_maskz_min_ps(kAll, h, _mm512_loadu_ps(high)),
                       _mm512_maskz_max_ps(kAll, l, _mm512_loadu_ps(low)));
}

// Without a branch on whether anything is met, which nobody could predict.
__attribute__((target("arch=x86-64-v4"))) bool test_runs_v4(const BoxColumns& columns, std::span<const BoxRun> runs,
                                                            PairSink& sink) {
  const __m512i first_halves = _mm512_setr_epi32(0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
  const __m512i second_halves = _mm512_setr_epi32(8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
  const auto [low_x, low_y, low_z] = columns.low;
  const auto [high_x, high_y, high_z] = columns.high;
  IndexPair* end = sink.pairs + sink.count;
  for (const BoxRun& run : runs) {
    const __m512 lx = _mm512_set1_ps(low_x[run.one]), hx = _mm512_set1_ps(high_x[run.one]);
    const __m512 ly = _mm512_set1_ps(low_y[run.one]), hy = _mm512_set1_ps(high_y[run.one]);
    const __m512 lz = _mm512_set1_ps(low_z[run.one]), hz = _mm512_set1_ps(high_z[run.one]);
    const __m512i own = _mm512_set1_epi32(static_cast<int>(columns.index[run.one]));
    const std::uint32_t q = run.first;
    const __m512 least = _mm512_maskz_min_ps(
        kAll, common(low_x + q, high_x + q, lx, hx),
        _mm512_maskz_min_ps(kAll, common(low_y + q, high_y + q, ly, hy), common(low_z + q, high_z + q, lz, hz)));
    const auto there = static_cast<__mmask16>((1u << run.count) - 1);
    __mmask16 met = _mm512_mask_cmp_ps_mask(there, least, _mm512_setzero_ps(), _CMP_GT_OQ);
    const __mmask16 doubtful = _mm512_mask_cmp_ps_mask(there, least, _mm512_setzero_ps(), _CMP_EQ_OQ);
    if (doubtful != 0) [[unlikely]]
      met = static_cast<__mmask16>(met | settle(columns, run.one, q, doubtful));
    if (end + kPairSlack > sink.pairs + sink.capacity) [[unlikely]] {
      sink.count = static_cast<std::size_t>(end - sink.pairs);
      if (!sink.full(sink)) return false;
      end = sink.pairs + sink.count;
    }
    const __m512i others = _mm512_maskz_compress_epi32(met, _mm512_loadu_si512(columns.index + q));
    const __m512i a = _mm512_maskz_min_epu32(kAll, own, others), b = _mm512_maskz_max_epu32(kAll, own, others);
    const auto count = static_cast<std::size_t>(std::popcount(met));
    _mm512_storeu_si512(end, _mm512_permutex2var_epi32(a, first_halves, b));
    if (count > 8) _mm512_storeu_si512(end + 8, _mm512_permutex2var_epi32(a, second_halves, b));
    end += count;
  }
  sink.count = static_cast<std::size_t>(end - sink.pairs);
  return true;
}

__attribute__((target("arch=x86-64-v3"))) bool test_runs_v3(const BoxColumns& columns, std::span<const BoxRun> runs,
                                                            PairSink& sink) {
  for (const BoxRun& run : runs) {
    __m256 low[3], high[3];
    for (int a = 0; a < 3; ++a) {
      low[a] = _mm256_set1_ps(columns.low[a][run.one]);
      high[a] = _mm256_set1_ps(columns.high[a][run.one]);
    }
    const std::uint32_t last = run.first + run.count;
    for (std::uint32_t q = run.first; q < last; q += 8) {
      __m256 meets[3], strict[3];
      for (int a = 0; a < 3; ++a) {
        const __m256 l = _mm256_loadu_ps(columns.low[a] + q), h = _mm256_loadu_ps(columns.high[a] + q);
        meets[a] = _mm256_and_ps(_mm256_cmp_ps(l, high[a], _CMP_LE_OQ), _mm256_cmp_ps(low[a], h, _CMP_LE_OQ));
        strict[a] = _mm256_and_ps(_mm256_cmp_ps(l, high[a], _CMP_LT_OQ), _mm256_cmp_ps(low[a], h, _CMP_LT_OQ));
      }
      const std::uint32_t left = last - q;
      const std::uint32_t there = left >= 8 ? 0xffu : (1u << left) - 1;
      std::uint32_t mask =
          static_cast<std::uint32_t>(_mm256_movemask_ps(_mm256_and_ps(meets[0], _mm256_and_ps(meets[1], meets[2])))) &
          there;
      if (mask == 0) continue;
      std::uint32_t sure = mask;
      for (int a = 0; a < 3; ++a) sure &= static_cast<std::uint32_t>(_mm256_movemask_ps(strict[a]));
      if (sure != mask) mask = sure | settle(columns, run.one, q, mask & ~sure);
      if (sink.count + kPairSlack > sink.capacity && !sink.full(sink)) return false;
      add_each(columns, run.one, q, mask, sink);
    }
  }
  return true;
}

#endif

bool test_runs_plain(const BoxColumns& columns, std::span<const BoxRun> runs, PairSink& sink) {
  constexpr std::uint32_t kLanes = 4;
  for (const BoxRun& run : runs) {
    const std::uint32_t last = run.first + run.count;
    for (std::uint32_t q = run.first; q < last; q += kLanes) {
      std::uint32_t meets = 0, sure = 0;
      for (std::uint32_t k = 0; k < kLanes && q + k < last; ++k) {
        bool is_met = true, is_sure = true;
        for (int a = 0; a < 3; ++a) {
          const float l = columns.low[a][q + k], h = columns.high[a][q + k];
          is_met &= (l <= columns.high[a][run.one]) & (columns.low[a][run.one] <= h);
          is_sure &= (l < columns.high[a][run.one]) & (columns.low[a][run.one] < h);
        }
        meets |= static_cast<std::uint32_t>(is_met) << k;
        sure |= static_cast<std::uint32_t>(is_met && is_sure) << k;
      }
      if (meets == 0) continue;
      if (sure != meets) meets = sure | settle(columns, run.one, q, meets & ~sure);
      if (sink.count + kPairSlack > sink.capacity && !sink.full(sink)) return false;
      add_each(columns, run.one, q, meets, sink);
    }
  }
  return true;
}

}  // namespace

bool test_runs(const BoxColumns& columns, std::span<const BoxRun> runs, PairSink& sink) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("x86-64-v4")) return test_runs_v4(columns, runs, sink);
  if (__builtin_cpu_supports("x86-64-v3")) return test_runs_v3(columns, runs, sink);
#endif
  return test_runs_plain(columns, runs, sink);
}

std::vector<RunTester> test_runs_versions() {
  std::vector<RunTester> versions = {test_runs_plain};
#if defined(__x86_64__)
  if (__builtin_cpu_supports("x86-64-v3")) versions.push_back(test_runs_v3);
  if (__builtin_cpu_supports("x86-64-v4")) versions.push_back(test_runs_v4);
#endif
  return versions;
}

}  // namespace clearance::detail
