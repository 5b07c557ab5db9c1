#include <clearance/lab/pair/sphere_hull.h>

#include <clearance/exact/approx.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

namespace clearance {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr int kMaxSteps = 200;

// A few spheres of one hull: positions in its lists, and the spheres as the search sees them.
struct Chosen {
  int count = 0;
  std::size_t at[4] = {};
  Vec3 center[4];
  double radius[4] = {};

  bool has(std::size_t k) const { return std::find(at, at + count, k) != at + count; }
  void add(std::size_t k, Vec3 c, double r) {
    if (has(k)) return;
    at[count] = k, center[count] = c, radius[count] = r;
    ++count;
  }
};

// A sphere of a hull: a combination of up to four of its own, with weights 1 − Σt, t₁, t₂, t₃.
struct Inner {
  Chosen of;
  double t[3] = {};
};
// What Σt may be at most, so that the first weight is not negative in real numbers, either.
constexpr double kMostWeight = 1 - 0x1p-50;

// Evidence: a direction, the two spheres that it belongs to, and what these say, rounded.
struct Found {
  Vec3 n, x;  // x: from one centre to the other, scaled; n along it, and more exact where it is short
  Inner a, b;
  double value = kInfinity;
};

// What the search looks at: centres of both hulls in the world's axes about a's origin, times a power of two that
// brings everything near 1, so that no square of it overflows.
struct Problem {
  const SphereHull& a;
  const SphereHull& b;
  Vec3 shift;
  const Mat3 &rotation_a, &rotation_b;
  double scale;

  void add_a(std::size_t k, Chosen& of) const { of.add(k, scale * (rotation_a * a.centers[k]), scale * a.radii[k]); }
  void add_b(std::size_t k, Chosen& of) const {
    of.add(k, scale * (rotation_b * b.centers[k] + shift), scale * b.radii[k]);
  }
};

double largest(std::span<const double> values) { return *std::max_element(values.begin(), values.end()); }

// At least the largest |x|+|y|+|z|; 4u cover the two sums.
double reach_of(const SphereHull& hull) {
  double reach = 0;
  for (const Vec3& c : hull.centers) reach = std::max(reach, norm_one(c) * (1 + 0x1p-51));
  return reach;
}

// Some unit vector square to those of e that there are.
Vec3 any_square_to(const Vec3* e, int count) {
  Vec3 best{1, 0, 0};
  double best_length = 0;
  for (const Vec3 axis : {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}}) {
    const Vec3 v = count == 0 ? axis : axis - (dot(axis, e[0]) / squared_norm(e[0])) * e[0];
    if (const double length = norm(v); length > best_length) best = v / length, best_length = length;
  }
  return best;
}

// Up to three edges that lead from m, the vector between two centres, to those of the other spheres chosen, and by how
// much their radii together exceed those at m.
struct Axes {
  Vec3 m;
  Vec3 e[3];
  double delta[3] = {};
  int count = 0;
};

// n with |n| = 1 and n·eₖ = δₖ: square to the axes up to what the radii tilt it; and t such that m + Σ tₖeₖ points
// along n. False where one sphere swallows what the others add (the tilt exceeds a right angle), or axes are parallel.
bool solve_sphere(const Axes& x, Vec3& n) {
  const double length = norm(x.m);
  n = length > 0 ? x.m / length : any_square_to(x.e, 0);
  return true;
}
bool solve_cone(const Axes& x, Vec3& n, double* t) {
  const Vec3 e = x.e[0];
  const double square = squared_norm(e);
  if (!(square > 0)) return false;
  const Vec3 tilt = (x.delta[0] / square) * e;
  Vec3 away = x.m - (dot(x.m, e) / square) * e;
  away = away - (dot(away, e) / square) * e;  // once more: what rounding left along a long axis
  const double upright = 1 - squared_norm(tilt), length = norm(away);
  if (!(upright > 0)) return false;
  const double rise = std::sqrt(upright);
  n = tilt + rise * (length > 0 ? away / length : any_square_to(x.e, 1));
  t[0] = dot((length / rise) * n - x.m, e) / square;
  return true;
}
bool solve_plane(const Axes& x, Vec3& n, double* t) {
  const Vec3 normal = cross(x.e[0], x.e[1]);
  const double square = squared_norm(normal), height = dot(x.m, normal);
  if (!(square > 0)) return false;
  const Vec3 tilt = (x.delta[0] / square) * cross(x.e[1], normal) + (x.delta[1] / square) * cross(normal, x.e[0]);
  const double upright = 1 - squared_norm(tilt), length = std::sqrt(square);
  if (!(upright > 0)) return false;
  const double rise = std::sqrt(upright);
  n = tilt + ((height < 0 ? -rise : rise) / length) * normal;
  const Vec3 way = (std::fabs(height) / length / rise) * n - x.m;
  t[0] = dot(cross(way, x.e[1]), normal) / square;
  t[1] = dot(cross(x.e[0], way), normal) / square;
  return true;
}
// Centres that meet: m + Σ tₖeₖ = 0. No direction of unit length belongs to them; the one along n·eₖ = δₖ will do.
bool solve_overlap(const Axes& x, Vec3& n, double* t) {
  const Vec3 c01 = cross(x.e[0], x.e[1]), c12 = cross(x.e[1], x.e[2]), c20 = cross(x.e[2], x.e[0]);
  const double volume = dot(c01, x.e[2]);
  if (!(std::fabs(volume) > 0)) return false;
  const Vec3 along = (x.delta[0] * c12 + x.delta[1] * c20 + x.delta[2] * c01) / volume;
  const double length = norm(along);
  n = length > 0 ? along / length : any_square_to(x.e, 0);
  t[0] = -dot(c12, x.m) / volume, t[1] = -dot(c20, x.m) / volume, t[2] = -dot(c01, x.m) / volume;
  return true;
}

// Writes a hull's weights and says whether they are some.
bool take_weights(const double* t, Inner& inner) {
  double sum = 0;
  for (int k = 0; k + 1 < inner.of.count; ++k) {
    if (!(t[k] >= 0)) return false;
    inner.t[k] = t[k], sum += t[k];
  }
  return sum <= kMostWeight;
}

// One closed form: a sphere for each hull among those spanned by the chosen ones, all of them needed; visited where
// there are such.
template <class Visit>
void solve(const Chosen& of_a, const Chosen& of_b, Visit visit) {
  const Vec3 a0 = of_a.center[0], b0 = of_b.center[0];
  const double s0 = of_a.radius[0], r0 = of_b.radius[0];
  Axes axes;
  axes.m = b0 - a0;
  const auto add = [&](Vec3 e, double delta) { axes.e[axes.count] = e, axes.delta[axes.count++] = delta; };
  for (int k = 1; k < of_a.count; ++k) add(a0 - of_a.center[k], of_a.radius[k] - s0);
  for (int k = 1; k < of_b.count; ++k) add(of_b.center[k] - b0, of_b.radius[k] - r0);
  Found found{{}, axes.m, {of_a, {}}, {of_b, {}}};
  double t[3] = {}, radius = s0 + r0;
  const bool solved = axes.count == 0   ? solve_sphere(axes, found.n)
                      : axes.count == 1 ? solve_cone(axes, found.n, t)
                      : axes.count == 2 ? solve_plane(axes, found.n, t)
                                        : solve_overlap(axes, found.n, t);
  if (!solved || !take_weights(t, found.a) || !take_weights(t + of_a.count - 1, found.b)) return;
  for (int k = 0; k < axes.count; ++k) found.x = found.x + t[k] * axes.e[k], radius += t[k] * axes.delta[k];
  found.value = norm(found.x) - radius;
  visit(found);
}

// All ways to choose some of the spheres.
template <class Visit>
void for_subsets(const Chosen& from, Visit visit) {
  for (unsigned bits = 1; bits < 1u << from.count; ++bits) {
    Chosen subset;
    for (int k = 0; k < from.count; ++k)
      if (bits >> k & 1u) subset.add(from.at[k], from.center[k], from.radius[k]);
    visit(subset);
  }
}

// Closed forms of `least` to `most` of the chosen spheres together. In three dimensions the nearest spheres of two
// hulls are combinations of at most four of theirs, or five where their centres meet.
template <class Visit>
void for_closed_forms(const Chosen& of_a, const Chosen& of_b, int least, int most, Visit visit) {
  for_subsets(of_a, [&](const Chosen& sub_a) {
    for_subsets(of_b, [&](const Chosen& sub_b) {
      const int count = sub_a.count + sub_b.count;
      if (count >= least && count <= most) solve(sub_a, sub_b, visit);
    });
  });
}

void take_nearest(const Chosen& of_a, const Chosen& of_b, int least, int most, Found& best) {
  for_closed_forms(of_a, of_b, least, most, [&](const Found& found) {
    if (found.value < best.value) best = found;
  });
}

// n·c ± r|n| at its least (for b) or largest (for a), and where; n seen from the hull's own frame.
struct Extent {
  double value;
  std::size_t at;
};
Extent extent_of(const SphereHull& hull, Vec3 n, double length) {
  Extent most{-kInfinity, 0};
  for (std::size_t k = 0; k < hull.centers.size(); ++k) {
    const double value = dot(n, hull.centers[k]) + hull.radii[k] * length;
    if (value > most.value) most = {value, k};
  }
  return most;
}

struct Support {
  double gap;         // along n, per unit of length, rounded
  std::size_t a, b;   // the spheres that bound it
  double gap_proved;  // not more than the true one
};

// The gap along n as in exact/posed.h, in units of |n|₁·S: 18u for the dot products and one more sum here, below
// kDotError. The radii: |n| is within 4u, its product u more, and three sums see it: 8u(r_a + r_b)|n|, taken as 12u.
// Dividing by the length, twice 4u and two roundings: 2⁻⁴⁹. n is of about unit length, so nothing underflows but
// products of tiny coordinates: kUnderflow.
Support support(const Problem& p, double reach, double radii, Vec3 n) {
  const double length = norm(n);
  const Extent far_a = extent_of(p.a, transpose_times(p.rotation_a, n), length);
  const Extent far_b = extent_of(p.b, transpose_times(p.rotation_b, -n), length);
  const double value = (-far_b.value - far_a.value) + dot(n, p.shift);
  const double error = (kDotError * norm_one(n) * reach + 12 * kUnit * radii * length) * kSlack + kUnderflow;
  const double below = value - error, proved = (below - std::fabs(below) * 0x1p-49) / length;
  return {value / length, far_a.at, far_b.at, std::isfinite(proved) ? proved : -kInfinity};
}

// Of the two directions that a closed form gives the one with the wider gap: nearly parallel axes spoil the one, nearly
// coincident centres the other.
Support best_support(const Problem& p, double reach, double radii, Found& found) {
  const Support tilted = support(p, reach, radii, found.n);
  const double length = norm(found.x);
  if (!(length > 0)) return tilted;
  const Vec3 between = found.x / length;
  const Support plain = support(p, reach, radii, between);
  if (!(plain.gap_proved > tilted.gap_proved)) return tilted;
  found.n = between;
  return plain;
}

// |x| without overflow or underflow of the squares, within 4u.
double safe_norm(Vec3 x) {
  const double most = norm_max(x);
  if (!(most > 0) || !std::isfinite(most)) return most;
  const int exponent = std::ilogb(most);
  const Vec3 small{std::scalbn(x.x, -exponent), std::scalbn(x.y, -exponent), std::scalbn(x.z, -exponent)};
  return std::scalbn(norm(small), exponent);
}

// A combination of a list, in the order c₀ + t₁(c₁ − c₀) + t₂(c₂ − c₀).
template <class T>
T combined(const std::vector<T>& list, const Inner& inner) {
  const T first = list[inner.of.at[0]];
  T sum = first;
  for (int k = 1; k < inner.of.count; ++k) sum = sum + inner.t[k - 1] * (list[inner.of.at[k]] - first);
  return sum;
}

// What is not less than the true distance. In combined() every difference is at most 2ρ (ρ the hull's reach) and rounds
// by u, its product by u, and Σt ≤ 1: 4uρ; three sums of at most 3ρ: 9uρ. Below 16uρ in the 1-norm, and so in each
// component after turning.
// The difference of the posed points adds 16u·S (kDifferenceError): a component of x is off by at most 32u·S, x by
// 56u·S. |x| rounds by 4u, the radius by 16u of r_a + r_b, the subtraction by u of both.
double proved_upper(const Problem& p, double reach, double radii, const Found& found) {
  const Vec3 x =
      (p.rotation_b * combined(p.b.centers, found.b) + p.shift) - p.rotation_a * combined(p.a.centers, found.a);
  const double length = safe_norm(x), radius = combined(p.a.radii, found.a) + combined(p.b.radii, found.b);
  const double error = (64 * kUnit * reach + 24 * kUnit * radii + 8 * kUnit * length) * kSlack + kUnderflow;
  const double above = (length - radius) + error;
  return std::isnan(above) ? kInfinity : above;
}

}  // namespace

Result<SphereHull> make_sphere_hull(std::span<const Vec3> centers, std::span<const double> radii) {
  if (centers.empty()) return Error{"", "a hull of spheres needs at least one"};
  if (centers.size() != radii.size())
    return Error{"", std::to_string(centers.size()) + " centres but " + std::to_string(radii.size()) + " radii"};
  for (std::size_t k = 0; k < centers.size(); ++k) {
    if (!is_coordinate(centers[k])) return Error{"centers[" + std::to_string(k) + "]", "not finite, or too large"};
    if (!(radii[k] >= 0 && radii[k] <= kMaxCoordinate))
      return Error{"radii[" + std::to_string(k) + "]", "negative, not finite, or too large"};
  }
  return SphereHull{{centers.begin(), centers.end()}, {radii.begin(), radii.end()}};
}

Result<SphereHull> make_spherical_cone(Vec3 c0, double r0, Vec3 c1, double r1) {
  const Vec3 centers[] = {c0, c1};
  const double radii[] = {r0, r1};
  return make_sphere_hull(centers, radii);
}

Result<SphereHull> make_spherical_plane(Vec3 c0, double r0, Vec3 c1, double r1, Vec3 c2, double r2) {
  const Vec3 centers[] = {c0, c1, c2};
  const double radii[] = {r0, r1, r2};
  return make_sphere_hull(centers, radii);
}

SphereDistance distance(const SphereHull& a, const Pose& pose_a, const SphereHull& b, const Pose& pose_b) {
  CLEARANCE_ASSERT(!a.centers.empty() && !b.centers.empty());
  const Vec3 shift = pose_b.translation() - pose_a.translation();
  const double reach = reach_of(a) + reach_of(b) + norm_max(shift), radii = largest(a.radii) + largest(b.radii);
  const double size = std::max(reach, radii);
  const double scale = size > 0 ? std::scalbn(1.0, std::clamp(-std::ilogb(size), -1000, 1000)) : 1;
  const Problem p{a, b, shift, pose_a.rotation(), pose_b.rotation(), scale};

  SphereDistance result;
  result.signed_lower = -kInfinity, result.signed_upper = kInfinity;
  Chosen of_a, of_b;
  for (std::size_t k = 0; k < std::min<std::size_t>(a.centers.size(), 3); ++k) p.add_a(k, of_a);
  for (std::size_t k = 0; k < std::min<std::size_t>(b.centers.size(), 3); ++k) p.add_b(k, of_b);
  Found nearest;
  while (result.steps++ < kMaxSteps) {
    Found found;
    take_nearest(of_a, of_b, 2, 4, found);
    Support next = best_support(p, reach, radii, found);
    if (!(next.gap_proved > 0)) {
      const double before = found.value;
      take_nearest(of_a, of_b, 5, 5, found);
      if (found.value < before) next = best_support(p, reach, radii, found);
    }
    if (!(found.value < nearest.value)) break;  // only rounding led on
    nearest = found;
    if (next.gap_proved > result.signed_lower) result.signed_lower = next.gap_proved, result.direction = found.n;
    if (found.a.of.has(next.a) && found.b.of.has(next.b)) break;
    if (found.a.of.count + found.b.of.count == 5) break;  // the centres meet
    of_a = found.a.of, of_b = found.b.of;
    p.add_a(next.a, of_a), p.add_b(next.b, of_b);
  }
  // Where centres meet, the way out is none of the spheres' own: the best of all that the closed forms know.
  if (nearest.value < 0) {
    for_closed_forms(of_a, of_b, 2, 5, [&](const Found& found) {
      const double gap = support(p, reach, radii, found.n).gap_proved;
      if (gap > result.signed_lower) result.signed_lower = gap, result.direction = nearest.n = found.n;
    });
  }
  result.signed_upper = proved_upper(p, reach, radii, nearest);
  result.lower = std::max(result.signed_lower, 0.0), result.upper = std::max(result.signed_upper, 0.0);
  result.point_a = apply(pose_a, combined(a.centers, nearest.a)) + combined(a.radii, nearest.a) * nearest.n;
  result.point_b = apply(pose_b, combined(b.centers, nearest.b)) - combined(b.radii, nearest.b) * nearest.n;
  return result;
}

}  // namespace clearance
