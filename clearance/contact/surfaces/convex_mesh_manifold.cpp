// Where a convex body meets a mesh: the tree gives the triangles near its box, piece_contacts.h the points.
#include <clearance/contact/manifold_scratch.h>
#include <clearance/contact/surfaces/lone_contact.h>
#include <clearance/contact/surfaces/piece_frame.h>
#include <clearance/query/query.h>
#include <clearance/solid/convex_mesh_query_parts.h>
#include <clearance/solid/mesh_cache.h>

namespace clearance::detail {
namespace {

// The triangle is farther than `within` from the core's box: proved, or false.
bool is_beyond_box(const ConvexMeshPair& pair, std::uint32_t t, double within) {
  const Polytope& core = pair.a().core();
  const Vec3 low = core.box_low(), high = core.box_high();
  const double room = (within + pair.to_a().error) * 1.001;
  const MeshTriangle& corner = pair.b().triangle(t);
  const Vec3 p = pair.to_a()(pair.b().vertex(corner[0])), q = pair.to_a()(pair.b().vertex(corner[1])),
             r = pair.to_a()(pair.b().vertex(corner[2]));
  const auto is_beyond = [room](double x, double y, double z, double from, double to) {
    return smaller(x, smaller(y, z)) > to + room || larger(x, larger(y, z)) < from - room;
  };
  return is_beyond(p.x, q.x, r.x, low.x, high.x) || is_beyond(p.y, q.y, r.y, low.y, high.y) ||
         is_beyond(p.z, q.z, r.z, low.z, high.z);
}

}  // namespace

void convex_mesh_manifold(const Rounded& a, const Mesh& b, const ManifoldQuestion& ask, PairCache& cache,
                          ManifoldScratch& scratch, Manifold& out) {
  out.answer = intersects(a, ask.pose_a, b, ask.pose_b, cache.mesh());
  if (!out.answer && !(ask.margin > 0)) return;
  const PieceSearch search = piece_search({a, ask.pose_a}, {b, ask.pose_b}, may_penetrate(out.answer.status));
  const double within = a.radius() + ask.margin + 16 * search.error / search.frame.scale;
  const ConvexMeshPair pair(a, ask.pose_a, b, ask.pose_b);
  PieceBuffers& pieces = scratch.pieces;
  pieces.b.near().clear();
  pair.for_triangles(within, [&](std::uint32_t t) {
    if (!is_beyond_box(pair, t, within)) pieces.b.near().push_back(t);
    return true;
  });
  if (!pieces.b.near().empty()) {
    pieces.a.set(a.core(), search.map_a);
    pieces.b.set(b, search.map_b);
    pieces.b.look_at(search.middle_a);
    append_piece_contacts(ask, search, scratch, out);
    if (!out.answer && out.patches.empty()) append_nearest(a, b, ask, scratch, out);
  }
  if (out.answer && out.patches.empty()) append_lone_contact(a, b, ask, scratch, out);
  sort_patches(scratch, out);
}

}  // namespace clearance::detail
