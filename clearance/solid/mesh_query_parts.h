// What the queries of meshes share across files; no part of the interface.
#pragma once

#include <clearance/solid/convex_mesh_query_parts.h>
#include <clearance/solid/mesh_cache.h>
#include <clearance/solid/mesh_pair.h>
#include <clearance/solid/mesh_query.h>

#include <optional>

namespace clearance::detail {

Intersection intersects(const MeshPair& pair, MeshCache* cache);
// Of two meshes none of whose triangles meet: what one being inside the other makes of them, or nothing.
std::optional<Intersection> containment(const Mesh& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b);

}  // namespace clearance::detail
