// Where a convex body meets a mesh: the tree gives the triangles near its box, piece_contacts.h the points.
#include <clearance/contact/lone_contact.h>
#include <clearance/contact/manifold_scratch.h>
#include <clearance/contact/piece_frame.h>
#include <clearance/query/query.h>
#include <clearance/solid/convex_mesh_query_parts.h>
#include <clearance/solid/mesh_cache.h>

namespace clearance::detail {
namespace {

// Fewer are not worth a closer look before they are placed.
constexpr std::size_t kFewTriangles = 32;

}  // namespace

void convex_mesh_manifold(const Rounded& a, const Mesh& b, const ManifoldQuestion& ask, PairCache& cache,
                          ManifoldScratch& scratch, Manifold& out) {
  out.answer = intersects(a, ask.pose_a, b, ask.pose_b, cache.mesh());
  if (!out.answer && !(ask.margin > 0)) return;
  const PieceSearch search =
      piece_search(a.core().reach(), ask.pose_a, b.reach(), ask.pose_b, may_penetrate(out.answer.status), a.radius());
  const double within = a.radius() + ask.margin + 16 * search.error / search.frame.scale;
  const ConvexMeshPair pair(a, ask.pose_a, b, ask.pose_b);
  PieceBuffers& pieces = scratch.pieces;
  pieces.b.near().clear();
  pair.for_triangles(within, [&](std::uint32_t t) {
    pieces.b.near().push_back(t);
    return true;
  });
  if (pieces.b.near().size() > kFewTriangles)
    std::erase_if(pieces.b.near(), [&](std::uint32_t t) { return pair.surely_beyond(t, within); });
  if (!pieces.b.near().empty()) {
    pieces.a.set(a.core(), ask.pose_a, search.frame);
    pieces.b.set(b, ask.pose_b, search.frame);
    append_piece_contacts(ask, search, scratch, out);
  }
  if (out.answer && out.patches.empty()) append_lone_contact(a, b, ask, scratch, out);
  sort_patches(scratch, out);
}

}  // namespace clearance::detail
