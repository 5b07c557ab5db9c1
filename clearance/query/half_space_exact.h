// Question: how high over a half-space's plane is a convex body, exactly?
// Method:   big numbers over the vertices that doubles could not rule out; brackets by exact roots. No part of the
//           interface.
// Notation: as in half_space.cpp.
#pragma once

#include <clearance/bvh/box.h>
#include <clearance/convex/exact/roots.h>
#include <clearance/convex/exact/rounded_roots.h>
#include <clearance/convex/way_out.h>
#include <clearance/exact/posed_plane.h>
#include <clearance/proof/certificate.h>
#include <clearance/shape/rounded.h>

#include <limits>
#include <utility>

namespace clearance::detail {

// The lowest vertex, and N within `bound`; an infinite bound where doubles prove nothing.
struct Lowest {
  int vertex;
  double value, bound;
};

inline Status status_at(int height_sign) {
  return height_sign > 0 ? Status::Separated : height_sign < 0 ? Status::Penetrating : Status::Touching;
}

inline Dyadic squared(const Dyadic& x) { return x * x; }

class ExactHeights {
 public:
  ExactHeights(ExactPlane plane, const Rounded& b, const Pose& pose)
      : core_(b.core()), pose_(pose), normal_(std::move(plane.normal)), radius_(b.radius()) {
    offset_ = pose_.denominator() * plane.offset;
    squared_length_ = dot(normal_, normal_);
  }

  const Dyadic& denominator() const { return pose_.denominator(); }
  const Dyadic& radius() const { return radius_; }
  const DyadicVec& normal() const { return normal_; }
  const Dyadic& squared_length() const { return squared_length_; }
  // N times the denominator, and its square's denominator: N/|n| = √(N²/root_denominator()) up to the sign.
  Dyadic height(int v) const { return dot(normal_, pose_.numerator(core_.vertex(v))) - offset_; }
  Dyadic root_denominator() const { return squared(denominator()) * squared_length_; }

  // Sign of N/|n| − length, for N times the denominator and a length of any sign.
  int compare_height(const Dyadic& height, const Dyadic& length) const {
    if (height.sign() != length.sign()) return height.sign() > length.sign() ? 1 : -1;
    const int squares = compare(squared(height), squared(length) * root_denominator());
    return height.sign() < 0 ? -squares : squares;
  }

  // The lowest of all vertices that `is_candidate`.
  template <class Filter>
  int lowest(const Filter& is_candidate, Dyadic& height_there) const {
    int best = -1;
    for (int v = 0; v < core_.vertex_count(); ++v) {
      if (!is_candidate(v)) continue;
      Dyadic h = height(v);
      if (best >= 0 && compare(h, height_there) >= 0) continue;
      best = v;
      height_there = std::move(h);
    }
    return best;
  }

 private:
  const Polytope& core_;
  ExactPose pose_;
  DyadicVec normal_;
  Dyadic radius_, offset_, squared_length_;
};

// What doubles left open: vertices proved to be higher than the lowest found need no exact look.
struct ExactLowest {
  ExactHeights heights;
  Dyadic height;
  int vertex;

  template <class AnyPlane>
  ExactLowest(const AnyPlane& plane, ExactPlane exactly, const Rounded& b, const Pose& pose, const Lowest& low)
      : heights(std::move(exactly), b, pose) {
    const Vec3 direction = transpose_times(pose.rotation(), plane.normal);
    const double ceiling = dot(b.core().vertex(low.vertex), direction) + 2 * low.bound;
    vertex = heights.lowest([&](int v) { return !(dot(b.core().vertex(v), direction) > ceiling); }, height);
  }

  Status status() const { return status_at(heights.compare_height(height, heights.radius())); }
  Bracket distance() const {
    const Dyadic numerator = squared(height), denominator = heights.root_denominator();
    return {excess_below(numerator, denominator, heights.radius()),
            excess_above(numerator, denominator, heights.radius())};
  }
  Bracket depth() const {
    const Dyadic numerator = squared(height), denominator = heights.root_denominator();
    if (height.sign() > 0)
      return {shortfall_below(numerator, denominator, heights.radius()),
              shortfall_above(numerator, denominator, heights.radius())};
    const double upper = sum_above(numerator, denominator, heights.radius());
    return {larger(next_below(upper), 0), upper};
  }
  // The first multiple of the unit vector, from that length on, that is proved to end the penetration; some units in
  // the last place do, else it is `enough`.
  Way shortest_way(Vec3 unit, double length, const Way& enough) const {
    constexpr int kTries = 8;
    if (!(enough.upper < kInfiniteEnd)) return enough;
    for (int k = 0; k < kTries; ++k, length = next_above(length)) {
      const Vec3 t = length * unit;
      const Dyadic lifted = height + heights.denominator() * dot(heights.normal(), exact(t));
      if (heights.compare_height(lifted, heights.radius()) < 0) continue;
      const double upper = square_root_above(dot(exact(t), exact(t)), 1.0);
      return upper < enough.upper ? Way{t, upper} : enough;
    }
    return enough;
  }
};

}  // namespace clearance::detail
