// Question: where is a point that is inside both solids, near a place where their surfaces meet?
// Method:   interior_point_near: a point x on the segment that the two triangles share, then steps from it between the
//           two inner sides, each tried against both solids in doubles with error bounds. interior_point_beside: the
//           longest step from an exact spot that stays inside, rounded to doubles, then to sums of up to four, each
//           tried exactly.
// Proves:   that the point returned is inside both.
#include <clearance/convex/any_length.h>
#include <clearance/mesh/point.h>
#include <clearance/solid/contact_parts.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace clearance::detail {
namespace {

struct WorldTriangle {
  Vec3 v[3];
  Vec3 normal;  // outward as far as the mesh is turned one way, of unit length, up to rounding
};

WorldTriangle world_triangle(const Mesh& mesh, const Pose& pose, std::uint32_t t) {
  const MeshTriangle& of = mesh.triangle(t);
  WorldTriangle world{
      {apply(pose, mesh.vertex(of[0])), apply(pose, mesh.vertex(of[1])), apply(pose, mesh.vertex(of[2]))}, {}};
  world.normal = mesh.outer_side() * normal_of(world.v[0], world.v[1], world.v[2]);
  return world;
}

// Where along `line` the triangle t begins and ends, in the plane whose normal is given: the two points where its edges
// cross that plane.
struct Span {
  double low, high;
};
bool cut_by_plane(const WorldTriangle& t, Vec3 origin, Vec3 normal, Vec3 line, Span& span) {
  double height[3];
  for (int i = 0; i < 3; ++i) height[i] = dot(normal, t.v[i] - origin);
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  span = {kInfinity, -kInfinity};
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3;
    if ((height[i] > 0) == (height[j] > 0)) continue;
    const double part = height[i] / (height[i] - height[j]);
    const double at = dot(line, t.v[i] + part * (t.v[j] - t.v[i]) - origin);
    span = {std::min(span.low, at), std::max(span.high, at)};
  }
  return span.low <= span.high;
}

bool is_inside_both(const Mesh& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b, Vec3 p) {
  const RoughPoint in_a = to_local(pose_a, p);
  if (!surely_inside(a, in_a.value, in_a.error)) return false;
  const RoughPoint in_b = to_local(pose_b, p);
  return surely_inside(b, in_b.value, in_b.error);
}

// x as a sum of doubles, largest first, up to a remainder; the first is rounded toward zero, and so are the others.
void split(Dyadic numerator, const Dyadic& denominator, int count, double* terms) {
  for (int k = 0; k < count; ++k) {
    std::int64_t exponent_n = 0, exponent_d = 0;
    const double f = numerator.fraction(exponent_n) / denominator.fraction(exponent_d);
    const std::int64_t exponent = std::clamp<std::int64_t>(exponent_n - exponent_d, -3000, 1000);
    terms[k] = std::ldexp(f, static_cast<int>(exponent));
    numerator = numerator - denominator * Dyadic(terms[k]);
  }
}

Dyadic sum_of(const double* terms, int count) {
  Dyadic sum;
  for (int k = 0; k < count; ++k) sum = sum + Dyadic(terms[k]);
  return sum;
}

bool is_inside_both(const PosedSolids& solids, const ExactPoint& p) {
  const DyadicVec x{sum_of(p.x, p.count), sum_of(p.y, p.count), sum_of(p.z, p.count)};
  return locate(solids.mesh(Body::A), solids.pose(Body::A), x, 1.0) == PointLocation::Inside &&
         locate(solids.mesh(Body::B), solids.pose(Body::B), x, 1.0) == PointLocation::Inside;
}

}  // namespace

std::optional<Vec3> interior_point_near(const Mesh& a, const Pose& pose_a, std::uint32_t triangle_a, const Mesh& b,
                                        const Pose& pose_b, std::uint32_t triangle_b) {
  const WorldTriangle ta = world_triangle(a, pose_a, triangle_a), tb = world_triangle(b, pose_b, triangle_b);
  const Vec3 line = cross(ta.normal, tb.normal);
  const double sine = norm(line);
  if (!(sine > 1e-9)) return std::nullopt;
  const Vec3 along = (1 / sine) * line;
  // A point of both planes, near the first triangle.
  Span of_a, of_b;
  const Vec3 origin = ta.v[0];
  if (!cut_by_plane(ta, tb.v[0], tb.normal, along, of_a) || !cut_by_plane(tb, ta.v[0], ta.normal, along, of_b))
    return std::nullopt;
  // Both spans were measured from a point of the other's plane: bring them to one origin.
  const double shift_a = dot(along, tb.v[0] - origin), shift_b = 0;
  const double low = std::max(of_a.low + shift_a, of_b.low + shift_b),
               high = std::min(of_a.high + shift_a, of_b.high + shift_b);
  if (!(low <= high)) return std::nullopt;
  // The point of the line that is nearest to the origin: in ta's plane, square to the line, on tb's plane.
  const Vec3 across = cross(along, ta.normal);
  const double to_plane = dot(tb.normal, tb.v[0] - origin) / dot(tb.normal, across);
  const Vec3 base = origin + to_plane * across;
  // Between the two inner sides: every d with d·n_a < 0 and d·n_b < 0 goes inward of both; this one halves their angle.
  const Vec3 inward = -(ta.normal + tb.normal);
  const double opening = norm(inward);
  if (!(opening > 1e-6)) return std::nullopt;
  const double length = high - low;
  for (const double part : {0.5, 0.25, 0.75}) {
    const Vec3 x = base + (low + part * length) * along;
    for (const double step : {0.25, 0.0625, 0x1p-8, 0x1p-14, 0x1p-24}) {
      const Vec3 p = x + (step * length / opening) * inward;
      if (is_inside_both(a, pose_a, b, pose_b, p)) return p;
    }
  }
  return std::nullopt;
}

// Inward of the middles of some triangles there.
std::optional<Vec3> interior_point_at(const Mesh& a, const Pose& pose_a, std::uint32_t vertex, const Mesh& b,
                                      const Pose& pose_b) {
  constexpr int kTriangles = 8;
  int tried = 0;
  for (std::uint32_t t = 0; t < a.triangle_count() && tried < kTriangles; ++t) {
    const MeshTriangle& corner = a.triangle(t);
    if (std::find(corner.begin(), corner.end(), vertex) == corner.end()) continue;
    ++tried;
    const WorldTriangle at = world_triangle(a, pose_a, t);
    const Vec3 one = at.v[1] - at.v[0], two = at.v[2] - at.v[0], middle = at.v[0] + (one + two) / 3;
    const double size = smaller(length_of(one), length_of(two));
    for (const double step : {0.25, 0.0625, 0x1p-8, 0x1p-14, 0x1p-24}) {
      const Vec3 p = middle - (step * size) * at.normal;
      if (is_coordinate(p) && locate(a, pose_a, p) == PointLocation::Inside &&
          locate(b, pose_b, p) == PointLocation::Inside)
        return p;
    }
  }
  return std::nullopt;
}

// In a's own frame. The places fill the box evenly, however many are tried: multiples of the powers of a root of
// x⁴ = x + 1 (Roberts), which is no number of anybody's drawing.
std::optional<Vec3> interior_point_between(const Mesh& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b) {
  const Vec3 center_b = 0.5 * b.box_low() + 0.5 * b.box_high(), half_b = 0.5 * b.box_high() - 0.5 * b.box_low();
  const auto seen_from_a = [&](Vec3 world) { return transpose_times(pose_a.rotation(), world); };
  const Vec3 center = seen_from_a(apply(pose_b, center_b) - pose_a.translation());
  const Vec3 axis[3] = {seen_from_a(pose_b.rotation() * Vec3{half_b.x, 0, 0}),
                        seen_from_a(pose_b.rotation() * Vec3{0, half_b.y, 0}),
                        seen_from_a(pose_b.rotation() * Vec3{0, 0, half_b.z})};
  double low[3], wide[3];
  for (int k = 0; k < 3; ++k) {
    const double half = std::fabs(axis[0][k]) + std::fabs(axis[1][k]) + std::fabs(axis[2][k]);
    low[k] = std::max(a.box_low()[k], center[k] - half);
    wide[k] = std::min(a.box_high()[k], center[k] + half) - low[k];
    if (!(wide[k] > 0x1p-30 * a.size())) return std::nullopt;
  }
  constexpr int kPlaces = 16;
  constexpr double kStep[3] = {0.8191725133961645, 0.6710436067037893, 0.5497004779019703};
  double part[3] = {0.5, 0.5, 0.5};
  for (int place = 0; place < kPlaces; ++place) {
    for (int k = 0; k < 3; ++k) part[k] += kStep[k] - (part[k] + kStep[k] >= 1 ? 1 : 0);
    const Vec3 p = apply(pose_a, {low[0] + part[0] * wide[0], low[1] + part[1] * wide[1], low[2] + part[2] * wide[2]});
    if (is_inside_both(a, pose_a, b, pose_b, p)) return p;
  }
  return std::nullopt;
}

// All points beside the spot that are near enough are inside both: the steps are shortened fast until one is, then the
// longest of these is found by halving, since rounding spoils short steps first.
std::optional<ExactPoint> interior_point_beside(const TriangleFrame& frame, const Spot& spot, Vec3 direction) {
  const PosedSolids& solids = frame.solids();
  const Dyadic denominator = solids.scale() * spot.weight;
  const DyadicVec origin = spot.numerator + spot.weight * frame.anchor_exact();
  const double size = std::max(norm_max(frame.corner(1).approx.value), norm_max(frame.corner(2).approx.value));
  const Vec3 unit = (1 / norm_max(direction)) * direction;
  const auto at = [&](int halvings) {
    Dyadic length = size;
    for (int left = halvings; left > 0; left -= 1000) length = length * Dyadic(std::ldexp(1.0, -std::min(left, 1000)));
    return origin + denominator * (length * exact(unit));
  };
  const auto rounded = [&](int halvings, int terms) {
    const DyadicVec x = at(halvings);
    ExactPoint point;
    point.count = terms;
    split(x.x, denominator, terms, point.x);
    split(x.y, denominator, terms, point.y);
    split(x.z, denominator, terms, point.z);
    return point;
  };
  // A point of four doubles is a short number, the exact one is as long as all that the spot was made of: signs cost a
  // tenth. What rounding does to steps no shorter than this does not matter to the search.
  constexpr int kRoundable = 128;
  const auto is_inside = [&](int halvings) {
    if (halvings <= kRoundable) return is_inside_both(solids, rounded(halvings, ExactPoint::kTerms));
    const DyadicVec x = at(halvings);
    return locate(solids.mesh(Body::A), solids.pose(Body::A), x, denominator) == PointLocation::Inside &&
           locate(solids.mesh(Body::B), solids.pose(Body::B), x, denominator) == PointLocation::Inside;
  };
  constexpr int kMost = 1 << 13;  // doubles reach from 2⁻¹⁰⁷⁴ to 2¹⁰²⁴
  int outside = 1, inside = 2;
  for (; inside < kMost && !is_inside(inside); inside *= 2) outside = inside;
  if (inside >= kMost) return std::nullopt;
  while (inside - outside > 1) {
    const int middle = (inside + outside) / 2;
    (is_inside(middle) ? inside : outside) = middle;
  }
  constexpr int kSteps = 4;
  for (int terms = 1; terms <= ExactPoint::kTerms; ++terms)
    for (int halvings = inside; halvings < inside + kSteps; ++halvings)
      if (const ExactPoint point = rounded(halvings, terms); is_inside_both(solids, point)) return point;
  return std::nullopt;
}

}  // namespace clearance::detail
