// Question: is a point in a polytope of any dimension, and in which of its faces?
// Method:   Joseph and Plantinga 1987, §3.3 and §3.4: a ray from the point against every facet, and its meeting with a
//           facet's hyperplane against that facet, which is a polytope of one dimension less. Two ways at boundaries:
//           a random direction, drawn again until the ray meets nothing but inner points of facets, and counted; or any
//           direction, of which the first meeting with the boundary decides: just before it the ray is in the polytope
//           or not, which the figure of the face met there tells. A figure is asked in the same way: its own first
//           boundary on the way from one direction to another is a larger face, at the end a facet.
// Proves:   the lowest face that has the point, exactly; points on the boundary included.
// Cost:     linear in the incidences, for a given dimension.
// Notation: F a face, G a facet of it, g any face of it, u, w directions in the flat of F. "Just off x along w" are
//           the points x + εw for all small ε > 0.
#pragma once

#include <clearance/base/random.h>
#include <clearance/lab/spacetime/incidence_polytope.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

namespace clearance::lab {

// The lowest face that has a point: the whole polytope where that is an inner one, nothing where it is outside.
using Place = std::optional<FaceId>;

template <int kDimension>
class Locator {
 public:
  using Shape = IncidencePolytope<kDimension>;
  using Point = typename Shape::Point;

  explicit Locator(const Shape& shape) : shape_(shape) {}

  // ---- Whole polytopes, or any face of one

  Place operator()(const Point& point) const { return in_face(shape_.whole(), point); }
  Place in_face(FaceId f, const Point& point) const {
    if (!is_in_flat(f, point)) return {};
    return within(f, point, Inner{*this});
  }
  // Along this direction of the flat, which is not zero; any will do.
  Place along(FaceId f, const Point& point, const Point& u) const {
    if (!is_in_flat(f, point)) return {};
    if (const Place on = on_boundary(f, point)) return on;
    return is_inner_along(f, point, u) ? Place(f) : Place();
  }
  // By counting along random directions; asks nothing about inner and outer sides. The number of directions drawn is
  // added to `draws`.
  Place at_random(FaceId f, const Point& point, detail::Random& random, int* draws = nullptr) const {
    if (!is_in_flat(f, point)) return {};
    return within(f, point, Counted{*this, random, draws});
  }

  // ---- Steps that others need, too

  // Of a point that is known to be in its flat.
  Place within(FaceId f, const Point& point) const { return within(f, point, Inner{*this}); }

  int side(FaceId f, std::size_t facet, const Point& point) const {
    return sign_of_product(shape_.face(f).sides[facet], point);
  }
  bool is_in_flat(FaceId f, const Point& point) const {
    for (const auto& hyperplane : shape_.face(f).hyperplanes)
      if (sign_of_product(hyperplane, point) != 0) return false;
    return true;
  }
  // Where a ray that starts at no point of F's boundary first meets it. Both are in F's flat.
  struct Hit {
    Dyadic above, below;  // after above/below, above 0
    FaceId face;          // the lowest that has the point
    Point point;
  };
  std::optional<Hit> first_hit(FaceId f, const Point& point, const Point& u) const {
    std::optional<Hit> first;
    find_first_hit(f, point, u, first);
    return first;
  }
  // Whether the ray passes an odd number of facets, its start not counted; nothing where it meets a facet's boundary or
  // runs in its flat.
  std::optional<bool> parity_along(FaceId f, const Point& point, const Point& u, detail::Random& random) const;
  // Which face has the points just off any inner point of g along w: a direction of F's flat. The faces met at g are
  // F's own.
  Place just_off(FaceId f, FaceId g, const Point& w) const;
  // A direction of F's flat, from numbers that are not all 0.
  template <class Number>
  Point direction_in(FaceId f, Number number) const {
    const auto& base = shape_.face(f).base;
    Point u;
    for (std::size_t k = 1; k < base.size(); ++k)
      u = combination(Dyadic(1.0), u, Dyadic(number(k)), direction(shape_.vertex(base[0]), shape_.vertex(base[k])));
    return u;
  }
  Point random_direction(FaceId f, detail::Random& random) const {
    // Odd numbers: never all 0.
    return direction_in(f, [&](std::size_t) { return 2 * std::floor(random.uniform(-0x1p20, 0x1p20)) + 1; });
  }

 private:
  // What is asked about a point of F's flat that is not on its boundary.
  struct Inner {
    const Locator& of;
    bool operator()(FaceId f, const Point& point) const {
      // Any direction would do; this one lies in few hyperplanes.
      const auto slanted = [](std::size_t k) { return std::floor(1024 / (0.5 + static_cast<double>(k * k))); };
      return of.is_inner_along(f, point, of.direction_in(f, slanted));
    }
  };
  struct Counted {
    const Locator& of;
    detail::Random& random;
    int* draws;
    bool operator()(FaceId f, const Point& point) const {
      for (;;) {
        if (draws != nullptr) ++*draws;
        const std::optional<bool> is_odd = of.parity_along(f, point, of.random_direction(f, random), random);
        if (is_odd) return *is_odd;
      }
    }
  };

  template <class Ask>
  Place within(FaceId f, const Point& point, const Ask& ask) const;
  template <class Ask>
  Place on_boundary(FaceId f, const Point& point, const Ask& ask) const {
    for (std::size_t k = 0; k < shape_.face(f).facets.size(); ++k)
      if (side(f, k, point) == 0)
        if (const Place found = within(shape_.facet(f, k), point, ask)) return found;
    return {};
  }
  Place on_boundary(FaceId f, const Point& point) const { return on_boundary(f, point, Inner{*this}); }

  // The segment-facet test of a ray that starts on no boundary.
  void find_first_hit(FaceId f, const Point& point, const Point& u, std::optional<Hit>& first) const;
  bool is_inner_along(FaceId f, const Point& point, const Point& u) const {
    const std::optional<Hit> hit = first_hit(f, point, u);
    return hit && just_off(f, hit->face, opposite(u)).has_value();
  }

  // The same of directions at g: where F's boundary is first met on the way from w to w + way.
  struct Turn {
    Dyadic above, below;
    FaceId face;
  };
  void find_first_turn(FaceId f, FaceId g, const Point& w, const Point& way, std::optional<Turn>& first) const;

  const Shape& shape_;
};

template <int kDimension>
template <class Ask>
Place Locator<kDimension>::within(FaceId f, const Point& point, const Ask& ask) const {
  if (f.dimension == 0) return f;
  const auto& face = shape_.face(f);
  if (face.is_convex) {
    bool is_on = false;
    for (std::size_t k = 0; k < face.facets.size(); ++k) {
      const int sign = side(f, k, point);
      if (sign < 0) return {};
      is_on |= sign == 0;
    }
    return is_on ? on_boundary(f, point, ask) : Place(f);
  }
  if (const Place on = on_boundary(f, point, ask)) return on;
  return ask(f, point) ? Place(f) : Place();
}

template <int kDimension>
void Locator<kDimension>::find_first_hit(FaceId f, const Point& point, const Point& u,
                                         std::optional<Hit>& first) const {
  const auto& face = shape_.face(f);
  for (std::size_t k = 0; k < face.facets.size(); ++k) {
    const FaceId g = shape_.facet(f, k);
    const int at = side(f, k, point), toward = side(f, k, u);
    // Parallel: apart, or in the facet's own flat, where its boundary is met first.
    if (toward == 0 && at == 0) find_first_hit(g, point, u, first);
    if (at * toward >= 0) continue;
    Dyadic above = product(face.sides[k], point), below = product(face.sides[k], u);
    if (above.sign() < 0) above = -above;
    if (below.sign() < 0) below = -below;
    if (first && compare(above * first->below, first->above * below) >= 0) continue;
    Point x = combination(below, point, above, u);
    if (const Place found = within(g, x, Inner{*this}))
      first = Hit{std::move(above), std::move(below), *found, std::move(x)};
  }
}

template <int kDimension>
std::optional<bool> Locator<kDimension>::parity_along(FaceId f, const Point& point, const Point& u,
                                                      detail::Random& random) const {
  const auto& face = shape_.face(f);
  bool is_odd = false;
  for (std::size_t k = 0; k < face.facets.size(); ++k) {
    const FaceId g = shape_.facet(f, k);
    const Dyadic at = product(face.sides[k], point), toward = product(face.sides[k], u);
    if (toward.sign() == 0 && at.sign() == 0) return {};
    if (at.sign() * toward.sign() >= 0) continue;
    const Point x = toward.sign() > 0 ? combination(toward, point, -at, u) : combination(-toward, point, at, u);
    const Place found = at_random(g, x, random);
    if (found && *found != g) return {};
    is_odd ^= found.has_value();
  }
  return is_odd;
}

template <int kDimension>
Place Locator<kDimension>::just_off(FaceId f, FaceId g, const Point& w) const {
  if (f == g) return f;
  const auto& face = shape_.face(f);
  for (std::size_t k = 0; k < face.facets.size(); ++k) {
    const FaceId facet = shape_.facet(f, k);
    if (side(f, k, w) == 0 && shape_.is_face_of(g, facet))
      if (const Place found = just_off(facet, g, w)) return found;
  }
  if (g.dimension == f.dimension - 1) {
    for (std::size_t k = 0; k < face.facets.size(); ++k)
      if (shape_.facet(f, k) == g) return side(f, k, w) > 0 ? Place(f) : Place();
    return {};
  }
  // On the way from w to a direction into a face of one dimension more than g the boundary is met, there at the latest.
  // What is met first is larger than g, unless that direction is opposite to w.
  for (std::uint32_t h = 0; h < shape_.face_count(g.dimension + 1); ++h) {
    const FaceId next{g.dimension + 1, h};
    const auto& facets = shape_.face(next).facets;
    const auto at = std::find(facets.begin(), facets.end(), g.index);
    if (at == facets.end() || !shape_.is_face_of(next, f) || is_in_flat(next, w)) continue;
    const Point inward = shape_.inward_direction(next, static_cast<std::size_t>(at - facets.begin()));
    const Point way = combination(Dyadic(1.0), inward, Dyadic(-1.0), w);
    std::optional<Turn> first;
    find_first_turn(f, g, w, way, first);
    return first && just_off(f, first->face, opposite(way)) ? Place(f) : Place();
  }
  return {};
}

template <int kDimension>
void Locator<kDimension>::find_first_turn(FaceId f, FaceId g, const Point& w, const Point& way,
                                          std::optional<Turn>& first) const {
  const auto& face = shape_.face(f);
  for (std::size_t k = 0; k < face.facets.size(); ++k) {
    const FaceId facet = shape_.facet(f, k);
    if (!shape_.is_face_of(g, facet)) continue;
    const int at = side(f, k, w), toward = side(f, k, way);
    if (toward == 0 && at == 0) find_first_turn(facet, g, w, way, first);
    if (at * toward >= 0) continue;
    Dyadic above = product(face.sides[k], w), below = product(face.sides[k], way);
    if (above.sign() < 0) above = -above;
    if (below.sign() < 0) below = -below;
    if (first && compare(above * first->below, first->above * below) >= 0) continue;
    if (const Place found = just_off(facet, g, combination(below, w, above, way)))
      first = Turn{std::move(above), std::move(below), *found};
  }
}

}  // namespace clearance::lab
