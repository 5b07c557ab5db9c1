// Method:   a filter (Shewchuk's first stage), integers of fixed width, big numbers.
// Notation: u = 2⁻⁵³; η = 2⁻¹⁰⁷⁵, the most a product loses to underflow.
#include <clearance/exact/orient3d.h>

#include <clearance/exact/dyadic.h>
#include <clearance/exact/integer_grid.h>

#include <cmath>

namespace clearance::detail {
namespace {

// Below 2¹¹⁸ each; their differences below 2¹¹⁹, and three of those multiplied and six such summed up below 2³⁶⁰: 384
// bits hold that.
constexpr int kBits = 118;

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

int orient3d_integers(Vec3 a, Vec3 b, Vec3 c, Vec3 d) {
  const double largest = larger(larger(norm_max(a), norm_max(b)), larger(norm_max(c), norm_max(d)));
  if (largest == 0) return 0;
  Grid grid(largest, kBits);
  const IntegerVec<2> origin = grid(a), e = grid(b) - origin, f = grid(c) - origin, g = grid(d) - origin;
  return grid.holds() ? dot(cross(e, f), g).sign() : kUnsure;
}

int orient3d_exact(Vec3 a, Vec3 b, Vec3 c, Vec3 d) {
  const DyadicVec origin = exact(a);
  return dot(cross(exact(b) - origin, exact(c) - origin), exact(d) - origin).sign();
}

int orient3d_sign(Vec3 a, Vec3 b, Vec3 c, Vec3 d) {
  int sign = orient3d_filter(a, b, c, d);
  if (sign == kUnsure) sign = share_a_coordinate(a, b, c, d) ? 0 : orient3d_integers(a, b, c, d);
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

int orient2d_integers(Vec3 a, Vec3 b, Vec3 c, int axis) {
  const double largest = larger(larger(norm_max(a), norm_max(b)), norm_max(c));
  if (largest == 0) return 0;
  Grid grid(largest, kBits);
  const auto across = [&](int k, Vec3 p) { return grid(coordinate(p, axis + k)) - grid(coordinate(a, axis + k)); };
  const Integer<2> e1 = across(1, b), e2 = across(2, b), f1 = across(1, c), f2 = across(2, c);
  return grid.holds() ? (e1 * f2 - e2 * f1).sign() : kUnsure;
}

int orient2d_exact(Vec3 a, Vec3 b, Vec3 c, int axis) {
  const DyadicVec normal = cross(exact(b) - exact(a), exact(c) - exact(a));
  return (axis == 0 ? normal.x : axis == 1 ? normal.y : normal.z).sign();
}

int orient2d_sign(Vec3 a, Vec3 b, Vec3 c, int axis) {
  int sign = orient2d_filter(a, b, c, axis);
  if (sign == kUnsure) sign = share_a_coordinate(a, b, c, axis) ? 0 : orient2d_integers(a, b, c, axis);
  return sign != kUnsure ? sign : orient2d_exact(a, b, c, axis);
}

bool collinear(Vec3 a, Vec3 b, Vec3 c) {
  return orient2d_sign(a, b, c, 0) == 0 && orient2d_sign(a, b, c, 1) == 0 && orient2d_sign(a, b, c, 2) == 0;
}

}  // namespace clearance::detail
