// The steps that the checkers of convex bodies and of bodies of triangles share; internal to proof/.
// Notation: n a direction from a to b, times any positive number; p, q the extreme points, p of a farthest along n and
//           q of b farthest against it; gap = n·(q − p), positive iff n separates the points. World coordinates come
//           times the one positive number scale = ExactPair::scale(), so the gap along n/|n| is gap / (scale·|n|).
#pragma once

#include <clearance/exact/approx.h>
#include <clearance/proof/check.h>

#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace clearance::detail {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

inline CheckResult holds() { return {true, {}}; }
inline CheckResult refused(std::string reason) { return {false, std::move(reason)}; }
inline CheckResult lacks(Missing what, std::string reason) {
  return {false, std::move(reason), what, static_cast<std::uint8_t>(1u << static_cast<unsigned>(what))};
}
// Both, where neither is refuted; the first one's reason comes first.
CheckResult both(CheckResult first, const CheckResult& second);

inline Dyadic square(const Dyadic& x) { return x * x; }
bool is_bracket(const Bracket& bracket);

// Every point is a coordinate, the radius is one, and there are points. `name` begins the reason.
CheckResult check_points(std::span<const Vec3> points, double radius, const std::string& name);

// The points that vertex numbers speak of, and where they are.
struct NumberedPoints {
  std::span<const Vec3> a, b;
  const ExactPair& pair;

  std::span<const Vec3> of(Body which) const { return which == Body::A ? a : b; }
  const ExactPose& pose(Body which) const { return which == Body::A ? pair.a() : pair.b(); }
  bool has(Body which, std::uint32_t vertex) const { return vertex < of(which).size(); }
  bool has_pair(std::uint32_t i, std::uint32_t j) const { return has(Body::A, i) && has(Body::B, j); }
  DyadicVec edge(Body which, std::uint32_t i, std::uint32_t j) const {
    return pose(which).edge(of(which)[i], of(which)[j]);
  }
  DyadicVec difference(std::uint32_t i, std::uint32_t j) const { return pair.difference(a[i], b[j]); }
};

// All that can be wrong with a plane but that its normal is zero.
CheckResult check_plane(const Plane& plane, const NumberedPoints& points);
// Denominators are positive, so leaving them out scales n but does not turn it. Refused: what check_plane refuses, and
// n = 0.
CheckResult exact_normal(const Plane& plane, const NumberedPoints& points, DyadicVec& n);

// The point that reaches farthest along n. each_point(f) calls f(Vec3) for every point, at least one, in the same order
// each time. In the body's frame n·(world position of v) is along·v and a constant. Doubles with bounds leave out
// points proved to be behind a likely one; exact numbers choose among the others.
template <class EachPoint>
Vec3 farthest(const ExactPose& pose, const DyadicVec& n, const EachPoint& each_point) {
  const DyadicVec along = pose.from_world(n);
  const ApproxVec rough{direction_of(along), 0x1p-52};  // components below 1, truncated
  Vec3 best;
  Approx likely;
  bool first = true;
  each_point([&](Vec3 v) {
    const Approx x = dot(rough, ApproxVec{v, 0});
    if (!first && !(x.value > likely.value)) return;
    best = v;
    likely = x;
    first = false;
  });
  Dyadic most = dot(along, exact(best));
  each_point([&](Vec3 v) {
    if (proved_sign(dot(rough, ApproxVec{v, 0}) - likely) < 0) return;
    Dyadic x = dot(along, exact(v));
    if (compare(x, most) <= 0) return;
    best = v;
    most = std::move(x);
  });
  return best;
}

// Sign of (gap along n/|n|) − length, for a length of any sign.
int compare_gap(const Dyadic& gap, const DyadicVec& n, const Dyadic& length, const Dyadic& scale);

// The origin is in the hull of the differences of these pairs, or in its interior.
CheckResult check_simplex(const Simplex& simplex, bool in_interior, const NumberedPoints& points);
// All of a ball around the origin is in its hull.
CheckResult check_simplex_around(const Simplex& simplex, const Dyadic& radius, const NumberedPoints& points);

// The depth and shell of a claim alone.
CheckResult check_depth(const Claim& claim, const PosedPoints& a, const PosedPoints& b);

// All of a claim but that a depth's translation ends the penetration: the bodies are parts of larger ones, of which it
// speaks.
CheckResult check_claim_of_parts(const Claim& claim, const PosedPoints& a, const PosedPoints& b);

// Sign of |q − p| − length for the points of a witness, once they are sound, and length ≥ 0.
CheckResult compare_witness(const Witness& witness, const Dyadic& length, const NumberedPoints& points, int& sign);

// All of a depth that can be told from its numbers: the bracket, a translation no longer than its upper end, a
// direction that is the translation's unit vector up to rounding (to 1e-9 of each component, and what denormal numbers
// round).
CheckResult check_figures(const Claim::Depth& depth);
// Whether a plane through the claim shows that b, moved by the translation, shares no interior point with a.
// compare(n, t) is the sign of (gap along n after b has moved by t) − radii; n is tried as `direction` has it, and
// along the translation.
template <class Compare>
CheckResult check_translation(const Claim::Depth& depth, const Compare& compare) {
  const DyadicVec t = exact(depth.translation);
  if (is_zero(t)) return refused("depth: the translation is zero");
  for (const DyadicVec& n : {exact(depth.direction), t})
    if (!is_zero(n) && compare(n, t) >= 0) return holds();
  return lacks(Missing::Translation, "depth: no plane shows that the translation ends the penetration");
}

// Each edge runs once in one direction, once in the other. Pairs of any numbers.
bool edges_pair_up(std::vector<std::pair<std::uint32_t, std::uint32_t>> edges);

}  // namespace clearance::detail
