// Question: does the outline of a polygon cross itself?
// Method:   a sweep over its edges in the order of x (Shamos & Hoey 1976) with exact signs: two edges that cross are
//           neighbours in the vertical order just before. Contact is no crossing: outlines may touch themselves and run
//           along their own edges, as those with holes joined by bridges do.
// Cannot:   see chains that cross through a corner of both.
// Cost:     O(n log n).
#pragma once

#include <clearance/io/meshes/planar_view.h>

#include <cstdint>
#include <span>

namespace clearance::detail {

// Two edges share an inner point of both and are not collinear, or a corner lies on an edge and the outline changes
// sides there.
bool crosses_itself(const PlanarView& view, std::span<const std::uint32_t> corners);

}  // namespace clearance::detail
