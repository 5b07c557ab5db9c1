// Notation: of four points p, a, b, c: f = (p − a)·((b − a) × (c − a)), the cubic that is zero when they lie in a
// plane.
#include <clearance/motion/moving_points.h>

#include <clearance/exact/approx.h>
#include <clearance/exact/polynomial.h>
#include <clearance/exact/root.h>

#include <algorithm>
#include <optional>
#include <span>
#include <utility>
#include <vector>

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

PolynomialVec path(const MovingPoint& p) {
  const auto line = [](double from, double to) { return Polynomial({Dyadic(from), Dyadic(to) - Dyadic(from)}); };
  return {line(p.from.x, p.to.x), line(p.from.y, p.to.y), line(p.from.z, p.to.z)};
}

bool is_zero_at(const PolynomialVec& v, Root& time) {
  return time.sign_of(v.x) == 0 && time.sign_of(v.y) == 0 && time.sign_of(v.z) == 0;
}

class Polynomials {
 public:
  void add(const Polynomial& p) { all.push_back(p); }
  void add(const PolynomialVec& v) { add(v.x), add(v.y), add(v.z); }

  std::vector<Polynomial> all;
};

// Is a point on a segment, which may be a point?
class PointOnSegment {
 public:
  PointOnSegment(const PolynomialVec& p, const PolynomialVec& u, const PolynomialVec& v)
      : from_u_(p - u), along_(v - u), beside_(cross(from_u_, along_)) {
    past_u_ = dot(from_u_, along_);
    before_v_ = dot(v - p, along_);
  }

  bool holds(Root& time) const {
    if (!is_zero_at(beside_, time)) return false;
    if (is_zero_at(along_, time)) return is_zero_at(from_u_, time);
    return time.sign_of(past_u_) >= 0 && time.sign_of(before_v_) >= 0;
  }
  // All whose signs holds() may ask for.
  void list(Polynomials& out) const {
    out.add(beside_), out.add(along_), out.add(from_u_), out.add(past_u_), out.add(before_v_);
  }

 private:
  PolynomialVec from_u_, along_, beside_;
  Polynomial past_u_, before_v_;
};

class PointInTriangle {
 public:
  PointInTriangle(const MovingPoint& point, const MovingTriangle& triangle)
      : p_(path(point)),
        corners_{path(triangle.a), path(triangle.b), path(triangle.c)},
        normal_(cross(corners_[1] - corners_[0], corners_[2] - corners_[0])),
        coplanar_(dot(p_ - corners_[0], normal_)) {}

  const Polynomial& coplanar() const { return coplanar_; }

  // At a time at which all four lie in a plane.
  bool holds(Root& time) const {
    if (is_zero_at(normal_, time)) {
      for (int k = 0; k < 3; ++k)
        if (rim(k).holds(time)) return true;
      return false;
    }
    for (int k = 0; k < 3; ++k)
      if (time.sign_of(inside(k)) < 0) return false;
    return true;
  }
  void list(Polynomials& out) const {
    out.add(normal_);
    for (int k = 0; k < 3; ++k) {
      out.add(inside(k));
      rim(k).list(out);
    }
  }

 private:
  const PolynomialVec& corner(int k) const { return corners_[k % 3]; }
  Polynomial inside(int k) const { return dot(normal_, cross(corner(k + 1) - corner(k), p_ - corner(k))); }
  PointOnSegment rim(int k) const { return {p_, corner(k), corner(k + 1)}; }

  PolynomialVec p_, corners_[3], normal_;
  Polynomial coplanar_;
};

class EdgeAcrossEdge {
 public:
  EdgeAcrossEdge(const MovingEdge& a, const MovingEdge& b)
      : ends_{{path(a.a), path(a.b)}, {path(b.a), path(b.b)}},
        along_{ends_[0][1] - ends_[0][0], ends_[1][1] - ends_[1][0]},
        between_(ends_[1][0] - ends_[0][0]),
        normal_(cross(along_[0], along_[1])),
        coplanar_(dot(between_, normal_)) {}

  const Polynomial& coplanar() const { return coplanar_; }

  // a₀ + s·along₀ = b₀ + r·along₁ where s·|n|² = (between × along₁)·n and r·|n|² = (between × along₀)·n.
  bool holds(Root& time) const {
    if (is_zero_at(normal_, time)) {
      for (int edge = 0; edge < 2; ++edge)
        for (int end = 0; end < 2; ++end)
          if (end_on(edge, end).holds(time)) return true;
      return false;
    }
    const Polynomial whole = dot(normal_, normal_);
    for (int edge = 0; edge < 2; ++edge) {
      const Polynomial part = part_of(edge);
      if (time.sign_of(part) < 0 || time.sign_of(whole - part) < 0) return false;
    }
    return true;
  }
  void list(Polynomials& out) const {
    out.add(normal_);
    for (int edge = 0; edge < 2; ++edge) {
      out.add(part_of(edge)), out.add(dot(normal_, normal_) - part_of(edge));
      for (int end = 0; end < 2; ++end) end_on(edge, end).list(out);
    }
  }

 private:
  Polynomial part_of(int edge) const { return dot(cross(between_, along_[1 - edge]), normal_); }
  // An end of an edge on the other edge.
  PointOnSegment end_on(int edge, int end) const { return {ends_[edge][end], ends_[1 - edge][0], ends_[1 - edge][1]}; }

  PolynomialVec ends_[2][2], along_[2], between_, normal_;
  Polynomial coplanar_;
};

// Rising, each once.
void insert(std::vector<Root>& times, Root time) {
  std::size_t k = times.size();
  while (k > 0) {
    const int order = compare(times[k - 1], time);
    if (order == 0) return;
    if (order < 0) break;
    --k;
  }
  times.insert(times.begin() + static_cast<std::ptrdiff_t>(k), std::move(time));
}

// The times at which they share a point are a closed set, and it can begin only where the sign of a polynomial that is
// asked for changes, or at 0.
template <class Contact>
ContactTime first_time(const Contact& contact) {
  std::vector<Root> times;
  if (!contact.coplanar().is_zero()) {
    times = roots_between(contact.coplanar(), 0, 1);
  } else {
    Polynomials asked;
    contact.list(asked);
    times.emplace_back(Dyadic());
    for (const Polynomial& p : asked.all)
      if (!p.is_zero())
        for (Root& root : roots_between(p, 0, 1)) insert(times, std::move(root));
  }
  for (Root& time : times) {
    if (!contact.holds(time)) continue;
    const auto [lower, upper] = time.enclosure();
    return {upper == 0 ? MotionStatus::Already : MotionStatus::Contact, lower, upper};
  }
  return kClear;
}

}  // namespace

Result<ContactTime> first_contact(const MovingPoint& point, const MovingTriangle& triangle) {
  const MovingPoint corners[] = {triangle.a, triangle.b, triangle.c};
  if (auto fault = fault_of("point", {&point, 1})) return *fault;
  if (auto fault = fault_of("triangle", corners)) return *fault;
  if (passes_beside({&point, 1}, corners)) return kClear;
  if (stays_on_one_side(point, triangle.a, triangle.b, triangle.c)) return kClear;
  return first_time(PointInTriangle(point, triangle));
}

Result<ContactTime> first_contact(const MovingEdge& a, const MovingEdge& b) {
  const MovingPoint of_a[] = {a.a, a.b}, of_b[] = {b.a, b.b};
  if (auto fault = fault_of("a", of_a)) return *fault;
  if (auto fault = fault_of("b", of_b)) return *fault;
  if (passes_beside(of_a, of_b)) return kClear;
  if (stays_on_one_side(a.a, a.b, b.a, b.b)) return kClear;
  return first_time(EdgeAcrossEdge(a, b));
}

}  // namespace clearance
