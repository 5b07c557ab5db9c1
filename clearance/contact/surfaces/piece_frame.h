// Question: in which frame are two bodies looked at, and how far off are their places there?
// Method:   a's own; the world's axes about its place where a's pose is a matrix, which may stretch. Lengths are
//           multiplied by a power of two, so that the bodies are about 1.
// Proves:   the error of each coordinate: that of the map from b's frame to a's (solid/convex_mesh_query_parts.h), or
//           kDifferenceError of the bodies' reach and their distance (exact/posed.h).
#pragma once

#include <clearance/contact/surfaces/piece_contacts.h>
#include <clearance/exact/posed.h>
#include <clearance/shape/rounded.h>
#include <clearance/solid/convex_mesh_query_parts.h>

#include <algorithm>
#include <cmath>

namespace clearance::detail {

// What a search needs to know of a body.
struct PieceBody {
  const Pose& pose;
  double reach;
  Vec3 low, high;  // of its box
  double radius;

  PieceBody(const Rounded& body, const Pose& at)
      : pose(at),
        reach(body.core().reach()),
        low(body.core().box_low()),
        high(body.core().box_high()),
        radius(body.radius()) {}
  PieceBody(const Mesh& mesh, const Pose& at)
      : pose(at), reach(mesh.reach()), low(mesh.box_low()), high(mesh.box_high()), radius(0) {}

  Vec3 middle() const { return 0.5 * low + 0.5 * high; }
};

inline PieceSearch piece_search(const PieceBody& a, const PieceBody& b, bool may_penetrate) {
  const Vec3 shift = b.pose.translation() - a.pose.translation();
  const double size = a.reach + b.reach + norm_max(shift);
  int exponent = 0;
  std::frexp(size + a.radius + b.radius, &exponent);
  const double scale = std::ldexp(1.0, -std::clamp(exponent, -1000, 1000));
  PieceSearch made;
  made.frame.origin = a.pose.translation();
  made.frame.scale = made.map_a.scale = made.map_b.scale = scale;
  double error = kDifferenceError * size;
  if (a.pose.kind() == Pose::Kind::Quaternion) {
    const FrameMap to_a(b.pose, b.reach, a.pose);
    made.frame.turn = a.pose.rotation();
    made.map_b.turn = to_a.matrix, made.map_b.shift = to_a.shift;
    error = larger(error, to_a.error);
  } else {
    made.map_a.turn = a.pose.rotation();
    made.map_b.turn = b.pose.rotation(), made.map_b.shift = shift;
  }
  made.error = scale * error + 0x1p-300;
  made.radius_a = scale * a.radius, made.radius_b = scale * b.radius;
  const Vec3 middle_a = made.map_a.turn * a.middle(), middle_b = made.map_b.turn * b.middle() + made.map_b.shift;
  made.middle_a = scale * middle_a;
  made.between = scale * (middle_b - middle_a);
  made.may_penetrate = may_penetrate;
  return made;
}

// Interiors that share no point leave no contact that is deeper than rounding.
inline bool may_penetrate(Status status) { return status == Status::Penetrating || status == Status::Intersecting; }

}  // namespace clearance::detail
