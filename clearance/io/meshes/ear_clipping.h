// Question: which triangles make up a polygon that is not convex?
// Method:   an ear at a time is cut off (Meisters 1975): a corner that turns left and whose triangle no corner that
//           does not lies in. Those are found in a tree of boxes. A corner is looked at again only when a neighbour
//           went: no other change makes an ear.
// Cannot:   tell whether the outline crosses itself (outline_crossing.h).
// Cost:     O(n log n) as a rule, O(n·√n) for long thin triangles; a bound on the work keeps worse outlines out.
#pragma once

#include <clearance/io/meshes/planar_view.h>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace clearance::detail {

enum class EarClipping : std::uint8_t { Done, NoEar, TooMuchWork };

// Appends the triangles; neighbouring corners differ. What was appended before NoEar or TooMuchWork means nothing.
EarClipping clip_ears(const PlanarView& view, std::span<const std::uint32_t> corners,
                      std::vector<std::array<std::uint32_t, 3>>& triangles);

}  // namespace clearance::detail
