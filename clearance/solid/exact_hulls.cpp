#include <clearance/solid/exact_hulls.h>

#include <clearance/convex/exact/simplex.h>

namespace clearance::detail {
namespace {

// The point that reaches farthest along n; of equals the first.
std::size_t farthest(std::span<const DyadicVec> points, const DyadicVec& n) {
  std::size_t best = 0;
  Dyadic most = dot(n, points[0]);
  for (std::size_t k = 1; k < points.size(); ++k) {
    Dyadic x = dot(n, points[k]);
    if (compare(x, most) <= 0) continue;
    best = k;
    most = std::move(x);
  }
  return best;
}

}  // namespace

HullGap compare_hulls(std::span<const DyadicVec> a, std::span<const DyadicVec> b, const Dyadic& length) {
  ExactSimplex simplex;
  const auto add = [&](std::size_t i, std::size_t j) {
    simplex.pair[simplex.count] = {static_cast<std::int32_t>(i), static_cast<std::int32_t>(j)};
    simplex.m[simplex.count] = b[j] - a[i];
    ++simplex.count;
  };
  for (add(0, 0);;) {
    reduce_to_nearest(simplex);
    if (is_zero(simplex.nearest)) break;
    const std::size_t i = farthest(a, simplex.nearest), j = farthest(b, -simplex.nearest);
    // Every vertex of the reduced simplex has the same product with its nearest point.
    if (dot(simplex.nearest, (b[j] - a[i]) - simplex.m[0]).sign() >= 0) break;
    add(i, j);
  }
  HullGap gap;
  gap.weight = simplex.total_weight();
  for (int k = 0; k < simplex.count; ++k)
    gap.on_b = gap.on_b + simplex.weight[k] * b[static_cast<std::size_t>(simplex.pair[k].b)];
  const Dyadic limit = length * gap.weight;
  gap.sign = compare(dot(simplex.nearest, simplex.nearest), limit * limit);
  return gap;
}

}  // namespace clearance::detail
