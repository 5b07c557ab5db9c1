// Question: does a part of one moving body lie inside a solid of the other at an instant, when their surfaces share no
//           point?
// Method:   one vertex of every component is located exactly, where the motions have the bodies then; in doubles,
//           where that shows it to be outside a solid's box.
// Proves:   the answer, where the surfaces are apart: each component is then on one side.
#pragma once

#include <clearance/exact/time/pose_path.h>
#include <clearance/motion/shapes/shape_window.h>
#include <clearance/proof/certificate.h>

#include <cstddef>
#include <cstdint>
#include <optional>

namespace clearance::detail {

struct VertexInside {
  Body of;               // whose vertex it is
  std::uint32_t vertex;  // the caller's number
  std::uint32_t part_a, part_b;
  Vec3 point;         // the vertex, in its body's frame
  std::size_t solid;  // the number of the other body's part that it is in
};
std::optional<VertexInside> find_inside(const ShapePieces& a, const ExactPose& pose_a, const ShapePieces& b,
                                        const ExactPose& pose_b);
// The same of a question at a time of its motions.
std::optional<VertexInside> find_inside_at(const ShapeQuestion& question, double time);

}  // namespace clearance::detail
