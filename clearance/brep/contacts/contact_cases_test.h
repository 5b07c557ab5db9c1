// What the tests of contacts share: solids with their index, and entities by where they are.
#pragma once

#include <clearance/brep/contacts/incidence.h>
#include <clearance/brep/entity.h>
#include <clearance/brep/index.h>
#include <clearance/brep/make_brep.h>
#include <clearance/brep/solids_test.h>
#include <clearance/math/pose.h>

#include <cmath>

namespace clearance {

inline BRepIndex index_of(const Soup& soup) { return make_brep_index(brep_of(soup)); }
inline BRepIndex box_index(Vec3 low, Vec3 high) { return index_of(box_soup(low, high)); }

// NotAsked where there is none.
inline Entity vertex_at(const BRep& brep, Vec3 p) {
  for (std::uint32_t v = 0; v < brep.vertex_count(); ++v)
    if (brep.vertex(v) == p) return {EntityKind::Vertex, v};
  return {};
}
inline Entity edge_at(const BRep& brep, Vec3 p, Vec3 q) {
  for (std::uint32_t e = 0; e < brep.edge_count(); ++e) {
    const Vec3 low = brep.vertex(brep.edge(e).low), high = brep.vertex(brep.edge(e).high);
    if ((low == p && high == q) || (low == q && high == p)) return {EntityKind::Edge, e};
  }
  return {};
}
// The first face with this normal, about, whose plane goes through a point.
inline Entity face_at(const BRep& brep, Vec3 normal, Vec3 point) {
  for (std::uint32_t f = 0; f < brep.face_count(); ++f)
    if (dot(unit_normal_of_face(brep, f), normal / norm(normal)) > 1 - 1e-9 &&
        std::fabs(dot(normal, brep.plane_of_face(f)[0] - point)) < 1e-9)
      return {EntityKind::Face, f};
  return {};
}

// Turns by 90° about x, y, z in turn, all exact.
inline Pose quarter_turns(int x, int y, int z, Vec3 t = {}) {
  const Quat turn[3] = {{1, 1, 0, 0}, {1, 0, 1, 0}, {1, 0, 0, 1}};
  Quat q;
  const auto times = [](const Quat& a, const Quat& b) {
    return Quat{a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
                a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x, a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
  };
  const int count[3] = {x, y, z};
  for (int axis = 0; axis < 3; ++axis)
    for (int k = 0; k < count[axis]; ++k) q = times(turn[axis], q);
  return rotation(q, t);
}

// A prism along z whose upper edge is the z axis, from 0 to 4; the solid is below, with a right angle at it.
inline Soup ridge_soup() { return prism_over({{-1, -1}, {1, -1}, {0, 0}}, {{0, 1, 2}}, 4); }

// An apex at the origin over a square from −1 to 1 at z = height, above it: a cone of four sides that stands on its
// tip.
inline Soup tip_soup(double height) {
  Soup soup;
  soup.vertices = {{0, 0, 0}, {-1, -1, height}, {1, -1, height}, {1, 1, height}, {-1, 1, height}};
  soup.triangles = {{0, 2, 1}, {0, 3, 2}, {0, 4, 3}, {0, 1, 4}, {1, 2, 3}, {1, 3, 4}};
  return soup;
}

}  // namespace clearance
