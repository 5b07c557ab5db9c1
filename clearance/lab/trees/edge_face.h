// Question: does an edge of one body meet a face of another, which need not be convex?
// Method:   three answers of the survey by Jiménez, Thomas and Torras (1998, §2.2), null determinants included:
//           Canny's predicates A and B (1986), for convex faces; the point where the edge meets the face's plane, and
//           the parity of a ray from there (Boyse 1979); signs of determinants of vertices alone (Thomas and Torras
//           1994).
// Proves:   the relation, from exact signs of posed vertices.
// Cost:     measured: docs/meshes/edge_face.md. The library's triangles use Canny's predicates
//           (mesh/triangle_pair.h): on a triangle they are the fewest determinants, need no new point, and what
//           edge and edge share serves the other triangle as well. The other two are oracles, and for whoever has
//           faces that are not convex.
#pragma once

#include <clearance/math/pose.h>

#include <cstdint>
#include <span>

namespace clearance {

struct EdgeAt {
  Vec3 from, to;
  Vec3 third;  // some other vertex of the body, best not in line with these two: determinants look along its plane
  const Pose& pose;
};

// Three corners or more, exactly in one plane, in either sense; no two sides meet but neighbours, at their common
// corner. Corners may lie in the middle between their neighbours.
struct FaceAt {
  std::span<const Vec3> corners;
  const Pose& pose;
};

enum class EdgeFace : std::uint8_t {
  Apart,
  Meet,    // the closed edge and the closed face share a point
  Pierce,  // moreover the edge runs from one side of the plane to the other, through the inner part of the face
};
const char* to_string(EdgeFace relation);

// Convex faces only.
EdgeFace edge_face_canny(const EdgeAt& edge, const FaceAt& face);
EdgeFace edge_face_parity(const EdgeAt& edge, const FaceAt& face);
EdgeFace edge_face_determinants(const EdgeAt& edge, const FaceAt& face);

struct EdgeFaceMethod {
  const char* name;
  const char* source;
  bool convex_only;
  EdgeFace (*decide)(const EdgeAt&, const FaceAt&);
};
std::span<const EdgeFaceMethod> edge_face_methods();

}  // namespace clearance
