// Question: how deep are two bodies of several parts in each other?
// Method:   from below the deepest two parts: whoever ends the penetration of the bodies ends theirs. From above the
//           hulls' own depth, which ends all; then shorter ways: along the directions of the deepest parts, pushed on
//           as long as something penetrates, and halved back as far as nothing does; or from pair to pair.
// Proves:   both ends. A way counts only when no two parts penetrate at the place it leads to, exactly, which is asked
//           like any other.
//           Once the deadline has struck, or the bracket is as narrow as was asked, what is known is returned.
// Cost:     `effort` walks of the trees of hulls at most, beside one depth for every two parts that penetrate.
#include <clearance/parts/query.h>

#include <clearance/convex/query.h>
#include <clearance/convex/way_out.h>
#include <clearance/parts/query_leaf.h>
#include <clearance/solid/depth/depth.h>
#include <clearance/solid/mesh_cache.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <tuple>
#include <vector>

namespace clearance::detail {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct Bodies {
  const Parts& a;
  const Pose& pose_a;
  const Parts& b;
  const Pose& pose_b;
};

// Calls back with every two parts that share a point and what is between them.
template <class Visit>
void visit_meeting_parts(const Bodies& bodies, const QueryOptions& options, const Visit& visit) {
  const HullTrees trees(bodies.a, bodies.b);
  std::vector<NodePair> left{{}};
  while (!left.empty()) {
    const NodePair at = left.back();
    left.pop_back();
    if (!trees.are_convex(at) &&
        !intersects(trees.node_a(at).hull, bodies.pose_a, trees.node_b(at).hull, bodies.pose_b))
      continue;
    if (!trees.are_leaves(at)) {
      trees.unwrap(at, [&](NodePair below) { left.push_back(below); });
      continue;
    }
    ConvexCache convex;
    MeshCache mesh;
    const Intersection parts =
        intersects_parts(trees.part_a(at), bodies.pose_a, trees.part_b(at), bodies.pose_b, {convex, mesh}, options);
    if (parts) visit(trees, at, parts);
  }
}

// Two parts that penetrate, and how b would be moved to end it.
struct DeepPair {
  NodePair at;
  Penetration depth;
};

struct Contact {
  Intersection worst;
  std::vector<DeepPair> deep;  // the deepest first
};

Contact contact_of(const Bodies& bodies, const PenetrationOptions& options) {
  Contact contact;
  contact.worst.status = Status::Separated;  // until two parts meet
  contact.worst.decided_by = Algorithm::HullTrees;
  contact.worst.certificate.kind = Certificate::Kind::Cover;
  visit_meeting_parts(bodies, options, [&](const HullTrees& trees, NodePair at, const Intersection& parts) {
    if (badness(parts.status) > badness(contact.worst.status)) {
      contact.worst = parts;
      contact.worst.part_a = static_cast<std::uint32_t>(trees.node_a(at).part);
      contact.worst.part_b = static_cast<std::uint32_t>(trees.node_b(at).part);
    }
    if (parts.status != Status::Penetrating) return;
    contact.deep.push_back(
        {at, penetration_parts(trees.part_a(at), bodies.pose_a, trees.part_b(at), bodies.pose_b, options)});
  });
  std::ranges::sort(contact.deep, [](const DeepPair& x, const DeepPair& y) {
    return std::tuple(-x.depth.upper, x.at.a, x.at.b) < std::tuple(-y.depth.upper, y.at.a, y.at.b);
  });
  return contact;
}

// The shortest proved way so far.
class WayOut {
 public:
  WayOut(const Bodies& bodies, const PenetrationOptions& options, double lower)
      : bodies_(bodies), budget_(options), left_(budget_.effort()), lower_(lower) {}

  double length() const { return length_; }
  void put_into(Penetration& result) const {
    result.upper = length_;
    result.direction = direction_, result.translation = translation_;
  }
  bool is_spent() const { return left_ <= 0 || budget_.is_over() || budget_.is_narrow(lower_, length_); }
  // Proved by other means.
  void take(const Penetration& way) { take(way.upper, way.direction, way.translation); }

  // Whether no two parts penetrate after b has been moved so; shorter ways are kept.
  bool try_way(Vec3 way) {
    --left_;
    const std::optional<MovedPair> moved = moved_by(bodies_.pose_a, bodies_.pose_b, way);
    if (!moved || intersects(bodies_.a, moved->a, bodies_.b, moved->b).status == Status::Penetrating) return false;
    if (const double length = length_above(way); length > 0 && moved->off == 0)
      take(length, way / norm_max(way) / norm(way / norm_max(way)), way);
    return true;
  }

 private:
  void take(double length, Vec3 direction, Vec3 translation) {
    if (!(length < length_)) return;
    length_ = length;
    direction_ = direction, translation_ = translation;
  }

  const Bodies& bodies_;
  const DepthBudget budget_;
  int left_;
  const double lower_;
  double length_ = kInfinity;
  Vec3 direction_, translation_;
};

// Along one direction: doubled until free, then halved back. Free places need not be in one piece, so this finds a
// good way, not always the best; each one found is proved.
void push_along(WayOut& out, Vec3 direction, double first) {
  constexpr int kHalvings = 6;
  double inside = 0, outside = first;
  while (!out.try_way(outside * direction)) {
    inside = outside;
    outside *= 2;
    if (out.is_spent() || !(outside < out.length())) return;
  }
  if (inside == 0) return;
  for (int k = 0; k < kHalvings && !out.is_spent(); ++k) {
    const double middle = 0.5 * inside + 0.5 * outside;
    (out.try_way(middle * direction) ? outside : inside) = middle;
  }
}

// Out of the deepest pair, then out of the deepest that is left there, and so on.
void push_pair_by_pair(const Bodies& bodies, WayOut& out, Vec3 way, const PenetrationOptions& options) {
  constexpr int kPushes = 6;
  for (int k = 0; k < kPushes && !out.is_spent(); ++k) {
    if (!(norm(way) < out.length()) || out.try_way(way)) return;
    const std::optional<MovedPair> moved = moved_by(bodies.pose_a, bodies.pose_b, way);
    if (!moved) return;
    const Contact there = contact_of({bodies.a, moved->a, bodies.b, moved->b}, options);
    if (there.deep.empty()) return;
    way = way + there.deep.front().depth.upper * there.deep.front().depth.direction;
  }
}

// Beyond what rounding of the way itself can lose.
constexpr double kABitMore = 1 + 0x1p-40;

}  // namespace

Penetration penetration(const Parts& a, const Pose& pose_a, const Parts& b, const Pose& pose_b,
                        const PenetrationOptions& options) {
  const Bodies bodies{a, pose_a, b, pose_b};
  const Contact contact = contact_of(bodies, options);
  Penetration result;
  result.status = contact.worst.status;
  result.decided_by = contact.worst.decided_by;
  result.certificate = contact.worst.certificate;
  result.part_a = contact.worst.part_a;
  result.part_b = contact.worst.part_b;
  if (contact.deep.empty()) {
    result.upper = 0;
    return result;
  }

  const DeepPair& deepest = contact.deep.front();
  result = deepest.depth;
  const HullTrees trees(a, b);
  result.part_a = static_cast<std::uint32_t>(trees.node_a(deepest.at).part);
  result.part_b = static_cast<std::uint32_t>(trees.node_b(deepest.at).part);
  for (const DeepPair& pair : contact.deep) result.lower = larger(result.lower, pair.depth.lower);

  WayOut out(bodies, options, result.lower);
  const Penetration hulls = penetration(a.hull(), pose_a, b.hull(), pose_b);
  out.take(hulls);
  constexpr std::size_t kDirections = 4;
  for (std::size_t k = 0; k < std::min(kDirections, contact.deep.size()) && !out.is_spent(); ++k) {
    const Penetration& depth = contact.deep[k].depth;
    push_along(out, depth.direction, depth.upper * kABitMore);
    push_pair_by_pair(bodies, out, depth.upper * kABitMore * depth.direction, options);
  }
  // One pair alone is as deep as it is.
  if (a.count() == 1 && b.count() == 1) out.take(deepest.depth);
  out.put_into(result);
  return result;
}

}  // namespace clearance::detail
