// What the queries of polytopes and those of rounded bodies share; no part of the interface.
#pragma once

#include <clearance/convex/posed_pair.h>
#include <clearance/convex/query.h>

#include <cmath>
#include <limits>

namespace clearance::detail {

// DistanceOptions::only_below as searches take it. NaN limits nothing. No limit, 0 or below, spares a search the proof
// that the bodies are apart: it goes on until the distance is above 0.
inline double limit_of(double only_below) {
  if (std::isnan(only_below)) return std::numeric_limits<double>::infinity();
  return only_below > 0 ? only_below : std::numeric_limits<double>::denorm_min();
}

// DistanceOptions::relative_width as searches take it: none is wider than the distance. NaN asks for nothing.
inline double width_of(double relative_width) { return relative_width > 0 ? smaller(relative_width, 1) : 0; }

// What DistanceOptions::only_below promises of a distance that is proved to be at least as much.
inline void leave_out_beyond(Distance& result, double only_below) {
  if (result.status != Status::Separated || !(result.lower >= only_below)) return;
  result.upper = std::numeric_limits<double>::infinity();
  result.has_witness = false;
  result.triangle_a = result.triangle_b = kNoIndex;
}

// A chosen method's evidence goes where the default search looks first: into the cache. The exact decision needs none.
Algorithm run_first(const PosedPair& pair, ConvexCache& cache, const QueryOptions& options);

// Evidence that held at the first try is the chosen method's own.
inline Algorithm credit(Algorithm decided_by, Algorithm method) {
  return decided_by == Algorithm::Cache && method != Algorithm::Automatic ? method : decided_by;
}

// Distance or depth of bodies that are in contact and no more.
template <class Answer>
void set_zero(Answer& result) {
  result.lower = result.upper = 0;
}

inline Feature feature_of(int tied) { return tied == 1 ? Feature::Vertex : tied == 2 ? Feature::Edge : Feature::Face; }

// Where touching bodies meet: the combination of the certificate's pairs that gives the origin, in doubles.
void contact_points(const PosedPair& pair, const Simplex& contact, Vec3& point_a, Vec3& point_b);

}  // namespace clearance::detail
