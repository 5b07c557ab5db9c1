#include <clearance/convex/exact/support.h>

#include <clearance/support/support.h>

#include <algorithm>
#include <limits>

namespace clearance::detail {
namespace {

// Below this a plain loop is as quick.
constexpr int kFewVertices = 64;

// Vertices that may maximise direction·v when each product is off by at most `error`, ascending. Of many vertices those
// around one found by a climb, as far as their products say so: a vertex that is exactly as far as the farthest has
// neighbours that lead to it, none of them lower by more than 2·error than what is found.
std::vector<int> candidates(const Polytope& body, Vec3 direction, double error) {
  constexpr std::size_t kMost = 32;
  const auto product = [&](int v) { return dot(direction, body.vertex(v)); };
  std::vector<int> result;
  if (body.dimension() == 3 && body.vertex_count() > kFewVertices) {
    result.push_back(support_vertex(body, direction));
    double best = product(result[0]);
    for (std::size_t k = 0; k < result.size() && result.size() <= kMost; ++k)
      for (const std::uint32_t w : body.neighbours(result[k])) {
        const int v = static_cast<int>(w);
        const double here = product(v);
        if (here < best - 2 * error || std::find(result.begin(), result.end(), v) != result.end()) continue;
        result.push_back(v);
        best = larger(best, here);
      }
    if (result.size() <= kMost) {
      std::sort(result.begin(), result.end());
      return result;
    }
    result.clear();
  }
  double best = -std::numeric_limits<double>::infinity();
  for (int v = 0; v < body.vertex_count(); ++v) best = larger(best, product(v));
  for (int v = 0; v < body.vertex_count(); ++v)
    if (!(product(v) < best - 2 * error)) result.push_back(v);
  return result;
}

// All of `tried` that maximise sign·n·(posed vertex), compared exactly, in the body's own frame.
std::vector<int> maximal(const std::vector<int>& tried, const Polytope& body, const ExactPose& pose, const DyadicVec& n,
                         int sign) {
  if (tried.size() == 1) return tried;
  std::vector<int> best{tried[0]};
  const DyadicVec own = pose.from_world(n);
  for (std::size_t k = 1; k < tried.size(); ++k) {
    const int order = sign * dot(own, exact(body.vertex(tried[k])) - exact(body.vertex(best[0]))).sign();
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
