// Question: what does a manifold of b and a say about a and b?
#pragma once

#include <clearance/contact/manifold.h>
#include <clearance/parts/turned_answer.h>

#include <utility>

namespace clearance::detail {

inline void turn(Manifold& found) {
  found.answer = detail::turned(found.answer);
  for (ContactPatch& patch : found.patches) {
    patch.normal = -patch.normal;
    std::swap(patch.part_a, patch.part_b);
  }
  for (ContactPoint& point : found.points) {
    std::swap(point.a, point.b);
    std::swap(point.feature_a, point.feature_b);
  }
}

}  // namespace clearance::detail
