// Question: what do heights at both ends of a window say of eight pairs at once?
// Method:   one pair per lane, in doubles or in floats. A height lies above the chord of its ends but for a blur, by
//           how far from straight the ways are: a parabola, above 0 before its first root and after its second, or
//           everywhere.
// Proves:   the shares, for heights that are at least what is given: roundings count against them. Guesses of square
//           roots by integers and Newton's steps: equal bits on every machine.
// Notation: g and h are the heights at both ends, u a share of the window.
#pragma once

#include <clearance/base/float_lanes.h>
#include <clearance/motion/shapes/moving_boxes.h>

#include <cstdint>

namespace clearance::detail::moving {

// Registers of doubles, and of floats, which are twice as many for what floats can tell. Slacks are far above what a
// few dozen roundings make.
template <int kRegister>
struct DoubleLanes {
  typedef typename simd::Register<kRegister>::Doubles V;
  typedef typename simd::Register<kRegister>::Integers I;
  typedef double Scalar;
  typedef std::int64_t Integer;
  static constexpr int kCount = kRegister;
  static constexpr Integer kGuess = 0x5fe6eb50c7b537a9, kWithoutSign = 0x7fffffffffffffff;
  static constexpr double kSlack = 0x1p-40, kSquareSlack = 0x1p-46, kFallSlack = 0x1p-48, kTiny = 0x1p-900;
};
template <int kRegister>
struct FloatLanes {
  typedef typename simd::FloatLanes<kRegister>::Floats V;
  typedef typename simd::FloatLanes<kRegister>::Truths I;
  typedef float Scalar;
  typedef std::int32_t Integer;
  static constexpr int kCount = simd::FloatLanes<kRegister>::kCount;
  static constexpr Integer kGuess = 0x5f3759df, kWithoutSign = 0x7fffffff;
  static constexpr float kSlack = 0x1p-17f, kSquareSlack = 0x1p-18f, kFallSlack = 0x1p-20f, kTiny = 0x1p-100f;
};

// How a pair's ways bend, in the unit of length that the lanes count in, times the square of the duration.
template <class Scalar>
struct Bends {
  Scalar of_a[3], most_a, of_b[3], most_b;
  Scalar fall[3], fall_size;  // of b against a
  bool turns;

  Bends(const MovingFrame& a, const MovingFrame& b, const MovingGap& gap, double unit)
      : most_a(static_cast<Scalar>(a.most_bend / unit)),
        most_b(static_cast<Scalar>(b.most_bend / unit)),
        fall_size(static_cast<Scalar>(norm_one(gap.fall) / unit)),
        turns(gap.turns) {
    for (int k = 0; k < 3; ++k) {
      of_a[k] = static_cast<Scalar>(a.bend[k] / unit), of_b[k] = static_cast<Scalar>(b.bend[k] / unit);
      fall[k] = static_cast<Scalar>(gap.fall[k] / unit);
    }
  }
};

// Vectors of several pairs at once, one pair a lane. Functions take references and return nothing: a register that the
// instruction set lacks cannot be returned.
template <class Kind>
struct Lanes {
  typedef typename Kind::V V;
  typedef typename Kind::I I;
  typedef typename Kind::Scalar S;
  static constexpr int kCount = Kind::kCount;
  struct V3 {
    V x, y, z;
  };

  CLEARANCE_INLINE static void load(V& out, const S* from) {
    typedef V Unaligned __attribute__((aligned(4)));
    out = *reinterpret_cast<const Unaligned*>(from);
  }
  CLEARANCE_INLINE static void store(double* to, const V& v) {
    for (int k = 0; k < kCount; ++k) to[k] = static_cast<double>(v[k]);
  }
  CLEARANCE_INLINE static void fill(V& out, S value) { out = V{} + value; }
  CLEARANCE_INLINE static void dot(V& out, const V3& a, const V3& b) { out = a.x * b.x + a.y * b.y + a.z * b.z; }
  CLEARANCE_INLINE static void dot(V& out, const V3& a, const S (&b)[3]) { out = a.x * b[0] + a.y * b[1] + a.z * b[2]; }
  CLEARANCE_INLINE static void cross(V3& out, const V3& a, const V3& b) {
    out.x = a.y * b.z - a.z * b.y, out.y = a.z * b.x - a.x * b.z, out.z = a.x * b.y - a.y * b.x;
  }
  CLEARANCE_INLINE static void absolute(V& out, const V& x) {
    out = reinterpret_cast<V>(reinterpret_cast<I>(x) & Kind::kWithoutSign);
  }
  CLEARANCE_INLINE static void turned(V3& out, const S (&m)[3][3], const V3& v) {
    dot(out.x, v, m[0]), dot(out.y, v, m[1]), dot(out.z, v, m[2]);
  }
  // out + a·b
  CLEARANCE_INLINE static void add(V3& out, const V& a, const S (&b)[3]) {
    out.x += a * b[0], out.y += a * b[1], out.z += a * b[2];
  }
  CLEARANCE_INLINE static void raise(V& most, const V& x) { most = x > most ? x : most; }
  CLEARANCE_INLINE static void lower(V& least, const V& x) { least = x < least ? x : least; }
  CLEARANCE_INLINE static void clamp(V& x, const V& end) {
    x = x > end ? end : x;
    x = x < -end ? -end : x;
  }
  // 1/√x up to 1e-5, by the well-known guess and two of Newton's steps; for 0 some large number.
  CLEARANCE_INLINE static void inverse_root(V& out, const V& x) {
    V y = reinterpret_cast<V>(Kind::kGuess - (reinterpret_cast<I>(x) >> 1));
    const V half = x * S{0.5};
    y = y * (S{1.5} - half * y * y);
    out = y * (S{1.5} - half * y * y);
  }
  // To about unit length. What is too short for that becomes 0, along which nothing is above 0.
  CLEARANCE_INLINE static void make_unit(V3& n) {
    V square, scale;
    dot(square, n, n);
    inverse_root(scale, square);
    scale = square > Kind::kTiny ? scale : V{};
    n.x *= scale, n.y *= scale, n.z *= scale;
  }

  // Four times by how much a height may be below its chord in the middle.
  CLEARANCE_INLINE static void set_blur(V& out, const V3& n, const V& arm_a, const V& arm_b, const Bends<S>& bends) {
    V fall;
    dot(fall, n, bends.fall);
    fall = fall + Kind::kFallSlack * bends.fall_size;
    out = fall > 0 ? fall : V{};
    if (bends.turns) {
      V x, y, z;
      absolute(x, n.x), absolute(y, n.y), absolute(z, n.z);
      V bend = x * bends.of_a[0] + y * bends.of_a[1] + z * bends.of_a[2], most;
      fill(most, bends.most_a);
      lower(bend, most);
      out += arm_a * bend;
      bend = x * bends.of_b[0] + y * bends.of_b[1] + z * bends.of_b[2];
      fill(most, bends.most_b);
      lower(bend, most);
      out += arm_b * bend;
    }
    out = out * (S{0.5} * (1 + S{0x1p-15}));
  }

  // What all directions so far say: apart before the share `in`, and after 1 − `out`.
  struct Best {
    V in, out, gap;
  };
  // Heights g and h, each at least that. A height lies above g + (h − g)·u − blur·u·(1 − u), a parabola that is above 0
  // before its first root and after its second, or everywhere. The discriminant is the same for both, and rounded up.
  CLEARANCE_INLINE static void consider(Best& best, const V& g, const V& h, const V& blur) {
    constexpr S kMore = 1 + Kind::kSlack, kLess = 1 - Kind::kSlack;
    const V more = blur * kMore, rest = more - (g + h);
    const I apart = (g > 0) & (h > 0) & ((rest < 0) | (S{4} * (g * h) > rest * rest * kMore));
    const V fall = g - h + more, rise = h - g + more;
    V size, part, root, one, all;
    fill(one, 1), fill(all, static_cast<S>(kThroughout));
    absolute(size, g), absolute(part, h);
    size = size + part + more;
    V square = fall * fall - S{4} * (more * g) + Kind::kSquareSlack * (size * size);
    square = square < 0 ? V{} : square;  // what is no number stays none, and says nothing below
    inverse_root(root, square);
    root = square * root * (1 + S{0x1p-15});
    V in = S{2} * g / (fall + root), out = S{2} * h / (rise + root);
    lower(in, one), lower(out, one);
    in = ((g > 0) & (in > 0)) ? in * kLess : V{};
    out = ((h > 0) & (out > 0)) ? out * kLess : V{};
    in = apart ? all : in;
    raise(best.in, in), raise(best.out, out);
    raise(best.gap, g);
  }
  // Apart before the one, after the other, and the one is later.
  CLEARANCE_INLINE static void combine(Best& best) {
    V all;
    fill(all, static_cast<S>(kThroughout));
    best.in = best.in + best.out > 1 + 2 * Kind::kSlack ? all : best.in;
  }
  CLEARANCE_INLINE static bool any_above_zero(const V& x) {
    bool any = false;
    for (int k = 0; k < kCount; ++k) any = any | (x[k] > 0);
    return any;
  }
  CLEARANCE_INLINE static bool all_apart(const V& share) {
    bool all = true;
    for (int k = 0; k < kCount; ++k) all = all & (share[k] == static_cast<S>(kThroughout));
    return all;
  }
};

}  // namespace clearance::detail::moving
