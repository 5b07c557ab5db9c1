// Question: where are the corners of other triangles, seen from one triangle; exactly, and in doubles?
// Method:   differences of exact posed points, rounded once; signs by approx.h first. Within the plane the coordinate
//           is dropped in which the normal is largest, so that points of the plane are homogeneous points of two
//           coordinates.
#include <clearance/solid/contact_parts.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace clearance::detail {
namespace {

// n / d to a relative error below 2⁻⁵¹ (two truncations to 53 bits and a division) plus a denormal's rounding.
double ratio(const Dyadic& n, const Dyadic& d) {
  std::int64_t exponent_n = 0, exponent_d = 0;
  const double fraction = n.fraction(exponent_n) / d.fraction(exponent_d);
  const std::int64_t exponent = std::clamp<std::int64_t>(exponent_n - exponent_d, -3000, 3000);
  return std::ldexp(fraction, static_cast<int>(exponent));
}

// The same for n / (d e): below 2⁻⁵⁰.
double ratio(const Dyadic& n, const Dyadic& d, const Dyadic& e) {
  std::int64_t exponent_n = 0, exponent_d = 0, exponent_e = 0;
  const double fraction = n.fraction(exponent_n) / (d.fraction(exponent_d) * e.fraction(exponent_e));
  const std::int64_t exponent = std::clamp<std::int64_t>(exponent_n - exponent_d - exponent_e, -3000, 3000);
  return std::ldexp(fraction, static_cast<int>(exponent));
}

ApproxVec rounded(Vec3 v) { return {v, 0x1p-50 * norm_max(v) + kUnderflow}; }

const Dyadic& component(const DyadicVec& v, int i) { return i == 0 ? v.x : i == 1 ? v.y : v.z; }
Dyadic& component(DyadicVec& v, int i) { return i == 0 ? v.x : i == 1 ? v.y : v.z; }

int exact_turn(const ExactPlanePoint& p, const ExactPlanePoint& q, const ExactPlanePoint& r) {
  return (p.u * (q.v * r.w - q.w * r.v) - p.v * (q.u * r.w - q.w * r.u) + p.w * (q.u * r.v - q.v * r.u)).sign();
}

// With M the largest of the six coordinates: a coordinate is off by 2⁻⁵⁰M, a difference (at most 2M) by 2⁻⁴⁸M with its
// own rounding, a product by 2⁻⁴⁶M² with its own, the determinant by 2⁻⁴⁴M² with its own.
int turn_filter(const ExactPlanePoint& p, const ExactPlanePoint& q, const ExactPlanePoint& r) {
  const double M =
      std::max({std::fabs(p.x), std::fabs(p.y), std::fabs(q.x), std::fabs(q.y), std::fabs(r.x), std::fabs(r.y)});
  const double det = (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x);
  return proved_sign({det, 0x1p-43 * (M * M) + kUnderflow * (1 + M)});
}

}  // namespace

RoughPoint turned_back(const Pose& pose, Vec3 z, double error) {
  const Mat3& R = pose.rotation();
  Vec3 x = transpose_times(R, z);
  // Rounding as in posed.h; R⁻¹ turns, so it makes an error longer by √3 at most.
  if (pose.kind() == Pose::Kind::Quaternion)
    return {x, (kDifferenceError * norm_one(z) + 2 * error) * kSlack + kUnderflow};
  // |RᵀR − I| ≤ 1e-4 an entry: every step leaves less than 1/1000 of the error. What is left is bounded by the
  // residual; R⁻¹ is longer than 1 by less than 2e-4, and √3·1.001 < 2.
  for (int step = 0; step < 4; ++step) x = x + transpose_times(R, z - R * x);
  const double residual = norm_max(z - R * x) + kDifferenceError * (norm_one(z) + norm_one(x));
  return {x, 2 * (residual + error) * kSlack + kUnderflow};
}

RoughPoint to_local(const Pose& pose, Vec3 world_point) {
  const Vec3 z = world_point - pose.translation();
  return turned_back(pose, z, kUnit * norm_max(z));
}

RoughPoint to_local(const Pose& pose, Vec3 vertex, const Pose& vertex_pose) {
  const Vec3 t = vertex_pose.translation() - pose.translation();
  return turned_back(pose, vertex_pose.rotation() * vertex + t,
                     kDifferenceError * (norm_one(vertex) + norm_max(t)) + kUnderflow);
}

const DyadicVec& PosedSolids::point(Body body, std::uint32_t vertex) {
  auto& points = points_[static_cast<int>(body)];
  const auto found = points.find(vertex);
  if (found != points.end()) return found->second;
  const Vec3 v = mesh(body).vertex(vertex);
  return points.emplace(vertex, body == Body::A ? pair_.point_a(v) : pair_.point_b(v)).first->second;
}

TriangleFrame::TriangleFrame(PosedSolids& solids, Body body, std::uint32_t triangle)
    : solids_(solids), body_(body), triangle_(triangle), vertices_(solids.mesh(body).triangle(triangle)) {
  for (int i = 0; i < 3; ++i) corners_[i] = corner_of(body, vertices_[static_cast<std::size_t>(i)]);
  normal_ = cross(corners_[1].exact, corners_[2].exact);
  if (is_zero(normal_)) return;
  // Of a positive multiple of the normal, whose largest component is in [½, 1).
  const Vec3 n = direction_of(normal_);
  normal_approx_ = {n, 0x1p-51};
  axis_ = std::fabs(n.x) >= std::fabs(n.y) ? (std::fabs(n.x) >= std::fabs(n.z) ? 0 : 2)
                                           : (std::fabs(n.y) >= std::fabs(n.z) ? 1 : 2);
  axis_sign_ = component(normal_, axis_).sign();
}

Corner TriangleFrame::corner_of(Body body, std::uint32_t vertex) const {
  Corner corner;
  corner.exact = solids_.point(body, vertex) - anchor_exact();
  const Dyadic& S = solids_.scale();
  corner.approx = rounded({ratio(corner.exact.x, S), ratio(corner.exact.y, S), ratio(corner.exact.z, S)});
  return corner;
}

int TriangleFrame::side(const Corner& corner) const {
  const int sign = proved_sign(dot(normal_approx_, corner.approx));
  return sign != 0 ? sign : height(corner).sign();
}

int TriangleFrame::side_of_direction(Vec3 direction) const {
  return proved_sign(dot(normal_approx_, ApproxVec{direction, 0}));
}

ExactPlanePoint TriangleFrame::in_plane(Dyadic u, Dyadic v, Dyadic w) const {
  const double x = ratio(u, w, solids_.scale()), y = ratio(v, w, solids_.scale());
  return {std::move(u), std::move(v), std::move(w), x, y};
}

ExactPlanePoint TriangleFrame::in_plane(const Corner& p) const {
  return in_plane(component(p.exact, (axis_ + 1) % 3), component(p.exact, (axis_ + 2) % 3), 1.0);
}

ExactPlanePoint TriangleFrame::in_plane(double x, double y) const {
  return {solids_.scale() * Dyadic(x), solids_.scale() * Dyadic(y), 1.0, x, y};
}

ExactPlanePoint TriangleFrame::crossing(const Corner& p, const Dyadic& height_p, const Corner& q,
                                        const Dyadic& height_q) const {
  if (height_p.sign() < 0) return crossing(q, height_q, p, height_p);
  const auto coordinate = [&](int i) { return height_p * component(q.exact, i) - height_q * component(p.exact, i); };
  return in_plane(coordinate((axis_ + 1) % 3), coordinate((axis_ + 2) % 3), height_p - height_q);
}

int TriangleFrame::turn(const ExactPlanePoint& p, const ExactPlanePoint& q, const ExactPlanePoint& r) const {
  const int sign = turn_filter(p, q, r);
  return axis_sign_ * (sign != 0 ? sign : exact_turn(p, q, r));
}

// The dropped coordinate follows from n·x = 0.
Spot TriangleFrame::spot(const ExactPlanePoint& p) const {
  const int i = (axis_ + 1) % 3, j = (axis_ + 2) % 3;
  const Dyadic& n = component(normal_, axis_);
  const Dyadic positive = axis_sign_ > 0 ? n : -n;
  const Dyadic lift = component(normal_, i) * p.u + component(normal_, j) * p.v;
  Spot spot;
  component(spot.numerator, i) = positive * p.u;
  component(spot.numerator, j) = positive * p.v;
  component(spot.numerator, axis_) = axis_sign_ > 0 ? -lift : lift;
  spot.weight = positive * p.w;
  const auto value = [&](const Dyadic& n_i) { return ratio(n_i, spot.weight, solids_.scale()); };
  spot.approx = rounded({value(spot.numerator.x), value(spot.numerator.y), value(spot.numerator.z)});
  return spot;
}

Spot TriangleFrame::center() const {
  Spot spot{corners_[1].exact + corners_[2].exact, 3.0, {}};
  const auto value = [&](const Dyadic& n_i) { return ratio(n_i, spot.weight, solids_.scale()); };
  spot.approx = rounded({value(spot.numerator.x), value(spot.numerator.y), value(spot.numerator.z)});
  return spot;
}

int side_of(const Corner& a, const Corner& b, const Corner& c, const Corner& x) {
  ApproxVec from_a[3] = {b.approx - a.approx, c.approx - a.approx, x.approx - a.approx};
  bring_near_one(from_a);
  const int sign = proved_sign(dot(cross(from_a[0], from_a[1]), from_a[2]));
  if (sign != 0) return sign;
  return dot(cross(b.exact - a.exact, c.exact - a.exact), x.exact - a.exact).sign();
}

}  // namespace clearance::detail
