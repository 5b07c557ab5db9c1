#include <clearance/contact/estimate/round_on_mesh.h>

#include <clearance/mesh/point.h>
#include <clearance/solid/convex_mesh_query_parts.h>

#include <cmath>

namespace clearance::detail {
namespace {

struct Nearest {
  double squared = std::numeric_limits<double>::infinity();
  Vec3 p, q;

  void look(Vec3 on_core, Vec3 on_triangle) {
    const double there = squared_norm(on_triangle - on_core);
    if (there < squared) squared = there, p = on_core, q = on_triangle;
  }
};

double from_0_to_1(double s) { return s > 0 ? smaller(s, 1) : 0; }

// Of a segment the point nearest to x.
Vec3 on_segment(Vec3 x, Vec3 from, Vec3 to) {
  const Vec3 way = to - from;
  const double length = squared_norm(way);
  return length > 0 ? from + from_0_to_1(dot(x - from, way) / length) * way : from;
}

// The foot of the perpendicular, where it is in the triangle; the edges are looked at elsewhere.
void look_at_foot(Nearest& nearest, Vec3 x, const Vec3 (&t)[3], Vec3 normal) {
  const double length = squared_norm(normal);
  if (!(length > 0)) return;
  const Vec3 foot = x - dot(x - t[0], normal) / length * normal;
  for (int k = 0; k < 3; ++k)
    if (dot(cross(t[k == 2 ? 0 : k + 1] - t[k], foot - t[k]), normal) < 0) return;
  nearest.look(x, foot);
}

void look_at_segments(Nearest& nearest, Vec3 a0, Vec3 a1, Vec3 b0, Vec3 b1) {
  const Vec3 d = a1 - a0, e = b1 - b0, r = b0 - a0;
  const double dd = squared_norm(d), ee = squared_norm(e), de = dot(d, e), turn = dd * ee - de * de;
  if (turn > 0) {
    const double s = from_0_to_1((dot(r, d) * ee - dot(r, e) * de) / turn);
    const Vec3 p = a0 + s * d, q = on_segment(p, b0, b1);
    nearest.look(on_segment(q, a0, a1), q);
  }
  for (const Vec3 end : {b0, b1}) nearest.look(on_segment(end, a0, a1), end);
  for (const Vec3 end : {a0, a1}) nearest.look(end, on_segment(end, b0, b1));
}

// The core passes through the triangle.
bool crosses(Vec3 from, Vec3 to, const Vec3 (&t)[3], Vec3 normal) {
  const double low = dot(from - t[0], normal), high = dot(to - t[0], normal);
  if (!((low < 0 && high > 0) || (low > 0 && high < 0))) return false;
  const Vec3 at = from + low / (low - high) * (to - from);
  for (int k = 0; k < 3; ++k)
    if (dot(cross(t[k == 2 ? 0 : k + 1] - t[k], at - t[k]), normal) < 0) return false;
  return true;
}

}  // namespace

bool nearest_on_mesh(const Rounded& round, const Pose& pose, const Mesh& mesh, const Pose& pose_mesh,
                     RoundOnMesh& out) {
  const Polytope& core = round.core();
  const double size = round.radius() + core.size();
  // Fourth powers of such sizes are ordinary numbers.
  if (core.dimension() > 1 || pose.kind() != Pose::Kind::Quaternion || !(size > 1e-60 && size < 1e60)) return false;
  const ConvexMeshPair pair(round, pose, mesh, pose_mesh);
  const Vec3 from = core.vertex(0), to = core.vertex(core.vertex_count() - 1);
  Nearest nearest;
  bool has_crossing = false;
  pair.for_triangles(round.radius(), [&](std::uint32_t t) {
    Vec3 v[3];
    for (std::size_t k = 0; k < 3; ++k) v[k] = pair.to_a()(mesh.vertex(mesh.triangle(t)[k]));
    const Vec3 normal = cross(v[1] - v[0], v[2] - v[0]);
    look_at_foot(nearest, from, v, normal);
    if (core.dimension() == 1) look_at_foot(nearest, to, v, normal);
    for (int k = 0; k < 3; ++k) {
      const Vec3 p = v[k], q = v[k == 2 ? 0 : k + 1];
      if (core.dimension() == 1)
        look_at_segments(nearest, from, to, p, q);
      else
        nearest.look(from, on_segment(from, p, q));
    }
    has_crossing = core.dimension() == 1 && crosses(from, to, v, normal);
    return !has_crossing;
  });
  if (has_crossing || !(nearest.squared < std::numeric_limits<double>::infinity())) return false;
  // A core that crosses nothing is inside as a whole, or outside.
  if (mesh.is_solid() && locate(mesh, pose_mesh, from, pose) == PointLocation::Inside) return false;
  // A corner is off by the map's error along each axis, and a point of a triangle by a few roundings of its size more.
  const double slack = 2 * pair.to_a().error + 64 * 0x1p-53 * (core.reach() + mesh.size() + norm_max(nearest.q));
  out.distance = std::sqrt(nearest.squared) * (1 + 0x1p-50) + slack;
  out.on_core = apply(pose, nearest.p), out.on_mesh = apply(pose, nearest.q);
  // Nearer than that the direction is lost.
  return out.distance < round.radius() && std::sqrt(nearest.squared) > 64 * slack;
}

}  // namespace clearance::detail
