#include <clearance/io/polygon.h>

#include <clearance/exact/dyadic.h>
#include <clearance/exact/orient3d.h>

#include <cmath>

namespace clearance {
namespace {

using Triangle = std::array<std::uint32_t, 3>;

// The outline seen along `axis`; `turn_sign` makes turns of a simple outline mostly positive. Sign 0: no area.
struct View {
  int axis = 0;
  int turn_sign = 0;
};

int largest_axis(Vec3 n) {
  const double x = std::fabs(n.x), y = std::fabs(n.y), z = std::fabs(n.z);
  return x >= y && x >= z ? 0 : y >= z ? 1 : 2;
}

int sign_of(double x) { return (x > 0) - (x < 0); }

class Outline {
 public:
  Outline(std::span<const Vec3> vertices, std::span<const std::uint32_t> corners) : vertices_(vertices) {
    for (const std::uint32_t corner : corners)
      if (corners_.empty() || corners_.back() != corner) corners_.push_back(corner);
    while (corners_.size() > 1 && corners_.back() == corners_.front()) corners_.pop_back();
    view_ = choose_view();
  }

  bool has_area() const { return view_.turn_sign != 0; }
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
      if (turn(corners_[before], corners_[i], corners_[after]) < 0) return false;
      changes += rises(before, i) != rises(i, after);
    }
    return changes <= 2;
  }

  bool crosses_itself() const {
    for (std::size_t i = 0; i < size(); ++i)
      for (std::size_t j = i + 2; j < size(); ++j)
        if (cross_properly(corners_[i], corners_[i + 1], corners_[j], corners_[(j + 1) % size()])) return true;
    return false;
  }

  // False when no ear is left although more than a triangle is.
  bool clip_ears(std::vector<Triangle>& triangles) {
    while (size() > 3) {
      const std::size_t ear = find_ear();
      if (ear == size()) return false;
      triangles.push_back({previous(ear), corners_[ear], next(ear)});
      corners_.erase(corners_.begin() + static_cast<std::ptrdiff_t>(ear));
    }
    if (size() == 3) triangles.push_back({corners_[0], corners_[1], corners_[2]});
    return true;
  }

 private:
  Vec3 point(std::size_t i) const { return vertices_[corners_[i]]; }
  std::uint32_t previous(std::size_t i) const { return corners_[(i + size() - 1) % size()]; }
  std::uint32_t next(std::size_t i) const { return corners_[(i + 1) % size()]; }

  int turn(std::uint32_t a, std::uint32_t b, std::uint32_t c) const {
    return view_.turn_sign * orient2d_sign(vertices_[a], vertices_[b], vertices_[c], view_.axis);
  }

  bool rises(std::size_t from, std::size_t to) const {
    const int first = (view_.axis + 1) % 3, second = (view_.axis + 2) % 3;
    const Vec3 p = point(from), q = point(to);
    return p[first] != q[first] ? p[first] < q[first] : p[second] < q[second];
  }

  // Twice the vector area is the sum of (p_i − p_0) × (p_{i+1} − p_0). In doubles each term is off by less than 8u·s² a
  // component (differences u each, product and sum 2u more), s being the largest difference; sums add u a step: with n
  // terms of size 2s² below n·(n + 8)·2u·s². 1e-12 covers that up to n = 60; beyond, and when unsure, exact numbers.
  View choose_view() const {
    if (size() < 3) return {};
    double s = 0;
    Vec3 area;
    for (std::size_t i = 1; i + 1 < size(); ++i) {
      const Vec3 d = point(i) - point(0), e = point(i + 1) - point(0);
      s = std::fmax(s, std::fmax(norm_max(d), norm_max(e)));
      area = area + cross(d, e);
    }
    const int axis = largest_axis(area);
    if (size() <= 60 && s > 1e-130 && s < 1e130 && std::fabs(area[axis]) > 1e-12 * s * s)
      return {axis, sign_of(area[axis])};
    return choose_view_exactly();
  }

  View choose_view_exactly() const {
    DyadicVec area;
    const DyadicVec origin = exact(point(0));
    for (std::size_t i = 1; i + 1 < size(); ++i)
      area = area + cross(exact(point(i)) - origin, exact(point(i + 1)) - origin);
    if (is_zero(area)) return {};
    const Vec3 normal = direction_of(area);
    const int axis = largest_axis(normal);
    return {axis, sign_of(normal[axis])};
  }

  bool cross_properly(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) const {
    return turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0;
  }

  // A corner that turns left, whose triangle holds no other corner and whose diagonal no edge crosses. When there is
  // none: a straight corner, whose triangle has no area.
  std::size_t find_ear() const {
    for (std::size_t i = 0; i < size(); ++i)
      if (is_ear(i)) return i;
    for (std::size_t i = 0; i < size(); ++i)
      if (turn(previous(i), corners_[i], next(i)) == 0) return i;
    return size();
  }

  bool is_ear(std::size_t i) const {
    const std::uint32_t a = previous(i), b = corners_[i], c = next(i);
    if (turn(a, b, c) <= 0) return false;
    for (std::size_t k = 0; k < size(); ++k) {
      const std::uint32_t p = corners_[k];
      const bool other = p != a && p != b && p != c;
      if (other && turn(a, b, p) >= 0 && turn(b, c, p) >= 0 && turn(c, a, p) >= 0) return false;
      if (cross_properly(a, c, p, next(k))) return false;
    }
    return true;
  }

  std::span<const Vec3> vertices_;
  std::vector<std::uint32_t> corners_;
  View view_;
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
  Outline outline(vertices, corners);
  if (outline.has_area() ? outline.is_convex() : outline.is_flat_line()) {
    fan(corners, triangles);
    return PolygonKind::Convex;
  }
  if (!outline.has_area()) return PolygonKind::Crossing;
  if (outline.size() > kMaxEarCorners) return PolygonKind::TooLarge;
  const std::size_t before = triangles.size();
  if (!outline.crosses_itself() && outline.clip_ears(triangles)) return PolygonKind::NonConvex;
  triangles.resize(before);
  return PolygonKind::Crossing;
}

}  // namespace clearance
