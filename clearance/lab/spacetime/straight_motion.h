// Question: when does a motion go along a straight line, and which prisms does its body fill?
// Method:   pieces of the motion's exact path (exact/time/pose_path.h): those that do not turn, and whose
//           place is linear in time, make prisms, one for each piece and each part of the body.
// Proves:   places, exactly.
// Cannot:   take motions that turn or are accelerated, radii, half-spaces, surfaces.
#pragma once

#include <clearance/exact/time/pose_path.h>
#include <clearance/lab/spacetime/first_collision.h>
#include <clearance/lab/spacetime/polyhedron_of.h>
#include <clearance/math/motion.h>
#include <clearance/shape/parts.h>

namespace clearance::lab {

// From `from` to `to` the body goes by velocity/scale each unit of time; the scale is the denominator of its places.
struct StraightPiece {
  Dyadic from, to;
  detail::PosePath path;
  DyadicVec velocity;
  Dyadic scale;
};
// They abut; one piece of no duration where the interval has none. Refused: an interval that is none or begins before
// the motion does; a motion that turns or is accelerated.
Result<std::vector<StraightPiece>> straight_pieces(const Motion& motion, Interval interval);

// The prisms of a body, and what each of them is of.
struct BodyPrisms {
  struct Source {
    std::size_t piece, part;
    PosedPolyhedron body;  // as the piece begins
  };
  std::vector<StraightPiece> pieces;
  std::vector<Source> sources;
  MovingBody<4> prisms;
};
Result<BodyPrisms> prisms_of(const Shape& shape, const Motion& motion, Interval interval);

}  // namespace clearance::lab
