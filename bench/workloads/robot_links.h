// Question: which bodies does a robot's controller ask about, and where?
// Method:   links of a UR5 and a Panda from the folder of shared data, where it is there, and a link of 5000 triangles
//           that is made here (the knot of W2). Pairs come in from afar along random lines, both turned at random, and
//           stop up to a fiftieth of their size apart or deep, in turns.
#pragma once

#include <bench/workloads/w2.h>
#include <clearance/shape/mesh.h>

#include <string>
#include <vector>

namespace clearance::bench {

struct LinkPair {
  std::string name;
  Mesh a, b;
  double size = 1;  // the larger body's box, at its longest
  MeshPoses poses;
};
// `folder` holds universal_robot and franka_ros; what is not there is left out.
std::vector<LinkPair> link_pairs(const std::string& folder, int poses);

}  // namespace clearance::bench
