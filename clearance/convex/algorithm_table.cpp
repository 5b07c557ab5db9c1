#include <clearance/convex/algorithm_table.h>

#include <clearance/convex/depth/expansion.h>
#include <clearance/convex/exact/decision.h>
#include <clearance/convex/walk.h>

#include <limits>

namespace clearance {
using namespace detail;
namespace {

// Needs a simplex around the origin to start from, which the walk finds; its depth shows that they penetrate.
Evidence run_expansion(const PosedPair& pair, ConvexCache*, Trace* trace) {
  ConvexCache fresh;
  const WalkOutcome outcome = walk_for_distance(pair, fresh, std::numeric_limits<double>::infinity());
  Evidence evidence;
  evidence.steps = outcome.steps;
  set_simplex(evidence, outcome.simplex);
  // Of bodies that are too large or too small for it, the walk looks at nothing.
  if (const VertexPair last{fresh.vertex_a, fresh.vertex_b}; pair.has(last)) {
    evidence.last = last;
    trace_support(trace, pair, outcome.simplex.direction, last);
  }
  if (outcome.kind == WalkEnd::Kind::Near) {
    evidence.verdict = Verdict::Separated;
    evidence.direction = outcome.direction;
  } else if (outcome.kind == WalkEnd::Kind::Inside && expand(pair, {outcome.simplex.pair, 4}, nullptr).lower > 0) {
    evidence.verdict = Verdict::Penetrating;
  }
  return evidence;
}

Evidence run_exact(const PosedPair& pair, ConvexCache*, Trace*) {
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
    {Algorithm::Expansion,
     "expansion",
     "polytope expansion of the difference body",
     "clearance/convex/depth/expansion.h",
     run_expansion,
     {true, false, true},
     true},
    {Algorithm::Exact,
     "exact",
     "Gilbert and hemisphere over exact numbers",
     "clearance/convex/exact/decision.h",
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

const AlgorithmRow* find_algorithm(std::span<const AlgorithmRow> table, std::string_view name) {
  for (const AlgorithmRow& row : table)
    if (row.name == name) return &row;
  return nullptr;
}

const char* name_of(Algorithm id, std::span<const AlgorithmRow> table) {
  const AlgorithmRow* row = find_algorithm(table, id);
  return row != nullptr ? row->name : to_string(id);
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
