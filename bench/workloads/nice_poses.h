// Question: which numbers do people model with?
// Method:   translations that are tenths, turns by quarters and eighths, quaternions of small integers, the same turn
//           for both bodies; and random ones to compare with. Seeds are fixed, one for each kind. A tenth is the double
//           next to it, and the sines and cosines of eighths are those of the mathematical library: exactly these
//           roundings are what such models are made of.
#pragma once

#include <bench/workloads/w2.h>

#include <cstdint>

namespace clearance::bench {

enum class PoseKind : std::uint8_t {
  Random,         // random turns, b at a random place
  RandomPlaces,   // not turned, b at a random place
  Tenths,         // not turned, b at tenths
  BothTenths,     // not turned, both at tenths
  Quarters,       // both turned by quarters, b at tenths
  Eighths,        // both turned by eighths about an axis, b at tenths
  SmallIntegers,  // quaternions of integers from -2 to 2, b at tenths
  Alike,          // both turned by the same random quaternion, b at tenths
};
const char* to_string(PoseKind kind);

// Places lie within 1.5 of a in each coordinate; a is at the origin unless the kind says otherwise.
MeshPoses nice_poses(PoseKind kind, int count);

}  // namespace clearance::bench
