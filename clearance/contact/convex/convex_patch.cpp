// Notation: u = 2⁻⁵³; S the reach of the pair (posed_pair.h), e = 48u·S. A vertex's coordinate along an axis of the
//           frame (|axis|₁ ≤ √3) is evaluated as posed.h has it and so within 24u·√3·S of the place's own: below e.
// Bound:    in the plane. clip_polygons() works with corners that are within e, in each coordinate, of where they
//           belong, and leaves each corner of the result within 4·slack of what it is named after; slack is 256u·S, so
//           with e twice less than 5·slack in all, in each coordinate; 8·slack bounds the length.
//           Upwards. A face's height is a linear function through three corners; what the others miss is measured
//           (`off`), and no point of the polygon misses it by more, as all are convex combinations of corners. Outside
//           by 8·slack it changes by its slope times that.
//           In the world. The frame's axes are unit vectors and perpendicular within 8u: going there and back loses
//           less than 32u·S; rounding the sums 4u of the coordinates' size and of the radii.
#include <clearance/contact/convex/convex_patch.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace clearance::detail {
namespace {

// Slopes beyond it are none: convex_feature.cpp leaves out faces and edges that are half as steep.
constexpr double kSteep = 16;

// How a body's own coordinates are seen.
struct View {
  Vec3 x, y, z, shift;

  View(const ContactFrame& frame, const Mat3& turn, Vec3 move)
      : x(transpose_times(turn, frame.scaled_x)),
        y(transpose_times(turn, frame.scaled_y)),
        z(transpose_times(turn, frame.scaled_normal)),
        shift(frame.seen(move)) {}
};

// What a slope misses. One that is steeper than any feature worth a slope is made of rounding.
void set_off(SeenFeature& seen) {
  if (!(seen.slope() < kSteep)) seen.slope_x = seen.slope_y = 0;
  seen.off = 0;
  for (std::size_t k = 0; k < seen.count; ++k)
    seen.off = larger(seen.off, std::fabs(seen.height[k] - seen.height_at(seen.at[k])));
}

// Through three corners.
void set_slope(SeenFeature& seen, std::size_t i, std::size_t j) {
  const PlanePoint* const at = seen.at.data();
  const double* const height = seen.height.data();
  const double x1 = at[i].x - at[0].x, y1 = at[i].y - at[0].y, z1 = height[i] - height[0], x2 = at[j].x - at[0].x,
               y2 = at[j].y - at[0].y, z2 = height[j] - height[0];
  const double turn = 1 / (x1 * y2 - x2 * y1);
  seen.slope_x = (z1 * y2 - z2 * y1) * turn, seen.slope_y = (x1 * z2 - x2 * z1) * turn;
  set_off(seen);
}

// Along a segment, and for a corner beside it, if there is one, across.
void set_slope_along(SeenFeature& seen, std::size_t end, std::size_t beside) {
  const auto from_first = [&](std::size_t k) {
    return PlanePoint{seen.at[k].x - seen.at[0].x, seen.at[k].y - seen.at[0].y};
  };
  const PlanePoint d = from_first(end);
  const double square = d.x * d.x + d.y * d.y, along = (seen.height[end] - seen.height[0]) / square;
  if (!(square > 0)) return set_off(seen);
  seen.slope_x = along * d.x, seen.slope_y = along * d.y;
  if (beside != end) {
    const PlanePoint p = from_first(beside);
    const double width = d.x * p.y - d.y * p.x,
                 across = (seen.height[beside] - seen.height_at(seen.at[beside])) / width;
    if (width > 0 || width < 0) seen.slope_x -= across * d.y, seen.slope_y += across * d.x;
  }
  set_off(seen);
}

// A face that is next to a segment, where three corners lose the slope along it to rounding: the farthest corner and
// the one farthest aside, one after the other; without the latter if even that is rounding.
void set_slope_of_sliver(SeenFeature& seen) {
  std::size_t far = 1, aside = 1;
  const auto from_first = [&](std::size_t k) {
    return PlanePoint{seen.at[k].x - seen.at[0].x, seen.at[k].y - seen.at[0].y};
  };
  const auto square = [](PlanePoint p) { return p.x * p.x + p.y * p.y; };
  for (std::size_t k = 1; k < seen.count; ++k)
    if (square(from_first(k)) > square(from_first(far))) far = k;
  const PlanePoint along = from_first(far);
  const auto width = [&](std::size_t k) {
    const PlanePoint p = from_first(k);
    return std::fabs(along.x * p.y - along.y * p.x);
  };
  for (std::size_t k = 1; k < seen.count; ++k)
    if (width(k) > width(aside)) aside = k;
  struct Slope {
    double x, y, off;
  };
  Slope best{seen.slope_x, seen.slope_y, seen.off};
  for (const std::size_t beside : {aside, far}) {
    set_slope_along(seen, far, beside);
    if (seen.off < best.off) best = {seen.slope_x, seen.slope_y, seen.off};
  }
  seen.slope_x = best.x, seen.slope_y = best.y, seen.off = best.off;
}

void set_height(SeenFeature& seen, double slack) {
  seen.slope_x = seen.slope_y = seen.off = 0;
  seen.origin = seen.at[0], seen.height_there = seen.height[0];
  if (seen.count == 2) set_slope_along(seen, 1, 1);
  if (seen.count < 3) return;
  set_slope(seen, seen.count / 3, 2 * seen.count / 3);
  if (seen.off > slack) [[unlikely]]
    set_slope_of_sliver(seen);
}

void see(const Polytope& body, const View& view, BodyFeature feature, double slack, SeenFeature& seen) {
  const std::uint32_t two[2] = {feature.first, feature.second};
  std::span<const std::uint32_t> loop(two, feature.kind == Feature::Edge ? 2 : 1);
  if (feature.kind == Feature::Face) loop = body.face(static_cast<int>(feature.first));
  const std::size_t count = loop.size();
  seen.make_room(count);
  seen.whole = feature.kind, seen.face = feature.first, seen.count = count;
  PlanePoint* const at = seen.at.data();
  const auto show = [&](std::size_t k, std::uint32_t v) {
    const Vec3 p = body.vertex(static_cast<int>(v));
    at[k] = {dot(view.x, p) + view.shift.x, dot(view.y, p) + view.shift.y};
    seen.height[k] = dot(view.z, p) + view.shift.z;
    seen.id[k] = body.id(static_cast<int>(v));
  };
  for (std::size_t k = 0; k < count; ++k) show(k, loop[k]);
  if (count > 2) {
    const PlanePoint p = at[0], q = at[count / 3], r = at[2 * count / 3];
    if ((q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x) < 0) {
      std::reverse(at, at + count);
      std::reverse(seen.height.data(), seen.height.data() + count);
      std::reverse(seen.id.data(), seen.id.data() + count);
    }
  }
  set_height(seen, slack);
}

CLEARANCE_INLINE void set_name(ContactFeature& feature, const SeenFeature& seen, PolygonFeature what) {
  feature.kind = what.kind;
  feature.part = feature.second = kNoIndex;
  if (what.kind == Feature::Face) {
    feature.first = seen.face;
    return;
  }
  feature.first = seen.id[what.index];
  if (what.kind == Feature::Vertex) return;
  const std::uint32_t end = seen.id[what.index + 1 < seen.count ? what.index + 1 : 0];
  feature.second = end > feature.first ? end : feature.first;
  feature.first = end > feature.first ? feature.first : end;
}

}  // namespace

ContactFrame::ContactFrame(const PosedPair& pair, Vec3 n) : normal(n) {
  // An orthonormal basis of one branch (Duff et al. 2017).
  const double sign = n.z < 0 ? -1 : 1, a = -1 / (sign + n.z), b = n.x * n.y * a;
  x = {1 + sign * n.x * n.x * a, sign * b, -sign * n.x};
  y = {b, sign + n.y * n.y * a, -n.y};
  reach = pair.reach();
  if (!(reach > 0x1p-200 && reach < 0x1p200) && reach > 0) [[unlikely]] {
    scale = std::ldexp(1.0, std::min(-std::ilogb(reach), 1000));
    reach *= scale;
  }
  scaled_x = scale * x, scaled_y = scale * y, scaled_normal = scale * normal;
}

void see_features(const PosedPair& pair, const ContactFrame& frame, BodyFeature of_a, BodyFeature of_b,
                  ManifoldScratch& scratch) {
  see(pair.a(), View(frame, pair.pose_a().rotation(), {}), of_a, frame.slack(), scratch.seen_a);
  see(pair.b(), View(frame, pair.pose_b().rotation(), pair.shift()), of_b, frame.slack(), scratch.seen_b);
}

SharedPoints share_points(const PosedPair& pair, const Radii& radii, const ContactFrame& frame,
                          ManifoldScratch& scratch, std::vector<ContactPoint>& points) {
  const SeenFeature &a = scratch.seen_a, &b = scratch.seen_b;
  SharedPoints shared;
  const double slack = frame.slack(), back = 1 / frame.scale;
  const auto corners = clip_polygons(a.corners(), b.corners(), slack, scratch.clip);
  if (corners.empty()) return shared;
  const double slope = a.slope() + b.slope();
  const double of_gap = back * (8 * slack * slope + a.off + b.off + 2 * frame.vertex_error()) +
                        0x1p-50 * (pair.reach() + radii.high) + 0x1p-1060;
  const Vec3 from = pair.pose_a().translation();
  const double error =
      of_gap + back * (8 * slack + 32 * 0x1p-53 * frame.reach) + 0x1p-50 * (norm_max(from) + pair.reach());
  const std::size_t first = points.size();
  points.resize(first + corners.size());
  shared.count = corners.size();
  shared.least_lower = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < corners.size(); ++k) {
    const ClippedCorner& corner = corners[k];
    const double z_a = back * a.height_at(corner.at), z_b = back * b.height_at(corner.at);
    const Vec3 base = from + ((back * corner.at.x) * frame.x + (back * corner.at.y) * frame.y);
    ContactPoint& point = points[first + k];
    point.a = base + (z_a + radii.a) * frame.normal;
    point.b = base + (z_b - radii.b) * frame.normal;
    const double gap = (z_b - radii.b) - (z_a + radii.a);
    point.lower = gap - of_gap, point.upper = gap + of_gap;
    point.error = error;
    set_name(point.feature_a, a, corner.first);
    set_name(point.feature_b, b, corner.second);
    if (point.lower < shared.least_lower)
      shared.least_lower = point.lower, shared.least_upper = point.upper, shared.nearest = corner.at;
  }
  return shared;
}

}  // namespace clearance::detail
