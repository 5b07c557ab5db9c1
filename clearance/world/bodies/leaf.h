// Question: what does a world keep of one part of a body?
// Method:   a leaf is one part at its pose, or a half-space; its slot is the number by which broad phase, filters and
//           pair tables know it. What few calls read is kept apart, so that the rest stays in the processor's cache.
#pragma once

#include <clearance/query/support_bound.h>
#include <clearance/shape/half_space.h>
#include <clearance/shape/parts.h>
#include <clearance/world/body.h>

#include <cstdint>
#include <memory>
#include <optional>

namespace clearance::detail {

inline constexpr std::uint32_t kNobody = 0xffffffffu;

struct Leaf {
  // A convex shape with its padding; for a mesh or a shape of parts a point whose radius is the padding.
  Rounded shape;
  Pose pose = {};
  std::shared_ptr<const SupportBound> bound = {};  // of large cores, meshes
  const Shape* general = nullptr;                  // a mesh or a shape of parts, which the rest of the leaf owns
  std::optional<HalfSpace> space = {};             // then shape means nothing
  std::uint32_t body = kNobody, part = 0;
  std::uint64_t born = 0;  // on the world's clock
};

struct LeafRest {
  double radius = 0;   // of a convex shape without the padding
  Pose offset = {};    // in the body's frame
  Pose previous = {};  // at the end of the last frame
  double previous_radius = 0;
  std::shared_ptr<const Shape> general = {};
};

struct LeafFilter {
  std::uint32_t body = kNobody, holder = kNobody, number = 0;
  Groups groups = {};
  bool is_static = false, is_mentioned = false;
};

}  // namespace clearance::detail
