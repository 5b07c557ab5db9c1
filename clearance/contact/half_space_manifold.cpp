#include <clearance/contact/manifold_scratch.h>

namespace clearance::detail {

void half_space_manifold(const HalfSpace& a, const Shape& b, const ManifoldQuestion& ask, PairCache& cache,
                         ManifoldScratch& scratch, Manifold& out) {
  if (const auto* convex = std::get_if<Rounded>(&b))
    return half_space_convex_manifold(a, *convex, ask, cache.convex(), scratch, out);
  if (const auto* mesh = std::get_if<Mesh>(&b)) return half_space_mesh_manifold(a, *mesh, ask, cache, scratch, out);
  if (const auto* parts = std::get_if<Parts>(&b)) return half_space_parts_manifold(a, *parts, ask, cache, scratch, out);
  half_spaces_manifold(a, std::get<HalfSpace>(b), ask, out);
}

}  // namespace clearance::detail
