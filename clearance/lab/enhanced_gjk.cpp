#include <clearance/lab/enhanced_gjk.h>

#include <clearance/lab/enhanced_gjk_steps.h>

#include <limits>

namespace clearance {

Evidence enhanced_gjk(const PosedPair& pair, PairCache* cache, const EnhancedGjkOptions& options, Trace* trace) {
  Evidence evidence;
  evidence.last = recall_last(pair, cache);
  PointSimplex simplex = recall_simplex_checked(pair, cache);
  if (simplex.count == 0) {
    evidence.last = search_support(pair, pair.ellipsoid_direction(), evidence.last).pair;
    simplex.add(evidence.last, pair.difference(evidence.last));
  }
  int visited = 0;
  double nearest = std::numeric_limits<double>::infinity();
  Vec3 best_direction;
  double best_gap = 0;  // along it, as the climbs have it
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
    const double gap = found.value / norm(n);
    if (found.value > pair.bound(n) && gap > best_gap) best_gap = gap, best_direction = n;
    if (simplex.has(found.pair)) break;  // no vertex lies below the plane through c
    simplex.add(found.pair, pair.difference(found.pair));
  }
  if (options.counts != nullptr) options.counts->steps += evidence.steps, options.counts->visited += visited;
  if (evidence.verdict == Verdict::Unresolved && evidence.steps < options.max_steps) {
    if (best_gap > 0) {
      conclude_separated(pair, best_direction, evidence.last, evidence);
    } else {
      conclude_around(pair, evidence);
    }
  }
  remember(evidence, cache);
  return evidence;
}

}  // namespace clearance
