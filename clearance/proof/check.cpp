// Notation: n a direction from a to b, times any positive number; p, q the extreme vertices, p of a farthest along n
//           and q of b farthest against it; gap = n·(q − p), positive iff n separates the cores. World coordinates come
//           times the one positive number scale = ExactPair::scale(), so the gap along n/|n| is gap / (scale·|n|).
//           r = r_a + r_b; K = all q − p of the cores. The bodies share a point iff the origin is within r of K, and
//           with r > 0 penetrate iff it is nearer than r.
#include <clearance/exact/approx.h>
#include <clearance/proof/check.h>
#include <clearance/proof/origin.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace clearance {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

CheckResult holds() { return {true, {}}; }
CheckResult refused(std::string reason) { return {false, std::move(reason)}; }
CheckResult lacks(Missing what, std::string reason) { return {false, std::move(reason), what}; }

Dyadic square(const Dyadic& x) { return x * x; }

bool is_bracket(const Bracket& bracket) {
  return bracket.lower >= 0 && std::isfinite(bracket.lower) && bracket.lower <= bracket.upper;
}

class Checker {
 public:
  // The radii, sound or not, are looked at by points().
  Checker(const PosedPoints& a, const PosedPoints& b)
      : a_(a), b_(b), pair_(a.pose, b.pose), radius_(sound(a.radius) + sound(b.radius)) {}

  CheckResult points() const;
  CheckResult certificate(Status status, const Certificate& certificate) const;
  CheckResult distance(const Claim& claim) const;
  CheckResult depth(const Claim& claim) const;

 private:
  static Dyadic sound(double radius) { return std::isfinite(radius) ? Dyadic(radius) : Dyadic(); }
  bool rounded() const { return radius_.sign() > 0; }
  const PosedPoints& body(Body which) const { return which == Body::A ? a_ : b_; }
  const ExactPose& pose(Body which) const { return which == Body::A ? pair_.a() : pair_.b(); }
  bool has(Body which, std::uint32_t vertex) const { return vertex < body(which).points.size(); }
  bool has_pair(std::uint32_t i, std::uint32_t j) const { return has(Body::A, i) && has(Body::B, j); }
  DyadicVec edge(Body which, std::uint32_t i, std::uint32_t j) const {
    return pose(which).edge(body(which).points[i], body(which).points[j]);
  }
  DyadicVec difference(std::uint32_t i, std::uint32_t j) const { return pair_.difference(a_.points[i], b_.points[j]); }

  CheckResult base_normal(const Plane& plane, DyadicVec& n) const;
  CheckResult normal(const Plane& plane, DyadicVec& n) const;
  std::uint32_t farthest(Body which, const DyadicVec& n) const;
  Dyadic gap(const DyadicVec& n) const;
  int compare_gap(const DyadicVec& n, const Dyadic& length) const;
  CheckResult simplex(const Simplex& simplex, bool in_interior) const;
  CheckResult witness_point(Body which, const WitnessPoint& point, DyadicVec& sum, Dyadic& weight) const;
  CheckResult compare_witness(const Witness& witness, const Dyadic& length, int& sign) const;
  CheckResult near(const Witness& witness) const;
  CheckResult penetrating(const Certificate& certificate) const;
  CheckResult shell(const Shell& shell, const Dyadic& lower) const;
  bool facet_is_outside(const Shell& shell, const Shell::Facet& facet, const Dyadic& lower) const;
  CheckResult depth_lower(const Claim& claim, double lower) const;

  const PosedPoints &a_, &b_;
  ExactPair pair_;
  Dyadic radius_;  // r
};

CheckResult Checker::points() const {
  for (const Body which : {Body::A, Body::B}) {
    const std::span<const Vec3> vertices = body(which).points;
    const std::string name = which == Body::A ? "body a" : "body b";
    const double radius = body(which).radius;
    if (!(radius >= 0 && radius <= kMaxCoordinate)) return refused(name + ": the radius is not one");
    if (vertices.empty()) return refused(name + " has no points");
    for (std::size_t i = 0; i < vertices.size(); ++i)
      if (!is_coordinate(vertices[i])) return refused(name + ": point " + std::to_string(i) + " is not a coordinate");
  }
  return holds();
}

// ---- Directions --------------------------------------------------------------------------------------------------

CheckResult Checker::base_normal(const Plane& plane, DyadicVec& n) const {
  const std::uint32_t* const v = plane.vertices;
  switch (plane.kind) {
    case Plane::Kind::Vector:
      if (!is_finite(plane.normal)) return refused("plane: normal is not finite");
      n = exact(plane.normal);
      return holds();
    case Plane::Kind::Face:
      if (!has(plane.of, v[0]) || !has(plane.of, v[1]) || !has(plane.of, v[2])) break;
      n = cross(edge(plane.of, v[0], v[1]), edge(plane.of, v[0], v[2]));
      return holds();
    case Plane::Kind::Edges:
      if (!has_pair(v[0], v[2]) || !has_pair(v[1], v[3])) break;
      n = cross(edge(Body::A, v[0], v[1]), edge(Body::B, v[2], v[3]));
      return holds();
    case Plane::Kind::Points:
      if (!has_pair(v[0], v[1])) break;
      n = difference(v[0], v[1]);
      return holds();
    default:
      return refused("plane: unknown kind");
  }
  return refused("plane: no such vertex");
}

// Denominators are positive, so leaving them out scales n but does not turn it.
CheckResult Checker::normal(const Plane& plane, DyadicVec& n) const {
  if (const CheckResult base = base_normal(plane, n); !base) return base;
  if (plane.side_count > 2) return refused("plane: more than two side steps");
  for (int i = 0; i < plane.side_count; ++i) {
    const Plane::Side& side = plane.sides[i];
    if (!has(side.edge_of, side.edge[0]) || !has(side.edge_of, side.edge[1])) return refused("plane: no such vertex");
    n = cross(n, edge(side.edge_of, side.edge[0], side.edge[1]));
  }
  if (is_zero(n)) return refused("plane: the normal is zero");
  if (plane.flip) n = -n;
  return holds();
}

// In the body's frame n·(world position of v) is along·v and a constant. Doubles with bounds leave out vertices proved
// to be behind a likely one; exact numbers choose among the others.
std::uint32_t Checker::farthest(Body which, const DyadicVec& n) const {
  const std::span<const Vec3> vertices = body(which).points;
  const DyadicVec along = pose(which).from_world(n);
  const ApproxVec rough{direction_of(along), 0x1p-52};  // components below 1, truncated
  const auto reach = [&](std::size_t i) { return dot(rough, ApproxVec{vertices[i], 0}); };

  std::size_t best = 0;
  Approx likely = reach(0);
  for (std::size_t i = 1; i < vertices.size(); ++i)
    if (const Approx x = reach(i); x.value > likely.value) {
      best = i;
      likely = x;
    }
  Dyadic farthest = dot(along, exact(vertices[best]));
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    if (proved_sign(reach(i) - likely) < 0) continue;
    Dyadic x = dot(along, exact(vertices[i]));
    if (compare(x, farthest) > 0) {
      best = i;
      farthest = std::move(x);
    }
  }
  return static_cast<std::uint32_t>(best);
}

Dyadic Checker::gap(const DyadicVec& n) const {
  return dot(n, difference(farthest(Body::A, n), farthest(Body::B, -n)));
}

// Sign of (gap along n/|n|) − length, for a length of any sign. x − y has the sign of x² − y² where both are positive,
// the opposite one where both are negative.
int Checker::compare_gap(const DyadicVec& n, const Dyadic& length) const {
  const Dyadic width = gap(n), wanted = length * pair_.scale();
  if (width.sign() != wanted.sign()) return width.sign() > wanted.sign() ? 1 : -1;
  const int squares = compare(square(width), square(wanted) * dot(n, n));
  return width.sign() < 0 ? -squares : squares;
}

// ---- Certificates ------------------------------------------------------------------------------------------------

CheckResult Checker::simplex(const Simplex& simplex, bool in_interior) const {
  if (simplex.count < 1 || simplex.count > Simplex::kMaxPairs) return refused("simplex: 1 to 6 pairs are allowed");
  DyadicVec differences[Simplex::kMaxPairs];
  for (int i = 0; i < simplex.count; ++i) {
    if (!has_pair(simplex.a[i], simplex.b[i])) return refused("simplex: no such vertex");
    differences[i] = difference(simplex.a[i], simplex.b[i]);
  }
  const std::span<const DyadicVec> used(differences, static_cast<std::size_t>(simplex.count));
  if (in_interior)
    return interior_holds_origin(used) ? holds() : refused("simplex: the origin is not in the interior of its hull");
  return hull_holds_origin(used) ? holds() : refused("simplex: the origin is not in its hull");
}

// Two points of the cores nearer to each other than r.
CheckResult Checker::near(const Witness& witness) const {
  int sign = 0;
  if (const CheckResult points = compare_witness(witness, radius_, sign); !points) return points;
  return sign < 0 ? holds() : refused("near: the witness points are not nearer than the radii");
}

// Where the cores share a point, the origin is in K: nearer than any r > 0.
CheckResult Checker::penetrating(const Certificate& certificate) const {
  switch (certificate.kind) {
    case Certificate::Kind::Near:
      return near(certificate.witness);
    case Certificate::Kind::Simplex:
      return simplex(certificate.simplex, !rounded());
    case Certificate::Kind::None:
      if (rounded()) return lacks(Missing::Certificate, "penetrating: no certificate");
      break;
    default:
      break;
  }
  return refused("penetrating: needs a simplex, or a witness within the radii");
}

CheckResult Checker::certificate(Status status, const Certificate& certificate) const {
  DyadicVec n;
  switch (status) {
    case Status::Separated:
      if (certificate.kind != Certificate::Kind::Plane) return refused("separated: needs a separating plane");
      if (const CheckResult plane = normal(certificate.plane, n); !plane) return plane;
      return compare_gap(n, radius_) > 0 ? holds() : refused("separated: the plane does not separate");
    case Status::Penetrating:
      return penetrating(certificate);
    case Status::Touching:
      if (rounded())
        return certificate.kind == Certificate::Kind::None
                   ? lacks(Missing::Certificate, "touching: tangency of rounded shapes has no certificate")
                   : refused("touching: what is there does not show tangency of rounded shapes");
      if (certificate.kind != Certificate::Kind::Touch) return refused("touching: needs a simplex and a plane");
      if (const CheckResult contact = simplex(certificate.simplex, false); !contact) return contact;
      if (const CheckResult plane = normal(certificate.plane, n); !plane) return plane;
      return compare_gap(n, {}) == 0 ? holds() : refused("touching: the plane is not met from both sides");
    default:
      return refused("convex bodies are separated, touching or penetrating");
  }
}

// ---- Distance ----------------------------------------------------------------------------------------------------

// sum / weight = scale × (the point), where that is a point of the body.
CheckResult Checker::witness_point(Body which, const WitnessPoint& point, DyadicVec& sum, Dyadic& weight) const {
  if (point.count < 1 || point.count > WitnessPoint::kMaxVertices)
    return refused("witness: 1 to 4 vertices are allowed");
  for (int i = 0; i < point.count; ++i) {
    const double w = point.weights[i];
    if (!has(which, point.vertices[i])) return refused("witness: no such vertex");
    if (!(w >= 0) || !std::isfinite(w)) return refused("witness: a weight is negative or not finite");
    const Vec3 v = body(which).points[point.vertices[i]];
    sum = sum + Dyadic(w) * (which == Body::A ? pair_.point_a(v) : pair_.point_b(v));
    weight = weight + Dyadic(w);
  }
  return weight.sign() > 0 ? holds() : refused("witness: all weights are zero");
}

// Sign of |q − p| − length for p = sum_a / (weight_a·scale), q likewise and length ≥ 0: squared, times all
// denominators.
CheckResult Checker::compare_witness(const Witness& witness, const Dyadic& length, int& sign) const {
  DyadicVec sum_a, sum_b;
  Dyadic weight_a, weight_b;
  if (const CheckResult point = witness_point(Body::A, witness.a, sum_a, weight_a); !point) return point;
  if (const CheckResult point = witness_point(Body::B, witness.b, sum_b, weight_b); !point) return point;
  const DyadicVec between = weight_a * sum_b - weight_b * sum_a;
  sign = compare(dot(between, between), square(length * weight_a * weight_b * pair_.scale()));
  return holds();
}

CheckResult Checker::distance(const Claim& claim) const {
  if (claim.status != Status::Separated) {
    if (claim.witness) return refused("witness: the bodies are not separated");
    if (claim.distance && (claim.distance->lower != 0 || claim.distance->upper != 0))
      return refused("distance: not zero, though the bodies are not separated");
    return holds();
  }
  const Bracket bracket = claim.distance.value_or(Bracket{0, kInfinity});
  if (!is_bracket(bracket)) return refused("distance: not a bracket");
  if (!claim.witness && std::isfinite(bracket.upper)) return refused("distance: no witness for upper");
  if (claim.witness) {
    int above = 0;
    const bool bounded = std::isfinite(bracket.upper);
    const Dyadic most = bounded ? Dyadic(bracket.upper) + radius_ : Dyadic();
    if (const CheckResult points = compare_witness(*claim.witness, most, above); !points) return points;
    if (bounded && above > 0) return refused("distance: the witness points are above upper");
  }
  if (bracket.lower == 0) return holds();
  DyadicVec n;
  if (const CheckResult plane = normal(claim.direction.value_or(claim.certificate.plane), n); !plane) return plane;
  // No point of b's core is nearer to a point of a's than the slab between them is wide.
  if (compare_gap(n, Dyadic(bracket.lower) + radius_) >= 0) return holds();
  return refused("distance: the direction does not prove lower");
}

// ---- Depth -------------------------------------------------------------------------------------------------------

// The origin is strictly inside the facet's plane, and the plane at least `lower` away from it: for n = (m1 − m0) × (m2
// − m0) and height = n·m0, height > 0 and height² ≥ lower²·|n|². Bounded doubles show it for all but the nearest
// facets.
bool Checker::facet_is_outside(const Shell& shell, const Shell::Facet& facet, const Dyadic& lower) const {
  const auto rough = [&](int k) {
    const Shell::Pair pair = shell.pairs[facet.pair[k]];
    return approx(PosedDifference{{a_.points[pair.a], a_.pose}, {b_.points[pair.b], b_.pose}});
  };
  const ApproxVec r0 = rough(0), normal = cross(rough(1) - r0, rough(2) - r0);
  const double truncated = lower.to_double();  // by less than a unit in the last place
  const Approx rise = dot(normal, r0), least{truncated, 0x1p-52 * truncated + kUnderflow};
  if (proved_sign(rise) > 0 && proved_sign(rise * rise - least * least * dot(normal, normal)) > 0) return true;

  const auto corner = [&](int k) { return difference(shell.pairs[facet.pair[k]].a, shell.pairs[facet.pair[k]].b); };
  const DyadicVec m0 = corner(0), n = cross(corner(1) - m0, corner(2) - m0);
  const Dyadic height = dot(n, m0);
  return height.sign() > 0 && compare(square(height), square(lower * pair_.scale()) * dot(n, n)) >= 0;
}

// Why this proves that the ball of radius `lower` lies in b − a. Seen from the origin every facet is a proper triangle
// that turns the same way. Each directed edge has its reverse in exactly one other facet, which lies on its other side:
// so a direction that moves out of one facet moves into another, all directions are covered as often as one is, and one
// is. Every ray from the origin thus leaves through a facet, no nearer than that facet's plane; the facets are in b −
// a, and so, that being convex and rays going both ways, is everything between.
CheckResult Checker::shell(const Shell& shell, const Dyadic& lower) const {
  if (shell.facets.empty()) return refused("shell: no facets");
  for (const Shell::Pair& pair : shell.pairs)
    if (!has_pair(pair.a, pair.b)) return refused("shell: no such vertex");
  using Edge = std::pair<std::uint32_t, std::uint32_t>;
  std::vector<Edge> edges, reversed;
  for (const Shell::Facet& facet : shell.facets)
    for (int k = 0; k < 3; ++k) {
      const std::uint32_t from = facet.pair[k], to = facet.pair[(k + 1) % 3];
      if (from >= shell.pairs.size()) return refused("shell: no such pair");
      edges.emplace_back(from, to);
      reversed.emplace_back(to, from);
    }
  std::sort(edges.begin(), edges.end());
  std::sort(reversed.begin(), reversed.end());
  if (edges != reversed || std::adjacent_find(edges.begin(), edges.end()) != edges.end())
    return refused("shell: not closed");
  for (const Shell::Facet& facet : shell.facets)
    if (!facet_is_outside(shell, facet, lower)) return refused("shell: a facet's plane is nearer than lower");
  return holds();
}

// The depth is r more than the distance from the origin to the border of K, or r less the distance to K outside it.
// So a shell shows it, and without one a point of K within r − lower.
CheckResult Checker::depth_lower(const Claim& claim, double lower) const {
  const Dyadic beyond = Dyadic(lower) - radius_;
  if (claim.shell) return shell(*claim.shell, beyond.sign() > 0 ? beyond : Dyadic());
  if (lower == 0) return holds();
  const Certificate& certificate = claim.certificate;
  if (rounded() && beyond.sign() <= 0 && certificate.kind == Certificate::Kind::Simplex) return holds();
  int farther = 1;
  if (beyond.sign() <= 0 && certificate.kind == Certificate::Kind::Near)
    if (const CheckResult points = compare_witness(certificate.witness, -beyond, farther); !points) return points;
  return farther <= 0 ? holds() : lacks(Missing::Shell, "depth: no shell for lower");
}

CheckResult Checker::depth(const Claim& claim) const {
  const Claim::Depth depth = claim.depth.value_or(Claim::Depth{{0, kInfinity}, {}});
  const auto& [lower, upper] = depth.bracket;
  if (!is_bracket(depth.bracket)) return refused("depth: not a bracket");
  if (claim.status != Status::Penetrating && (lower > 0 || claim.shell))
    return refused("depth: above zero, though not penetrating");
  if (const CheckResult inside = depth_lower(claim, lower); !inside) return inside;
  if (claim.status == Status::Separated) return holds();
  if (!is_finite(depth.direction)) return refused("depth: the direction is not finite");
  const DyadicVec d = exact(depth.direction);
  const bool is_direction = !is_zero(d);
  if (is_direction && compare_gap(d, radius_) > 0) return refused("depth: the direction separates the bodies");
  // Bodies proved not to penetrate have depth 0, which is at most upper.
  if (claim.status != Status::Penetrating || std::isinf(upper)) return holds();
  if (!is_direction) return refused("depth: the direction is zero");
  // Moving b by s along d/|d| widens the gap by s; when it is r the penetration has ended.
  if (compare_gap(d, radius_ - Dyadic(upper)) >= 0) return holds();
  return refused("depth: the direction does not prove upper");
}

}  // namespace

CheckResult check_claim(const Claim& claim, const PosedPoints& a, const PosedPoints& b) {
  const Checker checker(a, b);
  if (const CheckResult points = checker.points(); !points) return points;
  CheckResult status = checker.certificate(claim.status, claim.certificate);
  if (!status && status.missing == Missing::Nothing) return status;
  // What nobody can show must at least not contradict itself.
  if (const CheckResult distance = checker.distance(claim); !distance) return distance;
  if (const CheckResult depth = checker.depth(claim); !depth) return depth;
  return status;
}

CheckResult check_certificate(Status status, const Certificate& certificate, const PosedPoints& a,
                              const PosedPoints& b) {
  const Checker checker(a, b);
  if (const CheckResult points = checker.points(); !points) return points;
  return checker.certificate(status, certificate);
}

}  // namespace clearance
