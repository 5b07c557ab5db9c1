// Question: how far apart are two polytopes that need not be convex?
// Method:   Algorithm 2 of Joseph and Plantinga 1987, §3.2: of every pair of faces whose dimensions add up to no more
//           than the space's, and that are not partly parallel, the feet of the common normal, where they lie in the
//           faces; the nearest of them all is the separation. At the end, where no faces meet, whether one polytope has
//           a part of the other inside: one vertex of each part is located. In the paper a point of each is enough,
//           since its polytopes are of one piece and without hollows.
// Proves:   the distance, exactly: its square is rational.
// Cost:     O(I(P)·I(Q)); half a microsecond to some ten a pair of faces.
#pragma once

#include <clearance/lab/spacetime/feet.h>

#include <numeric>

namespace clearance::lab {

template <int kDimension>
struct Separation {
  using Point = Homogeneous<kDimension + 1>;

  // Of the distance; numerator 0 where they have a point in common.
  Dyadic square_numerator, square_denominator = 1.0;
  // A nearest pair of points and the lowest pair of faces that has been found to have it; inside: a whole polytope.
  Point point_a, point_b;
  FaceId face_a, face_b;

  bool is_zero() const { return square_numerator.sign() == 0; }
};

struct SeparationCounts {
  std::uint64_t pairs = 0, with_feet = 0, in_both = 0;
};

// One vertex of each part of the boundary that hangs together by edges.
template <int kDimension>
std::vector<std::uint32_t> vertex_of_each_part(const IncidencePolytope<kDimension>& shape) {
  std::vector<std::uint32_t> leader(shape.face_count(0));
  std::iota(leader.begin(), leader.end(), 0u);
  const auto find = [&](std::uint32_t v) {
    while (leader[v] != v) v = leader[v] = leader[leader[v]];
    return v;
  };
  if (shape.dimension() >= 1)
    for (const auto& edge : shape.faces(1)) {
      const std::uint32_t i = find(edge.vertices[0]), j = find(edge.vertices[1]);
      leader[std::max(i, j)] = std::min(i, j);
    }
  std::vector<std::uint32_t> found;
  for (std::uint32_t v = 0; v < leader.size(); ++v)
    if (leader[v] == v) found.push_back(v);
  return found;
}

template <int kDimension>
Separation<kDimension> separation(const IncidencePolytope<kDimension>& a, const IncidencePolytope<kDimension>& b,
                                  SeparationCounts* counts = nullptr) {
  Separation<kDimension> least;
  bool has_any = false;
  const Locator locate_a(a), locate_b(b);
  const auto consider = [&](const auto& feet, FaceId f, FaceId g) {
    Dyadic square;
    for (int c = 0; c < kDimension; ++c) {
      const Dyadic gap = feet.on_f[c] * feet.on_g.weight() - feet.on_g[c] * feet.on_f.weight();
      square = square + gap * gap;
    }
    const Dyadic weight = feet.on_f.weight() * feet.on_g.weight(), unit = weight * weight;
    if (has_any && compare(square * least.square_denominator, least.square_numerator * unit) >= 0) return;
    if (!locate_a.within(f, feet.on_f) || !locate_b.within(g, feet.on_g)) return;
    if (counts != nullptr) ++counts->in_both;
    has_any = true;
    least = {std::move(square), unit, feet.on_f, feet.on_g, f, g};
  };
  for (int d = 0; d <= a.dimension(); ++d)
    for (std::uint32_t i = 0; i < a.face_count(d); ++i)
      for (int e = 0; e <= b.dimension() && d + e <= kDimension; ++e)
        for (std::uint32_t k = 0; k < b.face_count(e); ++k) {
          const FaceId f{d, i}, g{e, k};
          if (counts != nullptr) ++counts->pairs;
          const auto feet = FacePair<kDimension>(a, f, b, g).feet();
          if (!feet) continue;
          if (counts != nullptr) ++counts->with_feet;
          consider(*feet, f, g);
          if (least.is_zero()) return least;
        }
  const auto look_inside = [&](const auto& inner, const auto& outer, bool is_a_inner) {
    for (const std::uint32_t v : vertex_of_each_part(inner))
      if (Locator(outer)(inner.vertex(v))) {
        const FaceId at{0, v};
        least = {{}, 1.0, inner.vertex(v), inner.vertex(v), is_a_inner ? at : a.whole(), is_a_inner ? b.whole() : at};
        return true;
      }
    return false;
  };
  if (!look_inside(a, b, true)) look_inside(b, a, false);
  return least;
}

}  // namespace clearance::lab
