// Question: where do two solids lie to the plane of one of their triangles?
// Method:   heights of their vertices in doubles with error bounds, exact signs in integers where these cannot tell.
// Proves:   every sign, as long as the integers hold: look at holds() of the coordinates before believing one.
// Notation: T the triangle; its normal points to its positive side.
#pragma once

#include <clearance/exact/approx.h>
#include <clearance/exact/integer_pair.h>
#include <clearance/solid/contact_parts.h>
#include <clearance/solid/mesh_pair.h>

#include <algorithm>
#include <vector>

namespace clearance::detail {

inline const Mesh& mesh_of(const MeshPair& pair, Body body) { return body == Body::A ? pair.a() : pair.b(); }

// A vertex in the common frame.
inline ApproxVec near_vertex(const MeshPair& pair, Body body, Vec3 v) {
  return {body == Body::A ? pair.point_a(v) : pair.point_b(v), pair.error()};
}

template <class Coordinates>
class FlushPlane {
 public:
  FlushPlane(const MeshPair& pair, Coordinates& coordinates, Body body, std::uint32_t triangle)
      : pair_(pair), in_(coordinates), body_(body), triangle_(triangle) {
    const MeshTriangle& t = mesh_of(pair, body).triangle(triangle);
    for (std::size_t i = 0; i < 3; ++i) corner_[i] = mesh_of(pair, body).vertex(t[i]);
    for (std::size_t i = 0; i < 3; ++i) near_[i] = near_vertex(pair, body, corner_[i]);
    near_normal_ = cross(near_[1] - near_[0], near_[2] - near_[0]);
  }

  Body body() const { return body_; }
  std::uint32_t triangle() const { return triangle_; }
  const ApproxVec& near(int i) const { return near_[i]; }
  const ApproxVec& near_normal() const { return near_normal_; }
  bool has_area() { return !normal().is_zero(); }

  // Proved in doubles, or 0.
  int rough_side(const ApproxVec& point) const { return proved_sign(dot(near_normal_, point - near_[0])); }
  int side(Body of, Vec3 v) {
    const int sign = rough_side(near_vertex(pair_, of, v));
    return sign != 0 ? sign : exact_side(of, v);
  }

  // All of that solid on the side named by its sign, or in the plane; T has area.
  bool has_on_side(Body of, int side_of) {
    return seems_on_side(of, side_of) &&
           std::all_of(open_.begin(), open_.end(), [&](Vec3 v) { return side_of * exact_side(of, v) >= 0; });
  }
  // The same as far as doubles tell: no vertex is certainly on the other side.
  bool seems_on_side(Body of, int side_of) {
    open_.clear();
    for (const Vec3 v : mesh_of(pair_, of).vertices()) {
      const int sign = side_of * rough_side(near_vertex(pair_, of, v));
      if (sign < 0) return false;
      if (sign == 0) open_.push_back(v);
    }
    return true;
  }
  // After has_on_side(): not even in the plane.
  bool has_beyond(Body of, int side_of) {
    return std::all_of(open_.begin(), open_.end(), [&](Vec3 v) { return side_of * exact_side(of, v) > 0; });
  }

 private:
  static constexpr int kLimbs = Coordinates::kDifference;

  int exact_side(Body of, Vec3 v) {
    const IntegerVec<2 * kLimbs>& n = normal();
    return dot(n, place(of, v) - origin_).sign();
  }
  IntegerVec<kLimbs> place(Body of, Vec3 v) { return of == Body::A ? in_.point_a(v) : in_.point_b(v); }
  const IntegerVec<2 * kLimbs>& normal() {
    if (!has_normal_) {
      has_normal_ = true;
      origin_ = place(body_, corner_[0]);
      normal_ = cross(place(body_, corner_[1]) - origin_, place(body_, corner_[2]) - origin_);
    }
    return normal_;
  }

  const MeshPair& pair_;
  Coordinates& in_;
  const Body body_;
  const std::uint32_t triangle_;
  Vec3 corner_[3];
  ApproxVec near_[3], near_normal_;
  bool has_normal_ = false;
  IntegerVec<kLimbs> origin_;
  IntegerVec<2 * kLimbs> normal_;
  std::vector<Vec3> open_;  // vertices that doubles cannot tell
};

}  // namespace clearance::detail
