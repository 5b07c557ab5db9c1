// Question: which pair of vertices minimises n·m for many directions n in a row, and what is m?
// Method:   bodies of few vertices are placed in the world once, and scanned there: no direction has to be turned into
//           either body's frame, no difference out of it. Others by PosedPair::support.
// Proves:   what PosedPair does. Placed vertices are what its difference() makes of them, to the last bit; n·m loses
//           14u·S·|n|₁ by the placing, 3u by each product and u by the sum: less than kDotError allows.
// Cost:     a few cycles a vertex, once; a scan of two bodies of twenty vertices is fifteen nanoseconds then.
#pragma once

#include <clearance/convex/posed_pair.h>

namespace clearance::detail {

struct PlacedSupport {
  SupportPair found;
  Vec3 difference;
};

template <int kWidth>
class PlacedVertices {
 public:
  CLEARANCE_INLINE explicit PlacedVertices(const PosedPair& pair) : pair_(pair) {
    if (!are_few()) return;
    place(a_, pair.a(), pair.pose_a().rotation(), {});
    place(b_, pair.b(), pair.pose_b().rotation(), pair.shift());
  }

  // `hint` as PosedPair::support takes it, made where it is needed.
  template <class Hint>
  CLEARANCE_INLINE PlacedSupport support(Vec3 n, const Hint& hint) const {
    if (!are_few()) {
      const SupportPair found = pair_.template support<kWidth>(n, hint());
      return {found, pair_.difference(found.pair)};
    }
    const Extreme far_a = scan_points<kWidth>(a_.x, a_.y, a_.z, pair_.a().padded_count(), n),
                  far_b = scan_points<kWidth>(b_.x, b_.y, b_.z, pair_.b().padded_count(), -n);
    return {{{far_a.index, far_b.index}, -far_b.value - far_a.value}, b_.at(far_b.index) - a_.at(far_a.index)};
  }

 private:
  struct Placed {
    alignas(64) double x[kWalkScanLimit], y[kWalkScanLimit], z[kWalkScanLimit];

    CLEARANCE_INLINE Vec3 at(int v) const { return {x[v], y[v], z[v]}; }
  };

  CLEARANCE_INLINE bool are_few() const {
    return pair_.a().vertex_count() <= kWalkScanLimit && pair_.b().vertex_count() <= kWalkScanLimit;
  }

  CLEARANCE_INLINE static void place(Placed& out, const Polytope& body, const Mat3& turn, Vec3 shift) {
    static_assert(kWalkScanLimit % simd::kLanes == 0);
    using Doubles = typename simd::Register<kWidth>::Doubles;
    const double *const x = body.x(), *const y = body.y(), *const z = body.z();
    for (int i = 0; i < body.padded_count(); i += simd::kLanes) {
      simd::Lanes<kWidth> placed;
      const auto set = [&](double* coordinate, Vec3 row, double offset) {
        simd::dots(placed, x + i, y + i, z + i, row);
        for (int p = 0; p < simd::Lanes<kWidth>::kParts; ++p)
          *reinterpret_cast<Doubles*>(coordinate + i + p * kWidth) = placed.part[p] + offset;
      };
      set(out.x, turn.row[0], shift.x);
      set(out.y, turn.row[1], shift.y);
      set(out.z, turn.row[2], shift.z);
    }
  }

  const PosedPair& pair_;
  Placed a_, b_;
};

}  // namespace clearance::detail
