// Question: which runs of triangles of one tree may meet each other?
// Method:   the tree against itself: each box with itself and with those beside it, the larger of two being opened, one
//           box against the eight of a node at once (oriented_boxes.h).
// Proves:   pairs of runs that are not reported are apart, or were passed over by the caller's own word.
// Cost:     some ten tests of eight boxes a run.
#pragma once

#include <clearance/base/function_ref.h>
#include <clearance/bvh/triangle_tree.h>

#include <cstdint>

namespace clearance::detail {

// Triangles by position in the tree's order; the second run is the first itself, or another that no earlier call had
// with it. Returns whether to go on.
using RunMeeting =
    FunctionRef<bool(std::uint32_t first, std::uint32_t count, std::uint32_t other_first, std::uint32_t other_count)>;
// Whether nobody wants to know about the pairs of triangles of two boxes, each a place of a node: eight times the node,
// plus the place. Also asked about one box and itself.
using PassOver = FunctionRef<bool(std::uint32_t box, std::uint32_t other_box)>;

void find_meeting_itself(const TriangleTree& tree, PassOver pass_over, RunMeeting visit);

}  // namespace clearance::detail
