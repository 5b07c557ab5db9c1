// What Bullet brings to the races, in the double-precision build.
#pragma once

#include <bench/race/courses.h>
#include <bench/race/motion_contestant.h>

namespace clearance::bench {

std::vector<Method> bullet_methods();
// With its own box instead of a hull, for two boxes that are centred on their origins.
std::vector<Method> bullet_box_methods();
// Its box for a box, its mesh for triangles.
std::vector<RayMethod> bullet_ray_methods();
// For bodies that turn, or for those that do not.
std::vector<MotionContestant> bullet_motions(bool turning);
std::vector<MeshLibrary> bullet_mesh_libraries();
std::vector<BroadContestant> bullet_broad_phases();
// `are_boxes`: with boxes of its own, too.
std::vector<SceneContestant> bullet_scenes(bool are_boxes);

}  // namespace clearance::bench
