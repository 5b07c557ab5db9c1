// Question: which points of two sets of vertices are nearest, where a method has narrowed the bodies down to a few
//           vertices or to a level of a hierarchy; and what is there to say when they touch or overlap?
// Method:   Gilbert's walk (lab/pair/gilbert.h) with the caller's support search; half-spaces (Chung §4.2) at contact.
// Proves:   nothing by itself; settle_contact() ends with the tests of conclude.h.
// Cost:     a support search and about a hundred flops a step, a handful of steps.
#pragma once

#include <clearance/lab/pair/conclude.h>

#include <span>

namespace clearance {

enum class ShortWalkEnd : std::uint8_t {
  Nearest,     // the simplex holds the nearest points of the two sets, to rounding
  Contact,     // the origin is in the simplex, or too near to tell
  OutOfSteps,  // the simplex is the nearest met; or its coordinates are too large to go on
};

// Walks on from a simplex of one to four pairs. `support(n)` is the pair of the two sets with the smallest n·m; `steps`
// counts its calls, and is at most `max_steps` afterwards.
template <class Support>
ShortWalkEnd short_walk(const PosedPair& pair, PointSimplex& simplex, const Support& support, int max_steps,
                        int& steps) {
  double nearest = std::numeric_limits<double>::infinity();
  PointSimplex best = simplex;
  for (;;) {
    if (!nearest_point(simplex)) return ShortWalkEnd::Contact;
    const double square = squared_norm(simplex.point());
    if (!(square < nearest)) {  // no nearer: only rounding made the walk go on
      simplex = best;
      return ShortWalkEnd::Nearest;
    }
    nearest = square, best = simplex;
    const double length = norm_one(simplex.direction);
    if (!(length > 0)) return ShortWalkEnd::Contact;
    // Beyond kMaxBound nothing can be concluded (exact/posed.h), nor need a direction be finite.
    if (steps >= max_steps || length > kMaxBound) return ShortWalkEnd::OutOfSteps;
    const VertexPair found = support(simplex.direction);
    ++steps;
    if (simplex.has(found)) return ShortWalkEnd::Nearest;
    simplex.add(found, pair.difference(found));
  }
}

// Some vertices of one body: a simplex has at most four, and a method may add one.
struct FewVertices {
  int count = 0;
  std::int32_t vertex[5] = {};

  void add(std::int32_t v) {
    for (int k = 0; k < count; ++k)
      if (vertex[k] == v) return;
    vertex[count++] = v;
  }
};

// The same for the hulls of a few vertices each, by looking at all of them; always ends.
ShortWalkEnd nearest_of_few(const PosedPair& pair, const FewVertices& few_a, const FewVertices& few_b,
                            PointSimplex& simplex);

// Where a method ends with some differences (at most eight) that hold the origin, or nearly: Penetrating, if a few
// support searches against the half-space that still holds the differences find four that surely surround it. A search
// that finds a gap instead says Separated; touching bodies stay Unresolved. True when there is a verdict.
bool settle_contact(const PosedPair& pair, std::span<const VertexPair> start, Evidence& evidence);
// The same from the evidence's own simplex.
bool settle_contact(const PosedPair& pair, Evidence& evidence);

// The verdict that the end of a walk over both whole bodies allows, with its simplex as the nearest points.
void conclude_walk(const PosedPair& pair, ShortWalkEnd end, PointSimplex simplex, Evidence& evidence);

}  // namespace clearance
