// Question: when does a point first meet a triangle, or an edge an edge, if every vertex moves on a straight line of
//           its own, as in cloth and between the steps of a contact solver?
// Method:   the four vertices lie in one plane when a cubic in time is zero (Provot 1997); which of its roots are
//           contacts is asked of exact/time/contact_functions.h.
// Proves:   the time, exactly: signs and roots are decided in doubles with bounds or without rounding, never by a
//           tolerance; triangles and edges without extent are points and segments. The bracket is that of the two
//           doubles next to the time, or the time itself where it is a double.
// Cost:     tens of nanoseconds if a direction or the cubic's coefficients tell that they never meet; else tens of
//           microseconds.
#pragma once

#include <clearance/base/result.h>
#include <clearance/math/vec3.h>
#include <clearance/proof/contact_time.h>

namespace clearance {

// (1 − t)·from + t·to at the times t from 0 to 1.
struct MovingPoint {
  Vec3 from, to;
};
struct MovingEdge {
  MovingPoint a, b;
};
struct MovingTriangle {
  MovingPoint a, b, c;
};

// Closed: with its rim. Refused: coordinates that are not finite or beyond kMaxCoordinate.
Result<ContactTime> first_contact(const MovingPoint& point, const MovingTriangle& triangle);
// Closed: with their ends.
Result<ContactTime> first_contact(const MovingEdge& a, const MovingEdge& b);

}  // namespace clearance
