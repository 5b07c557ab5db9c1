// Bodies, poses and brute force that the tests of this folder share.
#pragma once

#include <clearance/base/random.h>
#include <clearance/build/convex_hull.h>
#include <clearance/build/primitives.h>
#include <clearance/convex/evidence.h>
#include <clearance/convex/exact/decision.h>
#include <clearance/convex/posed_pair.h>
#include <clearance/convex/query.h>
#include <clearance/exact/posed.h>
#include <clearance/proof/check_shapes.h>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace clearance::detail {

inline constexpr double kUnit = 0x1p-53;  // u, half a unit in the last place of 1
inline constexpr double kInfinite = std::numeric_limits<double>::infinity();

#define EXPECT_HOLDS(result)                \
  do {                                      \
    const CheckResult kept = (result);      \
    EXPECT_TRUE(kept.holds) << kept.reason; \
  } while (false)
#define ASSERT_HOLDS(result)                \
  do {                                      \
    const CheckResult kept = (result);      \
    ASSERT_TRUE(kept.holds) << kept.reason; \
  } while (false)

inline Polytope hull(const std::vector<Vec3>& points) { return convex_hull(points).value(); }
inline Polytope point(Vec3 p) { return hull({p}); }
inline Polytope segment(Vec3 p, Vec3 q) { return hull({p, q}); }
inline Polytope tetrahedron() { return hull({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}); }
inline Polytope octahedron() { return hull({{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}}); }

// Two bodies and where they are; a PosedPair of them refers to this.
struct Scene {
  Polytope a, b;
  Pose pose_a, pose_b;

  PosedPair pair() const { return {a, pose_a, b, pose_b}; }
  CheckResult check(const Claim& claim) const { return check_claim(claim, a, pose_a, b, pose_b); }
  CheckResult check(Status status, const Certificate& certificate) const {
    Claim claim;
    claim.status = status;
    claim.certificate = certificate;
    return check(claim);
  }
  CheckResult check(const ExactDecision& decision) const { return check(decision.status, decision.certificate); }
  Scene swapped() const { return {b, a, pose_b, pose_a}; }
};

// The pairs of a proved simplex, as penetration() begins with them.
inline std::vector<VertexPair> pairs_of(const PosedPair& pair, const Simplex& simplex) {
  std::vector<VertexPair> pairs(static_cast<std::size_t>(simplex.count));
  for (std::size_t k = 0; k < pairs.size(); ++k) pairs[k] = {pair.a().find(simplex.a[k]), pair.b().find(simplex.b[k])};
  return pairs;
}

inline Scene at_rest(const Polytope& a, const Polytope& b, Vec3 shift = {}) {
  return {a, b, Pose(), translation(shift)};
}

inline Vec3 random_vector(Random& random, double size = 1) {
  return {random.uniform(-size, size), random.uniform(-size, size), random.uniform(-size, size)};
}
inline Vec3 random_unit(Random& random) {
  for (;;) {
    const Vec3 v = random_vector(random);
    if (const double length = norm(v); length > 0.1 && length < 1) return v / length;
  }
}
inline Quat random_quaternion(Random& random) {
  return {random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
}
inline Pose random_pose(Random& random, Vec3 t = {}) { return rotation(random_quaternion(random), t); }

inline Polytope random_hull(Random& random, int n, double size = 1) {
  std::vector<Vec3> points;
  points.reserve(static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i) points.push_back(random_vector(random, size));
  return hull(points);
}

// A body of any dimension, small coordinates on a coarse grid when `grid`: the way to many exact coincidences.
inline Polytope random_body(Random& random, bool grid) {
  const int n = 1 + static_cast<int>(random.below(grid ? 7 : 12));
  std::vector<Vec3> points;
  for (int i = 0; i < n; ++i) {
    const Vec3 v = random_vector(random, grid ? 2.5 : 1);
    points.push_back(grid ? Vec3{std::round(v.x), std::round(v.y), std::round(v.z)} : v);
  }
  return hull(points);
}

// Weights of a point of the simplex: not negative, and summing to 1.
inline void expect_weights(const Evidence& evidence) {
  ASSERT_GE(evidence.simplex_count, 1);
  double total = 0;
  for (int k = 0; k < evidence.simplex_count; ++k) {
    EXPECT_GE(evidence.weight[k], 0);
    total += evidence.weight[k];
  }
  EXPECT_NEAR(total, 1, 8 * kUnit);
}

// min n·m over all pairs of vertices, times the pair's positive scale; without leaning on adjacency or filters.
inline Dyadic brute_force_gap(const PosedPair& pair, const DyadicVec& n) {
  const ExactPair exact_pair(pair.pose_a(), pair.pose_b());
  const auto least = [&](const Polytope& body, bool is_a) {
    const auto product = [&](int v) {
      return is_a ? -dot(n, exact_pair.point_a(body.vertex(v))) : dot(n, exact_pair.point_b(body.vertex(v)));
    };
    Dyadic best = product(0);
    for (int v = 1; v < body.vertex_count(); ++v)
      if (const Dyadic value = product(v); compare(value, best) < 0) best = value;
    return best;
  };
  return least(pair.a(), true) + least(pair.b(), false);
}

// Does n separate, beyond any doubt?
inline bool separates(const PosedPair& pair, Vec3 n) { return brute_force_gap(pair, exact(n)).sign() > 0; }

inline Vec3 unit(Vec3 v) { return v / norm(v); }

}  // namespace clearance::detail
