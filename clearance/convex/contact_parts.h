// What the ways to decide a contact (contact.h) share; no part of the interface.
#pragma once

#include <clearance/convex/contact.h>
#include <clearance/convex/ring.h>

#include <limits>

namespace clearance::detail {

// Bounds on triple products of differences, and of differences of differences, as surely_inside() derives the first:
// components twice as large, each off by twice as much and once more rounded, make the second less than 16 times that.
inline double triple_bound(const PosedPair& pair, double largest) {
  return 0x3p-46 * pair.reach() * (largest * largest);
}
inline constexpr double kTripleOfEdges = 16;

inline bool is_ordinary(double bound) { return bound > 0x1p-900 && bound < 0x1p900; }

inline double largest_of(const Difference* points, int count, double largest = 0) {
  for (int k = 0; k < count; ++k) largest = larger(largest, norm_max(points[k].m));
  return largest;
}

// The planes through the origin that have next to nothing of the difference body on their far side.
struct NearPlanes {
  static constexpr int kMost = 4;
  Vec3 normal[kMost];
  int count = 0;

  void add(Vec3 n) {
    if (count < kMost) normal[count++] = n;
  }
};

// contact_inside.cpp: Penetrating where doubles prove that vertices on all sides of the simplex surround the origin,
// else the planes that were in the way.
NearPlanes search_inside(const PosedPair& pair, const PointSimplex& met, ContactDecision& contact);

// contact_axis.cpp: a plane square to an axis of the world, where coordinates along it are exact. Returns those that
// both bodies reach exactly, and doubles cannot tell whether they meet there.
NearPlanes decide_on_axes(const PosedPair& pair, ContactDecision& contact);
// The same from the plane and the pairs that met in it before.
void decide_on_axes(const PosedPair& pair, Vec3 direction, const VertexPair* met, int count, ContactDecision& contact);

// contact_plane.cpp: each of these planes, confirmed in integers: what is near them, or that they touch along
// these axes.
void confirm_planes(const PosedPair& pair, const PointSimplex& met, const NearPlanes& planes, ContactDecision& contact);
void confirm_axes(const PosedPair& pair, const PointSimplex& met, const NearPlanes& axes, ContactDecision& contact);

}  // namespace clearance::detail
