// Question: which few of many contact points are enough for a solver?
// Method:   the deepest; then those that span the largest polygon with it, seen along the normal: of four the largest
//           quadrilateral that has it for a corner, exactly; of more, those farthest from all chosen before.
// Cannot:   find the largest polygon of five or more. Areas that differ by less than rounding are taken as equal, and
//           the earlier point stays, so that which ones are chosen does not flicker.
// Cost:     n² for n points; of more than 64 only the corners of their hull are looked at.
#pragma once

#include <clearance/contact/manifold.h>

#include <cstdint>
#include <span>
#include <vector>

namespace clearance::detail {

// Memory for it.
struct SpanBuffers {
  struct Seen {
    double x, y;
    std::uint32_t index;
  };
  std::vector<Seen> seen, hull;
  std::vector<std::uint32_t> chosen;
};

// Positions of `count` ≥ 1 of them, or all if there are no more, ascending. The span holds until the buffers are used
// again.
std::span<const std::uint32_t> span_points(std::span<const ContactPoint> points, Vec3 normal, std::uint32_t count,
                                           SpanBuffers& buffers);

}  // namespace clearance::detail
