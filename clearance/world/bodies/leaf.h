// Question: what does a world keep of one part of a body?
// Method:   a leaf is one part at its pose, or a half-space; its slot is the number by which broad phase, filters and
//           pair tables know it. What few calls read is kept apart, so that the rest stays in the processor's cache,
//           and what leaves of one shape share is kept once (leaf_shapes.h).
#pragma once

#include <clearance/world/bodies/leaf_shapes.h>
#include <clearance/world/body.h>

#include <cstdint>

namespace clearance::detail {

inline constexpr std::uint32_t kNobody = 0xffffffffu;

struct Leaf {
  Pose pose = {};
  const LeafShape* its = nullptr;  // never null in a world: that of an empty leaf is a point
  std::uint32_t number = 0;        // of the shape
  std::uint32_t body = kNobody, part = 0;
  std::uint32_t offset = kNobody;  // its number, unless the part has its body's pose
  std::uint64_t born = 0;          // on the world's clock

  // A convex shape with its padding; for a mesh or a shape of parts a point whose radius is the padding.
  const Rounded& shape() const { return its->tested; }
  // A mesh or a shape of parts, or null.
  const Shape* general() const { return its->general.get(); }
  // Of a half-space, or null; then the shape means nothing.
  const HalfSpace* space() const { return its->space ? &*its->space : nullptr; }
};

// Where a leaf was at the end of the last frame, and the radius of its shape.
struct LeafBefore {
  Pose pose = {};
  double radius = 0;
};

struct LeafFilter {
  std::uint32_t body = kNobody, holder = kNobody, number = 0;
  Groups groups = {};
  bool is_static = false, is_mentioned = false;
};

}  // namespace clearance::detail
