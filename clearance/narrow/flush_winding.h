// Question: how often does a solid's surface wind around the points just beside the inner part of T?
// Method:   the ray of solid_contact_winding.cpp, in doubles with bounds. All of T's inner part has the same number, so
//           the spot and the direction are tried until doubles tell all triangles; those in T's own plane, which
//           integers find, are no hits.
// Proves:   the number it returns, if the other surface leaves T's inner part alone on that side.
// Notation: k₀, k₁, k₂ corners relative to the spot; r the ray; D = det(k₀, k₁, k₂).
#pragma once

#include <clearance/narrow/flush_plane.h>

namespace clearance::detail {

// What the winding number is said to be where no ray tells it.
inline constexpr int kUnknownWinding = 1 << 30;
// Solids with more triangles are left to the trees of solid_contact_winding.cpp.
inline constexpr std::size_t kFewTriangles = 1024;

// Whether a ray from the origin goes through the triangle k: D's sign, 0, or kUnknownWinding. `is_flat` says whether
// the triangle is in the ray's own plane, which it is asked only where D may be 0.
template <class IsFlat>
int flush_hit(const ApproxVec (&k)[3], const ApproxVec& r, const IsFlat& is_flat) {
  if (proved_sign(dot(r, k[0])) < 0 && proved_sign(dot(r, k[1])) < 0 && proved_sign(dot(r, k[2])) < 0) return 0;
  int edge[3];
  for (int i = 0; i < 3; ++i) edge[i] = proved_sign(dot(r, cross(k[i], k[(i + 1) % 3])));
  if (edge[0] * edge[1] < 0 || edge[1] * edge[2] < 0 || edge[2] * edge[0] < 0) return 0;
  const int D = proved_sign(dot(k[0], cross(k[1], k[2])));
  if (D == 0) return is_flat() ? 0 : kUnknownWinding;
  if (edge[0] == -D || edge[1] == -D || edge[2] == -D) return 0;
  return edge[0] != 0 && edge[1] != 0 && edge[2] != 0 ? D : kUnknownWinding;
}

template <class Coordinates>
int flush_winding_once(const MeshPair& pair, FlushPlane<Coordinates>& plane, Body of, const ApproxVec& spot,
                       const ApproxVec& r) {
  const Mesh& mesh = mesh_of(pair, of);
  int winding = 0;
  for (std::uint32_t t = 0; t < mesh.triangle_count(); ++t) {
    if (of == plane.body() && t == plane.triangle()) continue;
    const MeshTriangle& v = mesh.triangle(t);
    ApproxVec k[3];
    for (std::size_t i = 0; i < 3; ++i) k[i] = near_vertex(pair, of, mesh.vertex(v[i])) - spot;
    const int hit = flush_hit(k, r, [&] {
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
  if (mesh_of(pair, of).triangle_count() > kFewTriangles) return kUnknownWinding;
  // Weights that add up to 1 exactly, and directions that are no edge's or diagonal's in a drawing.
  struct Try {
    double weight[3];
    Vec3 aside;
  };
  constexpr Try kTries[] = {{{0.34375, 0.359375, 0.296875}, {0.0709, -0.1129, 0.0383}},
                            {{0.21875, 0.359375, 0.421875}, {-0.2113, 0.0571, 0.1373}},
                            {{0.515625, 0.203125, 0.28125}, {0.1487, 0.2239, -0.0893}},
                            {{0.28125, 0.546875, 0.171875}, {-0.0631, -0.1831, -0.2371}}};
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
    const int winding = flush_winding_once(pair, plane, of, at, r);
    if (winding != kUnknownWinding) return winding;
  }
  return kUnknownWinding;
}

}  // namespace clearance::detail
