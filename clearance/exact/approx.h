// Question: how far off can a polynomial of posed points be when it is evaluated in doubles?
// Method:   carry a bound with every value: numbers with |value − exact| ≤ error, vectors with that for each
//           component. All filters of posed points are made of the few steps here, so each rounding is accounted for
//           once.
// Proves:   the sign of an Approx, where value exceeds error. Overflow makes the value or the bound infinite or NaN,
//           which proves nothing; underflow is covered by kUnderflow. So signs are right for all finite doubles.
// Notation: u = 2⁻⁵³, the relative error of one operation; A = max |aᵢ|; e_a the error of a.
#pragma once

#include <clearance/exact/posed.h>

#include <cmath>
#include <limits>

namespace clearance {

struct Approx {
  double value = 0, error = 0;
};
struct ApproxVec {
  Vec3 value;
  double error = 0;
};

// Covers the products of u's that the derivations below drop, and the roundings of the bounds themselves (each of
// at most 16 operations on terms ≥ 0).
inline constexpr double kSlack = 1 + 0x1p-44;
// An operation whose result is denormal is off by at most 2⁻¹⁰⁷⁵; no step below has more than 32, bound included.
inline constexpr double kUnderflow = 0x1p-1060;
inline constexpr double kUnit = 0x1p-53;

// The edge v1 − v0 under a pose. v1 − v0 rounds by u|w|₁ and R̃w is off by 11u|w|₁ (posed.h): below kDifferenceError.
inline ApproxVec approx_edge(const Pose& pose, Vec3 v0, Vec3 v1) {
  const Vec3 w = v1 - v0;
  return {pose.rotation() * w, kDifferenceError * norm_one(w) + kUnderflow};
}

inline ApproxVec approx(const PosedDifference& m) {
  const Pose &pose_p = m.from.pose, &pose_q = m.to.pose;
  const Vec3 p = m.from.vertex, q = m.to.vertex;
  if (&pose_p == &pose_q) return approx_edge(pose_p, p, q);
  const Vec3 t = pose_q.translation() - pose_p.translation();
  return {(pose_q.rotation() * q + t) - pose_p.rotation() * p,
          kDifferenceError * (norm_one(p) + norm_one(q) + norm_max(t)) + kUnderflow};
}

// A component is the difference of two products. Inputs: each product is off by A e_b + B e_a + e_a e_b. Rounding: each
// product u AB, their difference 2u AB.
inline ApproxVec cross(const ApproxVec& a, const ApproxVec& b) {
  const double A = norm_max(a.value), B = norm_max(b.value);
  const double inherited = 2 * (A * b.error + B * a.error + a.error * b.error);
  return {cross(a.value, b.value), (inherited + 4 * kUnit * (A * B)) * kSlack + kUnderflow};
}

// Inputs: Σ (|aᵢ| e_b + |bᵢ| e_a + e_a e_b). Rounding: each product passes through itself and at most two sums: 3u.
inline Approx dot(const ApproxVec& a, const ApproxVec& b) {
  const double x = a.value.x * b.value.x, y = a.value.y * b.value.y, z = a.value.z * b.value.z;
  const double inherited = norm_one(a.value) * b.error + norm_one(b.value) * a.error + 3 * (a.error * b.error);
  const double rounding = 3 * kUnit * (std::fabs(x) + std::fabs(y) + std::fabs(z));
  return {x + y + z, (inherited + rounding) * kSlack + kUnderflow};
}

inline Approx operator-(const Approx& a, const Approx& b) {
  const double value = a.value - b.value;
  return {value, (a.error + b.error + kUnit * std::fabs(value)) * kSlack + kUnderflow};
}

inline Approx operator+(const Approx& a, const Approx& b) { return a - Approx{-b.value, b.error}; }

inline Approx operator*(const Approx& a, const Approx& b) {
  const double value = a.value * b.value;
  const double inherited = std::fabs(a.value) * b.error + std::fabs(b.value) * a.error + a.error * b.error;
  return {value, (inherited + kUnit * std::fabs(value)) * kSlack + kUnderflow};
}

inline ApproxVec operator-(const ApproxVec& a, const ApproxVec& b) {
  const Vec3 value = a.value - b.value;
  return {value, (a.error + b.error + kUnit * norm_max(value)) * kSlack + kUnderflow};
}

inline ApproxVec operator+(const ApproxVec& a, const ApproxVec& b) { return a - ApproxVec{-b.value, b.error}; }

// −1 or +1 where the sign is proved, 0 for "do not know". An infinite partial result stays infinite or becomes NaN in
// every step above, so asking the last value to be finite asks it of all.
inline int proved_sign(const Approx& x) {
  if (!(std::fabs(x.value) <= std::numeric_limits<double>::max())) return 0;
  return x.value > x.error ? 1 : x.value < -x.error ? -1 : 0;
}

}  // namespace clearance
