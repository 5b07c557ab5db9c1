// Notation: u = 2⁻⁵³; ρ = reach of the core ≥ |v|₁; r the radius; rows of the pose's matrix are the directions that the
//           world's axes have in the body's frame.
// Why the margin is enough, for the end  ((m + r) + t) + e  of one axis, m = max row·v in doubles:
//           an entry of the row is off by 8u (kRotationError) and below 1.0002, the product with v adds 3u of its
//           parts: every row·v, and so m, is within 11.01u·ρ of the exact one. The sums add u(1.0002ρ + r), then twice
//           u(1.0002ρ + r + |t|) and u·e: together below 14.1u·ρ + 3.1u(r + |t|). So e = 16u·ρ + 4u(r + |t|) + 2⁻¹⁰⁶⁰
//           leaves room for its own roundings; the last term covers products that underflow. Nothing can overflow:
//           ρ ≤ 3·10³⁰⁰, r and |t| ≤ 10³⁰⁰. Ends −((−m + r) − t) − e are the same thing mirrored.
// Why a climb's end is believed: its lead over the best neighbour must exceed the errors of both products and the 2⁻⁴⁹
//           of its size that leading_lane may lose, 22.02u·ρ + 16.01u·ρ < 2·kDotError·ρ; then it is extreme in the
//           exact direction, too, by convexity. Otherwise a scan looks at all vertices.
#include <clearance/base/assert.h>
#include <clearance/exact/approx.h>
#include <clearance/query/world_box.h>
#include <clearance/support/direction_table.h>
#include <clearance/support/kernels.h>

#include <algorithm>
#include <cmath>

namespace clearance::detail {
namespace {

// Vertex counts up to these are scanned, all six ends in one pass: with hints, without, and for eight poses at once.
// Measured: a pass over n vertices takes about 11 + 0.4n ns, six climbs 40 to 50 from good hints, 150 to 200 from none;
// a pose in each lane saves the reductions, a fifth of the time of a single vertex, and loses beyond a few registers.
constexpr int kWarmBoxScanLimit = 72, kColdBoxScanLimit = 400, kGroupScanLimit = 20;

struct Ends {
  Vec3 low, high;  // of the core without its translation, in doubles
};

CLEARANCE_INLINE void set_axis(double low, double high, double t, double radius, double reach_error, double& out_low,
                               double& out_high) {
  const double e = (reach_error + 4 * kUnit * (radius + std::fabs(t))) + kUnderflow;
  out_low = ((low - radius) + t) - e;
  out_high = ((high + radius) + t) + e;
}

CLEARANCE_INLINE void set_box(Box& out, const Ends& ends, const Polytope& core, double radius, Vec3 t) {
  const double reach_error = 16 * kUnit * core.reach();
  set_axis(ends.low.x, ends.high.x, t.x, radius, reach_error, out.low.x, out.high.x);
  set_axis(ends.low.y, ends.high.y, t.y, radius, reach_error, out.low.y, out.high.y);
  set_axis(ends.low.z, ends.high.z, t.z, radius, reach_error, out.low.z, out.high.z);
}

// ---- Small hulls: one pass ------------------------------------------------------------------------------------------

// {a, b, c}: each register's least or largest lane. Destroys the registers (vectors are not passed by value: how that
// is done depends on the instruction set).
template <bool kLess, int kWidth, class Doubles>
CLEARANCE_INLINE Vec3 reduce_three(Doubles (&each)[3]) {
  if constexpr (kWidth == 8) {
    typename simd::Register<4>::Doubles half[3];
#pragma GCC unroll 3
    for (int k = 0; k < 3; ++k) {
      half[k] = __builtin_shufflevector(each[k], each[k], 0, 1, 2, 3);
      simd::keep<kLess>(half[k], __builtin_shufflevector(each[k], each[k], 4, 5, 6, 7));
    }
    return reduce_three<kLess, 4>(half);
  } else if constexpr (kWidth == 4) {
    auto ab = __builtin_shufflevector(each[0], each[1], 0, 4, 2, 6);
    simd::keep<kLess>(ab, __builtin_shufflevector(each[0], each[1], 1, 5, 3, 7));
    simd::keep<kLess>(each[2], __builtin_shufflevector(each[2], each[2], 1, 0, 3, 2));
    auto all = __builtin_shufflevector(ab, each[2], 0, 1, 4, 5);
    simd::keep<kLess>(all, __builtin_shufflevector(ab, each[2], 2, 3, 6, 7));
    return {all[0], all[1], all[2]};
  } else {
#pragma GCC unroll 3
    for (int k = 0; k < 3; ++k) simd::keep<kLess>(each[k], __builtin_shufflevector(each[k], each[k], 1, 0));
    return {each[0][0], each[1][0], each[2][0]};
  }
}

template <int kWidth>
CLEARANCE_INLINE void scan_ends(Ends& ends, const Polytope& core, const Mat3& m) {
  using Doubles = typename simd::Register<kWidth>::Doubles;
  const double *const x = core.x(), *const y = core.y(), *const z = core.z();
  const int count = core.padded_count();
  Doubles low[3], high[3];
  const auto along = [&](Doubles& out, int i, Vec3 row) __attribute__((always_inline)) {
    const Doubles xs = *reinterpret_cast<const Doubles*>(x + i);
    const Doubles ys = *reinterpret_cast<const Doubles*>(y + i);
    const Doubles zs = *reinterpret_cast<const Doubles*>(z + i);
    out = (xs * row.x + ys * row.y) + zs * row.z;
  };
#pragma GCC unroll 3
  for (int k = 0; k < 3; ++k) {
    along(low[k], 0, m.row[k]);
    high[k] = low[k];
  }
  for (int i = kWidth; i < count; i += kWidth) {
#pragma GCC unroll 3
    for (int k = 0; k < 3; ++k) {
      Doubles products;
      along(products, i, m.row[k]);
      simd::keep<true>(low[k], products);
      simd::keep<false>(high[k], products);
    }
  }
  ends.low = reduce_three<true, kWidth>(low);
  ends.high = reduce_three<false, kWidth>(high);
}

template <int kWidth>
CLEARANCE_INLINE void scan_body(Box& out, const Polytope& core, double radius, const Pose& pose) {
  Ends ends;
  scan_ends<kWidth>(ends, core, pose.rotation());
  set_box(out, ends, core, radius, pose.translation());
}

// ---- Large hulls: six climbs ----------------------------------------------------------------------------------------

// The largest product among v's neighbours.
template <int kWidth>
CLEARANCE_INLINE double best_neighbour(const Polytope& core, Vec3 direction, int v) {
  const Polytope::NeighbourBlock around = core.neighbour_block(v);
  simd::Lanes<kWidth> best, products;
  const double* lanes = around.coordinates;
  simd::dots(best, lanes, lanes + simd::kLanes, lanes + 2 * simd::kLanes, direction);
  for (int block = 1; block < around.blocks; ++block) {
    lanes += 3 * simd::kLanes;
    simd::dots(products, lanes, lanes + simd::kLanes, lanes + 2 * simd::kLanes, direction);
#pragma GCC unroll 4
    for (int p = 0; p < simd::Lanes<kWidth>::kParts; ++p) simd::keep<false>(best.part[p], products.part[p]);
  }
  return simd::reduce_value<false>(best);
}

template <int kWidth>
CLEARANCE_INLINE double climb_from(const Polytope& core, Vec3 direction, double margin, std::int32_t& hint) {
  const int listed = table_vertex(core, direction);
  const bool stay = hint >= 0 && dot(core.vertex(hint), direction) >= dot(core.vertex(listed), direction);
  const Peak peak = climb_inline<kWidth>(core, direction, stay ? hint : listed);
  hint = peak.index;
  return peak.value - peak.runner_up > margin ? peak.value : scan_value_inline<kWidth>(core, direction);
}

template <int kWidth>
CLEARANCE_INLINE void climb_body(Box& out, const Polytope& core, double radius, const Pose& pose, BoxHints& hints) {
  const Mat3& m = pose.rotation();
  const Vec3 direction[6] = {-m.row[0], m.row[0], -m.row[1], m.row[1], -m.row[2], m.row[2]};
  const double margin = 2 * kDotError * core.reach();
  double value[6];
  bool known[6];
  // Where all hints still hold, as between frames, nothing here depends on anything else: the six searches overlap.
#pragma GCC unroll 6
  for (int k = 0; k < 6; ++k) {
    const std::int32_t hint = hints.vertex[k];
    const bool sound = hint >= 0 && hint < core.vertex_count();
    const int v = sound ? hint : 0;
    value[k] = dot(core.vertex(v), direction[k]);
    known[k] = value[k] - best_neighbour<simd::narrow(kWidth)>(core, direction[k], v) > margin;
    hints.vertex[k] = sound ? hint : -1;
  }
  for (int k = 0; k < 6; ++k)
    if (!known[k]) value[k] = climb_from<kWidth>(core, direction[k], margin, hints.vertex[k]);
  set_box(out, {{-value[0], -value[2], -value[4]}, {value[1], value[3], value[5]}}, core, radius, pose.translation());
}

// ---- Many poses -----------------------------------------------------------------------------------------------------

// Eight poses at once, a pose in each lane: no reduction at the end.
constexpr int kGroup = simd::kLanes;

template <int kWidth>
CLEARANCE_INLINE void group_body(Box* out, const Polytope& core, double radius, const Pose* poses) {
  using Doubles = typename simd::Register<kWidth>::Doubles;
  alignas(64) double row[3][3][kGroup], low[3][kGroup], high[3][kGroup];
  for (int p = 0; p < kGroup; ++p)
    for (int k = 0; k < 3; ++k) {
      const Vec3 r = poses[p].rotation().row[k];
      row[k][0][p] = r.x, row[k][1][p] = r.y, row[k][2][p] = r.z;
    }
  for (int part = 0; part < kGroup; part += kWidth) {
    Doubles least[3], most[3];
    const auto along = [&](Doubles& products, int v, int k) __attribute__((always_inline)) {
      const Doubles& xs = *reinterpret_cast<const Doubles*>(&row[k][0][part]);
      const Doubles& ys = *reinterpret_cast<const Doubles*>(&row[k][1][part]);
      const Doubles& zs = *reinterpret_cast<const Doubles*>(&row[k][2][part]);
      products = (core.x()[v] * xs + core.y()[v] * ys) + core.z()[v] * zs;
    };
#pragma GCC unroll 3
    for (int k = 0; k < 3; ++k) {
      along(least[k], 0, k);
      most[k] = least[k];
    }
    for (int v = 1; v < core.vertex_count(); ++v) {
#pragma GCC unroll 3
      for (int k = 0; k < 3; ++k) {
        Doubles products;
        along(products, v, k);
        simd::keep<true>(least[k], products);
        simd::keep<false>(most[k], products);
      }
    }
    for (int k = 0; k < 3; ++k) {
      *reinterpret_cast<Doubles*>(&low[k][part]) = least[k];
      *reinterpret_cast<Doubles*>(&high[k][part]) = most[k];
    }
  }
  for (int p = 0; p < kGroup; ++p)
    set_box(out[p], {{low[0][p], low[1][p], low[2][p]}, {high[0][p], high[1][p], high[2][p]}}, core, radius,
            poses[p].translation());
}

CLEARANCE_DISPATCH(void, box_by_scan, (Box & out, const Polytope& core, double radius, const Pose& pose), scan_body,
                   (out, core, radius, pose))
CLEARANCE_DISPATCH(void, box_by_climbs,
                   (Box & out, const Polytope& core, double radius, const Pose& pose, BoxHints& hints), climb_body,
                   (out, core, radius, pose, hints))
CLEARANCE_DISPATCH(void, boxes_by_scan, (Box * out, const Polytope& core, double radius, const Pose* poses), group_body,
                   (out, core, radius, poses))

// `hints` may be null.
Box box_of(const Polytope& core, double radius, const Pose& pose, BoxHints* hints) {
  Box out;
  BoxHints none;
  if (core.vertex_count() <= (hints == nullptr ? kColdBoxScanLimit : kWarmBoxScanLimit))
    box_by_scan(out, core, radius, pose);
  else
    box_by_climbs(out, core, radius, pose, hints == nullptr ? none : *hints);
  return out;
}

}  // namespace

Box world_box(const Polytope& body, const Pose& pose) { return box_of(body, 0, pose, nullptr); }

Box world_box(const Rounded& body, const Pose& pose) { return box_of(body.core(), body.radius(), pose, nullptr); }

Box world_box(const Rounded& body, const Pose& pose, BoxHints& hints) {
  return box_of(body.core(), body.radius(), pose, &hints);
}

void world_boxes(const Rounded& body, std::span<const Pose> poses, std::span<Box> out) {
  CLEARANCE_ASSERT(out.size() == poses.size());
  const std::size_t count = std::min(out.size(), poses.size());
  const int vertices = body.core().vertex_count();
  std::size_t k = 0;
  if (vertices <= kGroupScanLimit)
    for (; k + kGroup <= count; k += kGroup) boxes_by_scan(&out[k], body.core(), body.radius(), &poses[k]);
  BoxHints hints;
  for (; k < count; ++k)
    out[k] = box_of(body.core(), body.radius(), poses[k], vertices <= kColdBoxScanLimit ? nullptr : &hints);
}

// Under a matrix pose lengths grow by at most √(1 + 3·10⁻⁴) < 1.0002. Squares of sizes that could leave the range give
// way to |x| + |y| + |z|.
double radius_about(const Rounded& body, Vec3 center) {
  const Polytope& core = body.core();
  double most = 0;
  for (int v = 0; v < core.vertex_count(); ++v) {
    const Vec3 d = core.vertex(v) - center;
    const double size = norm_max(d);
    most = larger(most, size > 1e-140 && size < 1e140 ? norm(d) : norm_one(d));
  }
  return (most * 1.0002 + body.radius()) * kSlack + kUnderflow;
}

// The center itself is off by kDifferenceError per component (posed.h), less than twice that in length; at the body's
// own origin it is the translation, exactly.
SweptBody swept_body(const Rounded& body, const Pose& pose, Vec3 center, double radius) {
  const double off = center == Vec3{} ? 0 : 2 * kDifferenceError * (norm_one(center) + norm_max(pose.translation()));
  return {world_box(body, pose), apply(pose, center), (radius + off) * kSlack};
}

SweptBody swept_body(const Rounded& body, const Pose& pose, Vec3 center) {
  return swept_body(body, pose, center, radius_about(body, center));
}

}  // namespace clearance::detail
