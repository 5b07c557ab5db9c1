// Question: what is the workload of meshes in motion W6, exactly?
// Method:   the bodies of W2, in motion while the time goes from 0 to 1. As there b comes in along a line through a,
//           both turned, until they meet, found on bodies of 20,000 triangles; all sizes get the same motions.
//             free     b begins 25 to 75 % of its size before that and goes a fifth of its size, but no nearer
//             near     b begins 1 to 5 % of its size before that and goes a tenth of its size, any way
//             hitting  half-way b is 3 % of its size beyond that, having come 25 to 75 % of it along the line
//           Translating, a rests and b flies on a straight line; rotating, both turn as well: by up to 6° each, hitting
//           ones by up to 87°. Each for random numbers and for round ones: places and ways at multiples of 1/40, turns
//           of small integers.
#pragma once

#include <bench/workloads/w2.h>
#include <bench/workloads/w5.h>

#include <cstdint>
#include <vector>

namespace clearance::bench {

enum class W6Kind : std::uint8_t { Translating, Rotating };
inline constexpr W6Kind kW6Kinds[] = {W6Kind::Translating, W6Kind::Rotating};
const char* to_string(W6Kind kind);

enum class W6Place : std::uint8_t { Free, Near, Hitting };
inline constexpr W6Place kW6Places[] = {W6Place::Free, W6Place::Near, W6Place::Hitting};
const char* to_string(W6Place place);

inline constexpr Interval kW6Interval = {0, 1};

// So many motions of each of the pairs of W2; the bodies' numbers are 0 and 1.
struct W6Motions {
  W6Kind kind;
  W6Place place;
  Numbers numbers;
  std::vector<MovingPair> pairs;
};
W6Motions w6_motions(const W2Pair& pair, W6Kind kind, W6Place place, Numbers numbers, int count,
                     const MeetFunction& meet);

}  // namespace clearance::bench
