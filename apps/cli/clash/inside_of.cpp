#include "inside_of.h"

#include <algorithm>
#include <cmath>

namespace clearance::cli {
using namespace detail;
namespace {

bool has_radius(const SceneObject& object) {
  return std::any_of(object.given->begin(), object.given->end(), [](const ScenePart& part) { return part.radius > 0; });
}

// Boxes are rounded outward: one that sticks out by more than that is of a body that does.
bool may_hold(const Box& outer, const Box& inner) {
  const auto reach = [](Vec3 v) { return std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)}); };
  const double slack = 0x1p-40 * std::max(reach(inner.low), reach(inner.high));
  return contains(grown(outer, slack), inner);
}

bool is_outside(Vec3 corner, const Pose& pose, const SceneObject& outer) {
  const Vec3 point[] = {corner};
  const Result<Polytope> body = convex_hull(point);
  return !body || intersects(Rounded(*body), pose, outer.shape, outer.pose).status == Status::Separated;
}

// In a convex body that holds all corners is all between them.
bool is_inside_convex(const SceneObject& inner, const SceneObject& outer) {
  for (const ScenePart& part : *inner.given)
    for (const Vec3 corner : part.points)
      if (is_outside(corner, inner.pose, outer)) return false;
  return true;
}

// The surface of a body, as a mesh.
Result<Mesh> surface_of(const SceneObject& object) {
  if (const Mesh* mesh = object.mesh()) return *mesh;
  return make_mesh(object.points(), object.triangles(), {MeshKind::Surface});
}

bool any_inside(const Mesh& vertices_of, const Pose& pose, const Mesh& solid, const Pose& solid_pose) {
  const auto ids = vertices_of.component_vertices();
  return std::any_of(ids.begin(), ids.end(), [&](std::uint32_t v) {
    return locate(solid, solid_pose, vertices_of.vertex(v), pose) == PointLocation::Inside;
  });
}

bool is_inside_mesh(const SceneObject& inner, const SceneObject& outer) {
  const Result<Mesh> surface = surface_of(inner);
  if (!surface) return false;
  const Mesh& solid = *outer.mesh();
  const auto ids = surface->component_vertices();
  const bool starts_inside = !ids.empty() && std::all_of(ids.begin(), ids.end(), [&](std::uint32_t v) {
    return locate(solid, outer.pose, surface->vertex(v), inner.pose) == PointLocation::Inside;
  });
  if (!starts_inside) return false;
  const TriangleContacts met = intersecting_triangles(*surface, inner.pose, solid, outer.pose, 1);
  if (!met.complete || !met.pairs.empty()) return false;
  // What is left is a cavity of the outer body within the inner one.
  if (const Mesh* mesh = inner.mesh()) return !any_inside(solid, outer.pose, *mesh, inner.pose);
  const auto others = solid.component_vertices();
  return std::all_of(others.begin(), others.end(),
                     [&](std::uint32_t v) { return is_outside(solid.vertex(v), outer.pose, inner); });
}

bool is_inside(const SceneObject& inner, const SceneObject& outer) {
  if (inner.half_space() || has_radius(inner)) return false;
  if (!may_hold(world_box(outer.shape, outer.pose), world_box(inner.shape, inner.pose))) return false;
  if (outer.convex() || outer.half_space()) return is_inside_convex(inner, outer);
  const bool one_piece = inner.convex() || (inner.mesh() && inner.mesh()->is_solid());
  return outer.mesh() && outer.mesh()->is_solid() && one_piece && is_inside_mesh(inner, outer);
}

}  // namespace

std::optional<Body> inside_of(const SceneObject& a, const SceneObject& b) {
  if (is_inside(a, b)) return Body::A;
  if (is_inside(b, a)) return Body::B;
  return std::nullopt;
}

}  // namespace clearance::cli
