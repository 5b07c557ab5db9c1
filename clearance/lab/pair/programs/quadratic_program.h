// Question: how far apart are two bodies, in time linear in their vertices and without looking at edges or faces?
// Method:   the nearest points of two vertex sets as a quadratic program (Jiménez, Thomas, Torras §3.2), solved as an
//           LP-type problem: Matoušek, Sharir, Welzl 1996 with Welzl's moving to the front. The constraints are the
//           vertices of both bodies; a vertex violates when it lies beyond the plane through its body's nearest point.
// Proves:   separation by the direction of the nearest points; penetration by the basis at which the distance is zero.
// Cannot:   call touching.
// Cost:     expected O(n + m) violation tests; each of the at most max_steps basis changes lowers the distance.
// Notation: a basis is the vertices of both bodies that fix the nearest points: at most 4 when apart, 5 in contact.
#pragma once

#include <clearance/convex/convex_cache.h>
#include <clearance/convex/evidence.h>
#include <clearance/convex/trace.h>

namespace clearance {

struct QuadraticProgramOptions {
  int max_steps = 1000;
  std::uint64_t seed = 1992;  // of the order in which the vertices are taken
  long* tests = nullptr;      // counts the violation tests
};

// evidence.steps counts the basis changes, and the final support search.
Evidence quadratic_program(const PosedPair& pair, ConvexCache* cache, const QuadraticProgramOptions& options = {},
                           Trace* trace = nullptr);

}  // namespace clearance
