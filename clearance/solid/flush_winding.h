// Question: how often does a solid's surface wind around the points just beside the inner part of T?
// Method:   the ray of contact_winding.cpp, in doubles with bounds. All of T's inner part has the same number, so
//           the spot and the direction are tried until doubles tell all triangles; those in T's own plane, which
//           integers find, are no hits.
// Proves:   the number it returns, if the other surface leaves T's inner part alone on that side.
// Notation: k₀, k₁, k₂ corners relative to the spot; r the ray; D = det(k₀, k₁, k₂).
#pragma once

#include <clearance/solid/flush_plane.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace clearance::detail {

// What the winding number is said to be where no ray tells it.
inline constexpr int kUnknownWinding = 1 << 30;
// Solids with more triangles or vertices are left to the trees of contact_winding.cpp.
inline constexpr std::size_t kFewTriangles = 1024;
inline std::size_t larger_count(const Mesh& mesh) { return std::max(mesh.triangle_count(), mesh.vertex_count()); }

// Whether a ray from the origin goes through the triangle k: D's sign, 0, or kUnknownWinding. `is_flat` says whether
// the triangle is in the ray's own plane, which it is asked only where D may be 0.
template <class IsFlat>
int flush_hit(const ApproxVec (&k)[3], const ApproxVec& r, const IsFlat& is_flat) {
  int edge[3];
  for (int i = 0; i < 3; ++i) edge[i] = proved_sign(dot(r, cross(k[i], k[(i + 1) % 3])));
  if (edge[0] * edge[1] < 0 || edge[1] * edge[2] < 0 || edge[2] * edge[0] < 0) return 0;
  const int D = proved_sign(dot(k[0], cross(k[1], k[2])));
  if (D == 0) return is_flat() ? 0 : kUnknownWinding;
  if (edge[0] == -D || edge[1] == -D || edge[2] == -D) return 0;
  return edge[0] != 0 && edge[1] != 0 && edge[2] != 0 ? D : kUnknownWinding;
}

// A ray in the common frame, and two directions across it. A vertex is `slack` away from where its coordinates along
// these say, at most: see below.
struct FlushRay {
  ApproxVec from;
  Vec3 along, across[2];
  double slack;

  // Directions are of length 2 at most, and of 0.6 at least. A difference of two points is off by e of both and its
  // rounding, at most 4u of the reach, times |direction|₁ < 4; three products and two sums of at most 16 reaches add
  // 48u. Along the ray, up to where the last vertex is, `across` is off from 0 by its product with `along`.
  FlushRay(const MeshPair& pair, const ApproxVec& spot, Vec3 direction) : from(spot), along(direction) {
    const Vec3 e = std::fabs(direction.x) < 0.6 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
    across[0] = cross(direction, e);
    across[0] = across[0] / norm(across[0]);
    across[1] = cross(direction, across[0]) / norm(direction);
    const double tilt = larger(std::fabs(dot(across[0], along)), std::fabs(dot(across[1], along))) + 24 * kUnit;
    slack = 4 * (pair.error() + spot.error) + 64 * kUnit * pair.reach() + 8 * pair.reach() * tilt;
  }

  // Of a vertex: bits for being certainly behind the ray's origin, and on one of the sides of either direction.
  unsigned sides(Vec3 point) const {
    const Vec3 way = point - from.value;
    const double u = dot(across[0], way), v = dot(across[1], way);
    return (dot(along, way) < -slack ? 1u : 0u) | (u < -slack ? 2u : 0u) | (u > slack ? 4u : 0u) |
           (v < -slack ? 8u : 0u) | (v > slack ? 16u : 0u);
  }
};

template <class Coordinates>
int flush_winding_once(const MeshPair& pair, FlushPlane<Coordinates>& plane, Body of, const FlushRay& ray,
                       std::vector<unsigned>& sides) {
  const Mesh& mesh = mesh_of(pair, of);
  sides.clear();
  for (const Vec3 v : mesh.vertices()) sides.push_back(ray.sides(near_vertex(pair, of, v).value));
  int winding = 0;
  for (std::uint32_t t = 0; t < mesh.triangle_count(); ++t) {
    const MeshTriangle& v = mesh.triangle(t);
    if ((sides[v[0]] & sides[v[1]] & sides[v[2]]) != 0 || (of == plane.body() && t == plane.triangle())) continue;
    ApproxVec k[3];
    for (std::size_t i = 0; i < 3; ++i) k[i] = near_vertex(pair, of, mesh.vertex(v[i])) - ray.from;
    const int hit = flush_hit(k, {ray.along, 0}, [&] {
      return plane.side(of, mesh.vertex(v[0])) == 0 && plane.side(of, mesh.vertex(v[1])) == 0 &&
             plane.side(of, mesh.vertex(v[2])) == 0;
    });
    if (hit == kUnknownWinding) return hit;
    winding += hit;
  }
  return winding;
}

// Of the points just beside T's inner part, on the side of T that is named by its sign.
template <class Coordinates>
int flush_winding(const MeshPair& pair, FlushPlane<Coordinates>& plane, Body of, int side) {
  if (larger_count(mesh_of(pair, of)) > kFewTriangles) return kUnknownWinding;
  // Weights that add up to 1 exactly, and directions that are no edge's or diagonal's in a drawing.
  struct Try {
    double weight[3];
    Vec3 aside;
  };
  constexpr Try kTries[] = {{{0.34375, 0.359375, 0.296875}, {0.0709, -0.1129, 0.0383}},
                            {{0.21875, 0.359375, 0.421875}, {-0.2113, 0.0571, 0.1373}},
                            {{0.515625, 0.203125, 0.28125}, {0.1487, 0.2239, -0.0893}},
                            {{0.28125, 0.546875, 0.171875}, {-0.0631, -0.1831, -0.2371}}};
  std::vector<unsigned> sides;
  sides.reserve(mesh_of(pair, of).vertex_count());
  const Vec3 n = plane.near_normal().value;
  const double length = norm(n);
  if (!(length > 0)) return kUnknownWinding;
  for (const Try& each : kTries) {
    const Vec3 direction = side * (n / length + each.aside);
    const ApproxVec r{direction, 0};
    if (proved_sign(dot(plane.near_normal(), r)) != side) continue;
    // A convex combination of points off by e is off by e; three products and two sums of at most the largest add 5u.
    Vec3 spot;
    double largest = 0, error = 0;
    for (int i = 0; i < 3; ++i) {
      spot = spot + each.weight[i] * plane.near(i).value;
      largest = larger(largest, norm_max(plane.near(i).value));
      error = larger(error, plane.near(i).error);
    }
    const ApproxVec at{spot, (error + 5 * kUnit * largest) * kSlack + kUnderflow};
    const int winding = flush_winding_once(pair, plane, of, FlushRay(pair, at, direction), sides);
    if (winding != kUnknownWinding) return winding;
  }
  return kUnknownWinding;
}

}  // namespace clearance::detail
