// Polytopes to ask about: cubes of any dimension, polygons and polyhedra with dents, holes, saddles and pinches.
#pragma once

#include <clearance/lab/spacetime/make_incidence_polytope.h>
#include <clearance/lab/spacetime/prism.h>

#include <gtest/gtest.h>

#include <array>
#include <initializer_list>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace clearance::lab {

template <std::size_t kCount>
Homogeneous<static_cast<int>(kCount) + 1> point(const double (&x)[kCount], double weight = 1) {
  std::array<Dyadic, kCount + 1> made;
  for (std::size_t k = 0; k < kCount; ++k) made[k] = Dyadic(x[k]);
  made[kCount] = weight;
  return Homogeneous<static_cast<int>(kCount) + 1>(std::move(made));
}

// From −1 to 1 in every coordinate: prisms over prisms.
template <int kDimension>
IncidencePolytope<kDimension> cube() {
  PrismMotion<kDimension - 1> motion;
  motion.begin = -1.0, motion.end = 1.0;
  return make_prism(cube<kDimension - 1>(), motion).value();
}
template <>
inline IncidencePolytope<1> cube<1>() {
  IncidenceLists<1> lists;
  lists.vertices = {point({-1.0}), point({1.0})};
  lists.facets = {{{0, 1}}};
  return make_incidence_polytope(std::move(lists)).value();
}

using Corner2 = std::array<double, 2>;
using Corner3 = std::array<double, 3>;

// One polygon of several loops; corners with equal numbers are the same.
inline IncidenceLists<2> polygon_lists(const std::vector<std::vector<Corner2>>& loops) {
  IncidenceLists<2> lists;
  lists.facets = {{}, {{}}};
  std::map<Corner2, std::uint32_t> number;
  for (const auto& loop : loops) {
    std::vector<std::uint32_t> at;
    for (const Corner2& x : loop) {
      const auto [found, is_new] = number.emplace(x, static_cast<std::uint32_t>(number.size()));
      if (is_new) lists.vertices.push_back(point({x[0], x[1]}));
      at.push_back(found->second);
    }
    for (std::size_t k = 0; k < at.size(); ++k) {
      lists.facets[1][0].push_back(static_cast<std::uint32_t>(lists.facets[0].size()));
      lists.facets[0].push_back({at[k], at[(k + 1) % at.size()]});
    }
  }
  return lists;
}
inline IncidencePolytope<2> polygon(const std::vector<std::vector<Corner2>>& loops) {
  return make_incidence_polytope(polygon_lists(loops)).value();
}

// A polyhedron of faces, each of one or more loops of corners.
struct Faces3 {
  std::vector<Corner3> corners;
  std::vector<std::vector<std::vector<std::uint32_t>>> faces;
};
inline IncidenceLists<3> polyhedron_lists(const Faces3& of) {
  IncidenceLists<3> lists;
  lists.facets = {{}, {}, {{}}};
  for (const Corner3& x : of.corners) lists.vertices.push_back(point({x[0], x[1], x[2]}));
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> edges;
  for (const auto& loops : of.faces) {
    lists.facets[2][0].push_back(static_cast<std::uint32_t>(lists.facets[1].size()));
    auto& face = lists.facets[1].emplace_back();
    for (const auto& loop : loops)
      for (std::size_t k = 0; k < loop.size(); ++k) {
        const std::uint32_t i = loop[k], j = loop[(k + 1) % loop.size()];
        const auto [found, is_new] =
            edges.emplace(std::minmax(i, j), static_cast<std::uint32_t>(lists.facets[0].size()));
        if (is_new) lists.facets[0].push_back({i, j});
        face.push_back(found->second);
      }
  }
  return lists;
}
inline IncidencePolytope<3> polyhedron(const Faces3& of) {
  return make_incidence_polytope(polyhedron_lists(of)).value();
}

// What a polygon of several loops sweeps upright from one height to another, with whole faces at both ends.
inline IncidencePolytope<3> upright(const std::vector<std::vector<Corner2>>& loops, double low, double high) {
  PrismMotion<2> motion;
  motion.begin = low, motion.end = high;
  return make_prism(polygon(loops), motion).value();
}

inline std::vector<Corner2> square(double half) { return {{-half, -half}, {half, -half}, {half, half}, {-half, half}}; }
inline const std::vector<std::vector<Corner2>>& frame_loops() {
  static const std::vector<std::vector<Corner2>> loops = {square(3), square(1)};
  return loops;
}
inline const std::vector<std::vector<Corner2>>& u_loops() {
  static const std::vector<std::vector<Corner2>> loops = {
      {{-3, -1}, {3, -1}, {3, 3}, {1, 3}, {1, 0}, {-1, 0}, {-1, 3}, {-3, 3}}};
  return loops;
}

}  // namespace clearance::lab
