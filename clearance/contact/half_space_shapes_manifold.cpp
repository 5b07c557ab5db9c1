#include <clearance/contact/manifold_scratch.h>
#include <clearance/query/query.h>

namespace clearance::detail {

void half_space_mesh_manifold(const HalfSpace& a, const Mesh& b, const ManifoldQuestion& ask, PairCache& cache,
                              ManifoldScratch&, Manifold& out) {
  out.answer = intersects(Shape(a), ask.pose_a, Shape(b), ask.pose_b, cache);
}

void half_space_parts_manifold(const HalfSpace& a, const Parts& b, const ManifoldQuestion& ask, PairCache& cache,
                               ManifoldScratch&, Manifold& out) {
  out.answer = intersects(Shape(a), ask.pose_a, Shape(b), ask.pose_b, cache);
}

void half_spaces_manifold(const HalfSpace& a, const HalfSpace& b, const ManifoldQuestion& ask, Manifold& out) {
  out.answer = intersects(Shape(a), ask.pose_a, Shape(b), ask.pose_b);
}

}  // namespace clearance::detail
