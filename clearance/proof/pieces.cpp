#include <clearance/proof/pieces.h>

#include <clearance/proof/origin.h>

#include <algorithm>
#include <cmath>

namespace clearance::detail {

bool is_bracket(const Bracket& bracket) {
  return bracket.lower >= 0 && std::isfinite(bracket.lower) && bracket.lower <= bracket.upper;
}

CheckResult both(CheckResult first, const CheckResult& second) {
  if (first.is_refuted() || second.holds) return first;
  if (first.holds || second.is_refuted()) return second;
  first.all_missing = static_cast<std::uint8_t>(first.all_missing | second.all_missing);
  return first;
}

namespace {

// Scaled by a power of two so that neither squares nor products leave the range; nearly a denormal is a denormal still.
bool is_unit_vector_of(Vec3 d, Vec3 t) {
  int exponent = 0;
  std::frexp(norm_max(t), &exponent);
  const auto scaled = [&](double x) { return std::ldexp(x, -exponent); };
  const Vec3 s{scaled(t.x), scaled(t.y), scaled(t.z)};
  const double length = norm(s), most = 1e-9 * length + scaled(0x1p-1072);
  return norm_max(length * d - s) <= most;
}

}  // namespace

CheckResult check_figures(const Claim::Depth& depth) {
  const auto& [bracket, direction, translation] = depth;
  if (!is_bracket(bracket)) return refused("depth: not a bracket");
  if (!is_finite(direction)) return refused("depth: the direction is not finite");
  if (!is_finite(translation)) return refused("depth: the translation is not finite");
  const DyadicVec t = exact(translation);
  if (is_zero(t)) return holds();
  if (std::isfinite(bracket.upper) && compare(dot(t, t), square(Dyadic(bracket.upper))) > 0)
    return refused("depth: the translation is longer than upper");
  return is_unit_vector_of(direction, translation)
             ? holds()
             : refused("depth: the direction is not the unit vector of the translation");
}

CheckResult check_points(std::span<const Vec3> points, double radius, const std::string& name) {
  if (!(radius >= 0 && radius <= kMaxCoordinate)) return refused(name + ": the radius is not one");
  if (points.empty()) return refused(name + " has no points");
  for (std::size_t i = 0; i < points.size(); ++i)
    if (!is_coordinate(points[i])) return refused(name + ": point " + std::to_string(i) + " is not a coordinate");
  return holds();
}

CheckResult check_plane(const Plane& plane, const NumberedPoints& points) {
  const std::uint32_t* const v = plane.vertices;
  bool known = true;
  switch (plane.kind) {
    case Plane::Kind::Vector:
      if (!is_finite(plane.normal)) return refused("plane: normal is not finite");
      break;
    case Plane::Kind::Face:
      known = points.has(plane.of, v[0]) && points.has(plane.of, v[1]) && points.has(plane.of, v[2]);
      break;
    case Plane::Kind::Edges:
      known = points.has_pair(v[0], v[2]) && points.has_pair(v[1], v[3]);
      break;
    case Plane::Kind::Points:
      known = points.has_pair(v[0], v[1]);
      break;
    default:
      return refused("plane: unknown kind");
  }
  if (plane.side_count > 2) return refused("plane: more than two side steps");
  for (int i = 0; i < plane.side_count; ++i) {
    const Plane::Side& side = plane.sides[i];
    known = known && points.has(side.edge_of, side.edge[0]) && points.has(side.edge_of, side.edge[1]);
  }
  return known ? holds() : refused("plane: no such vertex");
}

namespace {

DyadicVec base_normal(const Plane& plane, const NumberedPoints& points) {
  const std::uint32_t* const v = plane.vertices;
  if (plane.kind == Plane::Kind::Face)
    return cross(points.edge(plane.of, v[0], v[1]), points.edge(plane.of, v[0], v[2]));
  if (plane.kind == Plane::Kind::Edges)
    return cross(points.edge(Body::A, v[0], v[1]), points.edge(Body::B, v[2], v[3]));
  if (plane.kind == Plane::Kind::Points) return points.difference(v[0], v[1]);
  return exact(plane.normal);
}

// sum / weight = scale × (the point), where that is a point of the body.
CheckResult witness_point(Body which, const WitnessPoint& point, const NumberedPoints& points, DyadicVec& sum,
                          Dyadic& weight) {
  if (point.count < 1 || point.count > WitnessPoint::kMaxVertices)
    return refused("witness: 1 to 4 vertices are allowed");
  for (int i = 0; i < point.count; ++i) {
    const double w = point.weights[i];
    if (!points.has(which, point.vertices[i])) return refused("witness: no such vertex");
    if (!(w >= 0) || !std::isfinite(w)) return refused("witness: a weight is negative or not finite");
    const Vec3 v = points.of(which)[point.vertices[i]];
    sum = sum + Dyadic(w) * (which == Body::A ? points.pair.point_a(v) : points.pair.point_b(v));
    weight = weight + Dyadic(w);
  }
  return weight.sign() > 0 ? holds() : refused("witness: all weights are zero");
}

}  // namespace

CheckResult exact_normal(const Plane& plane, const NumberedPoints& points, DyadicVec& n) {
  if (CheckResult sound = check_plane(plane, points); !sound) return sound;
  n = base_normal(plane, points);
  for (int i = 0; i < plane.side_count; ++i) {
    const Plane::Side& side = plane.sides[i];
    n = cross(n, points.edge(side.edge_of, side.edge[0], side.edge[1]));
  }
  if (is_zero(n)) return refused("plane: the normal is zero");
  if (plane.flip) n = -n;
  return holds();
}

// x − y has the sign of x² − y² where both are positive, the opposite one where both are negative.
int compare_gap(const Dyadic& gap, const DyadicVec& n, const Dyadic& length, const Dyadic& scale) {
  const Dyadic wanted = length * scale;
  if (gap.sign() != wanted.sign()) return gap.sign() > wanted.sign() ? 1 : -1;
  const int squares = compare(square(gap), square(wanted) * dot(n, n));
  return gap.sign() < 0 ? -squares : squares;
}

namespace {

CheckResult set_differences(const Simplex& simplex, const NumberedPoints& points,
                            DyadicVec (&differences)[Simplex::kMaxPairs]) {
  if (simplex.count < 1 || simplex.count > Simplex::kMaxPairs) return refused("simplex: 1 to 6 pairs are allowed");
  for (int i = 0; i < simplex.count; ++i) {
    if (!points.has_pair(simplex.a[i], simplex.b[i])) return refused("simplex: no such vertex");
    differences[i] = points.difference(simplex.a[i], simplex.b[i]);
  }
  return holds();
}

}  // namespace

CheckResult check_simplex(const Simplex& simplex, bool in_interior, const NumberedPoints& points) {
  DyadicVec differences[Simplex::kMaxPairs];
  if (CheckResult set = set_differences(simplex, points, differences); !set) return set;
  const std::span<const DyadicVec> used(differences, static_cast<std::size_t>(simplex.count));
  if (in_interior)
    return interior_holds_origin(used) ? holds() : refused("simplex: the origin is not in the interior of its hull");
  return hull_holds_origin(used) ? holds() : refused("simplex: the origin is not in its hull");
}

CheckResult check_simplex_around(const Simplex& simplex, const Dyadic& radius, const NumberedPoints& points) {
  DyadicVec differences[Simplex::kMaxPairs];
  if (CheckResult set = set_differences(simplex, points, differences); !set) return set;
  return hull_holds_ball({differences, static_cast<std::size_t>(simplex.count)}, radius * points.pair.scale())
             ? holds()
             : refused("simplex: the origin is not in its hull wherever the bodies may be");
}

// With p = sum_a / (weight_a·scale) and q likewise: squared, times all denominators.
CheckResult compare_witness(const Witness& witness, const Dyadic& length, const NumberedPoints& points, int& sign) {
  DyadicVec sum_a, sum_b;
  Dyadic weight_a, weight_b;
  if (CheckResult point = witness_point(Body::A, witness.a, points, sum_a, weight_a); !point) return point;
  if (CheckResult point = witness_point(Body::B, witness.b, points, sum_b, weight_b); !point) return point;
  const DyadicVec between = weight_a * sum_b - weight_b * sum_a;
  sign = compare(dot(between, between), square(length * weight_a * weight_b * points.pair.scale()));
  return holds();
}

bool edges_pair_up(std::vector<std::pair<std::uint32_t, std::uint32_t>> edges) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> reversed;
  reversed.reserve(edges.size());
  for (const auto& [from, to] : edges) reversed.emplace_back(to, from);
  std::sort(edges.begin(), edges.end());
  std::sort(reversed.begin(), reversed.end());
  return edges == reversed && std::adjacent_find(edges.begin(), edges.end()) == edges.end();
}

}  // namespace clearance::detail
