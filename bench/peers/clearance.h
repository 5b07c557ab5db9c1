// Clearance itself, measured by the same loop as its peers: every answer proved, its certificate made and returned.
#pragma once

#include <bench/race/courses.h>
#include <bench/race/mesh_motion.h>
#include <bench/race/motion_contestant.h>

namespace clearance::bench {

// With a cache and without, in this order, for each query.
std::vector<Method> our_methods();
// As solids, and as surfaces.
std::vector<MeshLibrary> our_mesh_libraries();
std::vector<RayMethod> our_ray_methods();
// first_contact, clear_throughout, first_contact by advancement, and 10 and 100 instants, in this order.
std::vector<MotionContestant> our_motions();
// first_contact and clear_throughout, in this order. The bodies outlive what they make.
std::vector<MeshMotionLibrary> our_mesh_motions();
// Every row of the table of broad phases, in order, on so many threads.
std::vector<BroadContestant> our_broad_phases(int threads = 1);

}  // namespace clearance::bench
