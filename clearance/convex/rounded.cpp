// The public queries about rounded bodies.
// Method:   the cores' distance d against r = r_a + r_b: the walk in doubles, then the exact sign of d² − r². A
//           distance is d − r; a depth is r − d, or r and the cores' own depth where they penetrate.
// Notation: n the unit direction from a to b along which the cores are nearest; the bodies' points lie r_a along n
//           from a's core, r_b against n from b's.
#include <clearance/bvh/box.h>
#include <clearance/convex/cached_simplex.h>
#include <clearance/convex/depth/depth.h>
#include <clearance/convex/exact/planes.h>
#include <clearance/convex/query.h>
#include <clearance/convex/query_parts.h>
#include <clearance/convex/settle.h>
#include <clearance/convex/way_out.h>
#include <clearance/convex/witness.h>

#include <cmath>
#include <vector>

namespace clearance {
using namespace detail;
namespace {

using Kind = WalkEnd::Kind;
constexpr double kInfinity = std::numeric_limits<double>::infinity();
// Of the radii: where the cores are that near, they meet as far as a walk can tell.
constexpr double kNothing = 0x1p-20;

std::span<const VertexPair> pairs_of(const PointSimplex& simplex) {
  return {simplex.pair, static_cast<std::size_t>(simplex.count)};
}

// The walk's evidence, or the chosen method's through the cache; Undecided by Exact, with no simplex, where the exact
// decision comes first.
WalkOutcome search(const PosedPair& pair, const Radii& radii, ConvexCache& cache, const QueryOptions& options,
                   Goal goal, double limit, double relative_width = 0) {
  cache.start_for(pair.a().identity(), pair.b().identity());
  Algorithm method = Algorithm::Automatic;
  if (options.first != Algorithm::Automatic) [[unlikely]]
    method = detail::run_first(pair, cache, options);
  WalkOutcome outcome;
  outcome.decided_by = method;
  if (method == Algorithm::Exact) return outcome;
  outcome = walk_rounded(pair, radii, cache, goal, limit, relative_width);
  outcome.decided_by = detail::credit(outcome.decided_by, method);
  return outcome;
}

// The weights with which a tetrahedron's vertices give the origin inside it.
void set_inner_weights(PointSimplex& simplex) {
  const TetrahedronVolumes v = volumes(simplex.m);
  const double whole = (v.of[0] + v.of[1]) + (v.of[2] + v.of[3]);
  for (int k = 0; k < 4; ++k) simplex.weight[k] = v.of[k] / whole;
}

// Penetrating: core points nearer than the radii where rounded weights show such, else the simplex that holds the
// origin.
void certify_within(Certificate& certificate, const PosedPair& pair, const Radii& radii, WalkOutcome& outcome) {
  PointSimplex& simplex = outcome.simplex;
  if (outcome.kind == Kind::Inside) set_inner_weights(simplex);
  if (outcome.kind == Kind::Inside && !(witness_distance(pair, simplex) < radii.low))
    set_simplex(certificate, pair, simplex.pair, simplex.count);
  else
    set_near(certificate, pair, simplex.pair, simplex.weight, simplex.count);
}

// Status, certificate and credit of what the walk or the exact decision found, in any of the results.
template <class Answer>
void conclude(Answer& result, const PosedPair& pair, const Radii& radii, WalkOutcome& outcome) {
  result.decided_by = outcome.decided_by;
  const bool apart = outcome.lower > radii.high;
  result.status = apart ? Status::Separated : Status::Penetrating;
  if (apart)
    set_vector(result.certificate, outcome.direction);
  else
    certify_within(result.certificate, pair, radii, outcome);
}
template <class Answer>
void conclude(Answer& result, const RoundedDecision& decision) {
  result.decided_by = decision.decided_by;
  result.status = decision.status;
  result.certificate = decision.certificate;
}

// From points of the cores to points of the bodies' surfaces; n of any length.
void move_to_surfaces(const Radii& radii, Vec3 n, Vec3& point_a, Vec3& point_b) {
  const Vec3 unit = n / norm(n);
  point_a = point_a + radii.a * unit, point_b = point_b - radii.b * unit;
}

// The bodies' points, and their cores' in `witness`.
template <class Answer>
void set_points(Answer& result, Witness& witness, const PosedPair& pair, const Radii& radii, const VertexPair* pairs,
                const double* weights, int count, Vec3 n) {
  const WorldPoints points = set_witness(witness, pair, pairs, weights, count);
  result.point_a = points.a, result.point_b = points.b;
  move_to_surfaces(radii, n, result.point_a, result.point_b);
}
void set_points(Penetration& result, const PosedPair& pair, const Radii& radii, const VertexPair* pairs,
                const double* weights, int count, Vec3 n) {
  Witness cores;
  set_points(result, cores, pair, radii, pairs, weights, count, n);
}
void set_points(Distance& result, const PosedPair& pair, const Radii& radii, const VertexPair* pairs,
                const double* weights, int count, Vec3 n) {
  set_points(result, result.witness, pair, radii, pairs, weights, count, n);
  result.has_witness = true;
}

void set_exact(Distance& result, const PosedPair& pair, const Radii& radii, const RoundedDecision& decision) {
  conclude(result, decision);
  if (decision.status != Status::Separated) return detail::set_zero(result);
  result.lower = decision.lower, result.upper = decision.upper;
  set_points(result, pair, radii, decision.simplex, decision.weight, decision.simplex_count,
             unit_normal(decision.certificate.plane, pair));
  result.feature_a = detail::feature_of(decision.tied_a), result.feature_b = detail::feature_of(decision.tied_b);
}

}  // namespace

Intersection intersects(const Rounded& a, const Pose& pose_a, const Rounded& b, const Pose& pose_b,
                        const QueryOptions& options) {
  ConvexCache cache;
  return intersects(a, pose_a, b, pose_b, cache, options);
}

Intersection intersects(const Rounded& a, const Pose& pose_a, const Rounded& b, const Pose& pose_b, ConvexCache& cache,
                        const QueryOptions& options) {
  const Radii radii(a.radius(), b.radius());
  if (radii.high == 0) return intersects(a.core(), pose_a, b.core(), pose_b, cache, options);
  const PosedPair pair(a.core(), pose_a, b.core(), pose_b);
  WalkOutcome outcome = search(pair, radii, cache, options, Goal::Status, next_above(radii.high));
  Intersection result;
  if (outcome.kind == Kind::Undecided)
    conclude(result, settle(pair, radii, outcome.simplex, cache, Goal::Status, outcome.decided_by));
  else
    conclude(result, pair, radii, outcome);
  return result;
}

Distance distance(const Rounded& a, const Pose& pose_a, const Rounded& b, const Pose& pose_b,
                  const DistanceOptions& options) {
  ConvexCache cache;
  return distance(a, pose_a, b, pose_b, cache, options);
}

Distance distance(const Rounded& a, const Pose& pose_a, const Rounded& b, const Pose& pose_b, ConvexCache& cache,
                  const DistanceOptions& options) {
  const Radii radii(a.radius(), b.radius());
  if (radii.high == 0) return distance(a.core(), pose_a, b.core(), pose_b, cache, options);
  const PosedPair pair(a.core(), pose_a, b.core(), pose_b);
  const double limit = larger(sum_up(detail::limit_of(options.only_below), radii.high), next_above(radii.high));
  WalkOutcome outcome =
      search(pair, radii, cache, options, Goal::Distance, limit, detail::width_of(options.relative_width));
  Distance result;
  if (outcome.kind == Kind::Undecided) {
    set_exact(result, pair, radii, settle(pair, radii, outcome.simplex, cache, Goal::Distance, outcome.decided_by));
    detail::leave_out_beyond(result, options.only_below);
    return result;
  }
  conclude(result, pair, radii, outcome);
  if (result.status != Status::Separated) {
    detail::set_zero(result);
    return result;
  }
  result.lower = sum_down(outcome.lower, -radii.high);
  if (outcome.kind == Kind::Beyond) {
    result.upper = kInfinity;
    return result;
  }
  const PointSimplex& simplex = outcome.simplex;
  result.upper = sum_up(outcome.upper, -radii.low);
  set_points(result, pair, radii, simplex.pair, simplex.weight, simplex.count, outcome.direction);
  result.feature_a = detail::feature_of(outcome.tied_a), result.feature_b = detail::feature_of(outcome.tied_b);
  return result;
}

int compare_distance(const Rounded& a, const Pose& pose_a, const Rounded& b, const Pose& pose_b, double limit) {
  CLEARANCE_ASSERT(!std::isnan(limit));
  if (!(limit >= 0)) return 1;
  if (limit == kInfinity) return -1;
  ConvexCache cache;
  const Distance bracket = distance(a, pose_a, b, pose_b, cache);
  if (bracket.lower > limit) return 1;
  if (bracket.upper < limit) return -1;
  if (bracket.status != Status::Separated) return 0;  // the distance and the limit are 0
  const PosedPair pair(a.core(), pose_a, b.core(), pose_b);
  return settle_comparison(pair, Radii(a.radius(), b.radius()).with(limit), sound_simplex(pair, cache));
}

namespace {

// Out along a unit vector, along which the bodies are no deeper than that.
void set_way(Penetration& result, Vec3 direction, double upper) {
  const detail::Way way = detail::way_along(direction, upper);
  result.direction = direction, result.translation = way.translation;
  result.upper = way.upper;
}

// r and the depth of the cores, which hold the origin in the hull of these pairs' differences.
void set_deep(Penetration& result, const PosedPair& pair, const Radii& radii, std::span<const VertexPair> around,
              const PenetrationOptions& options) {
  const ConvexDepth depth = find_depth(pair, around, options.want_shell ? &result.shell : nullptr,
                                       depth_width(options.relative_width, radii.low));
  result.lower = sum_down(depth.lower, radii.low);
  set_way(result, depth.direction, sum_up(depth.upper, radii.high));
  result.point_a = depth.point_a, result.point_b = depth.point_b;
  move_to_surfaces(radii, depth.direction, result.point_a, result.point_b);
}

// The cores share a point, or next to nothing is between them: what the depth is beyond r, they tell. `apart` is no
// less than their distance.
void set_meeting(Penetration& result, const PosedPair& pair, const Radii& radii, const ExactDecision& cores,
                 double apart, const PenetrationOptions& options) {
  const Simplex& simplex = cores.certificate.simplex;
  if (cores.status == Status::Penetrating) {
    VertexPair around[Simplex::kMaxPairs];
    for (int k = 0; k < simplex.count; ++k) around[k] = {pair.a().find(simplex.a[k]), pair.b().find(simplex.b[k])};
    return set_deep(result, pair, radii, {around, static_cast<std::size_t>(simplex.count)}, options);
  }
  // Along the plane's normal the depth is r at most; rounding the unit vector turns it by 4u, as below.
  const Vec3 direction = unit_normal(cores.certificate.plane, pair);
  const bool is_axis = cores.certificate.plane.kind == Plane::Kind::Vector && norm_one(direction) == 1;
  double upper = is_axis ? radii.high : sum_up(radii.high, 0x1p-50 * pair.reach());
  result.lower = sum_down(radii.low, -apart);
  if (!(upper - result.lower <= allowed_width(pair, radii, result.lower)))
    upper = depth_along(ExactSupport(pair), exact(direction), radii.exact());
  set_way(result, direction, upper);
  if (cores.status == Status::Touching) {
    detail::contact_points(pair, simplex, result.point_a, result.point_b);
    move_to_surfaces(radii, result.direction, result.point_a, result.point_b);
  } else {
    set_points(result, pair, radii, cores.simplex, cores.weight, cores.simplex_count, direction);
  }
}

// A walk that ended where the cores meet within rounding, deep within the radii: no need to know more than settle()
// tells of the cores. False where it ended elsewhere.
bool set_meeting(Penetration& result, const PosedPair& pair, const Radii& radii, const WalkOutcome& outcome,
                 const PenetrationOptions& options) {
  PointSimplex nearest = outcome.simplex;
  if (nearest.count == 0) return false;
  if (!nearest_point(nearest)) keep_nearest_face(nearest);
  const double apart = witness_distance(pair, nearest);
  if (!(apart < kNothing * radii.low)) return false;
  ConvexCache of_cores;
  ExactDecision cores = settle(pair, outcome.simplex, of_cores, Goal::Status, Algorithm::Automatic);
  const bool is_gap = cores.status == Status::Separated;
  if (is_gap && !(apart <= 0.5 * allowed_width(pair, radii, radii.low))) return false;
  result.status = Status::Penetrating;
  result.decided_by = cores.decided_by;
  if (is_gap) {
    for (int k = 0; k < nearest.count; ++k) cores.simplex[k] = nearest.pair[k], cores.weight[k] = nearest.weight[k];
    cores.simplex_count = nearest.count;
    set_near(result.certificate, pair, nearest.pair, nearest.weight, nearest.count);
  } else {
    result.certificate.kind = Certificate::Kind::Simplex;
    result.certificate.simplex = cores.certificate.simplex;
  }
  set_meeting(result, pair, radii, cores, is_gap ? apart : 0, options);
  return true;
}

void set_exact(Penetration& result, const PosedPair& pair, const Radii& radii, const RoundedDecision& decision,
               const PenetrationOptions& options) {
  conclude(result, decision);
  if (decision.status == Status::Separated) return detail::set_zero(result);
  if (decision.cores_meet) {
    const std::span<const VertexPair> met(decision.simplex, static_cast<std::size_t>(decision.simplex_count));
    const bool is_near = decision.certificate.kind == Certificate::Kind::Near;
    return set_meeting(result, pair, radii, decide_exactly(pair, met),
                       is_near ? sum_up(radii.high, -decision.depth.lower) : 0, options);
  }
  result.lower = decision.depth.lower;
  if (decision.status == Status::Penetrating)
    set_way(result, decision.direction, decision.depth.upper);
  else
    result.upper = 0, result.direction = decision.direction;
  set_points(result, pair, radii, decision.simplex, decision.weight, decision.simplex_count, decision.direction);
}

}  // namespace

Penetration penetration(const Rounded& a, const Pose& pose_a, const Rounded& b, const Pose& pose_b,
                        const PenetrationOptions& options) {
  ConvexCache cache;
  return penetration(a, pose_a, b, pose_b, cache, options);
}

Penetration penetration(const Rounded& a, const Pose& pose_a, const Rounded& b, const Pose& pose_b, ConvexCache& cache,
                        const PenetrationOptions& options) {
  const Radii radii(a.radius(), b.radius());
  if (radii.high == 0) return penetration(a.core(), pose_a, b.core(), pose_b, cache, options);
  const PosedPair pair(a.core(), pose_a, b.core(), pose_b);
  WalkOutcome outcome = search(pair, radii, cache, options, Goal::Depth, next_above(radii.high));
  Penetration result;
  const bool straddles = outcome.kind == Kind::Near && !(outcome.upper < radii.low);
  if (outcome.kind == Kind::Undecided || straddles) {
    if (!set_meeting(result, pair, radii, outcome, options))
      set_exact(result, pair, radii, settle(pair, radii, outcome.simplex, cache, Goal::Depth, outcome.decided_by),
                options);
    return result;
  }
  conclude(result, pair, radii, outcome);
  const PointSimplex& simplex = outcome.simplex;
  if (outcome.kind == Kind::Inside) {
    set_deep(result, pair, radii, pairs_of(simplex), options);
  } else if (outcome.kind == Kind::Near) {
    // Rounding the unit vector turns it by 4u, and so changes n·m by less than 4u·√3·reach.
    result.lower = sum_down(radii.low, -outcome.upper);
    set_way(result, outcome.direction / norm(outcome.direction),
            sum_up(sum_up(radii.high, -outcome.lower), 0x1p-50 * pair.reach()));
    set_points(result, pair, radii, simplex.pair, simplex.weight, simplex.count, outcome.direction);
  } else {
    detail::set_zero(result);
  }
  return result;
}

SignedDistance signed_distance(const Rounded& a, const Pose& pose_a, const Rounded& b, const Pose& pose_b,
                               const QueryOptions& options) {
  ConvexCache cache;
  return signed_distance(a, pose_a, b, pose_b, cache, options);
}

SignedDistance signed_distance(const Rounded& a, const Pose& pose_a, const Rounded& b, const Pose& pose_b,
                               ConvexCache& cache, const QueryOptions& options) {
  if (a.radius() == 0 && b.radius() == 0) return signed_distance(a.core(), pose_a, b.core(), pose_b, cache, options);
  const Distance gap = distance(a, pose_a, b, pose_b, cache, {options.first, options.methods});
  if (gap.status != Status::Separated)
    return detail::signed_of(penetration(a, pose_a, b, pose_b, cache, {options.first, options.methods}));
  return detail::signed_of(gap, unit_normal(gap.certificate.plane, PosedPair(a.core(), pose_a, b.core(), pose_b)));
}

}  // namespace clearance
