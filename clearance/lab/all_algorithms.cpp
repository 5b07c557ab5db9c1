#include <clearance/lab/all_algorithms.h>

#include <clearance/lab/pair/combined.h>
#include <clearance/lab/pair/dobkin_kirkpatrick.h>
#include <clearance/lab/pair/enhanced_gjk.h>
#include <clearance/lab/pair/features/applicability.h>
#include <clearance/lab/pair/features/lin_canny.h>
#include <clearance/lab/pair/features/v_clip.h>
#include <clearance/lab/pair/features/witness_plane.h>
#include <clearance/lab/pair/gilbert.h>
#include <clearance/lab/pair/minkowski_difference.h>
#include <clearance/lab/pair/programs/gradient_projection.h>
#include <clearance/lab/pair/programs/linear_program.h>
#include <clearance/lab/pair/programs/quadratic_program.h>
#include <clearance/lab/pair/rabbitz.h>
#include <clearance/lab/pair/separating_vector.h>
#include <vector>

namespace clearance {
namespace {

Evidence run_separating_vector(const PosedPair& pair, ConvexCache* cache, Trace* trace) {
  return separating_vector(pair, cache, {}, trace);
}

Evidence run_half_planes(const PosedPair& pair, ConvexCache* cache, Trace* trace) {
  SeparatingVectorOptions options;
  options.direction = SearchingDirection::Conservative;
  options.termination = Termination::HalfPlanes;
  return separating_vector(pair, cache, options, trace);
}

Evidence run_gilbert(const PosedPair& pair, ConvexCache*, Trace* trace) {
  GilbertOptions options;
  options.trace = trace;
  return gilbert(pair, options).evidence;
}

Evidence run_combined(const PosedPair& pair, ConvexCache* cache, Trace* trace) {
  CombinedCache state;
  if (cache != nullptr) state.search = *cache;
  const Evidence evidence = combined(pair.a(), pair.pose_a(), pair.b(), pair.pose_b(), state, {}, trace).evidence;
  if (cache != nullptr) *cache = state.search;
  return evidence;
}

constexpr AlgorithmRow kLab[] = {
    {lab::kSeparatingVector,
     "separating_vector",
     "Chung 1996, ch. 3, 4: greedy, hemisphere",
     "clearance/lab/pair/separating_vector.h",
     run_separating_vector,
     {true, false, true},
     false},
    {lab::kHalfPlanes,
     "half_planes",
     "Chung 1996, ch. 3, 4: conservative, half-plane intersection",
     "clearance/lab/pair/separating_vector.h",
     run_half_planes,
     {true, false, true},
     false},
    {lab::kGilbert,
     "gilbert",
     "Chung 1996, §5.4: improved Gilbert with Johnson's sub-algorithm",
     "clearance/lab/pair/gilbert.h",
     run_gilbert,
     {true, false, true},
     true},
    {lab::kCombined,
     "combined",
     "Chung 1996, §5.5",
     "clearance/lab/pair/combined.h",
     run_combined,
     {true, false, true},
     false},
    {lab::kLinCanny,
     "lin_canny",
     "Mirtich 1997, §3.1: Lin and Canny's closest features",
     "clearance/lab/pair/features/lin_canny.h",
     [](const PosedPair& pair, ConvexCache* cache, Trace* trace) { return lin_canny(pair, cache, {}, trace); },
     {true, false, true},
     true},
    {lab::kVClip,
     "v_clip",
     "Mirtich 1997, §3.3: V-Clip, closest features by clipping against Voronoi planes",
     "clearance/lab/pair/features/v_clip.h",
     [](const PosedPair& pair, ConvexCache* cache, Trace* trace) { return v_clip(pair, cache, {}, trace); },
     {true, false, true},
     true},
    {lab::kEnhancedGjk,
     "enhanced_gjk",
     "Mirtich 1997, §3.3: Cameron's enhanced Gilbert walk over neighbours",
     "clearance/lab/pair/enhanced_gjk.h",
     [](const PosedPair& pair, ConvexCache* cache, Trace* trace) { return enhanced_gjk(pair, cache, {}, trace); },
     {true, false, true},
     true},
    {lab::kRabbitz,
     "rabbitz",
     "Mirtich 1997, §3.3: Rabbitz's coherent Gilbert walk",
     "clearance/lab/pair/rabbitz.h",
     [](const PosedPair& pair, ConvexCache* cache, Trace* trace) { return rabbitz(pair, cache, {}, trace); },
     {true, false, true},
     false},
    {lab::kWitnessPlane,
     "witness_plane",
     "Mirtich 1997, §3.3: Baraff's cached face or pair of edges, with an update step",
     "clearance/lab/pair/features/witness_plane.h",
     [](const PosedPair& pair, ConvexCache* cache, Trace* trace) { return witness_plane(pair, cache, {}, trace); },
     {true, false, true},
     false},
    {lab::kLinearProgram,
     "linear_program",
     "Jiménez, Thomas, Torras, §2: linear programming in fixed dimension",
     "clearance/lab/pair/programs/linear_program.h",
     [](const PosedPair& pair, ConvexCache* cache, Trace* trace) { return linear_program(pair, cache, {}, trace); },
     {true, false, true},
     false},
    {lab::kDobkinKirkpatrick,
     "dobkin_kirkpatrick",
     "Jiménez, Thomas, Torras, §3.2: distance through the two hierarchies",
     "clearance/lab/pair/dobkin_kirkpatrick.h",
     [](const PosedPair& pair, ConvexCache* cache, Trace* trace) { return dobkin_kirkpatrick(pair, cache, {}, trace); },
     {true, false, true},
     true},
    {lab::kMinkowskiDifference,
     "minkowski_difference",
     "Jiménez, Thomas, Torras, §3.2: Cameron and Culley's explicit difference body",
     "clearance/lab/pair/minkowski_difference.h",
     [](const PosedPair& pair, ConvexCache* cache, Trace* trace) {
       return minkowski_difference(pair, cache, {}, trace);
     },
     {true, false, true},
     true},
    {lab::kGradientProjection,
     "gradient_projection",
     "Jiménez, Thomas, Torras, §3.2: Bobrow's gradient projection with the zig-zag cure",
     "clearance/lab/pair/programs/gradient_projection.h",
     [](const PosedPair& pair, ConvexCache* cache, Trace* trace) {
       return gradient_projection(pair, cache, {}, trace);
     },
     {true, false, true},
     true},
    {lab::kQuadraticProgram,
     "quadratic_program",
     "Jiménez, Thomas, Torras, §3.2: quadratic programming in expected linear time",
     "clearance/lab/pair/programs/quadratic_program.h",
     [](const PosedPair& pair, ConvexCache* cache, Trace* trace) { return quadratic_program(pair, cache, {}, trace); },
     {true, false, true},
     true},
    {lab::kApplicability,
     "applicability",
     "Jiménez, Thomas, Torras, §3.2: edge-face tests of applicable pairs only",
     "clearance/lab/pair/features/applicability.h",
     [](const PosedPair& pair, ConvexCache* cache, Trace* trace) { return applicability(pair, cache, {}, trace); },
     {true, false, true},
     false},
};

std::vector<AlgorithmRow> joined() {
  const std::span<const AlgorithmRow> core = algorithm_table();
  std::vector<AlgorithmRow> rows(core.begin(), core.end());
  rows.insert(rows.end(), std::begin(kLab), std::end(kLab));
  return rows;
}

}  // namespace

std::span<const AlgorithmRow> all_algorithms() {
  static const std::vector<AlgorithmRow> kRows = joined();
  return kRows;
}

}  // namespace clearance
