// Question: which of the eight oriented boxes of a node may meet one box, and how far are they from it at least?
// Method:   the separating-axis test of RAPID (Gottschalk, Lin, Manocha): the three axes of either box and their nine
//           cross products, for eight boxes at once; for distances also the direction between the middles, and the
//           gaps along the three axes of either box together.
// Proves:   a gap above `margin` separates, and is at most the distance plus `margin`: all rounding is in there.
// Notation: u = 2⁻²⁴. Box a is the fixed one, b a box of the node; T = center_b − center_a in a's axes; C[i][k] =
//           aᵢ·bₖ.
#pragma once

#include <clearance/base/float_lanes.h>
#include <clearance/bvh/triangle_tree.h>

namespace clearance::detail::boxes {

// The fixed box is given up to its own error (TreePair::Transform). With |center_b − center_a| ≤ D and all halves at
// most H, T is off by 5u·D, C by 4u, T·C by 16u·D; radii, sums of at most four products, by 20u·H; that a box's own
// axes are square to each other only up to 8u, which the second kind of axes neglects, adds 16u·H: below 64u·(D + H) in
// all. Cross products are not divided by their lengths, which are at most 1: their gaps are too small, never too large.
struct FixedBox {
  typedef float Column __attribute__((vector_size(16)));  // x, y, z
  Column center;
  Column axis[3];
  float half[3];
  float margin;  // 64u·(D + H) and what the box itself is off by
  float limit;   // for distances: beyond this nobody cares how far
};
inline constexpr float kBoxError = 64 * 0x1p-24f;

enum class Want : std::uint8_t {
  Overlap,   // gaps need be right only in their sign
  Distance,  // the larger the better
};

// By reference: a function cannot return a register that its own instruction set lacks.
template <class Floats, class Truths>
CLEARANCE_INLINE void set_absolute(Floats& out, const Floats& x) {
  out = reinterpret_cast<Floats>(reinterpret_cast<Truths>(x) & 0x7fffffff);
}
template <class Floats>
CLEARANCE_INLINE void raise(Floats& gap, const Floats& other) {
  gap = other > gap ? other : gap;
}
// The nearest to x between −end and end.
template <class Floats, class End>
CLEARANCE_INLINE void set_clamped(Floats& out, const Floats& x, const End& end) {
  out = x > end ? Floats{} + end : x;
  out = out < -end ? Floats{} - end : out;
}
template <class Floats>
CLEARANCE_INLINE void add_square(Floats& sum, const Floats& gap) {
  const Floats positive = gap > 0 ? gap : Floats{};
  sum += positive * positive;
}
// 1/√x up to 5e-6: the well-known guess and two of Newton's steps, since square roots of whole registers have no
// portable name. For 0 some large number.
template <class Floats, class Truths>
CLEARANCE_INLINE void set_inverse_root(Floats& out, const Floats& x) {
  Floats y = reinterpret_cast<Floats>(0x5f3759df - (reinterpret_cast<Truths>(x) >> 1));
  const Floats half = x * 0.5f;
  y = y * (1.5f - half * y * y);
  out = y * (1.5f - half * y * y);
}

// gaps[k] for the k-th box of the node: above `margin` only if some axis separates. Returns the mask of the others.
template <int kRegister, Want kWant>
CLEARANCE_INLINE std::uint32_t test_boxes(const TriangleTree::Node& node, const FixedBox& a, float (&gaps)[8]) {
  typedef typename simd::FloatLanes<kRegister>::Floats Floats;
  typedef typename simd::FloatLanes<kRegister>::Truths Truths;
  constexpr int kCount = simd::FloatLanes<kRegister>::kCount;
  std::uint32_t near = 0;
  for (int first = 0; first < 8; first += kCount) {
    const Floats dx = *reinterpret_cast<const Floats*>(node.center[0] + first) - a.center[0],
                 dy = *reinterpret_cast<const Floats*>(node.center[1] + first) - a.center[1],
                 dz = *reinterpret_cast<const Floats*>(node.center[2] + first) - a.center[2];
    const Floats hb[3] = {*reinterpret_cast<const Floats*>(node.half[0] + first),
                          *reinterpret_cast<const Floats*>(node.half[1] + first),
                          *reinterpret_cast<const Floats*>(node.half[2] + first)};
    Floats c[3][3], d[3][3], t[3], t_abs[3], along[3], gap;
    for (int i = 0; i < 3; ++i) {
      t[i] = dx * a.axis[i][0] + dy * a.axis[i][1] + dz * a.axis[i][2];
      set_absolute<Floats, Truths>(t_abs[i], t[i]);
    }
    for (int k = 0; k < 3; ++k) {
      const Floats bx = *reinterpret_cast<const Floats*>(node.axis[k][0] + first),
                   by = *reinterpret_cast<const Floats*>(node.axis[k][1] + first),
                   bz = *reinterpret_cast<const Floats*>(node.axis[k][2] + first);
      for (int i = 0; i < 3; ++i) {
        c[i][k] = bx * a.axis[i][0] + by * a.axis[i][1] + bz * a.axis[i][2];
        set_absolute<Floats, Truths>(d[i][k], c[i][k]);
      }
    }
    Floats square_a = {}, square_b = {};  // of the distances along either box's axes together
    for (int i = 0; i < 3; ++i) {
      const Floats by_a = t_abs[i] - (a.half[i] + hb[0] * d[i][0] + hb[1] * d[i][1] + hb[2] * d[i][2]);
      if (i == 0)
        gap = by_a;
      else
        raise<Floats>(gap, by_a);
      if constexpr (kWant == Want::Distance) add_square<Floats>(square_a, by_a - a.margin);
    }
    for (int k = 0; k < 3; ++k) {
      set_absolute<Floats, Truths>(along[k], t[0] * c[0][k] + t[1] * c[1][k] + t[2] * c[2][k]);
      const Floats by_b = along[k] - (hb[k] + d[0][k] * a.half[0] + d[1][k] * a.half[1] + d[2][k] * a.half[2]);
      raise<Floats>(gap, by_b);
      if constexpr (kWant == Want::Distance) add_square<Floats>(square_b, by_b - a.margin);
    }
    // Nine more axes, where something depends on them. (For distances they would save one test in ten, at twice the
    // cost.)
    if (kWant == Want::Overlap && simd::mask_of<kRegister>(gap <= a.margin) != 0)
      for (int i = 0; i < 3; ++i) {
        const int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
        for (int k = 0; k < 3; ++k) {
          const int k1 = (k + 1) % 3, k2 = (k + 2) % 3;
          Floats middle;
          set_absolute<Floats, Truths>(middle, t[i2] * c[i1][k] - t[i1] * c[i2][k]);
          raise<Floats>(
              gap, middle - (d[i2][k] * a.half[i1] + d[i1][k] * a.half[i2] + hb[k1] * d[i][k2] + hb[k2] * d[i][k1]));
        }
      }
    if constexpr (kWant == Want::Distance) {
      // The axes of one box are square to each other: what separates along several adds up.
      const Floats most = square_a > square_b ? square_a : square_b;
      Floats inverse;
      set_inverse_root<Floats, Truths>(inverse, most);
      raise<Floats>(gap, most > 0 ? most * inverse * 0.99999f : gap);
      if (simd::mask_of<kRegister>(gap <= a.limit) != 0) {
        // The direction between points that are nearest, about: the point of a nearest to b's middle, the point of b
        // nearest to that, and once more.
        Floats x[3], w[3], z[3] = {t[0], t[1], t[2]}, n[3];
        for (int i = 0; i < 3; ++i) {
          set_clamped<Floats>(x[i], t[i], a.half[i]);
          w[i] = x[i] - t[i];
        }
        for (int k = 0; k < 3; ++k) {
          Floats y;
          set_clamped<Floats>(y, w[0] * c[0][k] + w[1] * c[1][k] + w[2] * c[2][k], hb[k]);
          for (int i = 0; i < 3; ++i) z[i] += y * c[i][k];
        }
        for (int i = 0; i < 3; ++i) {
          set_clamped<Floats>(x[i], z[i], a.half[i]);
          n[i] = z[i] - x[i];
        }
        Floats beyond = n[0] * t[0] + n[1] * t[1] + n[2] * t[2], part;
        for (int k = 0; k < 3; ++k) {
          set_absolute<Floats, Truths>(part, n[k]);
          beyond -= part * a.half[k];
          set_absolute<Floats, Truths>(part, n[0] * c[0][k] + n[1] * c[1][k] + n[2] * c[2][k]);
          beyond -= part * hb[k];
        }
        set_inverse_root<Floats, Truths>(inverse, n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
        raise<Floats>(gap, beyond > 0 ? beyond * inverse * 0.99999f : gap);
      }
    }
    *reinterpret_cast<Floats*>(gaps + first) = gap;
    near |= simd::mask_of<kRegister>(gap <= a.margin) << first;
  }
  return near;
}

}  // namespace clearance::detail::boxes
