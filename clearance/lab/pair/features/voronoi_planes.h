// Question: what do the planes between a body's Voronoi regions cost, if they are made once and kept?
// Method:   as the V-Clip package keeps them (Mirtich 1997, §3.3): a plane per face, and two per half-edge, one between
//           edge and face, one between edge and end; unit normals and offsets, in the body's frame. The planes around a
//           vertex are those of its half-edges' ends.
// Cannot:   serve a body moved by a matrix that is no rotation: right angles of the body are none of the world.
// Cost:     64 bytes per half-edge and 32 per face; O(n) to build. A point's side of a plane: 6 flops.
#pragma once

#include <clearance/shape/polytope.h>

#include <vector>

namespace clearance {

struct VoronoiPlane {
  Vec3 normal;
  double offset = 0;

  double beyond(Vec3 p) const { return dot(normal, p) - offset; }
};

class VoronoiPlanes {
 public:
  static VoronoiPlanes build(const Polytope& body);

  // Beyond it: outside.
  const VoronoiPlane& face(int f) const { return face_[static_cast<std::size_t>(f)]; }
  // Through half-edge e, square to its face: beyond it is the edge's region. On the outer side of a polygon: none,
  // zero.
  const VoronoiPlane& beside_face(std::uint32_t e) const { return beside_face_[e]; }
  // Through the origin of half-edge e, square to it: beyond it is that vertex's region. A segment has two: 0 and 1.
  const VoronoiPlane& at_origin(std::uint32_t e) const { return at_origin_[e]; }

 private:
  std::vector<VoronoiPlane> face_, beside_face_, at_origin_;
};

}  // namespace clearance
