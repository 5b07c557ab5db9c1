#include <clearance/convex/exact/decision.h>

#include <clearance/convex/exact/contact.h>
#include <clearance/convex/exact/planes.h>
#include <clearance/convex/exact/roots.h>
#include <clearance/convex/exact/rounded_roots.h>
#include <clearance/convex/exact/simplex.h>
#include <clearance/convex/exact/support.h>
#include <clearance/convex/witness.h>

#include <algorithm>
#include <vector>

namespace clearance::detail {
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

// Σ wₖ vₖ over one body's vertices, exactly; weights of one vertex are added up in doubles, as a witness has them.
template <class PointOf>
DyadicVec weighted_sum(const ExactDecision& decision, std::int32_t VertexPair::* which, const PointOf& point_of,
                       Dyadic& total) {
  DyadicVec sum;
  total = Dyadic();
  for (int k = 0; k < decision.simplex_count; ++k) {
    const std::int32_t vertex = decision.simplex[k].*which;
    double weight = decision.weight[k];
    bool counted = false;
    for (int j = 0; j < k; ++j) counted = counted || decision.simplex[j].*which == vertex;
    if (counted) continue;
    for (int j = k + 1; j < decision.simplex_count; ++j)
      if (decision.simplex[j].*which == vertex) weight += decision.weight[j];
    sum = sum + Dyadic(weight) * point_of(vertex);
    total = total + Dyadic(weight);
  }
  return sum;
}

// A squared length.
struct Fraction {
  Dyadic numerator, denominator;
};

Fraction witness_square(const ExactSupport& support, const ExactDecision& decision) {
  const PosedPair& pair = support.pair();
  const ExactPair& exact_pair = support.exact_pair();
  Dyadic total_a, total_b;
  const DyadicVec sum_a =
      weighted_sum(decision, &VertexPair::a, [&](int v) { return exact_pair.point_a(pair.a().vertex(v)); }, total_a);
  const DyadicVec sum_b =
      weighted_sum(decision, &VertexPair::b, [&](int v) { return exact_pair.point_b(pair.b().vertex(v)); }, total_b);
  const DyadicVec gap = total_a * sum_b - total_b * sum_a;
  const Dyadic divisor = total_a * total_b * exact_pair.scale();
  return {dot(gap, gap), divisor * divisor};
}

Fraction nearest_square(const ExactSupport& support, const ExactSimplex& simplex) {
  const Dyadic divisor = simplex.total_weight() * support.scale();
  return {dot(simplex.nearest, simplex.nearest), divisor * divisor};
}

// The simplex, and the weights of its nearest point in doubles.
void fill_simplex(ExactDecision& decision, const ExactSimplex& simplex) {
  std::copy(simplex.pair, simplex.pair + simplex.count, decision.simplex);
  decision.simplex_count = simplex.count;
  const Dyadic total = simplex.total_weight();
  for (int k = 0; k < simplex.count; ++k) decision.weight[k] = approximate_ratio(simplex.weight[k], total);
}

void fill_separated(ExactDecision& decision, const ExactSupport& support, const ExactSimplex& simplex,
                    const Dyadic& radius) {
  const Fraction nearest = nearest_square(support, simplex), witness = witness_square(support, decision);
  const double exact_lower = excess_below(nearest.numerator, nearest.denominator, radius);
  decision.status = Status::Separated;
  decision.certificate.kind = Certificate::Kind::Plane;
  decision.upper = excess_above(witness.numerator, witness.denominator, radius);
  std::vector<int> of_a, of_b;
  support.contact_vertices(simplex.nearest, of_a, of_b);
  decision.tied_a = static_cast<int>(of_a.size()), decision.tied_b = static_cast<int>(of_b.size());
  // A rounded vector is the simplest certificate; it serves where it loses nothing against the exact direction.
  const Vec3 rounded = direction_of(simplex.nearest);
  const double rounded_lower = lower_distance_along(support, exact(rounded), radius);
  if (rounded_lower > 0 && rounded_lower >= exact_lower * (1 - 1e-12)) {
    decision.certificate.plane.normal = rounded;
    decision.lower = rounded_lower;
  } else {
    decision.certificate.plane = plane_of_nearest(support, simplex);
    decision.lower = exact_lower;
  }
}

// Core points nearer than the radii, if the rounded weights give such; else, where the cores share a point, the simplex
// that shows it.
void certify_within(RoundedDecision& decision, const ExactSupport& support, const Dyadic& radius) {
  const Fraction witness = witness_square(support, decision);
  if (compare(witness.numerator, radius * radius * witness.denominator) < 0) {
    set_near(decision.certificate, support.pair(), decision.simplex, decision.weight, decision.simplex_count);
    decision.depth.lower = shortfall_below(witness.numerator, witness.denominator, radius);
  } else if (decision.cores_meet) {
    set_simplex(decision.certificate, support.pair(), decision.simplex, decision.simplex_count);
  }
}

}  // namespace

ExactDecision decide_exactly(const ExactSupport& support, std::span<const VertexPair> start) {
  const ExactSimplex simplex = walk(support, start);
  ExactDecision decision;
  fill_simplex(decision, simplex);
  if (!is_zero(simplex.nearest)) {
    fill_separated(decision, support, simplex, {});
  } else {
    decision.certificate = contact_certificate(support, simplex);
    decision.status = decision.certificate.kind == Certificate::Kind::Simplex ? Status::Penetrating : Status::Touching;
  }
  return decision;
}

RoundedDecision decide_exactly(const ExactSupport& support, const Dyadic& radius, std::span<const VertexPair> start) {
  const ExactSimplex simplex = walk(support, start);
  const Fraction nearest = nearest_square(support, simplex);
  const int sign = compare(nearest.numerator, radius * radius * nearest.denominator);
  RoundedDecision decision;
  fill_simplex(decision, simplex);
  decision.cores_meet = is_zero(simplex.nearest);
  if (sign > 0) return fill_separated(decision, support, simplex, radius), decision;
  decision.status = sign == 0 ? Status::Touching : Status::Penetrating;
  if (!decision.cores_meet) {
    const Vec3 rounded = direction_of(simplex.nearest);
    decision.direction = rounded / norm(rounded);
  }
  if (sign == 0) return decision;
  if (!decision.cores_meet) decision.depth.upper = depth_along(support, exact(decision.direction), radius);
  certify_within(decision, support, radius);
  return decision;
}

int compare_distance_exactly(const PosedPair& pair, std::span<const VertexPair> start, const Dyadic& limit) {
  const ExactSupport support(pair);
  const Fraction nearest = nearest_square(support, walk(support, start));
  return compare(nearest.numerator, limit * limit * nearest.denominator);
}

}  // namespace clearance::detail
