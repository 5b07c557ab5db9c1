// Question: which points about a solid, and what is each on?
// Method:   at random in its box, near its faces, and on vertices, edges and faces, exactly: these are averages whose
//           coordinates fit into doubles.
#pragma once

#include <clearance/base/random.h>
#include <clearance/brep/entity.h>

#include <cmath>
#include <cstdint>
#include <vector>

namespace clearance::bench {

// A point with what it is on, as far as its making tells.
struct KnownPoint {
  Vec3 at;
  Entity on;  // NotAsked: nobody knows
};
using KnownPoints = std::vector<KnownPoint>;

enum class PointsOf : std::uint8_t { Box, Near, Vertices, Edges, Faces };
inline constexpr PointsOf kPointsOf[] = {PointsOf::Box, PointsOf::Near, PointsOf::Vertices, PointsOf::Edges,
                                         PointsOf::Faces};
inline const char* to_string(PointsOf points) {
  switch (points) {
    case PointsOf::Box:
      return "in the box";
    case PointsOf::Near:
      return "near the surface";
    case PointsOf::Vertices:
      return "vertices";
    case PointsOf::Edges:
      return "midpoints of edges";
    case PointsOf::Faces:
      return "on faces";
  }
  return "?";
}

namespace known_points {

using detail::Random;

// Exactly: a quarter, a quarter and a half of the three corners of a triangle of the face.
inline Vec3 face_point(const BRep& brep, std::uint32_t face, Random& random) {
  const auto triangles = brep.triangles_of_face(face);
  const MeshTriangle& t = brep.mesh().triangle(triangles[random.below(triangles.size())]);
  const auto corner = [&](std::uint64_t k) { return brep.mesh().vertex(t[k % 3]); };
  const std::uint64_t k = random.below(3);
  return 0.25 * (corner(k) + corner(k + 1)) + 0.5 * corner(k + 2);
}

inline Vec3 near_point(const BRep& brep, Random& random, double size) {
  const auto face = static_cast<std::uint32_t>(random.below(brep.face_count()));
  const std::array<Vec3, 3>& p = brep.plane_of_face(face);
  const Vec3 normal = cross(p[1] - p[0], p[2] - p[0]);
  const double away = size * std::exp2(-10.0 - 30.0 * random.unit()) * (random.below(2) == 0 ? 1 : -1);
  return face_point(brep, face, random) + away / norm(normal) * normal;
}

}  // namespace known_points

// In the box and a tenth around it; at 2⁻¹⁰ to 2⁻⁴⁰ of the solid's size from a face; vertices, midpoints of edges and
// points of faces, exactly: that takes coordinates of less than 50 bits. Vertices and edges in random order, again and
// again.
inline KnownPoints points_of(const BRep& brep, PointsOf which, std::size_t count, std::uint64_t seed) {
  using namespace known_points;
  Random random(seed);
  const Vec3 low = brep.mesh().box_low();
  const Vec3 extent = brep.mesh().box_high() - low;
  KnownPoints out;
  out.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    switch (which) {
      case PointsOf::Box: {
        const double x = random.uniform(-0.1, 1.1), y = random.uniform(-0.1, 1.1), z = random.uniform(-0.1, 1.1);
        out.push_back({low + Vec3{x * extent.x, y * extent.y, z * extent.z}, {}});
        break;
      }
      case PointsOf::Near:
        out.push_back({near_point(brep, random, norm_max(extent)), {}});
        break;
      case PointsOf::Vertices: {
        const auto v = static_cast<std::uint32_t>(random.below(brep.vertex_count()));
        out.push_back({brep.vertex(v), {EntityKind::Vertex, v}});
        break;
      }
      case PointsOf::Edges: {
        const auto e = static_cast<std::uint32_t>(random.below(brep.edge_count()));
        out.push_back({0.5 * (brep.vertex(brep.edge(e).low) + brep.vertex(brep.edge(e).high)), {EntityKind::Edge, e}});
        break;
      }
      case PointsOf::Faces: {
        const auto f = static_cast<std::uint32_t>(random.below(brep.face_count()));
        out.push_back({face_point(brep, f, random), {EntityKind::Face, f}});
        break;
      }
    }
  }
  return out;
}

}  // namespace clearance::bench
