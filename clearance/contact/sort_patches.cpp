#include <clearance/contact/manifold_scratch.h>

#include <algorithm>
#include <tuple>

namespace clearance::detail {

void sort_patches(ManifoldScratch& scratch, Manifold& out) {
  if (out.patches.size() < 2) return;
  const auto name = [](const ContactFeature& f) { return std::tuple(f.part, f.kind, f.first, f.second); };
  const auto key = [&](const ContactPatch& patch) {
    const ContactPoint& p = out.points[patch.first_point];
    return std::tuple(patch.lower, name(p.feature_a), name(p.feature_b), patch.first_point);
  };
  const auto is_before = [&](const ContactPatch& x, const ContactPatch& y) { return key(x) < key(y); };
  if (std::is_sorted(out.patches.begin(), out.patches.end(), is_before)) return;
  std::sort(out.patches.begin(), out.patches.end(), is_before);
  scratch.points.clear();
  for (ContactPatch& patch : out.patches) {
    const auto points = out.points_of(patch);
    patch.first_point = static_cast<std::uint32_t>(scratch.points.size());
    scratch.points.insert(scratch.points.end(), points.begin(), points.end());
  }
  out.points.swap(scratch.points);
}

}  // namespace clearance::detail
