// Question: which leaves may something meet that is no part of the world?
// Method:   the broad phase's const questions, half-spaces by their planes, then the probe's filter. A view from within
//           a visitor looks at every box instead, since the broad phase is at work.
// Proves:   a leaf that is not found is left out by the filter, or its box is farther away.
#pragma once

#include <clearance/world/placed.h>
#include <clearance/world/world_state.h>

#include <algorithm>
#include <span>
#include <vector>

namespace clearance::detail {

class Probe {
 public:
  Probe(const WorldState& state, bool is_indexed, const ProbeFilter& filter, const Patience& patience)
      : state_(state), is_indexed_(is_indexed), filter_(filter), patience_(patience) {}

  // The leaves whose boxes are at most `limit` from the probe's, ascending. False: patience has ended.
  [[nodiscard]] bool find_near(const Box& box, double limit, std::vector<std::uint32_t>& found) const;
  // visit(leaf) for those that the segment may meet; it returns whether to go on. False: it did not.
  [[nodiscard]] bool visit_on_segment(Vec3 from, Vec3 to, FunctionRef<bool(std::uint32_t)> visit) const;

 private:
  bool wants(std::uint32_t leaf) const {
    if (!filter_.groups && !filter_.predicate) return true;
    const LeafFilter& body = state_.bodies.filter(leaf);
    if (filter_.groups &&
        ((filter_.groups->member_of & body.groups.meets) == 0 || (body.groups.member_of & filter_.groups->meets) == 0))
      return false;
    return !filter_.predicate || (*filter_.predicate)(state_.bodies.id_of(body.body));
  }

  const WorldState& state_;
  bool is_indexed_;
  const ProbeFilter& filter_;
  const Patience& patience_;
};

// A leaf and a probe. The caches are those of the two, or new ones.
inline Intersection meeting(const WorldState& state, std::uint32_t leaf, const Placed& probe, ConvexCache& convex,
                            PairCache& general) {
  const Placed body = placed(state.bodies.leaves()[leaf]);
  if (is_general(body, probe)) return general_intersection(body, probe, general, state.query);
  return convex_intersection(body, probe, convex, state.query);
}

// What is farther away than `limit` need not be told how far.
inline Proximity proximity(const WorldState& state, std::uint32_t leaf, const Placed& probe, double limit) {
  const Leaf& there = state.bodies.leaves()[leaf];
  const Placed body = placed(there);
  Proximity found{state.bodies.id_of(there.body), {}, there.part, 0, {}};
  if (is_general(body, probe)) {
    PairCache cache;
    found.distance = general_distance(body, probe, cache, state.query, limit);
  } else {
    ConvexCache cache;
    found.distance = convex_distance(body, probe, cache, state.query, limit);
  }
  return found;
}

}  // namespace clearance::detail
