// What the two ends of a mesh's depth share; no part of the interface.
#pragma once

#include <clearance/solid/mesh_query.h>

#include <vector>

namespace clearance::detail {

struct SolidPair {
  const Mesh& a;
  const Pose& pose_a;
  const Mesh& b;
  const Pose& pose_b;
};

// A length that every translation of b must have which ends the penetration, and where it was found. `inside` is a
// point inside both solids; `effort` bounds the places tried; `enough` is a length that no such one exceeds, up to
// rounding: whoever has reached it need not look on.
struct DepthBelow {
  double lower = 0;
  Vec3 center;        // of two balls, one in each solid
  Vec3 way_a, way_b;  // from there to the nearest points of a's and b's surface
};
DepthBelow depth_below(const SolidPair& pair, Vec3 inside, int effort, double enough);

// More, by looking at translations one cube after the other; `upper` is one that ends it.
double depth_below_by_cubes(const SolidPair& pair, const DepthBelow& below, double upper, int effort);

// A translation that ends it, exactly; `upper` is no less than its length, `direction` its unit vector, rounded.
struct DepthAbove {
  double upper = std::numeric_limits<double>::infinity();
  Vec3 direction = {}, translation = {};
};
DepthAbove depth_above(const SolidPair& pair, const DepthBelow& below, int effort);

// How far takes all of b beyond all of a along one of the coordinate axes, the shortest of them; rounded.
double beyond_along_axes(const SolidPair& pair);

}  // namespace clearance::detail
