#include <clearance/contact/manifold_scratch.h>

#include <algorithm>
#include <tuple>

namespace clearance::detail {
namespace {

auto key_of(const ContactFeature& feature) {
  return std::tuple(feature.part, feature.kind, feature.first, feature.second);
}
auto key_of(Vec3 v) { return std::tuple(v.x, v.y, v.z); }

// By names, which stay from frame to frame; then by places, so that nothing depends on the order of a search.
bool is_before(const ContactPoint& p, const ContactPoint& q) {
  if (p.feature_a != q.feature_a) return key_of(p.feature_a) < key_of(q.feature_a);
  if (p.feature_b != q.feature_b) return key_of(p.feature_b) < key_of(q.feature_b);
  return std::tuple_cat(key_of(p.a), key_of(p.b)) < std::tuple_cat(key_of(q.a), key_of(q.b));
}

}  // namespace

void append_patch(const ManifoldQuestion& ask, ContactPatch patch, ManifoldScratch& scratch, Manifold& out) {
  patch.first_point = static_cast<std::uint32_t>(out.points.size());
  out.points.insert(out.points.end(), scratch.points.begin(), scratch.points.end());
  finish_patch(ask, patch, scratch, out);
}

void finish_patch(const ManifoldQuestion& ask, ContactPatch patch, ManifoldScratch& scratch, Manifold& out) {
  const auto first = out.points.begin() + patch.first_point;
  const auto is_beyond = [&](const ContactPoint& point) { return !(point.lower <= ask.margin); };
  if (std::any_of(first, out.points.end(), is_beyond))
    out.points.erase(std::remove_if(first, out.points.end(), is_beyond), out.points.end());
  if (out.points.size() == patch.first_point) return;
  if (!std::is_sorted(first, out.points.end(), is_before)) std::sort(first, out.points.end(), is_before);
  const std::span<ContactPoint> points = std::span(out.points).subspan(patch.first_point);
  if (const std::uint32_t most = std::max(ask.points_per_patch, 1u); points.size() > most) {
    std::size_t kept = 0;
    for (const std::uint32_t k : span_points(points, patch.normal, most, scratch.span)) points[kept++] = points[k];
    out.points.resize(patch.first_point + kept);
  }
  patch.point_count = static_cast<std::uint32_t>(out.points.size()) - patch.first_point;
  out.patches.push_back(patch);
}

}  // namespace clearance::detail
