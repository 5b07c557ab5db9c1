#include <clearance/convex/settle.h>

#include <clearance/convex/cached_simplex.h>
#include <clearance/convex/tangency.h>
#include <clearance/convex/witness.h>

#include <span>

namespace clearance::detail {
namespace {

std::span<const VertexPair> pairs_of(const PointSimplex& simplex) {
  return {simplex.pair, static_cast<std::size_t>(simplex.count)};
}

void remember(ConvexCache& cache, const ExactDecision& decision) {
  remember_pairs(cache, decision.simplex, decision.simplex_count);
  cache.was_separated = decision.status == Status::Separated;
  const Plane& plane = decision.certificate.plane;
  if (cache.was_separated && plane.kind == Plane::Kind::Vector)
    cache.direction = plane.normal, cache.has_direction = true;
}

void set_simplex(ExactDecision& decision, const PointSimplex& met) {
  for (int k = 0; k < met.count; ++k) decision.simplex[k] = met.pair[k], decision.weight[k] = met.weight[k];
  decision.simplex_count = met.count;
}

// The plane, and the nearest points of the walk's end, if the two are near enough for a distance.
bool set_gap(ExactDecision& decision, const PosedPair& pair, const ContactDecision& contact, PointSimplex met) {
  if (met.count == 0) return false;
  if (met.count == 4) keep_nearest_face(met);
  decision.lower = contact.lower, decision.upper = witness_distance(pair, met);
  if (!(decision.lower > 0 && decision.upper - decision.lower <= allowed_width(pair, decision.upper))) return false;
  set_simplex(decision, met);
  decision.tied_a = contact.tied_a, decision.tied_b = contact.tied_b;
  return true;
}

// `met` is empty where there was no walk.
bool set_contact(ExactDecision& decision, const PosedPair& pair, const ContactDecision& contact,
                 const PointSimplex& met, Goal goal) {
  if (contact.status == Status::NotAsked) return false;
  if (contact.status == Status::Separated && goal == Goal::Distance && !set_gap(decision, pair, contact, met))
    return false;
  decision.status = contact.status;
  decision.decided_by = Algorithm::Contact;
  set_certificate(decision.certificate, pair, contact);
  return true;
}

// Beyond what doubles may take for contact; of four vertices only rounding can say that they do not hold the origin.
bool is_apart(const PosedPair& pair, const PointSimplex& met) {
  return met.count > 0 && met.count < 4 && norm(met.point()) > 16 * kWitnessError * pair.reach();
}

// A distance that rounding spoils: of bodies far from the origin of their own coordinates, or a hair apart. `contact`
// is what is known of them.
bool set_distance(ExactDecision& decision, const PosedPair& pair, const ContactDecision& contact, PointSimplex met) {
  const Tangency found = decide_gap(pair, met);
  if (!(found.distance.upper > 0)) return false;
  if (contact.status == Status::Separated && set_contact(decision, pair, contact, met, Goal::Distance)) return true;
  if (found.status != Status::Separated) return false;
  decision.lower = found.distance.lower, decision.upper = smaller(found.distance.upper, witness_distance(pair, met));
  if (!(decision.upper - decision.lower <= allowed_width(pair, decision.upper))) return false;
  decision.status = Status::Separated;
  decision.decided_by = Algorithm::Contact;
  decision.tied_a = found.tied_a, decision.tied_b = found.tied_b;
  set_simplex(decision, met);
  set_vector(decision.certificate, found.direction);
  return true;
}

// What tangency.h finds, if it is enough for the goal.
bool set_tangency(RoundedDecision& decision, const PosedPair& pair, const Radii& radii, PointSimplex met, Goal goal) {
  const Tangency found = decide_tangency(pair, radii, met);
  if (found.status == Status::NotAsked) return false;
  decision.lower = found.distance.lower;
  decision.upper = smaller(found.distance.upper, sum_up(witness_distance(pair, met), -radii.low));
  if (found.status == Status::Separated && goal == Goal::Distance &&
      !(decision.upper - decision.lower <= allowed_width(pair, radii, decision.upper)))
    return false;
  if (found.status == Status::Penetrating && goal == Goal::Depth &&
      !(found.depth.upper - found.depth.lower <= allowed_width(pair, radii, found.depth.upper)))
    return false;
  decision.status = found.status;
  decision.decided_by = Algorithm::Contact;
  decision.tied_a = found.tied_a, decision.tied_b = found.tied_b;
  decision.direction = found.direction;
  decision.depth = found.depth;
  set_simplex(decision, met);
  if (found.status == Status::Separated) {
    set_vector(decision.certificate, found.direction);
    if (found.plane.kind != Plane::Kind::Vector) decision.certificate.plane = found.plane;
  }
  if (found.status == Status::Penetrating) set_near(decision.certificate, pair, met.pair, met.weight, met.count);
  return true;
}

}  // namespace

ExactDecision settle(const PosedPair& pair, const PointSimplex& met, ConvexCache& cache, Goal goal, Algorithm method) {
  ExactDecision decision;
  if (method != Algorithm::Exact) {
    if (goal == Goal::Distance && is_apart(pair, met) && set_distance(decision, pair, {}, met))
      return remember(cache, decision), decision;
    const ContactDecision contact = decide_contact(pair, met);
    if (set_contact(decision, pair, contact, met, goal)) return remember(cache, contact), decision;
    if (goal == Goal::Distance && contact.status == Status::Separated && set_distance(decision, pair, contact, met))
      return remember(cache, decision), decision;
  }
  decision = decide_exactly(pair, pairs_of(met));
  remember(cache, decision);
  return decision;
}

RoundedDecision settle(const PosedPair& pair, const Radii& radii, const PointSimplex& met, ConvexCache& cache,
                       Goal goal, Algorithm method) {
  RoundedDecision decision;
  if (method == Algorithm::Exact || !set_tangency(decision, pair, radii, met, goal))
    decision = decide_exactly(pair, radii.exact(), pairs_of(met));
  remember(cache, decision);
  return decision;
}

int settle_comparison(const PosedPair& pair, const Radii& r, const PointSimplex& met) {
  PointSimplex nearest = met;
  switch (decide_tangency(pair, r, nearest).status) {
    case Status::Separated:
      return 1;
    case Status::Touching:
      return 0;
    case Status::Penetrating:
      return -1;
    default:
      return compare_distance_exactly(pair, pairs_of(met), r.exact());
  }
}

bool recall_distance(const PosedPair& pair, ConvexCache& cache, ExactDecision& decision) {
  return set_contact(decision, pair, recall_contact(pair, cache), {}, Goal::Distance);
}

}  // namespace clearance::detail
