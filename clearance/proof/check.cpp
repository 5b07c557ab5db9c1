// Notation: as in pieces.h and check_placed.h; r = r_a + r_b.
#include <clearance/proof/check.h>

#include <clearance/exact/approx.h>
#include <clearance/proof/check_placed.h>
#include <clearance/proof/pieces.h>

#include <cmath>
#include <utility>
#include <vector>

namespace clearance {
using namespace detail;
namespace {

class Checker {
 public:
  // The radii, sound or not, are looked at by points().
  Checker(const PosedPoints& a, const PosedPoints& b)
      : a_(a), b_(b), pair_(a.pose, b.pose), radius_(sound(a.radius) + sound(b.radius)) {}

  CheckResult points() const;
  CheckResult certificate(Status status, const Certificate& certificate) const {
    return check_placed(status, certificate, numbered(), radius_);
  }
  CheckResult distance(const Claim& claim) const;
  CheckResult depth(const Claim& claim, bool whole) const;

 private:
  static Dyadic sound(double radius) { return std::isfinite(radius) ? Dyadic(radius) : Dyadic(); }
  bool rounded() const { return radius_.sign() > 0; }
  NumberedPoints numbered() const { return {a_.points, b_.points, pair_}; }
  DyadicVec difference(std::uint32_t i, std::uint32_t j) const { return numbered().difference(i, j); }
  CheckResult normal(const Plane& plane, DyadicVec& n) const { return exact_normal(plane, numbered(), n); }

  int compare_gap(const DyadicVec& n, const Dyadic& length, const DyadicVec& moved = {}) const {
    return detail::compare_gap(numbered(), n, length, moved);
  }
  CheckResult shell(const Shell& shell, const Dyadic& lower) const;
  bool facet_is_outside(const Shell& shell, const Shell::Facet& facet, const Dyadic& lower) const;
  CheckResult depth_lower(const Claim& claim, double lower) const;
  CheckResult depth_upper(Status status, const Claim::Depth& depth) const;

  const PosedPoints &a_, &b_;
  ExactPair pair_;
  Dyadic radius_;  // r
};

CheckResult Checker::points() const {
  if (CheckResult points = check_points(a_.points, a_.radius, "body a"); !points) return points;
  return check_points(b_.points, b_.radius, "body b");
}

// ---- Distance ----------------------------------------------------------------------------------------------------

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
    if (const CheckResult points = compare_witness(*claim.witness, most, numbered(), above); !points) return points;
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
    if (!numbered().has_pair(pair.a, pair.b)) return refused("shell: no such vertex");
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;
  for (const Shell::Facet& facet : shell.facets)
    for (int k = 0; k < 3; ++k) {
      if (facet.pair[k] >= shell.pairs.size()) return refused("shell: no such pair");
      edges.emplace_back(facet.pair[k], facet.pair[(k + 1) % 3]);
    }
  if (!edges_pair_up(std::move(edges))) return refused("shell: not closed");
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
    if (const CheckResult points = compare_witness(certificate.witness, -beyond, numbered(), farther); !points)
      return points;
  return farther <= 0 ? holds() : lacks(Missing::Shell, "depth: no shell for lower");
}

// Of the whole bodies: after b has moved, no point of it is beyond the plane; where b is part of a larger body, the
// translation speaks of that.
CheckResult Checker::depth_upper(Status status, const Claim::Depth& depth) const {
  // Bodies proved not to penetrate need not be moved.
  if (status == Status::Touching && is_zero(exact(depth.translation))) return holds();
  return check_translation(depth, [&](const DyadicVec& n, const DyadicVec& t) { return compare_gap(n, radius_, t); });
}

CheckResult Checker::depth(const Claim& claim, bool whole) const {
  if (!claim.depth && !claim.shell) return holds();
  if (claim.status == Status::Separated) return refused("depth: the bodies are separated");
  const Claim::Depth depth = claim.depth.value_or(Claim::Depth{});
  if (const CheckResult figures = check_figures(depth); !figures) return figures;
  const double lower = depth.bracket.lower;
  if (claim.status != Status::Penetrating && (lower > 0 || claim.shell))
    return refused("depth: above zero, though not penetrating");
  CheckResult inside = depth_lower(claim, lower);
  if (inside.is_refuted() || !claim.depth || !whole) return inside;
  return both(std::move(inside), depth_upper(claim.status, depth));
}

CheckResult check_parts(const Claim& claim, const PosedPoints& a, const PosedPoints& b, bool whole) {
  const Checker checker(a, b);
  if (CheckResult points = checker.points(); !points) return points;
  CheckResult status = checker.certificate(claim.status, claim.certificate);
  if (status.is_refuted()) return status;
  // What nobody can show must at least not contradict itself.
  if (CheckResult distance = checker.distance(claim); !distance) return distance;
  return both(checker.depth(claim, whole), status);
}

}  // namespace

CheckResult check_claim(const Claim& claim, const PosedPoints& a, const PosedPoints& b) {
  return check_parts(claim, a, b, true);
}

CheckResult detail::check_depth(const Claim& claim, const PosedPoints& a, const PosedPoints& b) {
  return Checker(a, b).depth(claim, true);
}

CheckResult detail::check_claim_of_parts(const Claim& claim, const PosedPoints& a, const PosedPoints& b) {
  return check_parts(claim, a, b, false);
}

CheckResult check_certificate(Status status, const Certificate& certificate, const PosedPoints& a,
                              const PosedPoints& b) {
  const Checker checker(a, b);
  if (const CheckResult points = checker.points(); !points) return points;
  return checker.certificate(status, certificate);
}

}  // namespace clearance
