// Question: are two convex bodies, polytopes or rounded ones, separated, touching or penetrating; how far apart, how
//           deep?
// Method:   what the cache remembers, one walk in doubles, what decides at contact, an exact decision: each only finds
//           evidence, and what is returned has been proved.
// Proves:   every status, and both ends of every bracket.
// Cost:     a warm query allocates nothing, shells and the exact tier aside. Const and safe to share between threads;
//           a ConvexCache belongs to one pair and one thread at a time.
#pragma once

#include <clearance/answer/answer.h>
#include <clearance/convex/convex_cache.h>
#include <clearance/math/pose.h>
#include <clearance/shape/polytope.h>
#include <clearance/shape/rounded.h>

namespace clearance {

Intersection intersects(const Polytope& a, const Pose& pose_a, const Polytope& b, const Pose& pose_b,
                        const QueryOptions& options = {});
Intersection intersects(const Polytope& a, const Pose& pose_a, const Polytope& b, const Pose& pose_b,
                        ConvexCache& cache, const QueryOptions& options = {});
// Rounded bodies, here and below: either may be a plain polytope. Everything is decided exactly from the cores'
// distance and r_a + r_b. Certificates are about the cores; tangency has none, nor has penetration by less than the
// weights of double witness points can show (CONTRACT §4).
Intersection intersects(const Rounded& a, const Pose& pose_a, const Rounded& b, const Pose& pose_b,
                        const QueryOptions& options = {});
Intersection intersects(const Rounded& a, const Pose& pose_a, const Rounded& b, const Pose& pose_b, ConvexCache& cache,
                        const QueryOptions& options = {});

Distance distance(const Polytope& a, const Pose& pose_a, const Polytope& b, const Pose& pose_b,
                  const DistanceOptions& options = {});
Distance distance(const Polytope& a, const Pose& pose_a, const Polytope& b, const Pose& pose_b, ConvexCache& cache,
                  const DistanceOptions& options = {});
Distance distance(const Rounded& a, const Pose& pose_a, const Rounded& b, const Pose& pose_b,
                  const DistanceOptions& options = {});
Distance distance(const Rounded& a, const Pose& pose_a, const Rounded& b, const Pose& pose_b, ConvexCache& cache,
                  const DistanceOptions& options = {});

// Sign of (distance − limit), exactly; the distance of bodies in contact is 0.
int compare_distance(const Polytope& a, const Pose& pose_a, const Polytope& b, const Pose& pose_b, double limit);
int compare_distance(const Rounded& a, const Pose& pose_a, const Rounded& b, const Pose& pose_b, double limit);

Penetration penetration(const Polytope& a, const Pose& pose_a, const Polytope& b, const Pose& pose_b,
                        const PenetrationOptions& options = {});
Penetration penetration(const Polytope& a, const Pose& pose_a, const Polytope& b, const Pose& pose_b,
                        ConvexCache& cache, const PenetrationOptions& options = {});
Penetration penetration(const Rounded& a, const Pose& pose_a, const Rounded& b, const Pose& pose_b,
                        const PenetrationOptions& options = {});
Penetration penetration(const Rounded& a, const Pose& pose_a, const Rounded& b, const Pose& pose_b, ConvexCache& cache,
                        const PenetrationOptions& options = {});

SignedDistance signed_distance(const Polytope& a, const Pose& pose_a, const Polytope& b, const Pose& pose_b,
                               const QueryOptions& options = {});
SignedDistance signed_distance(const Polytope& a, const Pose& pose_a, const Polytope& b, const Pose& pose_b,
                               ConvexCache& cache, const QueryOptions& options = {});
SignedDistance signed_distance(const Rounded& a, const Pose& pose_a, const Rounded& b, const Pose& pose_b,
                               const QueryOptions& options = {});
SignedDistance signed_distance(const Rounded& a, const Pose& pose_a, const Rounded& b, const Pose& pose_b,
                               ConvexCache& cache, const QueryOptions& options = {});

}  // namespace clearance
