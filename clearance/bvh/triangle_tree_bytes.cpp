// A tree as bytes, and what must be true of bytes to be one.
// Proves:   all that walks rely on: every triangle is in one leaf, every node below one other, and no deeper than walks
//           have room for; the frame is that of these triangles; each box holds the triangles below it. A box is
//           { c + Σ sₖ·axisₖ, |sₖ| ≤ halfₖ }, its axes orthonormal up to 4u: the s of a point p is within 16u·|p − c|
//           of U·(p − c), which the check adds and the builder left twice over.
// Cost:     twelve corners at a time against the boxes above them, some seven levels for a million triangles.
// Notation: u = 2⁻²⁴.
#include <clearance/bvh/tree_builder.h>
#include <clearance/bvh/triangle_tree.h>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace clearance::detail {
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
bool is_connected(std::span<const TriangleTree::Node> nodes, std::size_t triangles) {
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

// The corners of a run in the tree's frame; places beyond it repeat the first triangle.
struct RunCorners {
  static constexpr int kCount = 3 * TriangleTree::kLeafTriangles;
  double x[kCount], y[kCount], z[kCount];
};

// One box of a node in doubles.
struct CheckedBox {
  Vec3 center, half;
  Mat3 axes;

  // As no builder makes it: NaN included.
  bool is_odd() const {
    constexpr double kSquare = 4 * 0x1p-24, kFarthest = 2, kLargest = 4;  // as TreePair's margins have it
    if (!(norm(center) <= kFarthest)) return true;
    for (int i = 0; i < 3; ++i) {
      if (!(half[i] >= 0 && half[i] <= kLargest)) return true;
      for (int k = i; k < 3; ++k)
        if (!(std::fabs(dot(axes.row[i], axes.row[k]) - (i == k ? 1 : 0)) <= kSquare)) return true;
    }
    return false;
  }

  bool holds(const RunCorners& run) const {
    double most[3];
    for (int k = 0; k < 3; ++k) {
      const Vec3 axis = axes.row[k];
      double along[RunCorners::kCount];
      for (int i = 0; i < RunCorners::kCount; ++i)
        along[i] =
            std::fabs(axis.x * (run.x[i] - center.x) + axis.y * (run.y[i] - center.y) + axis.z * (run.z[i] - center.z));
      most[k] = along[0];
      for (int i = 1; i < RunCorners::kCount; ++i) most[k] = larger(most[k], along[i]);
    }
    const double slack = 16 * 0x1p-24 * (most[0] + most[1] + most[2]);
    return most[0] + slack <= half.x && most[1] + slack <= half.y && most[2] + slack <= half.z;
  }
};

// Places without a child overlap nothing, in any walk: they are as the builder leaves them.
bool is_unused(const TriangleTree::Node& node, std::uint32_t slot) {
  for (int c = 0; c < 3; ++c) {
    if (node.center[c][slot] != 0 || node.half[c][slot] != TriangleTree::kUnusedHalf) return false;
    for (int k = 0; k < 3; ++k)
      if (node.axis[k][c][slot] != (k == c ? 1.0f : 0.0f)) return false;
  }
  return true;
}

class BoxCheck {
 public:
  BoxCheck(std::span<const TriangleTree::Node> nodes, const TreeFrame& frame, std::span<const Vec3> vertices,
           std::span<const TriangleTree::Triangle> triangles)
      : nodes_(nodes),
        origin_(frame.origin),
        scale_(std::ldexp(1.0, -frame.exponent)),
        vertices_(vertices),
        triangles_(triangles) {}

  // The boxes of the node and of all below it; `depth` boxes are above.
  bool is_right(std::uint32_t n, int depth) {
    const TriangleTree::Node& node = nodes_[n];
    for (std::uint32_t slot = 0; slot < TriangleTree::kWidth; ++slot) {
      const std::uint32_t child = node.child[slot];
      if (child == TriangleTree::kNoChild) {
        if (!is_unused(node, slot)) return false;
        continue;
      }
      const TriangleTree::OrientedBox box = TriangleTree::box(node, slot);
      above_[depth] = {box.center, box.half, box.axes};
      if (above_[depth].is_odd()) return false;
      if (!(TriangleTree::is_leaf(child) ? are_held(child, depth + 1) : is_right(child, depth + 1))) return false;
    }
    return true;
  }

 private:
  bool are_held(std::uint32_t leaf, int depth) const {
    const std::uint32_t first = TriangleTree::leaf_first(leaf), count = TriangleTree::leaf_count(leaf);
    RunCorners run;
    for (int i = 0; i < RunCorners::kCount; ++i) {
      const auto of_run = static_cast<std::uint32_t>(i) / 3;
      const TriangleTree::Triangle& t = triangles_[first + (of_run < count ? of_run : 0)];
      const Vec3 p = scale_ * (vertices_[t[static_cast<std::size_t>(i % 3)]] - origin_);
      run.x[i] = p.x, run.y[i] = p.y, run.z[i] = p.z;
    }
    return std::all_of(above_, above_ + depth, [&](const CheckedBox& box) { return box.holds(run); });
  }

  std::span<const TriangleTree::Node> nodes_;
  Vec3 origin_;
  double scale_;
  std::span<const Vec3> vertices_;
  std::span<const TriangleTree::Triangle> triangles_;
  CheckedBox above_[TriangleTree::kMaxDepth];  // on the way down to here
};

}  // namespace

std::vector<std::byte> TriangleTree::save() const {
  Header header;
  header.nodes = nodes_.size();
  for (const Node& node : nodes_)
    for (const std::uint32_t child : node.child)
      if (child != kNoChild && is_leaf(child)) header.triangles += leaf_count(child);
  for (int c = 0; c < 3; ++c) header.origin[c] = origin_[c], header.half[c] = half_[c];
  header.exponent = exponent_;
  std::vector<std::byte> bytes(sizeof header + nodes_.size_bytes());
  std::memcpy(bytes.data(), &header, sizeof header);
  std::memcpy(bytes.data() + sizeof header, nodes_.data(), nodes_.size_bytes());
  return bytes;
}

std::shared_ptr<const TriangleTree> TriangleTree::map(std::span<const std::byte> bytes, std::span<const Vec3> vertices,
                                                      std::span<const Triangle> triangles) {
  Header header;
  const Header expected;
  if (bytes.size() < sizeof header || reinterpret_cast<std::uintptr_t>(bytes.data()) % alignof(Node) != 0)
    return nullptr;
  std::memcpy(&header, bytes.data(), sizeof header);
  if (std::memcmp(header.magic, expected.magic, sizeof header.magic) != 0) return nullptr;
  if (header.byte_order != expected.byte_order || header.node_size != expected.node_size) return nullptr;
  if (header.triangles != triangles.size() || triangles.empty() || triangles.size() > kMaxTriangles) return nullptr;
  if (header.nodes != (bytes.size() - sizeof header) / sizeof(Node)) return nullptr;
  if ((bytes.size() - sizeof header) % sizeof(Node) != 0) return nullptr;
  const TreeFrame frame = tree_frame(vertices, triangles);
  const Vec3 origin{header.origin[0], header.origin[1], header.origin[2]};
  const Vec3 half{header.half[0], header.half[1], header.half[2]};
  if (origin != frame.origin || half != frame.half || header.exponent != frame.exponent) return nullptr;
  const std::span<const Node> nodes(reinterpret_cast<const Node*>(bytes.data() + sizeof header), header.nodes);
  if (!is_connected(nodes, triangles.size()) || !BoxCheck(nodes, frame, vertices, triangles).is_right(0, 0))
    return nullptr;
  auto tree = std::make_shared<TriangleTree>();
  tree->origin_ = origin;
  tree->half_ = half;
  tree->exponent_ = header.exponent;
  tree->nodes_ = nodes;
  return tree;
}

}  // namespace clearance::detail
