// Question: which part of space can a body be in, at a glance?
// Method:   a closed axis-aligned box. Whoever makes one rounds outward, so that "boxes apart" is proof for the bodies.
// Proves:   overlap() compares doubles as they are: exact for the boxes themselves. Infinite ends are boxes, too.
#pragma once

#include <clearance/math/vec3.h>

#include <limits>

namespace clearance {

struct Box {
  Vec3 low, high;

  friend constexpr bool operator==(const Box&, const Box&) = default;
};

// The neutral element of united(). It is no box, and overlaps none with a finite end.
inline constexpr double kInfiniteEnd = std::numeric_limits<double>::infinity();
inline constexpr Box kNoBox = {{kInfiniteEnd, kInfiniteEnd, kInfiniteEnd},
                               {-kInfiniteEnd, -kInfiniteEnd, -kInfiniteEnd}};

// False for NaNs, reversed ends and kNoBox.
constexpr bool is_box(const Box& box) {
  return box.low.x <= box.high.x && box.low.y <= box.high.y && box.low.z <= box.high.z;
}

// Whether they share a point, a common face included.
constexpr bool overlap(const Box& a, const Box& b) {
  return a.low.x <= b.high.x && b.low.x <= a.high.x && a.low.y <= b.high.y && b.low.y <= a.high.y &&
         a.low.z <= b.high.z && b.low.z <= a.high.z;
}

constexpr bool contains(const Box& outer, const Box& inner) {
  return outer.low.x <= inner.low.x && inner.high.x <= outer.high.x && outer.low.y <= inner.low.y &&
         inner.high.y <= outer.high.y && outer.low.z <= inner.low.z && inner.high.z <= outer.high.z;
}

constexpr Box united(const Box& a, const Box& b) {
  return {{smaller(a.low.x, b.low.x), smaller(a.low.y, b.low.y), smaller(a.low.z, b.low.z)},
          {larger(a.high.x, b.high.x), larger(a.high.y, b.high.y), larger(a.high.z, b.high.z)}};
}

// The neighbouring doubles; what an outward rounding costs at most.
inline double next_below(double x) { return __builtin_nextafter(x, -kInfiniteEnd); }
inline double next_above(double x) { return __builtin_nextafter(x, kInfiniteEnd); }

// All points within `margin` (≥ 0) of the box along each axis, rounded outward.
inline Box grown(const Box& box, double margin) {
  const auto down = [&](double x) { return margin == 0 ? x : next_below(x - margin); };
  const auto up = [&](double x) { return margin == 0 ? x : next_above(x + margin); };
  return {{down(box.low.x), down(box.low.y), down(box.low.z)}, {up(box.high.x), up(box.high.y), up(box.high.z)}};
}

}  // namespace clearance
