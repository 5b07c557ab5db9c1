// Question: where is one contact, along which normal, and how deep?
// Method:   the deepest point of the parts' manifold, and their penetration. For those who want one point at once
//           (robots): contact/estimate.h, which says how far off it may be.
// Proves:   the status; both ends of both brackets.
#pragma once

#include <clearance/answer/answer.h>

#include <cstdint>
#include <limits>

namespace clearance {

enum class PlaceEffort : std::uint8_t {
  Tight,     // the deepest point of the manifold, and the depth that penetration() proves
  Estimate,  // the cheap contact; of padded meshes and shapes of parts the tight one
};

// One that nobody filled in is NotAsked and claims nothing.
struct ContactPlace {
  static constexpr double kUnknown = std::numeric_limits<double>::infinity();

  Status status = Status::NotAsked;
  Vec3 place;   // halfway between its places on the two parts, in world coordinates
  Vec3 normal;  // of unit length, from a to b; 0: none is known
  // `place` is no farther than this from one that lies halfway between the surfaces. Of an estimate nobody knows.
  double error = kUnknown;
  // Along the normal, at the place; of an estimate minus the depth.
  Bracket gap = {-kUnknown, kUnknown};
  // Of the parts: how far b must be moved to end the penetration; 0, 0 where there is none.
  Bracket depth = {0, kUnknown};
  bool is_estimate = false;
};

}  // namespace clearance
