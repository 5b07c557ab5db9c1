#include <clearance/parts/query_leaf.h>

#include <clearance/parts/ask.h>

namespace clearance::detail {

Intersection intersects_parts(const PartShape& a, const Pose& pose_a, const PartShape& b, const Pose& pose_b,
                              const LeafCache& cache, const QueryOptions& options) {
  return ask_by_kind(Single(a), pose_a, Single(b), pose_b, AskStatus<const LeafCache>{cache, options});
}

Distance distance_parts(const PartShape& a, const Pose& pose_a, const PartShape& b, const Pose& pose_b,
                        const LeafCache& cache, const DistanceOptions& options) {
  return ask_by_kind(Single(a), pose_a, Single(b), pose_b, AskDistance<const LeafCache>{cache, options});
}

int compare_distance_parts(const PartShape& a, const Pose& pose_a, const PartShape& b, const Pose& pose_b,
                           double limit) {
  return ask_by_kind(Single(a), pose_a, Single(b), pose_b, AskSign{limit});
}

Penetration penetration_parts(const PartShape& a, const Pose& pose_a, const PartShape& b, const Pose& pose_b,
                              const PenetrationOptions& options) {
  PenetrationOptions of_leaf = options;
  of_leaf.want_shell = false;
  ConvexCache cache;
  return ask_by_kind(Single(a), pose_a, Single(b), pose_b, AskDepth{cache, of_leaf});
}

}  // namespace clearance::detail
