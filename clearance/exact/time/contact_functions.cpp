#include <clearance/exact/time/contact_functions.h>

#include <clearance/exact/time/contact_functions_search.h>

#include <utility>
#include <vector>

namespace clearance::detail {
namespace {

PolynomialVec times(const Polynomial& factor, const PolynomialVec& v) {
  return {factor * v.x, factor * v.y, factor * v.z};
}

// The vector from p to q, times a positive polynomial: all tests here are of signs that this leaves alone.
PolynomialVec from_to(const PathPoint& p, const PathPoint& q) {
  return p.w == q.w ? q.x - p.x : times(*p.w, q.x) - times(*q.w, p.x);
}

// Is a point on a segment, which may be a point?
class PointOnSegment {
 public:
  PointOnSegment(const PathPoint& p, const PathPoint& u, const PathPoint& v)
      : from_u_(from_to(u, p)), along_(from_to(u, v)), beside_(cross(from_u_, along_)) {
    past_u_ = dot(from_u_, along_);
    before_v_ = dot(from_to(p, v), along_);
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
  PointInTriangle(const PathPoint& point, const PathPoint (&triangle)[3])
      : p_(point),
        corners_(triangle),
        normal_(cross(from_to(triangle[0], triangle[1]), from_to(triangle[0], triangle[2]))),
        coplanar_(dot(from_to(triangle[0], point), normal_)) {}

  const Polynomial& function() const { return coplanar_; }

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
  const PathPoint& corner(int k) const { return corners_[k % 3]; }
  Polynomial inside(int k) const {
    return dot(normal_, cross(from_to(corner(k), corner(k + 1)), from_to(corner(k), p_)));
  }
  PointOnSegment rim(int k) const { return {p_, corner(k), corner(k + 1)}; }

  const PathPoint& p_;
  const PathPoint (&corners_)[3];
  PolynomialVec normal_;
  Polynomial coplanar_;
};

class EdgeAcrossEdge {
 public:
  EdgeAcrossEdge(const PathPoint (&a)[2], const PathPoint (&b)[2])
      : ends_{a, b},
        along_{from_to(a[0], a[1]), from_to(b[0], b[1])},
        normal_(cross(along_[0], along_[1])),
        coplanar_(dot(from_to(a[0], b[0]), normal_)) {}

  const Polynomial& function() const { return coplanar_; }

  // The ends of each are on different sides of the other's line, or on it.
  bool holds(Root& time) const {
    if (is_zero_at(normal_, time)) {
      for (int edge = 0; edge < 2; ++edge)
        for (int end = 0; end < 2; ++end)
          if (end_on(edge, end).holds(time)) return true;
      return false;
    }
    for (int edge = 0; edge < 2; ++edge)
      if (time.sign_of(side_of(edge, 0)) * time.sign_of(side_of(edge, 1)) > 0) return false;
    return true;
  }
  void list(Polynomials& out) const {
    out.add(normal_);
    for (int edge = 0; edge < 2; ++edge)
      for (int end = 0; end < 2; ++end) {
        out.add(side_of(edge, end));
        end_on(edge, end).list(out);
      }
  }

 private:
  // On which side of the other edge an end of an edge is, as seen along the normal.
  Polynomial side_of(int edge, int end) const {
    return dot(cross(along_[1 - edge], from_to(ends_[1 - edge][0], ends_[edge][end])), normal_);
  }
  PointOnSegment end_on(int edge, int end) const { return {ends_[edge][end], ends_[1 - edge][0], ends_[1 - edge][1]}; }

  const PathPoint* ends_[2];
  PolynomialVec along_[2], normal_;
  Polynomial coplanar_;
};

template <class Contact>
std::optional<Root> first_time(const Contact& contact, const Dyadic& low, const Dyadic& high) {
  std::vector<Root> times = contact.function().is_zero() ? changes_that_hold(contact, low, high, true)
                                                         : roots_that_hold(contact, low, high, true);
  if (times.empty()) return {};
  return std::move(times.front());
}

}  // namespace

std::optional<Root> first_meeting(const PathPoint& point, const PathPoint (&triangle)[3], const Dyadic& low,
                                  const Dyadic& high) {
  return first_time(PointInTriangle(point, triangle), low, high);
}

std::optional<Root> first_meeting(const PathPoint (&a)[2], const PathPoint (&b)[2], const Dyadic& low,
                                  const Dyadic& high) {
  return first_time(EdgeAcrossEdge(a, b), low, high);
}

Polynomial contact_function(const PathPoint& point, const PathPoint (&triangle)[3]) {
  return PointInTriangle(point, triangle).function();
}

Polynomial contact_function(const PathPoint (&a)[2], const PathPoint (&b)[2]) {
  return EdgeAcrossEdge(a, b).function();
}

bool meet_at(Root& time, const PathPoint& point, const PathPoint (&triangle)[3]) {
  return PointInTriangle(point, triangle).holds(time);
}

bool meet_at(Root& time, const PathPoint (&a)[2], const PathPoint (&b)[2]) { return EdgeAcrossEdge(a, b).holds(time); }

}  // namespace clearance::detail
