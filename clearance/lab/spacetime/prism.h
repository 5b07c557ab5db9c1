// Question: which set of space and time does a translating body fill?
// Method:   Joseph and Plantinga 1987, §2: a copy of the body at each end of the time and, between corresponding faces,
//           a face of one dimension more. The body need not be convex. With time as the last coordinate, a prism of
//           solids in space is a polytope of dimension 4.
// Proves:   as make_incidence_polytope.h does; inner sides are the body's own.
// Cost:     linear in the body's incidences.
// Notation: V, E, F of a polyhedron: 2V vertices, V + 2E edges, E + 2F polygons, F + 2 solids, one whole.
#pragma once

#include <clearance/lab/spacetime/make_incidence_polytope.h>

namespace clearance::lab {

enum class PrismEnd : std::uint8_t { First, Last, Between };

// A face of a prism is one of its ends or what a face of the body sweeps between them.
struct PrismFace {
  PrismEnd end;
  FaceId of;  // of the body
};
// Of a body with so many faces of each dimension.
template <int kDimension>
PrismFace prism_face(const IncidencePolytope<kDimension>& body, FaceId f) {
  const auto count = static_cast<std::uint32_t>(body.face_count(f.dimension));
  if (f.index < count) return {PrismEnd::First, f};
  if (f.index < 2 * count) return {PrismEnd::Last, {f.dimension, f.index - count}};
  return {PrismEnd::Between, {f.dimension - 1, f.index - 2 * count}};
}

// The velocity times `scale`, which is positive.
template <int kDimension>
struct PrismMotion {
  std::array<Dyadic, kDimension> velocity;
  Dyadic scale = 1.0;
  Dyadic begin, end;
};

// The body is at its place when the motion begins. Of a motion without duration: the body at that instant. Refused: one
// that ends before it begins, a scale that is not positive.
template <int kDimension>
Result<IncidencePolytope<kDimension + 1>> make_prism(const IncidencePolytope<kDimension>& body,
                                                     const PrismMotion<kDimension>& motion) {
  using Lifted = Homogeneous<kDimension + 2>;
  const Dyadic duration = motion.end - motion.begin;
  if (duration.sign() < 0) return Error{"motion", "ends before it begins"};
  if (motion.scale.sign() <= 0) return Error{"motion", "the scale of its velocity is not positive"};
  const bool has_height = duration.sign() > 0;

  const auto lift = [&](const auto& point, bool is_last) {
    const Dyadic& scale = is_last ? motion.scale : Dyadic(1.0);
    std::array<Dyadic, kDimension + 2> x;
    for (std::size_t c = 0; c < kDimension; ++c) {
      x[c] = scale * point[static_cast<int>(c)];
      if (is_last) x[c] = x[c] + motion.velocity[c] * duration * point.weight();
    }
    x[kDimension + 1] = scale * point.weight();
    x[kDimension] = (is_last ? motion.end : motion.begin) * x[kDimension + 1];
    return Lifted(std::move(x));
  };

  IncidenceLists<kDimension + 1> lists;
  for (const auto& v : body.vertices()) lists.vertices.push_back(lift(v, false));
  if (has_height)
    for (const auto& v : body.vertices()) lists.vertices.push_back(lift(v, true));

  const auto count = [&](int d) { return static_cast<std::uint32_t>(body.face_count(d)); };
  const int dimension = body.dimension();
  for (int d = 1; d <= dimension + (has_height ? 1 : 0); ++d) {
    std::vector<std::vector<std::uint32_t>>& facets = lists.facets.emplace_back();
    for (int end = 0; end < (has_height ? 2 : 1) && d <= dimension; ++end)
      for (const auto& face : body.faces(d)) {
        facets.push_back(face.facets);
        for (std::uint32_t& g : facets.back()) g += end == 0 ? 0 : count(d - 1);
      }
    for (std::uint32_t i = 0; has_height && i < count(d - 1); ++i) {
      facets.push_back({i, i + count(d - 1)});
      for (const std::uint32_t g : body.face({d - 1, i}).facets) facets.back().push_back(g + 2 * count(d - 1));
    }
  }
  // What leads into a face of the body at any instant leads into what it sweeps.
  lists.inward = [&](FaceId f, std::size_t k) {
    const PrismFace from = has_height ? prism_face(body, f) : PrismFace{PrismEnd::First, f};
    const auto u = body.inward_direction(from.of, from.end == PrismEnd::Between ? k - 2 : k);
    std::array<Dyadic, kDimension + 2> x;
    for (std::size_t c = 0; c < kDimension; ++c) x[c] = u[static_cast<int>(c)];
    return Lifted(std::move(x));
  };
  return make_incidence_polytope(std::move(lists));
}

}  // namespace clearance::lab
