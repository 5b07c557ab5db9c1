// Question: how is a world set up like one of the classical packages?
// Method:   one line each (Mirtich §5): World world(vcollide()); the answers are the same and as proved as any world's,
//           only the way to them differs.
#pragma once

#include <clearance/world/world.h>

namespace clearance {

// What a world does when nothing is said.
inline WorldOptions automatic() { return {}; }

// I-Collide: sweep and prune over dynamic boxes, then the closest features of Lin and Canny.
// Those are of lab/: icollide({lab::kLinCanny, all_algorithms()}).
inline WorldOptions icollide(const QueryOptions& lin_canny) {
  return {.broad = BroadMethod::SweepAndPrune, .query = lin_canny};
}

// Q_COLLIDE, the four steps of Chung §3.1: regions of space, sweep and prune in each, the separating vector, and
// the closest points at the last frame that was free of a collision: qcollide({lab::kSeparatingVector,
// all_algorithms()}).
inline WorldOptions qcollide(const QueryOptions& separating_vector) {
  return {.broad = BroadMethod::SpacePartition, .query = separating_vector, .closest_before_contact = true};
}

// V-Collide: sweep and prune over dynamic boxes, then trees of oriented boxes over the triangles (Gottschalk, Lin and
// Manocha), which is what meshes have here.
inline WorldOptions vcollide() { return {.broad = BroadMethod::SweepAndPrune}; }

}  // namespace clearance
