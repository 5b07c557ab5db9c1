#include <clearance/world/placed_manifold.h>
#include <clearance/world/placed_shape.h>

#include <algorithm>
#include <cmath>

namespace clearance::detail {
namespace {

// Each place moves along the normal by the body's padding: a product and a sum of each component, and a normal whose
// length is 1 within 2⁻⁵⁰. Together below 2⁻⁴⁹ of the sizes.
double moved_error(const ContactPoint& point, double padding) {
  return 0x1p-49 * (norm_max(point.a) + norm_max(point.b) + padding);
}

void take_off(Bracket& bracket, double padding) {
  bracket = {next_below(bracket.lower - padding), next_above(bracket.upper - padding)};
}

void grow(const Placed& a, const Placed& b, double padding, Manifold& found) {
  for (ContactPatch& patch : found.patches) {
    Bracket gap{patch.lower, patch.upper};
    take_off(gap, padding);
    patch.lower = gap.lower, patch.upper = gap.upper;
    for (std::uint32_t k = 0; k < patch.point_count; ++k) {
      ContactPoint& point = found.points[patch.first_point + k];
      point.error += moved_error(point, padding);
      point.a = point.a + a.padding * patch.normal;
      point.b = point.b - b.padding * patch.normal;
      gap = {point.lower, point.upper};
      take_off(gap, padding);
      point.lower = gap.lower, point.upper = gap.upper;
    }
  }
}

}  // namespace

void placed_manifold(const Placed& a, const Placed& b, const ManifoldOptions& asked, const QueryOptions& options,
                     ManifoldCache& cache, ManifoldScratch& scratch, Manifold& out) {
  const double margin = sound_margin(asked.margin);
  if (!is_general(a, b) && b.space == nullptr) {
    out.clear();
    const ManifoldQuestion ask{*a.pose, *b.pose, margin, asked.points_per_patch};
    return a.space != nullptr
               ? half_space_convex_manifold(*a.space, *b.convex, ask, cache.bodies.convex(), scratch, out)
               : convex_manifold(*a.convex, *b.convex, ask, cache.bodies.convex(), scratch, out);
  }
  const double padding = padding_of(a, b);
  const ManifoldOptions grown{sum_above(margin, padding), asked.points_per_patch};
  find_manifold(ShapeOf(a), *a.pose, ShapeOf(b), *b.pose, grown, cache, scratch, out);
  if (padding == 0) return;
  out.answer = general_intersection(a, b, cache.bodies, options);
  grow(a, b, padding, out);
}

}  // namespace clearance::detail
