// What ODE brings to the races.
#pragma once

#include <bench/race/courses.h>

namespace clearance::bench {

std::vector<Method> ode_methods();
// With its own box instead of a hull, for two boxes that are centred on their origins.
std::vector<Method> ode_box_methods();
// Its box for a box, its mesh for triangles.
std::vector<RayMethod> ode_ray_methods();
std::vector<MeshLibrary> ode_mesh_libraries();
std::vector<BroadContestant> ode_broad_phases();
// `are_boxes`: with boxes of its own, too.
std::vector<SceneContestant> ode_scenes(bool are_boxes);

}  // namespace clearance::bench
