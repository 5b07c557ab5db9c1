#include <clearance/build/decompose/exact.h>

#include <cmath>
#include <limits>
#include <utility>

namespace clearance::detail {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

CutPlane plane_of(DyadicVec normal, Vec3 base) {
  CutPlane plane;
  plane.offset = dot(normal, exact(base));
  plane.base = base;
  // Components are cut off after 53 bits, the largest being below 1.
  plane.rough = {direction_of(normal), 0x1p-52};
  plane.along_axes = (normal.x.sign() != 0) + (normal.y.sign() != 0) + (normal.z.sign() != 0) == 1;
  plane.normal = std::move(normal);
  return plane;
}

ExactPosition with_positive_denominator(DyadicVec numerator, Dyadic denominator) {
  if (denominator.sign() > 0) return {std::move(numerator), std::move(denominator)};
  return {-numerator, -denominator};
}

// numerator / denominator in doubles: each fraction is off by 2⁻⁵² of itself, their quotient by less than 2⁻⁵⁰, or by
// less than the smallest double where it underflows.
double quotient(const Dyadic& numerator, const Dyadic& denominator) {
  std::int64_t above = 0, below = 0;
  const double top = numerator.fraction(above), bottom = denominator.fraction(below);
  const std::int64_t exponent = above - below;
  constexpr std::int64_t kMost = 4000;  // beyond every double
  return std::ldexp(top / bottom, static_cast<int>(exponent > kMost ? kMost : exponent < -kMost ? -kMost : exponent));
}

// Sign of numerator/denominator − value.
int compare_to(const Dyadic& numerator, const Dyadic& denominator, double value) {
  return compare(numerator, Dyadic(value) * denominator);
}

struct Neighbours {
  double low, high;  // equal where the number is a double
};

// The quotient is within a few units of the last place.
Neighbours neighbours(const Dyadic& numerator, const Dyadic& denominator) {
  double low = quotient(numerator, denominator);
  while (compare_to(numerator, denominator, low) < 0) low = std::nextafter(low, -kInfinity);
  for (double up = std::nextafter(low, kInfinity); compare_to(numerator, denominator, up) >= 0;
       up = std::nextafter(low, kInfinity))
    low = up;
  return {low, compare_to(numerator, denominator, low) == 0 ? low : std::nextafter(low, kInfinity)};
}

}  // namespace

CutPlane plane_through(Vec3 a, Vec3 b, Vec3 c) { return plane_of(cross(exact(b) - exact(a), exact(c) - exact(a)), a); }

CutPlane plane_across(int axis, double at) {
  const Vec3 normal{axis == 0 ? 1.0 : 0.0, axis == 1 ? 1.0 : 0.0, axis == 2 ? 1.0 : 0.0};
  return plane_of(exact(normal), at * normal);
}

ExactPosition meeting_of(const CutPlane& p, const CutPlane& q, const CutPlane& r) {
  const DyadicVec qr = cross(q.normal, r.normal), rp = cross(r.normal, p.normal), pq = cross(p.normal, q.normal);
  return with_positive_denominator(p.offset * qr + q.offset * rp + r.offset * pq, dot(p.normal, qr));
}

ExactPosition meeting_of(Vec3 from, Vec3 to, const CutPlane& plane) {
  const DyadicVec along = exact(to) - exact(from);
  const Dyadic denominator = dot(plane.normal, along);
  const Dyadic way = plane.offset - dot(plane.normal, exact(from));
  return with_positive_denominator(denominator * exact(from) + way * along, denominator);
}

int side_of(const CutPlane& plane, const ExactPosition& position) {
  return compare(dot(plane.normal, position.numerator), plane.offset * position.denominator);
}

int side_of(const CutPlane& plane, Vec3 point) { return compare(dot(plane.normal, exact(point)), plane.offset); }

std::uint32_t CutArena::add(CutPlane plane) {
  planes_.push_back(std::move(plane));
  return static_cast<std::uint32_t>(planes_.size() - 1);
}

std::uint32_t CutArena::add(Vec3 vertex) {
  vertices_.push_back({vertex, 0, -1});
  known_.push_back(0);
  side_.push_back(0);
  return static_cast<std::uint32_t>(vertices_.size() - 1);
}

std::uint32_t CutArena::add(ExactPosition position) {
  const DyadicVec& n = position.numerator;
  const Dyadic& d = position.denominator;
  const Neighbours x = neighbours(n.x, d), y = neighbours(n.y, d), z = neighbours(n.z, d);
  const std::uint32_t v = add(Vec3{x.low, y.low, z.low});
  if (x.low == x.high && y.low == y.high && z.low == z.high) return v;
  vertices_[v].error = larger(x.high - x.low, larger(y.high - y.low, z.high - z.low));
  vertices_[v].exact = static_cast<std::int32_t>(positions_.size());
  positions_.push_back(std::move(position));
  return v;
}

ExactPosition CutArena::position(std::uint32_t v) const {
  const CutVertex& vertex = vertices_[v];
  if (vertex.exact < 0) return {exact(vertex.rough), 1.0};
  return positions_[static_cast<std::size_t>(vertex.exact)];
}

void CutArena::look_at(std::uint32_t plane) {
  if (plane == current_plane_) return;
  current_plane_ = plane;
  ++turn_;
}

void CutArena::set_on_plane(std::uint32_t plane, std::uint32_t vertex) {
  look_at(plane);
  known_[vertex] = turn_;
  side_[vertex] = 0;
}

int CutArena::side(std::uint32_t plane, std::uint32_t vertex) {
  look_at(plane);
  if (known_[vertex] == turn_) return side_[vertex];
  const CutPlane& p = planes_[plane];
  const CutVertex& v = vertices_[vertex];
  const Vec3 apart = v.rough - p.base;
  const ApproxVec m{apart, (v.error + kUnit * norm_max(apart)) * kSlack + kUnderflow};
  int side = proved_sign(dot(p.rough, m));
  if (side == 0) side = v.exact < 0 ? side_of(p, v.rough) : side_of(p, positions_[static_cast<std::size_t>(v.exact)]);
  known_[vertex] = turn_;
  side_[vertex] = static_cast<std::int8_t>(side);
  return side;
}

void CutArena::append_corners(std::uint32_t v, std::vector<Vec3>& corners) const {
  const CutVertex& vertex = vertices_[v];
  if (vertex.exact < 0) return corners.push_back(vertex.rough);
  const ExactPosition& at = positions_[static_cast<std::size_t>(vertex.exact)];
  const Neighbours x = neighbours(at.numerator.x, at.denominator), y = neighbours(at.numerator.y, at.denominator),
                   z = neighbours(at.numerator.z, at.denominator);
  for (int k = 0; k < 8; ++k) {
    if ((k & 1 && x.low == x.high) || (k & 2 && y.low == y.high) || (k & 4 && z.low == z.high)) continue;
    corners.push_back({k & 1 ? x.high : x.low, k & 2 ? y.high : y.low, k & 4 ? z.high : z.low});
  }
}

}  // namespace clearance::detail
