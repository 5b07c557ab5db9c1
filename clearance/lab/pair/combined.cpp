#include <clearance/lab/pair/combined.h>

namespace clearance {
namespace {

Vec3 weighted(const Polytope& body, const Pose& pose, const Evidence& evidence, std::int32_t VertexPair::* which) {
  Vec3 sum;
  for (int k = 0; k < evidence.simplex_count; ++k)
    sum = sum + evidence.weight[k] * apply(pose, body.vertex(evidence.simplex[k].*which));
  return sum;
}

}  // namespace

CombinedResult combined(const Polytope& a, const Pose& pose_a, const Polytope& b, const Pose& pose_b,
                        CombinedCache& cache, const SeparatingVectorOptions& options, Trace* trace) {
  CombinedResult result;
  result.evidence = separating_vector(PosedPair(a, pose_a, b, pose_b), &cache.search, options, trace);
  const bool free = result.evidence.verdict == Verdict::Separated;
  if (result.evidence.verdict == Verdict::Penetrating && cache.previous_free) {
    GilbertOptions gilbert_options;
    gilbert_options.start = {result.evidence.simplex, static_cast<std::size_t>(result.evidence.simplex_count)};
    result.nearest = gilbert(PosedPair(a, cache.previous_a, b, cache.previous_b), gilbert_options);
    const Evidence& nearest = result.nearest->evidence;
    result.point_a = weighted(a, cache.previous_a, nearest, &VertexPair::a);
    result.point_b = weighted(b, cache.previous_b, nearest, &VertexPair::b);
    if (nearest.simplex_count > 0) {
      cache.search.direction = result.point_b - result.point_a;
      cache.search.has_direction = true;
      cache.search.vertex_a = nearest.simplex[0].a, cache.search.vertex_b = nearest.simplex[0].b;
    }
  }
  if (free) cache.previous_a = pose_a, cache.previous_b = pose_b;
  cache.previous_free = free;
  return result;
}

}  // namespace clearance
