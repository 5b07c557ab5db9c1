#include "same_body.h"

#include <clearance/exact/dyadic.h>

#include <algorithm>
#include <array>
#include <set>
#include <tuple>
#include <vector>

namespace clearance::cli {
using namespace detail;
namespace {

using Key = std::array<double, 3>;
Key key_of(Vec3 v) { return {v.x + 0.0, v.y + 0.0, v.z + 0.0}; }

// ---- The same motion ------------------------------------------------------------------------------------------------

// Quaternions of any length turn alike when they are parallel.
bool turn_alike(const Quat& p, const Quat& q) {
  const double a[] = {p.w, p.x, p.y, p.z}, b[] = {q.w, q.x, q.y, q.z};
  for (int i = 0; i < 4; ++i)
    for (int j = i + 1; j < 4; ++j)
      if (compare(Dyadic(a[i]) * Dyadic(b[j]), Dyadic(a[j]) * Dyadic(b[i])) != 0) return false;
  return true;
}

bool is_same_motion(const Pose& a, const Pose& b) {
  if (a.kind() != b.kind() || key_of(a.translation()) != key_of(b.translation())) return false;
  if (a.kind() == Pose::Kind::Quaternion) return turn_alike(a.quaternion(), b.quaternion());
  return a.rotation() == b.rotation();
}

// ---- The same body --------------------------------------------------------------------------------------------------

std::vector<Key> corners_of(const Polytope& body) {
  std::vector<Key> corners;
  corners.reserve(static_cast<std::size_t>(body.vertex_count()));
  for (int v = 0; v < body.vertex_count(); ++v) corners.push_back(key_of(body.vertex(v)));
  std::sort(corners.begin(), corners.end());
  return corners;
}

std::vector<std::array<Key, 3>> triangles_of(const Mesh& mesh) {
  std::vector<std::array<Key, 3>> triangles;
  triangles.reserve(mesh.triangle_count());
  for (const MeshTriangle& t : mesh.triangles()) {
    std::array<Key, 3> corners{key_of(mesh.vertex(t[0])), key_of(mesh.vertex(t[1])), key_of(mesh.vertex(t[2]))};
    std::sort(corners.begin(), corners.end());
    triangles.push_back(corners);
  }
  std::sort(triangles.begin(), triangles.end());
  return triangles;
}

bool are_equal(const Rounded& a, const Rounded& b) {
  return a.radius() == b.radius() && a.core().vertex_count() == b.core().vertex_count() &&
         corners_of(a.core()) == corners_of(b.core());
}
bool are_equal(const Mesh& a, const Mesh& b) {
  return a.is_solid() == b.is_solid() && a.triangle_count() == b.triangle_count() &&
         key_of(a.box_low()) == key_of(b.box_low()) && key_of(a.box_high()) == key_of(b.box_high()) &&
         triangles_of(a) == triangles_of(b);
}
template <class A, class B>
bool are_equal(const A& /*a*/, const B& /*b*/) {
  return false;  // bodies of different kinds
}
bool are_equal(const Parts& a, const Parts& b) {
  if (a.count() != b.count()) return false;
  for (std::size_t k = 0; k < a.count(); ++k)
    if (!std::visit([](const auto& p, const auto& q) { return are_equal(p, q); }, a[k], b[k])) return false;
  return true;
}
bool are_equal(const HalfSpace& a, const HalfSpace& b) {
  return key_of(a.normal()) == key_of(b.normal()) && a.offset() == b.offset();
}

// ---- Inside ---------------------------------------------------------------------------------------------------------

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

bool is_duplicate(const SceneObject& a, const SceneObject& b) {
  return is_same_motion(a.pose, b.pose) &&
         std::visit([](const auto& p, const auto& q) { return are_equal(p, q); }, a.shape, b.shape);
}

std::optional<Body> inside_of(const SceneObject& a, const SceneObject& b) {
  if (is_inside(a, b)) return Body::A;
  if (is_inside(b, a)) return Body::B;
  return std::nullopt;
}

}  // namespace clearance::cli
