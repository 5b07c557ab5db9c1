// Question: which boxes would a simulator of rigid bodies hand to its broad phase?
// Method:   Mirtich 1997, Table 1, as scripts: coins tossed onto a floor, bowling, a rattleback top on a table, parts
//           on a feeder chute. Bodies fly, bounce lower and lower, roll, slide and spin; as in the paper's simulator
//           one that rests goes on in tiny bounces. A moving body's box holds its sphere about the centre of mass
//           over the whole time step (§2): sampled positions, grown by the radius and by half of what it can move
//           between two samples. Fixed bodies have tight boxes, made once. Metres and seconds.
#pragma once

#include <bench/race/courses.h>

namespace clearance::bench {

enum class MotionScene : std::uint8_t { Coins, Bowling, Rattleback, Chute };
inline constexpr MotionScene kMotionScenes[] = {MotionScene::Coins, MotionScene::Bowling, MotionScene::Rattleback,
                                                MotionScene::Chute};
const char* to_string(MotionScene scene);
// How many times the cycles of coherent hashing standard hashing took: Table 1.
double paper_ratio(MotionScene scene);

struct MotionFrames {
  std::vector<Box> fixed;  // numbered first
  BoxFrames moving;        // by frame; numbered after the fixed ones
};

struct MotionOptions {
  double step = 0.001;
  double seconds = 2;
  int copies = 1;  // of the scene, side by side, each with its own random numbers
};
MotionFrames motion_frames(MotionScene scene, const MotionOptions& options = {});

// Small parts dropped onto a table to singulate them (Mirtich, Fig. 6), from when they have come to rest: their boxes
// do not overlap, but all end at nearly the same heights.
BoxFrames settling_parts(int count, int frames, double step = 0.001);

}  // namespace clearance::bench
