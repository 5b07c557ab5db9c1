// Question: what is the scene workload W4, exactly?
// Method:   the environment of Chung §6.2 with ellipsoids, rods and plates mixed (test_polytope): bodies move through a
//           closed cube, 5 % of their radius and 10° a frame; those that collide turn back, in line and rotation; walls
//           reflect. Which pairs collide is decided by our proved answers while the trajectory is recorded; everybody
//           gets the same poses afterwards. The same bits on every machine.
#pragma once

#include <bench/world_peers.h>

namespace clearance::bench {

Trajectory w4_trajectory(int bodies, int n, int frames);

}  // namespace clearance::bench
