// Question: two faces lie on each other but for a hair: is there a point inside both solids between them?
// Method:   the middle of where the triangles overlap, in doubles; its heights above both planes, exactly; and a second
//           term a coordinate that takes it halfway between the planes.
// Proves:   that the point returned is inside both, by exact winding numbers.
#include <clearance/narrow/any_length.h>
#include <clearance/narrow/exact_roots.h>
#include <clearance/narrow/mesh_point.h>
#include <clearance/narrow/solid_contact_parts.h>

#include <cmath>

namespace clearance {
namespace {

// What is left of a triangle after it was cut by the three sides of another: at most six corners.
struct Overlap {
  Vec3 corner[8];
  int count = 0;

  void cut(Vec3 at, Vec3 inward) {
    Vec3 left[8];
    int kept = 0;
    for (int i = 0; i < count; ++i) {
      const Vec3 p = corner[i], q = corner[(i + 1) % count];
      const double of_p = dot(inward, p - at), of_q = dot(inward, q - at);
      if (of_p > 0 && kept < 8) left[kept++] = p;
      if ((of_p > 0) != (of_q > 0) && kept < 8) left[kept++] = p + (of_p / (of_p - of_q)) * (q - p);
    }
    for (int i = 0; i < kept; ++i) corner[i] = left[i];
    count = kept;
  }

  Vec3 middle() const {
    Vec3 sum;
    for (int i = 0; i < count; ++i) sum = sum + corner[i];
    return sum / static_cast<double>(count);
  }
};

struct Face {
  Body body;
  MeshTriangle vertices;
  Vec3 corner[3], outward;

  Face(const Mesh& mesh, const Pose& pose, Body of, std::uint32_t triangle)
      : body(of), vertices(mesh.triangle(triangle)) {
    for (std::size_t i = 0; i < 3; ++i) corner[i] = apply(pose, mesh.vertex(vertices[i]));
    outward = mesh.outer_side() * detail::normal_of(corner[0], corner[1], corner[2]);
  }

  // How far the point is outside, from exact numbers: relative to itself right up to rounding.
  double height(PosedSolids& solids, Vec3 p) const {
    const Dyadic& S = solids.scale();
    const DyadicVec &k0 = solids.point(body, vertices[0]), &k1 = solids.point(body, vertices[1]),
                    &k2 = solids.point(body, vertices[2]);
    const double above = approximate_ratio(dot(cross(k1 - k0, k2 - k0), S * exact(p) - k0), S * S * S);
    return solids.mesh(body).outer_side() * above / norm(cross(corner[1] - corner[0], corner[2] - corner[0]));
  }
};

bool is_inside_both(const PosedSolids& solids, const ExactPoint& p) {
  const auto sum = [](const double(&terms)[ExactPoint::kTerms]) { return Dyadic(terms[0]) + Dyadic(terms[1]); };
  const DyadicVec x{sum(p.x), sum(p.y), sum(p.z)};
  return locate(solids.mesh(Body::A), solids.pose(Body::A), x, 1.0) == PointLocation::Inside &&
         locate(solids.mesh(Body::B), solids.pose(Body::B), x, 1.0) == PointLocation::Inside;
}

}  // namespace

std::optional<ExactPoint> interior_point_in_sliver(const Mesh& a, const Pose& pose_a, std::uint32_t triangle_a,
                                                   const Mesh& b, const Pose& pose_b, std::uint32_t triangle_b) {
  const Face of_a(a, pose_a, Body::A, triangle_a), of_b(b, pose_b, Body::B, triangle_b);
  // Faces that look at each other.
  if (!(dot(of_a.outward, of_b.outward) < -1 + 1e-9)) return std::nullopt;
  Overlap overlap;
  for (const Vec3 v : of_b.corner) overlap.corner[overlap.count++] = v;
  const Vec3 turned = cross(of_a.corner[1] - of_a.corner[0], of_a.corner[2] - of_a.corner[0]);
  for (int i = 0; i < 3; ++i) overlap.cut(of_a.corner[i], cross(turned, of_a.corner[(i + 1) % 3] - of_a.corner[i]));
  if (overlap.count < 3) return std::nullopt;

  const Vec3 p = overlap.middle();
  if (!is_coordinate(p)) return std::nullopt;
  PosedSolids solids(a, pose_a, b, pose_b);
  const double above_a = of_a.height(solids, p), above_b = of_b.height(solids, p);
  if (!(above_a + above_b < 0)) return std::nullopt;
  const Vec3 step = 0.5 * (above_b - above_a) * of_a.outward;
  if (!is_finite(step)) return std::nullopt;
  ExactPoint point;
  point.count = 2;
  point.x[0] = p.x, point.y[0] = p.y, point.z[0] = p.z;
  point.x[1] = step.x, point.y[1] = step.y, point.z[1] = step.z;
  if (!is_inside_both(solids, point)) return std::nullopt;
  return point;
}

}  // namespace clearance
