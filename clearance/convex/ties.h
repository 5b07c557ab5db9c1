// Question: which vertices of two bodies are level along a direction but for a hair, and which of their differences is
//           the lower one?
// Method:   products in doubles, with a margin; heights in integers, rounded only after they are exact.
// Proves:   that no other vertex is as far, where the margin covers the rounding.
#pragma once

#include <clearance/convex/lowest_facet.h>
#include <clearance/convex/ring.h>
#include <clearance/exact/integer_grid.h>
#include <clearance/support/support.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace clearance::detail {

// Some vector square to one of unit length, and not short.
inline Vec3 across(Vec3 unit) { return cross(unit, std::fabs(unit.x) < 0.6 ? Vec3{1, 0, 0} : Vec3{0, 1, 0}); }

// The vertices of a body whose product with a direction, in its frame, is within a margin of the largest.
struct Ties {
  static constexpr int kMost = 64;
  int vertex[kMost], count = 0;
  bool whole = true;  // not more than it can hold

  Ties(const Polytope& body, Vec3 direction, double margin) {
    double best = -std::numeric_limits<double>::infinity();
    for (int v = 0; v < body.vertex_count(); ++v) best = larger(best, dot(direction, body.vertex(v)));
    for (int v = 0; v < body.vertex_count() && whole; ++v) {
      if (dot(direction, body.vertex(v)) < best - margin) continue;
      whole = count < kMost;
      if (whole) vertex[count++] = v;
    }
  }
};

// Of both, along n from a to b.
struct TiesOfBoth {
  Ties a, b;

  TiesOfBoth(const PosedPair& pair, Vec3 n, double margin)
      : a(pair.a(), transpose_times(pair.pose_a().rotation(), n), margin),
        b(pair.b(), transpose_times(pair.pose_b().rotation(), -n), margin) {}
  TiesOfBoth(const PosedPair& pair, Vec3 n) : TiesOfBoth(pair, n, 2 * kNearPlane * norm_one(n) * pair.reach()) {}

  bool are_whole() const { return a.whole && b.whole; }
};

// The vertex of a posed body that is farthest along a direction of the world; the difference that is.
inline int farthest(const Polytope& body, const Pose& pose, Vec3 direction) {
  return support_vertex(body, transpose_times(pose.rotation(), direction));
}
inline Difference farthest_difference(const PosedPair& pair, Vec3 direction) {
  const VertexPair at{farthest(pair.a(), pair.pose_a(), -direction), farthest(pair.b(), pair.pose_b(), direction)};
  return {at, pair.difference(at)};
}

// Differences of ties, seen along a direction. How high they are along it is exact before it is rounded, so that what
// is level but for a hair still has the right order: in units of 2^(64·top) of the integers, the largest 1 at least.
struct Raised {
  static constexpr int kMostTies = 8;
  Difference tie[kMostTies * kMostTies];
  RaisedPoint point[kMostTies * kMostTies];
  int count = 0, top = 0;

  // Above the origin, or above the first of them: far from the origin only that tells them apart. False where there
  // are more ties, or the numbers do not fit. `in` is a pair of exact/integer_pair.h.
  enum class Above { Origin, First };
  template <class Coordinates>
  bool set(Coordinates& in, const PosedPair& pair, Vec3 along, const TiesOfBoth& ties, Above above = Above::Origin) {
    if (ties.a.count > kMostTies || ties.b.count > kMostTies) return false;
    Grid grid(1, 118);
    const IntegerVec<2> n = grid(along);
    using Height = Integer<Coordinates::kDifference + 2>;
    Height high_a[kMostTies], high_b[kMostTies];
    for (int i = 0; i < ties.a.count; ++i) high_a[i] = dot(n, in.point_a(pair.a().vertex(ties.a.vertex[i])));
    for (int j = 0; j < ties.b.count; ++j) high_b[j] = dot(n, in.point_b(pair.b().vertex(ties.b.vertex[j])));
    if (!grid.holds() || !in.holds()) return false;
    const Height level = above == Above::First ? high_b[0] - high_a[0] : Height();
    const auto height = [&](int i, int j) { return (high_b[j] - high_a[i]) - level; };
    for (int i = 0; i < ties.a.count; ++i)
      for (int j = 0; j < ties.b.count; ++j) top = std::max(top, height(i, j).top());
    const Vec3 unit = along / norm(along), u = across(unit), v = cross(unit, u);
    for (int i = 0; i < ties.a.count; ++i)
      for (int j = 0; j < ties.b.count; ++j, ++count) {
        const VertexPair at{ties.a.vertex[i], ties.b.vertex[j]};
        const Vec3 m = pair.difference(at);
        tie[count] = {at, m};
        point[count] = {dot(u, m), dot(v, m), height(i, j).to_double(top)};
      }
    return true;
  }
  LowestFacet lowest() const { return lowest_facet({point, static_cast<std::size_t>(count)}); }
};

}  // namespace clearance::detail
