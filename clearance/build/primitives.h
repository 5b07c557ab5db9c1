// Question: how does one get the everyday convex shapes, and the polytopes of the thesis' experiments?
#pragma once

#include <clearance/base/result.h>
#include <clearance/math/pose.h>
#include <clearance/shape/rounded.h>

#include <cstdint>

namespace clearance {

// Centred box with these full edge lengths; corner i has the sign bits x=i&1, y=i&2, z=i&4. Zero edges give flat boxes.
// make_box refuses edges that are negative, not finite, too large, or so small that half of one is no double (odd
// multiples of 2⁻¹⁰⁷⁴); for box() that is a caller bug (answer: a point).
Result<Polytope> make_box(Vec3 edges);
Polytope box(Vec3 edges);

// Regular prism along z, centred: vertices 0…sides-1 at the bottom, then the top, the first on the +x axis.
// Refused: fewer than 3 sides, radius or height negative or not finite, a height whose half is no double. A cylinder is
// a prism with many sides.
Result<Polytope> make_prism(int sides, double radius, double height);
Result<Polytope> make_cylinder(double radius, double height, int sides = 32);

// A ball, and the points within a radius of a segment; rounded() in shape/rounded.h does it to any polytope. A capsule
// given by the length of its core lies along z, centred. The make_ forms refuse what Rounded::make refuses, and points
// that are no coordinates; for the others that is a caller bug (answer: a point).
Result<Rounded> make_sphere(double radius, Vec3 center = {});
Rounded sphere(double radius);
Result<Rounded> make_capsule(Vec3 from, Vec3 to, double radius);
Rounded capsule(double length, double radius);

// Hulls of n random points on the surface of an ellipsoid (1, .7, .5), a rod (1, .1, .1) or a plate (1, 1, .1): the
// polytopes of Chung §6.2 and of the benchmarks. The same seed gives the same bits on every machine. n ≥ 4.
enum class TestShape : std::uint8_t { Ellipsoid, Rod, Plate };
const char* to_string(TestShape shape);
Polytope test_polytope(TestShape shape, int n, std::uint64_t seed);

// A rotation close to R as a quaternion, for callers whose matrix is not orthogonal enough: the factor of the polar
// decomposition, iterated to double precision. Refused: not finite, det R ≤ 0 or singular.
Result<Quat> nearest_rotation(const Mat3& R);

}  // namespace clearance
