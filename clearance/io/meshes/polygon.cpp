#include <clearance/io/meshes/polygon.h>

#include <clearance/exact/dyadic.h>
#include <clearance/exact/orient3d.h>
#include <clearance/io/meshes/ear_clipping.h>
#include <clearance/io/meshes/outline_crossing.h>
#include <clearance/io/meshes/planar_view.h>

#include <cmath>

namespace clearance::detail {
namespace {

using Triangle = std::array<std::uint32_t, 3>;

int largest_axis(Vec3 n) {
  const double x = std::fabs(n.x), y = std::fabs(n.y), z = std::fabs(n.z);
  return x >= y && x >= z ? 0 : y >= z ? 1 : 2;
}

int sign_of(double x) { return (x > 0) - (x < 0); }

class Outline {
 public:
  Outline(std::span<const Vec3> vertices, std::span<const std::uint32_t> corners) : view_{vertices} {
    for (const std::uint32_t corner : corners)
      if (corners_.empty() || corners_.back() != corner) corners_.push_back(corner);
    while (corners_.size() > 1 && corners_.back() == corners_.front()) corners_.pop_back();
    choose_view();
  }

  bool has_area() const { return view_.turn_sign != 0; }
  const PlanarView& view() const { return view_; }
  std::span<const std::uint32_t> corners() const { return corners_; }
  std::size_t size() const { return corners_.size(); }

  // Neighbouring corners differ, so the first two span the line.
  bool is_flat_line() const {
    for (std::size_t i = 2; i < size(); ++i)
      if (!collinear(point(0), point(1), point(i))) return false;
    return true;
  }

  // Every turn is to the left or straight, and the edges go once around: their direction in the lexicographic order
  // changes between rising and falling exactly twice.
  bool is_convex() const {
    int changes = 0;
    for (std::size_t i = 0; i < size(); ++i) {
      const std::size_t before = (i + size() - 1) % size(), after = (i + 1) % size();
      if (view_.turn(corners_[before], corners_[i], corners_[after]) < 0) return false;
      changes += view_.before(corners_[before], corners_[i]) != view_.before(corners_[i], corners_[after]);
    }
    return changes <= 2;
  }

 private:
  Vec3 point(std::size_t i) const { return view_.vertices[corners_[i]]; }
  // Twice the vector area is the sum of (p_i − p_0) × (p_{i+1} − p_0). In doubles each term is off by less than 8u·s² a
  // component (differences u each, product and sum 2u more), s being the largest difference; sums add u a step: with n
  // terms of size 2s² below n·(n + 8)·2u·s². Twice that covers the rounding of the bound itself.
  void choose_view() {
    if (size() < 3) return;
    double s = 0;
    Vec3 area;
    for (std::size_t i = 1; i + 1 < size(); ++i) {
      const Vec3 d = point(i) - point(0), e = point(i + 1) - point(0);
      s = std::fmax(s, std::fmax(norm_max(d), norm_max(e)));
      area = area + cross(d, e);
    }
    const int axis = largest_axis(area);
    const double n = static_cast<double>(size()), bound = n * (n + 8) * 0x1p-51 * s * s;
    if (s > 1e-130 && s < 1e130 && std::fabs(area[axis]) > bound)
      look_along(axis, area[axis]);
    else
      choose_view_exactly();
  }

  void choose_view_exactly() {
    DyadicVec area;
    const DyadicVec origin = exact(point(0));
    for (std::size_t i = 1; i + 1 < size(); ++i)
      area = area + cross(exact(point(i)) - origin, exact(point(i + 1)) - origin);
    if (is_zero(area)) return;
    const Vec3 normal = direction_of(area);
    const int axis = largest_axis(normal);
    look_along(axis, normal[axis]);
  }

  void look_along(int axis, double area) {
    view_.axis = axis;
    view_.turn_sign = sign_of(area);
  }

  PlanarView view_;
  std::vector<std::uint32_t> corners_;
};

void fan(std::span<const std::uint32_t> corners, std::vector<Triangle>& triangles) {
  for (std::size_t i = 1; i + 1 < corners.size(); ++i) triangles.push_back({corners[0], corners[i], corners[i + 1]});
}

}  // namespace

PolygonKind triangulate(std::span<const Vec3> vertices, std::span<const std::uint32_t> corners,
                        std::vector<Triangle>& triangles) {
  if (corners.size() == 3) {
    fan(corners, triangles);
    return PolygonKind::Convex;
  }
  const Outline outline(vertices, corners);
  if (outline.has_area() ? outline.is_convex() : outline.is_flat_line()) {
    fan(corners, triangles);
    return PolygonKind::Convex;
  }
  if (!outline.has_area()) return PolygonKind::Crossing;
  if (crosses_itself(outline.view(), outline.corners())) return PolygonKind::Crossing;
  const std::size_t before = triangles.size();
  const EarClipping clipped = clip_ears(outline.view(), outline.corners(), triangles);
  if (clipped == EarClipping::Done) return PolygonKind::NonConvex;
  triangles.resize(before);
  return clipped == EarClipping::NoEar ? PolygonKind::Crossing : PolygonKind::TooLarge;
}

}  // namespace clearance::detail
