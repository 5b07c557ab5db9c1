// Question: what is a polytope of any dimension that need not be convex?
// Method:   Joseph and Plantinga 1987, §3.1: faces of every dimension, each a list of the faces of one dimension less
//           that bound it, down to the vertices; one code for all dimensions. Beside that each face has what the tests
//           ask of it: the hyperplanes that hold its flat, and for each of its facets the hyperplane of that within its
//           own flat, positive on the inner side.
// Proves:   nothing by itself; make_incidence_polytope.h looks at what can be looked at.
// Cost:     as many facets' lists as size() says, at most.
// Notation: F a face, G a facet of it: a face of one dimension less that bounds it.
#pragma once

#include <clearance/lab/spacetime/homogeneous.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace clearance::lab {

struct FaceId {
  int dimension = -1;
  std::uint32_t index = 0;

  friend bool operator==(const FaceId&, const FaceId&) = default;
};

template <int kDimension>
class IncidenceMaker;

template <int kDimension>
class IncidencePolytope {
 public:
  using Point = Homogeneous<kDimension + 1>;
  using Hyperplane = Homogeneous<kDimension + 1>;

  struct Face {
    std::vector<std::uint32_t> facets;    // of one dimension less
    std::vector<std::uint32_t> vertices;  // rising
    std::vector<std::uint32_t> base;      // vertices that span its flat
    std::vector<int> axes;                // coordinates on which the flat projects one to one
    std::vector<Hyperplane> hyperplanes;  // that hold it; the flat is where they meet
    std::vector<Hyperplane> sides;        // of each facet: zero on its flat, positive on the inner side
    bool is_convex = true;                // what is on no outer side of a facet is in it
  };

  // Of the whole; below kDimension where it is flat.
  int dimension() const { return static_cast<int>(faces_.size()) - 1; }
  FaceId whole() const { return {dimension(), 0}; }
  std::span<const Point> vertices() const { return vertices_; }
  const Point& vertex(std::uint32_t v) const { return vertices_[v]; }
  std::span<const Face> faces(int dimension) const { return faces_[static_cast<std::size_t>(dimension)]; }
  std::size_t face_count(int dimension) const {
    return dimension < 0 || dimension > this->dimension() ? 0 : faces_[static_cast<std::size_t>(dimension)].size();
  }
  const Face& face(FaceId id) const { return faces_[static_cast<std::size_t>(id.dimension)][id.index]; }
  // The k-th of the faces that bound one.
  FaceId facet(FaceId of, std::size_t k) const { return {of.dimension - 1, face(of).facets[k]}; }

  // Of the flat of a face, into it where its k-th facet bounds it.
  Point inward_direction(FaceId of, std::size_t k) const;

  // I(F): how many chains of faces, each bounding the one before, lead from it to a vertex.
  std::uint64_t incidences(FaceId of) const;
  std::uint64_t incidences() const { return incidences(whole()); }
  // Whether one face is another or bounds it, itself or by others between.
  bool is_face_of(FaceId small, FaceId large) const;

 private:
  friend class IncidenceMaker<kDimension>;
  IncidencePolytope() = default;

  std::vector<Point> vertices_;
  std::vector<std::vector<Face>> faces_;  // by dimension; of dimension 0 the vertices
};

template <int kDimension>
auto IncidencePolytope<kDimension>::inward_direction(FaceId of, std::size_t k) const -> Point {
  const Face& from = face(of);
  for (std::size_t i = 1; i < from.base.size(); ++i) {
    Point u = direction(vertices_[from.base[0]], vertices_[from.base[i]]);
    const int sign = sign_of_product(from.sides[k], u);
    if (sign != 0) return sign > 0 ? u : opposite(u);
  }
  return {};
}

template <int kDimension>
std::uint64_t IncidencePolytope<kDimension>::incidences(FaceId of) const {
  std::vector<std::uint64_t> below(vertices_.size(), 1);
  if (of.dimension == 0) return 1;
  for (int d = 1;; ++d) {
    std::vector<std::uint64_t> here;
    for (const Face& each : faces(d)) {
      here.push_back(0);
      for (const std::uint32_t g : each.facets) here.back() += below[g];
    }
    if (d == of.dimension) return here[of.index];
    below = std::move(here);
  }
}

template <int kDimension>
bool IncidencePolytope<kDimension>::is_face_of(FaceId small, FaceId large) const {
  if (small.dimension >= large.dimension) return small == large;
  if (small.dimension == 0) {
    const auto& vertices = face(large).vertices;
    return std::binary_search(vertices.begin(), vertices.end(), small.index);
  }
  for (std::size_t k = 0; k < face(large).facets.size(); ++k)
    if (is_face_of(small, facet(large, k))) return true;
  return false;
}

}  // namespace clearance::lab
