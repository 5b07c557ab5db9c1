// Question: is there a plane between two sets of vertices?
// Method:   linear programming in fixed dimension (Jiménez, Thomas, Torras §2.2; Seidel 1991): n = n₀ + s·u₁ + t·u₂
//           with n₀·w > 0 and u ⟂ w; maximise e − f under n·q ≥ e for all q of b and n·p ≤ f for all p of a.
// Proves:   separation by the optimal n; penetration by the constraints tight at two optima, along w and along −w.
// Cannot:   call touching; find an n that is nearly square to w (1e4 times the width of the bodies to the side).
// Cost:     expected O(n + m), 4! times a few flops a vertex; at most max_steps problems, lower-dimensional ones
//           included.
// Notation: w from a's centre to b's; any n that separates has n·w > 0, so that the form of n loses nothing.
#pragma once

#include <clearance/convex/convex_cache.h>
#include <clearance/convex/evidence.h>
#include <clearance/convex/trace.h>

namespace clearance {

struct LinearProgramOptions {
  int max_steps = 1 << 20;
  std::uint64_t seed = 1991;  // of the order in which the constraints are taken
};

// evidence.steps counts the problems solved, those with fewer variables included, and the final support search.
Evidence linear_program(const PosedPair& pair, ConvexCache* cache, const LinearProgramOptions& options = {},
                        Trace* trace = nullptr);

}  // namespace clearance
