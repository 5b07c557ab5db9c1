#include <clearance/exact/time/height_form.h>

#include <utility>

namespace clearance::detail {
namespace {

bool is_same(const Polynomial& p, const Polynomial& q) { return (p - q).is_zero(); }

PolynomialVec scaled(const PolynomialVec& v, const Polynomial& s) { return {v.x * s, v.y * s, v.z * s}; }

bool is_zero(const PolynomialVec& v) { return v.x.is_zero() && v.y.is_zero() && v.z.is_zero(); }

DyadicVec at(const PolynomialVec& v, const Dyadic& time) { return {v.x.at(time), v.y.at(time), v.z.at(time)}; }

PolynomialVec column(const PosePath& path, int k) { return {path.linear(0, k), path.linear(1, k), path.linear(2, k)}; }

// AᵀA = D²·I: all but poses that are matrices.
bool is_rigid(const PosePath& path) {
  const Polynomial square = path.denominator() * path.denominator();
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j <= i; ++j)
      if (!is_same(dot(column(path, i), column(path, j)), i == j ? square : Polynomial())) return false;
  return true;
}

}  // namespace

// Rigid: N = s·An and C = s·d·D + An·P. Else x = A⁻¹D(y − P/s), so that N = s·D·cof(A)n and C = s·d·det(A) +
// D·cof(A)n·P; det(A) > 0. P/s is where the origin of the half-space's own frame is: that of what moves, of a low
// degree, unless the half-space stands at an offset in it or turns about another point.
MovingPlane moving_plane(Vec3 normal, double offset, const PosePath& path, Turn turn) {
  const bool is_at_place =
      is_zero(scaled(path.translation(), Polynomial(path.place_scale())) - scaled(path.place(), path.denominator()));
  const Polynomial s = is_at_place ? Polynomial(path.place_scale()) : path.denominator(), d((Dyadic(offset)));
  const PolynomialVec& place = is_at_place ? path.place() : path.translation();
  const DyadicVec n = exact(normal);
  if (turn == Turn::NearlyRigid || is_rigid(path)) {
    const PolynomialVec turned = path.turned(n);
    return {scaled(turned, s), s * d * path.denominator() + dot(turned, place), s * path.denominator(),
            Polynomial(dot(n, n))};
  }
  const PolynomialVec c0 = cross(column(path, 1), column(path, 2)), c1 = cross(column(path, 2), column(path, 0)),
                      c2 = cross(column(path, 0), column(path, 1));
  const PolynomialVec turned = scaled(
      scaled(c0, Polynomial(n.x)) + scaled(c1, Polynomial(n.y)) + scaled(c2, Polynomial(n.z)), path.denominator());
  return {scaled(turned, s), s * d * dot(column(path, 0), c0) + dot(turned, place), s, dot(turned, turned)};
}

MovingPlane standing(const MovingPlane& plane, const Dyadic& time) {
  const auto constant = [&](const Polynomial& p) { return Polynomial(p.at(time)); };
  const auto& [x, y, z] = plane.normal;
  return {{constant(x), constant(y), constant(z)},
          constant(plane.offset),
          constant(plane.scale),
          constant(plane.length_square)};
}

HeightForm::HeightForm(const MovingPlane& plane, const PosePath& body)
    : along_{dot(plane.normal, column(body, 0)), dot(plane.normal, column(body, 1)),
             dot(plane.normal, column(body, 2))},
      level_(dot(plane.normal, body.translation()) - plane.offset * body.denominator()),
      scale_(plane.scale * body.denominator()),
      length_square_(plane.length_square) {}

// With q = N_a·N_a and k = −N_a·N_b > 0, b is where k·N_a·y ≥ −q·C_b.
std::optional<HeightForm> HeightForm::between(const MovingPlane& a, const MovingPlane& b) {
  if (!is_zero(cross(a.normal, b.normal))) return {};
  const Polynomial q = dot(a.normal, a.normal), k = Polynomial() - dot(a.normal, b.normal);
  HeightForm made;
  made.level_ = Polynomial() - (q * b.offset + k * a.offset);
  made.scale_ = k * a.scale;
  made.length_square_ = a.length_square;
  return made;
}

bool are_opposite(const MovingPlane& a, const MovingPlane& b, const Dyadic& time) {
  const DyadicVec n = at(a.normal, time), m = at(b.normal, time);
  return dot(n, m).sign() < 0 && clearance::is_zero(cross(n, m));
}

Polynomial HeightForm::value(Vec3 v) const {
  return along_.x * Polynomial(Dyadic(v.x)) + along_.y * Polynomial(Dyadic(v.y)) + along_.z * Polynomial(Dyadic(v.z)) +
         level_;
}

Polynomial HeightForm::beyond(const Polynomial& value, const Dyadic& distance) const {
  if (distance.sign() == 0) return value;
  const Polynomial reach = Polynomial(distance) * scale_;
  return value * value - reach * reach * length_square_;
}

int HeightForm::compare_at(const Dyadic& time, Vec3 v, const Dyadic& distance) const {
  const Dyadic here = dot(at(along_, time), exact(v)) + level_.at(time);
  if (here.sign() != distance.sign() || here.sign() == 0)
    return here.sign() > distance.sign() ? 1 : here.sign() < distance.sign() ? -1 : 0;
  const Dyadic reach = distance * scale_.at(time);
  return here.sign() * compare(here * here, reach * reach * length_square_.at(time));
}

}  // namespace clearance::detail
