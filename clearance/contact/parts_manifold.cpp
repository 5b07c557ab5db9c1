#include <clearance/contact/manifold_scratch.h>
#include <clearance/query/query.h>

namespace clearance::detail {

void parts_manifold(const Shape& a, const Shape& b, const ManifoldQuestion& ask, PairCache& cache, ManifoldScratch&,
                    Manifold& out) {
  out.answer = intersects(a, ask.pose_a, b, ask.pose_b, cache);
}

}  // namespace clearance::detail
