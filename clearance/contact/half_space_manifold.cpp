#include <clearance/contact/manifold_scratch.h>
#include <clearance/query/query.h>

namespace clearance::detail {

void half_space_manifold(const HalfSpace& a, const Shape& b, const ManifoldQuestion& ask, PairCache& cache,
                         ManifoldScratch&, Manifold& out) {
  out.answer = intersects(Shape(a), ask.pose_a, b, ask.pose_b, cache);
}

}  // namespace clearance::detail
