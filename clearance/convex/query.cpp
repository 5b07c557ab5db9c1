// The public queries: each tier's evidence is turned into a certificate in the caller's vertex numbers.
#include <clearance/convex/query.h>

#include <clearance/convex/algorithm_table.h>
#include <clearance/convex/cached_simplex.h>
#include <clearance/convex/exact/nearest_weights.h>
#include <clearance/convex/exact/planes.h>

#include <clearance/convex/depth/depth.h>
#include <clearance/convex/query_parts.h>
#include <clearance/convex/settle.h>
#include <clearance/convex/witness.h>

#include <cmath>

namespace clearance {
using namespace detail;

Algorithm detail::run_first(const PosedPair& pair, ConvexCache& cache, const QueryOptions& options) {
  const Algorithm method = options.first;
  if (method == Algorithm::Exact) return method;
  const AlgorithmRow* row = find_algorithm(options.methods.empty() ? algorithm_table() : options.methods, method);
  if (row == nullptr) return Algorithm::Automatic;
  const Evidence evidence = row->run(pair, &cache, nullptr);
  cache.has_direction = evidence.verdict == Verdict::Separated;
  cache.was_separated = cache.has_direction;
  if (cache.has_direction) cache.direction = evidence.direction;
  cache.vertex_a = evidence.last.a, cache.vertex_b = evidence.last.b;
  remember_pairs(cache, evidence.simplex, evidence.simplex_count);
  cache.doubt = 0;  // what it knows now is to be tried, whatever became of what it knew before
  return method;
}

void detail::contact_points(const PosedPair& pair, const Simplex& contact, Vec3& point_a, Vec3& point_b) {
  PointSimplex simplex;
  for (int k = 0; k < contact.count && k < 4; ++k) {
    const VertexPair at{pair.a().find(contact.a[k]), pair.b().find(contact.b[k])};
    simplex.add(at, pair.difference(at));
  }
  set_nearest_weights(simplex);
  Witness met;
  const WorldPoints points = set_witness(met, pair, simplex.pair, simplex.weight, simplex.count);
  point_a = points.a, point_b = points.b;
}

Intersection intersects(const Polytope& a, const Pose& pose_a, const Polytope& b, const Pose& pose_b,
                        const QueryOptions& options) {
  ConvexCache cache;
  return intersects(a, pose_a, b, pose_b, cache, options);
}

Intersection intersects(const Polytope& a, const Pose& pose_a, const Polytope& b, const Pose& pose_b,
                        ConvexCache& cache, const QueryOptions& options) {
  cache.start_for(a.identity(), b.identity());
  const PosedPair pair(a, pose_a, b, pose_b);
  Intersection result;
  const auto take = [&result](const ExactDecision& decision) {
    result.status = decision.status;
    result.decided_by = decision.decided_by;
    result.certificate = decision.certificate;
  };
  Algorithm method = Algorithm::Automatic;
  if (options.first != Algorithm::Automatic) [[unlikely]] {
    method = run_first(pair, cache, options);
  } else if (cache.contact != ContactEvidence::None) [[unlikely]] {
    const ContactDecision contact = recall_contact(pair, cache);
    if (contact.status != Status::NotAsked) {
      result.status = contact.status;
      result.decided_by = Algorithm::Contact;
      set_certificate(result.certificate, pair, contact);
      return result;
    }
  }
  const WalkEnd end = method == Algorithm::Exact ? WalkEnd{} : walk_for_status(pair, cache, &result.certificate);
  if (end.kind == WalkEnd::Kind::Undecided) [[unlikely]] {
    take(settle(pair, sound_simplex(pair, cache), cache, Goal::Status, method));
    return result;
  }
  result.status = end.kind == WalkEnd::Kind::Beyond ? Status::Separated : Status::Penetrating;
  result.decided_by = credit(end.decided_by, method);
  return result;
}

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Witness and points from the nearest simplex and its weights.
void set_points(Distance& result, const PosedPair& pair, const PointSimplex& simplex) {
  const WorldPoints points = set_witness(result.witness, pair, simplex.pair, simplex.weight, simplex.count);
  result.has_witness = true;
  result.point_a = points.a, result.point_b = points.b;
}

void set_nearest(Distance& result, const PosedPair& pair, const WalkOutcome& outcome) {
  result.status = Status::Separated;
  result.lower = outcome.lower, result.upper = outcome.upper;
  set_vector(result.certificate, outcome.direction);
  set_points(result, pair, outcome.simplex);
  result.feature_a = feature_of(outcome.tied_a), result.feature_b = feature_of(outcome.tied_b);
}

void set_decision(Distance& result, const PosedPair& pair, const ExactDecision& decision) {
  result.status = decision.status;
  result.decided_by = decision.decided_by;
  result.certificate = decision.certificate;
  if (decision.status != Status::Separated) return set_zero(result);
  result.lower = decision.lower, result.upper = decision.upper;
  PointSimplex nearest;
  for (int k = 0; k < decision.simplex_count; ++k) {
    nearest.add(decision.simplex[k], {});
    nearest.weight[k] = decision.weight[k];
  }
  set_points(result, pair, nearest);
  result.feature_a = feature_of(decision.tied_a), result.feature_b = feature_of(decision.tied_b);
}

}  // namespace

Distance distance(const Polytope& a, const Pose& pose_a, const Polytope& b, const Pose& pose_b,
                  const DistanceOptions& options) {
  ConvexCache cache;
  return distance(a, pose_a, b, pose_b, cache, options);
}

Distance distance(const Polytope& a, const Pose& pose_a, const Polytope& b, const Pose& pose_b, ConvexCache& cache,
                  const DistanceOptions& options) {
  cache.start_for(a.identity(), b.identity());
  const PosedPair pair(a, pose_a, b, pose_b);
  Distance result;
  Algorithm method = Algorithm::Automatic;
  if (options.first != Algorithm::Automatic) [[unlikely]] {
    method = run_first(pair, cache, options);
  } else if (cache.contact != ContactEvidence::None) [[unlikely]] {
    ExactDecision decision;
    if (recall_distance(pair, cache, decision)) {
      set_decision(result, pair, decision);
      return result;
    }
  }
  const WalkOutcome outcome = method == Algorithm::Exact ? WalkOutcome{}
                                                         : walk_for_distance(pair, cache, limit_of(options.only_below),
                                                                             width_of(options.relative_width));
  result.decided_by = credit(outcome.decided_by, method);
  switch (outcome.kind) {
    case WalkEnd::Kind::Near:
      set_nearest(result, pair, outcome);
      break;
    case WalkEnd::Kind::Beyond:
      result.status = Status::Separated;
      result.lower = outcome.lower, result.upper = kInfinity;
      set_vector(result.certificate, outcome.direction);
      break;
    case WalkEnd::Kind::Inside:
      result.status = Status::Penetrating;
      set_zero(result);
      set_simplex(result.certificate, pair, outcome.simplex.pair, 4);
      break;
    case WalkEnd::Kind::Within:  // not of polytopes
    case WalkEnd::Kind::Undecided:
      set_decision(result, pair, settle(pair, outcome.simplex, cache, Goal::Distance, method));
      detail::leave_out_beyond(result, options.only_below);
      break;
  }
  return result;
}

int compare_distance(const Polytope& a, const Pose& pose_a, const Polytope& b, const Pose& pose_b, double limit) {
  return compare_distance(Rounded(a), pose_a, Rounded(b), pose_b, limit);
}

Penetration penetration(const Polytope& a, const Pose& pose_a, const Polytope& b, const Pose& pose_b,
                        const PenetrationOptions& options) {
  ConvexCache cache;
  return penetration(a, pose_a, b, pose_b, cache, options);
}

Penetration penetration(const Polytope& a, const Pose& pose_a, const Polytope& b, const Pose& pose_b,
                        ConvexCache& cache, const PenetrationOptions& options) {
  const Intersection meeting = intersects(a, pose_a, b, pose_b, cache, options);
  Penetration result;
  result.status = meeting.status;
  result.decided_by = meeting.decided_by;
  result.certificate = meeting.certificate;
  if (meeting.status != Status::Penetrating) set_zero(result);
  if (meeting.status == Status::Separated) return result;
  const PosedPair pair(a, pose_a, b, pose_b);
  if (meeting.status == Status::Touching) {
    result.direction = unit_normal(meeting.certificate.plane, pair);
    contact_points(pair, meeting.certificate.simplex, result.point_a, result.point_b);
    return result;
  }
  // The pairs around the origin: the cache has them where a walk ended with four, the certificate else.
  VertexPair around[Simplex::kMaxPairs];
  const Simplex& simplex = meeting.certificate.simplex;
  if (meeting.decided_by == Algorithm::Exact || meeting.decided_by == Algorithm::Contact)
    for (int k = 0; k < simplex.count; ++k) around[k] = {a.find(simplex.a[k]), b.find(simplex.b[k])};
  else
    for (int k = 0; k < 4; ++k) around[k] = cached_pair(cache, k);
  const ConvexDepth depth =
      find_depth(pair, {around, static_cast<std::size_t>(simplex.count)}, options.want_shell ? &result.shell : nullptr,
                 depth_width(options.relative_width));
  result.lower = depth.lower, result.upper = depth.upper;
  result.direction = depth.direction, result.translation = depth.translation;
  result.point_a = depth.point_a, result.point_b = depth.point_b;
  return result;
}

SignedDistance signed_distance(const Polytope& a, const Pose& pose_a, const Polytope& b, const Pose& pose_b,
                               const QueryOptions& options) {
  ConvexCache cache;
  return signed_distance(a, pose_a, b, pose_b, cache, options);
}

SignedDistance signed_distance(const Polytope& a, const Pose& pose_a, const Polytope& b, const Pose& pose_b,
                               ConvexCache& cache, const QueryOptions& options) {
  const Distance gap = distance(a, pose_a, b, pose_b, cache, {options.first, options.methods});
  if (gap.status == Status::Penetrating) {
    SignedDistance result =
        detail::signed_of(penetration(a, pose_a, b, pose_b, cache, {options.first, options.methods}));
    result.decided_by = gap.decided_by, result.certificate = gap.certificate;
    return result;
  }
  const PosedPair pair(a, pose_a, b, pose_b);
  SignedDistance result = detail::signed_of(gap, unit_normal(gap.certificate.plane, pair));
  if (gap.status == Status::Touching) contact_points(pair, gap.certificate.simplex, result.point_a, result.point_b);
  return result;
}

}  // namespace clearance
