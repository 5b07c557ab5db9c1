#include <clearance/narrow/exact_decision.h>

#include <clearance/narrow/exact_contact.h>
#include <clearance/narrow/exact_planes.h>
#include <clearance/narrow/exact_roots.h>
#include <clearance/narrow/exact_simplex.h>
#include <clearance/narrow/exact_support.h>

#include <algorithm>
#include <limits>

namespace clearance {
namespace {

void add(ExactSimplex& simplex, const ExactSupport& support, VertexPair pair) {
  simplex.pair[simplex.count] = pair;
  simplex.m[simplex.count] = support.difference(pair);
  ++simplex.count;
}

ExactSimplex initial_simplex(const ExactSupport& support, std::span<const VertexPair> start) {
  ExactSimplex simplex;
  for (const VertexPair& pair : start.first(std::min<std::size_t>(start.size(), 4)))
    if (std::find(simplex.pair, simplex.pair + simplex.count, pair) == simplex.pair + simplex.count)
      add(simplex, support, pair);
  if (simplex.count == 0) add(simplex, support, support.minimise(exact(Vec3{1, 0, 0})));
  return simplex;
}

// Walks until the nearest point of the simplex is the nearest of the whole difference body, or is the origin.
ExactSimplex walk(const ExactSupport& support, std::span<const VertexPair> start) {
  ExactSimplex simplex = initial_simplex(support, start);
  for (;;) {
    reduce_to_nearest(simplex);
    if (is_zero(simplex.nearest)) return simplex;
    const VertexPair next = support.minimise(simplex.nearest);
    // Every vertex of the reduced simplex has the same product with its nearest point.
    if (dot(simplex.nearest, support.difference(next) - simplex.m[0]).sign() >= 0) return simplex;
    add(simplex, support, next);
  }
}

void add_weight(WitnessPoint& point, std::uint32_t id, double weight) {
  for (int k = 0; k < point.count; ++k) {
    if (point.vertices[k] == id) {
      point.weights[k] += weight;
      return;
    }
  }
  point.vertices[point.count] = id;
  point.weights[point.count++] = weight;
}

Claim::Witness witness_of(const PosedPair& pair, const ExactSimplex& simplex) {
  const Dyadic total = simplex.total_weight();
  Claim::Witness witness;
  for (int k = 0; k < simplex.count; ++k) {
    const double weight = approximate_ratio(simplex.weight[k], total);
    add_weight(witness.a, pair.a().id(simplex.pair[k].a), weight);
    add_weight(witness.b, pair.b().id(simplex.pair[k].b), weight);
  }
  return witness;
}

// Σ wᵢvᵢ of one body, times scale; `weight` receives Σ wᵢ.
template <class PointOf>
DyadicVec weighted_sum(const WitnessPoint& point, const PointOf& point_of, Dyadic& weight) {
  DyadicVec sum;
  weight = Dyadic();
  for (int k = 0; k < point.count; ++k) {
    sum = sum + Dyadic(point.weights[k]) * point_of(point.vertices[k]);
    weight = weight + Dyadic(point.weights[k]);
  }
  return sum;
}

double witness_distance_above(const PosedPair& pair, const Claim::Witness& witness) {
  const ExactPair exact_pair(pair.pose_a(), pair.pose_b());
  Dyadic weight_a, weight_b;
  const DyadicVec sum_a = weighted_sum(
      witness.a, [&](std::uint32_t id) { return exact_pair.point_a(pair.a().vertex(pair.a().find(id))); }, weight_a);
  const DyadicVec sum_b = weighted_sum(
      witness.b, [&](std::uint32_t id) { return exact_pair.point_b(pair.b().vertex(pair.b().find(id))); }, weight_b);
  const DyadicVec gap = weight_a * sum_b - weight_b * sum_a;
  const Dyadic divisor = weight_a * weight_b * exact_pair.scale();
  return square_root_above(dot(gap, gap), divisor * divisor);
}

void fill_separated(ExactDecision& decision, const ExactSupport& support, const ExactSimplex& simplex) {
  const Dyadic divisor = simplex.total_weight() * support.scale();
  const double exact_lower = square_root_below(dot(simplex.nearest, simplex.nearest), divisor * divisor);
  decision.status = Status::Separated;
  decision.certificate.kind = Certificate::Kind::Plane;
  decision.witness = witness_of(support.pair(), simplex);
  decision.upper = witness_distance_above(support.pair(), decision.witness);
  // A rounded vector is the simplest certificate; it serves where it loses nothing against the exact direction.
  const Vec3 rounded = direction_of(simplex.nearest);
  const double rounded_lower = lower_distance_along(support, exact(rounded));
  if (rounded_lower > 0 && rounded_lower >= exact_lower * (1 - 1e-12)) {
    decision.certificate.plane.normal = rounded;
    decision.lower = rounded_lower;
  } else {
    decision.certificate.plane = plane_of_nearest(support, simplex);
    decision.lower = exact_lower;
  }
}

}  // namespace

ExactDecision decide_exactly(const PosedPair& pair, std::span<const VertexPair> start) {
  const ExactSupport support(pair);
  const ExactSimplex simplex = walk(support, start);
  ExactDecision decision;
  std::copy(simplex.pair, simplex.pair + simplex.count, decision.simplex);
  decision.simplex_count = simplex.count;
  if (!is_zero(simplex.nearest)) {
    fill_separated(decision, support, simplex);
  } else {
    decision.certificate = contact_certificate(support, simplex);
    decision.status =
        decision.certificate.kind == Certificate::Kind::Simplex ? Status::Penetrating : Status::Touching;
  }
  return decision;
}

int compare_distance_exactly(const PosedPair& pair, std::span<const VertexPair> start, double limit) {
  const ExactSupport support(pair);
  const ExactSimplex simplex = walk(support, start);
  const Dyadic scaled_limit = simplex.total_weight() * support.scale() * Dyadic(limit);
  return compare(dot(simplex.nearest, simplex.nearest), scaled_limit * scaled_limit);
}

}  // namespace clearance
