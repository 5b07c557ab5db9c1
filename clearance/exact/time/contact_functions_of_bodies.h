// Question: when are a vertex, an edge or a face of a moving body as near to one of another as they need to be for
//           contact?
// Method:   points as numerators and denominator, lines by Plücker's coordinates, planes by normal and offset, each as
//           polynomials in time of the lowest degree there is: what is fixed in a body that turns is turned, not made
//           of points that were. Coplanarity is of degree 5 then with both bodies turning, its square of degree 10.
// Proves:   the times, exactly (contact_functions_search.h).
// Cannot:   paths with a blur. Things as they are in the world are multiples of those here, by positive polynomials
//           that signs and roots do not see.
#pragma once

#include <clearance/exact/time/contact_functions.h>
#include <clearance/exact/time/pose_path.h>
#include <clearance/exact/time/root.h>

#include <vector>

namespace clearance::detail {

struct MovingVertex : PathPoint {
  const PosePath* path;
  Vec3 vertex;
};
// Where normal·position = offset; the side of a point at x/w is the sign of normal·x − offset·w.
struct MovingFacePlane {
  PolynomialVec normal;
  Polynomial offset;
};
// Both over the same denominator; the moment is position × along for every point of the line.
struct MovingLine {
  PolynomialVec along, moment;
  const PosePath* path;
  Vec3 ends[2];
};
struct MovingFace {
  MovingFacePlane plane;
  const PosePath* path;
  Vec3 corners[3];
};

// The path must outlive what is made.
MovingVertex moving_vertex(const PosePath& path, Vec3 v);
MovingLine moving_line(const PosePath& path, Vec3 u, Vec3 v);            // u ≠ v
MovingFace moving_face(const PosePath& path, const Vec3 (&corners)[3]);  // not on a line

struct WantedTimes {
  const Dyadic &low, &high;
  // Functions that are zero throughout are asked for these once: they are zero for longer than from low to high.
  const Dyadic &from, &to;
  bool first_only;
};
struct Meetings {
  std::vector<Root> times;  // rising, each once
  // The function whose roots they are; zero where that is zero throughout, and the times are those at which contact may
  // begin or end.
  Polynomial function;
};
// The times at which they are as far apart as the square of a distance says, each at a point of its own nearest to the
// other: a vertex' foot on an edge or face is within it, rims included. At a distance of 0: at which they share a
// point. Edges that are parallel are left to their vertices where the distance is not 0.
Meetings meetings(const MovingVertex& a, const MovingVertex& b, const Dyadic& square, const WantedTimes& wanted);
Meetings meetings(const MovingVertex& vertex, const MovingLine& edge, const Dyadic& square, const WantedTimes& wanted);
Meetings meetings(const MovingVertex& vertex, const MovingFace& face, const Dyadic& square, const WantedTimes& wanted);
Meetings meetings(const MovingLine& a, const MovingLine& b, const Dyadic& square, const WantedTimes& wanted);

}  // namespace clearance::detail
