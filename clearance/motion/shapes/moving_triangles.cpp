// The pairs of triangles of moving_boxes.h.
#include <clearance/bvh/box.h>
#include <clearance/motion/shapes/moving_boxes.h>
#include <clearance/motion/shapes/moving_lanes.h>

#include <cmath>

namespace clearance::detail {
namespace {

using moving::Bends;
using moving::FloatLanes;
using moving::Lanes;

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
    // Those in one plane are kept apart by nothing else.
    for (int i = 0; i < 3; ++i) {
      edge(of_a, a[0], i), edge(of_b, b[0], i);
      L::cross(n, normal[0], of_a);
      consider(best, n);
      L::cross(n, normal[1], of_b);
      consider(best, n);
      if (L::all_apart(best.in)) return;
    }
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
