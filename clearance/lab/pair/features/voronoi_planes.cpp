#include <clearance/lab/pair/features/voronoi_planes.h>

namespace clearance {
namespace {

VoronoiPlane plane_through(Vec3 p, Vec3 normal) {
  const Vec3 unit = normal / norm(normal);
  return {unit, dot(unit, p)};
}

// Of corners far apart, as VoronoiFace has it.
Vec3 normal_of(const Polytope& body, int f) {
  const std::span<const std::uint32_t> loop = body.face(f);
  const auto corner = [&](std::size_t k) { return body.vertex(static_cast<int>(loop[k])); };
  const std::size_t third = loop.size() / 3;
  return cross(corner(third) - corner(0), corner(2 * third) - corner(0));
}

}  // namespace

VoronoiPlanes VoronoiPlanes::build(const Polytope& body) {
  VoronoiPlanes planes;
  if (body.dimension() == 1) {
    const Vec3 tail = body.vertex(0), head = body.vertex(1);
    planes.at_origin_ = {plane_through(tail, tail - head), plane_through(head, head - tail)};
    return planes;
  }
  for (int f = 0; f < body.face_count(); ++f)
    planes.face_.push_back(plane_through(body.vertex(static_cast<int>(body.face(f)[0])), normal_of(body, f)));
  const std::span<const HalfEdge> edges = body.half_edges();
  for (const HalfEdge& edge : edges) {
    const Vec3 tail = body.vertex(static_cast<int>(edge.origin));
    const Vec3 along = body.vertex(static_cast<int>(edges[edge.twin].origin)) - tail;
    planes.at_origin_.push_back(plane_through(tail, -along));
    planes.beside_face_.push_back(
        edge.face == kNoFace ? VoronoiPlane{} : plane_through(tail, cross(along, planes.face_[edge.face].normal)));
  }
  return planes;
}

}  // namespace clearance
