// Question: what does each method need for two hulls, and how often is it wrong?
// Method:   race.h, with our proved status and bracket as truth; one heat for each pair of hulls.
#pragma once

#include <bench/race/race.h>
#include <bench/workloads/w1.h>
#include <clearance/proof/certificate.h>

namespace clearance::bench {

// Frames of one pair with their truth.
struct Judged {
  Polytope a, b;
  std::vector<Pose> pose_a, pose_b;
  std::vector<Truth> truth;

  Frames frames() const { return {&a, &b, pose_a, pose_b}; }
};

// The frames that a query is asked about, with their proved answers: distance on separated frames, depth on colliding
// ones.
Judged judge_frames(const W1Scene& scene, Query query);
// W1 with each of kShapes.
std::vector<Judged> judge_w1(int n, Motion motion, int frames, Query query);
// Our proved answer to a query; `status` is the pair's.
Truth hull_truth(const Polytope& a, const Pose& pose_a, const Polytope& b, const Pose& pose_b, Status status,
                 Query query);

// FCL's, libccd's, Bullet's and ODE's.
std::vector<Method> peer_methods();

// Those of the methods that answer the query; `judged` has one entry for each pair of hulls.
std::vector<RaceResult> race_hulls(const std::vector<Method>& methods, std::span<const Judged> judged, Query query,
                                   const RaceOptions& options, const Tolerance& tolerance = kTolerance);

}  // namespace clearance::bench
