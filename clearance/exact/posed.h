// Question: where is a posed vertex, exactly, and where is it in doubles with a bound on the error?
// Method:   exactly: numerators over one positive denominator per pose (|q|², or 1 for a matrix), CONTRACT §1.
//           In doubles: rotation()·v + t with the bounds derived below.
// Notation: u = 2⁻⁵³; ρ ≥ max |v|₁ of a body (Polytope::reach); t = fl(t_b − t_a); S = ρ_a + ρ_b + |t|∞;
//           m = q − p = R_b v_b − R_a v_a + (t_b − t_a).
#pragma once

#include <clearance/exact/dyadic.h>
#include <clearance/math/pose.h>

namespace clearance {

// numerator(v) / denominator() is the world position of v; the denominator is positive.
class ExactPose {
 public:
  explicit ExactPose(const Pose& pose);
  // The linear part and the translation, both times a positive denominator.
  ExactPose(const Dyadic (&matrix)[3][3], DyadicVec translation, Dyadic denominator);

  const Dyadic& denominator() const { return denominator_; }
  DyadicVec numerator(Vec3 v) const;
  // numerator(v1) − numerator(v0) without the translation: the edge times the denominator.
  DyadicVec edge(Vec3 v0, Vec3 v1) const;
  // A world direction seen from the body, times the denominator: n·edge(v0, v1) = from_world(n)·(v1 − v0).
  DyadicVec from_world(const DyadicVec& n) const;

 private:
  DyadicVec turned(const DyadicVec& v) const;  // the linear part times the denominator

  Dyadic matrix_[3][3];    // M(q), or R
  DyadicVec translation_;  // denominator × t
  Dyadic denominator_;
};

// Differences m = q − p of two posed bodies, all times the one positive number scale().
class ExactPair {
 public:
  ExactPair(const Pose& pose_a, const Pose& pose_b) : ExactPair(ExactPose(pose_a), ExactPose(pose_b)) {}
  ExactPair(ExactPose a, ExactPose b);

  const ExactPose& a() const { return a_; }
  const ExactPose& b() const { return b_; }
  const Dyadic& scale() const { return scale_; }  // denominator_a × denominator_b
  // scale() × (world position), for one body: differences of these are differences times scale().
  DyadicVec point_a(Vec3 v) const;
  DyadicVec point_b(Vec3 v) const;
  DyadicVec difference(Vec3 v_a, Vec3 v_b) const { return point_b(v_b) - point_a(v_a); }

 private:
  ExactPose a_, b_;
  Dyadic scale_;
};

// A vertex under the pose of its body, and the vector from one to another. The poses must outlive them.
struct PosedVertex {
  Vec3 vertex;
  const Pose& pose;
};
struct PosedDifference {
  PosedVertex from, to;
};

// to − from is numerator / denominator; the denominator is positive.
struct ExactDifference {
  DyadicVec numerator;
  Dyadic denominator;
};
ExactDifference exact(const PosedDifference& difference);

// Bound on the error of n·m evaluated as ((R̃_bᵀn)·v_b − (R̃_aᵀn)·v_a) + n·t, in units of |n|₁·S:
// each component of R̃ᵀn is off by at most (8+3)u|n|₁ (kRotationError, three products, two sums), the dot product with v
// adds 3u|n|₁|v|₁, n·t is off by 4u|n|₁|t|∞, the two last sums by 2u of their parts: below 18u. 24u leaves room for
// |n|₁ and S themselves being rounded, and for matrix poses whose columns are longer than 1 by at most 1e-4.
inline constexpr double kDotError = 24 * 0x1p-53;

// Bound on the error of each component of m evaluated as (R̃_b v_b + t) − R̃_a v_a, in units of S:
// (8+3)u|v|₁ for each product, u|t| for t, 2u for the sums: below 14u; 16u leaves room as above.
inline constexpr double kDifferenceError = 16 * 0x1p-53;

// The bounds above are relative. Products that underflow add at most 2⁻¹⁰⁷⁵ each, times the length of the other factor:
// kDotError·|n|₁·S covers them while it is at least kMinBound and |n|₁ at least kMinDirection. Up to kMaxBound no
// partial sum can overflow; beyond it nothing may be concluded.
inline constexpr double kMinBound = 1e-280, kMaxBound = 0x1p900;
inline constexpr double kMinDirection = 0x1p-900;

}  // namespace clearance
