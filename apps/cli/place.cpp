#include "place.h"

#include <cmath>
#include <utility>
#include <vector>

namespace clearance::cli {
namespace {

Vec3 sum_of(const ExactPoint& point) {
  Vec3 sum;
  for (int k = point.count - 1; k >= 0; --k) sum = sum + Vec3{point.x[k], point.y[k], point.z[k]};
  return sum;
}

Vec3 mean(const std::vector<Vec3>& points) {
  Vec3 sum;
  for (const Vec3 point : points) sum = sum + point / static_cast<double>(points.size());
  return sum;
}

// The caller's triangle of a mesh, as a mesh of its own.
Result<Mesh> one_triangle(const SceneObject& object, std::uint32_t triangle) {
  const MeshTriangle& t = object.triangles()[triangle];
  const std::vector<Vec3>& points = object.points();
  const Vec3 corners[] = {points[t[0]], points[t[1]], points[t[2]]};
  const MeshTriangle only[] = {{0, 1, 2}};
  return make_mesh(corners, only, {MeshKind::Surface});
}

std::optional<Vec3> common_point(const MeshContact& contact, const SceneObject& a, const SceneObject& b) {
  const Result<Mesh> of_a = one_triangle(a, contact.triangle_a), of_b = one_triangle(b, contact.triangle_b);
  if (!of_a || !of_b) return std::nullopt;
  const TriangleContacts found = intersecting_triangles(*of_a, a.pose, *of_b, b.pose);
  if (found.pairs.empty() || found.pairs[0].points.empty()) return std::nullopt;
  return mean(found.pairs[0].points);
}

// The convex piece of an object that the claim speaks of: the body, a part, or of a mesh the hull of some vertices.
std::optional<Rounded> piece_of(const SceneObject& object, std::uint32_t part,
                                const std::vector<std::uint32_t>& vertices) {
  if (const Rounded* body = object.convex()) return *body;
  if (const Parts* parts = object.parts()) {
    const auto* body = std::get_if<Rounded>(&(*parts)[part]);
    return body ? std::optional(*body) : std::nullopt;
  }
  std::vector<Vec3> points;
  points.reserve(vertices.size());
  for (const std::uint32_t v : vertices) points.push_back(object.points()[v]);
  const Result<Polytope> hull = convex_hull(points);
  return hull ? std::optional<Rounded>(*hull) : std::nullopt;
}

// The vertices of a mesh that the certificate names.
std::vector<std::uint32_t> named(const Certificate& certificate, Body body, const SceneObject& object) {
  const bool is_a = body == Body::A;
  if (certificate.kind == Certificate::Kind::Triangles && object.mesh()) {
    const MeshTriangle& t = object.triangles()[is_a ? certificate.mesh.triangle_a : certificate.mesh.triangle_b];
    return {t.begin(), t.end()};
  }
  if (certificate.kind == Certificate::Kind::Near) {
    const WitnessPoint& point = is_a ? certificate.witness.a : certificate.witness.b;
    return {point.vertices, point.vertices + point.count};
  }
  const std::uint32_t* first = is_a ? certificate.simplex.a : certificate.simplex.b;
  return {first, first + certificate.simplex.count};
}

std::optional<Vec3> deepest_place(const Claim& claim, const SceneObject& a, const SceneObject& b) {
  const Certificate& certificate = claim.certificate;
  const auto of_a = piece_of(a, claim.part_a.value_or(0), named(certificate, Body::A, a)),
             of_b = piece_of(b, claim.part_b.value_or(0), named(certificate, Body::B, b));
  if (!of_a || !of_b) return std::nullopt;
  const SignedDistance found = signed_distance(*of_a, a.pose, *of_b, b.pose);
  return 0.5 * found.point_a + 0.5 * found.point_b;
}

// The lowest point near the vertex that the certificate names. A half-space has none; nor have two of them a place.
std::optional<Vec3> place_below(const Claim& claim, const SceneObject& space, const SceneObject& body, Body which) {
  const bool names_one =
      claim.certificate.kind == Certificate::Kind::Simplex || claim.certificate.kind == Certificate::Kind::Touch;
  if (body.half_space() || !names_one || claim.certificate.simplex.count < 1) return std::nullopt;
  const bool is_a = which == Body::A;
  const std::uint32_t v = is_a ? claim.certificate.simplex.a[0] : claim.certificate.simplex.b[0];
  const ScenePart& part = (*body.given)[(is_a ? claim.part_a : claim.part_b).value_or(0)];
  const Vec3 point = apply(body.pose, part.points[v]);
  if (part.radius == 0) return point;
  const Vec3 own = space.half_space()->normal(), shorter = own / norm_max(own),
             normal = space.pose.rotation() * shorter;
  return point - (part.radius / std::sqrt(dot(normal, normal))) * normal;
}

}  // namespace

std::optional<Vec3> place_of(const Claim& claim, const SceneObject& a, const SceneObject& b) {
  if (claim.status == Status::Separated) return std::nullopt;
  if (a.half_space()) return place_below(claim, a, b, Body::B);
  if (b.half_space()) return place_below(claim, b, a, Body::A);
  const MeshContact& contact = claim.certificate.mesh;
  switch (claim.certificate.kind) {
    case Certificate::Kind::Interior:
      return sum_of(contact.point);
    case Certificate::Kind::Inside: {
      const SceneObject& body = contact.inside_of == Body::A ? a : b;
      const std::optional<std::uint32_t> part = contact.inside_of == Body::A ? claim.part_a : claim.part_b;
      return apply(body.pose, (*body.given)[part.value_or(0)].points[contact.vertex]);
    }
    case Certificate::Kind::Triangles:
      return a.mesh() && b.mesh() ? common_point(contact, a, b) : deepest_place(claim, a, b);
    default:
      return deepest_place(claim, a, b);
  }
}

}  // namespace clearance::cli
