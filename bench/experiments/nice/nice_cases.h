// Question: where do people put two boxes?
#pragma once

#include <clearance/math/pose.h>
#include <clearance/proof/certificate.h>
#include <clearance/shape/polytope.h>

#include <vector>

namespace clearance::bench {

// One pair of bodies in one place.
struct NiceCase {
  const char* name;
  Polytope a, b;
  Pose pose_a, pose_b;
  Status status;
  bool are_boxes = true;  // centred on their origins
};
std::vector<NiceCase> nice_cases();

}  // namespace clearance::bench
