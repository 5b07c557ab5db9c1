#include <clearance/build/decompose_join.h>

#include <clearance/build/convex_hull.h>

#include <algorithm>
#include <tuple>
#include <utility>

namespace clearance::detail {
namespace {

// Of the excess that is allowed.
constexpr double kUsed = 0.85;
// Where points do not exceed more, others seldom do.
constexpr double kSafe = 0.7;

bool boxes_meet(const Polytope& a, const Polytope& b, double room) {
  for (int k = 0; k < 3; ++k)
    if (a.box_low()[k] > b.box_high()[k] + room || b.box_low()[k] > a.box_high()[k] + room) return false;
  return true;
}

struct Joint {
  double room;  // of the hull, that neither piece has
  std::size_t a, b;

  // The least first on a heap.
  bool operator<(const Joint& other) const { return std::tie(room, a, b) > std::tie(other.room, other.a, other.b); }
};

enum class Proof { AtOnce, AtTheEnd };

// Points of hulls tell which pieces are worth joining. Proved at the end, what was joined is looked at as a whole, and
// taken apart again where it exceeds the solid by more.
class Joiner {
 public:
  Joiner(const Mesh& solid, std::vector<CoarsePiece> pieces, double max_excess, Proof proof)
      : solid_(solid), max_excess_(max_excess), proof_(proof) {
    for (CoarsePiece& piece : pieces) add({std::move(piece), {}});
  }

  std::vector<CoarsePiece> run() {
    while (!joints_.empty()) {
      std::pop_heap(joints_.begin(), joints_.end());
      const Joint joint = joints_.back();
      joints_.pop_back();
      if (nodes_[joint.a].is_joined || nodes_[joint.b].is_joined) continue;
      const CoarsePiece &a = nodes_[joint.a].piece, &b = nodes_[joint.b].piece;
      Polytope hull = joint_hull(a.hull, b.hull);
      const double worth_it = (proof_ == Proof::AtOnce ? kUsed : kSafe) * max_excess_;
      if (sampled_excess(solid_, hull, worth_it) > worth_it) continue;
      Node node{{std::move(hull), a.rounded + b.rounded, max_excess_}, {joint.a, joint.b}};
      if (proof_ == Proof::AtOnce && !is_proved(node)) continue;
      nodes_[joint.a].is_joined = nodes_[joint.b].is_joined = true;
      add(std::move(node));
    }
    std::vector<std::size_t> left;
    for (std::size_t k = 0; k < nodes_.size(); ++k)
      if (!nodes_[k].is_joined) left.push_back(k);
    std::vector<CoarsePiece> proved;
    while (!left.empty()) {
      Node& node = nodes_[left.back()];
      left.pop_back();
      if (proof_ == Proof::AtTheEnd && !is_proved(node))
        left.insert(left.end(), node.parts.begin(), node.parts.end());
      else
        proved.push_back(std::move(node.piece));
    }
    return proved;
  }

 private:
  struct Node {
    CoarsePiece piece;
    std::vector<std::size_t> parts = {};  // that it was joined of, two or none
    double volume = 0;
    bool is_joined = false;
  };

  void add(Node node) {
    const std::size_t place = nodes_.size();
    node.volume = rough_volume(node.piece.hull);
    for (std::size_t k = 0; k < place; ++k) {
      if (nodes_[k].is_joined || !boxes_meet(nodes_[k].piece.hull, node.piece.hull, max_excess_)) continue;
      const double room =
          rough_volume(joint_hull(nodes_[k].piece.hull, node.piece.hull)) - nodes_[k].volume - node.volume;
      joints_.push_back({room, k, place});
      std::push_heap(joints_.begin(), joints_.end());
    }
    nodes_.push_back(std::move(node));
  }

  bool is_proved(Node& node) const {
    if (node.parts.empty()) return true;
    const ConvexExcess excess = excess_of(solid_, node.piece.hull, options_to_decide(max_excess_));
    node.piece.excess = excess.upper;
    return excess.upper <= max_excess_;
  }

  const Mesh& solid_;
  double max_excess_;
  Proof proof_;
  std::vector<Node> nodes_;
  std::vector<Joint> joints_;  // a heap
};

}  // namespace

ExcessOptions options_to_decide(double max_excess) {
  return {.enough = max_excess, .too_much = kUsed * max_excess, .budget = std::size_t{1} << 12};
}

std::vector<CoarsePiece> join_within(const Mesh& solid, std::vector<CoarsePiece> pieces, double max_excess) {
  // Few are left for the second time.
  pieces = Joiner(solid, std::move(pieces), max_excess, Proof::AtTheEnd).run();
  return Joiner(solid, std::move(pieces), max_excess, Proof::AtOnce).run();
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
