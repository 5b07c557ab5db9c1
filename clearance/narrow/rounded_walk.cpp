#include <clearance/narrow/rounded_walk.h>

#include <clearance/narrow/intersects.h>
#include <clearance/narrow/nearest_walk.h>

namespace clearance {
namespace {

constexpr int kMaxSteps = 64;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

// No more than min n·m / |n|, of either sign. Rounding: quotient, square root and difference are within 5u.
CLEARANCE_INLINE double lower_along(const PosedPair& pair, Vec3 n, const SupportPair& found) {
  const double value = found.value - pair.bound(n), length = norm(n);
  if (!(length > kMinWalkLength && length < 1 / kMinWalkLength)) return -kInfinity;  // a cache may hold any direction
  return value * (value > 0 ? 1 - 0x1p-50 : 1 + 0x1p-50) / length;
}

// Is the bracket of d narrow enough?
CLEARANCE_INLINE bool is_near(const PosedPair& pair, const Radii& radii, RoundedGoal goal, double lower, double upper) {
  const double width = (upper - lower) + (radii.high - radii.low);
  if (goal == RoundedGoal::Distance)
    return lower > radii.high && width <= allowed_width(pair, radii, lower - radii.high);
  return width <= allowed_width(pair, radii, larger(radii.low - upper, 0));
}

template <int kWidth>
CLEARANCE_INLINE RoundedOutcome walk(const PosedPair& pair, const Radii& radii, PairCache& cache, RoundedGoal goal,
                                     double limit) {
  RoundedOutcome out;
  PointSimplex& simplex = out.simplex;
  if (!(pair.reach() > kMinWalkReach && pair.reach() < kMaxWalkReach)) return out;
  VertexPair hint{cache.vertex_a, cache.vertex_b};
  const auto is_beyond = [&](Vec3 n, const SupportPair& found) {
    hint = found.pair;
    const double lower = lower_along(pair, n, found);
    if (lower > out.lower) out.lower = lower, out.direction = n;
    if (!(lower >= limit)) return false;
    out.kind = RoundedOutcome::Kind::Beyond;
    cache.direction = n;
    cache.has_direction = cache.was_separated = true;
    cache.vertex_a = hint.a, cache.vertex_b = hint.b;
    return true;
  };
  if (goal != RoundedGoal::Distance && cache.was_separated && cache.has_direction) {
    out.decided_by = Algorithm::Cache;
    if (is_beyond(cache.direction, pair.template support<kWidth, true>(cache.direction, hint))) return out;
  }
  if (cache.simplex_count > 0) {
    recall_sound_simplex(pair, cache, simplex);
    out.decided_by = Algorithm::Cache;
  } else {
    const Vec3 n = pair.ellipsoid_direction();
    out.decided_by = Algorithm::SeparatingVector;
    if (is_beyond(n, pair.template support<kWidth>(n, hint))) return out;
    simplex.add(hint, pair.difference(hint));
    out.decided_by = Algorithm::Gilbert;
  }
  for (int step = 0; step < kMaxSteps; ++step) {
    if (!nearest_point(simplex)) {
      if (surely_inside(volumes(simplex.m), simplex.m, pair.reach())) out.kind = RoundedOutcome::Kind::CoresMeet;
      break;
    }
    out.upper = witness_distance(pair, simplex);
    if (goal != RoundedGoal::Depth && out.upper < radii.low) {
      out.kind = RoundedOutcome::Kind::Within;
      break;
    }
    const Vec3 n = simplex.direction;
    if (is_beyond(n, pair.template support<kWidth>(n, hint))) break;
    if (goal != RoundedGoal::Status && is_near(pair, radii, goal, out.lower, out.upper)) {
      out.kind = RoundedOutcome::Kind::Near;
      if (goal == RoundedGoal::Distance) {
        out.tied_a = pair.template tied_a<kWidth>(out.direction, simplex.pair, simplex.count);
        out.tied_b = pair.template tied_b<kWidth>(out.direction, simplex.pair, simplex.count);
      }
      break;
    }
    if (simplex.has(hint)) break;
    simplex.add(hint, pair.difference(hint));
    out.decided_by = Algorithm::Gilbert;
  }
  remember_pairs(cache, simplex.pair, simplex.count);
  cache.vertex_a = hint.a, cache.vertex_b = hint.b;
  cache.was_separated = out.lower > radii.high;
  if (cache.was_separated) cache.direction = out.direction, cache.has_direction = true;
  return out;
}

CLEARANCE_DISPATCH(RoundedOutcome, walk_rounded,
                   (const PosedPair& pair, const Radii& radii, PairCache& cache, RoundedGoal goal, double limit), walk,
                   (pair, radii, cache, goal, limit))

}  // namespace

RoundedOutcome search_rounded(const PosedPair& pair, const Radii& radii, PairCache& cache, RoundedGoal goal,
                              double limit) {
  if (cache.simplex_count > 0) keep_sound_pairs(pair, cache);
  return walk_rounded(pair, radii, cache, goal, limit);
}

}  // namespace clearance
