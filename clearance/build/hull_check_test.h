// Question: is this polytope exactly the hull of these points?
// Method:   everything the definition asks for, in exact signs: all points on the closed inner side of every face;
//           faces planar with strictly convex loops; half-edges that pair up; Euler's formula; at every edge a true
//           angle and at every vertex three faces, so that every vertex is extreme. For tests only.
#pragma once

#include <clearance/exact/orient3d.h>
#include <clearance/shape/polytope.h>

#include <gtest/gtest.h>

#include <map>
#include <span>
#include <tuple>
#include <vector>

namespace clearance::detail {

inline Vec3 corner(const Polytope& p, std::span<const std::uint32_t> loop, std::size_t k) {
  return p.vertex(static_cast<int>(loop[k % loop.size()]));
}

// Ids ascend, vertices are the caller's points bit by bit, and of equal points the first.
inline ::testing::AssertionResult ids_are_right(std::span<const Vec3> points, const Polytope& p) {
  if (p.source_count() != points.size()) return ::testing::AssertionFailure() << "source_count";
  std::map<std::tuple<double, double, double>, std::uint32_t> id_at;
  for (int v = 0; v < p.vertex_count(); ++v) {
    const Vec3 w = p.vertex(v);
    if (v > 0 && p.id(v - 1) >= p.id(v)) return ::testing::AssertionFailure() << "ids do not ascend at " << v;
    if (p.id(v) >= points.size() || !(points[p.id(v)] == w))
      return ::testing::AssertionFailure() << "vertex " << v << " is not the caller's point";
    if (!id_at.try_emplace({w.x, w.y, w.z}, p.id(v)).second)
      return ::testing::AssertionFailure() << "vertex " << v << " is there twice";
  }
  for (std::uint32_t i = 0; i < points.size(); ++i) {
    const auto at = id_at.find({points[i].x, points[i].y, points[i].z});
    if (at != id_at.end() && at->second > i)
      return ::testing::AssertionFailure() << "id " << at->second << " is not the first of its equals";
  }
  return ::testing::AssertionSuccess();
}

inline ::testing::AssertionResult half_edges_pair_up(const Polytope& p) {
  const auto edges = p.half_edges();
  if (static_cast<int>(edges.size()) != 2 * p.edge_count()) return ::testing::AssertionFailure() << "half-edge count";
  for (std::uint32_t e = 0; e < edges.size(); ++e) {
    const HalfEdge &edge = edges[e], &twin = edges[edge.twin], &next = edges[edge.next];
    if (twin.twin != e || edge.twin == e || twin.origin != next.origin || edges[twin.next].origin != edge.origin ||
        next.face != edge.face || twin.face == edge.face)
      return ::testing::AssertionFailure() << "half-edge " << e;
    if (!p.adjacent(static_cast<int>(edge.origin), static_cast<int>(twin.origin)))
      return ::testing::AssertionFailure() << "half-edge " << e << " joins vertices that are not neighbours";
  }
  return ::testing::AssertionSuccess();
}

// Planar, strictly convex, counter-clockwise from outside: seen against a vertex below the plane every corner turns
// left.
inline ::testing::AssertionResult face_is_convex(const Polytope& p, int f) {
  const auto loop = p.face(f);
  if (loop.size() < 3) return ::testing::AssertionFailure() << "face " << f << " has " << loop.size() << " corners";
  const Vec3 a = corner(p, loop, 0), b = corner(p, loop, 1), c = corner(p, loop, 2);
  int below = -1;
  for (int v = 0; v < p.vertex_count() && below < 0; ++v)
    if (orient3d_sign(a, b, c, p.vertex(v)) < 0) below = v;
  if (below < 0) return ::testing::AssertionFailure() << "nothing is below face " << f;
  for (std::size_t k = 0; k < loop.size(); ++k) {
    if (orient3d_sign(a, b, c, corner(p, loop, k)) != 0)
      return ::testing::AssertionFailure() << "face " << f << " bends";
    if (orient3d_sign(corner(p, loop, k), corner(p, loop, k + 1), corner(p, loop, k + 2), p.vertex(below)) >= 0)
      return ::testing::AssertionFailure() << "face " << f << " is not convex at corner " << k + 1;
  }
  return ::testing::AssertionSuccess();
}

inline ::testing::AssertionResult no_point_above(const Polytope& p, int f, std::span<const Vec3> points) {
  const auto loop = p.face(f);
  for (std::size_t i = 0; i < points.size(); ++i)
    if (orient3d_sign(corner(p, loop, 0), corner(p, loop, 1), corner(p, loop, 2), points[i]) > 0)
      return ::testing::AssertionFailure() << "point " << i << " is above face " << f;
  return ::testing::AssertionSuccess();
}

// At every edge the face beyond is strictly below this one's plane.
inline ::testing::AssertionResult edges_are_sharp(const Polytope& p) {
  const auto edges = p.half_edges();
  for (std::uint32_t e = 0; e < edges.size(); ++e) {
    const auto loop = p.face(static_cast<int>(edges[e].face));
    const HalfEdge& beyond = edges[edges[edges[edges[e].twin].next].next];
    if (orient3d_sign(corner(p, loop, 0), corner(p, loop, 1), corner(p, loop, 2),
                      p.vertex(static_cast<int>(beyond.origin))) >= 0)
      return ::testing::AssertionFailure() << "the edge of half-edge " << e << " is flat or concave";
  }
  return ::testing::AssertionSuccess();
}

// face_step > 1 looks at every so many-th face only, where all would take too long; the rest stands on sharp edges.
inline void expect_solid_hull(std::span<const Vec3> points, const Polytope& p, int face_step = 1) {
  ASSERT_EQ(p.dimension(), 3);
  ASSERT_TRUE(ids_are_right(points, p));
  ASSERT_TRUE(half_edges_pair_up(p));
  ASSERT_EQ(p.vertex_count() - p.edge_count() + p.face_count(), 2);
  for (int v = 0; v < p.vertex_count(); ++v) ASSERT_GE(p.neighbours(v).size(), 3u) << "vertex " << v;
  ASSERT_TRUE(edges_are_sharp(p));
  for (int f = 0; f < p.face_count(); f += face_step) {
    ASSERT_TRUE(face_is_convex(p, f));
    ASSERT_TRUE(no_point_above(p, f, points));
  }
}

// A polygon: in one plane, strictly convex, all points inside; `axis` pierces the plane.
inline void expect_flat_hull(std::span<const Vec3> points, const Polytope& p, int axis) {
  ASSERT_EQ(p.dimension(), 2);
  ASSERT_TRUE(ids_are_right(points, p));
  ASSERT_TRUE(half_edges_pair_up(p));
  ASSERT_EQ(p.face_count(), 1);
  const auto loop = p.face(0);
  ASSERT_EQ(static_cast<int>(loop.size()), p.vertex_count());
  ASSERT_EQ(p.edge_count(), p.vertex_count());
  const int side = orient2d_sign(corner(p, loop, 0), corner(p, loop, 1), corner(p, loop, 2), axis);
  ASSERT_NE(side, 0);
  for (std::size_t k = 0; k < loop.size(); ++k) {
    ASSERT_EQ(orient2d_sign(corner(p, loop, k), corner(p, loop, k + 1), corner(p, loop, k + 2), axis), side);
    for (const Vec3& q : points)
      ASSERT_GE(side * orient2d_sign(corner(p, loop, k), corner(p, loop, k + 1), q, axis), 0);
  }
}

}  // namespace clearance::detail
