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
  std::vector<ContactPoint>& points = scratch.points;
  std::vector<std::uint32_t>& order = scratch.order;
  order.clear();
  for (std::uint32_t k = 0; k < points.size(); ++k)
    if (points[k].lower <= ask.margin) order.push_back(k);
  if (order.empty()) return;
  const auto by_name = [&](std::uint32_t i, std::uint32_t j) { return is_before(points[i], points[j]); };
  std::sort(order.begin(), order.end(), by_name);
  patch.first_point = static_cast<std::uint32_t>(out.points.size());
  for (const std::uint32_t k : order) out.points.push_back(points[k]);
  if (const std::uint32_t most = std::max(ask.points_per_patch, 1u); order.size() > most) {
    const std::span<ContactPoint> all = std::span(out.points).subspan(patch.first_point);
    std::size_t kept = 0;
    for (const std::uint32_t k : span_points(all, patch.normal, most, scratch.span)) all[kept++] = all[k];
    out.points.resize(patch.first_point + kept);
  }
  patch.point_count = static_cast<std::uint32_t>(out.points.size()) - patch.first_point;
  out.patches.push_back(patch);
}

}  // namespace clearance::detail
