// Question: how far apart are two hulls of spheres: spherical cones (two), spherical planes (three), or any number?
// Method:   the survey's §3.2 after Tornero: first the direction, square to the axes up to what the radii tilt it, then
//           the spheres it belongs to; closed forms for sphere–sphere, sphere–cone, cone–cone and sphere–plane, the
//           best of which is the answer for a few spheres, and the step of a Gilbert walk with sphere support for many.
// Proves:   the bracket: below by a direction n, min (n·c_b − r_b|n|) − max (n·c_a + r_a|n|), above by two spheres
//           of the hulls, the distance of their centres less their radii; every rounding is accounted for.
// Cannot:   say how deep two hulls overlap, but for a bracket that may be wide.
// Cost:     about 1 µs for two spheres each, 4 µs for three, 6 µs for eight: closed forms of 20 to 80 flops.
// Notation: c centres, r radii, e edges between centres, δ the radii's difference along them, t weights.
#pragma once

#include <clearance/base/result.h>
#include <clearance/math/pose.h>
#include <clearance/math/vec3.h>

#include <span>
#include <vector>

namespace clearance {

// The convex hull of spheres: as many radii as centres, at least one; radii are not negative and may be zero. A pose
// moves the centres and leaves the radii.
struct SphereHull {
  std::vector<Vec3> centers;
  std::vector<double> radii;
};

// Refused: no sphere, other than one radius per centre, centres or radii not finite or beyond kMaxCoordinate, negative
// radii.
Result<SphereHull> make_sphere_hull(std::span<const Vec3> centers, std::span<const double> radii);
// The survey's names for two and three.
Result<SphereHull> make_spherical_cone(Vec3 c0, double r0, Vec3 c1, double r1);
Result<SphereHull> make_spherical_plane(Vec3 c0, double r0, Vec3 c1, double r1, Vec3 c2, double r2);

struct SphereDistance {
  // The distance; 0, 0 where the hulls surely overlap, and lower = 0 where it is too near to call.
  double lower = 0, upper = 0;
  // The distance, or minus the length of the shortest translation that ends the overlap.
  double signed_lower = 0, signed_upper = 0;
  Vec3 direction;         // from a to b, of unit length up to rounding; proves signed_lower
  Vec3 point_a, point_b;  // nearest points (in an overlap, deepest ones as far as known), in the world, rounded
  int steps = 0;          // of the walk

  bool separated() const { return lower > 0; }
  bool overlapping() const { return signed_upper < 0; }
};

// `a` and `b` come from make_sphere_hull. upper − lower is a few hundred roundings of the hulls' reach, measured from
// the origins of their own frames, and of the vector between these.
SphereDistance distance(const SphereHull& a, const Pose& pose_a, const SphereHull& b, const Pose& pose_b);

}  // namespace clearance
