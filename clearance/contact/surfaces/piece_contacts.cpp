#include <clearance/contact/surfaces/piece_contacts.h>

#include <clearance/contact/surfaces/piece_work.h>

namespace clearance::detail {

void append_piece_contacts(const ManifoldQuestion& ask, const PieceSearch& search, ManifoldScratch& scratch,
                           Manifold& out) {
  PieceBuffers& with = scratch.pieces;
  with.points.clear();
  with.patches.clear();
  with.facing.clear();
  with.faces_a.clear();
  with.faces_b.clear();
  const double slack = 8 * search.error;
  with.cone_a = with.a.normals(), with.cone_b = with.b.normals();
  with.a.keep_towards(with.cone_b, slack);
  with.b.keep_towards(with.cone_a, slack);
  const PieceWork work(ask, search, scratch);
  find_touches(work);
  clip_facing(work);
  if (with.points.empty()) return;
  leave_out_resolved(work);
  join_patches(work);
  report_patches(work, out);
}

}  // namespace clearance::detail
