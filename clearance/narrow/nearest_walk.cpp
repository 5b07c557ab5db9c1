#include <clearance/narrow/nearest_walk.h>

#include <clearance/narrow/intersects.h>

namespace clearance {
namespace {

constexpr int kMaxSteps = 64;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Within these no square of a length that matters under- or overflows; and a nearest point below kNoise of the reach is
// rounding error, from which no direction can be had.
constexpr double kMinReach = 1e-120, kMaxReach = 1e120, kNoise = 1e-20;

// What the witness points' distance, computed as |Σ wₖ mₖ|, can be short of the exact one: each component of each mₖ is
// off by 16u·S, the sum and the weights (whose own sum is 1 within 4u, and which are rounded again where vertices
// coincide) by 16u·S; √3 of 32u is below 56u, and 64u covers the norm's own rounding.
constexpr double kWitnessError = 64 * 0x1p-53;

// The direction across the nearest face: for an edge, rounding left a part along it that the support plane would have to
// pay for over the edge's whole length.
CLEARANCE_INLINE Vec3 across(const PointSimplex& simplex) {
  if (simplex.count != 2) return simplex.nearest;
  const Vec3 edge = simplex.m[1] - simplex.m[0];
  return simplex.nearest - (dot(simplex.nearest, edge) / squared_norm(edge)) * edge;
}

CLEARANCE_INLINE double witness_distance(const PosedPair& pair, const PointSimplex& simplex) {
  Vec3 sum;
  for (int k = 0; k < simplex.count; ++k) sum = sum + simplex.weight[k] * simplex.m[k];
  return norm(sum) * (1 + 0x1p-50) + kWitnessError * pair.reach();
}


template <int kWidth>
CLEARANCE_INLINE NearestOutcome walk(const PosedPair& pair, PairCache& cache, double limit) {
  NearestOutcome out;
  PointSimplex& simplex = out.simplex;
  if (!(pair.reach() > kMinReach && pair.reach() < kMaxReach)) return out;
  VertexPair hint{cache.vertex_a, cache.vertex_b};
  if (cache.simplex_count > 0) {
    recall_simplex(pair, cache, simplex);
    out.decided_by = Algorithm::Cache;
  } else {
    hint = pair.template support<kWidth>(pair.ellipsoid_direction(), hint).pair;
    simplex.add(hint, pair.difference(hint));
  }
  for (; out.steps < kMaxSteps; ++out.steps) {
    if (!nearest_point(simplex)) {
      if (surely_inside(volumes(simplex.m), simplex.m, pair.reach())) out.kind = NearestOutcome::Kind::Penetrating;
      break;
    }
    const Vec3 n = across(simplex);
    if (!(norm_one(n) > kNoise * pair.reach())) break;
    const SupportPair found = pair.template support<kWidth>(n, hint);
    hint = found.pair;
    // Rounding down: the quotient and the square root are within 4u.
    const double length = norm(n);
    const double lower = (found.value - pair.bound(n)) * (1 - 0x1p-50) / length;
    if (lower > out.lower) {
      out.lower = lower, out.direction = n;
      if (lower >= limit) {
        out.kind = NearestOutcome::Kind::Beyond;
        out.upper = kInfinity;
        break;
      }
    }
    // The nearest point's length is the upper end but for rounding: no need to be exact about it while it is far off.
    if (out.lower > 0 && length - out.lower <= 2 * allowed_width(pair, length)) {
      out.upper = witness_distance(pair, simplex);
      if (out.upper - out.lower <= allowed_width(pair, out.upper)) {
        out.kind = NearestOutcome::Kind::Near;
        out.tied_a = pair.template tied_a<kWidth>(out.direction, simplex.pair, simplex.count);
        out.tied_b = pair.template tied_b<kWidth>(out.direction, simplex.pair, simplex.count);
        break;
      }
    }
    if (simplex.has(hint)) break;
    simplex.add(hint, pair.difference(hint));
    out.decided_by = Algorithm::Gilbert;
  }
  remember_simplex(cache, simplex);
  cache.vertex_a = hint.a, cache.vertex_b = hint.b;
  cache.was_separated = out.lower > 0;
  if (cache.was_separated) cache.direction = out.direction, cache.has_direction = true;
  return out;
}

}  // namespace

CLEARANCE_DISPATCH(NearestOutcome, search_nearest, (const PosedPair& pair, PairCache& cache, double limit), walk,
                   (pair, cache, limit))

}  // namespace clearance
