#include <clearance/lab/pair/rabbitz.h>

#include <clearance/lab/pair/coherence.h>
#include <clearance/lab/pair/enhanced_gjk_steps.h>
#include <clearance/lab/pair/short_walk.h>

namespace clearance {
namespace {

// The direction that separated the bodies last, or where nothing is known the one that would separate two ellipsoids.
Vec3 first_direction(const PosedPair& pair, const ConvexCache* cache) {
  return cache != nullptr && cache->has_direction ? cache->direction : pair.ellipsoid_direction();
}

}  // namespace

Evidence rabbitz(const PosedPair& pair, ConvexCache* cache, const RabbitzOptions& options, Trace* trace) {
  Evidence evidence;
  evidence.last = cached_last(pair, cache);
  SimplexWalk walk{.simplex = cached_simplex(pair, cache)};
  PointSimplex& simplex = walk.simplex;
  const bool was_apart = cache != nullptr && cache->was_separated;
  if ((was_apart || simplex.count == 0) && options.max_steps > 0) {
    const Vec3 n = first_direction(pair, cache);
    const bool separated = conclude_separated(pair, n, evidence.last, evidence);
    trace_support(trace, pair, n, evidence.last);
    if (simplex.count < 4 && !simplex.has(evidence.last)) simplex.add(evidence.last, pair.difference(evidence.last));
    if (separated) {
      if (evidence.simplex_count == 0) set_simplex(evidence, simplex);
      remember(evidence, cache);
      return evidence;
    }
  }
  while (evidence.steps < options.max_steps) {
    const std::optional<SupportPair> found = step_to_nearest(pair, options.sub_algorithm, walk, evidence, trace);
    if (!found) break;
    const Vec3 n = simplex.direction;
    if (found->value > pair.bound(n) && conclude_separated(pair, n, found->pair, evidence)) break;
    if (simplex.has(found->pair)) break;
    simplex.add(found->pair, pair.difference(found->pair));
  }
  if (evidence.verdict == Verdict::Unresolved && evidence.steps < options.max_steps) settle_contact(pair, evidence);
  remember(evidence, cache);
  return evidence;
}

}  // namespace clearance
