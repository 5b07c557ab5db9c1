#include <clearance/narrow/algorithm_table.h>

#include <clearance/narrow/combined.h>
#include <clearance/narrow/exact_decision.h>
#include <clearance/narrow/expansion.h>
#include <clearance/narrow/gilbert.h>
#include <clearance/narrow/nearest_simplex.h>
#include <clearance/narrow/separating_vector.h>

namespace clearance {
namespace {

Evidence run_separating_vector(const PosedPair& pair, PairCache* cache) { return separating_vector(pair, cache); }

Evidence run_half_planes(const PosedPair& pair, PairCache* cache) {
  SeparatingVectorOptions options;
  options.direction = SearchingDirection::Conservative;
  options.termination = Termination::HalfPlanes;
  return separating_vector(pair, cache, options);
}

Evidence run_gilbert(const PosedPair& pair, PairCache*) { return gilbert(pair).evidence; }

Evidence run_combined(const PosedPair& pair, PairCache* cache) {
  CombinedCache state;
  if (cache != nullptr) state.search = *cache;
  const Evidence evidence = combined(pair.a(), pair.pose_a(), pair.b(), pair.pose_b(), state).evidence;
  if (cache != nullptr) *cache = state.search;
  return evidence;
}

// Needs a simplex around the origin to start from, which Gilbert's walk finds; its depth shows that they penetrate.
Evidence run_expansion(const PosedPair& pair, PairCache*) {
  GilbertOptions options;
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

Evidence run_exact(const PosedPair& pair, PairCache*) {
  const ExactDecision decision = decide_exactly(pair, {});
  Evidence evidence;
  evidence.verdict = decision.status == Status::Separated  ? Verdict::Separated
                     : decision.status == Status::Touching ? Verdict::Touching
                                                           : Verdict::Penetrating;
  evidence.direction = decision.certificate.plane.normal;
  evidence.simplex_count = decision.simplex_count;
  for (int k = 0; k < decision.simplex_count; ++k) evidence.simplex[k] = decision.simplex[k];
  return evidence;
}

constexpr AlgorithmRow kTable[] = {
    {Algorithm::SeparatingVector,
     "separating_vector",
     "Chung 1996, ch. 3, 4: greedy, hemisphere",
     run_separating_vector,
     {true, false, true}},
    {Algorithm::HalfPlanes,
     "half_planes",
     "Chung 1996, ch. 3, 4: conservative, half-plane intersection",
     run_half_planes,
     {true, false, true}},
    {Algorithm::Gilbert,
     "gilbert",
     "Chung 1996, §5.4: improved Gilbert with Johnson's sub-algorithm",
     run_gilbert,
     {true, false, true}},
    {Algorithm::Combined, "combined", "Chung 1996, §5.5", run_combined, {true, false, true}},
    {Algorithm::Expansion,
     "expansion",
     "polytope expansion of the difference body",
     run_expansion,
     {true, false, true}},
    {Algorithm::Exact, "exact", "Gilbert and hemisphere over exact numbers", run_exact, {true, true, true}},
};

}  // namespace

std::span<const AlgorithmRow> algorithm_table() { return kTable; }

const AlgorithmRow* find_algorithm(Algorithm id) {
  for (const AlgorithmRow& row : kTable)
    if (row.id == id) return &row;
  return nullptr;
}

const char* to_string(Algorithm algorithm) {
  if (algorithm == Algorithm::Automatic) return "automatic";
  if (algorithm == Algorithm::Cache) return "cache";
  const AlgorithmRow* row = find_algorithm(algorithm);
  return row != nullptr ? row->name : "unknown";
}

std::optional<Algorithm> algorithm_by_name(std::string_view name) {
  for (const AlgorithmRow& row : kTable)
    if (name == row.name) return row.id;
  return std::nullopt;
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
