#include <clearance/solid/convex_mesh_query_walls.h>

#include <clearance/exact/direction_sign.h>
#include <clearance/exact/orient3d.h>
#include <clearance/exact/plane_side_sign.h>

#include <algorithm>

namespace clearance::detail {
namespace {

// The core's side of the triangle's plane if every vertex is at least r from it, exactly; else 0. With N the normal
// times a positive number, m the way from the plane and |N·m| ≥ r|N| squared, everything times scale().
int side_at_distance(const Polytope& core, const Pose& pose_a, const Vec3 (&corner)[3], const Pose& pose_b, double r) {
  const ExactPair pair(pose_a, pose_b);
  const DyadicVec normal = cross(pair.b().edge(corner[0], corner[1]), pair.b().edge(corner[0], corner[2]));
  const Dyadic reach = Dyadic(r) * pair.scale();
  const Dyadic least = reach * reach * dot(normal, normal);
  int side = 0;
  for (int v = 0; v < core.vertex_count(); ++v) {
    const Dyadic height = -dot(normal, pair.difference(core.vertex(v), corner[0]));
    if (height.sign() == 0 || (side != 0 && height.sign() != side)) return 0;
    side = height.sign();
    if (compare(height * height, least) < 0) return 0;
  }
  return side;
}

int side_at_contact(const Polytope& core, const Pose& pose_a, const Vec3 (&corner)[3], const Pose& pose_b) {
  int side = 0;
  for (int v = 0; v < core.vertex_count(); ++v) {
    const int sign =
        plane_side_sign({corner[0], corner[1], corner[2], pose_b}, {{corner[0], pose_b}, {core.vertex(v), pose_a}});
    if (sign * side < 0) return 0;
    if (sign != 0) side = sign;
  }
  return side;
}

}  // namespace

bool Walls::add_own_plane(std::uint32_t t) {
  const Mesh& b = pair_.b();
  const MeshTriangle& triangle = b.triangle(t);
  const Vec3 corner[3] = {b.vertex(triangle[0]), b.vertex(triangle[1]), b.vertex(triangle[2])};
  if (collinear(corner[0], corner[1], corner[2])) return false;
  const Polytope& core = pair_.a().core();
  const double r = pair_.a().radius();
  const int side = r > 0 ? side_at_distance(core, pair_.pose_a(), corner, pair_.pose_b(), r)
                         : side_at_contact(core, pair_.pose_a(), corner, pair_.pose_b());
  if (side != 0) triangles_.push_back({t, side});
  return side != 0;
}

// Sign of n·(vertex − p); 0 as well where the plane is of another kind, which add_plane() leaves alone.
int Walls::side_of(const PlaneWall& wall, Vec3 vertex, const Pose& pose) const {
  const Plane& plane = wall.plane;
  const PosedDifference way{{wall.on, pair_.pose_a()}, {vertex, pose}};
  if (plane.kind == Plane::Kind::Vector) return direction_sign(plane.normal, way);
  const Polytope& core = pair_.a().core();
  const auto at = [&](int k) { return core.vertex(core.find(plane.vertices[k])); };
  const int sign = plane_side_sign({at(0), at(1), at(2), pair_.pose_a()}, way);
  return plane.flip ? -sign : sign;
}

void Walls::add_plane(const Plane& plane, Vec3 on) {
  const bool is_face = plane.kind == Plane::Kind::Face && plane.of == Body::A;
  if (plane.side_count > 0 || (plane.kind != Plane::Kind::Vector && !is_face)) return;
  const PlaneWall wall{plane, on};
  const Polytope& core = pair_.a().core();
  for (int v = 0; v < core.vertex_count(); ++v)
    if (side_of(wall, core.vertex(v), pair_.pose_a()) > 0) return;
  planes_.push_back(wall);
}

void Walls::add(std::uint32_t t, const Certificate& touching) {
  if (triangles_.size() + planes_.size() >= kMost || add_own_plane(t)) return;
  const int v = pair_.a().core().find(touching.simplex.a[0]);
  if (pair_.a().radius() == 0 && touching.kind == Certificate::Kind::Touch && v >= 0)
    add_plane(touching.plane, pair_.a().core().vertex(v));
}

bool Walls::has_beyond(std::uint32_t t) const {
  const Mesh& b = pair_.b();
  const MeshTriangle& triangle = b.triangle(t);
  const auto all = [&](const auto& is_beyond) { return std::all_of(triangle.begin(), triangle.end(), is_beyond); };
  const auto beyond_triangle = [&](const TriangleWall& wall) {
    const MeshTriangle& w = b.triangle(wall.t);
    return all([&](std::uint32_t v) {
      return wall.side * orient3d_sign(b.vertex(w[0]), b.vertex(w[1]), b.vertex(w[2]), b.vertex(v)) <= 0;
    });
  };
  const auto beyond_plane = [&](const PlaneWall& wall) {
    return all([&](std::uint32_t v) { return side_of(wall, b.vertex(v), pair_.pose_b()) >= 0; });
  };
  return std::any_of(triangles_.begin(), triangles_.end(), beyond_triangle) ||
         std::any_of(planes_.begin(), planes_.end(), beyond_plane);
}

}  // namespace clearance::detail
