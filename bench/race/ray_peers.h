// Question: how are our rays and a peer's measured by the same loop?
// Method:   as in method.h: a RayMethod makes a Runner for one body and its rays, and run() is what is timed. An answer
//           is colliding where the ray hits; its value is the fraction of the ray up to there.
#pragma once

#include <bench/race/method.h>
#include <bench/workloads/w2.h>

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace clearance::bench {

struct Ray {
  Vec3 from, to;
};

// A body that stands where it was modelled.
struct RayTarget {
  std::string name;
  TriangleSoup soup;
  Vec3 box_edges;  // of a box that is centred on the origin; 0 where it is asked as triangles
  bool is_box() const { return box_edges.x > 0; }
};

struct RayMethod {
  std::string package, name;
  std::function<std::unique_ptr<Runner>(const RayTarget& target, std::span<const Ray> rays)> make;
};

// Each library's box for a box, its mesh for triangles. FCL and libccd have no rays.
std::vector<RayMethod> our_ray_methods();
std::vector<RayMethod> bullet_ray_methods();
std::vector<RayMethod> ode_ray_methods();

}  // namespace clearance::bench
