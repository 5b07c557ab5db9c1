// What is true of every B-rep, looked at one thing after the other and without the code that made it.
#pragma once

#include <clearance/brep/make_brep.h>
#include <clearance/exact/orient3d.h>
#include <clearance/mesh/point.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

namespace clearance {

class BRepCheck {
 public:
  explicit BRepCheck(const BRep& brep) : b_(brep) {}

  void all(bool with_sectors = true) const {
    ASSERT_NO_FATAL_FAILURE(half_edges());
    ASSERT_NO_FATAL_FAILURE(edges());
    ASSERT_NO_FATAL_FAILURE(vertices());
    ASSERT_NO_FATAL_FAILURE(triangles());
    ASSERT_NO_FATAL_FAILURE(faces());
    if (with_sectors) {
      ASSERT_NO_FATAL_FAILURE(sectors());
    }
  }

  std::size_t loop_count() const {
    std::size_t count = 0;
    for (std::uint32_t f = 0; f < b_.face_count(); ++f) count += b_.loops_of_face(f).size();
    return count;
  }
  // V − E + F − (L − F), twice the number of shells less that of handles.
  int euler() const {
    return static_cast<int>(b_.vertex_count() + 2 * b_.face_count()) - static_cast<int>(b_.edge_count() + loop_count());
  }

 private:
  Vec3 from(std::uint32_t h) const { return b_.vertex(b_.half_edge(h).origin); }
  Vec3 to(std::uint32_t h) const { return from(b_.half_edge(h).next); }

  void half_edges() const {
    std::vector<int> reached(b_.half_edges().size(), 0), in_loop = reached, in_edge = reached;
    for (std::uint32_t h = 0; h < reached.size(); ++h) {
      const BRepHalfEdge& here = b_.half_edge(h);
      ASSERT_LT(here.next, reached.size());
      ASSERT_LT(here.twin, reached.size());
      const BRepHalfEdge &next = b_.half_edge(here.next), &twin = b_.half_edge(here.twin);
      ++reached[here.next];
      ASSERT_EQ(next.face, here.face);
      ASSERT_NE(here.twin, h);
      ASSERT_EQ(twin.twin, h);
      ASSERT_EQ(twin.edge, here.edge);
      ASSERT_EQ(twin.origin, next.origin);
      ASSERT_EQ(b_.half_edge(twin.next).origin, here.origin);
    }
    for (std::uint32_t f = 0; f < b_.face_count(); ++f) {
      ASSERT_GE(b_.loops_of_face(f).size(), 1u);
      for (const std::uint32_t first : b_.loops_of_face(f)) {
        std::uint32_t h = first;
        do {
          ASSERT_EQ(b_.half_edge(h).face, f);
          ASSERT_EQ(++in_loop[h], 1);
          h = b_.half_edge(h).next;
        } while (h != first);
      }
    }
    for (std::uint32_t e = 0; e < b_.edge_count(); ++e)
      for (const std::uint32_t h : b_.half_edges_of_edge(e)) ++in_edge[h];
    for (std::size_t h = 0; h < reached.size(); ++h) {
      ASSERT_EQ(reached[h], 1);
      ASSERT_EQ(in_loop[h], 1);
      ASSERT_EQ(in_edge[h], 1);
    }
  }

  void edges() const {
    for (std::uint32_t e = 0; e < b_.edge_count(); ++e) {
      const BRepEdge& edge = b_.edge(e);
      ASSERT_LT(edge.low, edge.high);
      if (e > 0) {
        const BRepEdge& before = b_.edge(e - 1);
        ASSERT_TRUE(before.low < edge.low || (before.low == edge.low && before.high < edge.high));
      }
      const auto around = b_.half_edges_of_edge(e);
      ASSERT_GE(around.size(), 2u);
      ASSERT_EQ(around.size() % 2, 0u);
      for (std::size_t k = 0; k < around.size(); ++k) {
        const BRepHalfEdge& h = b_.half_edge(around[k]);
        ASSERT_EQ(h.edge, e);
        ASSERT_EQ(h.origin, k % 2 == 0 ? edge.high : edge.low);
        ASSERT_EQ(h.twin, around[k ^ 1]);
      }
      if (around.size() > 2) continue;
      // Faces are as large as they can be.
      const auto& plane = b_.plane_of_face(b_.half_edge(around[0]).face);
      bool apart = false;
      for (const Vec3 p : b_.plane_of_face(b_.half_edge(around[1]).face))
        apart = apart || detail::orient3d_sign(plane[0], plane[1], plane[2], p) != 0;
      ASSERT_TRUE(apart);
    }
  }

  void vertices() const {
    std::size_t all = 0;
    for (std::uint32_t v = 0; v < b_.vertex_count(); ++v) {
      if (v > 0) {
        ASSERT_LT(b_.vertex_id(v - 1), b_.vertex_id(v));
      }
      const auto edges = b_.edges_of_vertex(v);
      ASSERT_GE(edges.size(), 3u);
      ASSERT_TRUE(std::is_sorted(edges.begin(), edges.end()));
      for (const std::uint32_t e : edges) ASSERT_TRUE(b_.edge(e).low == v || b_.edge(e).high == v);
      all += edges.size();
    }
    ASSERT_EQ(all, 2 * b_.edge_count());
  }

  void triangles() const {
    const Mesh& mesh = b_.mesh();
    ASSERT_TRUE(mesh.is_solid());
    std::vector<int> listed(mesh.triangle_count(), 0);
    for (std::uint32_t f = 0; f < b_.face_count(); ++f) {
      if (f > 0) {
        ASSERT_LT(b_.face_id(f - 1), b_.face_id(f));
      }
      const auto& plane = b_.plane_of_face(f);
      std::uint32_t lowest = 0xffffffffu;
      for (const std::uint32_t t : b_.triangles_of_face(f)) {
        ++listed[t];
        lowest = std::min(lowest, mesh.id(t));
        const MeshTriangle& c = mesh.triangle(t);
        for (const std::uint32_t v : c)
          ASSERT_EQ(detail::orient3d_sign(plane[0], plane[1], plane[2], mesh.vertex(v)), 0);
        for (int axis = 0; axis < 3; ++axis)
          ASSERT_EQ(detail::orient2d_sign(plane[0], plane[1], plane[2], axis),
                    detail::orient2d_sign(mesh.vertex(c[0]), mesh.vertex(c[1]), mesh.vertex(c[2]), axis));
      }
      ASSERT_EQ(lowest, b_.face_id(f));
    }
    for (const int times : listed) ASSERT_EQ(times, 1);
  }

  static DyadicVec turn(Vec3 a, Vec3 b) { return cross(exact(a), exact(b)); }
  static DyadicVec normal(const std::array<Vec3, 3>& p) {
    return cross(exact(p[1]) - exact(p[0]), exact(p[2]) - exact(p[0]));
  }

  // What the loops run around is what the triangles cover; the first loop counter-clockwise, the others not.
  void faces() const {
    for (std::uint32_t f = 0; f < b_.face_count(); ++f) {
      const DyadicVec outward = normal(b_.plane_of_face(f));
      ASSERT_FALSE(is_zero(outward));
      DyadicVec difference;
      bool first_loop = true;
      std::vector<Vec3> corners;
      for (const std::uint32_t first : b_.loops_of_face(f)) {
        DyadicVec area;
        std::uint32_t h = first;
        do {
          corners.push_back(from(h));
          area = area + turn(from(h), to(h));
          h = b_.half_edge(h).next;
        } while (h != first);
        const int sign = dot(area, outward).sign();
        ASSERT_TRUE(first_loop ? sign > 0 : sign <= 0);
        first_loop = false;
        difference = difference + area;
      }
      for (const Vec3 p : b_.plane_of_face(f)) ASSERT_NE(std::find(corners.begin(), corners.end(), p), corners.end());
      for (const std::uint32_t t : b_.triangles_of_face(f)) {
        const MeshTriangle& c = b_.mesh().triangle(t);
        for (std::size_t i = 0; i < 3; ++i)
          difference = difference - turn(b_.mesh().vertex(c[i]), b_.mesh().vertex(c[(i + 1) % 3]));
      }
      ASSERT_TRUE(is_zero(difference));
    }
  }

  // Around the middle of every edge: faces where half-edges say, counter-clockwise, and material between twins. Angles
  // in doubles: for solids that are not thin.
  void sectors() const {
    for (std::uint32_t e = 0; e < b_.edge_count(); ++e) {
      const Vec3 p = b_.vertex(b_.edge(e).low), q = b_.vertex(b_.edge(e).high);
      const double length = norm(q - p), step = length * 0x1p-20;
      const Vec3 axis = (q - p) / length;
      const DyadicVec twice_middle = exact(p) + exact(q);
      const auto around = b_.half_edges_of_edge(e);
      const Vec3 x = in_face(around[0], axis), y = cross(axis, x);
      double before = 0;
      for (std::size_t k = 0; k < around.size(); ++k) {
        // In the plane of the face, exactly: left of the half-edge.
        const Vec3 along = b_.half_edge(around[k]).origin == b_.edge(e).low ? q - p : p - q;
        const auto& plane = b_.plane_of_face(b_.half_edge(around[k]).face);
        const DyadicVec left = cross(normal(plane), exact(along));
        const double size = norm(Vec3{left.x.to_double(), left.y.to_double(), left.z.to_double()});
        const Dyadic small = std::ldexp(length, -20 - std::ilogb(size));
        ASSERT_EQ(locate(b_.mesh(), {}, twice_middle + small * left, 2.0), PointLocation::On);

        const double here = k == 0 ? 0 : angle(in_face(around[k], axis), x, y);
        if (k > 0) {
          ASSERT_GT(here, before);
        }
        const double after = k + 1 == around.size() ? 2 * kPi : angle(in_face(around[k + 1], axis), x, y);
        const double between = (here + after) / 2;
        const DyadicVec off = exact(2 * step * (std::cos(between) * x + std::sin(between) * y));
        ASSERT_EQ(locate(b_.mesh(), {}, twice_middle + off, 2.0),
                  k % 2 == 0 ? PointLocation::Inside : PointLocation::Outside);
        before = here;
      }
    }
  }

  static constexpr double kPi = 3.14159265358979323846;
  Vec3 in_face(std::uint32_t h, Vec3 axis) const {
    const auto& p = b_.plane_of_face(b_.half_edge(h).face);
    const Vec3 n = cross(p[1] - p[0], p[2] - p[0]);
    const Vec3 left = b_.half_edge(h).origin == b_.edge(b_.half_edge(h).edge).low ? cross(n, axis) : cross(axis, n);
    return left / norm(left);
  }
  static double angle(Vec3 d, Vec3 x, Vec3 y) {
    const double a = std::atan2(dot(d, y), dot(d, x));
    return a <= 0 ? a + 2 * kPi : a;
  }

  const BRep b_;
};

inline void expect_valid(const BRep& brep, bool with_sectors = true) { BRepCheck(brep).all(with_sectors); }

}  // namespace clearance
