// Question: how far apart are two bodies (evidence only)?
// Method:   the improved Gilbert algorithm (Chung §5.4, appendix II): warm start from a given simplex, local search for
//           the support vertices, and the end when a pair of support vertices comes back.
// Proves:   nothing by itself; its simplex and direction are what query.cpp proves.
// Cannot:   tell touching from a hair's breadth: that is Unresolved.
// Cost:     at most max_steps support searches.
#pragma once

#include <clearance/convex/convex_cache.h>
#include <clearance/convex/evidence.h>
#include <clearance/convex/trace.h>

#include <span>

namespace clearance {

enum class SubAlgorithm : std::uint8_t {
  Johnson,  // the paper's, with its back-up rule
  Voronoi,  // nearest_simplex.h
};

struct GilbertOptions {
  SubAlgorithm sub_algorithm = SubAlgorithm::Johnson;
  int max_steps = 200;
  std::span<const VertexPair> start;  // at most four pairs; empty: the support pair along the centres
  Trace* trace = nullptr;
};

struct GilbertResult {
  Evidence evidence;    // simplex and weights are those of the nearest points
  double distance = 0;  // of those, in doubles
  int backups = 0;      // times the back-up rule (5.7) had to choose
};

GilbertResult gilbert(const PosedPair& pair, const GilbertOptions& options = {});

}  // namespace clearance
