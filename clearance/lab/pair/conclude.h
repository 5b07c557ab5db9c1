// Question: when may a method of this folder call a verdict?
// Method:   the same two tests for all of them: a direction along which a full support search finds a gap beyond its
//           error bound, or four differences that surely hold the origin inside. All else is Unresolved.
// Proves:   nothing that the public queries would not prove again; but no verdict here is ever wrong.
#pragma once

#include <clearance/convex/evidence.h>

#include <span>

namespace clearance {

// The pair with the smallest n·m, over all vertices (posed_pair.h), compiled for the processor at hand.
SupportPair search_support(const PosedPair& pair, Vec3 n, VertexPair hint = {-1, -1});

// Separated along n (from a to b, any length) or left as it is. `hint` is where climbs may start. Sets verdict,
// direction and last; counts a step.
bool conclude_separated(const PosedPair& pair, Vec3 n, VertexPair hint, Evidence& evidence);
// The same from a support search along n that has been made and counted.
bool conclude_gap(const PosedPair& pair, Vec3 n, const SupportPair& found, Evidence& evidence);

// Penetrating if some four of the candidates (at most 12) surely surround the origin; sets verdict and simplex.
bool conclude_penetrating(const PosedPair& pair, std::span<const VertexPair> candidates, Evidence& evidence);

// Penetrating because vertex `v` of one body (`of_a`: of a) lies inside the other: the ray from a vertex of that body
// through v leaves it through a face, whose triangle and the vertex surround v.
bool conclude_inside(const PosedPair& pair, bool of_a, int v, Evidence& evidence);

// A point of one body as a combination of up to three of its vertices; weights are not negative and sum to 1. None
// where coordinates overflow on the way to it.
struct Corners {
  int count = 0;
  std::int32_t vertex[3] = {};
  double weight[3] = {};

  static Corners at(int v) { return {1, {v}, {1}}; }
  static Corners on_edge(int v, int w, double t) { return {2, {v, w}, {1 - t, t}}; }
};

// Simplex and weights of the nearest points: at most count_a + count_b − 1 vertex pairs, of which there is room for
// four, whose weights add up to those of each body. No pair where one point is not known.
void set_nearest(const Corners& a, const Corners& b, Evidence& evidence);

// The nearest points that the simplex and its weights stand for: their difference q − p, in doubles.
Vec3 nearest_difference(const PosedPair& pair, const Evidence& evidence);

}  // namespace clearance
