#include <clearance/bvh/oriented_boxes.h>
#include <clearance/bvh/triangle_tree.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

namespace clearance {
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
  typedef typename simd::Lanes<kRegister>::Floats Floats;
  typedef typename simd::Lanes<kRegister>::Truths Truths;
  const int u = ray.axis, v = (u + 1) % 3, w = (u + 2) % 3;
  walk_nodes(nodes, visit, [&](const TriangleTree::Node& node) __attribute__((always_inline)) {
    std::uint32_t near = 0;
    for (int first = 0; first < 8; first += simd::Lanes<kRegister>::kCount) {
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

// ---- As bytes ----------------------------------------------------------------------------------------------------

namespace {

struct Header {
  char magic[8] = {'c', 'l', 'r', 't', 'r', 'e', 'e', '1'};
  std::uint32_t byte_order = 0x01020304;
  std::uint32_t node_size = sizeof(TriangleTree::Node);
  std::uint64_t nodes = 0, triangles = 0;
  double origin[3] = {}, half[3] = {};
  std::int32_t exponent = 0;
  std::uint32_t unused[11] = {};
};
static_assert(sizeof(Header) == 128);

// Every leaf within the triangles, each triangle in one leaf, every node the child of one other, parents before
// children.
bool is_sound(std::span<const TriangleTree::Node> nodes, std::size_t triangles) {
  if (nodes.empty()) return false;
  std::vector<std::uint8_t> depth(nodes.size());  // 0: not reached yet
  std::vector<bool> held(triangles);
  depth[0] = 1;
  std::size_t nodes_reached = 1, triangles_held = 0;
  for (std::size_t n = 0; n < nodes.size(); ++n)
    for (const std::uint32_t child : nodes[n].child) {
      if (child == TriangleTree::kNoChild) continue;
      if (!TriangleTree::is_leaf(child)) {
        if (child <= n || child >= nodes.size() || depth[child] != 0 || depth[n] == 0) return false;
        depth[child] = static_cast<std::uint8_t>(depth[n] + 1);
        if (depth[child] > TriangleTree::kMaxDepth) return false;
        ++nodes_reached;
        continue;
      }
      for (std::uint32_t k = 0; k < TriangleTree::leaf_count(child); ++k) {
        const std::size_t at = std::size_t{TriangleTree::leaf_first(child)} + k;
        if (at >= triangles || held[at]) return false;
        held[at] = true;
        ++triangles_held;
      }
    }
  return nodes_reached == nodes.size() && triangles_held == triangles;
}

std::size_t count_triangles(std::span<const TriangleTree::Node> nodes) {
  std::size_t count = 0;
  for (const TriangleTree::Node& node : nodes)
    for (const std::uint32_t child : node.child)
      if (child != TriangleTree::kNoChild && TriangleTree::is_leaf(child)) count += TriangleTree::leaf_count(child);
  return count;
}

}  // namespace

std::vector<std::byte> TriangleTree::save() const {
  Header header;
  header.nodes = nodes_.size();
  header.triangles = count_triangles(nodes_);
  for (int c = 0; c < 3; ++c) header.origin[c] = origin_[c], header.half[c] = half_[c];
  header.exponent = exponent_;
  std::vector<std::byte> bytes(sizeof header + nodes_.size_bytes());
  std::memcpy(bytes.data(), &header, sizeof header);
  std::memcpy(bytes.data() + sizeof header, nodes_.data(), nodes_.size_bytes());
  return bytes;
}

std::shared_ptr<const TriangleTree> TriangleTree::map(std::span<const std::byte> bytes, std::size_t triangles) {
  Header header;
  const Header expected;
  if (bytes.size() < sizeof header || reinterpret_cast<std::uintptr_t>(bytes.data()) % alignof(Node) != 0)
    return nullptr;
  std::memcpy(&header, bytes.data(), sizeof header);
  if (std::memcmp(header.magic, expected.magic, sizeof header.magic) != 0) return nullptr;
  if (header.byte_order != expected.byte_order || header.node_size != expected.node_size) return nullptr;
  if (header.triangles != triangles || header.nodes != (bytes.size() - sizeof header) / sizeof(Node)) return nullptr;
  if ((bytes.size() - sizeof header) % sizeof(Node) != 0) return nullptr;
  const Vec3 origin{header.origin[0], header.origin[1], header.origin[2]};
  const Vec3 half{header.half[0], header.half[1], header.half[2]};
  if (!(norm_max(half) <= 2 && half.x >= 0 && half.y >= 0 && half.z >= 0)) return nullptr;
  if (!is_coordinate(origin) || header.exponent < -1100 || header.exponent > 1024) return nullptr;
  const std::span<const Node> nodes(reinterpret_cast<const Node*>(bytes.data() + sizeof header), header.nodes);
  if (!is_sound(nodes, triangles)) return nullptr;
  auto tree = std::make_shared<TriangleTree>();
  tree->origin_ = origin;
  tree->half_ = half;
  tree->exponent_ = header.exponent;
  tree->nodes_ = nodes;
  return tree;
}

}  // namespace clearance
