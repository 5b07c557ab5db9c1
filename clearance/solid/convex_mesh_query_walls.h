// Question: which triangles cannot reach into a convex body, when many touch it at once?
// Method:   a plane that a touching triangle shows, weakly between the body and what lies beyond: it is tried on the
//           body once, exactly, and then on the three corners of each triangle. Flush faces need one.
// Proves:   a triangle beyond a wall shares no point with the body's interior.
// Notation: a the convex body, core and radius r; b the mesh; n a wall's normal, p a core vertex farthest along it.
#pragma once

#include <clearance/solid/convex_mesh_query_parts.h>

#include <vector>

namespace clearance::detail {

class Walls {
 public:
  explicit Walls(const ConvexMeshPair& pair) : pair_(pair) {}

  // Of a triangle that touches a: its own plane, or for r = 0 that of the certificate, if it is one.
  void add(std::uint32_t t, const Certificate& touching);
  bool has_beyond(std::uint32_t t) const;

 private:
  static constexpr std::size_t kMost = 6;  // a body in a notch touches three planes; each costs a look at all triangles

  struct TriangleWall {
    std::uint32_t t;
    int side;  // of the plane on which a lies
  };
  struct PlaneWall {
    Plane plane;
    Vec3 on;  // p
  };

  bool add_own_plane(std::uint32_t t);
  void add_plane(const Plane& plane, Vec3 on);
  int side_of(const PlaneWall& wall, Vec3 vertex, const Pose& pose) const;

  const ConvexMeshPair& pair_;
  std::vector<TriangleWall> triangles_;
  std::vector<PlaneWall> planes_;
};

}  // namespace clearance::detail
