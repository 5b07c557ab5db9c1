// Notation: u = 2⁻⁵³; S the reach of the pair (posed_pair.h), e = 48u·S. A vertex's coordinate along an axis of the
// frame
//           (|axis|₁ ≤ √3) is evaluated as posed.h has it and so within 24u·√3·S of the place's own: below e.
// Bound:    in the plane. clip_polygons() works with corners that are within e, in each coordinate, of where they
// belong,
//           and leaves each corner of the result within 4·slack of what it is named after; slack is 256u·S, so with e
//           twice less than 5·slack in all, in each coordinate; 8·slack bounds the length.
//           Upwards. A face's height is a linear function through three corners; what the others miss is measured
//           (`off`), and no point of the polygon misses it by more, as all are convex combinations of corners. Outside
//           by 8·slack it changes by its slope times that.
//           In the world. The frame's axes are unit vectors and perpendicular within 8u: going there and back loses
//           less than 32u·S; rounding the sums 4u of the coordinates' size and of the radii.
#include <clearance/contact/convex_patch.h>

#include <algorithm>
#include <cmath>

namespace clearance::detail {
namespace {

// How a body's own coordinates are seen.
struct View {
  Vec3 x, y, z, shift;

  View(const ContactFrame& frame, const Mat3& turn, Vec3 move)
      : x(frame.scale * transpose_times(turn, frame.x)),
        y(frame.scale * transpose_times(turn, frame.y)),
        z(frame.scale * transpose_times(turn, frame.normal)),
        shift(frame.scale * Vec3{dot(frame.x, move), dot(frame.y, move), dot(frame.normal, move)}) {}
};

void set_slope(SeenFeature& seen) {
  seen.slope_x = seen.slope_y = 0;
  seen.origin = seen.at[0], seen.height_there = seen.height[0];
  const std::size_t count = seen.at.size();
  if (count == 2) {
    const double dx = seen.at[1].x - seen.at[0].x, dy = seen.at[1].y - seen.at[0].y,
                 dz = seen.height[1] - seen.height[0];
    const double square = dx * dx + dy * dy;
    if (square > 0) seen.slope_x = dx * (dz / square), seen.slope_y = dy * (dz / square);
  } else if (count > 2) {
    const std::size_t i = count / 3, j = 2 * count / 3;
    const double x1 = seen.at[i].x - seen.at[0].x, y1 = seen.at[i].y - seen.at[0].y,
                 z1 = seen.height[i] - seen.height[0], x2 = seen.at[j].x - seen.at[0].x,
                 y2 = seen.at[j].y - seen.at[0].y, z2 = seen.height[j] - seen.height[0];
    const double turn = x1 * y2 - x2 * y1;
    if (turn > 0) seen.slope_x = (z1 * y2 - z2 * y1) / turn, seen.slope_y = (x1 * z2 - x2 * z1) / turn;
  }
  // Steeper than any feature that is worth a slope: rounding made it. Without one, `off` says what is missed.
  if (!(std::fabs(seen.slope_x) + std::fabs(seen.slope_y) < 16)) seen.slope_x = seen.slope_y = 0;
  seen.off = 0;
  for (std::size_t k = 0; k < count; ++k)
    seen.off = larger(seen.off, std::fabs(seen.height[k] - seen.height_at(seen.at[k])));
}

void see(const Polytope& body, const View& view, BodyFeature feature, SeenFeature& seen) {
  seen.at.clear(), seen.height.clear(), seen.vertex.clear();
  seen.whole = feature.kind, seen.face = feature.first;
  const auto add = [&](std::uint32_t v) {
    const Vec3 p = body.vertex(static_cast<int>(v));
    seen.at.push_back({dot(view.x, p) + view.shift.x, dot(view.y, p) + view.shift.y});
    seen.height.push_back(dot(view.z, p) + view.shift.z);
    seen.vertex.push_back(v);
  };
  if (feature.kind == Feature::Face) {
    const auto loop = body.face(static_cast<int>(feature.first));
    for (const std::uint32_t v : loop) add(v);
    const std::size_t i = loop.size() / 3, j = 2 * loop.size() / 3;
    const PlanePoint p = seen.at[0], q = seen.at[i], r = seen.at[j];
    if ((q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x) < 0) {
      std::reverse(seen.at.begin(), seen.at.end());
      std::reverse(seen.height.begin(), seen.height.end());
      std::reverse(seen.vertex.begin(), seen.vertex.end());
    }
  } else {
    add(feature.first);
    if (feature.kind == Feature::Edge) add(feature.second);
  }
  set_slope(seen);
}

ContactFeature name(const Polytope& body, const SeenFeature& seen, PolygonFeature what) {
  const std::size_t next = what.index + 1 < seen.vertex.size() ? what.index + 1 : 0;
  if (what.kind == Feature::Vertex) return named(body, {Feature::Vertex, seen.vertex[what.index], 0});
  if (what.kind == Feature::Edge) return named(body, {Feature::Edge, seen.vertex[what.index], seen.vertex[next]});
  return named(body, {Feature::Face, seen.face, 0});
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
}

void see_features(const PosedPair& pair, const ContactFrame& frame, BodyFeature of_a, BodyFeature of_b,
                  ManifoldScratch& scratch) {
  see(pair.a(), View(frame, pair.pose_a().rotation(), {}), of_a, scratch.seen_a);
  see(pair.b(), View(frame, pair.pose_b().rotation(), pair.shift()), of_b, scratch.seen_b);
}

SharedPoints share_points(const PosedPair& pair, const Radii& radii, const ContactFrame& frame,
                          ManifoldScratch& scratch) {
  const SeenFeature &a = scratch.seen_a, &b = scratch.seen_b;
  std::vector<ContactPoint>& points = scratch.points;
  points.clear();
  SharedPoints shared;
  const double slack = frame.slack(), back = 1 / frame.scale;
  const auto corners = clip_polygons(a.at, b.at, slack, scratch.clip);
  if (corners.empty()) return shared;
  const double slope = a.slope() + b.slope();
  const double of_gap = back * (8 * slack * slope + a.off + b.off + 2 * frame.vertex_error()) +
                        0x1p-50 * (pair.reach() + radii.high) + 0x1p-1060;
  const Vec3 from = pair.pose_a().translation();
  const double error =
      of_gap + back * (8 * slack + 32 * 0x1p-53 * frame.reach) + 0x1p-50 * (norm_max(from) + pair.reach());
  points.resize(corners.size());
  for (std::size_t k = 0; k < corners.size(); ++k) {
    const ClippedCorner& corner = corners[k];
    const double z_a = back * a.height_at(corner.at), z_b = back * b.height_at(corner.at);
    const Vec3 base = from + (back * corner.at.x * frame.x + back * corner.at.y * frame.y);
    ContactPoint& point = points[k];
    point = {};
    point.a = base + (z_a + radii.a) * frame.normal;
    point.b = base + (z_b - radii.b) * frame.normal;
    const double gap = (z_b - radii.b) - (z_a + radii.a);
    point.lower = gap - of_gap, point.upper = gap + of_gap;
    point.error = error;
    point.feature_a = name(pair.a(), a, corner.first);
    point.feature_b = name(pair.b(), b, corner.second);
    if (k == 0 || point.upper < shared.least_upper) shared.least_upper = point.upper, shared.least_lower = point.lower;
  }
  shared.count = corners.size();
  return shared;
}

namespace {

// Corners of a feature that lie farthest along four directions, a quarter turn from each other. Not those of an axis:
// sides along axes are common, and both of their ends would be farthest.
constexpr double kAlong = 0.9375, kAcross = 0.34375;

struct Farthest {
  Vec3 towards[4];

  explicit Farthest(const SeenFeature& seen) {
    double most[4];
    for (std::size_t k = 0; k < seen.at.size(); ++k) {
      const PlanePoint p = seen.at[k];
      const double first = kAlong * p.x + kAcross * p.y, second = kAlong * p.y - kAcross * p.x;
      const double value[4] = {first, second, -first, -second};
      for (int side = 0; side < 4; ++side)
        if (k == 0 || value[side] > most[side]) most[side] = value[side], towards[side] = {p.x, p.y, seen.height[k]};
    }
  }
};

}  // namespace

bool is_as_deep(const PosedPair& pair, const ContactFrame& frame, double depth, const ManifoldScratch& scratch) {
  const Farthest of_a(scratch.seen_a), of_b(scratch.seen_b);
  Vec3 corner[4];
  double largest = 0;
  for (int k = 0; k < 4; ++k) {
    corner[k] = of_b.towards[k] - of_a.towards[(k + 2) % 4];
    largest = larger(largest, norm_max(corner[k]));
  }
  const Vec3 c = pair.center_difference();
  const Vec3 apex = frame.scale * Vec3{dot(frame.x, c), dot(frame.y, c), dot(frame.normal, c)};
  largest = larger(largest, norm_max(apex));
  // A difference is off by 2e in each coordinate, so a triple product by less than 3·2·2e·largest² and its rounding.
  const double depth_here = frame.scale * depth, error = 0x1p-43 * frame.reach * (largest * largest);
  const auto is_far = [&](Vec3 p, Vec3 q, Vec3 r) {
    const Vec3 outward = cross(q - p, r - p);
    const double height = dot(outward, p) - error;
    return height > 0 && height * height >= depth_here * depth_here * squared_norm(outward);
  };
  for (int k = 0; k < 4; ++k)
    if (!is_far(corner[k], corner[(k + 1) % 4], apex)) return false;
  return is_far(corner[0], corner[2], corner[1]) && is_far(corner[0], corner[3], corner[2]);
}

}  // namespace clearance::detail
