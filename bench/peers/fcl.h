// What FCL brings to the races.
#pragma once

#include <bench/race/courses.h>
#include <bench/race/mesh_motion.h>
#include <bench/race/motion_contestant.h>

namespace clearance::bench {

std::vector<Method> fcl_methods();
// With its own box instead of a hull, for two boxes that are centred on their origins.
std::vector<Method> fcl_box_methods();
// Its Sphere, Capsule, Box and Halfspace.
std::vector<RoundMethod> fcl_round_methods();
// For bodies that turn, or for those that do not.
std::vector<MotionContestant> fcl_motions(bool turning);
std::vector<MeshLibrary> fcl_mesh_libraries();
// Advancement first: its inner function for oriented volumes, then the public one.
std::vector<MeshMotionLibrary> fcl_mesh_motions();
std::vector<BroadContestant> fcl_broad_phases();
// `are_boxes`: with boxes of its own, too.
std::vector<SceneContestant> fcl_scenes(bool are_boxes);

}  // namespace clearance::bench
