#include <clearance/convex/exact/simplex.h>

#include <clearance/exact/approx.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

namespace clearance::detail {
namespace {

// Rounded, all times one power of two that brings the largest near one. Numbers that become as good as nothing beside
// it are within the error.
struct Rough {
  ApproxVec m[4];

  explicit Rough(const ExactSimplex& simplex) {
    double fraction[4][3];
    std::int64_t exponent[4][3], most = std::numeric_limits<std::int64_t>::min();
    for (int i = 0; i < simplex.count; ++i) {
      const Dyadic* const parts[3] = {&simplex.m[i].x, &simplex.m[i].y, &simplex.m[i].z};
      for (int k = 0; k < 3; ++k) {
        fraction[i][k] = parts[k]->fraction(exponent[i][k]);
        if (fraction[i][k] != 0) most = std::max(most, exponent[i][k]);
      }
    }
    for (int i = 0; i < simplex.count; ++i) {
      const auto part = [&](int k) {
        if (fraction[i][k] == 0 || most - exponent[i][k] > kFar) return 0.0;
        return std::ldexp(fraction[i][k], static_cast<int>(exponent[i][k] - most));
      };
      m[i].value = {part(0), part(1), part(2)};
      m[i].error = 2 * kUnit * norm_max(m[i].value) + kLeftOut;
    }
  }

 private:
  static constexpr std::int64_t kFar = 500;
  static constexpr double kLeftOut = 0x1p-500;
};

// Δ of every subset, by the recursion (5.4); bit k of a subset stands for vertex k. Signs by doubles with bounds; what
// these cannot tell, and weights, exactly, each once.
class Deltas {
 public:
  explicit Deltas(const ExactSimplex& simplex) : simplex_(simplex) {
    const Rough rough(simplex);
    Approx gram[4][4];
    for (int i = 0; i < simplex.count; ++i)
      for (int k = 0; k < simplex.count; ++k) gram[i][k] = dot(rough.m[i], rough.m[k]);
    const unsigned subsets = 1u << simplex.count;
    for (unsigned subset = 1; subset < subsets; ++subset) {
      for (int j = 0; j < simplex.count; ++j) {
        if ((subset >> j & 1u) == 0) continue;
        const unsigned rest = subset & ~(1u << j);
        const int k = std::countr_zero(rest);
        Approx sum{rest == 0 ? 1.0 : 0.0};
        for (int i = 0; i < simplex.count; ++i)
          if (rest >> i & 1u) sum = sum + rough_[rest][i] * (gram[i][k] - gram[i][j]);
        rough_[subset][j] = sum;
      }
    }
  }

  // Conditions (5.6).
  bool nearest_lies_in(unsigned subset) {
    for (int i = 0; i < simplex_.count; ++i) {
      const int sign = subset >> i & 1u ? sign_of(subset, i) : -sign_of(subset | 1u << i, i);
      if (subset >> i & 1u ? sign <= 0 : sign < 0) return false;
    }
    return true;
  }

  const Dyadic& exactly(unsigned subset, int j) {
    Dyadic& delta = exact_[subset][j];
    if (is_known_[subset][j]) return delta;
    is_known_[subset][j] = true;
    const unsigned rest = subset & ~(1u << j);
    if (rest == 0) return delta = 1.0;
    const int k = std::countr_zero(rest);
    Dyadic sum;
    for (int i = 0; i < simplex_.count; ++i)
      if (rest >> i & 1u) sum = sum + exactly(rest, i) * (gram(i, k) - gram(i, j));
    return delta = std::move(sum);
  }

 private:
  int sign_of(unsigned subset, int j) {
    const int sign = proved_sign(rough_[subset][j]);
    return sign != 0 ? sign : exactly(subset, j).sign();
  }

  const Dyadic& gram(int i, int k) {
    if (i > k) std::swap(i, k);
    if (!has_gram_[i][k]) has_gram_[i][k] = true, gram_[i][k] = dot(simplex_.m[i], simplex_.m[k]);
    return gram_[i][k];
  }

  const ExactSimplex& simplex_;
  Approx rough_[16][4];
  Dyadic exact_[16][4], gram_[4][4];
  bool is_known_[16][4] = {}, has_gram_[4][4] = {};
};

}  // namespace

Dyadic ExactSimplex::total_weight() const {
  Dyadic sum;
  for (int i = 0; i < count; ++i) sum = sum + weight[i];
  return sum;
}

void reduce_to_nearest(ExactSimplex& simplex) {
  Deltas deltas(simplex);
  // Small subsets first, so that a point on a lower face is expressed there.
  for (int size = 1; size <= simplex.count; ++size) {
    for (unsigned subset = 1; subset < 1u << simplex.count; ++subset) {
      if (std::popcount(subset) != size || !deltas.nearest_lies_in(subset)) continue;
      ExactSimplex nearest;
      for (int i = 0; i < simplex.count; ++i) {
        if ((subset >> i & 1u) == 0) continue;
        const int kept = nearest.count++;
        nearest.pair[kept] = simplex.pair[i];
        nearest.m[kept] = simplex.m[i];
        nearest.weight[kept] = deltas.exactly(subset, i);
        nearest.nearest = nearest.nearest + nearest.weight[kept] * nearest.m[kept];
      }
      simplex = std::move(nearest);
      return;
    }
  }
  constexpr bool kNearestPointLiesInAFace = false;
  CLEARANCE_ASSERT(kNearestPointLiesInAFace);
}

}  // namespace clearance::detail
