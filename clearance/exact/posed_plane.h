// Question: where is the half-space n·x ≤ c of a body's frame in the world, exactly?
// Method:   under a quaternion its normal is M(q)n and its offset |q|²c + M(q)n·t. A matrix R need not be quite rigid
//           (CONTRACT §1): there they are cof(R)n and det(R)c + cof(R)n·t, for cof(R)ᵀR = det(R)·I. Where the pose
//           leaves every axis that n has a component along an axis of the world, the normal is n with its components
//           at other places: three doubles.
// Proves:   every number is exact, up to one positive factor for the normal and the offset together.
#pragma once

#include <clearance/exact/posed.h>

#include <bit>
#include <cstdint>
#include <optional>

namespace clearance::detail {

// normal·y ≤ offset for points y of the world; the normal is not 0.
struct ExactPlane {
  DyadicVec normal;
  Dyadic offset;
};
// For a normal other than 0.
ExactPlane posed_plane(Vec3 normal, double offset, const Pose& pose);

// The normal in the world where three doubles are exactly that: n·x = result·(y − t) for x under the pose at y.
std::optional<Vec3> turned_normal(Vec3 normal, const Pose& pose);

// The pose turns nothing: x, y and z of its quaternion are 0, of either sign. In one comparison of bits: half-spaces
// that stand still are asked far more often than others.
inline bool is_unturned(const Pose& pose) {
  const Quat q = pose.quaternion();
  const std::uint64_t bits =
      std::bit_cast<std::uint64_t>(q.x) | std::bit_cast<std::uint64_t>(q.y) | std::bit_cast<std::uint64_t>(q.z);
  return (bits << 1) == 0 && pose.kind() == Pose::Kind::Quaternion;
}

}  // namespace clearance::detail
