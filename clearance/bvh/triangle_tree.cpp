#include <clearance/bvh/oriented_boxes.h>
#include <clearance/bvh/triangle_tree.h>

#include <algorithm>
#include <bit>
#include <cmath>

namespace clearance::detail {
namespace {

using boxes::FixedBox;

// Lengths in the tree's frame beyond this are not worth a float's trouble: all boxes are within 2 of the origin.
constexpr double kFar = 0x1p60;

// Calls visit for the runs of a walk that follows the boxes of near(node), a mask.
template <class Near>
CLEARANCE_INLINE void walk_nodes(std::span<const TriangleTree::Node> nodes, TriangleTree::RunVisitor visit,
                                 const Near& near_boxes) {
  std::uint32_t stack[TriangleTree::kStack] = {0};
  for (int open = 1; open > 0;) {
    const TriangleTree::Node& node = nodes[stack[--open]];
    for (std::uint32_t near = near_boxes(node); near != 0; near &= near - 1) {
      const std::uint32_t child = node.child[std::countr_zero(near)];
      if (child == TriangleTree::kNoChild) continue;
      if (!TriangleTree::is_leaf(child))
        stack[open++] = child;
      else if (!visit(TriangleTree::leaf_first(child), TriangleTree::leaf_count(child)))
        return;
    }
  }
}

template <int kRegister>
CLEARANCE_INLINE void visit_boxes(std::span<const TriangleTree::Node> nodes, const FixedBox& box,
                                  TriangleTree::RunVisitor visit) {
  walk_nodes(nodes, visit, [&](const TriangleTree::Node& node) __attribute__((always_inline)) {
    alignas(32) float gaps[8];
    return boxes::test_boxes<kRegister, boxes::Want::Overlap>(node, box, gaps);
  });
}
CLEARANCE_DISPATCH(void, visit_nodes,
                   (std::span<const TriangleTree::Node> nodes, const FixedBox& box, TriangleTree::RunVisitor visit),
                   visit_boxes, (nodes, box, visit))

// { from + s·e, s ≥ 0 } for the unit vector e of `axis`, in the tree's frame; `margin` as of a FixedBox.
struct AxisRay {
  float from[3];
  int axis;
  float margin;
};

// A ray along an axis meets a box only if the box's own extent across the axis holds it: 30 operations, where all axes
// take 250, and the few boxes more that it lets through cost less than that.
template <int kRegister>
CLEARANCE_INLINE void visit_ray(std::span<const TriangleTree::Node> nodes, const AxisRay& ray,
                                TriangleTree::RunVisitor visit) {
  typedef typename simd::FloatLanes<kRegister>::Floats Floats;
  typedef typename simd::FloatLanes<kRegister>::Truths Truths;
  const int u = ray.axis, v = (u + 1) % 3, w = (u + 2) % 3;
  walk_nodes(nodes, visit, [&](const TriangleTree::Node& node) __attribute__((always_inline)) {
    std::uint32_t near = 0;
    for (int first = 0; first < 8; first += simd::FloatLanes<kRegister>::kCount) {
      Floats extent[3] = {};
      for (int k = 0; k < 3; ++k) {
        const Floats& half = *reinterpret_cast<const Floats*>(node.half[k] + first);
        Floats part;
        boxes::set_absolute<Floats, Truths>(part, *reinterpret_cast<const Floats*>(node.axis[k][u] + first));
        extent[0] += half * part;
        boxes::set_absolute<Floats, Truths>(part, *reinterpret_cast<const Floats*>(node.axis[k][v] + first));
        extent[1] += half * part;
        boxes::set_absolute<Floats, Truths>(part, *reinterpret_cast<const Floats*>(node.axis[k][w] + first));
        extent[2] += half * part;
      }
      const Floats behind = *reinterpret_cast<const Floats*>(node.center[u] + first) - ray.from[u];
      Floats off_v, off_w;
      boxes::set_absolute<Floats, Truths>(off_v,
                                          *reinterpret_cast<const Floats*>(node.center[v] + first) - ray.from[v]);
      boxes::set_absolute<Floats, Truths>(off_w,
                                          *reinterpret_cast<const Floats*>(node.center[w] + first) - ray.from[w]);
      near |= simd::mask_of<kRegister>((behind + extent[0] >= -ray.margin) & (off_v - extent[1] <= ray.margin) &
                                       (off_w - extent[2] <= ray.margin))
              << first;
    }
    return near;
  });
}
CLEARANCE_DISPATCH(void, visit_nodes_on_ray,
                   (std::span<const TriangleTree::Node> nodes, const AxisRay& ray, TriangleTree::RunVisitor visit),
                   visit_ray, (nodes, ray, visit))

void visit_all(std::span<const TriangleTree::Node> nodes, TriangleTree::RunVisitor visit) {
  for (const TriangleTree::Node& node : nodes)
    for (const std::uint32_t child : node.child)
      if (child != TriangleTree::kNoChild && TriangleTree::is_leaf(child))
        if (!visit(TriangleTree::leaf_first(child), TriangleTree::leaf_count(child))) return;
}

// From the point to a box of the node, whose axes are square to each other up to 8·2⁻²⁴.
double box_distance(const TriangleTree::Node& node, std::uint32_t slot, Vec3 p) {
  const TriangleTree::OrientedBox box = TriangleTree::box(node, slot);
  const Vec3 along = box.axes * (p - box.center);
  double squared = 0;
  for (int k = 0; k < 3; ++k)
    if (const double beyond = std::fabs(along[k]) - box.half[k]; beyond > 0) squared += beyond * beyond;
  return std::sqrt(squared);
}

// The largest entry of U·Uᵀ − 1: how far the rows are from unit vectors square to each other.
double crookedness(const Mat3& axes) {
  double most = 0;
  for (int i = 0; i < 3; ++i)
    for (int k = i; k < 3; ++k) most = larger(most, std::fabs(dot(axes.row[i], axes.row[k]) - (i == k ? 1 : 0)));
  return most;
}

}  // namespace

void TriangleTree::find_in_box(const Box& box, RunVisitor visit) const {
  if (!is_box(box)) return;
  // Infinite ends have no middle: the tree's own cube is as far as anyone needs to look.
  const double reach = std::ldexp(4.0, exponent_);
  const auto cut = [&](double x, double middle) { return std::clamp(x, middle - reach, middle + reach); };
  const Vec3 low{cut(box.low.x, origin_.x), cut(box.low.y, origin_.y), cut(box.low.z, origin_.z)};
  const Vec3 high{cut(box.high.x, origin_.x), cut(box.high.y, origin_.y), cut(box.high.z, origin_.z)};
  find_in_box(0.5 * low + 0.5 * high, Mat3{}, 0.5 * high - 0.5 * low, visit);
}

// In doubles everything is good to a few 2⁻⁵³ of |center| + |origin|, which the float margin covers unless the body is
// far from its own origin: hence the explicit term.
void TriangleTree::find_in_box(Vec3 center, const Mat3& axes, Vec3 half, RunVisitor visit) const {
  const double scale = std::ldexp(1.0, -exponent_);
  const Vec3 c = scale * (center - origin_), h = scale * half;
  const double distance = norm_max(c), size = norm_one(h);
  if (!(distance <= kFar && size <= kFar)) return visit_all(nodes_, visit);
  FixedBox box = {};
  for (int i = 0; i < 3; ++i) {
    box.center[i] = static_cast<float>(c[i]);
    box.half[i] = static_cast<float>(h[i]);
    for (int k = 0; k < 3; ++k) box.axis[i][k] = static_cast<float>(axes.row[i][k]);
  }
  const double rounding = scale * 0x1p-50 * (norm_max(center) + norm_max(origin_) + norm_max(half));
  const double error = static_cast<double>(boxes::kBoxError) * (2 * distance + 2 * size + 8);
  box.margin = static_cast<float>(1.001 * (error + 4 * crookedness(axes) * (size + distance + 2) + rounding));
  visit_nodes(nodes_, box, visit);
}

// Coordinates of the origin and of the boxes are within a few u of what they are, each at most |from| + 4 in size.
void TriangleTree::find_on_ray(Vec3 origin, double error, int axis, RunVisitor visit) const {
  const double scale = std::ldexp(1.0, -exponent_);
  const Vec3 from = scale * (origin - origin_);
  const double off = scale * (error + 0x1p-50 * (norm_max(origin) + norm_max(origin_)));
  if (!(norm_max(from) <= kFar && off <= kFar)) return visit_all(nodes_, visit);
  AxisRay ray;
  for (int c = 0; c < 3; ++c) ray.from[c] = static_cast<float>(from[c]);
  ray.axis = axis;
  ray.margin = static_cast<float>(1.001 * (static_cast<double>(boxes::kBoxError) * (norm_max(from) + 4) + off));
  visit_nodes_on_ray(nodes_, ray, visit);
}

void TriangleTree::find_near(Vec3 point, double nearest,
                             FunctionRef<double(std::uint32_t first, std::uint32_t count)> visit) const {
  struct Entry {
    std::uint32_t child;
    double bound;
  };
  const double scale = std::ldexp(1.0, -exponent_), unit = std::ldexp(1.0, exponent_);
  const Vec3 p = scale * (point - origin_);
  const double off = scale * 0x1p-50 * (norm_max(point) + norm_max(origin_)) + 0x1p-20 * (1 + 0x1p-20 * norm_max(p));
  Entry stack[kStack] = {{0, 0}};
  for (int open = 1; open > 0;) {
    const Entry entry = stack[--open];
    if (entry.bound > nearest) continue;
    if (is_leaf(entry.child)) {
      nearest = visit(leaf_first(entry.child), leaf_count(entry.child));
      continue;
    }
    const Node& node = nodes_[entry.child];
    const int base = open;
    for (std::uint32_t slot = 0; slot < kWidth; ++slot) {
      if (node.child[slot] == kNoChild) continue;
      const double bound = unit * (box_distance(node, slot, p) * (1 - 0x1p-20) - off);
      if (bound > nearest) continue;
      int at = open++;  // the nearest on top
      for (; at > base && stack[at - 1].bound < bound; --at) stack[at] = stack[at - 1];
      stack[at] = {node.child[slot], bound};
    }
  }
}

}  // namespace clearance::detail
