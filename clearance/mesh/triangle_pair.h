// Question: do two posed triangles, flat to a segment or a point perhaps, share a point; where?
// Method:   separating directions in doubles with error bounds prove "apart", crossings of edges and triangles by
//           bounded signs prove "meet"; what neither proves is decided by exact signs, all degenerate cases included.
// Proves:   the answer. Points of the intersection are rounded from exact ones.
// Cost:     tens of nanoseconds where doubles settle it, about a microsecond in integers of fixed width, tens of
//           microseconds in big numbers.
#pragma once

#include <clearance/math/pose.h>
#include <clearance/math/vec3.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace clearance::detail {

// Three vertices as the body has them, and its pose.
struct TriangleAt {
  Vec3 v[3];
  const Pose& pose;
};

enum class TriangleRelation : std::uint8_t {
  Apart,
  Meet,   // they share a point
  Cross,  // moreover an edge of one runs through the inner part of the other, from one side of its plane to the other
};

// The first tier alone: both triangles in one frame, coordinates off by at most `error` each. Nothing when unsure.
// Cross is reported where it is proved; Meet never is.
enum class TriangleGuess : std::uint8_t { Apart, Cross, Unsure };
TriangleGuess triangle_pair_filter(const Vec3 a[3], const Vec3 b[3], double error);

// Exactly, in integers of fixed width. Nothing where they do not hold the numbers; a proper crossing is always Cross.
std::optional<TriangleRelation> triangle_relation_in_integers(const TriangleAt& a, const TriangleAt& b);
// The same in big numbers, which hold all.
TriangleRelation triangle_relation_exact(const TriangleAt& a, const TriangleAt& b);
// What the first tier was unsure of, by the two others.
TriangleRelation triangle_relation_undecided(const TriangleAt& a, const TriangleAt& b);
// One tier after the other.
TriangleRelation triangle_relation(const TriangleAt& a, const TriangleAt& b);

// The common points in the world, rounded from exact ones: none, one, two (a segment), or the corners of a convex
// polygon in order, where the triangles overlap in one plane.
std::vector<Vec3> triangle_intersection(const TriangleAt& a, const TriangleAt& b);

}  // namespace clearance::detail
