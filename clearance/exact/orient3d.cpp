// Method:   Shewchuk's adaptive predicates, reduced to a filter and one exact expansion, with a Dyadic tier below.
// Notation: u = 2⁻⁵³; η = 2⁻¹⁰⁷⁵, the most a product loses to underflow. An expansion is a sum of doubles that do not
//           overlap, smallest first, zeros left out, so that its sign is that of the last.
#include <clearance/exact/orient3d.h>

#include <clearance/exact/dyadic.h>
#include <clearance/math/sum.h>

#include <cmath>
#include <initializer_list>

namespace clearance {
namespace {

// Expansions are exact while no partial product leaves the range of doubles. Coordinates that are 0 or of size
// 2⁻³⁰⁰…2³⁰⁰ are multiples of 2⁻³⁵²; products of three are multiples of 2⁻¹⁰⁵⁶ (a double shows 2⁻¹⁰⁷⁴) and sums of six
// stay below 2⁹⁰³, split factors included.
constexpr double kExpansionLow = 0x1p-300, kExpansionHigh = 0x1p300;

bool suits_expansion(double x) {
  const double size = std::fabs(x);
  return x == 0 || (size >= kExpansionLow && size <= kExpansionHigh);
}
bool suits_expansion(Vec3 p) { return suits_expansion(p.x) && suits_expansion(p.y) && suits_expansion(p.z); }

int sign_of(double x) { return (x > 0) - (x < 0); }

struct Pair {
  double high, low;
};

Pair two_sum(double a, double b) {
  const double sum = a + b;
  return {sum, detail::error_of_sum(a, b, sum)};
}

// Needs |a| ≥ |b|.
Pair fast_two_sum(double a, double b) {
  const double sum = a + b;
  return {sum, b - (sum - a)};
}

Pair split(double a) {
  const double c = 0x1.0000002p27 * a, high = c - (c - a);
  return {high, a - high};
}

Pair two_product(double a, double b) {
  const double product = a * b;
  const Pair s = split(a), t = split(b);
  return {product, s.low * t.low - (((product - s.high * t.high) - s.low * t.high) - s.high * t.low)};
}

template <int N>
struct Expansion {
  double term[N];
  int size = 0;

  void append(double x) {
    if (x != 0) term[size++] = x;
  }
  int sign() const { return size == 0 ? 0 : sign_of(term[size - 1]); }
};

// Merges the terms by size and sums them up (Shewchuk's fast expansion sum with zero elimination).
template <int N, int M>
Expansion<N + M> operator+(const Expansion<N>& e, const Expansion<M>& f) {
  Expansion<N + M> sum;
  int i = 0, j = 0;
  const auto smallest = [&] {
    if (j == f.size || (i < e.size && std::fabs(e.term[i]) < std::fabs(f.term[j]))) return e.term[i++];
    return f.term[j++];
  };
  if (e.size + f.size == 0) return sum;
  double rest = smallest();
  while (i < e.size || j < f.size) {
    const Pair s = two_sum(rest, smallest());
    sum.append(s.low);
    rest = s.high;
  }
  sum.append(rest);
  return sum;
}

template <int N>
Expansion<N> operator-(Expansion<N> e) {
  for (int i = 0; i < e.size; ++i) e.term[i] = -e.term[i];
  return e;
}

// Shewchuk's scale expansion.
template <int N>
Expansion<2 * N> operator*(const Expansion<N>& e, double b) {
  Expansion<2 * N> product;
  if (e.size == 0 || b == 0) return product;
  Pair rest = two_product(e.term[0], b);
  product.append(rest.low);
  for (int i = 1; i < e.size; ++i) {
    const Pair t = two_product(e.term[i], b);
    const Pair s = two_sum(rest.high, t.low);
    product.append(s.low);
    rest = fast_two_sum(t.high, s.high);
    product.append(rest.low);
  }
  product.append(rest.high);
  return product;
}

Expansion<2> product_of(double a, double b) {
  const Pair p = two_product(a, b);
  Expansion<2> e;
  e.append(p.low);
  e.append(p.high);
  return e;
}

// a·d − b·c
Expansion<4> minor_of(double a, double b, double c, double d) { return product_of(a, d) + product_of(-b, c); }

// b − a when that is a double, which it mostly is for inputs on a grid; false otherwise.
bool exact_difference(Vec3 a, Vec3 b, Vec3& difference) {
  const Pair x = two_sum(b.x, -a.x), y = two_sum(b.y, -a.y), z = two_sum(b.z, -a.z);
  difference = {x.high, y.high, z.high};
  return x.low == 0 && y.low == 0 && z.low == 0;
}

int determinant_sign(Vec3 e, Vec3 f, Vec3 g) {
  const auto x = minor_of(e.y, e.z, f.y, f.z) * g.x;
  const auto y = minor_of(e.z, e.x, f.z, f.x) * g.y;
  const auto z = minor_of(e.x, e.y, f.x, f.y) * g.z;
  return ((x + y) + z).sign();
}

// The 4×4 determinant of the points with a column of ones, by its z column: no difference has to be rounded.
int homogeneous_determinant_sign(Vec3 a, Vec3 b, Vec3 c, Vec3 d) {
  const auto ab = minor_of(a.x, a.y, b.x, b.y), bc = minor_of(b.x, b.y, c.x, c.y), cd = minor_of(c.x, c.y, d.x, d.y);
  const auto da = minor_of(d.x, d.y, a.x, a.y), ac = minor_of(a.x, a.y, c.x, c.y), bd = minor_of(b.x, b.y, d.x, d.y);
  const auto bcd = (bc + cd) + -bd, cda = (cd + da) + ac, dab = (da + ab) + bd, abc = (ab + bc) + -ac;
  return ((bcd * -a.z + cda * b.z) + (dab * -c.z + abc * d.z)).sign();
}

double coordinate(Vec3 p, int axis) { return p[axis % 3]; }

// In a plane across one of the axes, as faces of drawings are: nothing to compute.
bool share_a_coordinate(Vec3 a, Vec3 b, Vec3 c, Vec3 d) {
  return (a.x == b.x && a.x == c.x && a.x == d.x) || (a.y == b.y && a.y == c.y && a.y == d.y) ||
         (a.z == b.z && a.z == c.z && a.z == d.z);
}
// On a line across one of the two axes that are seen.
bool share_a_coordinate(Vec3 a, Vec3 b, Vec3 c, int axis) {
  const auto share = [&](int k) {
    return coordinate(a, k) == coordinate(b, k) && coordinate(a, k) == coordinate(c, k);
  };
  return share(axis + 1) || share(axis + 2);
}

}  // namespace

// Each difference carries a factor 1+δ, |δ| ≤ u; a product of two of them three such factors, the difference of two
// products four, times the third difference six, the last two sums eight. So the error is below 8u(1+4u) times the sum
// of the absolute values of the six products, and that sum, rounded itself, is low by no more than 8u relative: 9u
// covers both. (geogram and CGAL bound the same six products by 6·max·max·max and arrive at 46u = 5.11e-15.)
// Underflow: six products lose η each and are multiplied by a component of d−a; three more lose η: 2⁻¹⁰⁷⁰ = 32η covers
// that. Overflow makes the bound infinite or the determinant NaN, and neither comparison holds.
int orient3d_filter(Vec3 a, Vec3 b, Vec3 c, Vec3 d) {
  const Vec3 e = b - a, f = c - a, g = d - a;
  const double yz = e.y * f.z, zy = e.z * f.y, zx = e.z * f.x, xz = e.x * f.z, xy = e.x * f.y, yx = e.y * f.x;
  const double determinant = (yz - zy) * g.x + (zx - xz) * g.y + (xy - yx) * g.z;
  const double gx = std::fabs(g.x), gy = std::fabs(g.y), gz = std::fabs(g.z);
  const double permanent = (std::fabs(yz) + std::fabs(zy)) * gx + (std::fabs(zx) + std::fabs(xz)) * gy +
                           (std::fabs(xy) + std::fabs(yx)) * gz;
  const double bound = kOrient3dError * permanent + 0x1p-1070 * (1 + gx + gy + gz);
  return determinant > bound ? 1 : determinant < -bound ? -1 : kUnsure;
}

int orient3d_expansion(Vec3 a, Vec3 b, Vec3 c, Vec3 d) {
  if (!suits_expansion(a) || !suits_expansion(b) || !suits_expansion(c) || !suits_expansion(d)) return kUnsure;
  Vec3 e, f, g;
  if (exact_difference(a, b, e) && exact_difference(a, c, f) && exact_difference(a, d, g))
    return determinant_sign(e, f, g);
  return homogeneous_determinant_sign(a, b, c, d);
}

int orient3d_exact(Vec3 a, Vec3 b, Vec3 c, Vec3 d) {
  const DyadicVec origin = exact(a);
  return dot(cross(exact(b) - origin, exact(c) - origin), exact(d) - origin).sign();
}

int orient3d_sign(Vec3 a, Vec3 b, Vec3 c, Vec3 d) {
  int sign = orient3d_filter(a, b, c, d);
  if (sign == kUnsure) sign = share_a_coordinate(a, b, c, d) ? 0 : orient3d_expansion(a, b, c, d);
  return sign != kUnsure ? sign : orient3d_exact(a, b, c, d);
}

// As above: four factors 1+δ in the determinant, three in the bound, so 4u(1+u) becomes 5u; two products lose η each.
int orient2d_filter(Vec3 a, Vec3 b, Vec3 c, int axis) {
  const Vec3 e = b - a, f = c - a;
  const double left = coordinate(e, axis + 1) * coordinate(f, axis + 2);
  const double right = coordinate(e, axis + 2) * coordinate(f, axis + 1);
  const double determinant = left - right;
  const double bound = 5 * 0x1p-53 * (std::fabs(left) + std::fabs(right)) + 0x1p-1070;
  return determinant > bound ? 1 : determinant < -bound ? -1 : kUnsure;
}

int orient2d_expansion(Vec3 a, Vec3 b, Vec3 c, int axis) {
  const double ax = coordinate(a, axis + 1), ay = coordinate(a, axis + 2);
  const double bx = coordinate(b, axis + 1), by = coordinate(b, axis + 2);
  const double cx = coordinate(c, axis + 1), cy = coordinate(c, axis + 2);
  for (const double x : {ax, ay, bx, by, cx, cy})
    if (!suits_expansion(x)) return kUnsure;
  return ((minor_of(ax, ay, bx, by) + minor_of(bx, by, cx, cy)) + minor_of(cx, cy, ax, ay)).sign();
}

int orient2d_exact(Vec3 a, Vec3 b, Vec3 c, int axis) {
  const DyadicVec normal = cross(exact(b) - exact(a), exact(c) - exact(a));
  return (axis == 0 ? normal.x : axis == 1 ? normal.y : normal.z).sign();
}

int orient2d_sign(Vec3 a, Vec3 b, Vec3 c, int axis) {
  int sign = orient2d_filter(a, b, c, axis);
  if (sign == kUnsure) sign = share_a_coordinate(a, b, c, axis) ? 0 : orient2d_expansion(a, b, c, axis);
  return sign != kUnsure ? sign : orient2d_exact(a, b, c, axis);
}

bool collinear(Vec3 a, Vec3 b, Vec3 c) {
  return orient2d_sign(a, b, c, 0) == 0 && orient2d_sign(a, b, c, 1) == 0 && orient2d_sign(a, b, c, 2) == 0;
}

}  // namespace clearance
