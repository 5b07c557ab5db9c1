#include <clearance/build/decompose/join.h>

#include <clearance/base/has_struck.h>
#include <clearance/build/convex_hull.h>
#include <clearance/build/excess/point.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <tuple>
#include <utility>

namespace clearance::detail {
namespace {

// Of the excess that is allowed.
constexpr double kUsed = 0.85;
// Rounding adds a little with every joint.
constexpr double kShown = 0.999;

struct Joint {
  double room;  // of the hull, that neither piece has
  std::size_t a, b;
  Polytope hull;

  // The least first on a heap.
  bool operator<(const Joint& other) const { return std::tie(room, a, b) > std::tie(other.room, other.a, other.b); }
};

// Along the axes and between them.
constexpr std::size_t kDirections = 26;
Vec3 direction(std::size_t k) {
  const int n = static_cast<int>(k) + (k >= kDirections / 2 ? 1 : 0);  // all but 0, 0, 0
  const int x = n % 3 - 1, y = n / 3 % 3 - 1, z = n / 9 - 1;
  return {static_cast<double>(x), static_cast<double>(y), static_cast<double>(z)};
}
constexpr std::size_t opposite(std::size_t k) { return kDirections - 1 - k; }

class Joiner {
 public:
  Joiner(const Mesh& solid, std::vector<CoarsePiece> pieces, double max_excess, Deadline deadline)
      : solid_(solid), max_excess_(max_excess), deadline_(deadline) {
    for (CoarsePiece& piece : pieces) add(std::move(piece));
  }

  std::vector<CoarsePiece> run() {
    while (!joints_.empty() && !has_struck(deadline_)) {
      std::pop_heap(joints_.begin(), joints_.end());
      Joint joint = std::move(joints_.back());
      joints_.pop_back();
      if (nodes_[joint.a].is_joined || nodes_[joint.b].is_joined) continue;
      const CoarsePiece &a = nodes_[joint.a].piece, &b = nodes_[joint.b].piece;
      const ConvexExcess excess = excess_of_joint(solid_, joint.hull, {a.hull, a.excess}, {b.hull, b.excess},
                                                  options_to_decide(max_excess_, deadline_));
      if (!(excess.upper <= max_excess_)) continue;
      CoarsePiece piece{std::move(joint.hull), {}, excess.upper, larger(excess.lower, larger(a.seen, b.seen))};
      std::ranges::set_union(a.rough, b.rough, std::back_inserter(piece.rough));
      nodes_[joint.a].is_joined = nodes_[joint.b].is_joined = true;
      add(std::move(piece));
    }
    std::vector<CoarsePiece> left;
    for (Node& node : nodes_)
      if (!node.is_joined) left.push_back(std::move(node.piece));
    return left;
  }

 private:
  struct Node {
    CoarsePiece piece;
    std::array<Vec3, kDirections> extreme;  // vertices
    double volume = 0;
    bool is_joined = false;
  };

  void add(CoarsePiece piece) {
    const std::size_t place = nodes_.size();
    Node node{std::move(piece), {}, 0};
    node.volume = rough_volume(node.piece.hull);
    for (std::size_t k = 0; k < kDirections; ++k) node.extreme[k] = extreme_of(node.piece.hull, direction(k));
    for (std::size_t k = 0; k < place; ++k) {
      if (has_struck(deadline_)) break;
      if (nodes_[k].is_joined || are_apart(nodes_[k], node)) continue;
      if (is_surely_too_much(nodes_[k], node)) continue;
      Polytope hull = joint_hull(nodes_[k].piece.hull, node.piece.hull);
      const double room = rough_volume(hull) - nodes_[k].volume - node.volume;
      joints_.push_back({room, k, place, std::move(hull)});
      std::push_heap(joints_.begin(), joints_.end());
    }
    nodes_.push_back(std::move(node));
  }

  static Vec3 extreme_of(const Polytope& hull, Vec3 direction) {
    Vec3 extreme = hull.vertex(0);
    for (int v = 1; v < hull.vertex_count(); ++v)
      if (dot(direction, hull.vertex(v)) > dot(direction, extreme)) extreme = hull.vertex(v);
    return extreme;
  }

  bool are_apart(const Node& a, const Node& b) const {
    for (std::size_t k = 0; k < kDirections; ++k)
      if (dot(direction(k), a.extreme[k] - b.extreme[opposite(k)]) < -max_excess_) return true;
    return false;
  }

  // Points between the two, some of them near faces that join both.
  bool is_surely_too_much(const Node& a, const Node& b) const {
    if (!is_of_usual_size(solid_, a.piece.hull)) return false;
    ExcessPoints points(solid_, excess_slack(solid_, a.piece.hull));
    const double too_much = kUsed * max_excess_;
    for (std::size_t k = 0; k < kDirections && points.seen() <= too_much; ++k)
      points.look_at(0.5 * a.extreme[k] + 0.5 * b.extreme[k], too_much);
    return points.seen() > too_much;
  }

  const Mesh& solid_;
  double max_excess_;
  Deadline deadline_;
  std::vector<Node> nodes_;
  std::vector<Joint> joints_;  // a heap
};

}  // namespace

ExcessOptions options_to_decide(double max_excess, Deadline deadline) {
  return {.enough = kShown * max_excess,
          .too_much = kUsed * max_excess,
          .budget = std::size_t{1} << 12,
          .deadline = deadline};
}

std::vector<CoarsePiece> join_within(const Mesh& solid, std::vector<CoarsePiece> pieces, double max_excess,
                                     Deadline deadline) {
  return Joiner(solid, std::move(pieces), max_excess, deadline).run();
}

double rough_volume(const Polytope& polytope) {
  double volume = 0;
  for (int f = 0; polytope.dimension() == 3 && f < polytope.face_count(); ++f) {
    const auto loop = polytope.face(f);
    const auto corner = [&](std::size_t k) { return polytope.vertex(static_cast<int>(loop[k])) - polytope.center(); };
    for (std::size_t k = 1; k + 1 < loop.size(); ++k) volume += dot(corner(0), cross(corner(k), corner(k + 1))) / 6;
  }
  return volume;
}

Polytope joint_hull(const Polytope& a, const Polytope& b) {
  std::vector<Vec3> points;
  for (const Polytope* piece : {&a, &b})
    for (int v = 0; v < piece->vertex_count(); ++v) points.push_back(piece->vertex(v));
  return convex_hull(points).value();
}

}  // namespace clearance::detail
