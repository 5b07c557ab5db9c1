// Notation: n the plane's normal in the world, of any length |n|; c its offset; r the body's radius; v the lowest
//           vertex, p its place from the half-space's translation; N = n·p − c, so that the body's lowest point is
//           N/|n| − r above the plane. Exactly, N comes times positive denominators. u = 2⁻⁵³; ρ = reach of the core,
//           t = fl(t_b − t_a), S = ρ + |t|∞.
// Bound:    on N in doubles, evaluated as (R_bᵀn)·v + (n·t − c): 14u|n|₁ρ for the first product (posed.h), 4u|n|₁|t|∞
//           for the second, u(|n|₁|t|∞ + |c|) for their difference with c and u of everything for the sum: below
//           kDotError·|n|₁·S + 4u|c|. A normal that is off by e in each component adds e(|R_b v|₁ + |t_b − t_a|₁) ≤
//           3eS. In the ordinary range underflow adds less than 2⁻⁶⁰⁰, and nothing overflows.
#include <clearance/base/assert.h>
#include <clearance/bvh/box.h>
#include <clearance/convex/any_length.h>
#include <clearance/convex/axis_pair.h>
#include <clearance/convex/query_parts.h>
#include <clearance/convex/walk.h>
#include <clearance/exact/approx.h>
#include <clearance/math/sum.h>
#include <clearance/query/half_space.h>
#include <clearance/query/half_space_exact.h>
#include <clearance/query/half_space_plane.h>
#include <clearance/support/direction_table.h>
#include <clearance/support/support.h>

#include <cmath>
#include <optional>

namespace clearance::detail {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// ---- In doubles -----------------------------------------------------------------------------------------------------

struct Support {
  double value;
  int vertex;
};

// The farthest vertex along a direction of the body's frame: within `margin` the farthest of all.
template <int kWidth>
CLEARANCE_INLINE Support support_body(const Polytope& core, Vec3 direction, int hint, double margin) {
  const int count = core.vertex_count();
  const bool warm = hint >= 0 && hint < count;
  if (count > (warm ? kWarmScanLimit : kScanLimit)) {
    const Peak peak = climb_inline<kWidth>(core, direction, warm ? hint : table_vertex(core, direction));
    if (peak.value - peak.runner_up > margin) [[likely]]
      return {peak.value, peak.index};
  }
  const Extreme top = scan_inline<kWidth>(core, direction);
  return {top.value, top.index};
}

CLEARANCE_DISPATCH(Support, farthest, (const Polytope& core, Vec3 direction, int hint, double margin), support_body,
                   (core, direction, hint, margin))

// Of n·p, in units of S; size = |n|₁ in doubles.
template <class AnyPlane>
double error_of_dot(const AnyPlane& plane, double size) {
  if constexpr (AnyPlane::kMayBeTurned)
    return kDotError * size + 3 * plane.error;
  else
    return kDotError * size;
}

template <class AnyPlane>
CLEARANCE_INLINE Lowest find_lowest(const AnyPlane& plane, const Polytope& core, double radius, const Pose& pose,
                                    int hint) {
  const Vec3 n = plane.normal, t = pose.translation() - plane.translation;
  const double size = norm_one(n), reach = core.reach() + norm_max(t);
  const bool ordinary = size >= 1 / kOrdinary && larger(size, reach + radius) <= kOrdinary &&
                        std::fabs(plane.offset) <= kOrdinary * kOrdinary;
  const double off = error_of_dot(plane, size);
  const Support low = farthest(core, transpose_times(pose.rotation(), -n), hint, 2 * off * core.reach());
  const double bound = (off * reach + plane.offset_error) * kSlack + 0x1p-600;
  return {low.vertex, -low.value + (dot(n, t) - plane.offset), ordinary ? bound : kInfinity};
}

// N − r|n|: the product with its length is off as plane.length_error says; the difference by u of both parts.
template <class AnyPlane>
CLEARANCE_INLINE Approx height_of(const AnyPlane& plane, const Lowest& low, double radius) {
  const double reach = radius * plane.length;
  return {low.value - reach, (low.bound + plane.length_error * reach + 2 * kUnit * std::fabs(low.value)) * kSlack};
}

// N/|n| − r, from below and from above: N is off by its bound, the quotient as plane.length_error says.
template <class AnyPlane>
CLEARANCE_INLINE Bracket lift_of(const AnyPlane& plane, const Lowest& low, double radius) {
  const double q = low.value / plane.length,
               e = (low.bound / plane.length + plane.length_error * std::fabs(q)) * (1 + 0x1p-40);
  return {sum_down(sum_down(q, -e), -radius), sum_up(sum_up(q, e), -radius)};
}

// CONTRACT §4's width; the longest side of a turned body's box is at least 1/√3 of that of its own.
bool narrow_enough(const Bracket& bracket, const Rounded& b) {
  const double size = 0.57 * b.core().size() + 2 * b.radius();
  return bracket.lower > 0 && bracket.upper - bracket.lower <= 1e-9 * bracket.upper + 1e-13 * size;
}

// ---- Along an axis --------------------------------------------------------------------------------------------------

// N − r − more for a normal that is an axis of the world, and of the body: a sum of doubles, exactly.
template <int kTerms>
struct AxisHeight {
  Vec3 normal;
  ExactSum<kTerms> sum;
};

template <class AnyPlane, class... Doubles>
std::optional<AxisHeight<5 + sizeof...(Doubles)>> axis_height(const AnyPlane& plane, const HalfSpace& a,
                                                              const Pose& pose_a, const Rounded& b, const Pose& pose,
                                                              const Lowest& low, Doubles... more) {
  if (norm_one(a.normal()) != 1 || norm_max(a.normal()) != 1 || !(low.bound < kInfinity)) return std::nullopt;
  const std::optional<Vec3> turned = plane.is_exact ? a.normal() : turned_normal(a.normal(), pose_a);
  if (!turned) return std::nullopt;
  const Vec3 n = *turned;
  const int k = n.x != 0 ? 0 : n.y != 0 ? 1 : 2;
  const OwnCoordinate own = own_coordinate(b.core(), pose, k);
  if (!own.is_exact()) return std::nullopt;
  const Vec3 box_low = b.core().box_low(), box_high = b.core().box_high();
  const double up = n[k], lowest = up > 0 ? own.lowest(box_low, box_high) : own.highest(box_low, box_high);
  if (own.of(b.core().vertex(low.vertex)) != lowest) return std::nullopt;
  return AxisHeight<5 + sizeof...(Doubles)>{
      n, ExactSum<5 + sizeof...(Doubles)>({up * lowest, up * pose.translation()[k], -up * pose_a.translation()[k],
                                           -a.offset(), -b.radius(), -more...})};
}

// ---- Results --------------------------------------------------------------------------------------------------------

template <class Answer, class AnyPlane>
void conclude(Answer& result, Status status, Algorithm decided_by, const AnyPlane& plane, const Polytope& core,
              int lowest) {
  result.status = status, result.decided_by = decided_by;
  Certificate& certificate = result.certificate;
  if (status != Status::Penetrating) set_own_normal(certificate, plane);
  if (status == Status::Separated) return;
  certificate.kind = status == Status::Touching ? Certificate::Kind::Touch : Certificate::Kind::Simplex;
  certificate.simplex.count = 1;
  certificate.simplex.b[0] = core.id(lowest);
}

// One neighbour within the error is an edge along the plane, more are a face.
template <class AnyPlane>
Feature lowest_feature(const AnyPlane& plane, const Polytope& core, const Pose& pose, const Lowest& low, int vertex) {
  const Vec3 direction = transpose_times(pose.rotation(), plane.normal);
  const double off = error_of_dot(plane, norm_one(plane.normal)),
               ceiling = dot(core.vertex(vertex), direction) + 2 * off * core.reach();
  int tied = 0;
  for (const std::uint32_t w : core.neighbours(vertex))
    if (dot(core.vertex(static_cast<int>(w)), direction) <= ceiling) ++tied;
  if (!(low.bound < kInfinity)) tied = 0;
  return tied == 0 ? Feature::Vertex : tied == 1 ? Feature::Edge : Feature::Face;
}

Vec3 lowest_point(const Rounded& b, const Pose& pose, int vertex, Vec3 unit) {
  return apply(pose, b.core().vertex(vertex)) - b.radius() * unit;
}

ExactPlane exact_plane(const HalfSpace& a, const Pose& pose_a) { return posed_plane(a.normal(), a.offset(), pose_a); }

template <class AnyPlane>
CLEARANCE_INLINE Intersection intersection_with(const AnyPlane& plane, const HalfSpace& a, const Pose& pose_a,
                                                const Rounded& b, const Pose& pose_b, int& hint) {
  const Lowest low = find_lowest(plane, b.core(), b.radius(), pose_b, hint);
  hint = low.vertex;
  Intersection result;
  const int sign = proved_sign(height_of(plane, low, b.radius()));
  if (sign != 0) [[likely]] {
    conclude(result, sign > 0 ? Status::Separated : Status::Penetrating, Algorithm::Automatic, plane, b.core(),
             low.vertex);
    return result;
  }
  if (const auto height = axis_height(plane, a, pose_a, b, pose_b, low)) {
    conclude(result, status_at(height->sum.sign()), Algorithm::Contact, plane, b.core(), low.vertex);
    return result;
  }
  const ExactLowest exact_low(plane, exact_plane(a, pose_a), b, pose_b, low);
  conclude(result, exact_low.status(), Algorithm::Exact, plane, b.core(), exact_low.vertex);
  return result;
}

template <class AnyPlane>
CLEARANCE_INLINE Distance distance_from(const AnyPlane& plane, const HalfSpace& a, const Pose& pose_a, const Rounded& b,
                                        const Pose& pose_b, int& hint, double only_below) {
  const Lowest low = find_lowest(plane, b.core(), b.radius(), pose_b, hint);
  hint = low.vertex;
  Distance result;
  const auto set_bracket = [&](const Bracket& bracket, int vertex) {
    const Vec3 unit = unit_normal(plane, a, pose_a);
    result.lower = bracket.lower, result.upper = bracket.upper;
    result.point_b = lowest_point(b, pose_b, vertex, unit);
    result.point_a = result.point_b - bracket.lower * unit;
    result.feature_a = Feature::Face, result.feature_b = lowest_feature(plane, b.core(), pose_b, low, vertex);
    leave_out_beyond(result, only_below);
  };
  const int sign = proved_sign(height_of(plane, low, b.radius()));
  const Bracket lift = lift_of(plane, low, b.radius());
  if (sign < 0 || (sign > 0 && narrow_enough(lift, b))) [[likely]] {
    conclude(result, sign > 0 ? Status::Separated : Status::Penetrating, Algorithm::Automatic, plane, b.core(),
             low.vertex);
    if (sign > 0)
      set_bracket(lift, low.vertex);
    else
      set_zero(result);
    return result;
  }
  if (const auto height = axis_height(plane, a, pose_a, b, pose_b, low)) {
    conclude(result, status_at(height->sum.sign()), Algorithm::Contact, plane, b.core(), low.vertex);
    if (result.status == Status::Separated)
      set_bracket(Bracket{height->sum.down(), height->sum.up()}, low.vertex);
    else
      set_zero(result);
    return result;
  }
  const ExactLowest exact_low(plane, exact_plane(a, pose_a), b, pose_b, low);
  conclude(result, exact_low.status(), Algorithm::Exact, plane, b.core(), exact_low.vertex);
  if (result.status == Status::Separated)
    set_bracket(exact_low.distance(), exact_low.vertex);
  else
    set_zero(result);
  return result;
}

// For limits from 0 up that are finite.
template <class AnyPlane>
CLEARANCE_INLINE int compare_distance_from(const AnyPlane& plane, const HalfSpace& a, const Pose& pose_a,
                                           const Rounded& b, const Pose& pose_b, double limit) {
  const Lowest low = find_lowest(plane, b.core(), b.radius(), pose_b, -1);
  const Bracket lift = lift_of(plane, low, b.radius());
  if (low.bound < kInfinity) [[likely]] {
    if (lift.lower > limit) return 1;
    if (lift.upper < limit) return limit == 0 ? 0 : -1;  // in contact the distance is 0
  }
  if (const auto height = axis_height(plane, a, pose_a, b, pose_b, low, limit))
    return height->sum.sign() < 0 && limit == 0 ? 0 : height->sum.sign();
  const ExactLowest exact_low(plane, exact_plane(a, pose_a), b, pose_b, low);
  const int sign = exact_low.heights.compare_height(exact_low.height, exact_low.heights.radius() + Dyadic(limit));
  return sign < 0 && limit == 0 ? 0 : sign;
}

template <class AnyPlane>
CLEARANCE_INLINE Penetration penetration_into(const AnyPlane& plane, const HalfSpace& a, const Pose& pose_a,
                                              const Rounded& b, const Pose& pose_b) {
  const Lowest low = find_lowest(plane, b.core(), b.radius(), pose_b, -1);
  Penetration result;
  const auto set_way = [&](const Way& way) { result.upper = way.upper, result.translation = way.translation; };
  const auto set_depth = [&](const Bracket& depth, int vertex) {
    result.direction = unit_normal(plane, a, pose_a);
    result.lower = depth.lower;
    set_way(way_out_along(result.direction, depth.upper));
    result.point_b = lowest_point(b, pose_b, vertex, result.direction);
    result.point_a = result.point_b + depth.lower * result.direction;
  };
  const int sign = proved_sign(height_of(plane, low, b.radius()));
  const Bracket lift = lift_of(plane, low, b.radius()), depth{-lift.upper, -lift.lower};
  if (sign > 0 || (sign < 0 && narrow_enough(depth, b))) {
    conclude(result, sign > 0 ? Status::Separated : Status::Penetrating, Algorithm::Automatic, plane, b.core(),
             low.vertex);
    if (sign < 0)
      set_depth(depth, low.vertex);
    else
      set_zero(result);
    return result;
  }
  if (const auto height = axis_height(plane, a, pose_a, b, pose_b, low)) {
    conclude(result, status_at(height->sum.sign()), Algorithm::Contact, plane, b.core(), low.vertex);
    if (result.status == Status::Separated) {
      set_zero(result);
      return result;
    }
    const Bracket along =
        result.status == Status::Penetrating ? Bracket{-height->sum.up(), -height->sum.down()} : Bracket{};
    set_depth(along, low.vertex);
    result.direction = height->normal;
    set_way({along.upper * height->normal, along.upper});
    return result;
  }
  const ExactLowest exact_low(plane, exact_plane(a, pose_a), b, pose_b, low);
  conclude(result, exact_low.status(), Algorithm::Exact, plane, b.core(), exact_low.vertex);
  if (result.status == Status::Penetrating) {
    set_depth(exact_low.depth(), exact_low.vertex);
    set_way(exact_low.shortest_way(result.direction, exact_low.depth().upper, {result.translation, result.upper}));
  }
  if (result.status == Status::Touching) set_depth({}, exact_low.vertex);
  if (result.status == Status::Separated) set_zero(result);
  return result;
}

// ---- The doors ------------------------------------------------------------------------------------------------------

// Out of the way of poses that turn nothing.
template <class Ask>
[[gnu::noinline]] auto with_turned_plane(const HalfSpace& a, const Pose& pose_a, const Ask& ask) {
  return ask(turned_plane(a, pose_a));
}

// ask(plane), with the plane as what it is.
template <class Ask>
CLEARANCE_INLINE auto with_plane(const HalfSpace& a, const Pose& pose_a, const Ask& ask) {
  if (is_unturned(pose_a)) [[likely]]
    return ask(StillPlane(a, pose_a));
  return with_turned_plane(a, pose_a, ask);
}

}  // namespace

Intersection intersects(const HalfSpace& a, const Pose& pose_a, const Rounded& b, const Pose& pose_b) {
  int hint = -1;
  return with_plane(a, pose_a, [&](const auto& plane) { return intersection_with(plane, a, pose_a, b, pose_b, hint); });
}

Intersection intersects(const HalfSpace& a, const Pose& pose_a, const Rounded& b, const Pose& pose_b,
                        ConvexCache& cache) {
  cache.start_for(nullptr, b.core().identity());
  return with_plane(a, pose_a,
                    [&](const auto& plane) { return intersection_with(plane, a, pose_a, b, pose_b, cache.vertex_b); });
}

Distance distance(const HalfSpace& a, const Pose& pose_a, const Rounded& b, const Pose& pose_b,
                  const DistanceOptions& options) {
  int hint = -1;
  return with_plane(a, pose_a, [&](const auto& plane) {
    return distance_from(plane, a, pose_a, b, pose_b, hint, options.only_below);
  });
}

Distance distance(const HalfSpace& a, const Pose& pose_a, const Rounded& b, const Pose& pose_b, ConvexCache& cache,
                  const DistanceOptions& options) {
  cache.start_for(nullptr, b.core().identity());
  return with_plane(a, pose_a, [&](const auto& plane) {
    return distance_from(plane, a, pose_a, b, pose_b, cache.vertex_b, options.only_below);
  });
}

int compare_distance(const HalfSpace& a, const Pose& pose_a, const Rounded& b, const Pose& pose_b, double limit) {
  if (!(limit >= 0)) [[unlikely]] {
    CLEARANCE_ASSERT(!std::isnan(limit));
    return 1;
  }
  if (limit == kInfinity) return -1;
  return with_plane(a, pose_a,
                    [&](const auto& plane) { return compare_distance_from(plane, a, pose_a, b, pose_b, limit); });
}

Penetration penetration(const HalfSpace& a, const Pose& pose_a, const Rounded& b, const Pose& pose_b) {
  return with_plane(a, pose_a, [&](const auto& plane) { return penetration_into(plane, a, pose_a, b, pose_b); });
}

}  // namespace clearance::detail
