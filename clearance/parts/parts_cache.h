// What two bodies of parts remember: the two parts that met, or were nearest, and their own evidence. They are tried
// first, and proved like any others; as in ConvexCache, nothing is believed.
#pragma once

#include <clearance/convex/convex_cache.h>
#include <clearance/solid/mesh_cache.h>

#include <cstdint>

namespace clearance::detail {

struct PartsCache {
  std::int32_t leaf_a = -1, leaf_b = -1;  // nodes of the trees of hulls
  ConvexCache hulls = {};                 // of the hulls of everything
  ConvexCache convex = {};                // of the two parts, by what they are
  MeshCache mesh = {};
};

}  // namespace clearance::detail
