// Method:   statuses depth first, ending at the first penetration; distances best first, so that no pair of hulls is
//           unwrapped that is farther apart than the nearest parts. Two convex leaves are asked once: their hulls are
//           they.
// Proves:   hulls hold their parts, so separated hulls have separated parts, hulls that only touch have no penetrating
//           parts (the origin would be inside the differences of the hulls, too), and hulls are no farther apart.
#include <clearance/parts/query.h>

#include <clearance/convex/query.h>
#include <clearance/convex/query_parts.h>
#include <clearance/parts/parts_cache.h>
#include <clearance/parts/query_leaf.h>
#include <clearance/solid/mesh_cache.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <queue>
#include <variant>
#include <vector>

namespace clearance::detail {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

bool has_mesh(const Parts& body) {
  return std::ranges::any_of(body.parts(), [](const PartShape& part) { return std::holds_alternative<Mesh>(part); });
}

struct Walk {
  const Parts& a;
  const Pose& pose_a;
  const Parts& b;
  const Pose& pose_b;
  QueryOptions options;
  PartsCache* cache;  // or none
  PartsStatistics& count;
  HullTrees trees{a, b};
  // The two parts that the cache is about; of bodies of one part each, those.
  std::optional<NodePair> remembered = known_pair();

  bool is_remembered(NodePair at) const { return remembered && *remembered == at; }
  void remember(NodePair at) const {
    if (cache != nullptr) cache->leaf_a = at.a, cache->leaf_b = at.b;
  }

  std::optional<NodePair> known_pair() const {
    if (cache == nullptr) return std::nullopt;
    const NodePair known{cache->leaf_a, cache->leaf_b};
    if (trees.has_leaves(known)) return known;
    return trees.are_leaves({}) ? std::optional<NodePair>(NodePair{}) : std::nullopt;
  }
  ConvexCache& hull_cache(NodePair at, ConvexCache& fresh) const {
    return cache != nullptr && at == NodePair{} ? cache->hulls : fresh;
  }
  template <class Ask>
  auto with_cache(NodePair at, const Ask& ask) const {
    if (is_remembered(at)) return ask({cache->convex, cache->mesh});
    ConvexCache convex;
    MeshCache mesh;
    return ask({convex, mesh});
  }

  Intersection hulls_meet(NodePair at) const {
    ++count.hull_tests;
    ConvexCache fresh;
    return intersects(trees.node_a(at).hull, pose_a, trees.node_b(at).hull, pose_b, hull_cache(at, fresh));
  }
  Distance hull_distance(NodePair at, double only_below) const {
    ++count.hull_tests;
    DistanceOptions below;
    below.only_below = only_below;
    ConvexCache fresh;
    return distance(trees.node_a(at).hull, pose_a, trees.node_b(at).hull, pose_b, hull_cache(at, fresh), below);
  }
  Intersection parts_meet(NodePair at) const {
    ++count.part_tests;
    return with_cache(at, [&](const LeafCache& known) {
      return intersects_parts(trees.part_a(at), pose_a, trees.part_b(at), pose_b, known, options);
    });
  }
  Distance part_distance(NodePair at, double only_below) const {
    ++count.part_tests;
    return with_cache(at, [&](const LeafCache& known) {
      return distance_parts(trees.part_a(at), pose_a, trees.part_b(at), pose_b, known,
                            {options.first, options.methods, only_below});
    });
  }

  template <class Answer>
  void name_parts(Answer& result, NodePair at) const {
    result.part_a = static_cast<std::uint32_t>(trees.node_a(at).part);
    result.part_b = static_cast<std::uint32_t>(trees.node_b(at).part);
  }
};

Intersection worst_of_parts(const Walk& walk) {
  Intersection worst;
  worst.status = Status::Separated;  // until two parts meet
  worst.decided_by = Algorithm::HullTrees;
  worst.certificate.kind = Certificate::Kind::Cover;
  // Hulls that touch hold convex parts that touch at the worst, or a surface that intersects.
  const int worst_of_touching = badness(has_mesh(walk.a) || has_mesh(walk.b) ? Status::Intersecting : Status::Touching);
  const auto look_at = [&](NodePair at) {
    const Intersection parts = walk.parts_meet(at);
    if (badness(parts.status) <= badness(worst.status)) return;
    worst = parts;
    walk.name_parts(worst, at);
    walk.remember(at);
  };
  std::vector<NodePair> left{{}};
  while (!left.empty() && worst.status != Status::Penetrating) {
    const NodePair at = left.back();
    left.pop_back();
    if (!walk.trees.are_convex(at)) {
      const Status hulls = walk.hulls_meet(at).status;
      if (hulls == Status::Separated) continue;
      if (hulls == Status::Touching && worst_of_touching <= badness(worst.status)) continue;
    }
    if (walk.trees.are_leaves(at)) {
      if (at == NodePair{} || !walk.is_remembered(at)) look_at(at);
      continue;
    }
    walk.trees.unwrap(at, [&](NodePair below) { left.push_back(below); });
    if (at == NodePair{} && walk.remembered) look_at(*walk.remembered);
  }
  return worst;
}

Distance in_contact(const Intersection& contact) {
  Distance result;
  result.status = contact.status;
  result.decided_by = contact.decided_by;
  result.certificate = contact.certificate;
  result.lower = result.upper = 0;
  result.part_a = contact.part_a;
  result.part_b = contact.part_b;
  return result;
}

// Best first over pairs of hulls. `lower` of an entry: no part below is nearer. Contact is ruled out first, where the
// hulls of everything meet: that is quicker than unwrapping all hulls that meet.
class NearestParts {
 public:
  NearestParts(const Walk& walk, double only_below)
      : walk_(walk), only_below_(only_below), limit_(limit_of(only_below)) {}

  Distance find() {
    look_at({});
    if (!left_.empty() && left_.top().lower == 0)
      if (const Intersection contact = worst_of_parts(walk_)) return in_contact(contact);
    if (walk_.remembered && !left_.empty() && left_.top().lower < limit()) weigh(*walk_.remembered);
    while (!left_.empty() && left_.top().lower < limit()) {
      const Entry next = left_.top();
      left_.pop();
      if (walk_.trees.are_leaves(next.at)) {
        if (!walk_.is_remembered(next.at)) weigh(next.at);
      } else {
        walk_.trees.unwrap(next.at, [&](NodePair below) { look_at(below); });
      }
    }
    if (contact_) return in_contact(*contact_);
    return conclude();
  }

 private:
  struct Entry {
    double lower;
    NodePair at;
    std::size_t turn;  // of equals the first
    bool operator<(const Entry& other) const { return lower != other.lower ? lower > other.lower : turn > other.turn; }
  };

  // What is at least this far away changes nothing.
  double limit() const { return smaller(limit_, best_.upper); }

  void look_at(NodePair at) {
    if (walk_.trees.are_convex(at)) {
      if (at == NodePair{} || !walk_.is_remembered(at)) weigh(at);
      return;
    }
    const Distance hulls = walk_.hull_distance(at, limit());
    left_.push({hulls.status == Status::Separated ? hulls.lower : 0, at, ++turns_});
  }

  void weigh(NodePair at) {
    const Distance parts = walk_.part_distance(at, limit());
    // Only where two single convex parts are all there is.
    if (parts.status != Status::Separated) contact_ = contact_of(at, parts);
    least_ = smaller(least_, parts.lower);
    if (!(parts.upper < best_.upper)) return;
    best_ = parts;
    walk_.name_parts(best_, at);
    walk_.remember(at);
  }

  Intersection contact_of(NodePair at, const Distance& parts) const {
    Intersection contact;
    contact.status = parts.status;
    contact.decided_by = parts.decided_by;
    contact.certificate = parts.certificate;
    walk_.name_parts(contact, at);
    return contact;
  }

  Distance conclude() {
    const double unwrapped = left_.empty() ? kInfinity : left_.top().lower;
    if (best_.upper == kInfinity) best_.decided_by = Algorithm::HullTrees;
    // An upper end may be infinite though the parts were compared: the distance overflows, or nothing is below the
    // limit.
    best_.lower = smaller(smaller(least_, unwrapped), best_.upper);
    best_.status = Status::Separated;
    best_.certificate = {};
    best_.certificate.kind = Certificate::Kind::Cover;
    leave_out_beyond(best_, only_below_);
    return best_;
  }

  const Walk& walk_;
  double only_below_, limit_;
  std::priority_queue<Entry> left_;
  std::size_t turns_ = 0;
  Distance best_;
  double least_ = kInfinity;  // of the lower ends of the parts weighed
  std::optional<Intersection> contact_;
};

}  // namespace

Intersection intersects(const Parts& a, const Pose& pose_a, const Parts& b, const Pose& pose_b,
                        PartsStatistics* statistics) {
  PartsStatistics own;
  PartsStatistics& count = statistics != nullptr ? *statistics : own;
  count = {};
  const QueryOptions options;
  return worst_of_parts({a, pose_a, b, pose_b, options, nullptr, count});
}

Intersection intersects(const Parts& a, const Pose& pose_a, const Parts& b, const Pose& pose_b, PartsCache& cache,
                        const QueryOptions& options, PartsStatistics* statistics) {
  PartsStatistics own;
  PartsStatistics& count = statistics != nullptr ? *statistics : own;
  count = {};
  return worst_of_parts({a, pose_a, b, pose_b, options, &cache, count});
}

Distance distance(const Parts& a, const Pose& pose_a, const Parts& b, const Pose& pose_b,
                  const DistanceOptions& options, PartsStatistics* statistics) {
  PartsCache cache;
  return distance(a, pose_a, b, pose_b, cache, options, statistics);
}

Distance distance(const Parts& a, const Pose& pose_a, const Parts& b, const Pose& pose_b, PartsCache& cache,
                  const DistanceOptions& options, PartsStatistics* statistics) {
  PartsStatistics own;
  PartsStatistics& count = statistics != nullptr ? *statistics : own;
  count = {};
  const Walk walk{a, pose_a, b, pose_b, options, &cache, count};
  return NearestParts(walk, options.only_below).find();
}

int compare_distance(const Parts& a, const Pose& pose_a, const Parts& b, const Pose& pose_b, double limit) {
  const HullTrees trees(a, b);
  int least = 1;
  std::vector<NodePair> left{{}};
  while (!left.empty() && least >= 0) {
    const NodePair at = left.back();
    left.pop_back();
    if (!trees.are_convex(at)) {
      const int hulls = compare_distance(trees.node_a(at).hull, pose_a, trees.node_b(at).hull, pose_b, limit);
      if (hulls >= least) continue;  // no part below is nearer than its hull
    }
    if (trees.are_leaves(at))
      least = std::min(least, compare_distance_parts(trees.part_a(at), pose_a, trees.part_b(at), pose_b, limit));
    else
      trees.unwrap(at, [&](NodePair below) { left.push_back(below); });
  }
  return least;
}

}  // namespace clearance::detail
