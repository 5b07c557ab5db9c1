#include <clearance/lab/pair/johnson.h>

#include <bit>

namespace clearance {
namespace {

struct Deltas {
  double of[16][4] = {};
  double gram[4][4] = {};

  explicit Deltas(const PointSimplex& s) {
    for (int i = 0; i < s.count; ++i)
      for (int j = 0; j <= i; ++j) gram[i][j] = gram[j][i] = dot(s.m[i], s.m[j]);
    for (unsigned subset = 1; subset < 1u << s.count; ++subset) {
      if (std::has_single_bit(subset)) {
        of[subset][std::countr_zero(subset)] = 1;  // (5.3)
        continue;
      }
      for (int j = 0; j < s.count; ++j) {
        if ((subset >> j & 1u) == 0) continue;
        const unsigned rest = subset & ~(1u << j);
        const int k = std::countr_zero(rest);
        for (int i = 0; i < s.count; ++i)
          if (rest >> i & 1u) of[subset][j] += of[rest][i] * (gram[i][k] - gram[i][j]);  // (5.4)
      }
    }
  }

  bool all_positive(unsigned subset, int count) const {
    for (int i = 0; i < count; ++i)
      if ((subset >> i & 1u) && !(of[subset][i] > 0)) return false;
    return true;
  }
  bool none_outside(unsigned subset, int count) const {
    for (int j = 0; j < count; ++j)
      if ((subset >> j & 1u) == 0 && !(of[subset | 1u << j][j] <= 0)) return false;
    return true;
  }
  double total(unsigned subset, int count) const {  // (5.5)
    double sum = 0;
    for (int i = 0; i < count; ++i)
      if (subset >> i & 1u) sum += of[subset][i];
    return sum;
  }
  // The square of (5.7).
  double squared_distance(unsigned subset, int count) const {
    const int k = std::countr_zero(subset);
    double sum = 0;
    for (int i = 0; i < count; ++i)
      if (subset >> i & 1u) sum += of[subset][i] * gram[i][k];
    return sum / total(subset, count);
  }
};

}  // namespace

bool nearest_point_johnson(PointSimplex& s, bool* used_backup) {
  const Deltas deltas(s);
  const unsigned subsets = 1u << s.count;
  unsigned best = 0;
  for (unsigned subset = 1; subset < subsets && best == 0; ++subset)
    if (deltas.all_positive(subset, s.count) && deltas.none_outside(subset, s.count)) best = subset;
  if (used_backup != nullptr) *used_backup = best == 0;
  if (best == 0) {
    double least = std::numeric_limits<double>::infinity();
    for (unsigned subset = 1; subset < subsets; ++subset) {
      if (!deltas.all_positive(subset, s.count)) continue;
      const double square = deltas.squared_distance(subset, s.count);
      if (square < least) least = square, best = subset;
    }
  }
  if (best == 0) best = 1;  // NaN all through: any vertex will do, and the caller's step limit ends it
  const double total = deltas.total(best, s.count);
  int kept = 0;
  for (int i = 0; i < s.count; ++i) {
    if ((best >> i & 1u) == 0) continue;
    s.pair[kept] = s.pair[i];
    s.m[kept] = s.m[i];
    s.weight[kept] = deltas.of[best][i] / total;
    ++kept;
  }
  s.count = kept;
  s.direction = s.point();
  return kept < 4;
}

}  // namespace clearance
