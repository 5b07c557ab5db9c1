#include <clearance/narrow/algorithm_table.h>

#include <clearance/narrow/combined.h>
#include <clearance/narrow/exact_decision.h>
#include <clearance/narrow/expansion.h>
#include <clearance/narrow/gilbert.h>
#include <clearance/narrow/nearest_simplex.h>
#include <clearance/narrow/separating_vector.h>

namespace clearance {
namespace {

Evidence run_separating_vector(const PosedPair& pair, PairCache* cache, Trace* trace) {
  return separating_vector(pair, cache, {}, trace);
}

Evidence run_half_planes(const PosedPair& pair, PairCache* cache, Trace* trace) {
  SeparatingVectorOptions options;
  options.direction = SearchingDirection::Conservative;
  options.termination = Termination::HalfPlanes;
  return separating_vector(pair, cache, options, trace);
}

Evidence run_gilbert(const PosedPair& pair, PairCache*, Trace* trace) {
  GilbertOptions options;
  options.trace = trace;
  return gilbert(pair, options).evidence;
}

Evidence run_combined(const PosedPair& pair, PairCache* cache, Trace* trace) {
  CombinedCache state;
  if (cache != nullptr) state.search = *cache;
  const Evidence evidence = combined(pair.a(), pair.pose_a(), pair.b(), pair.pose_b(), state, {}, trace).evidence;
  if (cache != nullptr) *cache = state.search;
  return evidence;
}

// Needs a simplex around the origin to start from, which Gilbert's walk finds; its depth shows that they penetrate.
Evidence run_expansion(const PosedPair& pair, PairCache*, Trace* trace) {
  GilbertOptions options;
  options.trace = trace;
  options.sub_algorithm = SubAlgorithm::Voronoi;
  Evidence evidence = gilbert(pair, options).evidence;
  if (evidence.verdict != Verdict::Penetrating) return evidence;
  PointSimplex simplex;
  for (int k = 0; k < evidence.simplex_count; ++k)
    simplex.add(evidence.simplex[k], pair.difference(evidence.simplex[k]));
  if (simplex.count < 4 || !surely_inside(volumes(simplex.m), simplex.m, pair.reach()) ||
      !(expand(pair, {simplex.pair, 4}, nullptr).lower > 0))
    evidence.verdict = Verdict::Unresolved;
  return evidence;
}

Evidence run_exact(const PosedPair& pair, PairCache*, Trace*) {
  const ExactDecision decision = decide_exactly(pair, {});
  Evidence evidence;
  evidence.verdict = decision.status == Status::Separated  ? Verdict::Separated
                     : decision.status == Status::Touching ? Verdict::Touching
                                                           : Verdict::Penetrating;
  evidence.direction = decision.certificate.plane.normal;
  evidence.simplex_count = decision.simplex_count;
  for (int k = 0; k < decision.simplex_count; ++k) {
    evidence.simplex[k] = decision.simplex[k];
    evidence.weight[k] = decision.weight[k];
  }
  return evidence;
}

constexpr AlgorithmRow kTable[] = {
    {Algorithm::SeparatingVector,
     "Chung 1996, ch. 3, 4: greedy, hemisphere",
     "clearance/narrow/separating_vector.h",
     run_separating_vector,
     {true, false, true},
     false},
    {Algorithm::HalfPlanes,
     "Chung 1996, ch. 3, 4: conservative, half-plane intersection",
     "clearance/narrow/separating_vector.h",
     run_half_planes,
     {true, false, true},
     false},
    {Algorithm::Gilbert,
     "Chung 1996, §5.4: improved Gilbert with Johnson's sub-algorithm",
     "clearance/narrow/gilbert.h",
     run_gilbert,
     {true, false, true},
     true},
    {Algorithm::Combined, "Chung 1996, §5.5", "clearance/narrow/combined.h", run_combined, {true, false, true}, false},
    {Algorithm::Expansion,
     "polytope expansion of the difference body",
     "clearance/narrow/expansion.h",
     run_expansion,
     {true, false, true},
     true},
    {Algorithm::Exact,
     "Gilbert and hemisphere over exact numbers",
     "clearance/narrow/exact_decision.h",
     run_exact,
     {true, true, true},
     true},
};

}  // namespace

std::span<const AlgorithmRow> algorithm_table() { return kTable; }

const AlgorithmRow* find_algorithm(std::span<const AlgorithmRow> table, Algorithm id) {
  for (const AlgorithmRow& row : table)
    if (row.id == id) return &row;
  return nullptr;
}

const char* to_string(Verdict verdict) {
  switch (verdict) {
    case Verdict::Separated:
      return "separated";
    case Verdict::Touching:
      return "touching";
    case Verdict::Penetrating:
      return "penetrating";
    case Verdict::Unresolved:
      return "unresolved";
  }
  return "unknown";
}

}  // namespace clearance
