#include <clearance/convex/exact/support.h>

#include <cmath>
#include <limits>

namespace clearance::detail {
namespace {

// Vertices that may maximise direction·v when each product is off by at most `error`.
std::vector<int> candidates(const Polytope& body, Vec3 direction, double error) {
  std::vector<int> result;
  double best = -std::numeric_limits<double>::infinity();
  for (int v = 0; v < body.vertex_count(); ++v) best = std::fmax(best, dot(direction, body.vertex(v)));
  for (int v = 0; v < body.vertex_count(); ++v)
    if (!(dot(direction, body.vertex(v)) < best - 2 * error)) result.push_back(v);
  return result;
}

// All of `tried` that maximise sign·n·(posed vertex), compared exactly.
std::vector<int> maximal(const std::vector<int>& tried, const Polytope& body, const ExactPose& pose, const DyadicVec& n,
                         int sign) {
  std::vector<int> best{tried[0]};
  for (std::size_t k = 1; k < tried.size(); ++k) {
    const int order = sign * dot(n, pose.edge(body.vertex(best[0]), body.vertex(tried[k]))).sign();
    if (order > 0) best.clear();
    if (order >= 0) best.push_back(tried[k]);
  }
  return best;
}

}  // namespace

void ExactSupport::contact_vertices(const DyadicVec& n, std::vector<int>& of_a, std::vector<int>& of_b) const {
  const Vec3 direction = direction_of(n);
  // Rounding n to doubles adds 2u a component to what kDotError covers; twice the bound is more than enough. Where the
  // assumptions of exact/posed.h fail, every vertex is a candidate.
  const double error = 2 * pair_.bound(direction);
  of_a = maximal(candidates(pair_.a(), transpose_times(pair_.pose_a().rotation(), direction), error), pair_.a(),
                 exact_.a(), n, +1);
  of_b = maximal(candidates(pair_.b(), transpose_times(pair_.pose_b().rotation(), -direction), error), pair_.b(),
                 exact_.b(), n, -1);
}

VertexPair ExactSupport::minimise(const DyadicVec& n) const {
  std::vector<int> of_a, of_b;
  contact_vertices(n, of_a, of_b);
  return {of_a[0], of_b[0]};
}

}  // namespace clearance::detail
