// Question: can doubles prove that two triangles are apart, or that they cross?
// Method:   signs of the six vertices against the other's plane; where all are certain, the two intervals in which the
//           planes' common line meets the triangles are compared by determinants (Guigue and Devillers 2003). Where
//           one is not certain: separating directions, and edges through faces.
// Proves:   what it answers, for coordinates off by `error` each: a sign counts only beyond the bounds derived below.
// Cost:     about 30 ns where all signs are certain, 200 ns otherwise.
// Notation: u = 2⁻⁵³; vectors are differences of two points; e bounds the error of a component of each; A, B bound
//           the components of edges, D those of vectors from one triangle to the other.
#include <clearance/exact/approx.h>
#include <clearance/mesh/triangle_pair.h>

#include <cmath>
#include <cstdlib>
#include <utility>

namespace clearance::detail {
namespace {

// Up to this size no product below can overflow: directions are products of three components, and are multiplied by a
// fourth. Edges of at least kSmallest make every bound far larger than what underflow can cost (2⁻¹⁰⁷⁵ a product, times
// at most 2²⁰² for products that are multiplied again).
constexpr double kLargest = 0x1p200, kSmallest = 0x1p-200;

// Bound on the error of (x × y)·z with |x|, |y|, |z| ≤ X, Y, Z in each component, true values included, and errors up
// to e. Inputs: 6 products, in each of which one factor after the other is replaced: 6e(XY + XZ + YZ). Rounding: a
// component of x × y is off by 4u XY (two products and their difference, which is up to 2XY), times Z, three times;
// each of the three products of the dot product is up to 2XYZ and passes three roundings: 12u + 18u.
double determinant_bound(double X, double Y, double Z, double e) {
  return (6 * e * (X * Y + X * Z + Y * Z) + 30 * kUnit * (X * Y * Z)) * kSlack;
}

// The vertex that is alone on its side, given which are above; not all are on one side.
int lone_vertex(bool above0, bool above1, bool above2) { return above0 == above1 ? 2 : above0 == above2 ? 1 : 0; }

struct Relative {
  Vec3 a[3], b[3];    // from a's first vertex
  double A, B, D, e;  // bounds; of true values, too
  double above_b[3];  // (n_b, a's vertices − b's first), beyond bound_b in size where certain
  double above_a[3];  // likewise b's vertices above a's plane
  double bound_a, bound_b;
  Vec3 n_a, n_b;
};

int certain_sign(double value, double bound) { return (value > bound) - (value < -bound); }

// All six signs are certain, and neither triangle is on one side of the other's plane. Both meet the planes' common
// line in an interval, between points on the two edges of the vertex that is alone on its side. Let a0, b0 be these
// vertices, and turn both triangles so that each is above the other's plane. Along n_a × n_b, a's interval runs from
// P1 (on a0a1) to P2 (on a0a2), and b's from Q2 to Q1; and det(aᵢ − a0, bⱼ − b0, b0 − a0) > 0 says that Pᵢ is before
// Qⱼ. (Its sign can change only where the edges meet; so one example shows it: a0 = (0,1,0), a1, a2 = (∓1,−1,0), b0 =
// (0,0,1), b1, b2 = (±1,0,−1).)
TriangleGuess compare_intervals(const Relative& r) {
  const int i = lone_vertex(r.above_b[0] > 0, r.above_b[1] > 0, r.above_b[2] > 0);
  const int j = lone_vertex(r.above_a[0] > 0, r.above_a[1] > 0, r.above_a[2] > 0);
  const Vec3 a0 = r.a[i], b0 = r.b[j], m = b0 - a0;
  Vec3 a1 = r.a[(i + 1) % 3] - a0, a2 = r.a[(i + 2) % 3] - a0;
  Vec3 b1 = r.b[(j + 1) % 3] - b0, b2 = r.b[(j + 2) % 3] - b0;
  if (r.above_a[j] < 0) std::swap(a1, a2);
  if (r.above_b[i] < 0) std::swap(b1, b2);

  const double bound = determinant_bound(2 * r.A, 2 * r.B, r.A + r.D, r.e);
  const Vec3 m_a1 = cross(m, a1), m_a2 = cross(m, a2);
  const int first = certain_sign(dot(m_a1, b1), bound), second = certain_sign(dot(m_a2, b2), bound);
  if (first < 0 || second > 0) return TriangleGuess::Apart;  // P1 behind Q1, or P2 before Q2
  if (first == 0 || second == 0) return TriangleGuess::Unsure;
  // The intervals overlap. One begins inside the other, or ends there, unless they are the same: P1 = Q2 and P2 = Q1.
  const bool differ = certain_sign(dot(m_a1, b2), bound) != 0 || certain_sign(dot(m_a2, b1), bound) != 0;
  return differ ? TriangleGuess::Cross : TriangleGuess::Unsure;
}

// n may be any vector: it is taken as it is. A product n·x is off by |n|₁e for the error of x and 3u|n|₁M for rounding,
// M bounding the components of x; underflow costs a few 2⁻¹⁰⁷⁵, far below kUnderflow.
bool separates(const Relative& r, Vec3 n) {
  const double a0 = dot(n, r.a[0]), a1 = dot(n, r.a[1]), a2 = dot(n, r.a[2]);
  const double b0 = dot(n, r.b[0]), b1 = dot(n, r.b[1]), b2 = dot(n, r.b[2]);
  const double low_a = smaller(a0, smaller(a1, a2)), high_a = larger(a0, larger(a1, a2));
  const double low_b = smaller(b0, smaller(b1, b2)), high_b = larger(b0, larger(b1, b2));
  const double bound = 2 * norm_one(n) * (r.e + 3 * kUnit * (r.A + r.D)) * kSlack + kUnderflow;
  return low_b - high_a > bound || low_a - high_b > bound;
}

bool are_certain(const double (&above)[3], double bound) {
  return std::fabs(above[0]) > bound && std::fabs(above[1]) > bound && std::fabs(above[2]) > bound;
}

// Vertices certainly on both sides.
bool are_opposite(const double (&above)[3], double bound) {
  return larger(above[0], larger(above[1], above[2])) > bound &&
         smaller(above[0], smaller(above[1], above[2])) < -bound;
}

// No vertex certainly beside the other's plane: about in one plane.
bool is_flush(const Relative& r) {
  const auto near = [](const double(&above)[3], double bound) {
    return std::fabs(above[0]) <= bound && std::fabs(above[1]) <= bound && std::fabs(above[2]) <= bound;
  };
  return near(r.above_a, r.bound_a) && near(r.above_b, r.bound_b);
}

// Every direction that the theory of separating planes knows for two triangles, and the one between their middles: for
// those that are flat to segments and points. In one plane, products of two edges are that plane's normal again.
bool some_direction_separates(const Relative& r) {
  const Vec3 between = (r.b[0] + r.b[1] + r.b[2]) - (r.a[0] + r.a[1] + r.a[2]);
  if (separates(r, between) || separates(r, r.n_a) || separates(r, r.n_b)) return true;
  const bool flush = is_flush(r);
  for (int i = 0; i < 3; ++i) {
    const Vec3 edge_a = r.a[(i + 1) % 3] - r.a[i], edge_b = r.b[(i + 1) % 3] - r.b[i];
    if (separates(r, cross(r.n_a, edge_a)) || separates(r, cross(r.n_b, edge_b))) return true;
    for (int j = 0; j < 3 && !flush; ++j)
      if (separates(r, cross(edge_a, r.b[(j + 1) % 3] - r.b[j]))) return true;
  }
  return false;
}

// An edge whose ends are on different sides of the other's plane, and which passes all three edges of the other on the
// same hand.
bool some_edge_crosses(const Relative& r) {
  if (!(r.A >= kSmallest && r.B >= kSmallest)) return false;
  if (!are_opposite(r.above_a, r.bound_a) && !are_opposite(r.above_b, r.bound_b)) return false;
  const double bound = determinant_bound(2 * r.A, 2 * r.B, r.A + r.D, r.e);
  int hands_a[3] = {}, hands_b[3] = {};  // sums over the other's edges: ±3 when all agree
  int side_a[3], side_b[3];
  for (int i = 0; i < 3; ++i) {
    side_a[i] = certain_sign(r.above_b[i], r.bound_b);
    side_b[i] = certain_sign(r.above_a[i], r.bound_a);
    for (int j = 0; j < 3; ++j) {
      const Vec3 edge_a = r.a[(i + 1) % 3] - r.a[i], edge_b = r.b[(j + 1) % 3] - r.b[j];
      const int hand = certain_sign(dot(cross(edge_a, edge_b), r.b[j] - r.a[i]), bound);
      hands_a[i] += hand;
      hands_b[j] += hand;
    }
  }
  for (int i = 0; i < 3; ++i) {
    const int next = (i + 1) % 3;
    if (std::abs(hands_a[i]) == 3 && side_a[i] * side_a[next] < 0) return true;
    if (std::abs(hands_b[i]) == 3 && side_b[i] * side_b[next] < 0) return true;
  }
  return false;
}

}  // namespace

TriangleGuess triangle_pair_filter(const Vec3 a[3], const Vec3 b[3], double error) {
  Relative r;
  r.a[0] = {};
  for (int i = 1; i < 3; ++i) r.a[i] = a[i] - a[0];
  for (int i = 0; i < 3; ++i) r.b[i] = b[i] - a[0];
  const Vec3 b1 = b[1] - b[0], b2 = b[2] - b[0];
  // A difference of two points is off by 2·error and its rounding. Some are taken as differences of these differences:
  // then three roundings, of components up to D, D and 2D at most. A, B, D, made larger by e, bound the true ones.
  const double size_a = larger(norm_max(r.a[1]), norm_max(r.a[2])), size_b = larger(norm_max(b1), norm_max(b2));
  const double far = larger(norm_max(r.b[0]), larger(norm_max(r.b[1]), norm_max(r.b[2])));
  if (!(size_a <= kLargest && size_b <= kLargest && far <= kLargest)) return TriangleGuess::Unsure;
  r.e = (2 * error + 4 * kUnit * (size_a + far)) * kSlack;
  r.A = size_a + r.e;
  r.B = size_b + r.e;
  r.D = far + r.e;

  r.n_a = cross(r.a[1], r.a[2]);
  r.bound_a = determinant_bound(r.A, r.A, r.D, r.e);
  for (int i = 0; i < 3; ++i) r.above_a[i] = dot(r.n_a, r.b[i]);
  const double low_b = smaller(r.above_a[0], smaller(r.above_a[1], r.above_a[2]));
  const double high_b = larger(r.above_a[0], larger(r.above_a[1], r.above_a[2]));
  const bool ordinary = size_a >= kSmallest && size_b >= kSmallest;
  if (ordinary && (low_b > r.bound_a || high_b < -r.bound_a)) return TriangleGuess::Apart;

  r.n_b = cross(b1, b2);
  r.bound_b = determinant_bound(r.B, r.B, r.A + r.D, r.e);
  for (int i = 0; i < 3; ++i) r.above_b[i] = dot(r.n_b, a[i] - b[0]);
  const double low_a = smaller(r.above_b[0], smaller(r.above_b[1], r.above_b[2]));
  const double high_a = larger(r.above_b[0], larger(r.above_b[1], r.above_b[2]));
  if (ordinary && (low_a > r.bound_b || high_a < -r.bound_b)) return TriangleGuess::Apart;

  if (ordinary && are_certain(r.above_a, r.bound_a) && are_certain(r.above_b, r.bound_b)) {
    const TriangleGuess guess = compare_intervals(r);
    if (guess != TriangleGuess::Unsure) return guess;
  }
  if (some_direction_separates(r)) return TriangleGuess::Apart;
  return some_edge_crosses(r) ? TriangleGuess::Cross : TriangleGuess::Unsure;
}

}  // namespace clearance::detail
