// Question: one contact of two bodies, quickly: where, along which normal, and about how deep?
// Method:   convex bodies: the expansion of penetration(), ended early; boxes by their fifteen axes. Bodies of
//           triangles: where their surfaces cross they bound a patch of either, whose area as a vector is how fast the
//           common volume shrinks, and so the normal; along it the depth is how far the patches reach into each other.
// Proves:   the status, as intersects() does, and lower ≤ depth of the bodies ≤ upper. `depth` is the value to use.
// Cannot:   bound the depth of triangles from below at this price: lower is 0 there unless `effort` pays for it. Nor
//           tell which of several contacts is the deepest: parts are measured where they were seen to meet.
// Cost:     docs/contacts/estimate.md. A warm query allocates nothing, exact tiers aside.
#pragma once

#include <clearance/answer/answer.h>
#include <clearance/math/pose.h>
#include <clearance/query/pair_cache.h>
#include <clearance/shape/parts.h>

#include <limits>

namespace clearance {

struct EstimateOptions {
  // Bodies that are no farther apart have a contact, too: a gap. Below 0 or not a number: 0.
  double margin = 0;
  // Of convex bodies: the bracket is no wider than this share of the depth.
  double relative = 0.1;
  // Of bodies of triangles: 0 measures; 1 proves an upper end near the estimate by moving b there and asking again, 2
  // proves a lower end, too. What it costs: docs/contacts/estimate.md.
  int effort = 0;
};

// One that nobody filled in is NotAsked and claims nothing.
struct ContactEstimate {
  Intersection answer;
  // Halfway between the surfaces, in world coordinates, and of unit length from a to b. 0: none is known, as of bodies
  // farther apart than the margin, or around each other.
  Vec3 point, normal;
  // Minus the gap where apart. Of a surface, which has no depth: how far b must go along the normal to be free.
  double depth = 0;
  // Of the least translation of b that ends the penetration; minus the distance, where apart.
  double lower = -std::numeric_limits<double>::infinity(), upper = std::numeric_limits<double>::infinity();
  // No longer than `upper`; moving b by exactly this ends the penetration. 0 where apart.
  Vec3 translation;

  Status status() const { return answer.status; }
  // What `depth` can be off by, according to the bracket.
  double error() const { return larger(upper - depth, depth - lower); }
};

ContactEstimate estimate_contact(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                                 const EstimateOptions& options = {});
ContactEstimate estimate_contact(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                                 PairCache& cache, const EstimateOptions& options = {});

}  // namespace clearance
