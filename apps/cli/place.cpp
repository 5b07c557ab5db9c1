#include "place.h"

#include <algorithm>
#include <cmath>

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

// Of what body the certificate speaks there: its own, one of its parts, or the hull of the triangle that it names.
std::optional<Rounded> shown_piece(const Claim& claim, Body side, const SceneObject& object) {
  if (const Rounded* convex = object.convex()) return *convex;
  const std::optional<std::uint32_t> part = side == Body::A ? claim.part_a : claim.part_b;
  if (object.parts() && !part) return std::nullopt;
  if (object.parts())
    if (const auto* convex = std::get_if<Rounded>(&(*object.parts())[part.value_or(0)])) return *convex;
  if (object.half_space()) return std::nullopt;
  const ScenePart& given = (*object.given)[part.value_or(0)];
  const Certificate& shown = claim.certificate;
  std::vector<Vec3> corners;
  if (shown.kind == Certificate::Kind::Triangles)
    for (const std::uint32_t v : given.triangles[side == Body::A ? shown.mesh.triangle_a : shown.mesh.triangle_b])
      corners.push_back(given.points[v]);
  else if (shown.kind == Certificate::Kind::Simplex)
    for (int k = 0; k < shown.simplex.count; ++k)
      corners.push_back(given.points[side == Body::A ? shown.simplex.a[k] : shown.simplex.b[k]]);
  const Result<Polytope> hull = convex_hull(corners);
  return hull ? std::optional<Rounded>(*hull) : std::nullopt;
}

// The middle of the deepest contact: of all its points, halfway between their places on the bodies. Contacts of whole
// surfaces take a thousand times as long as those of the pieces that a certificate speaks of.
std::optional<Vec3> middle_of_contact(const Claim& claim, const SceneObject& a, const SceneObject& b) {
  const std::optional<Rounded> piece_a = shown_piece(claim, Body::A, a), piece_b = shown_piece(claim, Body::B, b);
  const bool has_pieces = piece_a && piece_b;
  const Manifold found = has_pieces ? manifold(Shape(*piece_a), a.pose, Shape(*piece_b), b.pose)
                                    : manifold(a.shape, a.pose, b.shape, b.pose);
  if (found.patches.empty()) return std::nullopt;
  std::vector<Vec3> places;
  for (const ContactPoint& point : found.points_of(found.patches[0])) places.push_back(0.5 * point.a + 0.5 * point.b);
  return mean(places);
}

std::optional<Vec3> shown_place(const Claim& claim, const SceneObject& a, const SceneObject& b) {
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
      return a.mesh() && b.mesh() ? common_point(contact, a, b) : middle_of_contact(claim, a, b);
    default:
      return middle_of_contact(claim, a, b);
  }
}

// How far from the origin an object's points are.
double reach_of(const SceneObject& object) {
  double reach = 0;
  for (const ScenePart& part : *object.given)
    for (const Vec3& point : part.points) reach = std::max(reach, norm_max(point));
  return reach + norm_max(object.pose.translation());
}

// Rounding makes dust of what is zero: of sums and products of the bodies' coordinates, some 2⁻⁵³ of them each.
Vec3 without_dust(Vec3 place, const SceneObject& a, const SceneObject& b) {
  constexpr double kNearZero = 1e-9, kRounding = 0x1p-48;
  const auto is_small = [](double x) { return x != 0 && std::abs(x) < kNearZero; };
  if (!is_small(place.x) && !is_small(place.y) && !is_small(place.z)) return place;
  const double error = kRounding * std::max(reach_of(a), reach_of(b));
  for (double* x : {&place.x, &place.y, &place.z})
    if (std::abs(*x) <= error) *x = 0;
  return place;
}

}  // namespace

std::optional<Vec3> place_of(const Claim& claim, const SceneObject& a, const SceneObject& b) {
  if (claim.status == Status::Separated) return std::nullopt;
  if (a.half_space() && b.half_space()) return std::nullopt;
  const std::optional<Vec3> place = shown_place(claim, a, b);
  return place ? std::optional(without_dust(*place, a, b)) : std::nullopt;
}

}  // namespace clearance::cli
