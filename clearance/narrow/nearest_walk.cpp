#include <clearance/narrow/nearest_walk.h>

#include <clearance/narrow/contact.h>
#include <clearance/narrow/intersects.h>

namespace clearance {
namespace {

constexpr int kMaxSteps = 64;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

template <int kWidth>
CLEARANCE_INLINE NearestOutcome walk(const PosedPair& pair, PairCache& cache, double limit) {
  NearestOutcome out;
  PointSimplex& simplex = out.simplex;
  if (!(pair.reach() > kMinWalkReach && pair.reach() < kMaxWalkReach)) return out;
  VertexPair hint{cache.vertex_a, cache.vertex_b};
  if (cache.simplex_count > 0) {
    recall_sound_simplex(pair, cache, simplex);
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
    const Vec3 n = simplex.direction;
    if (meets_origin(pair, simplex)) break;
    const SupportPair found = pair.template support<kWidth>(n, hint);
    hint = found.pair;
    // Rounding down: the quotient and the square root are within 4u.
    const double length = norm(n);
    if (!(length > kMinWalkLength)) break;
    const double lower = (found.value - pair.bound(n)) * (1 - 0x1p-50) / length;
    if (lower > out.lower) {
      out.lower = lower, out.direction = n;
      if (lower >= limit) {
        out.kind = NearestOutcome::Kind::Beyond;
        out.upper = kInfinity;
        break;
      }
    }
    // The plane of the nearest face is where the upper end is, but for rounding: no need to be exact about it while it
    // is far off.
    const double about = dot(n, simplex.m[0]) / length;
    if (out.lower > 0 && about - out.lower <= 2 * allowed_width(pair, about)) {
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
  remember_pairs(cache, simplex.pair, simplex.count);
  cache.vertex_a = hint.a, cache.vertex_b = hint.b;
  cache.was_separated = out.lower > 0;
  if (cache.was_separated) cache.direction = out.direction, cache.has_direction = true;
  return out;
}

CLEARANCE_DISPATCH(NearestOutcome, walk_to_nearest, (const PosedPair& pair, PairCache& cache, double limit), walk,
                   (pair, cache, limit))

}  // namespace

NearestOutcome search_nearest(const PosedPair& pair, PairCache& cache, double limit) {
  if (cache.simplex_count > 0) keep_sound_pairs(pair, cache);
  return walk_to_nearest(pair, cache, limit);
}

}  // namespace clearance
