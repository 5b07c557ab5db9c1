#include <clearance/contact/gradient/near_pieces.h>

#include <clearance/convex/query.h>
#include <clearance/parts/ask.h>
#include <clearance/parts/query_leaf.h>
#include <clearance/solid/convex_mesh_query_parts.h>
#include <clearance/solid/mesh_cache.h>
#include <clearance/solid/mesh_pair.h>

#include <cmath>
#include <optional>
#include <utility>
#include <vector>

namespace clearance::detail {
namespace {

// One of the two bodies: its tree of hulls, or one node where it is one convex body or one mesh.
class Side {
 public:
  explicit Side(const Shape& shape) : parts_(std::get_if<Parts>(&shape)) {
    if (const auto* convex = std::get_if<Rounded>(&shape)) single_.emplace(*convex);
    if (const auto* mesh = std::get_if<Mesh>(&shape)) single_.emplace(*mesh);
  }

  bool is_leaf(std::int32_t node) const { return parts_ == nullptr || at(node).part >= 0; }
  // The part of a leaf, the hull of another node.
  PartShape shape(std::int32_t node) const {
    if (single_) return *single_;
    return at(node).part >= 0 ? (*parts_)[static_cast<std::size_t>(at(node).part)] : PartShape(at(node).hull);
  }
  double size(std::int32_t node) const { return parts_ == nullptr ? 0 : at(node).hull.core().size(); }
  std::pair<std::int32_t, std::int32_t> children(std::int32_t node) const { return {at(node).first, at(node).rest}; }

 private:
  const HullNode& at(std::int32_t node) const { return parts_->nodes()[static_cast<std::size_t>(node)]; }

  const Parts* parts_;
  std::optional<PartShape> single_;
};

class PieceWalk {
 public:
  PieceWalk(const Pose& pose_a, const Pose& pose_b, double limit, PieceVisitor visit)
      : pose_a_(pose_a), pose_b_(pose_b), limit_(limit), visit_(visit) {}

  bool goes_on() const { return goes_on_; }

  template <class A, class B>
  bool is_near(const A& a, const B& b) const {
    DistanceOptions below;
    below.only_below = std::nextafter(limit_, kInfiniteEnd);
    return !(distance(a, pose_a_, b, pose_b_, below).lower > limit_);
  }
  bool is_near(const PartShape& a, const PartShape& b) const {
    ConvexCache convex;
    MeshCache mesh;
    DistanceOptions below;
    below.only_below = std::nextafter(limit_, kInfiniteEnd);
    return !(distance_parts(a, pose_a_, b, pose_b_, {convex, mesh}, below).lower > limit_);
  }

  void look_at(const PartShape& a, const PartShape& b) {
    const Single single_a(a), single_b(b);
    if (single_a.convex != nullptr && single_b.convex != nullptr) {
      goes_on_ = visit_(*single_a.convex, *single_b.convex);
    } else if (single_a.convex != nullptr) {
      for_near_triangles(*single_a.convex, pose_a_, *single_b.mesh, pose_b_, [&](const Rounded& triangle) {
        if (is_near(*single_a.convex, triangle)) goes_on_ = visit_(*single_a.convex, triangle);
      });
    } else if (single_b.convex != nullptr) {
      for_near_triangles(*single_b.convex, pose_b_, *single_a.mesh, pose_a_, [&](const Rounded& triangle) {
        if (is_near(triangle, *single_b.convex)) goes_on_ = visit_(triangle, *single_b.convex);
      });
    } else {
      look_at(*single_a.mesh, *single_b.mesh);
    }
  }

 private:
  template <class Look>
  void for_near_triangles(const Rounded& convex, const Pose& pose, const Mesh& mesh, const Pose& mesh_pose,
                          const Look& look) {
    const ConvexMeshPair pair(convex, pose, mesh, mesh_pose);
    const double margin = limit_ + convex.radius();
    pair.for_triangles(margin, [&](std::uint32_t t) {
      if (!pair.surely_beyond(t, margin)) look(Rounded(triangle_polytope(mesh, t)));
      return goes_on_;
    });
  }

  void look_at(const Mesh& a, const Mesh& b) {
    const MeshPair pair(a, pose_a_, b, pose_b_);
    const double within = larger(std::nextafter(limit_, kInfiniteEnd), 0x1p-64 * pair.unit()) / pair.shrink();
    pair.trees().find_nearest(within, [&](const RunPair& runs) {
      RunPoints points_a, points_b;
      pair.load(points_a, points_b, runs);
      double bounds[16];
      pair.bounds(points_a, points_b, bounds);
      for (std::uint32_t i = 0; i < runs.count_a; ++i)
        for (std::uint32_t k = 0; k < runs.count_b && goes_on_; ++k) {
          if (bounds[RunPoints::kLanes * i + k] * pair.unit() > limit_) continue;
          const Rounded ta(triangle_polytope(a, runs.first_a + i)), tb(triangle_polytope(b, runs.first_b + k));
          if (is_near(ta, tb)) goes_on_ = visit_(ta, tb);
        }
      return goes_on_ ? within : -1;
    });
  }

  const Pose &pose_a_, &pose_b_;
  double limit_;
  PieceVisitor visit_;
  bool goes_on_ = true;
};

}  // namespace

void visit_near_pieces(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, double limit,
                       PieceVisitor visit) {
  const Side side_a(a), side_b(b);
  PieceWalk walk(pose_a, pose_b, limit, visit);
  std::vector<NodePair> left{{}};
  while (!left.empty() && walk.goes_on()) {
    const NodePair at = left.back();
    left.pop_back();
    const bool leaf_a = side_a.is_leaf(at.a), leaf_b = side_b.is_leaf(at.b);
    const PartShape shape_a = side_a.shape(at.a), shape_b = side_b.shape(at.b);
    // What two leaves are looked at for is nearness.
    const bool are_leaves = leaf_a && leaf_b, is_whole = at == NodePair{};
    if (!(are_leaves && is_whole) && !walk.is_near(shape_a, shape_b)) continue;
    if (are_leaves) {
      walk.look_at(shape_a, shape_b);
      continue;
    }
    const bool of_a = !leaf_a && (leaf_b || side_a.size(at.a) >= side_b.size(at.b));
    const auto [first, rest] = of_a ? side_a.children(at.a) : side_b.children(at.b);
    for (const std::int32_t child : {rest, first}) left.push_back(of_a ? NodePair{child, at.b} : NodePair{at.a, child});
  }
}

}  // namespace clearance::detail
