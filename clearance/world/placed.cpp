#include <clearance/mesh/point.h>
#include <clearance/query/ray_parts.h>
#include <clearance/solid/convex_mesh_query_parts.h>
#include <clearance/world/placed.h>
#include <clearance/world/placed_shape.h>

#include <cmath>

namespace clearance::detail {
namespace {

// ---- Without a padding beyond a radius ------------------------------------------------------------------------------

Distance gap(const Placed& a, const Placed& b, PairCache& cache, const QueryOptions& options, double limit) {
  if (b.space != nullptr) return gap(b, a, cache, options, limit);
  return distance(ShapeOf(a), *a.pose, ShapeOf(b), *b.pose, cache, {options.first, options.methods, next_above(limit)});
}

// Sign of (distance − limit), exactly, paddings aside.
int compare_gap(const Placed& a, const Placed& b, double limit) {
  if (a.convex != nullptr && b.convex != nullptr)
    return compare_distance(*a.convex, *a.pose, *b.convex, *b.pose, limit);
  return compare_distance(ShapeOf(a), *a.pose, ShapeOf(b), *b.pose, limit);
}

// ---- With one -------------------------------------------------------------------------------------------------------

// Of two bodies with these paddings together, given the distance without them.
Status padded_status(const Placed& a, const Placed& b, const Distance& gap, double padding, Algorithm& decided_by) {
  if (gap.status != Status::Separated || gap.upper < padding) return Status::Penetrating;
  if (gap.lower > padding) return Status::Separated;
  const int sign = compare_gap(a, b, padding);
  decided_by = Algorithm::Exact;
  return sign < 0 ? Status::Penetrating : sign == 0 ? Status::Touching : Status::Separated;
}

// What shows that two bodies are nearer than their paddings.
Certificate padded_certificate(Status status, const Distance& gap) {
  Certificate certificate;
  if (status != Status::Penetrating || gap.status != Status::Separated || !gap.has_witness) return certificate;
  certificate.kind = Certificate::Kind::Near;
  certificate.witness = gap.witness;
  return certificate;
}

Intersection padded_intersection(const Placed& a, const Placed& b, double padding, PairCache& cache,
                                 const QueryOptions& options) {
  const Distance found = gap(a, b, cache, options, padding);
  Intersection answer;
  answer.decided_by = found.decided_by;
  answer.status = padded_status(a, b, found, padding, answer.decided_by);
  answer.certificate = padded_certificate(answer.status, found);
  answer.part_a = found.part_a, answer.part_b = found.part_b;
  return answer;
}

Distance padded_distance(const Placed& a, const Placed& b, double padding, PairCache& cache,
                         const QueryOptions& options, double limit) {
  const Distance found = gap(a, b, cache, options, sum_above(padding, limit));
  Distance answer = found;
  answer.status = padded_status(a, b, found, padding, answer.decided_by);
  answer.certificate = padded_certificate(answer.status, found);
  if (answer.status != Status::Separated) {
    answer.lower = answer.upper = 0;
    answer.has_witness = false;
    return answer;
  }
  // A difference is rounded by at most one step.
  answer.lower = larger(next_below(found.lower - padding), 0);
  answer.upper = next_above(found.upper - padding);
  if (!(answer.upper > 0)) answer.upper = next_above(0);
  const Vec3 way = found.point_b - found.point_a;
  const double length = norm(way);
  if (length > 0 && std::isfinite(length)) {
    // Of two bodies one may be a half-space, which has no padding and is a in the distance.
    const double of_a = b.space != nullptr ? 0 : a.padding;
    const double of_b = b.space != nullptr ? a.padding : b.padding;
    answer.point_a = found.point_a + (of_a / length) * way;
    answer.point_b = found.point_b - (of_b / length) * way;
  }
  return answer;
}

}  // namespace

Intersection convex_intersection(const Placed& a, const Placed& b, ConvexCache& cache, const QueryOptions& options) {
  if (a.space != nullptr) return intersects(*a.space, *a.pose, *b.convex, *b.pose, cache);
  if (b.space != nullptr) return intersects(*b.space, *b.pose, *a.convex, *a.pose, cache);
  if (a.convex->radius() == 0 && b.convex->radius() == 0)
    return intersects(a.convex->core(), *a.pose, b.convex->core(), *b.pose, cache, options);
  return intersects(*a.convex, *a.pose, *b.convex, *b.pose, cache, options);
}

Distance convex_distance(const Placed& a, const Placed& b, ConvexCache& cache, const QueryOptions& options,
                         double limit) {
  if (a.space != nullptr)
    return distance(*a.space, *a.pose, *b.convex, *b.pose, cache, {options.first, options.methods, next_above(limit)});
  if (b.space != nullptr)
    return distance(*b.space, *b.pose, *a.convex, *a.pose, cache, {options.first, options.methods, next_above(limit)});
  const DistanceOptions below{options.first, options.methods, next_above(limit)};
  if (a.convex->radius() == 0 && b.convex->radius() == 0)
    return distance(a.convex->core(), *a.pose, b.convex->core(), *b.pose, cache, below);
  return distance(*a.convex, *a.pose, *b.convex, *b.pose, cache, below);
}

Intersection general_intersection(const Placed& a, const Placed& b, PairCache& cache, const QueryOptions& options) {
  if (const double padding = padding_of(a, b); padding > 0) return padded_intersection(a, b, padding, cache, options);
  if (b.space != nullptr) return general_intersection(b, a, cache, options);
  return intersects(ShapeOf(a), *a.pose, ShapeOf(b), *b.pose, cache, options);
}

Distance general_distance(const Placed& a, const Placed& b, PairCache& cache, const QueryOptions& options,
                          double limit) {
  if (const double padding = padding_of(a, b); padding > 0)
    return padded_distance(a, b, padding, cache, options, limit);
  return gap(a, b, cache, options, limit);
}

bool is_within(const Placed& a, const Placed& b, double limit) {
  return compare_gap(a, b, sum_above(padding_of(a, b), limit)) <= 0;
}

// ---- Rays -----------------------------------------------------------------------------------------------------------

namespace {

// All points within the padding of the mesh: those of its triangles, each a rounded body, and what a solid holds, into
// which no way leads but past them.
std::optional<RayHit> padded_hit(const Mesh& mesh, const Pose& pose, double padding, Vec3 from, Vec3 to) {
  if (mesh.is_solid() && locate(mesh, pose, from) != PointLocation::Outside) return RayHit{0, 0, from, {}};
  const Rounded segment(triangle_polytope(from, to, to));
  const Pose identity;
  const ConvexMeshPair pair(segment, identity, mesh, pose);
  std::optional<RayHit> first;
  pair.for_triangles(padding, [&](std::uint32_t t) {
    if (pair.surely_beyond(t, padding)) return true;
    take_earlier(first, cast_ray(rounded(triangle_polytope(mesh, t), padding), pose, from, to));
    return true;
  });
  return first;
}

std::optional<RayHit> padded_hit(const Rounded& part, const Pose& pose, double padding, Vec3 from, Vec3 to) {
  return cast_ray(rounded(part.core(), sum_above(part.radius(), padding)), pose, from, to);
}

}  // namespace

std::optional<RayHit> ray_hit(const Placed& body, Vec3 from, Vec3 to) {
  if (body.space != nullptr) return cast_ray(*body.space, *body.pose, from, to);
  if (body.convex != nullptr) return cast_ray(*body.convex, *body.pose, from, to);
  const auto* mesh = std::get_if<Mesh>(body.general);
  const auto* parts = std::get_if<Parts>(body.general);
  if (body.padding == 0)
    return mesh != nullptr ? cast_ray(*mesh, *body.pose, from, to) : cast_ray(*parts, *body.pose, from, to);
  if (mesh != nullptr) return padded_hit(*mesh, *body.pose, body.padding, from, to);
  std::optional<RayHit> first;
  for (const PartShape& part : parts->parts())
    std::visit([&](const auto& shape) { take_earlier(first, padded_hit(shape, *body.pose, body.padding, from, to)); },
               part);
  return first;
}

}  // namespace clearance::detail
