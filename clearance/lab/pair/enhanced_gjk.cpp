#include <clearance/lab/pair/enhanced_gjk.h>

#include <clearance/lab/pair/coherence.h>
#include <clearance/lab/pair/enhanced_gjk_steps.h>
#include <clearance/lab/pair/short_walk.h>

namespace clearance {

Evidence enhanced_gjk(const PosedPair& pair, ConvexCache* cache, const EnhancedGjkOptions& options, Trace* trace) {
  Evidence evidence;
  evidence.last = cached_last(pair, cache);
  SimplexWalk walk{.simplex = cached_simplex(pair, cache)};
  PointSimplex& simplex = walk.simplex;
  if (simplex.count == 0) {
    evidence.last = search_support(pair, pair.ellipsoid_direction(), evidence.last).pair;
    simplex.add(evidence.last, pair.difference(evidence.last));
  }
  Vec3 best_direction;
  double best_gap = 0;  // along it, as the climbs have it
  while (evidence.steps < options.max_steps) {
    const std::optional<SupportPair> found = step_to_nearest(pair, options.sub_algorithm, walk, evidence, trace);
    if (!found) break;
    const Vec3 n = simplex.direction;
    const double gap = found->value / norm(n);
    if (found->value > pair.bound(n) && gap > best_gap) best_gap = gap, best_direction = n;
    if (simplex.has(found->pair)) break;  // no vertex lies below the plane through c
    simplex.add(found->pair, pair.difference(found->pair));
  }
  if (options.counts != nullptr) options.counts->steps += evidence.steps, options.counts->visited += walk.visited;
  if (evidence.verdict == Verdict::Unresolved && evidence.steps < options.max_steps) {
    if (best_gap > 0) {
      conclude_separated(pair, best_direction, evidence.last, evidence);
    } else {
      settle_contact(pair, evidence);
    }
  }
  remember(evidence, cache);
  return evidence;
}

}  // namespace clearance
