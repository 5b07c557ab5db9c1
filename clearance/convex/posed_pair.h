// Question: what does one instant of one pair look like to an algorithm?
// Method:   doubles with known error bounds (exact/posed.h): differences m = q − p of posed vertices, and the pair of
//           vertices that minimises n·m for a direction n, found in the bodies' own frames.
// Proves:   support() and bound() together: min n·m is within bound(n) of the value returned, because a scan looks at
//           every vertex and a climb is believed only where it beats all neighbours by more than the error.
// Notation: n points from a to b; p = R_a v_a + t_a, q = R_b v_b + t_b; S = reach of both bodies and the translation.
#pragma once

#include <clearance/exact/posed.h>
#include <clearance/math/pose.h>
#include <clearance/shape/polytope.h>
#include <clearance/support/direction_table.h>
#include <clearance/support/kernels.h>
#include <clearance/support/support.h>

#include <cmath>
#include <cstdint>
#include <limits>

namespace clearance {

// Positions (not ids) of a vertex of a and one of b.
struct VertexPair {
  std::int32_t a = 0, b = 0;

  friend bool operator==(const VertexPair&, const VertexPair&) = default;
};

// Inside a walk directions turn so much that a scan beats a climb up to this size: nothing to mispredict. Measured on
// W1: at n = 100 distances take a quarter and depths a sixth less time than with climbs; at n = 500 both take more.
inline constexpr int kWalkScanLimit = 160;

struct SupportPair {
  VertexPair pair;
  double value = 0;  // n·m of the pair, in doubles
};

class PosedPair {
 public:
  PosedPair(const Polytope& a, const Pose& pose_a, const Polytope& b, const Pose& pose_b)
      : a_(a), b_(b), pose_a_(pose_a), pose_b_(pose_b), shift_(pose_b.translation() - pose_a.translation()) {
    reach_ = a.reach() + b.reach() + norm_max(shift_);
  }
  // Poses that stand for others, from which they differ by roundings: `more` reach makes the bounds hold for those.
  PosedPair(const Polytope& a, const Pose& pose_a, const Polytope& b, const Pose& pose_b, double more)
      : PosedPair(a, pose_a, b, pose_b) {
    reach_ += more;
  }

  const Polytope& a() const { return a_; }
  const Polytope& b() const { return b_; }
  const Pose& pose_a() const { return pose_a_; }
  const Pose& pose_b() const { return pose_b_; }
  double reach() const { return reach_; }
  // t_b − t_a, rounded once.
  Vec3 shift() const { return shift_; }

  // q − p in doubles, each component within kDifferenceError·reach().
  Vec3 difference(VertexPair pair) const {
    return (pose_b_.rotation() * b_.vertex(pair.b) + shift_) - pose_a_.rotation() * a_.vertex(pair.a);
  }
  // From a's centre to b's: the direction to try when nothing is known.
  Vec3 center_difference() const {
    return (pose_b_.rotation() * b_.center() + shift_) - pose_a_.rotation() * a_.center();
  }

  // Of both bodies together, in the world's axes.
  CLEARANCE_INLINE Mat3 spread() const {
    const Mat3 of_a = turned_spread(a_, pose_a_), of_b = turned_spread(b_, pose_b_);
    return {{of_a.row[0] + of_b.row[0], of_a.row[1] + of_b.row[1], of_a.row[2] + of_b.row[2]}};
  }
  // The direction that would separate two ellipsoids stretched like the bodies, if any would: the centres' difference
  // through the inverse of both spreads together. The best first guess there is (it separates 96 to 99.9 % of W1's
  // separated pairs, where the difference of the centres does 50 to 98 %); the difference itself where the spreads are
  // flat.
  CLEARANCE_INLINE Vec3 ellipsoid_direction() const {
    const auto [r0, r1, r2] = spread().row;
    const Vec3 c = center_difference();
    // The adjugate of a symmetric matrix is symmetric: no transposing.
    const Vec3 n{dot(cross(r1, r2), c), dot(cross(r2, r0), c), dot(cross(r0, r1), c)};
    return norm_one(n) > 0 ? n : norm_one(c) > 0 ? c : Vec3{1, 0, 0};
  }

  // How many vertices of a body (up to 3) lie, within the error, as far along n as `near`, some of its vertices that
  // do, and all connected to them: 1 says that the body is met at a vertex, 2 along an edge, 3 on a face.
  template <int kWidth>
  CLEARANCE_INLINE int tied_a(Vec3 n, const VertexPair* near, int count) const {
    return tied<kWidth>(a_, transpose_times(pose_a_.rotation(), n), norm_one(n), near, count, &VertexPair::a);
  }
  template <int kWidth>
  CLEARANCE_INLINE int tied_b(Vec3 n, const VertexPair* near, int count) const {
    return tied<kWidth>(b_, transpose_times(pose_b_.rotation(), -n), norm_one(n), near, count, &VertexPair::b);
  }

  // Bound on the error of support(n).value. Infinite where the filters' assumptions do not hold, so that nothing is
  // ever concluded there.
  double bound(Vec3 n) const {
    const double length = norm_one(n), error = kDotError * length * reach_;
    const bool ordinary = length >= kMinDirection && error >= kMinBound && error <= kMaxBound;
    return ordinary ? error : std::numeric_limits<double>::infinity();
  }

  // Whether the bodies have these vertices: what a cache remembers may be of other bodies.
  bool has(VertexPair pair) const {
    return static_cast<std::uint32_t>(pair.a) < static_cast<std::uint32_t>(a_.vertex_count()) &&
           static_cast<std::uint32_t>(pair.b) < static_cast<std::uint32_t>(b_.vertex_count());
  }

  // The pair with the smallest n·m. `hint` is where climbs may start; {-1, -1} for nowhere, and any number that is no
  // vertex. Near expects the direction to have turned little since the hint was found, as between frames.
  template <int kWidth, bool kNear = false>
  CLEARANCE_INLINE SupportPair support(Vec3 n, VertexPair hint = {-1, -1}) const {
    constexpr int kScanned = kNear ? kScanLimit : kWalkScanLimit;
    return search<kWidth, kScanned>(
        n,
        [&](const Polytope& body, Vec3 direction, std::int32_t VertexPair::* which) {
          return start_of_climb(body, direction, hint.*which);
        },
        nullptr, 0);
  }
  // The same, after a small turn of the direction: from the hint, which are vertices of the bodies. `known` are
  // vertices that may tie with where the climbs end, as those of the simplex that the direction is square to.
  template <int kWidth>
  CLEARANCE_INLINE SupportPair support_nearby(Vec3 n, VertexPair hint, const VertexPair* known, int count) const {
    return search<kWidth, kWalkScanLimit>(
        n,
        [&](const Polytope& body, Vec3 direction, std::int32_t VertexPair::* which) {
          return Peak{hint.*which, dot(body.vertex(hint.*which), direction), 0, 1};
        },
        known, count);
  }

 private:
  template <int kWidth, int kScanned, class Start>
  CLEARANCE_INLINE SupportPair search(Vec3 n, const Start& start, const VertexPair* known, int count) const {
    const Vec3 n_a = transpose_times(pose_a_.rotation(), n), n_b = transpose_times(pose_b_.rotation(), -n);
    // A single body's dot product is off by less than kDotError·|n|₁·reach of that body, the neighbour's too.
    const double margin = 2 * kDotError * norm_one(n);
    const bool scan_a = a_.vertex_count() <= kScanned, scan_b = b_.vertex_count() <= kScanned;
    Extreme far_a, far_b;
    if (!scan_a && !scan_b) {
      Peak peak_a = start(a_, n_a, &VertexPair::a), peak_b = start(b_, n_b, &VertexPair::b);
      climb_both_inline<kWidth>(a_, n_a, peak_a, b_, n_b, peak_b);
      far_a = settled<kWidth>(a_, n_a, peak_a, margin * a_.reach(), known, count, &VertexPair::a);
      far_b = settled<kWidth>(b_, n_b, peak_b, margin * b_.reach(), known, count, &VertexPair::b);
    } else {
      far_a = scan_a ? scan_inline<kWidth>(a_, n_a)
                     : climbed<kWidth>(a_, n_a, start(a_, n_a, &VertexPair::a), margin * a_.reach());
      far_b = scan_b ? scan_inline<kWidth>(b_, n_b)
                     : climbed<kWidth>(b_, n_b, start(b_, n_b, &VertexPair::b), margin * b_.reach());
    }
    return {{far_a.index, far_b.index}, (-far_b.value - far_a.value) + dot(n, shift_)};
  }

  CLEARANCE_INLINE static Mat3 turned_spread(const Polytope& body, const Pose& pose) {
    const Mat3 &r = pose.rotation(), &s = body.spread();
    const Vec3 t0 = s * r.row[0], t1 = s * r.row[1], t2 = s * r.row[2];
    const double xy = dot(t0, r.row[1]), xz = dot(t0, r.row[2]), yz = dot(t1, r.row[2]);
    return {{{dot(t0, r.row[0]), xy, xz}, {xy, dot(t1, r.row[1]), yz}, {xz, yz, dot(t2, r.row[2])}}};
  }

  template <int kWidth>
  CLEARANCE_INLINE static Extreme climbed(const Polytope& body, Vec3 direction, const Peak& start, double margin) {
    return settled<kWidth>(body, direction, climb_inline<kWidth>(body, direction, start.index), margin, nullptr, 0,
                           &VertexPair::a);
  }

  // The farthest vertex, given where a climb ended: that one if it beats its neighbours by more than the margin.
  template <int kWidth>
  CLEARANCE_INLINE static Extreme settled(const Polytope& body, Vec3 direction, const Peak& peak, double margin,
                                          const VertexPair* known, int count, std::int32_t VertexPair::* which) {
    Extreme top{peak.value, peak.index};
    if (peak.value - peak.runner_up > margin) [[likely]]
      return top;
    if (count > 0 && is_highest_of_known<kWidth>(body, direction, margin, top, known, count, which)) return top;
    return highest_of_cluster<kWidth>(body, direction, margin, top) ? top : scan_inline<kWidth>(body, direction);
  }

  // As highest_of_cluster, where the cluster is vertices that are known.
  template <int kWidth>
  CLEARANCE_INLINE static bool is_highest_of_known(const Polytope& body, Vec3 direction, double margin, Extreme& top,
                                                   const VertexPair* known, int count,
                                                   std::int32_t VertexPair::* which) {
    const double floor = top.value - margin;
    const int first = top.index;
    const int cluster[4] = {first, known[0].*which, count > 1 ? known[1].*which : first,
                            count > 2 ? known[2].*which : first};
    for (int k = 0; k <= count; ++k) {
      const int v = cluster[k];
      const double value = dot(body.vertex(v), direction);
      if (k > 0 && (v == first || value < floor)) continue;
      if (any_other_neighbour_reaches<kWidth>(body, v, direction, floor, cluster)) return false;
      if (value > top.value) top = {value, v};
    }
    return true;
  }

  template <int kWidth>
  CLEARANCE_INLINE static int tied(const Polytope& body, Vec3 direction, double length, const VertexPair* near,
                                   int count, std::int32_t VertexPair::* which) {
    int found[3] = {near[0].*which}, tied = 1;
    const auto add = [&](int v) {
      if (tied < 3 && v != found[0] && (tied == 1 || v != found[1])) found[tied++] = v;
    };
    for (int k = 1; k < count; ++k) add(near[k].*which);
    const double floor = dot(body.vertex(found[0]), direction) - 2 * kDotError * length * body.reach();
    for (int k = 0; k < tied && tied < 3; ++k) {
      if (!any_other_neighbour_reaches<kWidth>(body, found[k], direction, floor, {found[0], found[tied - 1]}))
          [[likely]]
        continue;
      const Polytope::NeighbourBlock around = body.neighbour_block(found[k]);
      for (int block = 0; block < around.blocks; ++block) {
        alignas(64) double products[simd::kLanes];
        simd::store_dots<kWidth>(products, around.coordinates + block * 3 * simd::kLanes, direction);
        for (int lane = 0; lane < simd::kLanes; ++lane)
          if (products[lane] >= floor) [[unlikely]]
            add(static_cast<int>(around.indices[block * simd::kLanes + lane]));
      }
    }
    return tied;
  }

  // Where the last search ended is the place to start after a small turn, the table after a large one.
  CLEARANCE_INLINE static Peak start_of_climb(const Polytope& body, Vec3 direction, int hint) {
    const int listed = table_vertex(body, direction);
    const double value = dot(body.vertex(listed), direction);
    const bool is_vertex = static_cast<std::uint32_t>(hint) < static_cast<std::uint32_t>(body.vertex_count());
    if (!is_vertex) return {listed, value, 0, 1};
    const double value_there = dot(body.vertex(hint), direction);
    return value_there >= value ? Peak{hint, value_there, 0, 1} : Peak{listed, value, 0, 1};
  }

  // Neighbours within the error of a climb's end: a direction square to a face or an edge, as closest features have it.
  // Climbing on with exact signs would never leave the connected set of vertices within `margin` of the top, so the
  // highest of that set is within the error of the highest of all. False when the set is too large to look at here.
  template <int kWidth>
  CLEARANCE_INLINE static bool highest_of_cluster(const Polytope& body, Vec3 direction, double margin, Extreme& top) {
    constexpr int kMost = 12;
    const double floor = top.value - margin;
    int cluster[kMost] = {top.index}, count = 1;
    for (int k = 0; k < count; ++k) {
      const Polytope::NeighbourBlock around = body.neighbour_block(cluster[k]);
      for (int block = 0; block < around.blocks; ++block) {
        const double* const lanes = around.coordinates + block * 3 * simd::kLanes;
        alignas(64) double products[simd::kLanes];
        simd::store_dots<kWidth>(products, lanes, direction);
        for (int lane = 0; lane < simd::kLanes; ++lane) {
          if (products[lane] < floor) [[likely]]
            continue;
          const int v = static_cast<int>(around.indices[block * simd::kLanes + lane]);
          bool known = false;
          for (int j = 0; j < count; ++j) known = known || cluster[j] == v;
          if (known) continue;
          if (count == kMost) return false;
          cluster[count++] = v;
          if (products[lane] > top.value) top = {products[lane], v};
        }
      }
    }
    return true;
  }

  const Polytope& a_;
  const Polytope& b_;
  const Pose& pose_a_;
  const Pose& pose_b_;
  Vec3 shift_;
  double reach_;
};

}  // namespace clearance
