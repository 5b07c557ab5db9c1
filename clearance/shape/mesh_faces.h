// Question: which triangles of a mesh lie in one plane, side by side, and what lies across each edge?
// Method:   vertices with equal coordinates are one. Two triangles with area that share an edge with no third, pass it
//           in opposite directions and lie in one plane, on either side of the edge, belong to one face.
// Proves:   coplanarity and the sign of every edge, by exact orientations; the bound on each normal.
// Cost:     n log n, once for every mesh that is asked for it (Mesh::faces), by whichever thread asks first; 50 bytes a
//           triangle where faces are large, 90 where each triangle is one.
#pragma once

#include <clearance/math/vec3.h>
#include <clearance/shape/mesh.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace clearance::detail {

// Triangles by position, vertices by the caller's number; side k of a triangle runs from its corner k to the next.
struct MeshFaces {
  static constexpr std::uint32_t kNone = 0xffffffffu;

  struct Side {
    // The other triangle; kNone where there is none, more than one, one that passes the edge in the same direction, or
    // where one of the two has no area.
    std::uint32_t across = kNone;
    // Seen from where the normals point: +1 convex, −1 concave, 0 flat; 0, too, where `across` is kNone.
    std::int8_t bend = 0;

    bool is_flat() const { return across != kNone && bend == 0; }
  };

  std::vector<std::array<Side, 3>> sides;
  std::vector<std::uint32_t> face;    // of a triangle
  std::vector<std::uint32_t> lowest;  // of a face: the lowest id of its triangles
  std::vector<Vec3> normal;           // of a face: unit, as its triangles turn; 0 where it has no area
  std::vector<double> tilt;           // of a face: the normal is off by at most this, in length
  std::vector<std::uint32_t> vertex;  // of a vertex: the lowest number with the same coordinates
  // Of a vertex so named: false inside a face and along a straight edge.
  std::vector<std::uint8_t> is_corner;
  // Of a triangle, bit k for side k, or corner k: not flat, but for what turns by less than 1.4e-5, which counts as
  // noise of the coordinates here; concave among these; corners.
  std::vector<std::uint8_t> bent, hollow, corners;
  // Sides that are bent and convex.
  std::uint8_t risen(std::uint32_t t) const;

  // The triangles at a vertex so named, ascending.
  std::span<const std::uint32_t> around(std::uint32_t v) const {
    return {around_.data() + around_first_[v], around_first_[v + 1] - around_first_[v]};
  }

  std::size_t memory_bytes() const;

  static MeshFaces make(const Mesh& mesh);

 private:
  std::vector<std::uint32_t> around_first_, around_;
};

}  // namespace clearance::detail
