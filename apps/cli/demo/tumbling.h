// Question: how do many bodies tumble in a box, so that there is something to judge in every frame?
// Method:   steps of a thousandth of a second: lines and turns in doubles, walls that reflect, and bodies that exchange
//           their velocities when they collide. No physics is claimed; the poses are all that is judged.
#pragma once

#include <clearance/clearance.h>

#include <cstdint>
#include <vector>

namespace clearance::cli {

class Tumbling {
 public:
  // Objects with a flight, of convex shapes.
  explicit Tumbling(const Scene& scene);

  std::size_t count() const { return poses_.size(); }
  const Pose& pose(std::uint32_t body) const { return poses_[body]; }
  void collide(std::uint32_t a, std::uint32_t b);
  void step(double time);

 private:
  double half_ = 0;  // of the box's side
  std::vector<Pose> poses_;
  std::vector<Vec3> velocities_, spins_;
};

}  // namespace clearance::cli
