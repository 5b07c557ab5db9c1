// Question: which scene does a solver of stacked boxes ask about, frame by frame?
// Method:   unit cubes in columns on a floor, 0.001 deep in each other, columns two units apart. Shaken: every box
//           moves and turns by up to 10⁻⁴ a frame about its place; at rest: nothing moves.
#pragma once

#include <clearance/math/pose.h>

#include <vector>

namespace clearance::bench {

struct BoxColumns {
  double edge = 1;                        // of the cubes; the floor is z ≤ 0
  std::vector<std::vector<Pose>> frames;  // by frame, by box
  std::size_t contacts = 0;               // pairs that meet in every frame

  std::size_t count() const { return frames[0].size(); }
};
BoxColumns box_columns(int columns, int height, int frames, bool shaken);

}  // namespace clearance::bench
