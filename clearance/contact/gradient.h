// Question: how does the signed distance of two bodies change as either moves?
// Method:   along the normal n of the nearest or deepest points p of a and q of b nothing but their motion counts (the
//           envelope theorem): d′ = n·(q′ − p′). Where several pairs of points are as near, d′ is the least over them,
//           where several normals are as good, the greatest of these (Danskin 1966), or over places apart the least.
// Proves:   the distance. `error` bounds the normal's, for convex bodies and half-spaces. That a derivative exists is
//           told up to a tolerance: other points or directions as good to within that much are counted as equals.
// Cannot:   differentiate a depth of bodies that are not convex, which is known as a bracket only: Unproved there.
// Cost:     that of signed_distance, twice where convex bodies penetrate, and a look at all vertices.
#pragma once

#include <clearance/answer/answer.h>
#include <clearance/math/pose.h>
#include <clearance/query/pair_cache.h>
#include <clearance/shape/parts.h>

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace clearance {

// Of a function of a pose, per unit of translation and per radian of rotation about the body's own origin, which is at
// pose.translation(); both in the world's axes.
struct PoseGradient {
  Vec3 translation, rotation;
};

// How a body moves: the velocity of its origin and its angular velocity, in the world's axes.
struct PoseRate {
  Vec3 velocity, angular_velocity;
};

enum class Uniqueness : std::uint8_t {
  NotAsked,
  Unique,          // the derivative exists
  SeveralPoints,   // one normal, many pairs of points: the translation's part is unique, the rotation's one of several
  SeveralNormals,  // several normals: one of several
  Unproved,        // a way out is known, not whether it is the shortest: what is there is the derivative along it
  None,            // no normal is known, or no derivative exists; the gradient is 0
};
const char* to_string(Uniqueness uniqueness);

// Two points that are as near, or as deep, as any, and the gradient if they were the only ones. Of the many pairs of
// two parallel faces these are the corners of where they overlap: no others are needed.
struct GradientCorner {
  Vec3 normal;
  Vec3 point_a, point_b;
  PoseGradient a, b;
};

struct GradientOptions {
  // Of the size of the bodies: what is as near, or as deep, to within this much counts as equal.
  double tolerance = 1e-9;
};

// One that nobody filled in is NotAsked and claims nothing.
struct DistanceGradient {
  SignedDistance distance;
  // Of the only corner; of several the mean of those that share the first normal.
  PoseGradient a, b;
  Uniqueness uniqueness = Uniqueness::NotAsked;
  // |n − the exact normal| is at most this, so that the translation's part is off by no more, and the rotation's by
  // that times the points' distance from the body's origin. Infinite where nothing is known.
  double error = std::numeric_limits<double>::infinity();
  // Grouped by normal.
  std::vector<GradientCorner> corners;
  // How corners of different normals make a derivative, if they do.
  enum class Rule : std::uint8_t { Unknown, Least, GreatestOfLeasts };
  Rule rule = Rule::Unknown;
};

DistanceGradient signed_distance_gradient(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                                          const GradientOptions& options = {});
DistanceGradient signed_distance_gradient(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                                          PairCache& cache, const GradientOptions& options = {});

// The derivative from the right as the bodies move at these rates, differentiable or not. Nothing where the corners do
// not tell it: touching bodies with several normals, Unproved, None, NotAsked.
std::optional<double> directional_derivative(const DistanceGradient& gradient, const PoseRate& a, const PoseRate& b);

// With respect to the eight numbers of a pose by a quaternion of any length, v ↦ M(q)v/|q|² + t. Along q itself it is
// 0: a longer q is the same rotation. Of a pose by a matrix: 0 but for t.
struct QuaternionGradient {
  Quat q{0, 0, 0, 0};
  Vec3 t;
};
QuaternionGradient quaternion_gradient(const PoseGradient& gradient, const Pose& pose);

// With respect to the twelve numbers of a pose by a matrix, v ↦ Rv + t, each on its own: R need not stay a rotation. Of
// one corner, and of the body that it is told: its shape says by how much a radius lifts the point off the core, which
// alone is stretched. Of a pose by a quaternion: as if it were given by its matrix.
struct MatrixGradient {
  Mat3 R{{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}};
  Vec3 t;
};
MatrixGradient matrix_gradient(const GradientCorner& corner, Body of, double radius, const Pose& pose);

}  // namespace clearance
