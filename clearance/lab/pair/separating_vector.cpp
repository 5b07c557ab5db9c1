#include <clearance/lab/pair/separating_vector.h>

#include <clearance/convex/nearest_simplex.h>
#include <clearance/lab/pair/one_sided.h>

#include <algorithm>
#include <vector>

namespace clearance {
namespace {

Vec3 unit(Vec3 v) {
  const double length = norm(v);
  return length > 0 ? v / length : Vec3{1, 0, 0};
}

void set_surrounding(Evidence& evidence, const std::vector<VertexPair>& met, const int* at) {
  evidence.simplex_count = 0;
  for (int k = 0; k < 4; ++k) {
    const VertexPair pair = met[static_cast<std::size_t>(at[k])];
    VertexPair* end = evidence.simplex + evidence.simplex_count;
    if (std::find(evidence.simplex, end, pair) == end) evidence.simplex[evidence.simplex_count++] = pair;
  }
}

// The half-space test rounds; four differences that surely hold the origin inside do not leave room for doubt.
bool surrounds_origin(const PosedPair& pair, const Evidence& evidence) {
  PointSimplex simplex;
  for (int k = 0; k < evidence.simplex_count; ++k)
    simplex.add(evidence.simplex[k], pair.difference(evidence.simplex[k]));
  return simplex.count == 4 && surely_inside(volumes(simplex.m), simplex.m, pair.reach());
}

template <int kWidth>
CLEARANCE_INLINE Evidence search(const PosedPair& pair, ConvexCache* cache, const SeparatingVectorOptions& options,
                                 Trace* trace) {
  Evidence evidence;
  const bool warm = cache != nullptr && cache->has_direction;
  Vec3 s = unit(warm ? cache->direction : pair.center_difference());
  if (cache != nullptr) evidence.last = {cache->vertex_a, cache->vertex_b};
  Hemisphere hemisphere;
  HalfPlanes half_planes;
  OneSided& one_sided =
      options.termination == Termination::Hemisphere ? static_cast<OneSided&>(hemisphere) : half_planes;
  std::vector<VertexPair> met;
  bool along_normal = false;
  while (evidence.steps < options.max_steps) {
    const SupportPair found = pair.template support<kWidth>(s, evidence.last);
    const Vec3 m = pair.difference(found.pair);
    ++evidence.steps;
    evidence.last = found.pair;
    trace_support(trace, pair, s, found.pair);
    if (found.value > pair.bound(s)) {  // Lemma 1
      evidence.verdict = Verdict::Separated;
      evidence.direction = s;
      break;
    }
    const Vec3 r = unit(m);
    if (std::find(met.begin(), met.end(), found.pair) != met.end()) {
      if (trace != nullptr) trace->steps.back().what = kReoccurrence;
      // A pair that came back along w satisfies w·r ≥ 0 (Lemma 8), yet not beyond its error: too near to call.
      if (along_normal) break;
      s = one_sided.normal();
      along_normal = true;
      continue;
    }
    along_normal = false;
    met.push_back(found.pair);
    if (!one_sided.add(r)) {
      set_surrounding(evidence, met, one_sided.surrounding());
      if (surrounds_origin(pair, evidence)) evidence.verdict = Verdict::Penetrating;
      break;
    }
    s = next_direction(s, r, options);
  }
  if (evidence.verdict == Verdict::Separated || evidence.simplex_count == 0) {
    // The last pairs met are the best start for whoever goes on.
    for (std::size_t k = met.size(); k-- > 0 && evidence.simplex_count < 4;)
      evidence.simplex[evidence.simplex_count++] = met[k];
  }
  if (cache != nullptr && evidence.verdict == Verdict::Separated) {
    cache->direction = s, cache->has_direction = true;
    cache->vertex_a = evidence.last.a, cache->vertex_b = evidence.last.b;
  }
  return evidence;
}

}  // namespace

Vec3 next_direction(Vec3 s, Vec3 r, const SeparatingVectorOptions& options) {
  const double along = dot(r, s);
  const Vec3 greedy = s - (2 * along) * r;
  if (options.direction == SearchingDirection::Greedy) return unit(greedy);
  const Vec3 conservative = unit(s - along * r);  // (r × S) × r for unit r
  if (options.direction == SearchingDirection::Conservative) return conservative;
  return unit(options.alpha * greedy + (1 - options.alpha) * conservative);
}

CLEARANCE_DISPATCH(Evidence, separating_vector,
                   (const PosedPair& pair, ConvexCache* cache, const SeparatingVectorOptions& options, Trace* trace),
                   search, (pair, cache, options, trace))

}  // namespace clearance
