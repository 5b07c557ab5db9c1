// Question: what is a leaf of the index: a face, an edge, the inside or the outside?
// Method:   one point of it tells, since it is all of one kind: x₀ + td (builder.h), t a power of two so small that no
//           plane on the path is passed; that is guessed in doubles and checked exactly.
// Notation: as in builder.h.
#include <clearance/brep/index/builder.h>
#include <clearance/mesh/point.h>

#include <algorithm>
#include <cmath>

namespace clearance::detail {
namespace {

// 2^exponent, however large.
Dyadic power_of_two(std::int64_t exponent) {
  Dyadic power = 1.0;
  while (exponent != 0) {
    const auto step = std::clamp<std::int64_t>(exponent, -1000, 1000);
    power = power * std::ldexp(1.0, static_cast<int>(step));
    exponent -= step;
  }
  return power;
}

// The exponent of the largest part.
std::int64_t exponent_of(const DyadicVec& v) {
  std::int64_t largest = std::numeric_limits<std::int64_t>::min();
  for (const Dyadic* part : {&v.x, &v.y, &v.z}) {
    std::int64_t exponent = 0;
    if (part->fraction(exponent) != 0) largest = std::max(largest, exponent);
  }
  return largest;
}

const Dyadic& part(const DyadicVec& v, int axis) { return axis == 0 ? v.x : axis == 1 ? v.y : v.z; }

// The turn from a to b to x, seen along an axis.
int turn(Vec3 a, Vec3 b, const ExactPlace& x, int axis) {
  const int first = (axis + 1) % 3, second = (axis + 2) % 3;
  const Approx u = Approx{b[first], 0} - Approx{a[first], 0}, v = Approx{b[second], 0} - Approx{a[second], 0};
  const Approx p = Approx{x.rough[first], x.error} - Approx{a[first], 0},
               q = Approx{x.rough[second], x.error} - Approx{a[second], 0};
  if (const int quick = proved_sign(u * q - v * p); quick != 0) return quick;
  const auto difference = [&](int k) { return Dyadic(b[k]) - Dyadic(a[k]); };
  const auto seen = [&](int k) { return part(x.numerator, k) - Dyadic(a[k]) * x.denominator; };
  return compare(difference(first) * seen(second), difference(second) * seen(first));
}

int largest_axis(Vec3 v) {
  const double x = std::fabs(v.x), y = std::fabs(v.y), z = std::fabs(v.z);
  return x >= y && x >= z ? 0 : y >= z ? 1 : 2;
}

// Order of two points along a direction.
int order(const ExactPlace& a, const ExactPlace& b, const DyadicVec& direction) {
  const ApproxVec d{direction_of(direction), 2 * kUnit};
  if (const int quick = proved_sign(dot(d, ApproxVec{b.rough, b.error} - ApproxVec{a.rough, a.error})); quick != 0)
    return quick;
  return compare(dot(direction, b.numerator) * a.denominator, dot(direction, a.numerator) * b.denominator);
}

}  // namespace

ExactPlace IndexBuilder::middle(PointId a, PointId b) {
  const ExactPlace p = points_.exactly(a), q = points_.exactly(b);
  return exact_place(q.denominator * p.numerator + p.denominator * q.numerator,
                     Dyadic(2.0) * p.denominator * q.denominator);
}

// Of three corners: pieces have no three on a line, so it is none of their sides.
ExactPlace IndexBuilder::inner_point(const FacePiece& piece) {
  const ExactPlace half = middle(piece.corners[0], piece.corners[1]), p = points_.exactly(piece.corners[2]);
  return exact_place(p.denominator * half.numerator + half.denominator * p.numerator,
                     Dyadic(2.0) * half.denominator * p.denominator);
}

ExactPlace IndexBuilder::crossing(const ExactPlace& a, const ExactPlace& b, PlaneId plane) const {
  const IndexPlane& p = points_.plane(plane);
  // Heights over their denominators; a above, b below.
  const Dyadic h_a = p.height(a.numerator, a.denominator), h_b = p.height(b.numerator, b.denominator);
  return exact_place(h_a * b.numerator - h_b * a.numerator, h_a * b.denominator - h_b * a.denominator);
}

DyadicVec IndexBuilder::direction_in(PlaneId flat, PlaneId plane, int side) const {
  const DyadicVec &n = points_.plane(flat).normal, &m = points_.plane(plane).normal;
  const DyadicVec across = cross(cross(n, m), n);
  return side > 0 ? across : -across;
}

ExactPlace IndexBuilder::beside(const ExactPlace& x0, const DyadicVec& d, std::int32_t node) const {
  const std::int64_t unit = exponent_of(d);
  std::int64_t exponent = std::ilogb(first_step(x0, direction_of(d), node));
  for (std::int64_t shrink = 4;; shrink *= 2) {
    const Dyadic t = power_of_two(exponent - unit);
    ExactPlace x = exact_place(x0.numerator + (t * x0.denominator) * d, x0.denominator);
    if (is_in_region(x, node)) return x;
    exponent -= shrink;
  }
}

// Half the way to the first plane of the path, in doubles; d is about as long as 1.
double IndexBuilder::first_step(const ExactPlace& x0, Vec3 d, std::int32_t node) const {
  double step = brep_.mesh().size();
  for (auto [at, side] = parents_[static_cast<std::size_t>(node)]; at >= 0;
       std::tie(at, side) = parents_[static_cast<std::size_t>(at)]) {
    if (side == 0) continue;
    const BRepIndexNode& above = nodes_[static_cast<std::size_t>(at)];
    const double toward = -side * dot(above.normal, d), height = side * (dot(above.normal, x0.rough) - above.offset);
    if (toward > 0x1p-40) step = std::min(step, 0.5 * height / toward);
  }
  return step > 0 && std::isfinite(step) ? step : std::max(0x1p-40 * brep_.mesh().size(), 0x1p-1000);
}

bool IndexBuilder::is_in_region(const ExactPlace& x, std::int32_t node) const {
  for (auto [at, side] = parents_[static_cast<std::size_t>(node)]; at >= 0;
       std::tie(at, side) = parents_[static_cast<std::size_t>(at)])
    if (side != 0 && detail::side(points_.plane(nodes_[static_cast<std::size_t>(at)].plane), x) != side) return false;
  return true;
}

Entity IndexBuilder::in_or_out(const ExactPlace& x) const {
  const PointLocation location = locate(brep_.mesh(), Pose(), x.numerator, x.denominator);
  return {location == PointLocation::Inside ? EntityKind::Inside : EntityKind::Outside};
}

Entity IndexBuilder::covered_or_not(const std::vector<std::uint32_t>& cover, const ExactPlace& x, PlaneId flat) const {
  const int axis = largest_axis(points_.plane(flat).rough_normal);
  for (const std::uint32_t t : cover) {
    bool is_left = false, is_right = false;
    for (std::size_t i = 0; i < 3; ++i) {
      const int side =
          turn(points_.rough(triangle_sites_[t][i]), points_.rough(triangle_sites_[t][(i + 1) % 3]), x, axis);
      is_left = is_left || side > 0, is_right = is_right || side < 0;
    }
    if (!is_left || !is_right) return {EntityKind::Face, triangle_face_[t]};
  }
  return in_or_out(x);
}

// Ends count: within a leaf they are only where pieces of one face join.
std::optional<Entity> IndexBuilder::on_one_of(const std::vector<SegmentPiece>& along, const ExactPlace& x,
                                              const DyadicVec& direction) {
  for (const SegmentPiece& segment : along)
    if (order(points_.exactly(segment.from), x, direction) * order(points_.exactly(segment.to), x, direction) <= 0)
      return segment.owner;
  return std::nullopt;
}

}  // namespace clearance::detail
