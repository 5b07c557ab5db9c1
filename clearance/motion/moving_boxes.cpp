#include <clearance/motion/moving_boxes.h>

#include <clearance/base/float_lanes.h>
#include <clearance/bvh/box.h>

#include <cmath>

namespace clearance::detail {
namespace {

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
    square = square > 0 ? square : V{};
    inverse_root(root, square);
    root = square * root * (1 + S{0x1p-15});
    V in = S{2} * g / (fall + root), out = S{2} * h / (rise + root);
    lower(in, one), lower(out, one);
    in = (g > 0) & (in > 0) ? in * kLess : V{};
    out = (h > 0) & (out > 0) ? out * kLess : V{};
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

// What eight boxes and one are, in units of the node's tree, in axes of the world, from the middle of the one.
template <class S>
struct BoxQuestion {
  S turn[2][3][3], shift[2][3], origin[3];
  S axis[2][3][3], half[3], other_arm;  // of the one box
  S less, arm_scale;
  Bends<S> bends;
  bool turns;

  BoxQuestion(const TriangleTree& tree, const MovingFrame& frame, const MovingBox& other, const MovingFrame& others,
              const MovingGap& gap, double unit)
      : other_arm(static_cast<S>(other.arm)), bends(frame, others, gap, unit), turns(gap.turns) {
    const auto set = [](S(&to)[3], Vec3 v) {
      for (int k = 0; k < 3; ++k) to[k] = static_cast<S>(v[k]);
    };
    set(origin, tree.origin() / unit);
    double far = 0, size = 0, lost = 0;
    for (int end = 0; end < 2; ++end) {
      for (int k = 0; k < 3; ++k) set(turn[end][k], frame.turn[end].row[k]);
      const Vec3 from = (frame.turn[end] * tree.origin() + (frame.place[end] - other.center[end])) / unit;
      set(shift[end], from);
      far = larger(far, norm_one(from));
    }
    for (int k = 0; k < 3; ++k) {
      const double length = norm(other.edge[0][k]) * (1 + 0x1p-50);
      half[k] = static_cast<S>(length / unit);
      size += length / unit;
      const bool has_axis = length > 0x1p-400;
      for (int end = 0; end < 2; ++end) {
        set(axis[end][k], has_axis ? other.edge[end][k] / length : Vec3{});
        if (!has_axis) lost += norm_one(other.edge[end][k]);
      }
    }
    // Everything in units: |c| ≤ 1 of a box' middle, halves at most 1. Heights are off by less than 125u of 1, 20u of
    // how far the middles are, 16u of the one box' size; its axes and halves, rounded by themselves, are in there.
    reach = 1 + far + size;
    const double off = sizeof(S) == sizeof(float) ? 192 * 0x1p-24 * reach : 0;
    less = static_cast<S>(((gap.less + lost) / unit + off) * (1 + 0x1p-20));
    arm_scale = static_cast<S>(unit / frame.radius * (1 + 0x1p-14));
  }

  double reach;
};

// Eight boxes against one, so many at a time.
template <class Kind>
struct BoxLanes : Lanes<Kind> {
  using L = Lanes<Kind>;
  typedef typename L::V V;
  typedef typename L::V3 V3;
  typedef typename L::S S;

  const BoxQuestion<S>& asked;
  V3 between[2];  // from the other's middle to that of the lane's box
  V3 axis[2][3];
  V half[3], arm, other_arm;

  CLEARANCE_INLINE static void set(V& out, const float* from) {
    if constexpr (sizeof(S) == sizeof(float))
      L::load(out, from);
    else
      for (int k = 0; k < L::kCount; ++k) out[k] = static_cast<S>(from[k]);
  }
  CLEARANCE_INLINE void place(const TriangleTree::Node& node, int first) {
    V3 middle, axes[3];
    set(middle.x, node.center[0] + first), set(middle.y, node.center[1] + first), set(middle.z, node.center[2] + first);
    for (int k = 0; k < 3; ++k) {
      set(half[k], node.half[k] + first);
      set(axes[k].x, node.axis[k][0] + first), set(axes[k].y, node.axis[k][1] + first);
      set(axes[k].z, node.axis[k][2] + first);
    }
    for (int end = 0; end < 2; ++end) {
      L::turned(between[end], asked.turn[end], middle);
      between[end].x += asked.shift[end][0], between[end].y += asked.shift[end][1];
      between[end].z += asked.shift[end][2];
      if (end == 0 || asked.turns)
        for (int k = 0; k < 3; ++k) L::turned(axis[end][k], asked.turn[end], axes[k]);
    }
    if (!asked.turns) return;
    L::fill(other_arm, asked.other_arm);
    middle.x += asked.origin[0], middle.y += asked.origin[1], middle.z += asked.origin[2];
    V square, root, one;
    L::dot(square, middle, middle);
    L::inverse_root(root, square);
    arm = square * root;
    square = half[0] * half[0] + half[1] * half[1] + half[2] * half[2];
    L::inverse_root(root, square);
    arm = (arm + square * root) * asked.arm_scale;
    L::fill(one, 1);
    arm = arm < one ? arm : one;
  }

  CLEARANCE_INLINE void spread(V& out, const V3& n, int end) const {
    L::fill(out, asked.less);
    for (int k = 0; k < 3; ++k) {
      V along;
      L::dot(along, n, axis[end][k]);
      L::absolute(along, along);
      out += half[k] * along;
      L::dot(along, n, asked.axis[end][k]);
      L::absolute(along, along);
      out += asked.half[k] * along;
    }
  }
  CLEARANCE_INLINE void consider(typename L::Best& best, const V3& n) const {
    V g, h, wide, blur;
    spread(wide, n, 0);
    L::dot(g, n, between[0]);
    g = g - wide;
    if (asked.turns) spread(wide, n, 1);
    L::dot(h, n, between[1]);
    h = h - wide;
    L::set_blur(blur, n, arm, other_arm, asked.bends);
    L::consider(best, g, h, blur);
    L::combine(best);
  }

  // From v to the point of the other box nearest to it.
  CLEARANCE_INLINE void to_other(V3& out, const V3& v, int end) const {
    V along, most;
    out.x = -v.x, out.y = -v.y, out.z = -v.z;
    for (int k = 0; k < 3; ++k) {
      L::dot(along, v, asked.axis[end][k]);
      L::fill(most, asked.half[k]);
      L::clamp(along, most);
      L::add(out, along, asked.axis[end][k]);
    }
  }
  // From the other box to the lane's, about the way between the points that are nearest.
  CLEARANCE_INLINE void nearest_way(V3& n, int end) const {
    const int from = asked.turns ? end : 0;
    V3 back, to = between[end];
    V along;
    to_other(back, to, end);
    for (int k = 0; k < 3; ++k) {
      L::dot(along, back, axis[from][k]);
      L::clamp(along, half[k]);
      to.x += along * axis[from][k].x, to.y += along * axis[from][k].y, to.z += along * axis[from][k].z;
    }
    to_other(back, to, end);
    n.x = -back.x, n.y = -back.y, n.z = -back.z;
    L::make_unit(n);
  }
  // So that it points from the other box to the lane's when the window begins.
  CLEARANCE_INLINE void outward(V3& n) const {
    V along;
    L::dot(along, n, between[0]);
    n.x = along < 0 ? -n.x : n.x, n.y = along < 0 ? -n.y : n.y, n.z = along < 0 ? -n.z : n.z;
  }

  CLEARANCE_INLINE void bound(typename L::Best& best) const {
    V3 n;
    for (int end = 0; end < 2; ++end) {
      nearest_way(n, end);
      consider(best, n);
      if (L::all_apart(best.in)) return;
    }
    for (int k = 0; k < 3; ++k) {
      n = axis[0][k];
      outward(n);
      consider(best, n);
    }
    if (L::all_apart(best.in)) return;
    for (int k = 0; k < 3; ++k) {
      L::fill(n.x, asked.axis[0][k][0]), L::fill(n.y, asked.axis[0][k][1]), L::fill(n.z, asked.axis[0][k][2]);
      outward(n);
      consider(best, n);
    }
  }

  CLEARANCE_INLINE static void run(const TriangleTree::Node& node, const BoxQuestion<S>& asked, EightBounds& out) {
    BoxLanes lanes{{}, asked, {}, {}, {}, {}, {}};
    for (int first = 0; first < 8; first += L::kCount) {
      typename L::Best best{V{}, V{}, V{} - S{1e30f}};
      for (int k = 0; k < L::kCount; ++k)
        if (node.child[first + k] == TriangleTree::kNoChild) best.in[k] = static_cast<S>(kThroughout);
      if (!L::all_apart(best.in)) {
        lanes.place(node, first);
        lanes.bound(best);
      }
      L::store(out.share + first, best.in);
      L::store(out.after + first, best.out);
      L::store(out.gap + first, best.gap);
    }
  }
};

// A box of a leaf is some hundredths of its tree: where floats are off by more than this, they cannot tell.
constexpr double kCoarse = 0x1p-9 / (192 * 0x1p-24);

template <int kRegister>
CLEARANCE_INLINE void boxes_body(const TriangleTree& tree, const TriangleTree::Node& node, const MovingFrame& frame,
                                 const MovingBox& other, const MovingFrame& others, const MovingGap& gap,
                                 EightBounds& out) {
  const double unit = std::ldexp(1.0, tree.exponent());
  const BoxQuestion<float> in_floats(tree, frame, other, others, gap, unit);
  if (in_floats.reach < kCoarse) return BoxLanes<FloatLanes<kRegister>>::run(node, in_floats, out);
  BoxLanes<DoubleLanes<kRegister>>::run(node, BoxQuestion<double>(tree, frame, other, others, gap, unit), out);
}

// Triangles against triangles, a pair a lane.
template <int kRegister>
struct TriangleLanes : Lanes<FloatLanes<kRegister>> {
  using L = Lanes<FloatLanes<kRegister>>;
  typedef typename L::V V;
  typedef typename L::V3 V3;

  const Bends<float>& bends;
  const bool falls;
  const float less;
  V3 a[2][3], b[2][3];
  V arm_a, arm_b;
  V3 between;

  CLEARANCE_INLINE void place(const EightPairs& pairs, int first) {
    for (int end = 0; end < 2; ++end)
      for (int k = 0; k < 3; ++k) {
        const int at = 9 * end + 3 * k;
        L::load(a[end][k].x, pairs.a[at] + first), L::load(a[end][k].y, pairs.a[at + 1] + first);
        L::load(a[end][k].z, pairs.a[at + 2] + first);
        L::load(b[end][k].x, pairs.b[at] + first), L::load(b[end][k].y, pairs.b[at + 1] + first);
        L::load(b[end][k].z, pairs.b[at + 2] + first);
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
    above = bottom_b - top_a - less;
    below = bottom_a - top_b - less;
  }
  // Either way round: that by which they are apart when the window begins, and the other where they are by it at its
  // end.
  CLEARANCE_INLINE void consider(typename L::Best& best, V3& n) const {
    L::make_unit(n);
    V g, h, back_g, back_h, blur;
    heights(g, back_g, n, 0);
    heights(h, back_h, n, 1);
    const typename L::I turned = back_g > g;
    n.x = turned ? -n.x : n.x, n.y = turned ? -n.y : n.y, n.z = turned ? -n.z : n.z;
    V other = turned ? h : back_h, before = turned ? g : back_g;
    g = turned ? back_g : g, h = turned ? back_h : h;
    L::set_blur(blur, n, arm_a, arm_b, bends);
    L::consider(best, g, h, blur);
    if (L::any_above_zero(other)) {
      if (falls) {
        n.x = -n.x, n.y = -n.y, n.z = -n.z;
        L::set_blur(blur, n, arm_a, arm_b, bends);
      }
      L::consider(best, before, other, blur);
    }
    L::combine(best);
  }
  CLEARANCE_INLINE static void edge(V3& out, const V3 (&v)[3], int k) {
    const V3 &from = v[k], &to = v[k == 2 ? 0 : k + 1];
    out.x = to.x - from.x, out.y = to.y - from.y, out.z = to.z - from.z;
  }

  CLEARANCE_INLINE void bound(typename L::Best& best) const {
    V3 n = between, of_a, of_b, normal[2];
    consider(best, n);
    if (L::all_apart(best.in)) return;
    for (const bool is_a : {true, false}) {
      edge(of_a, is_a ? a[0] : b[0], 0), edge(of_b, is_a ? a[0] : b[0], 1);
      L::cross(normal[is_a ? 0 : 1], of_a, of_b);
      n = normal[is_a ? 0 : 1];
      consider(best, n);
    }
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
    // Those in one plane are kept apart by none of these.
    for (int i = 0; i < 3; ++i) {
      edge(of_a, a[0], i), edge(of_b, b[0], i);
      L::cross(n, normal[0], of_a);
      consider(best, n);
      L::cross(n, normal[1], of_b);
      consider(best, n);
      if (L::all_apart(best.in)) return;
    }
  }
};

// Coordinates are at most 1 and off by u, heights by 18u: three products and their sum, of either body.
template <int kRegister>
CLEARANCE_INLINE void triangles_body(const EightPairs& pairs, const MovingFrame& frame_a, const MovingFrame& frame_b,
                                     const MovingGap& gap, EightBounds& out) {
  using L = Lanes<FloatLanes<kRegister>>;
  typedef typename L::V V;
  const Bends<float> bends(frame_a, frame_b, gap, pairs.unit);
  TriangleLanes<kRegister> lanes{
      {}, bends, gap.falls, static_cast<float>((gap.less / pairs.unit + 32 * 0x1p-24) * (1 + 0x1p-20)), {}, {},
      {}, {},    {}};
  for (int first = 0; first < 8; first += L::kCount) {
    typename L::Best best{V{}, V{}, V{} - 1e30f};
    lanes.place(pairs, first);
    lanes.bound(best);
    L::store(out.share + first, best.in);
    L::store(out.after + first, best.out);
    L::store(out.gap + first, best.gap);
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

EightPairs::EightPairs(std::span<const MovingTriangle> of_a, std::span<const MovingTriangle> of_b) {
  const Vec3 about[2] = {of_a[0].corner[0][0], of_a[0].corner[1][0]};
  double far = 0;
  for (const std::span<const MovingTriangle> all : {of_a, of_b})
    for (const MovingTriangle& one : all)
      for (int end = 0; end < 2; ++end)
        for (const Vec3& corner : one.corner[end]) far = larger(far, norm_max(corner - about[end]));
  int exponent = 0;
  std::frexp(far, &exponent);
  unit = std::ldexp(1.0, exponent < -900 ? -900 : exponent);
  const double scale = 1 / unit;
  const auto fill = [&](std::span<const MovingTriangle> all, Near* out) {
    for (const MovingTriangle& one : all) {
      float* next = out->coordinate;
      for (int end = 0; end < 2; ++end)
        for (const Vec3& corner : one.corner[end]) {
          const Vec3 v = scale * (corner - about[end]);
          *next++ = static_cast<float>(v.x), *next++ = static_cast<float>(v.y), *next++ = static_cast<float>(v.z);
        }
      (out++)->arm = static_cast<float>(one.arm);
    }
  };
  fill(of_a, near_a_), fill(of_b, near_b_);
}

void EightPairs::set(int lane, std::size_t of_a, std::size_t of_b) {
  const Near &one = near_a_[of_a], &other = near_b_[of_b];
  for (int k = 0; k < kCoordinates; ++k) a[k][lane] = one.coordinate[k], b[k][lane] = other.coordinate[k];
  arm_a[lane] = one.arm, arm_b[lane] = other.arm;
}

}  // namespace clearance::detail
