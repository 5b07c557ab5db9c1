// Question: how is a world set up like one of the classical packages?
// Method:   one line each (Mirtich §5): World world(vcollide()); the answers are the same and as proved as any world's,
//           only the way to them differs.
#pragma once

#include <clearance/convex/algorithm_table.h>
#include <clearance/world/world.h>

namespace clearance {

// What a world does when nothing is said.
inline WorldOptions automatic() { return {}; }

// Two take methods of lab/: pass all_algorithms().

// I-Collide: sweep and prune over dynamic boxes, then the closest features of Lin and Canny.
inline WorldOptions icollide(std::span<const AlgorithmRow> methods) {
  return {.broad = BroadMethod::SweepAndPrune, .query = {Algorithm::LinCanny, methods}};
}

// Q_COLLIDE, the four steps of Chung §3.1: regions of space, sweep and prune in each, the separating vector, and
// Gilbert's closest points at the last frame that was free of a collision.
inline WorldOptions qcollide(std::span<const AlgorithmRow> methods) {
  return {.broad = BroadMethod::SpacePartition,
          .query = {Algorithm::SeparatingVector, methods},
          .closest_before_contact = true};
}

// V-Collide: sweep and prune over dynamic boxes, then trees of oriented boxes over the triangles (Gottschalk, Lin and
// Manocha), which is what meshes have here.
inline WorldOptions vcollide() { return {.broad = BroadMethod::SweepAndPrune}; }

}  // namespace clearance
