#include <clearance/motion/moving_boxes.h>

#include <clearance/base/simd.h>

#include <cmath>

namespace clearance::detail {
namespace {

// Floats that become doubles; written out, as in base/simd.h.
template <int kWidth>
struct Floats;
template <>
struct Floats<2> {
  typedef float Type __attribute__((vector_size(8), may_alias, aligned(4)));
};
template <>
struct Floats<4> {
  typedef float Type __attribute__((vector_size(16), may_alias, aligned(4)));
};
template <>
struct Floats<8> {
  typedef float Type __attribute__((vector_size(32), may_alias, aligned(4)));
};

// Vectors of several pairs at once, one pair a lane. Functions take references and return nothing: a register that the
// instruction set lacks cannot be returned.
template <int kWidth>
struct Lanes {
  typedef typename simd::Register<kWidth>::Doubles V;
  typedef typename simd::Register<kWidth>::Integers I;
  struct V3 {
    V x, y, z;
  };

  CLEARANCE_INLINE static void load(V& out, const float* from) {
    out = __builtin_convertvector(*reinterpret_cast<const typename Floats<kWidth>::Type*>(from), V);
  }
  CLEARANCE_INLINE static void load(V& out, const double* from) {
    typedef V Unaligned __attribute__((aligned(8)));
    out = *reinterpret_cast<const Unaligned*>(from);
  }
  CLEARANCE_INLINE static void store(double* to, const V& v) {
    for (int k = 0; k < kWidth; ++k) to[k] = v[k];
  }
  CLEARANCE_INLINE static void dot(V& out, const V3& a, const V3& b) { out = a.x * b.x + a.y * b.y + a.z * b.z; }
  CLEARANCE_INLINE static void dot(V& out, const V3& a, const Vec3& b) { out = a.x * b.x + a.y * b.y + a.z * b.z; }
  CLEARANCE_INLINE static void cross(V3& out, const V3& a, const V3& b) {
    out.x = a.y * b.z - a.z * b.y, out.y = a.z * b.x - a.x * b.z, out.z = a.x * b.y - a.y * b.x;
  }
  CLEARANCE_INLINE static void absolute(V& out, const V& x) {
    out = reinterpret_cast<V>(reinterpret_cast<I>(x) & std::int64_t{0x7fffffffffffffff});
  }
  CLEARANCE_INLINE static void turned(V3& out, const Mat3& m, const V3& v) {
    dot(out.x, v, m.row[0]), dot(out.y, v, m.row[1]), dot(out.z, v, m.row[2]);
  }
  CLEARANCE_INLINE static void raise(V& most, const V& x) { most = x > most ? x : most; }
  CLEARANCE_INLINE static void lower(V& least, const V& x) { least = x < least ? x : least; }
  CLEARANCE_INLINE static void clamp(V& x, const V& end) {
    x = x > end ? end : x;
    x = x < -end ? -end : x;
  }
  // 1/√x up to 1e-5, by the well-known guess and two of Newton's steps; for 0 some large number.
  CLEARANCE_INLINE static void inverse_root(V& out, const V& x) {
    V y = reinterpret_cast<V>(std::int64_t{0x5fe6eb50c7b537a9} - (reinterpret_cast<I>(x) >> 1));
    const V half = x * 0.5;
    y = y * (1.5 - half * y * y);
    out = y * (1.5 - half * y * y);
  }
  // To about unit length. What is too short for that becomes 0, along which nothing is above 0.
  CLEARANCE_INLINE static void make_unit(V3& n) {
    V square, scale;
    dot(square, n, n);
    inverse_root(scale, square);
    scale = square > 0x1p-900 ? scale : V{};
    n.x *= scale, n.y *= scale, n.z *= scale;
  }

  // 4·blur: four times by how much a height may be below its chord in the middle.
  CLEARANCE_INLINE static void set_blur(V& out, const V3& n, const V& arm_a, const V& arm_b, const MovingFrame& frame_a,
                                        const MovingFrame& frame_b, const MovingGap& gap) {
    V fall;
    dot(fall, n, gap.fall);
    fall = fall + 0x1p-48 * (std::fabs(gap.fall.x) + std::fabs(gap.fall.y) + std::fabs(gap.fall.z));
    out = fall > 0 ? fall : V{};
    if (gap.turns) {
      V x, y, z;
      absolute(x, n.x), absolute(y, n.y), absolute(z, n.z);
      V bend = x * frame_a.bend.x + y * frame_a.bend.y + z * frame_a.bend.z, most = V{} + frame_a.most_bend;
      lower(bend, most);
      out += arm_a * bend;
      bend = x * frame_b.bend.x + y * frame_b.bend.y + z * frame_b.bend.z, most = V{} + frame_b.most_bend;
      lower(bend, most);
      out += arm_b * bend;
    }
    out = out * (0.5 * (1 + 0x1p-15));
  }

  // What all directions so far say: apart before the share `in`, and after 1 − `out`.
  struct Best {
    V in, out, gap;
  };
  // Heights g and h, each at least that. A height lies above g + (h − g)·u − blur·u·(1 − u), a parabola that is above 0
  // before its first root and after its second, or everywhere. The discriminant is the same for both, and rounded up.
  CLEARANCE_INLINE static void consider(Best& best, const V& g, const V& h, const V& blur) {
    const V more = blur * (1 + 0x1p-40), rest = more - (g + h);
    const I apart = (g > 0) & (h > 0) & ((rest < 0) | (4 * (g * h) > rest * rest * (1 + 0x1p-40)));
    const V fall = g - h + more, rise = h - g + more;
    V size, part, root;
    absolute(size, g), absolute(part, h);
    size = size + part + more;
    V square = fall * fall - 4 * (more * g) + 0x1p-46 * (size * size);
    square = square > 0 ? square : V{};
    inverse_root(root, square);
    root = square * root * (1 + 0x1p-15);
    V in = 2 * g / (fall + root), out = 2 * h / (rise + root);
    in = in > 1 ? V{} + 1 : in, out = out > 1 ? V{} + 1 : out;
    in = (g > 0) & (in > 0) ? in * (1 - 0x1p-40) : V{};
    out = (h > 0) & (out > 0) ? out * (1 - 0x1p-40) : V{};
    in = apart ? V{} + kThroughout : in;
    raise(best.in, in), raise(best.out, out);
    raise(best.gap, g);
  }
  // Apart before the one, after the other, and the one is later.
  CLEARANCE_INLINE static void combine(Best& best) {
    best.in = best.in + best.out > 1 + 0x1p-40 ? V{} + kThroughout : best.in;
  }
  CLEARANCE_INLINE static bool all_apart(const V& share) {
    bool all = true;
    for (int k = 0; k < kWidth; ++k) all = all & (share[k] == kThroughout);
    return all;
  }
};

// Eight boxes against one, so many at a time.
template <int kWidth>
struct BoxLanes : Lanes<kWidth> {
  using L = Lanes<kWidth>;
  typedef typename L::V V;
  typedef typename L::V3 V3;

  const MovingBox& other;
  const MovingFrame &frame, &others;
  const MovingGap& gap;
  V3 between[2];  // from the other's middle to that of the lane's box
  V3 axis[2][3];
  V half[3], arm, other_arm;
  Vec3 other_axis[2][3];
  double other_half[3];

  CLEARANCE_INLINE void place(const TriangleTree& tree, const TriangleTree::Node& node, int first, double unit) {
    V3 middle, axes[3];
    L::load(middle.x, node.center[0] + first), L::load(middle.y, node.center[1] + first),
        L::load(middle.z, node.center[2] + first);
    middle.x = middle.x * unit + tree.origin().x, middle.y = middle.y * unit + tree.origin().y;
    middle.z = middle.z * unit + tree.origin().z;
    for (int k = 0; k < 3; ++k) {
      L::load(half[k], node.half[k] + first);
      half[k] = half[k] * unit;
      L::load(axes[k].x, node.axis[k][0] + first), L::load(axes[k].y, node.axis[k][1] + first),
          L::load(axes[k].z, node.axis[k][2] + first);
    }
    for (int end = 0; end < 2; ++end) {
      L::turned(between[end], frame.turn[end], middle);
      const Vec3 shift = frame.place[end] - other.center[end];
      between[end].x += shift.x, between[end].y += shift.y, between[end].z += shift.z;
      if (end == 0 || gap.turns)
        for (int k = 0; k < 3; ++k) L::turned(axis[end][k], frame.turn[end], axes[k]);
    }
    if (!gap.turns) return;
    other_arm = V{} + other.arm;
    V square, size, root;
    L::dot(square, middle, middle);
    L::inverse_root(root, square);
    arm = square * root;
    square = half[0] * half[0] + half[1] * half[1] + half[2] * half[2];
    L::inverse_root(root, square);
    size = square * root;
    arm = (arm + size) * ((1 + 0x1p-15) / frame.radius);
    arm = arm < 1 ? arm : V{} + 1;
  }

  CLEARANCE_INLINE void spread(V& out, const V3& n, int end) const {
    out = V{};
    for (int k = 0; k < 3; ++k) {
      V along;
      L::dot(along, n, axis[end][k]);
      L::absolute(along, along);
      out += half[k] * along;
      L::dot(along, n, other.edge[end][k]);
      L::absolute(along, along);
      out += along;
    }
  }
  template <bool kBothWays>
  CLEARANCE_INLINE void consider(typename L::Best& best, const V3& n) const {
    V from, to, wide_from, wide_to, g, h, blur;
    L::dot(from, n, between[0]);
    L::dot(to, n, between[1]);
    spread(wide_from, n, 0);
    wide_from = wide_from + gap.less;
    if (gap.turns) {
      spread(wide_to, n, 1);
      wide_to = wide_to + gap.less;
    } else {
      wide_to = wide_from;
    }
    L::set_blur(blur, n, arm, other_arm, frame, others, gap);
    g = from - wide_from, h = to - wide_to;
    L::consider(best, g, h, blur);
    if constexpr (kBothWays) {
      V3 back;
      back.x = -n.x, back.y = -n.y, back.z = -n.z;
      if (gap.falls) L::set_blur(blur, back, arm, other_arm, frame, others, gap);
      g = -from - wide_from, h = -to - wide_to;
      L::consider(best, g, h, blur);
    }
    L::combine(best);
  }

  // From the other box to the lane's, about the way between the points that are nearest.
  CLEARANCE_INLINE void nearest_way(V3& n, int end) const {
    const int from = gap.turns ? end : 0;
    V3 back = between[end], to = between[end], at;
    V along;
    at.x = at.y = at.z = V{};
    for (int k = 0; k < 3; ++k) {
      L::dot(along, between[end], other_axis[end][k]);
      const V most = V{} + other_half[k];
      L::clamp(along, most);
      const Vec3& edge = other_axis[end][k];
      at.x += along * edge.x, at.y += along * edge.y, at.z += along * edge.z;
    }
    back.x = at.x - back.x, back.y = at.y - back.y, back.z = at.z - back.z;
    for (int k = 0; k < 3; ++k) {
      L::dot(along, back, axis[from][k]);
      L::clamp(along, half[k]);
      to.x += along * axis[from][k].x, to.y += along * axis[from][k].y, to.z += along * axis[from][k].z;
    }
    n = to;
    for (int k = 0; k < 3; ++k) {
      L::dot(along, to, other_axis[end][k]);
      const V most = V{} + other_half[k];
      L::clamp(along, most);
      const Vec3& edge = other_axis[end][k];
      n.x -= along * edge.x, n.y -= along * edge.y, n.z -= along * edge.z;
    }
    L::make_unit(n);
  }

  CLEARANCE_INLINE void bound(typename L::Best& best) const {
    V3 first, n, way;
    nearest_way(first, 0);
    consider<false>(best, first);
    if (L::all_apart(best.in)) return;
    nearest_way(n, 1);
    consider<false>(best, n);
    if (L::all_apart(best.in)) return;
    way.x = between[1].x - between[0].x, way.y = between[1].y - between[0].y, way.z = between[1].z - between[0].z;
    L::make_unit(way);
    V along;
    L::dot(along, first, way);
    n.x = first.x - along * way.x, n.y = first.y - along * way.y, n.z = first.z - along * way.z;
    L::make_unit(n);
    consider<false>(best, n);
    if (L::all_apart(best.in)) return;
    for (int k = 0; k < 3; ++k) {
      n = axis[0][k];
      consider<false>(best, n);
    }
    if (L::all_apart(best.in)) return;
    for (int k = 0; k < 3; ++k) {
      const Vec3& edge = other_axis[0][k];
      n.x = V{} + edge.x, n.y = V{} + edge.y, n.z = V{} + edge.z;
      consider<false>(best, n);
    }
  }
};

template <int kWidth>
CLEARANCE_INLINE void boxes_body(const TriangleTree& tree, const TriangleTree::Node& node, const MovingFrame& frame,
                                 const MovingBox& other, const MovingFrame& others, const MovingGap& gap,
                                 EightBounds& out) {
  typedef typename simd::Register<kWidth>::Doubles V;
  BoxLanes<kWidth> lanes{{}, other, frame, others, gap, {}, {}, {}, {}, {}, {}, {}};
  for (int k = 0; k < 3; ++k) {
    const double length = norm(other.edge[0][k]);
    lanes.other_half[k] = length;
    for (int end = 0; end < 2; ++end)
      lanes.other_axis[end][k] = length > 0x1p-400 ? other.edge[end][k] / length : Vec3{};
  }
  const double unit = std::ldexp(1.0, tree.exponent());
  for (int first = 0; first < 8; first += kWidth) {
    typename Lanes<kWidth>::Best best{V{}, V{}, V{} - 1e300};
    for (int k = 0; k < kWidth; ++k)
      if (node.child[first + k] == TriangleTree::kNoChild) best.in[k] = kThroughout;
    if (!Lanes<kWidth>::all_apart(best.in)) {
      lanes.place(tree, node, first, unit);
      lanes.bound(best);
    }
    Lanes<kWidth>::store(out.share + first, best.in);
    Lanes<kWidth>::store(out.after + first, best.out);
    Lanes<kWidth>::store(out.gap + first, best.gap);
  }
}

// Triangles against triangles, a pair a lane.
template <int kWidth>
struct TriangleLanes : Lanes<kWidth> {
  using L = Lanes<kWidth>;
  typedef typename L::V V;
  typedef typename L::V3 V3;

  const MovingFrame &frame_a, &frame_b;
  const MovingGap& gap;
  V3 a[2][3], b[2][3];
  V arm_a, arm_b;
  V3 between;

  CLEARANCE_INLINE void place(const EightPairs& pairs, int first) {
    for (int end = 0; end < 2; ++end)
      for (int k = 0; k < 3; ++k) {
        L::load(a[end][k].x, pairs.a[end][k][0] + first), L::load(a[end][k].y, pairs.a[end][k][1] + first),
            L::load(a[end][k].z, pairs.a[end][k][2] + first);
        L::load(b[end][k].x, pairs.b[end][k][0] + first), L::load(b[end][k].y, pairs.b[end][k][1] + first),
            L::load(b[end][k].z, pairs.b[end][k][2] + first);
      }
    L::load(arm_a, pairs.arm_a + first), L::load(arm_b, pairs.arm_b + first);
    between.x = (b[0][0].x + b[0][1].x + b[0][2].x) - (a[0][0].x + a[0][1].x + a[0][2].x);
    between.y = (b[0][0].y + b[0][1].y + b[0][2].y) - (a[0][0].y + a[0][1].y + a[0][2].y);
    between.z = (b[0][0].z + b[0][1].z + b[0][2].z) - (a[0][0].z + a[0][1].z + a[0][2].z);
  }
  // How far b is above a along n, and below.
  CLEARANCE_INLINE void heights(V& above, V& below, const V3& n, int end) const {
    V top_a, top_b, next;
    L::dot(top_a, n, a[end][0]), L::dot(top_b, n, b[end][0]);
    V bottom_a = top_a, bottom_b = top_b;
    for (int k = 1; k < 3; ++k) {
      L::dot(next, n, a[end][k]);
      L::raise(top_a, next), L::lower(bottom_a, next);
      L::dot(next, n, b[end][k]);
      L::raise(top_b, next), L::lower(bottom_b, next);
    }
    above = bottom_b - top_a - gap.less;
    below = bottom_a - top_b - gap.less;
  }
  // Either way round.
  CLEARANCE_INLINE void consider(typename L::Best& best, V3& n) const {
    L::make_unit(n);
    V g, h, back_g, back_h, blur;
    heights(g, back_g, n, 0);
    heights(h, back_h, n, 1);
    L::set_blur(blur, n, arm_a, arm_b, frame_a, frame_b, gap);
    L::consider(best, g, h, blur);
    if (gap.falls) {
      n.x = -n.x, n.y = -n.y, n.z = -n.z;
      L::set_blur(blur, n, arm_a, arm_b, frame_a, frame_b, gap);
    }
    L::consider(best, back_g, back_h, blur);
    L::combine(best);
  }
  CLEARANCE_INLINE static void edge(V3& out, const V3 (&v)[3], int k) {
    const V3 &from = v[k], &to = v[k == 2 ? 0 : k + 1];
    out.x = to.x - from.x, out.y = to.y - from.y, out.z = to.z - from.z;
  }

  CLEARANCE_INLINE void bound(typename L::Best& best) const {
    V3 n = between, of_a, of_b;
    consider(best, n);
    if (L::all_apart(best.in)) return;
    edge(of_a, a[0], 0), edge(of_b, a[0], 1);
    L::cross(n, of_a, of_b);
    consider(best, n);
    edge(of_a, b[0], 0), edge(of_b, b[0], 1);
    L::cross(n, of_a, of_b);
    consider(best, n);
    if (L::all_apart(best.in)) return;
    for (int i = 0; i < 3; ++i) {
      edge(of_a, a[0], i);
      for (int k = 0; k < 3; ++k) {
        edge(of_b, b[0], k);
        L::cross(n, of_a, of_b);
        consider(best, n);
      }
      if (L::all_apart(best.in)) return;
    }
  }
};

template <int kWidth>
CLEARANCE_INLINE void triangles_body(const EightPairs& pairs, const MovingFrame& frame_a, const MovingFrame& frame_b,
                                     const MovingGap& gap, EightBounds& out) {
  typedef typename simd::Register<kWidth>::Doubles V;
  TriangleLanes<kWidth> lanes{{}, frame_a, frame_b, gap, {}, {}, {}, {}, {}};
  for (int first = 0; first < 8; first += kWidth) {
    typename Lanes<kWidth>::Best best{V{}, V{}, V{} - 1e300};
    lanes.place(pairs, first);
    lanes.bound(best);
    Lanes<kWidth>::store(out.share + first, best.in);
    Lanes<kWidth>::store(out.after + first, best.out);
    Lanes<kWidth>::store(out.gap + first, best.gap);
  }
}

}  // namespace

CLEARANCE_DISPATCH(void, bound_boxes,
                   (const TriangleTree& tree, const TriangleTree::Node& node, const MovingFrame& frame,
                    const MovingBox& other, const MovingFrame& others, const MovingGap& gap, EightBounds& out),
                   boxes_body, (tree, node, frame, other, others, gap, out))
CLEARANCE_DISPATCH(void, bound_triangles,
                   (const EightPairs& pairs, const MovingFrame& frame_a, const MovingFrame& frame_b,
                    const MovingGap& gap, EightBounds& out),
                   triangles_body, (pairs, frame_a, frame_b, gap, out))

void EightPairs::set(int lane, const MovingTriangle& of_a, const MovingTriangle& of_b) {
  for (int end = 0; end < 2; ++end)
    for (int k = 0; k < 3; ++k)
      for (int c = 0; c < 3; ++c) {
        a[end][k][c][lane] = of_a.corner[end][k][c];
        b[end][k][c][lane] = of_b.corner[end][k][c];
      }
  arm_a[lane] = of_a.arm, arm_b[lane] = of_b.arm;
}

}  // namespace clearance::detail
