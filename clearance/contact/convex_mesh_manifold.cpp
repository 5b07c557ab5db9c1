#include <clearance/contact/manifold_scratch.h>
#include <clearance/query/query.h>

namespace clearance::detail {

void convex_mesh_manifold(const Rounded& a, const Mesh& b, const ManifoldQuestion& ask, PairCache& cache,
                          ManifoldScratch&, Manifold& out) {
  out.answer = intersects(Shape(a), ask.pose_a, Shape(b), ask.pose_b, cache);
}

}  // namespace clearance::detail
