// Question: which triangles make up one planar face, and which edges are left between faces?
// Method:   two triangles that meet at an edge where no others do, in one plane exactly, are of one face.
// Proves:   exact signs only.
// Cost:     nearly linear.
#pragma once

#include <clearance/brep/make/edge_fan.h>
#include <clearance/shape/mesh.h>

#include <cstdint>
#include <vector>

namespace clearance::detail {

struct MergedFaces {
  std::vector<std::uint32_t> face;  // of each triangle, by position
  std::vector<std::uint32_t> ids;   // of each face: the lowest of the caller's numbers; ascending
  std::vector<bool> is_edge;        // of each edge of the fans: more than two triangles, or two of different planes
};

MergedFaces merged_faces(const Mesh& mesh, const EdgeFans& fans);

}  // namespace clearance::detail
