// Question: when do a vertex and a triangle, or two edges, first meet on paths that are polynomials in time?
// Method:   contact functions (Jiménez, Thomas, Torras §3): four points lie in one plane when a polynomial in time is
//           zero; at each of its roots, rising, the signs of others say whether they meet there (Provot 1997 for points
//           on straight lines). A function that is zero throughout, as of bodies that slide along a plane, leaves the
//           roots of all those others, and the beginning, as candidates: the times of contact are a closed set, which
//           can begin nowhere else.
// Proves:   the time, exactly. Triangles and edges without extent are segments and points.
#pragma once

#include <clearance/exact/time/root.h>

#include <optional>

namespace clearance::detail {

// x/w is where it is; w > 0. Points of one body share their w: the same object.
struct PathPoint {
  PolynomialVec x;
  const Polynomial* w;
};

// The first time in [low, high].
std::optional<Root> first_meeting(const PathPoint& point, const PathPoint (&triangle)[3], const Dyadic& low,
                                  const Dyadic& high);
std::optional<Root> first_meeting(const PathPoint (&a)[2], const PathPoint (&b)[2], const Dyadic& low,
                                  const Dyadic& high);

// The function itself: zero where all four lie in a plane.
Polynomial contact_function(const PathPoint& point, const PathPoint (&triangle)[3]);
Polynomial contact_function(const PathPoint (&a)[2], const PathPoint (&b)[2]);

// Whether they meet at a time at which it is zero.
bool meet_at(Root& time, const PathPoint& point, const PathPoint (&triangle)[3]);
bool meet_at(Root& time, const PathPoint (&a)[2], const PathPoint (&b)[2]);

}  // namespace clearance::detail
