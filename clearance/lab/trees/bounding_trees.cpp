#include <clearance/base/assert.h>
#include <clearance/lab/trees/bounding_trees.h>
#include <clearance/lab/trees/bounding_trees_volumes.h>
#include <clearance/mesh/triangle_pair.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace clearance {
using namespace detail;
namespace {

using volumes::Axes;
using volumes::Motion;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Sizes between which products of four lengths neither overflow nor vanish; outside, all pairs of triangles are looked
// at.
constexpr double kSmallest = 1e-60, kLargest = 1e60;

// Of everything's size M, the sum of both reaches and translations. Entries of rotation() are off by 2⁻⁵⁰, of the
// relative rotation by 6 times that and 4 roundings: 2⁻⁴⁷, so points by 2⁻⁴⁵M with their shift. Volumes and gaps are
// sums of fewer than 100 terms of at most 2M, each rounded once: 2⁻⁴⁵M. Twice for two volumes, and as much to spare.
constexpr double kMargin = 0x1p-42;

// The inverse of a matrix that is nearly a rotation.
Mat3 inverse(const Mat3& m) {
  const double d = determinant(m);
  return transpose({{cross(m.row[1], m.row[2]) / d, cross(m.row[2], m.row[0]) / d, cross(m.row[0], m.row[1]) / d}});
}

Mat3 product(const Mat3& a, const Mat3& b) {
  const Mat3 columns = transpose(b);
  Mat3 out;
  for (int i = 0; i < 3; ++i)
    out.row[i] = {dot(a.row[i], columns.row[0]), dot(a.row[i], columns.row[1]), dot(a.row[i], columns.row[2])};
  return out;
}

// The largest entry of MᵀM − 1, some roundings added.
double crookedness_of(const Mat3& m) {
  const Mat3 square = product(transpose(m), m);
  double out = 0;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) out = std::max(out, std::fabs(square.row[i][j] - (i == j ? 1 : 0)));
  return out + 0x1p-48;
}

// Lengths in a's frame and in the world: |R| is between √(1 − 3δ) and √(1 + 3δ).
double shrink_of(const Pose& pose) {
  return pose.kind() == Pose::Kind::Matrix ? std::sqrt(1 - 3 * crookedness_of(pose.rotation())) : 1;
}
double stretch_of(const Pose& pose) {
  return pose.kind() == Pose::Kind::Matrix ? std::sqrt(1 + 3 * crookedness_of(pose.rotation())) : 1;
}

Motion motion_between(const Pose& a, const Pose& b) {
  const bool rigid = a.kind() == Pose::Kind::Quaternion && b.kind() == Pose::Kind::Quaternion;
  const Mat3 back = a.kind() == Pose::Kind::Quaternion ? transpose(a.rotation()) : inverse(a.rotation());
  Motion out{product(back, b.rotation()), back * (b.translation() - a.translation())};
  if (!rigid) {
    out.crookedness = crookedness_of(out.linear);
    out.stretch = std::sqrt(1 + 3 * out.crookedness);
  }
  volumes::prepare_cones(out);
  return out;
}

// Where the foot of p in the plane of the triangle is inside it: the distance.
double corner_to_triangle(Vec3 p, const Vec3 (&t)[3]) {
  const Vec3 u = t[1] - t[0], v = t[2] - t[0], from = p - t[0], n = cross(u, v);
  const double squared = squared_norm(n);
  if (!(squared > 0)) return kInfinity;
  const double s = dot(cross(from, v), n), r = dot(cross(u, from), n);
  return s >= 0 && r >= 0 && s + r <= squared ? std::fabs(dot(from, n)) / std::sqrt(squared) : kInfinity;
}

// Of triangles that do not run through each other.
double triangle_distance(const Vec3 (&p)[3], const Vec3 (&q)[3]) {
  double best = kInfinity;
  for (int i = 0; i < 3; ++i) {
    best = std::min({best, corner_to_triangle(p[i], q), corner_to_triangle(q[i], p)});
    for (int j = 0; j < 3; ++j) {
      const auto nearest = volumes::nearest_of_segments(p[i], p[(i + 1) % 3] - p[i], q[j], q[(j + 1) % 3] - q[j]);
      best = std::min(best, norm(nearest.b - nearest.a));
    }
  }
  return best;
}

template <class Volume, BoundingVolume kKind>
class TreeOf final : public BoundingTree {
 public:
  TreeOf(std::span<const Vec3> vertices, std::span<const MeshTriangle> triangles)
      : vertices_(vertices.begin(), vertices.end()), triangles_(triangles.begin(), triangles.end()) {
    std::vector<Item> items;
    for (std::uint32_t t = 0; t < triangles_.size(); ++t) {
      Vec3 p[3];
      corners(t, p);
      items.push_back({p[0] / 3 + p[1] / 3 + p[2] / 3, t});
      for (const Vec3 v : p) reach_ = std::max(reach_, norm_one(v));
    }
    nodes_.reserve(2 * items.size() - 1);
    nodes_.push_back(make_node(items));
    fill(0, items);
  }

  BoundingVolume volume() const override { return kKind; }
  std::size_t memory_bytes() const override {
    return nodes_.size() * sizeof(Node) + vertices_.size() * sizeof(Vec3) + triangles_.size() * sizeof(MeshTriangle);
  }

  std::vector<TriangleIds> find_pairs(const Pose& pose, const BoundingTree& other, const Pose& other_pose,
                                      std::size_t most, TreeCounts* counts) const override {
    return Walk(*this, pose, same_kind(other), other_pose, counts).pairs(most);
  }
  TreeDistance find_distance(const Pose& pose, const BoundingTree& other, const Pose& other_pose,
                             TreeCounts* counts) const override {
    return Walk(*this, pose, same_kind(other), other_pose, counts).distance();
  }

 private:
  struct Node {
    Volume volume;
    std::uint32_t child;  // the first of two; a leaf: its triangle
    bool is_leaf;
  };
  struct Item {
    Vec3 middle;
    std::uint32_t triangle;
  };

  static const TreeOf& same_kind(const BoundingTree& other) {
    CLEARANCE_ASSERT(other.volume() == kKind);
    return static_cast<const TreeOf&>(other);
  }

  void corners(std::uint32_t triangle, Vec3 (&out)[3]) const {
    for (std::size_t k = 0; k < 3; ++k) out[k] = vertices_[triangles_[triangle][k]];
  }

  std::vector<Vec3> points_of(std::span<const Item> items) const {
    std::vector<Vec3> out;
    out.reserve(3 * items.size());
    for (const Item& item : items) {
      Vec3 p[3];
      corners(item.triangle, p);
      out.insert(out.end(), p, p + 3);
    }
    return out;
  }

  Node make_node(std::span<const Item> items) const {
    const std::vector<Vec3> points = points_of(items);
    return {Volume(points, volumes::axes_of(points)), items[0].triangle, items.size() == 1};
  }

  // At the mean along the longest axis; in halves where that leaves one side nearly empty, so that the tree is shallow.
  std::size_t split(std::span<Item> items) const {
    const Axes axes = volumes::axes_of(points_of(items));
    const Vec3 along = axes.rows.row[0];
    const double at = dot(axes.mean, along);
    const auto middle =
        std::partition(items.begin(), items.end(), [&](const Item& item) { return dot(item.middle, along) < at; });
    const auto first = static_cast<std::size_t>(middle - items.begin());
    if (std::min(first, items.size() - first) * 16 >= items.size()) return first;
    std::nth_element(items.begin(), items.begin() + static_cast<std::ptrdiff_t>(items.size() / 2), items.end(),
                     [&](const Item& p, const Item& q) {
                       const double x = dot(p.middle, along), y = dot(q.middle, along);
                       return x != y ? x < y : p.triangle < q.triangle;
                     });
    return items.size() / 2;
  }

  void fill(std::size_t node, std::span<Item> items) {
    if (items.size() == 1) return;
    const std::size_t first = split(items);
    const auto child = static_cast<std::uint32_t>(nodes_.size());
    nodes_[node].child = child;
    nodes_.push_back(make_node(items.first(first)));
    nodes_.push_back(make_node(items.subspan(first)));
    fill(child, items.first(first));
    fill(child + 1, items.subspan(first));
  }

  // One question about two trees.
  class Walk {
   public:
    Walk(const TreeOf& a, const Pose& pose_a, const TreeOf& b, const Pose& pose_b, TreeCounts* counts)
        : a_(a),
          b_(b),
          pose_a_(pose_a),
          pose_b_(pose_b),
          motion_(motion_between(pose_a, pose_b)),
          size_(a.reach_ + b.reach_ + norm_one(pose_a.translation()) + norm_one(pose_b.translation())),
          margin_(kMargin * size_),
          counts_(counts) {}

    std::vector<TriangleIds> pairs(std::size_t most) {
      std::vector<TriangleIds> out;
      if (!in_range()) {
        all_pairs(most, out);
        return out;
      }
      std::vector<NodePair> stack = {{0, 0}};
      while (!stack.empty() && out.size() < most) {
        const auto [i, j] = stack.back();
        stack.pop_back();
        if (gap(i, j, margin_) > margin_) continue;
        const Node &p = a_.nodes_[i], &q = b_.nodes_[j];
        if (p.is_leaf && q.is_leaf) {
          if (meet(p.child, q.child)) out.push_back({p.child, q.child});
          continue;
        }
        for (const NodePair& next : opened(i, j)) stack.push_back(next);
      }
      return out;
    }

    TreeDistance distance() {
      if (!in_range()) return {0, kInfinity, {}};
      struct Entry {
        NodePair nodes;
        double gap;
      };
      double best = kInfinity;
      TriangleIds nearest = {};
      std::vector<Entry> stack = {{{0, 0}, -kInfinity}};
      while (!stack.empty()) {
        const Entry entry = stack.back();
        stack.pop_back();
        if (entry.gap - margin_ > best) continue;
        const Node &p = a_.nodes_[entry.nodes.a], &q = b_.nodes_[entry.nodes.b];
        if (p.is_leaf && q.is_leaf) {
          const double found = distance_of(p.child, q.child);
          if (found < best) best = found, nearest = {p.child, q.child};
          if (best == 0) return {0, 0, nearest};
          continue;
        }
        const auto next = opened(entry.nodes.a, entry.nodes.b);
        const double gaps[2] = {gap(next[0].a, next[0].b, best + margin_), gap(next[1].a, next[1].b, best + margin_)};
        const std::size_t near = gaps[0] <= gaps[1] ? 0 : 1;
        stack.push_back({next[1 - near], gaps[1 - near]});
        stack.push_back({next[near], gaps[near]});
      }
      const double off = 4 * margin_;
      return {std::max(0.0, (best - off) * shrink_of(pose_a_)), (best + off) * stretch_of(pose_a_), nearest};
    }

   private:
    struct NodePair {
      std::uint32_t a, b;
    };

    bool in_range() const { return size_ > kSmallest && size_ < kLargest; }

    double gap(std::uint32_t i, std::uint32_t j, double enough) {
      if (counts_ != nullptr) ++counts_->volumes;
      return a_.nodes_[i].volume.gap(b_.nodes_[j].volume, motion_, enough);
    }

    // The larger volume is opened, unless it is a leaf.
    std::array<NodePair, 2> opened(std::uint32_t i, std::uint32_t j) const {
      const Node &p = a_.nodes_[i], &q = b_.nodes_[j];
      if (q.is_leaf || (!p.is_leaf && p.volume.size() > q.volume.size())) return {{{p.child, j}, {p.child + 1, j}}};
      return {{{i, q.child}, {i, q.child + 1}}};
    }

    bool meet(std::uint32_t s, std::uint32_t t) {
      if (counts_ != nullptr) ++counts_->triangles;
      return exactly_meet(s, t);
    }

    bool exactly_meet(std::uint32_t s, std::uint32_t t) const {
      TriangleAt p{{}, pose_a_}, q{{}, pose_b_};
      a_.corners(s, p.v);
      b_.corners(t, q.v);
      return triangle_relation(p, q) != TriangleRelation::Apart;
    }

    // In a's frame; exactly 0 if they meet, and never otherwise.
    double distance_of(std::uint32_t s, std::uint32_t t) {
      if (counts_ != nullptr) ++counts_->triangles;
      Vec3 p[3], q[3];
      a_.corners(s, p);
      b_.corners(t, q);
      for (Vec3& v : q) v = motion_.linear * v + motion_.shift;
      const double found = triangle_distance(p, q);
      // Triangles that run through each other may have their edges and corners anywhere: doubles say whether to ask.
      const TriangleGuess guess = triangle_pair_filter(p, q, margin_);
      if (guess == TriangleGuess::Apart) return std::max(found, std::numeric_limits<double>::min());
      return guess == TriangleGuess::Cross || exactly_meet(s, t) ? 0
                                                                 : std::max(found, std::numeric_limits<double>::min());
    }

    void all_pairs(std::size_t most, std::vector<TriangleIds>& out) {
      for (std::uint32_t s = 0; s < a_.triangles_.size(); ++s)
        for (std::uint32_t t = 0; t < b_.triangles_.size() && out.size() < most; ++t)
          if (meet(s, t)) out.push_back({s, t});
    }

    const TreeOf &a_, &b_;
    const Pose &pose_a_, &pose_b_;
    Motion motion_;
    double size_, margin_;
    TreeCounts* counts_;
  };

  std::vector<Vec3> vertices_;
  std::vector<MeshTriangle> triangles_;
  std::vector<Node> nodes_;
  double reach_ = 0;
};

}  // namespace

const char* to_string(BoundingVolume volume) {
  switch (volume) {
    case BoundingVolume::AlignedBox:
      return "axis-parallel boxes";
    case BoundingVolume::OrientedBox:
      return "oriented boxes (RAPID)";
    case BoundingVolume::SweptRectangle:
      return "swept rectangles";
    case BoundingVolume::Dop18:
      return "18-DOPs";
  }
  return "?";
}

std::unique_ptr<const BoundingTree> BoundingTree::make(BoundingVolume volume, std::span<const Vec3> vertices,
                                                       std::span<const MeshTriangle> triangles) {
  switch (volume) {
    case BoundingVolume::AlignedBox:
      return std::make_unique<TreeOf<volumes::AlignedBox, BoundingVolume::AlignedBox>>(vertices, triangles);
    case BoundingVolume::OrientedBox:
      return std::make_unique<TreeOf<volumes::OrientedBox, BoundingVolume::OrientedBox>>(vertices, triangles);
    case BoundingVolume::SweptRectangle:
      return std::make_unique<TreeOf<volumes::SweptRectangle, BoundingVolume::SweptRectangle>>(vertices, triangles);
    case BoundingVolume::Dop18:
      return std::make_unique<TreeOf<volumes::Dop18, BoundingVolume::Dop18>>(vertices, triangles);
  }
  return nullptr;
}

bool trees_meet(const BoundingTree& a, const Pose& pose_a, const BoundingTree& b, const Pose& pose_b,
                TreeCounts* counts) {
  return !a.find_pairs(pose_a, b, pose_b, 1, counts).empty();
}

std::vector<TriangleIds> meeting_triangles(const BoundingTree& a, const Pose& pose_a, const BoundingTree& b,
                                           const Pose& pose_b, TreeCounts* counts) {
  std::vector<TriangleIds> out = a.find_pairs(pose_a, b, pose_b, std::numeric_limits<std::size_t>::max(), counts);
  std::sort(out.begin(), out.end());
  return out;
}

TreeDistance tree_distance(const BoundingTree& a, const Pose& pose_a, const BoundingTree& b, const Pose& pose_b,
                           TreeCounts* counts) {
  return a.find_distance(pose_a, b, pose_b, counts);
}

std::vector<TriangleIds> rapid_intersects(const Mesh& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b,
                                          bool first_only) {
  const auto tree_a = BoundingTree::make(BoundingVolume::OrientedBox, a.vertices(), a.triangles_as_given());
  const auto tree_b = BoundingTree::make(BoundingVolume::OrientedBox, b.vertices(), b.triangles_as_given());
  return first_only ? tree_a->find_pairs(pose_a, *tree_b, pose_b, 1, nullptr)
                    : meeting_triangles(*tree_a, pose_a, *tree_b, pose_b);
}

}  // namespace clearance
