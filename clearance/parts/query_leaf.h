// Question: what does a proved query say about one part of each of two bodies, whatever kinds they are?
// Method:   the table of ask.h.
// Proves:   what the queries behind it prove. No part of the interface.
#pragma once

#include <clearance/base/assert.h>
#include <clearance/convex/query.h>
#include <clearance/parts/query.h>
#include <clearance/solid/mesh_cache.h>

namespace clearance::detail {

// The cache's evidence of two parts.
class LeafCache {
 public:
  LeafCache(ConvexCache& convex, MeshCache& mesh) : convex_(convex), mesh_(mesh) {}

  ConvexCache& convex() const { return convex_; }
  MeshCache& mesh() const { return mesh_; }

 private:
  ConvexCache& convex_;
  MeshCache& mesh_;
};

Intersection intersects_parts(const PartShape& a, const Pose& pose_a, const PartShape& b, const Pose& pose_b,
                              const LeafCache& cache, const QueryOptions& options);
Distance distance_parts(const PartShape& a, const Pose& pose_a, const PartShape& b, const Pose& pose_b,
                        const LeafCache& cache, const DistanceOptions& options);
int compare_distance_parts(const PartShape& a, const Pose& pose_a, const PartShape& b, const Pose& pose_b,
                           double limit);
Penetration penetration_parts(const PartShape& a, const Pose& pose_a, const PartShape& b, const Pose& pose_b,
                              const PenetrationOptions& options);

// How bad a status is: the status of two bodies is the worst of any two of their parts.
inline int badness(Status status) {
  switch (status) {
    case Status::Separated:
      return 0;
    case Status::Touching:
      return 1;
    case Status::Intersecting:
      return 2;
    case Status::Penetrating:
      return 3;
    case Status::NotAsked:
      break;
  }
  CLEARANCE_ASSERT(status != Status::NotAsked);
  return 3;
}

// The walk of both trees of hulls: pairs of nodes that are left to look at.
struct NodePair {
  std::int32_t a = 0, b = 0;

  friend bool operator==(const NodePair&, const NodePair&) = default;
};
class HullTrees {
 public:
  HullTrees(const Parts& a, const Parts& b) : a_(a), b_(b) {}

  const HullNode& node_a(NodePair at) const { return a_.nodes()[static_cast<std::size_t>(at.a)]; }
  const HullNode& node_b(NodePair at) const { return b_.nodes()[static_cast<std::size_t>(at.b)]; }
  const PartShape& part_a(NodePair at) const { return a_[static_cast<std::size_t>(node_a(at).part)]; }
  const PartShape& part_b(NodePair at) const { return b_[static_cast<std::size_t>(node_b(at).part)]; }
  bool are_leaves(NodePair at) const { return node_a(at).part >= 0 && node_b(at).part >= 0; }
  // Whether there are such leaves: a cache may be of other bodies.
  bool has_leaves(NodePair at) const {
    return at.a >= 0 && static_cast<std::size_t>(at.a) < a_.nodes().size() && at.b >= 0 &&
           static_cast<std::size_t>(at.b) < b_.nodes().size() && are_leaves(at);
  }
  // Of leaves: the hulls are the parts.
  bool are_convex(NodePair at) const {
    return are_leaves(at) && std::holds_alternative<Rounded>(part_a(at)) && std::holds_alternative<Rounded>(part_b(at));
  }
  // The larger hull is unwrapped; not for two leaves.
  bool unwraps_a(NodePair at) const {
    const HullNode &a = node_a(at), &b = node_b(at);
    return a.part < 0 && (b.part >= 0 || a.hull.core().size() >= b.hull.core().size());
  }
  // Calls back with the two pairs that at most one unwrapping leads to.
  template <class Visit>
  void unwrap(NodePair at, const Visit& visit) const {
    const bool of_a = unwraps_a(at);
    const HullNode& node = of_a ? node_a(at) : node_b(at);
    for (const std::int32_t child : {node.first, node.rest})
      visit(of_a ? NodePair{child, at.b} : NodePair{at.a, child});
  }

 private:
  const Parts& a_;
  const Parts& b_;
};

}  // namespace clearance::detail
