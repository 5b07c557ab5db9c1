#include <clearance/contact/manifold_scratch.h>
#include <clearance/query/query.h>

namespace clearance::detail {

void convex_manifold(const Rounded& a, const Rounded& b, const ManifoldQuestion& ask, ConvexCache& cache,
                     ManifoldScratch&, Manifold& out) {
  out.answer = intersects(a, ask.pose_a, b, ask.pose_b, cache);
}

}  // namespace clearance::detail
