// What a point is on, by looking at everything: the vertices, then the edges, then the triangles, exactly.
#pragma once

#include <clearance/brep/entity.h>
#include <clearance/exact/orient3d.h>
#include <clearance/mesh/point.h>

#include <algorithm>

namespace clearance {

inline bool is_between(Vec3 a, Vec3 b, Vec3 x) {
  for (int k = 0; k < 3; ++k)
    if (x[k] < std::min(a[k], b[k]) || x[k] > std::max(a[k], b[k])) return false;
  return detail::collinear(a, b, x);
}

inline bool is_in_triangle(Vec3 a, Vec3 b, Vec3 c, Vec3 x) {
  if (detail::orient3d_sign(a, b, c, x) != 0) return false;
  for (int axis = 0; axis < 3; ++axis) {
    if (detail::orient2d_sign(a, b, c, axis) == 0) continue;
    const int s = detail::orient2d_sign(a, b, x, axis), t = detail::orient2d_sign(b, c, x, axis),
              u = detail::orient2d_sign(c, a, x, axis);
    return (s >= 0 && t >= 0 && u >= 0) || (s <= 0 && t <= 0 && u <= 0);
  }
  return false;
}

inline Entity reference_entity(const BRep& brep, Vec3 x) {
  const Mesh& mesh = brep.mesh();
  const PointLocation location = locate(mesh, Pose(), x);
  if (location == PointLocation::Outside) return {EntityKind::Outside};
  if (location == PointLocation::Inside) return {EntityKind::Inside};
  for (std::uint32_t v = 0; v < brep.vertex_count(); ++v)
    if (brep.vertex(v) == x) return {EntityKind::Vertex, v};
  for (std::uint32_t e = 0; e < brep.edge_count(); ++e)
    if (is_between(brep.vertex(brep.edge(e).low), brep.vertex(brep.edge(e).high), x)) return {EntityKind::Edge, e};
  for (std::uint32_t f = 0; f < brep.face_count(); ++f)
    for (const std::uint32_t t : brep.triangles_of_face(f)) {
      const MeshTriangle& triangle = mesh.triangle(t);
      if (is_in_triangle(mesh.vertex(triangle[0]), mesh.vertex(triangle[1]), mesh.vertex(triangle[2]), x))
        return {EntityKind::Face, f};
    }
  return {};
}

}  // namespace clearance
