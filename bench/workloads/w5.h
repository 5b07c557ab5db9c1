// Question: what is the workload of motions W5, exactly?
// Method:   hulls of 100 vertices, radius about 1; b passes a or runs into it while the time goes from 0 to 1, about
//           half of them hit. Where nothing turns, a rests and b flies on a straight line; else both go from pose to
//           pose and turn by up to 90°. Fast ones go up to 50 radii. Each for random numbers and for round ones:
//           vertices, places and ways that are tenths or quarters, bodies along the axes, turns of small integers. The
//           same bits on every machine that has correctly rounded sqrt.
#pragma once

#include <clearance/math/motion.h>
#include <clearance/math/pose.h>
#include <clearance/shape/rounded.h>

#include <cstdint>
#include <vector>

namespace clearance::bench {

enum class W5Kind : std::uint8_t { Linear, Turning, Fast, FastTurning };
inline constexpr W5Kind kW5Kinds[] = {W5Kind::Linear, W5Kind::Turning, W5Kind::Fast, W5Kind::FastTurning};
const char* to_string(W5Kind kind);
inline bool turns(W5Kind kind) { return kind == W5Kind::Turning || kind == W5Kind::FastTurning; }
inline bool is_fast(W5Kind kind) { return kind == W5Kind::Fast || kind == W5Kind::FastTurning; }

enum class Numbers : std::uint8_t { Random, Round };
inline constexpr Numbers kNumbers[] = {Numbers::Random, Numbers::Round};
const char* to_string(Numbers numbers);

// Over the times from 0 to 1. `end` is where peers are told that the motion ends; of a flight it is rounded.
struct MovingBody {
  std::size_t hull = 0;
  clearance::Motion motion;
  Pose start, end;
};
struct MovingPair {
  MovingBody a, b;
  double unit = 1;  // the radius of the bodies
};
inline constexpr Interval kW5Interval = {0, 1};

struct W5Scene {
  W5Kind kind = W5Kind::Linear;
  Numbers numbers = Numbers::Random;
  std::vector<Rounded> hulls;
  std::vector<MovingPair> pairs;

  const Polytope& hull(const MovingBody& body) const { return hulls[body.hull].core(); }
};

W5Scene w5_scene(W5Kind kind, Numbers numbers, int count);

// Bodies that are apart by at least kFreeRatio times what any two points of them come nearer. Linear or Turning.
inline constexpr double kFreeRatio = 10;
W5Scene w5_free_scene(W5Kind kind, Numbers numbers, int count);

// For cases by hand.
MovingBody resting(std::size_t hull, const Pose& pose);
MovingBody flying(std::size_t hull, const Pose& start, Vec3 velocity);
MovingBody going(std::size_t hull, const Pose& start, const Pose& end);

}  // namespace clearance::bench
