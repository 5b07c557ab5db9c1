// Question: two solids were apart in one frame and penetrate in the next: when did they meet?
// Method:   what went inside must have come through the boundary (Vaněček 1990, §3). The way that a penetrating vertex
//           has come is classified in the other's index: the piece that ends where it is now, d long, lies inside, and
//           the time is t′ − d·(t′ − t)/|a − b|. A penetrating edge is halved in time. The earliest is the estimate. It
//           is repeated with the motion's own poses until it stands; a status just before it proves it.
// Proves:   both ends of the bracket, at the poses that Motion::at() returns: by the status, not penetrating at
//           `lower`; by the status or by what is inside then, penetrating at `upper`.
// Cannot:   tell which entry it is, where the solids come apart and meet again between the two frames; motion/query.h
//           does that, and for touching as well.
// Cost:     three statuses, where halving needs thirty-two; but every vertex and edge is classified to find what is
//           inside. Halving is faster where the status costs less than that: from some hundred entities on.
#pragma once

#include <clearance/base/result.h>
#include <clearance/brep/contacts/contacts.h>
#include <clearance/math/motion.h>
#include <clearance/proof/contact_time.h>

#include <span>

namespace clearance {

struct BRepCollisionTimeOptions {
  double tolerance = 1e-9;    // of the bracket's width, as a share of t′ − t
  int max_evaluations = 200;  // of the status
  bool use_estimates = true;  // false: halve, as those do who know only the status
};

struct BRepCollisionTime {
  // Contact: the bracket is narrow enough. Undecided: evaluations or doubles between its ends ran out before; the
  // bracket is proved all the same.
  MotionStatus status = MotionStatus::NotAsked;
  double lower = 0, upper = 0;
  int evaluations = 0;      // of the status of both solids, those at t and t′ included
  int estimates = 0;        // made of penetrating vertices and edges
  int classifications = 0;  // of vertices, their ways, and edges, for all estimates
  // What went in first by the last estimate; NotAsked where there was none to make.
  BRepPenetrator first;
};

// Refused: t or t′ not finite or not in order; a time at which a motion has no pose; solids that penetrate at t
// already, or do not at t′; a tolerance that is not above 0 and below 1.
Result<BRepCollisionTime> collision_time(const BRepIndex& a, const Motion& motion_a, const BRepIndex& b,
                                         const Motion& motion_b, double t, double t_prime,
                                         const BRepCollisionTimeOptions& options = {});

// The paper's estimate alone, from the poses in both frames and what penetrates in the second: vertices move along
// straight lines in the other's frame, and so do both ends of edges. Between t and t′; t′ where nothing penetrates.
double estimated_collision_time(const BRepIndex& a, const Pose& pose_a, const Pose& pose_a_prime, const BRepIndex& b,
                                const Pose& pose_b, const Pose& pose_b_prime, double t, double t_prime,
                                std::span<const BRepPenetrator> penetrators);

}  // namespace clearance
