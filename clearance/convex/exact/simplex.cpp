#include <clearance/convex/exact/simplex.h>

#include <bit>

namespace clearance::detail {
namespace {

// Δ of every subset, by the recursion (5.4); bit k of a subset stands for vertex k.
struct Deltas {
  Dyadic of[16][4];

  Deltas(const ExactSimplex& simplex) {
    Dyadic gram[4][4];
    for (int i = 0; i < simplex.count; ++i)
      for (int j = 0; j <= i; ++j) gram[i][j] = gram[j][i] = dot(simplex.m[i], simplex.m[j]);
    const unsigned subsets = 1u << simplex.count;
    for (unsigned subset = 1; subset < subsets; ++subset) {
      if (std::has_single_bit(subset)) {
        of[subset][std::countr_zero(subset)] = 1.0;
        continue;
      }
      for (int j = 0; j < simplex.count; ++j) {
        if ((subset >> j & 1u) == 0) continue;
        const unsigned rest = subset & ~(1u << j);
        const int k = std::countr_zero(rest);
        Dyadic sum;
        for (int i = 0; i < simplex.count; ++i)
          if (rest >> i & 1u) sum = sum + of[rest][i] * (gram[i][k] - gram[i][j]);
        of[subset][j] = sum;
      }
    }
  }

  // Conditions (5.6).
  bool nearest_lies_in(unsigned subset, int count) const {
    for (int i = 0; i < count; ++i) {
      const int sign = subset >> i & 1u ? of[subset][i].sign() : -of[subset | 1u << i][i].sign();
      if (subset >> i & 1u ? sign <= 0 : sign < 0) return false;
    }
    return true;
  }
};

}  // namespace

Dyadic ExactSimplex::total_weight() const {
  Dyadic sum;
  for (int i = 0; i < count; ++i) sum = sum + weight[i];
  return sum;
}

void reduce_to_nearest(ExactSimplex& simplex) {
  const Deltas deltas(simplex);
  // Small subsets first, so that a point on a lower face is expressed there.
  for (int size = 1; size <= simplex.count; ++size) {
    for (unsigned subset = 1; subset < 1u << simplex.count; ++subset) {
      if (std::popcount(subset) != size || !deltas.nearest_lies_in(subset, simplex.count)) continue;
      int kept = 0;
      simplex.nearest = {};
      for (int i = 0; i < simplex.count; ++i) {
        if ((subset >> i & 1u) == 0) continue;
        simplex.pair[kept] = simplex.pair[i];
        simplex.m[kept] = simplex.m[i];
        simplex.weight[kept] = deltas.of[subset][i];
        simplex.nearest = simplex.nearest + simplex.weight[kept] * simplex.m[kept];
        ++kept;
      }
      simplex.count = kept;
      return;
    }
  }
  constexpr bool kNearestPointLiesInAFace = false;
  CLEARANCE_ASSERT(kNearestPointLiesInAFace);
}

}  // namespace clearance::detail
