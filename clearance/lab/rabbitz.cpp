#include <clearance/lab/rabbitz.h>

#include <clearance/lab/enhanced_gjk_steps.h>

#include <limits>

namespace clearance {
namespace {

// The direction that separated the bodies last, or where nothing is known the one that would separate two ellipsoids.
Vec3 first_direction(const PosedPair& pair, const PairCache* cache) {
  return cache != nullptr && cache->has_direction ? cache->direction : pair.ellipsoid_direction();
}

}  // namespace

Evidence rabbitz(const PosedPair& pair, PairCache* cache, const RabbitzOptions& options, Trace* trace) {
  Evidence evidence;
  evidence.last = recall_last(pair, cache);
  PointSimplex simplex = recall_simplex_checked(pair, cache);
  const bool was_apart = cache != nullptr && cache->was_separated;
  if ((was_apart || simplex.count == 0) && options.max_steps > 0) {
    const Vec3 n = first_direction(pair, cache);
    const bool separated = conclude_separated(pair, n, evidence.last, evidence);
    trace_support(trace, pair, n, evidence.last);
    if (simplex.count < 4 && !simplex.has(evidence.last)) simplex.add(evidence.last, pair.difference(evidence.last));
    if (separated) {
      if (evidence.simplex_count == 0) set_simplex(simplex, evidence);
      remember(evidence, cache);
      return evidence;
    }
  }
  int visited = 0;
  double nearest = std::numeric_limits<double>::infinity();
  while (evidence.steps < options.max_steps) {
    if (!reduce_to_nearest(pair, options.sub_algorithm, nearest, simplex)) {
      conclude_penetrating(pair, {simplex.pair, 4}, evidence);
      break;
    }
    const double distance = norm(simplex.point());
    if (!(distance < nearest)) break;  // no nearer: the step before was as good, and only rounding led on
    nearest = distance;
    set_simplex(simplex, evidence);
    const Vec3 n = simplex.direction;
    const SupportPair found = climb_from_simplex(pair, n, simplex, visited);
    ++evidence.steps;
    evidence.last = found.pair;
    trace_support(trace, pair, n, found.pair);
    if (found.value > pair.bound(n) && conclude_separated(pair, n, found.pair, evidence)) break;
    if (simplex.has(found.pair)) break;
    simplex.add(found.pair, pair.difference(found.pair));
  }
  if (evidence.verdict == Verdict::Unresolved && evidence.steps < options.max_steps) conclude_around(pair, evidence);
  remember(evidence, cache);
  return evidence;
}

}  // namespace clearance
