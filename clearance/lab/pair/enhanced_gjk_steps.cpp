#include <clearance/lab/pair/enhanced_gjk_steps.h>

#include <clearance/lab/pair/johnson.h>
#include <clearance/lab/pair/short_walk.h>

namespace clearance {
namespace {

int best_of(const Polytope& body, Vec3 direction, const PointSimplex& simplex, std::int32_t VertexPair::* which) {
  int best = simplex.pair[0].*which;
  for (int k = 1; k < simplex.count; ++k) {
    const int v = simplex.pair[k].*which;
    if (v != best && dot(body.vertex(v), direction) > dot(body.vertex(best), direction)) best = v;
  }
  return best;
}

// The pair that climbs from the best of the simplex's vertices lead to; adds the vertices visited.
SupportPair climb_from_simplex(const PosedPair& pair, Vec3 n, const PointSimplex& simplex, int& visited) {
  const Vec3 n_a = transpose_times(pair.pose_a().rotation(), n), n_b = transpose_times(pair.pose_b().rotation(), -n);
  const Peak a = support_peak(pair.a(), n_a, best_of(pair.a(), n_a, simplex, &VertexPair::a));
  const Peak b = support_peak(pair.b(), n_b, best_of(pair.b(), n_b, simplex, &VertexPair::b));
  visited += a.visited + b.visited;
  return {{a.index, b.index}, (-b.value - a.value) + dot(n, pair.shift())};
}

// Every vertex of the face that holds the nearest point c has the same product |c|² with it. Below half of that, the
// weights have lost their digits.
bool is_square(const PointSimplex& simplex) {
  const Vec3 c = simplex.point();
  for (int k = 0; k < simplex.count; ++k)
    if (!(dot(c, simplex.m[k]) >= 0.5 * squared_norm(c))) return false;
  return true;
}

// A step of Newton's on the weights: those of a triangle L long and w wide are off by u·(L/w)², and what that leaves of
// c along the triangle tells by how much.
void refine(PointSimplex& simplex) {
  if (simplex.count != 3) return;
  const Vec3 c = simplex.point(), e = simplex.m[1] - simplex.m[0], f = simplex.m[2] - simplex.m[0];
  const double ee = dot(e, e), ef = dot(e, f), ff = dot(f, f), ce = dot(c, e), cf = dot(c, f), area = ee * ff - ef * ef;
  if (!(area > 0)) return;
  PointSimplex better = simplex;
  better.weight[1] += (ef * cf - ff * ce) / area;
  better.weight[2] += (ef * ce - ee * cf) / area;
  better.weight[0] = 1 - (better.weight[1] + better.weight[2]);
  const bool is_within = better.weight[0] >= 0 && better.weight[1] >= 0 && better.weight[2] >= 0;
  if (is_within && norm(better.point()) < norm(c)) simplex = better;
}

// Reduces the simplex to its face nearest to the origin. False, leaving all four vertices, only where they surely hold
// the origin inside. Johnson's answer is replaced by that of the regions (nearest_simplex.h) where its determinants
// lost their digits, which shows by a point no nearer than `nearest`, that of the step before, or not square to its
// face.
bool reduce_to_nearest(const PosedPair& pair, SubAlgorithm sub_algorithm, double nearest, PointSimplex& simplex) {
  const PointSimplex before = simplex;
  const bool johnson = sub_algorithm == SubAlgorithm::Johnson;
  bool outside = johnson ? nearest_point_johnson(simplex) : nearest_point(simplex);
  if (!outside && surely_inside(volumes(simplex.m), simplex.m, pair.reach())) return false;
  if (johnson && !(outside && norm(simplex.point()) < nearest && is_square(simplex))) {
    simplex = before;
    outside = nearest_point(simplex);
    if (!outside && surely_inside(volumes(simplex.m), simplex.m, pair.reach())) return false;
  }
  if (!outside) keep_nearest_face(simplex);
  refine(simplex);
  return true;
}

}  // namespace

std::optional<SupportPair> step_to_nearest(const PosedPair& pair, SubAlgorithm sub_algorithm, SimplexWalk& walk,
                                           Evidence& evidence, Trace* trace) {
  PointSimplex& simplex = walk.simplex;
  if (!reduce_to_nearest(pair, sub_algorithm, walk.nearest, simplex)) {
    conclude_penetrating(pair, {simplex.pair, 4}, evidence);
    return std::nullopt;
  }
  const double distance = norm(simplex.point());
  if (!(distance < walk.nearest)) return std::nullopt;  // the step before was as good, and only rounding led on
  walk.nearest = distance;
  set_simplex(evidence, simplex);
  const SupportPair found = climb_from_simplex(pair, simplex.direction, simplex, walk.visited);
  ++evidence.steps;
  evidence.last = found.pair;
  trace_support(trace, pair, simplex.direction, found.pair);
  return found;
}

}  // namespace clearance
