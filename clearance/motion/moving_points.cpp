// Notation: f = (b − a)·((c − a) × (d − a)) of four points, the cubic that is zero when they lie in one plane.
#include <clearance/motion/moving_points.h>

#include <clearance/exact/approx.h>
#include <clearance/exact/time/contact_functions.h>

#include <limits>
#include <optional>
#include <span>

namespace clearance {
using namespace detail;
namespace {

constexpr ContactTime kClear = {MotionStatus::Clear, std::numeric_limits<double>::infinity(),
                                std::numeric_limits<double>::infinity()};

std::optional<Error> fault_of(const char* name, std::span<const MovingPoint> points) {
  for (const MovingPoint& point : points)
    for (const Vec3 v : {point.from, point.to})
      if (!is_coordinate(v)) return Error{name, is_finite(v) ? "beyond 1e300" : "not finite"};
  return {};
}

// ---- In doubles -----------------------------------------------------------------------------------------------------

// Along an axis all of one stay below all of the other if they do so at both ends: differences are linear in time.
bool passes_beside(std::span<const MovingPoint> some, std::span<const MovingPoint> others) {
  for (int k = 0; k < 3; ++k) {
    bool below = true, above = true;
    for (const MovingPoint& p : some)
      for (const MovingPoint& q : others) {
        below = below && p.from[k] < q.from[k] && p.to[k] < q.to[k];
        above = above && p.from[k] > q.from[k] && p.to[k] > q.to[k];
      }
    if (below || above) return true;
  }
  return false;
}

ApproxVec approx_difference(Vec3 a, Vec3 b) {
  const Vec3 value = b - a;
  return {value, kUnit * norm_max(value) * kSlack + kUnderflow};
}

// The coefficients of f over [0, 1] in Bernstein's basis, the middle ones three times: products of one factor at each
// end in all orders.
bool stays_on_one_side(const MovingPoint& a, const MovingPoint& b, const MovingPoint& c, const MovingPoint& d) {
  const ApproxVec u0 = approx_difference(a.from, b.from), u1 = approx_difference(a.to, b.to);
  const ApproxVec v0 = approx_difference(a.from, c.from), v1 = approx_difference(a.to, c.to);
  const ApproxVec w0 = approx_difference(a.from, d.from), w1 = approx_difference(a.to, d.to);
  const ApproxVec v0w0 = cross(v0, w0), v1w1 = cross(v1, w1);
  const int side = proved_sign(dot(u0, v0w0));
  if (side == 0 || proved_sign(dot(u1, v1w1)) != side) return false;
  const ApproxVec mixed = cross(v0, w1) + cross(v1, w0);
  return proved_sign(dot(u1, v0w0) + dot(u0, mixed)) == side && proved_sign(dot(u0, v1w1) + dot(u1, mixed)) == side;
}

// ---- Without rounding -----------------------------------------------------------------------------------------------

PathPoint path(const MovingPoint& p, const Polynomial& one) {
  const auto line = [](double from, double to) { return Polynomial({Dyadic(from), Dyadic(to) - Dyadic(from)}); };
  return {{line(p.from.x, p.to.x), line(p.from.y, p.to.y), line(p.from.z, p.to.z)}, &one};
}

ContactTime time_of(std::optional<Root> first) {
  if (!first) return kClear;
  const auto [lower, upper] = first->enclosure();
  return {upper == 0 ? MotionStatus::Already : MotionStatus::Contact, lower, upper};
}

}  // namespace

Result<ContactTime> first_contact(const MovingPoint& point, const MovingTriangle& triangle) {
  const MovingPoint corners[] = {triangle.a, triangle.b, triangle.c};
  if (auto fault = fault_of("point", {&point, 1})) return *fault;
  if (auto fault = fault_of("triangle", corners)) return *fault;
  if (passes_beside({&point, 1}, corners)) return kClear;
  if (stays_on_one_side(point, triangle.a, triangle.b, triangle.c)) return kClear;
  const Polynomial one(Dyadic(1));
  return time_of(
      first_meeting(path(point, one), {path(triangle.a, one), path(triangle.b, one), path(triangle.c, one)}, 0, 1));
}

Result<ContactTime> first_contact(const MovingEdge& a, const MovingEdge& b) {
  const MovingPoint of_a[] = {a.a, a.b}, of_b[] = {b.a, b.b};
  if (auto fault = fault_of("a", of_a)) return *fault;
  if (auto fault = fault_of("b", of_b)) return *fault;
  if (passes_beside(of_a, of_b)) return kClear;
  if (stays_on_one_side(a.a, a.b, b.a, b.b)) return kClear;
  const Polynomial one(Dyadic(1));
  return time_of(first_meeting({path(a.a, one), path(a.b, one)}, {path(b.a, one), path(b.b, one)}, 0, 1));
}

}  // namespace clearance
