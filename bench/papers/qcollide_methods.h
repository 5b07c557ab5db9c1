// Question: what does each of the thesis' ways to test a pair cost, on the same recorded frames?
// Method:   every method sees the same pairs of overlapping boxes in the same order and keeps one cache a pair, as long
//           as its boxes overlap. Methods take turns, five times over all frames, each time from cold; the fastest pass
//           counts. What they say is compared with the proved answers. The raw evidence functions, as the thesis raced
//           them, and our public queries, proofs included.
#pragma once

#include <bench/workloads/environment.h>

#include <string>
#include <vector>

namespace clearance::bench {

enum class NarrowMethod : std::uint8_t {
  SeparatingVector,  // SV: no closest points at all
  Gilbert,           // improved Gilbert: closest points in every frame
  Combined,          // SV, and Gilbert's closest points at the last frame before a collision
  ClosestFeatures,   // CF, as I_COLLIDE: Lin–Canny in every frame, linear programming where that finds no distance
  LinCanny,          // our Lin–Canny alone: it tells penetration itself
  VClip,             // today's tracker of closest features
  Intersects,        // our public query, proved
  Distance,          // the same with closest points in every frame, proved
};
inline constexpr int kNarrowMethods = static_cast<int>(NarrowMethod::Distance) + 1;
const char* to_string(NarrowMethod method);

struct NarrowCost {
  double seconds = 0;        // per frame
  double ns = 0;             // per test
  double steps = 0;          // per test: support searches, features visited; 0 where nobody counts
  double fallbacks = 0;      // linear programs per test
  std::int64_t wrong = 0;    // verdicts that are not the proved one, over all frames
  std::int64_t without = 0;  // Unresolved or, where the bodies do not touch, Touching
};

// By NarrowMethod.
std::vector<NarrowCost> race_narrow(const Recording& recording, int repetitions);

// What all methods have before them: boxes, and sweep and prune over them. Seconds per frame.
enum class BoxMaking : std::uint8_t {
  Tight,  // as I_COLLIDE made them: farthest vertices, climbing from those of the frame before
  Table,  // as World makes them: wider by a little, from a table of the support function
};
double sweep_seconds(const Recording& recording, BoxMaking making, int repetitions);

}  // namespace clearance::bench
