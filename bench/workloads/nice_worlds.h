// Question: which worlds do people build of equal blocks?
// Method:   a grid of cubes, a wall of bricks in running bond, a stack: every block lies against its neighbours, up to
//           the rounding of tenths. In a frame all blocks have moved by a tenth, or none has.
#pragma once

#include <bench/race/courses.h>

namespace clearance::bench {

struct BlockWorld {
  const char* name;
  bool moves;
  Trajectory trajectory;
  std::vector<std::vector<PairKey>> touching;  // of the truth, by frame
};

// `side`³ unit cubes.
BlockWorld block_grid(int side, bool moves);
// Bricks of 0.2 × 0.1 × 0.1, every other course half a brick on.
BlockWorld brick_wall(int courses, int bricks, bool moves);
// Unit cubes one upon the other.
BlockWorld block_stack(int count, bool moves);

}  // namespace clearance::bench
