#include <clearance/motion/shapes/moving_boxes.h>

#include <clearance/bvh/box.h>
#include <clearance/motion/shapes/moving_lanes.h>

#include <cmath>

namespace clearance::detail {
namespace {

using moving::Bends;
using moving::DoubleLanes;
using moving::FloatLanes;
using moving::Lanes;

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

}  // namespace

CLEARANCE_DISPATCH(void, bound_boxes,
                   (const TriangleTree& tree, const TriangleTree::Node& node, const MovingFrame& frame,
                    const MovingBox& other, const MovingFrame& others, const MovingGap& gap, EightBounds& out),
                   boxes_body, (tree, node, frame, other, others, gap, out))

}  // namespace clearance::detail
