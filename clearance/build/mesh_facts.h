// Question: what is exactly true of these triangles, and how do they hang together?
// Method:   vertices with equal coordinates become one; half-edges and triangles go into the bucket of their lowest
//           vertex and are compared there; union-find over the vertices; signs of areas and of the volume in doubles
//           with error bounds, in exact numbers where those leave them open; without volume, mesh_winds.h.
// Proves:   every count and every sign.
// Cost:     linear, plus a sort of each vertex's edges; some 30 bytes a triangle while it works.
#pragma once

#include <clearance/base/workers.h>
#include <clearance/shape/mesh.h>

#include <cstdint>
#include <span>
#include <vector>

namespace clearance::detail {

struct MeshStructure {
  MeshFacts facts;
  std::vector<std::uint32_t> component_vertices;  // the lowest of each component, ascending
};

// Every index is a vertex, every coordinate finite, at most 2³¹ vertices and 2²⁹ triangles: the caller has looked.
MeshStructure mesh_structure(std::span<const Vec3> vertices, std::span<const MeshTriangle> triangles, Workers& workers);

}  // namespace clearance::detail
