// Question: which features of two moving bodies cannot come near each other in a span of time, in doubles?
// Method:   a vertex on its path x(t)/w(t) stays in the hull of its control points xⱼ/wⱼ over the span, xⱼ and wⱼ being
//           the coefficients in Bernstein's basis, if all wⱼ are positive: x/w = Σ Bⱼwⱼ·(xⱼ/wⱼ) / Σ Bⱼwⱼ. So a plane
//           between the control points of two features keeps them apart throughout; the walk of GJK looks for one.
// Proves:   what it excludes: control points carry a bound on their error.
// Cost:     a few nanoseconds where boxes tell, about a hundred for a pair where a plane does.
// Notation: u = 2⁻⁵³.
#pragma once

#include <clearance/exact/time/pose_path.h>
#include <clearance/math/vec3.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace clearance::detail {

// Vertices of a body over a span of time.
class SweptVertices {
 public:
  // Positions are relative to `origin`, so that coordinates far from 0 cost no accuracy.
  SweptVertices(std::span<const Vec3> vertices, const PosePath& path, const Dyadic& low, const Dyadic& high,
                Vec3 origin);

  // Only these, by their numbers.
  SweptVertices of(std::span<const std::uint32_t> vertices) const;
  SweptVertices lower_half() const { return half(false); }
  SweptVertices upper_half() const { return half(true); }

  // Only then anything may be concluded.
  bool is_usable() const { return is_usable_; }
  int count() const { return degree_ + 1; }  // of control points for each vertex
  // The control points of all vertices, one vertex after the other. No component is off by more than error(), none
  // larger than reach().
  std::span<const Vec3> points() const { return points_; }
  std::span<const Vec3> points(std::size_t vertex) const {
    return std::span<const Vec3>(points_).subspan(vertex * static_cast<std::size_t>(count()),
                                                  static_cast<std::size_t>(count()));
  }
  double error() const { return error_; }
  double reach() const { return reach_; }

 private:
  static constexpr int kMaxDegree = 3;

  SweptVertices() = default;
  SweptVertices half(bool upper) const;
  void set_form(const SweptVertices& other);
  void set_points();

  int degree_ = 0, halvings_ = 0;
  std::vector<Vec3> x_, points_;
  double w_[kMaxDegree + 1] = {};
  double size_x_ = 0, size_w_ = 0;  // at least the largest |x|, |w| of the whole span
  double error_ = 0, reach_ = 0;
  bool is_usable_ = false;
};

// A box around control points.
struct SweptBox {
  Vec3 low, high;
};
SweptBox box_of(std::span<const Vec3> points);
SweptBox box_of(const SweptBox& a, const SweptBox& b);

// Tells whether sets of control points, one of a and one of b, are farther apart than a radius.
class SweptGap {
 public:
  // Bodies of the same span and origin. At least the radius.
  SweptGap(const SweptVertices& a, const SweptVertices& b, double radius);

  bool is_usable() const { return is_usable_; }
  bool shown_by(const SweptBox& a, const SweptBox& b) const;
  // Each set is that of up to three vertices, or of all.
  bool shown_by(std::span<const std::span<const Vec3>> a, std::span<const std::span<const Vec3>> b) const;

 private:
  bool is_usable_;
  double radius_, slack_;
};

}  // namespace clearance::detail
