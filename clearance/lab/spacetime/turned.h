// Question: where are the directions of a posed body in the world, in doubles with a bound?
// Method:   the exact linear part, each entry rounded; places are left out, which a body that moves changes.
// Proves:   the bounds.
// Notation: u = 2⁻⁵³.
#pragma once

#include <clearance/exact/approx.h>
#include <clearance/lab/spacetime/homogeneous.h>
#include <clearance/math/mat3.h>

namespace clearance::lab {

// Fractions are truncated (2u each), their quotient is rounded: off by less than kQuotientError of itself.
inline double quotient(const Dyadic& numerator, const Dyadic& denominator) {
  return Homogeneous<2>({numerator, denominator}).rounded(0);
}
inline constexpr double kQuotientError = 6 * kUnit;

inline ApproxVec near(const DyadicVec& v, const Dyadic& over) {
  const Vec3 value{quotient(v.x, over), quotient(v.y, over), quotient(v.z, over)};
  return {value, kQuotientError * norm_max(value) + kUnderflow};
}

struct Turned {
  Mat3 matrix;  // entries off by kQuotientError of themselves

  explicit Turned(const ExactPose& pose) {
    const Vec3 axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    Vec3 column[3];
    for (int k = 0; k < 3; ++k) column[k] = near(pose.edge({}, axes[k]), pose.denominator()).value;
    matrix.row[0] = {column[0].x, column[1].x, column[2].x};
    matrix.row[1] = {column[0].y, column[1].y, column[2].y};
    matrix.row[2] = {column[0].z, column[1].z, column[2].z};
  }
  // Each of three products is off by 6u + u of |v| times an entry, which is at most 1 (1e-4 more for a matrix), and
  // sums by 2u: below 9u|v|₁; 16u stands for it.
  ApproxVec operator()(Vec3 v) const { return {matrix * v, 16 * kUnit * norm_one(v) + kUnderflow}; }
  // With the rounding of the difference itself.
  ApproxVec edge(Vec3 v0, Vec3 v1) const { return (*this)(v1 - v0); }
};

}  // namespace clearance::lab
