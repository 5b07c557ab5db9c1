// Method:   points by formula, then their exact hull: rounding may move a corner, but never makes a shape that is not
//           convex. Only +, −, ×, ÷ and sqrt are used, so that the bits are the same on every machine.
#include <clearance/build/primitives.h>

#include <clearance/base/random.h>
#include <clearance/build/convex_hull.h>
#include <clearance/exact/orient3d.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace clearance {
using namespace detail;
namespace {

// More would take gigabytes and differ from a circle by less than rounding does.
constexpr int kMaxSides = 1 << 20;

Error bad_length(const char* place, double length) {
  return {place, !std::isfinite(length) ? "not finite"
                 : length < 0           ? "is negative; it must be 0 or more"
                                        : "is beyond 1e300, the largest length"};
}

bool is_length(double length) { return length >= 0 && length <= kMaxCoordinate; }

// What is centred has corners at half its length: exactly there, or nowhere.
bool has_half(double length) { return 2 * (length / 2) == length; }

Error no_half(const char* place) {
  return {place, "corners stand at half of it, which is no double; so small a length must be a multiple of 1e-323"};
}

struct Planar {
  double x, y;
};

// (cos, sin) of an angle in [0, π/4] by their series; the terms left out are below 2⁻⁶⁰.
Planar unit_vector_near_x(double angle) {
  const double s = angle * angle;
  double cosine = 1, sine = 1;
  for (int k = 18; k >= 2; k -= 2) {
    cosine = 1 - cosine * s / (k * (k - 1));
    sine = 1 - sine * s / (k * (k + 1));
  }
  return {cosine, sine * angle};
}

// (cos, sin) of k/n turns, folded into an eighth of a turn in integers: the corners have all symmetries of the polygon.
Planar unit_vector(std::int64_t k, std::int64_t n) {
  if (8 * k > 4 * n) {
    const Planar mirrored = unit_vector(n - k, n);
    return {mirrored.x, -mirrored.y};
  }
  if (8 * k > 2 * n) {
    // Half a turn minus k/n, in units of 1/2n.
    const Planar mirrored = unit_vector(n - 2 * k, 2 * n);
    return {-mirrored.x, mirrored.y};
  }
  if (8 * k > n) {
    const Planar mirrored = unit_vector(n - 4 * k, 4 * n);
    return {mirrored.y, mirrored.x};
  }
  if (8 * k == n) return {std::sqrt(0.5), std::sqrt(0.5)};
  constexpr double kTurn = 6.283185307179586;
  return unit_vector_near_x(kTurn * (static_cast<double>(k) / static_cast<double>(n)));
}

// Uniform on the unit sphere: a point of the cube, kept if it is in the ball and not too near its centre.
Vec3 random_direction(Random& random) {
  for (;;) {
    const Vec3 p{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
    const double s = squared_norm(p);
    if (s <= 1 && s >= 1e-4) return p / std::sqrt(s);
  }
}

Vec3 semi_axes(TestShape shape) {
  switch (shape) {
    case TestShape::Ellipsoid:
      return {1, .7, .5};
    case TestShape::Rod:
      return {1, .1, .1};
    case TestShape::Plate:
      return {1, 1, .1};
  }
  return {1, 1, 1};
}

// det(m) m⁻ᵀ: the rows are cross products.
Mat3 cofactors(const Mat3& m) {
  return {{cross(m.row[1], m.row[2]), cross(m.row[2], m.row[0]), cross(m.row[0], m.row[1])}};
}

double squared_norm(const Mat3& m) { return squared_norm(m.row[0]) + squared_norm(m.row[1]) + squared_norm(m.row[2]); }

Mat3 combination(double s, const Mat3& a, double t, const Mat3& b) {
  Mat3 sum;
  for (int i = 0; i < 3; ++i) sum.row[i] = s * a.row[i] + t * b.row[i];
  return sum;
}

// Shepperd's method: divide by the largest component of the quaternion.
Quat quaternion_of(const Mat3& r) {
  const double xx = r.row[0].x, yy = r.row[1].y, zz = r.row[2].z;
  const double yz = r.row[2].y - r.row[1].z, zx = r.row[0].z - r.row[2].x, xy = r.row[1].x - r.row[0].y;
  const double sum_xy = r.row[0].y + r.row[1].x, sum_xz = r.row[0].z + r.row[2].x, sum_yz = r.row[1].z + r.row[2].y;
  const double w = 1 + xx + yy + zz, x = 1 + xx - yy - zz, y = 1 - xx + yy - zz, z = 1 - xx - yy + zz;
  const double largest = std::fmax(std::fmax(w, x), std::fmax(y, z));
  if (w == largest) return {w, yz, zx, xy};
  if (x == largest) return {yz, x, sum_xy, sum_xz};
  if (y == largest) return {zx, sum_xy, y, sum_yz};
  return {xy, sum_xz, sum_yz, z};
}

}  // namespace

Result<Polytope> make_box(Vec3 edges) {
  const char* const places[] = {"edges[0]", "edges[1]", "edges[2]"};
  for (int i = 0; i < 3; ++i)
    if (!is_length(edges[i])) return bad_length(places[i], edges[i]);
  for (int i = 0; i < 3; ++i)
    if (!has_half(edges[i])) return no_half(places[i]);
  std::vector<Vec3> corners;
  corners.reserve(8);
  for (int i = 0; i < 8; ++i)
    corners.push_back({(i & 1) != 0 ? edges.x / 2 : -edges.x / 2, (i & 2) != 0 ? edges.y / 2 : -edges.y / 2,
                       (i & 4) != 0 ? edges.z / 2 : -edges.z / 2});
  return convex_hull(corners);
}

Polytope box(Vec3 edges) {
  Result<Polytope> result = make_box(edges);
  CLEARANCE_ASSERT(result.ok());
  return result.ok() ? std::move(result).value() : convex_hull(std::vector<Vec3>(1)).value();
}

Result<Rounded> make_sphere(double radius, Vec3 center) { return make_capsule(center, center, radius); }

Rounded sphere(double radius) { return capsule(0, radius); }

Result<Rounded> make_capsule(Vec3 from, Vec3 to, double radius) {
  const Vec3 ends[] = {from, to};
  const Result<Polytope> core = convex_hull(ends);
  return core ? Rounded::make(*core, radius) : Result<Rounded>(core.error());
}

Rounded capsule(double length, double radius) {
  const Result<Rounded> made = make_capsule({0, 0, -0.5 * length}, {0, 0, 0.5 * length}, radius);
  const bool sound = made.ok() && has_half(length);
  CLEARANCE_ASSERT(sound);
  return sound ? *made : Rounded(box({}));
}

Result<Polytope> make_prism(int sides, double radius, double height) {
  if (sides < 3) return Error{"sides", "fewer than 3; a prism has at least three"};
  if (sides > kMaxSides) return Error{"sides", "more than 1048576", ErrorCode::TooMany};
  if (!is_length(radius)) return bad_length("radius", radius);
  if (!is_length(height)) return bad_length("height", height);
  if (!has_half(height)) return no_half("height");
  std::vector<Vec3> corners;
  for (const double z : {-height / 2, height / 2})
    for (int k = 0; k < sides; ++k) {
      const Planar p = unit_vector(k, sides);
      corners.push_back({radius * p.x, radius * p.y, z});
    }
  return convex_hull(corners);
}

Result<Polytope> make_cylinder(double radius, double height, int sides) { return make_prism(sides, radius, height); }

const char* to_string(TestShape shape) {
  switch (shape) {
    case TestShape::Ellipsoid:
      return "ellipsoid";
    case TestShape::Rod:
      return "rod";
    case TestShape::Plate:
      return "plate";
  }
  return "?";
}

Polytope test_polytope(TestShape shape, int n, std::uint64_t seed) {
  CLEARANCE_ASSERT(n >= 4);
  Random random(seed);
  const Vec3 axes = semi_axes(shape);
  std::vector<Vec3> points;
  for (int i = 0; i < std::max(n, 4); ++i) {
    const Vec3 d = random_direction(random);
    points.push_back({axes.x * d.x, axes.y * d.y, axes.z * d.z});
  }
  return convex_hull(points).value();
}

// Higham's scaled Newton iteration X ← (γX + X⁻ᵀ/γ)/2, which converges quadratically to the orthogonal polar factor
// from every non-singular start; det > 0 makes it a rotation.
Result<Quat> nearest_rotation(const Mat3& R) {
  double largest = 0;
  for (const Vec3& row : R.row) {
    if (!is_finite(row)) return Error{"R", "not finite"};
    largest = std::fmax(largest, norm_max(row));
  }
  int exponent = 0;
  std::frexp(largest, &exponent);
  Mat3 x = R;
  for (Vec3& row : x.row)
    row = {std::ldexp(row.x, -exponent), std::ldexp(row.y, -exponent), std::ldexp(row.z, -exponent)};
  const int sign = orient3d_sign({}, x.row[0], x.row[1], x.row[2]);
  if (sign < 0) return Error{"R", "a reflection: det R is negative"};
  if (sign == 0) return Error{"R", "singular"};
  // Each step at least halves the spread of the singular values' logarithms until they are near 1, and then squares
  // the error: a spread of 2¹⁰⁷⁴ takes about 20.
  for (int step = 0; step < 40; ++step) {
    const Mat3 c = cofactors(x);
    const double det = dot(x.row[0], c.row[0]);
    if (!(det > 0)) return Error{"R", "singular to double precision"};
    const double gamma = std::sqrt(std::sqrt(squared_norm(c) / squared_norm(x)) / det);
    const Mat3 next = combination(gamma / 2, x, 1 / (2 * gamma * det), c);
    const double change = squared_norm(combination(1, next, -1, x));
    x = next;
    // The next change would be of the order of the square of this one: below 2⁻⁵³.
    if (change < 0x1p-56) return quaternion_of(x);
  }
  return Error{"R", "singular to double precision"};
}

}  // namespace clearance
