#include <clearance/contact/manifold_scratch.h>
#include <clearance/query/half_space.h>

namespace clearance::detail {

void half_space_convex_manifold(const HalfSpace& a, const Rounded& b, const ManifoldQuestion& ask, ConvexCache& cache,
                                ManifoldScratch&, Manifold& out) {
  out.answer = detail::intersects(a, ask.pose_a, b, ask.pose_b, cache);
}

}  // namespace clearance::detail
