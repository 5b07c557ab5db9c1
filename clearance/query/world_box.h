// Question: in which box of the world is a posed body?
// Method:   the farthest vertex along each axis, both ways (a scan for small hulls, climbs from where the last ones
//           ended for large ones), the radius, and all that rounding can have lost, outward.
// Proves:   every point of the body, at the pose as the rational map it is, lies in the box; the box is wider than the
//           tightest by no more than a few 2⁻⁵⁰ of the body's reach and the translation.
#pragma once

#include <clearance/bvh/box.h>
#include <clearance/bvh/swept_box.h>
#include <clearance/math/pose.h>
#include <clearance/shape/mesh.h>
#include <clearance/shape/rounded.h>

#include <cstdint>
#include <span>

namespace clearance::detail {

// Where the last searches ended: −x, +x, −y, +y, −z, +z. Vertex positions; negative: unknown. Tried, never believed.
struct BoxHints {
  std::int32_t vertex[6] = {-1, -1, -1, -1, -1, -1};
};

Box world_box(const Polytope& body, const Pose& pose);
Box world_box(const Rounded& body, const Pose& pose);
Box world_box(const Rounded& body, const Pose& pose, BoxHints& hints);
// A mesh: the tree finds its farthest vertices.
Box world_box(const Mesh& mesh, const Pose& pose);
// One body at many poses: `out` is as long as `poses`.
void world_boxes(const Rounded& body, std::span<const Pose> poses, std::span<Box> out);

// What bvh/swept_box.h needs to know of the body: its box, and a ball around the point `center` of its own frame. The
// radius is the same for all poses: keep it where many are asked for.
double radius_about(const Rounded& body, Vec3 center = {});
SweptBody swept_body(const Rounded& body, const Pose& pose, Vec3 center, double radius);
SweptBody swept_body(const Rounded& body, const Pose& pose, Vec3 center = {});

}  // namespace clearance::detail
