// Question: what are the long motions of keyframes, exactly?
// Method:   a train of spur gears, closed solids of triangles that lie side by side and turn against each other like
//           meshing ones, each tooth in the middle of a gap; a full turn in so many keyframes. The flanks are cut into
//           a grid, for as many triangles as asked. Angles are made by std::sin and std::cos, once, and rounded.
#pragma once

#include <bench/workloads/w2.h>
#include <clearance/math/motion.h>

#include <vector>

namespace clearance::bench {

// Around z: teeth from radius `inner` to `outer`, about so many triangles.
TriangleSoup gear(int teeth, double inner, double outer, double thickness, int triangles);

// A turn about z by so many turns, in so many keyframes, from the time 0 to 1, at a place; `phase` in turns.
clearance::Motion turning(Vec3 place, double phase, double turns, int keyframes);

struct GearTrain {
  TriangleSoup body;
  std::vector<clearance::Motion> motions;
};
// In a row; neighbours mesh without touching.
GearTrain gear_train(int gears, int keyframes, int triangles);

}  // namespace clearance::bench
