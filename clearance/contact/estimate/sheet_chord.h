// Question: two sheets of triangles face each other and have passed: how far along a direction, and where most?
// Method:   the greatest height of the one above the other is at a corner of one that lies over the other, or where two
//           edges cross, as seen along the direction: all pairs of triangles whose boxes overlap.
// Proves:   nothing. No part of the interface.
// Cost:     some nanoseconds a pair, a hundred for those that overlap.
// Notation: heights h along the direction n; y and z across it.
#pragma once

#include <clearance/base/stack_array.h>
#include <clearance/convex/any_length.h>
#include <clearance/math/mat3.h>

#include <cmath>
#include <cstddef>
#include <limits>

namespace clearance::detail {

// Crossings that are kept: so many tell how far they reach.
inline constexpr std::size_t kMostCrossings = 1024;
// A triangle that is seen so nearly from its edge hides nothing, and its neighbours have its edges.
inline constexpr double kOnEdge = 1e-3;

// n and two across it.
inline Mat3 axes_along(Vec3 n) {
  const Vec3 any = std::fabs(n.x) < 0.6 ? Vec3{1, 0, 0} : Vec3{0, 1, 0}, u = unit_of(cross(any, n));
  return {{n, u, cross(n, u)}};
}

struct Reach {
  double low = std::numeric_limits<double>::infinity(), high = -std::numeric_limits<double>::infinity();

  void add(double x) { low = smaller(low, x), high = larger(high, x); }
  double middle() const { return 0.5 * low + 0.5 * high; }
  double half() const { return 0.5 * (high - low); }
};

// A triangle as seen along n: places across it, heights along it.
struct FlatTriangle {
  double h[3], y[3], z[3];
  double slope_y, slope_z;  // of its plane's height

  FlatTriangle() = default;
  // Corners with their height first, and a normal that is not square to it.
  FlatTriangle(const Vec3 (&v)[3], Vec3 normal, double height)
      : slope_y(-normal.y / normal.x), slope_z(-normal.z / normal.x) {
    for (int k = 0; k < 3; ++k) h[k] = v[k].x + height, y[k] = v[k].y, z[k] = v[k].z;
  }

  double height(double at_y, double at_z) const { return h[0] + slope_y * (at_y - y[0]) + slope_z * (at_z - z[0]); }
  bool has(double at_y, double at_z) const {
    bool left = false, right = false;
    for (int k = 0; k < 3; ++k) {
      const int l = k == 2 ? 0 : k + 1;
      const double turn = (y[l] - y[k]) * (at_z - z[k]) - (z[l] - z[k]) * (at_y - y[k]);
      left |= turn > 0, right |= turn < 0;
    }
    return !(left && right);
  }
};

// One surface's triangles beside a crossing that look its way.
struct Sheet {
  static constexpr std::size_t kMost = 96;
  StackArray<FlatTriangle, kMost> triangles;
  Reach reach;  // of their vertices there, along n
  bool is_complete = true;

  void add(const Vec3 (&v)[3], Vec3 normal, double height) {
    if (triangles.size() == kMost)
      is_complete = false;
    else
      triangles.push_back(FlatTriangle(v, normal, height));
  }
};

// How deep the common part is along n, and where: the greatest height of a's sheet above b's. It is at a corner of one
// that lies over the other, or where two edges cross.
struct Chord {
  double length = 0, top = 0, y = 0, z = 0;

  void try_place(double high, double low, double at_y, double at_z) {
    if (high - low > length) length = high - low, top = high, y = at_y, z = at_z;
  }
  void look(const FlatTriangle& a, const FlatTriangle& b) {
    const auto are_apart = [](const double(&p)[3], const double(&q)[3]) {
      return larger(p[0], larger(p[1], p[2])) < smaller(q[0], smaller(q[1], q[2])) ||
             larger(q[0], larger(q[1], q[2])) < smaller(p[0], smaller(p[1], p[2]));
    };
    // Nothing to be gained where a's highest is hardly above b's lowest.
    const double most = larger(a.h[0], larger(a.h[1], a.h[2])) - smaller(b.h[0], smaller(b.h[1], b.h[2]));
    if (!(most > length) || are_apart(a.y, b.y) || are_apart(a.z, b.z)) return;
    for (int k = 0; k < 3; ++k) {
      if (b.has(a.y[k], a.z[k])) try_place(a.h[k], b.height(a.y[k], a.z[k]), a.y[k], a.z[k]);
      if (a.has(b.y[k], b.z[k])) try_place(a.height(b.y[k], b.z[k]), b.h[k], b.y[k], b.z[k]);
    }
    for (int i = 0; i < 3; ++i)
      for (int k = 0; k < 3; ++k) look_at_edges(a, i, b, k);
  }
  void look_at_edges(const FlatTriangle& a, int i, const FlatTriangle& b, int k) {
    const int j = i == 2 ? 0 : i + 1, l = k == 2 ? 0 : k + 1;
    const double py = a.y[j] - a.y[i], pz = a.z[j] - a.z[i], qy = b.y[l] - b.y[k], qz = b.z[l] - b.z[k];
    const double ry = b.y[k] - a.y[i], rz = b.z[k] - a.z[i], turn = py * qz - pz * qy;
    if (turn == 0) return;
    const double s = (ry * qz - rz * qy) / turn, t = (ry * pz - rz * py) / turn;
    if (!(s >= 0 && s <= 1 && t >= 0 && t <= 1)) return;
    try_place(a.h[i] + s * (a.h[j] - a.h[i]), b.h[k] + t * (b.h[l] - b.h[k]), a.y[i] + s * py, a.z[i] + s * pz);
  }
};

// Of length 0 where a sheet is not complete.
inline Chord longest_chord(const Sheet& a, const Sheet& b) {
  Chord chord;
  if (!a.is_complete || !b.is_complete) return chord;
  for (const FlatTriangle& ta : a.triangles)
    for (const FlatTriangle& tb : b.triangles) chord.look(ta, tb);
  return chord;
}

}  // namespace clearance::detail
