// Question: do these lists of faces make a polytope, and which side of each facet is inside?
// Method:   flats by exact elimination. Where all vertices of a face lie on one side of one of its facets, that side is
//           the inner one; else a ray from a point of the facet is counted (locate.h), which asks for nothing but the
//           lists, or the caller says. Faces are made from vertices upward, so that those a ray meets are there.
// Proves:   every face is flat and has its dimension; every face of a face bounds an even number of its facets.
// Cannot:   see whether facets pass through each other, or touch where they share no face.
// Cost:     linear in the incidences; where sides are counted, quadratic.
#pragma once

#include <clearance/base/result.h>
#include <clearance/lab/spacetime/flats.h>
#include <clearance/lab/spacetime/locate.h>

#include <functional>
#include <string>

namespace clearance::lab {

template <int kDimension>
struct IncidenceLists {
  using Point = Homogeneous<kDimension + 1>;

  std::vector<Point> vertices;
  // facets[k − 1]: of each face of dimension k, the faces of dimension k − 1 that bound it; the last has one face, the
  // whole. Of a point: none.
  std::vector<std::vector<std::vector<std::uint32_t>>> facets;
  // If given: a direction of a face's flat that leads into it from all inner points of its k-th facet. Asked only where
  // the vertices of the face do not tell, after its flat and those of its facets are known.
  std::function<Point(FaceId face, std::size_t k)> inward;
};

// Refused, with the face: lists that are none, indices beyond the faces there are, weights that are not positive, faces
// that are not flat or of another dimension, that are not closed or bound nothing, a side that cannot be told.
template <int kDimension>
Result<IncidencePolytope<kDimension>> make_incidence_polytope(IncidenceLists<kDimension> lists);

// ---- How ------------------------------------------------------------------------------------------------------------

template <int kDimension>
class IncidenceMaker {
 public:
  using Shape = IncidencePolytope<kDimension>;
  using Point = typename Shape::Point;
  using Face = typename Shape::Face;

  explicit IncidenceMaker(IncidenceLists<kDimension> lists) : lists_(std::move(lists)) {}

  Result<Shape> make() {
    if (std::optional<Error> fault = make_vertices()) return *std::move(fault);
    for (std::size_t d = 0; d < lists_.facets.size(); ++d) {
      shape_.faces_.emplace_back();
      for (std::uint32_t i = 0; i < lists_.facets[d].size(); ++i)
        if (std::optional<Error> fault = make_face({static_cast<int>(d) + 1, i})) return *std::move(fault);
    }
    if (std::optional<Error> fault = fault_of_whole()) return *std::move(fault);
    return std::move(shape_);
  }

 private:
  static Error fault_of(FaceId f, std::string what) {
    return {"face " + std::to_string(f.index) + " of dimension " + std::to_string(f.dimension), std::move(what)};
  }
  Face& made(FaceId f) { return shape_.faces_[static_cast<std::size_t>(f.dimension)][f.index]; }

  std::optional<Error> make_vertices();
  std::optional<Error> make_face(FaceId f);
  std::optional<Error> fault_of_whole() const;
  std::optional<Error> fault_of_facets(FaceId f, const std::vector<std::uint32_t>& facets) const;
  // What spans it, and whether all its vertices lie there.
  std::optional<Error> make_flat(FaceId f);
  std::optional<Error> make_side(FaceId f, std::size_t k);
  // The sign of that side of its k-th facet on which the face lies.
  int told_side(FaceId f, std::size_t k) const;
  int counted_side(FaceId f, std::size_t k) const;
  Point inner_point(FaceId f) const;

  IncidenceLists<kDimension> lists_;
  Shape shape_;
};

template <int kDimension>
std::optional<Error> IncidenceMaker<kDimension>::make_vertices() {
  if (lists_.vertices.empty()) return Error{"vertices", "there are none"};
  if (lists_.facets.size() > kDimension) return Error{"facets", "of a higher dimension than the space"};
  std::vector<Face> vertices(lists_.vertices.size());
  for (std::uint32_t v = 0; v < vertices.size(); ++v) {
    if (lists_.vertices[v].weight().sign() <= 0) return fault_of({0, v}, "its weight is not positive");
    Span<kDimension> span;
    span.add(v, lists_.vertices[v]);
    vertices[v].vertices = vertices[v].base = {v};
    vertices[v].hyperplanes = span.hyperplanes();
  }
  shape_.vertices_ = std::move(lists_.vertices);
  shape_.faces_.push_back(std::move(vertices));
  return {};
}

template <int kDimension>
std::optional<Error> IncidenceMaker<kDimension>::fault_of_whole() const {
  for (int d = 0; d < shape_.dimension(); ++d) {
    std::vector<bool> is_used(shape_.face_count(d));
    for (const Face& above : shape_.faces(d + 1))
      for (const std::uint32_t g : above.facets) is_used[g] = true;
    for (std::uint32_t i = 0; i < is_used.size(); ++i)
      if (!is_used[i]) return fault_of({d, i}, "bounds nothing");
  }
  if (shape_.face_count(shape_.dimension()) != 1) return Error{"facets", "the last must be one face, the whole"};
  return {};
}

template <int kDimension>
std::optional<Error> IncidenceMaker<kDimension>::fault_of_facets(FaceId f,
                                                                 const std::vector<std::uint32_t>& facets) const {
  for (const std::uint32_t g : facets)
    if (g >= shape_.face_count(f.dimension - 1)) return fault_of(f, "facet " + std::to_string(g) + " is none");
  std::vector<std::uint32_t> sorted = facets;
  std::sort(sorted.begin(), sorted.end());
  if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end()) return fault_of(f, "has a facet twice");
  if (f.dimension == 1) return facets.size() == 2 ? std::optional<Error>() : fault_of(f, "an edge has two vertices");
  std::vector<std::uint32_t> ridges;
  for (const std::uint32_t g : facets) {
    const auto& of_facet = shape_.face({f.dimension - 1, g}).facets;
    ridges.insert(ridges.end(), of_facet.begin(), of_facet.end());
  }
  std::sort(ridges.begin(), ridges.end());
  for (std::size_t k = 0; k < ridges.size();) {
    std::size_t end = k;
    while (end < ridges.size() && ridges[end] == ridges[k]) ++end;
    if ((end - k) % 2 != 0)
      return fault_of(f, "not closed: face " + std::to_string(ridges[k]) + " of dimension " +
                             std::to_string(f.dimension - 2) + " bounds " + std::to_string(end - k) + " of its facets");
    k = end;
  }
  return facets.empty() ? fault_of(f, "has no facets") : std::optional<Error>();
}

template <int kDimension>
std::optional<Error> IncidenceMaker<kDimension>::make_face(FaceId f) {
  std::vector<std::uint32_t>& facets = lists_.facets[static_cast<std::size_t>(f.dimension) - 1][f.index];
  if (std::optional<Error> fault = fault_of_facets(f, facets)) return fault;
  Face face;
  for (const std::uint32_t g : facets) {
    const auto& of_facet = shape_.face({f.dimension - 1, g}).vertices;
    face.vertices.insert(face.vertices.end(), of_facet.begin(), of_facet.end());
  }
  std::sort(face.vertices.begin(), face.vertices.end());
  face.vertices.erase(std::unique(face.vertices.begin(), face.vertices.end()), face.vertices.end());
  face.facets = std::move(facets);
  shape_.faces_.back().push_back(std::move(face));
  if (std::optional<Error> fault = make_flat(f)) return fault;
  const std::size_t count = shape_.face(f).facets.size();
  for (std::size_t k = 0; k < count; ++k) {
    Span<kDimension> span;
    for (const std::uint32_t v : shape_.face(shape_.facet(f, k)).base) span.add(v, shape_.vertex(v));
    made(f).sides.push_back(span.hyperplane_over(shape_.face(f).axes));
  }
  // All of them must be there before any is counted.
  std::vector<std::size_t> untold;
  for (std::size_t k = 0; k < count; ++k) {
    const int sign = told_side(f, k);
    if (sign < 0) made(f).sides[k] = opposite(shape_.face(f).sides[k]);
    if (sign == 0) untold.push_back(k);
  }
  made(f).is_convex = untold.empty();
  for (const std::size_t k : untold)
    if (std::optional<Error> fault = make_side(f, k)) return fault;
  return {};
}

template <int kDimension>
std::optional<Error> IncidenceMaker<kDimension>::make_flat(FaceId f) {
  Span<kDimension> span;
  Face& face = made(f);
  bool is_flat = true;
  for (const std::uint32_t v : face.vertices) {
    if (span.dimension() < f.dimension) {
      span.add(v, shape_.vertex(v));
      if (span.dimension() == f.dimension) face.hyperplanes = span.hyperplanes();
    } else {
      for (const Point& hyperplane : face.hyperplanes) is_flat &= sign_of_product(hyperplane, shape_.vertex(v)) == 0;
    }
  }
  // Those that came before the last that was taken lie in the flat of those before.
  if (!is_flat) return fault_of(f, "its vertices lie in no flat of that dimension");
  if (span.dimension() < f.dimension)
    return fault_of(f, "its vertices lie in a flat of dimension " + std::to_string(span.dimension()));
  face.base = span.base();
  face.axes = span.axes();
  return {};
}

template <int kDimension>
int IncidenceMaker<kDimension>::told_side(FaceId f, std::size_t k) const {
  const Face& face = shape_.face(f);
  bool is_above = false, is_below = false;
  for (const std::uint32_t v : face.vertices) {
    const int sign = sign_of_product(face.sides[k], shape_.vertex(v));
    is_above |= sign > 0;
    is_below |= sign < 0;
    if (is_above && is_below) return 0;
  }
  return is_above ? 1 : -1;
}

template <int kDimension>
std::optional<Error> IncidenceMaker<kDimension>::make_side(FaceId f, std::size_t k) {
  int sign = 0;
  if (lists_.inward) {
    sign = sign_of_product(shape_.face(f).sides[k], lists_.inward(f, k));
    if (sign == 0) return fault_of(f, "the direction inward from its facet " + std::to_string(k) + " is along it");
  } else {
    sign = counted_side(f, k);
    if (sign == 0) return fault_of(f, "no ray tells the inner side of its facet " + std::to_string(k));
  }
  if (sign < 0) made(f).sides[k] = opposite(shape_.face(f).sides[k]);
  return {};
}

template <int kDimension>
int IncidenceMaker<kDimension>::counted_side(FaceId f, std::size_t k) const {
  // A ray of good numbers is unlucky once in some hundred thousand times.
  constexpr int kMostRays = 100;
  const Locator<kDimension> locator(shape_);
  const Point from = inner_point(shape_.facet(f, k));
  detail::Random random(1);
  for (int tries = 0; tries < kMostRays; ++tries) {
    const Point u = locator.random_direction(f, random);
    const std::optional<bool> is_inward = locator.parity_along(f, from, u, random);
    if (is_inward) return sign_of_product(shape_.face(f).sides[k], u) * (*is_inward ? 1 : -1);
  }
  return 0;
}

template <int kDimension>
auto IncidenceMaker<kDimension>::inner_point(FaceId f) const -> Point {
  const Face& face = shape_.face(f);
  if (face.is_convex) {
    Point sum = shape_.vertex(face.base[0]);
    for (std::size_t k = 1; k < face.base.size(); ++k) sum = middle(sum, shape_.vertex(face.base[k]));
    return sum;
  }
  const Point from = inner_point(shape_.facet(f, 0));
  const auto hit = Locator<kDimension>(shape_).first_hit(f, from, shape_.inward_direction(f, 0));
  return hit ? middle(from, hit->point) : from;
}

template <int kDimension>
Result<IncidencePolytope<kDimension>> make_incidence_polytope(IncidenceLists<kDimension> lists) {
  return IncidenceMaker<kDimension>(std::move(lists)).make();
}

}  // namespace clearance::lab
