// Bodies of triangles for the tests of the checkers.
#pragma once

#include <clearance/proof/check_mesh.h>

#include <cstdint>
#include <vector>

namespace clearance::detail::test {

// What a PosedBody looks at.
struct Triangles {
  std::vector<Vec3> points;
  std::vector<MeshTriangle> triangles;

  // Appends another, whose vertices and triangles come after these.
  void add(const Triangles& more) {
    const auto offset = static_cast<std::uint32_t>(points.size());
    points.insert(points.end(), more.points.begin(), more.points.end());
    for (const MeshTriangle& t : more.triangles) triangles.push_back({t[0] + offset, t[1] + offset, t[2] + offset});
  }
  Triangles inside_out() const {
    Triangles out = *this;
    for (MeshTriangle& t : out.triangles) std::swap(t[1], t[2]);
    return out;
  }
  PosedBody body(PosedBody::Kind kind, const Pose& pose = {}, double radius = 0) const {
    return {kind, {{points, radius, triangles}}, pose};
  }
  PosedBody solid(const Pose& pose = {}) const { return body(PosedBody::Kind::Solid, pose); }
  PosedBody surface(const Pose& pose = {}) const { return body(PosedBody::Kind::Surface, pose); }
  PosedBody convex(const Pose& pose = {}, double radius = 0) const {
    return body(PosedBody::Kind::Convex, pose, radius);
  }
};

// Corner i has sign bits x = i&1, y = i&2, z = i&4. Triangles 2f and 2f + 1 make face f: −x, +x, −y, +y, −z, +z.
inline Triangles block(Vec3 low, Vec3 high) {
  Triangles out;
  for (int i = 0; i < 8; ++i)
    out.points.push_back({i & 1 ? high.x : low.x, i & 2 ? high.y : low.y, i & 4 ? high.z : low.z});
  out.triangles = {{0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}, {0, 1, 5}, {0, 5, 4},
                   {2, 6, 7}, {2, 7, 3}, {0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}};
  return out;
}

// A block with a cavity.
inline Triangles hollow(Vec3 low, Vec3 high, double wall) {
  Triangles out = block(low, high);
  const Vec3 inset{wall, wall, wall};
  out.add(block(low + inset, high - inset).inside_out());
  return out;
}

}  // namespace clearance::detail::test
