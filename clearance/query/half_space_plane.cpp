#include <clearance/query/half_space_plane.h>

#include <cmath>

namespace clearance::detail {
namespace {

// Below it three products of a turn may have lost bits to underflow.
constexpr double kTurnsWell = 0x1p-900;

Vec3 times_cofactors(const Mat3& m, Vec3 n) {
  return {dot(cross(m.row[1], m.row[2]), n), dot(cross(m.row[2], m.row[0]), n), dot(cross(m.row[0], m.row[1]), n)};
}

}  // namespace

// A rotation keeps |n|. Under a matrix |n| is taken of the rounded normal, whose error of 7.02u|n|₁ in each component
// is at most 7.02·√3·√3u = 21.1u of the body's |n|, which is longer than cof(R)n by less than 5e-4 of itself: with 4u
// for the root and u for one operation below 32u. det(R)·c is off by 11u|c| and u|c|.
WorldPlane turned_plane(const HalfSpace& space, const Pose& pose) {
  WorldPlane plane{.normal = space.normal(),
                   .offset = space.offset(),
                   .offset_error = 4 * kUnit * std::fabs(space.offset()),
                   .translation = pose.translation(),
                   .length = norm(space.normal()),
                   .length_error = 8 * kUnit};
  plane.is_exact = false;
  plane.error = kNormalError * norm_one(space.normal());
  if (pose.kind() == Pose::Kind::Quaternion) {
    plane.normal = pose.rotation() * space.normal();
    return plane;
  }
  plane.normal = times_cofactors(pose.rotation(), space.normal());
  plane.length = norm(plane.normal);
  plane.length_error = 32 * kUnit;
  plane.offset = determinant(pose.rotation()) * space.offset();
  plane.offset_error = 17 * kUnit * std::fabs(space.offset());
  return plane;
}

Vec3 unit_normal(const WorldPlane& plane, const HalfSpace& space, const Pose& pose) {
  if (plane.is_exact || norm_one(space.normal()) >= kTurnsWell) return unit_of(plane.normal);
  return unit_of(direction_of(posed_plane(space.normal(), space.offset(), pose).normal));
}

}  // namespace clearance::detail
