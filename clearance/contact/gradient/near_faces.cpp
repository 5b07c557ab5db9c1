#include <clearance/contact/gradient/near_faces.h>

#include <clearance/convex/any_length.h>
#include <clearance/exact/posed.h>

#include <algorithm>
#include <cmath>

namespace clearance::detail {
namespace {

// Corners of the overlap further apart than this many tolerances are different points: two edges that cross at an angle
// leave a crossing as long as the tolerance.
constexpr double kSamePoint = 16;

double turn(PlanePoint o, PlanePoint p, PlanePoint q) { return (p.x - o.x) * (q.y - o.y) - (p.y - o.y) * (q.x - o.x); }

// Counter-clockwise (Andrew's monotone chain); what lies within `slack` of a side is no corner.
std::vector<PlanePoint> hull_in_plane(std::vector<PlanePoint> points, double slack) {
  std::sort(points.begin(), points.end(),
            [](PlanePoint p, PlanePoint q) { return p.x != q.x ? p.x < q.x : p.y < q.y; });
  const auto chain = [slack](const std::vector<PlanePoint>& all) {
    std::vector<PlanePoint> kept;
    for (const PlanePoint p : all) {
      while (kept.size() >= 2) {
        const PlanePoint o = kept[kept.size() - 2], m = kept.back();
        const double length = std::hypot(p.x - o.x, p.y - o.y);
        if (turn(o, m, p) > slack * length) break;
        // The middle one goes; of points that are one the farther end stays.
        kept.pop_back();
      }
      if (kept.size() == 1 && std::hypot(p.x - kept[0].x, p.y - kept[0].y) <= slack) continue;
      kept.push_back(p);
    }
    return kept;
  };
  std::vector<PlanePoint> lower = chain(points);
  std::reverse(points.begin(), points.end());
  const std::vector<PlanePoint> upper = chain(points);
  if (lower.size() < 2) return lower;
  lower.pop_back();
  lower.insert(lower.end(), upper.begin(), upper.end());
  // The chains share both ends, which may be equal points of one place only.
  if (lower.size() > 1) lower.pop_back();
  return lower;
}

struct Axes {
  Vec3 u, v;
};
// n, u and v are a right-handed frame.
Axes axes_across(Vec3 n) {
  const Vec3 any = std::fabs(n.x) < 0.6 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
  const Vec3 u = unit_of(cross(any, n));
  return {u, cross(n, u)};
}

}  // namespace

NearFaces::NearFaces(const Rounded& a, const Pose& pose_a, const Rounded& b, const Pose& pose_b, double tolerance)
    : a_{a, pose_a, 1}, b_{b, pose_b, -1}, size_(larger(a.core().size(), b.core().size())) {
  const double reach = a.core().reach() + b.core().reach() + norm_max(pose_b.translation() - pose_a.translation());
  // |n|₁ ≤ √3, the two sums, and what products of a few denormals lose.
  rounding_ = 2 * kDotError * reach + 0x1p-1070;
  tolerance_ = larger(tolerance, 4 * rounding_);
  size_ = larger(size_, tolerance_);
}

double NearFaces::gap_along(Vec3 n) const {
  const auto farthest = [n](const Side& side) {
    const Vec3 d = side.local(n);
    double far = -std::numeric_limits<double>::infinity();
    for (int v = 0; v < side.core().vertex_count(); ++v) far = larger(far, dot(d, side.core().vertex(v)));
    return far;
  };
  return dot(n, b_.pose.translation() - a_.pose.translation()) - farthest(b_) - farthest(a_);
}

std::vector<int> NearFaces::nearest(const Side& side, Vec3 n, double slack) {
  const Vec3 d = side.local(n);
  double far = -std::numeric_limits<double>::infinity();
  for (int v = 0; v < side.core().vertex_count(); ++v) far = larger(far, dot(d, side.core().vertex(v)));
  std::vector<int> found;
  for (int v = 0; v < side.core().vertex_count(); ++v)
    if (dot(d, side.core().vertex(v)) >= far - slack) found.push_back(v);
  return found;
}

void NearFaces::add_face_normals(const Side& side, const std::vector<int>& vertices, Vec3 n,
                                 std::vector<Vec3>& out) const {
  if (vertices.size() < 3) return;
  for (int f = 0; f < side.core().face_count(); ++f) {
    const std::span<const std::uint32_t> loop = side.core().face(f);
    const auto is_near = [&](std::uint32_t v) {
      return std::binary_search(vertices.begin(), vertices.end(), static_cast<int>(v));
    };
    if (loop.size() < 3 || !std::ranges::all_of(loop, is_near)) continue;
    const Vec3 base = side.core().vertex(static_cast<int>(loop[0]));
    Vec3 sum;
    for (std::size_t k = 1; k + 1 < loop.size(); ++k)
      sum = sum + cross((side.core().vertex(static_cast<int>(loop[k])) - base) / size_,
                        (side.core().vertex(static_cast<int>(loop[k + 1])) - base) / size_);
    const Vec3 normal = unit_of(side.pose.rotation() * sum);
    out.push_back(dot(normal, n) < 0 ? -normal : normal);
  }
}

Vec3 NearFaces::snapped(Vec3 n, double turn) const {
  const double slack = larger(tolerance_, turn * size_);
  const std::vector<int> of_a = nearest(a_, n, slack), of_b = nearest(b_, n, slack);
  std::vector<Vec3> others;
  add_face_normals(a_, of_a, n, others);
  add_face_normals(b_, of_b, n, others);
  const auto place = [](const Side& side, int v) { return apply(side.pose, side.core().vertex(v)); };
  const auto add = [&](Vec3 way) {
    const Vec3 d = unit_of(way);
    if (dot(d, n) != 0) others.push_back(dot(d, n) < 0 ? -d : d);
  };
  const auto along = [&](const Side& side, const std::vector<int>& edge) {
    return (place(side, edge[1]) - place(side, edge[0])) / size_;
  };
  const bool has_edge_a = of_a.size() == 2, has_edge_b = of_b.size() == 2;
  if (has_edge_a && has_edge_b) add(cross(unit_of(along(a_, of_a)), unit_of(along(b_, of_b))));
  if (of_a.size() + of_b.size() <= 3 && gap_along(n) > tolerance_) {
    Vec3 way = (place(b_, of_b[0]) - place(a_, of_a[0])) / size_;
    if (has_edge_a || has_edge_b) {
      const Vec3 edge = unit_of(has_edge_a ? along(a_, of_a) : along(b_, of_b));
      way = way - dot(way, edge) * edge;
    }
    add(way);
  }
  // The first one that is as good as any: faces before edges before what came in.
  double best = gap_along(n);
  for (const Vec3& other : others) best = larger(best, gap_along(other));
  for (const Vec3& other : others)
    if (gap_along(other) >= best - rounding_) return other;
  return n;
}

std::vector<PlanePoint> NearFaces::projected(const Side& side, const std::vector<int>& vertices, Vec3 u, Vec3 v) const {
  // About a's first vertex, so that what is far from the world's origin loses no digits but those it has lost.
  const Vec3 origin = a_.pose.rotation() * a_.core().vertex(0);
  const Vec3 shift = side.pose.translation() - a_.pose.translation();
  std::vector<PlanePoint> points;
  points.reserve(vertices.size());
  for (const int vertex : vertices) {
    const Vec3 p = ((side.pose.rotation() * side.core().vertex(vertex) + shift) - origin) / size_;
    points.push_back({dot(p, u), dot(p, v)});
  }
  return hull_in_plane(std::move(points), tolerance_ / size_);
}

void NearFaces::append_corners(Vec3 n, Vec3 around, std::vector<NearPoints>& out) const {
  const std::vector<int> of_a = nearest(a_, n, tolerance_), of_b = nearest(b_, n, tolerance_);
  const auto [u, v] = axes_across(n);
  const Vec3 origin = apply(a_.pose, a_.core().vertex(0));
  const double gap = gap_along(n);
  const double height = dot(n, (apply(a_.pose, a_.core().vertex(of_a[0])) - origin) / size_) * size_;
  const auto add = [&](Vec3 on_a, Vec3 on_b) {
    out.push_back({on_a + a_.body.radius() * n, on_b - b_.body.radius() * n});
  };
  // One vertex tells both places.
  if (of_a.size() == 1) {
    const Vec3 p = apply(a_.pose, a_.core().vertex(of_a[0]));
    return add(p, of_b.size() == 1 ? apply(b_.pose, b_.core().vertex(of_b[0])) : p + gap * n);
  }
  if (of_b.size() == 1) {
    const Vec3 q = apply(b_.pose, b_.core().vertex(of_b[0]));
    return add(q - gap * n, q);
  }
  const std::vector<PlanePoint> polygon_a = projected(a_, of_a, u, v), polygon_b = projected(b_, of_b, u, v);
  const double slack = tolerance_ / size_;
  ClipBuffers buffers;
  const std::span<const ClippedCorner> corners = clip_polygons(polygon_a, polygon_b, slack, buffers);
  const auto place = [&](PlanePoint x) { return origin + size_ * ((x.x * u) + (x.y * v)) + height * n; };
  double spread = 0;
  for (const ClippedCorner& corner : corners)
    spread = larger(spread, std::hypot(corner.at.x - corners[0].at.x, corner.at.y - corners[0].at.y));
  if (corners.empty()) return add(around, around + gap * n);
  const std::size_t count = spread <= kSamePoint * slack ? 1 : corners.size();
  for (std::size_t k = 0; k < count; ++k) {
    const Vec3 p = place(corners[k].at);
    add(p, p + gap * n);
  }
}

bool NearFaces::is_only_direction(Vec3 n) const {
  // Flat in one plane: the other side separates as well.
  if (gap_along(-n) >= -tolerance_) return false;
  const std::vector<int> of_a = nearest(a_, n, tolerance_), of_b = nearest(b_, n, tolerance_);
  const auto [u, v] = axes_across(n);
  const std::vector<PlanePoint> polygon_a = projected(a_, of_a, u, v), polygon_b = projected(b_, of_b, u, v);
  std::vector<PlanePoint> differences;
  for (const PlanePoint p : polygon_a)
    for (const PlanePoint q : polygon_b) differences.push_back({q.x - p.x, q.y - p.y});
  const double slack = tolerance_ / size_;
  const std::vector<PlanePoint> hull = hull_in_plane(std::move(differences), slack);
  if (hull.size() < 3) return false;
  for (std::size_t k = 0; k < hull.size(); ++k) {
    const PlanePoint p = hull[k], q = hull[(k + 1) % hull.size()];
    if (turn(p, q, {0, 0}) <= slack * std::hypot(q.x - p.x, q.y - p.y)) return false;
  }
  return true;
}

}  // namespace clearance::detail
