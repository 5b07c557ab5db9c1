#include <clearance/lab/pair/gilbert.h>

#include <clearance/lab/pair/johnson.h>

#include <algorithm>
#include <vector>

namespace clearance {
namespace {

template <int kWidth>
CLEARANCE_INLINE GilbertResult gilbert_body(const PosedPair& pair, const GilbertOptions& options) {
  GilbertResult result;
  Evidence& evidence = result.evidence;
  PointSimplex simplex;
  for (const VertexPair& at : options.start)
    if (!simplex.has(at)) simplex.add(at, pair.difference(at));
  if (simplex.count == 0) {
    const VertexPair first = pair.template support<kWidth>(pair.center_difference()).pair;
    simplex.add(first, pair.difference(first));
  }
  evidence.last = simplex.pair[0];
  std::vector<VertexPair> appeared(simplex.pair, simplex.pair + simplex.count);
  bool came_back = false;
  while (evidence.steps < options.max_steps) {
    bool backup = false;
    const PointSimplex before = simplex;
    bool outside = options.sub_algorithm == SubAlgorithm::Johnson ? nearest_point_johnson(simplex, &backup)
                                                                  : nearest_point(simplex);
    result.backups += backup ? 1 : 0;
    // A flat tetrahedron may seem to hold the origin by rounding alone; the regions then say which face is nearest.
    if (!outside && !surely_inside(volumes(simplex.m), simplex.m, pair.reach())) {
      simplex = before;
      outside = nearest_point(simplex);
    }
    const double distance = norm(simplex.point());
    // Rounding alone made the walk go on; the simplex before was as good.
    if (came_back && !(distance < result.distance)) return result;
    result.distance = distance;
    set_simplex(evidence, simplex);
    if (!outside) {
      if (surely_inside(volumes(simplex.m), simplex.m, pair.reach())) evidence.verdict = Verdict::Penetrating;
      result.distance = 0;
      return result;
    }
    const SupportPair found = pair.template support<kWidth>(simplex.direction, evidence.last);
    ++evidence.steps;
    evidence.last = found.pair;
    trace_support(options.trace, pair, simplex.direction, found.pair);
    if (found.value > pair.bound(simplex.direction)) {
      evidence.verdict = Verdict::Separated;
      evidence.direction = simplex.direction;
    }
    // A pair that left the simplex may come back and be needed: only one that is in it, or that brings the walk no
    // nearer, ends it.
    if (simplex.has(found.pair)) return result;
    came_back = std::find(appeared.begin(), appeared.end(), found.pair) != appeared.end();
    appeared.push_back(found.pair);
    simplex.add(found.pair, pair.difference(found.pair));
  }
  return result;
}

}  // namespace

CLEARANCE_DISPATCH(GilbertResult, gilbert, (const PosedPair& pair, const GilbertOptions& options), gilbert_body,
                   (pair, options))

}  // namespace clearance
