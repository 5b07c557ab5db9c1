// Notation: u = 2⁻⁵³.
#include <clearance/mesh/directions.h>

namespace clearance::detail {
namespace {

constexpr Box kAllDirections = {{-1, -1, -1}, {1, 1, 1}};
// Cosines below this tell nothing.
constexpr double kLeastCosine = 0x1p-4;

// Each component is off by less than 2⁻⁴⁶: a difference and two quotients by u of themselves, the norm by 3u.
Vec3 direction(Vec3 from, Vec3 to) {
  const Vec3 way = to - from, scaled = way / norm_max(way);
  return scaled / norm(scaled);
}

}  // namespace

// Directions between two are sums of shares of both, over their length, which is at most 1 and at least the cosine of
// half the angle between them. That is off by 2⁻⁴² of itself, and so is a component over it, or it is above 1 anyway.
Box arc_seen_from(Vec3 p, Vec3 q, Vec3 r) {
  const Vec3 from = direction(p, q), to = direction(p, r);
  const double cosine = 0.5 * norm(from + to);
  if (!(cosine > kLeastCosine)) return kAllDirections;
  const Box ends = united({from, from}, {to, to});
  const auto lower = [&](double x) { return x < 0 ? x / cosine : x; };
  const auto upper = [&](double x) { return x > 0 ? x / cosine : x; };
  const Box box = {{lower(ends.low.x), lower(ends.low.y), lower(ends.low.z)},
                   {upper(ends.high.x), upper(ends.high.y), upper(ends.high.z)}};
  return grown(box, 0x1p-40);
}

// The part along the line is taken off a vector whose largest component is 1: off by less than 2⁻⁴⁵ then.
Box side_seen_from(Vec3 p, Vec3 q, Vec3 r) {
  const Vec3 along = direction(p, q), way = (r - p) / norm_max(r - p), aside = way - dot(way, along) * along;
  const double length = norm(aside);
  if (!(length > 0x1p-30)) return kAllDirections;
  const Vec3 unit = aside / length;
  return grown({unit, unit}, 0x1p-43 / length);
}

}  // namespace clearance::detail
