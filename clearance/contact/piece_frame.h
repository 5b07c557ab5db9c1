// Question: in which frame are two bodies looked at, and how far off are their places there?
// Method:   the world's axes about the place of a; all lengths times a power of two, so that bodies are about 1.
// Proves:   the error of each coordinate: kDifferenceError of the bodies' reach and their distance (exact/posed.h).
#pragma once

#include <clearance/contact/piece_contacts.h>
#include <clearance/exact/posed.h>

#include <algorithm>
#include <cmath>

namespace clearance::detail {

inline PieceSearch piece_search(double reach_a, const Pose& pose_a, double reach_b, const Pose& pose_b,
                                bool may_penetrate, double radius_a = 0, double radius_b = 0) {
  const double size = reach_a + reach_b + norm_max(pose_b.translation() - pose_a.translation());
  int exponent = 0;
  std::frexp(size + radius_a + radius_b, &exponent);
  const double scale = std::ldexp(1.0, -std::clamp(exponent, -1000, 1000));
  return {{pose_a.translation(), scale},
          kDifferenceError * (scale * size) + 0x1p-300,
          scale * radius_a,
          scale * radius_b,
          may_penetrate};
}

// Interiors that share no point leave no contact that is deeper than rounding.
inline bool may_penetrate(Status status) { return status == Status::Penetrating || status == Status::Intersecting; }

}  // namespace clearance::detail
