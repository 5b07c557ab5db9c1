// Question: are two bodies separated, touching or penetrating at one instant of their motions, exactly?
// Method:   where a motion has a body at a dyadic time is rational, but no pose of doubles: the nearest poses of
//           doubles find candidates, with bounds that allow for the difference, and exact numbers decide
//           (convex/exact/decision.h).
//           Under an angular velocity the place is known but for a bound (exact/time/pose_path.h), and what is decided
//           holds wherever the body may be.
// Proves:   the status; its certificate holds for the exact poses.
// Cannot:   decide what a blurred place leaves open: NotAsked.
// Cost:     tens of microseconds.
#pragma once

#include <clearance/convex/exact/decision.h>
#include <clearance/exact/time/pose_path.h>
#include <clearance/shape/polytope.h>

#include <span>
#include <vector>

namespace clearance::detail {

// `radius` is that of both bodies and a margin together, ≥ 0. `start`: pairs of vertices that are nearest, if known.
RoundedDecision decide_at(const Polytope& a, ExactPose pose_a, const Polytope& b, ExactPose pose_b,
                          const Dyadic& radius, std::span<const VertexPair> start = {});

// The same with the bodies where their motions have them at a time. NotAsked: under an angular velocity nobody can
// tell, or a body has turned too far.
RoundedDecision decide_at(const Polytope& a, const Motion& motion_a, const Polytope& b, const Motion& motion_b,
                          const Dyadic& radius, double time);

// By their positions.
std::vector<Vec3> vertices_of(const Polytope& body);

inline bool is_contact(Status status) { return status == Status::Touching || status == Status::Penetrating; }

// Where a body is from a time on, until a later one or the next keyframe; under an angular velocity nearly, and not
// over more than kMostTurn.
PathPiece first_piece(const Motion& motion, const Dyadic& from, const Dyadic& to);

}  // namespace clearance::detail
