// Question: which spheres and tori has Vaněček (1990, Table 1), exactly?
// Method:   n × n faces between circles of latitude and of longitude. Every ring is one polygon, scaled: a face
//           between two rings has two parallel sides and is planar, exactly, because polygon and radii have few bits
//           and their products fit into doubles. The tube of the torus has corners at its top and its bottom, so that
//           no faces lie in one plane there. Fanned into triangles; make_brep puts them together again.
#pragma once

#include <bench/workloads/w2.h>

#include <cmath>
#include <numbers>

namespace clearance::bench {

enum class RoundSolid : std::uint8_t { Sphere, Torus };
inline const char* to_string(RoundSolid solid) { return solid == RoundSolid::Sphere ? "sphere" : "torus"; }

// Vertices, edges and faces.
struct RoundCounts {
  std::size_t vertices, edges, faces;

  std::size_t entities() const { return vertices + edges + faces; }
};
constexpr RoundCounts round_counts(RoundSolid solid, std::size_t n) {
  return solid == RoundSolid::Sphere ? RoundCounts{n * (n - 1) + 2, n * (2 * n - 1), n * n}
                                     : RoundCounts{n * n, 2 * n * n, n * n};
}

namespace round_solids {

// Twelve bits up to 20 × 20 faces, so that all coordinates are floats; finer polygons need more to stay convex.
inline double rounded(double x, int n) {
  const double grid = n <= 20 ? 0x1p12 : 0x1p22;
  return std::nearbyint(x * grid) / grid;
}

struct Ring {
  double radius, height;
};

// Ring after ring, closed around the axis; ring k begins at vertex `first` + k·n.
inline void add_rings(TriangleSoup& out, const std::vector<Ring>& rings, int n, bool closed) {
  const auto first = static_cast<std::uint32_t>(out.vertices.size()), around = static_cast<std::uint32_t>(n);
  for (const Ring& ring : rings) {
    for (int j = 0; j < n; ++j) {
      const double angle = 2 * std::numbers::pi * j / n;
      out.vertices.push_back(
          {ring.radius * rounded(std::cos(angle), n), ring.radius * rounded(std::sin(angle), n), ring.height});
    }
  }
  const auto count = static_cast<std::uint32_t>(rings.size());
  for (std::uint32_t k = 0; k + (closed ? 0 : 1) < count; ++k) {
    const std::uint32_t here = first + k * around, next = first + (k + 1) % count * around;
    for (std::uint32_t j = 0; j < around; ++j) {
      const std::uint32_t beside = (j + 1) % around;
      out.triangles.push_back({here + j, next + j, next + beside});
      out.triangles.push_back({here + j, next + beside, here + beside});
    }
  }
}

}  // namespace round_solids

// Outward; n ≥ 3, even for tori. The sphere has radius 1, the torus 1 and a tube of ½.
inline TriangleSoup round_solid(RoundSolid solid, int n) {
  using namespace round_solids;
  TriangleSoup out;
  std::vector<Ring> rings;
  if (solid == RoundSolid::Torus) {
    for (int k = 0; k < n; ++k) {  // over the top, outward, and around
      const double angle = std::numbers::pi / 2 - 2 * std::numbers::pi * k / n;
      rings.push_back({rounded(1 + std::cos(angle) / 2, n), rounded(std::sin(angle) / 2, n)});
    }
    add_rings(out, rings, n, true);
    return out;
  }
  for (int k = 1; k < n; ++k) {  // from the north pole
    const double angle = std::numbers::pi * k / n;
    rings.push_back({rounded(std::sin(angle), n), rounded(std::cos(angle), n)});
  }
  add_rings(out, rings, n, false);
  const auto north = static_cast<std::uint32_t>(out.vertices.size()), south = north + 1;
  out.vertices.push_back({0, 0, 1});
  out.vertices.push_back({0, 0, -1});
  const auto around = static_cast<std::uint32_t>(n), last = north - around;
  for (std::uint32_t j = 0; j < around; ++j) {
    const std::uint32_t beside = (j + 1) % around;
    out.triangles.push_back({north, j, beside});
    out.triangles.push_back({south, last + beside, last + j});
  }
  return out;
}

}  // namespace clearance::bench
