// Question: along which short translation do two bodies part that are to be some distance from each other: a ball or a
//           capsule and a mesh, or bodies with paddings?
// Method:   where what is inside them is still apart, its nearest points give a plane that the translation must pass,
//           and the shortest beyond all planes so far is tried next (cutting planes). Elsewhere one goes out along a
//           direction, back to where it is just free, and begins there.
// Proves:   what `is_free` proves of the translation that is returned.
// Cost:     a distance for each step, some ten steps.
#pragma once

#include <clearance/base/function_ref.h>
#include <clearance/solid/depth/depth.h>
#include <clearance/solid/depth/nearest_beyond.h>

#include <optional>
#include <span>

namespace clearance::detail {

struct GapQuestions {
  // After b has moved by t: the plane that t has to pass by its nearest points; nothing where there are none.
  FunctionRef<std::optional<WayPlane>(Vec3 t)> plane_at;
  // Proved.
  FunctionRef<bool(Vec3 t)> is_free;
};

// Directions of unit length, each with a length at which it is surely free.
struct SureWay {
  Vec3 direction;
  double length = 0;
};

// Improves `best`, which is free, or infinite. No way is shorter than `lower`.
void find_way_by_gaps(const GapQuestions& ask, std::span<const SureWay> ways, double lower, const DepthBudget& budget,
                      DepthAbove& best);

}  // namespace clearance::detail
