// Question: what are the moving boxes of workload W3, exactly?
// Method:   boxes whose sides vary by a factor of three fill a region so densely that each overlaps three to six
//           others; each moves 5 % of its radius (half of its longest side) a frame along a line and turns back at
//           the region's walls. The same bits on every machine.
#pragma once

#include <bench/race/courses.h>

namespace clearance::bench {

enum class W3World : std::uint8_t {
  Uniform,
  Plane,      // all centres on one plane, and moving in it
  Mixed,      // sizes 1 : 1000, as many of each magnitude
  Clustered,  // twenty dense heaps with much empty space between them
};
inline constexpr W3World kW3Worlds[] = {W3World::Uniform, W3World::Plane, W3World::Mixed, W3World::Clustered};
const char* to_string(W3World world);

struct W3Options {
  double overlaps = 4.5;     // others that each box overlaps, roughly
  double moving = 1;         // share of the boxes that move at all
  bool floats_only = false;  // coordinates are rounded to floats
};

BoxFrames w3_frames(W3World world, int count, int frames, const W3Options& options = {});

// The sorted pairs of every frame: by the double loop up to kLoopLimit boxes, above that by the grid.
inline constexpr std::size_t kLoopLimit = 10'000;
std::vector<std::vector<PairKey>> w3_truth(const BoxFrames& frames);

// How many others a box overlaps on average, in the frame with the fewest and the most.
struct Overlaps {
  double least, most;
};
Overlaps overlaps_per_box(const std::vector<std::vector<PairKey>>& truth, std::size_t boxes);

}  // namespace clearance::bench
