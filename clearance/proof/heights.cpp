#include <clearance/proof/heights.h>

#include <clearance/base/simd.h>

#include <cstddef>
#include <cstdint>

namespace clearance::detail {
namespace {

// Registers of more than four lanes would take more work to fill with coordinates than they save.
constexpr int lanes_of(int width) { return width > 4 ? 4 : width; }

template <int kWidth>
struct Columns {
  using Doubles = typename simd::Register<kWidth>::Doubles;
  Doubles x, y, z;
};

// As many points as a register has lanes.
template <int kWidth>
CLEARANCE_INLINE void load(Columns<kWidth>& out, const Vec3* points) {
  using Doubles = typename simd::Register<kWidth>::Doubles;
  static_assert(3 * sizeof(Doubles) == kWidth * sizeof(Vec3));
  const char* const from = reinterpret_cast<const char*>(points);
  Doubles r0, r1, r2;
  __builtin_memcpy(&r0, from, sizeof r0);
  __builtin_memcpy(&r1, from + sizeof r0, sizeof r1);
  __builtin_memcpy(&r2, from + 2 * sizeof r0, sizeof r2);
  if constexpr (kWidth == 2) {
    // x0 y0, z0 x1, y1 z1
    out.x = __builtin_shufflevector(r0, r1, 0, 3);
    out.y = __builtin_shufflevector(r0, r2, 1, 2);
    out.z = __builtin_shufflevector(r1, r2, 0, 3);
  } else {
    // x0 y0 z0 x1, y1 z1 x2 y2, z2 x3 y3 z3: by halves, then within them.
    const Doubles xy = __builtin_shufflevector(r0, r1, 0, 1, 6, 7);  // x0 y0 x2 y2
    const Doubles zx = __builtin_shufflevector(r0, r2, 2, 3, 4, 5);  // z0 x1 z2 x3
    const Doubles yz = __builtin_shufflevector(r1, r2, 0, 1, 6, 7);  // y1 z1 y3 z3
    out.x = __builtin_shufflevector(xy, zx, 0, 5, 2, 7);
    out.y = __builtin_shufflevector(xy, yz, 1, 4, 3, 6);
    out.z = __builtin_shufflevector(zx, yz, 0, 5, 2, 7);
  }
}

// take(columns) for all points, some of them more than once.
template <int kWidth, class Take>
CLEARANCE_INLINE void for_all(std::span<const Vec3> points, const Take& take) {
  constexpr std::size_t kLanes = static_cast<std::size_t>(kWidth);
  Columns<kWidth> columns;
  if (points.size() < kLanes) {
    Vec3 filled[kLanes];
    for (std::size_t k = 0; k < kLanes; ++k) filled[k] = points[k < points.size() ? k : points.size() - 1];
    load(columns, filled);
    take(columns);
    return;
  }
  std::size_t k = 0;
  for (; k + kLanes <= points.size(); k += kLanes) {
    load(columns, points.data() + k);
    take(columns);
  }
  if (k == points.size()) return;
  load(columns, points.data() + points.size() - kLanes);
  take(columns);
}

template <class Doubles>
CLEARANCE_INLINE void take_least(Doubles& least, const Doubles& value) {
  least = value < least ? value : least;
}

template <int kWidth>
CLEARANCE_INLINE double least_lane(const typename simd::Register<kWidth>::Doubles& values) {
  double least = values[0];
  for (int k = 1; k < kWidth; ++k) least = smaller(values[k], least);
  return least;
}

template <class Doubles, class Columns>
CLEARANCE_INLINE void set_dots(Doubles& out, const Columns& v, Vec3 d) {
  out = (v.x * d.x + v.y * d.y) + v.z * d.z;
}

// The sum of the absolute values.
template <int kWidth>
CLEARANCE_INLINE void set_sizes(typename simd::Register<kWidth>::Doubles& out, const Columns<kWidth>& v) {
  using Doubles = typename simd::Register<kWidth>::Doubles;
  using Integers = typename simd::Register<kWidth>::Integers;
  const Integers all_but_sign = Integers{} + INT64_MAX;
  const Doubles x = reinterpret_cast<Doubles>(reinterpret_cast<Integers>(v.x) & all_but_sign);
  const Doubles y = reinterpret_cast<Doubles>(reinterpret_cast<Integers>(v.y) & all_but_sign);
  const Doubles z = reinterpret_cast<Doubles>(reinterpret_cast<Integers>(v.z) & all_but_sign);
  out = (x + y) + z;
}

template <int kAnyWidth>
CLEARANCE_INLINE PointSizes sizes_body(std::span<const Vec3> points) {
  constexpr int kWidth = lanes_of(kAnyWidth);
  using Doubles = typename simd::Register<kWidth>::Doubles;
  typename simd::Register<kWidth>::Integers are_small = {};
  are_small = ~are_small;
  Doubles largest = {};
  for_all<kWidth>(points, [&](const Columns<kWidth>& v) __attribute__((always_inline)) {
    Doubles size;
    set_sizes<kWidth>(size, v);
    are_small &= size <= kSmallSize;  // not of NaN
    largest = size > largest ? size : largest;
  });
  PointSizes out{largest[0], are_small[0] != 0};
  for (int k = 1; k < kWidth; ++k) {
    out.largest = larger(largest[k], out.largest);
    out.are_small = out.are_small && are_small[k] != 0;
  }
  return out;
}

template <int kAnyWidth>
CLEARANCE_INLINE double least_height_body(std::span<const Vec3> points, Vec3 d) {
  constexpr int kWidth = lanes_of(kAnyWidth);
  using Doubles = typename simd::Register<kWidth>::Doubles;
  Doubles least = Doubles{} + __builtin_inf();
  for_all<kWidth>(points, [&](const Columns<kWidth>& v) __attribute__((always_inline)) {
    Doubles height;
    set_dots(height, v, d);
    take_least(least, height);
  });
  return least_lane<kWidth>(least);
}

template <int kAnyWidth>
CLEARANCE_INLINE Elevated least_heights_body(std::span<const Vec3> points, const Vec3 (&d)[3]) {
  constexpr int kWidth = lanes_of(kAnyWidth);
  using Doubles = typename simd::Register<kWidth>::Doubles;
  const Doubles infinite = Doubles{} + __builtin_inf();
  Doubles x0 = infinite, x1 = infinite, x2 = infinite, x3 = infinite, x4 = infinite;
  for_all<kWidth>(points, [&](const Columns<kWidth>& v) __attribute__((always_inline)) {
    Doubles c0, c1, c2;
    set_dots(c0, v, d[0]), set_dots(c1, v, d[1]), set_dots(c2, v, d[2]);
    take_least(x0, c0);
    take_least<Doubles>(x1, c0 + c1);
    take_least<Doubles>(x2, (c0 + 4 * c1) + c2);
    take_least<Doubles>(x3, c1 + c2);
    take_least(x4, c2);
  });
  return {{least_lane<kWidth>(x0), least_lane<kWidth>(x1), least_lane<kWidth>(x2), least_lane<kWidth>(x3),
           least_lane<kWidth>(x4)}};
}

PointSizes sizes_of_some(std::span<const Vec3> points);
CLEARANCE_DISPATCH(PointSizes, sizes_of_some, (std::span<const Vec3> points), sizes_body, (points))

}  // namespace

PointSizes sizes_of(std::span<const Vec3> points) { return points.empty() ? PointSizes{} : sizes_of_some(points); }

CLEARANCE_DISPATCH(double, least_height, (std::span<const Vec3> points, Vec3 d), least_height_body, (points, d))

CLEARANCE_DISPATCH(Elevated, least_heights, (std::span<const Vec3> points, const Vec3 (&d)[3]), least_heights_body,
                   (points, d))

}  // namespace clearance::detail
