// Question: two solids whose surfaces meet: do they share interior points, or do they only touch?
// Method:   a likely point beside a crossing, proved to be inside both by exact winding numbers; where none is found,
//           exact sampling: within the plane of every triangle that meets the other surface, one point of every cell
//           that the other's triangles cut it into, and the two sides of overlaps in one plane. If the interiors meet,
//           one of these samples is beside a point of both. So "touching" is proved, too, though it has no certificate
//           (CONTRACT §4).
// Proves:   the status; the point of an Interior certificate.
#pragma once

#include <clearance/solid/mesh_query.h>

#include <optional>

namespace clearance::detail {

// A point near the crossing of these two triangles (positions) that is strictly inside both solids, or nothing: quick,
// doubles with error bounds, proved.
std::optional<Vec3> interior_point_near(const Mesh& a, const Pose& pose_a, std::uint32_t triangle_a, const Mesh& b,
                                        const Pose& pose_b, std::uint32_t triangle_b);

// Likewise somewhere in what is common to their boxes: some places are tried.
std::optional<Vec3> interior_point_between(const Mesh& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b);

// Likewise by a vertex of a that is inside b.
std::optional<Vec3> interior_point_at(const Mesh& a, const Pose& pose_a, std::uint32_t vertex, const Mesh& b,
                                      const Pose& pose_b);

// Likewise between two triangles that face each other and have passed by a hair; exact.
std::optional<ExactPoint> interior_point_in_sliver(const Mesh& a, const Pose& pose_a, std::uint32_t triangle_a,
                                                   const Mesh& b, const Pose& pose_b, std::uint32_t triangle_b);

// Likewise where two triangles meet: at an edge or a corner that has passed the other surface by a hair.
std::optional<ExactPoint> interior_point_by_a_hair(const Mesh& a, const Pose& pose_a, std::uint32_t triangle_a,
                                                   const Mesh& b, const Pose& pose_b, std::uint32_t triangle_b);

// For solids whose surfaces share a point: Penetrating with an Interior certificate, or Touching with Triangles. Exact
// and complete, self-intersecting solids included. Penetrating without a certificate (kind None) only where four terms
// a coordinate cannot show a point.
Intersection decide_solid_contact(const Mesh& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b);

}  // namespace clearance::detail
