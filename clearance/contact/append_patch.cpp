#include <clearance/contact/manifold_scratch.h>

namespace clearance::detail {

void append_patch(const ManifoldQuestion&, ContactPatch patch, ManifoldScratch& scratch, Manifold& out) {
  patch.first_point = static_cast<std::uint32_t>(out.points.size());
  patch.point_count = static_cast<std::uint32_t>(scratch.points.size());
  if (patch.point_count == 0) return;
  out.points.insert(out.points.end(), scratch.points.begin(), scratch.points.end());
  out.patches.push_back(patch);
}

}  // namespace clearance::detail
