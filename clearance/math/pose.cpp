#include <clearance/math/pose.h>

#include <cmath>
#include <cstdio>

namespace clearance {
namespace {

Error bad_translation(Vec3 t) { return {"t", is_finite(t) ? "coordinate beyond 1e300" : "not finite"}; }

// The same rotation with the largest component in [½, 1): scaling by a power of two is exact and changes nothing; it
// keeps squares and products away from over- and underflow.
Quat scaled(Quat q) {
  const double largest =
      std::fmax(std::fmax(std::fabs(q.w), std::fabs(q.x)), std::fmax(std::fabs(q.y), std::fabs(q.z)));
  int exponent = 0;
  std::frexp(largest, &exponent);
  return {std::ldexp(q.w, -exponent), std::ldexp(q.x, -exponent), std::ldexp(q.y, -exponent),
          std::ldexp(q.z, -exponent)};
}

Quat unit(Quat q) {
  q = scaled(q);
  const double length = std::sqrt((q.w * q.w + q.x * q.x) + (q.y * q.y + q.z * q.z));
  return {q.w / length, q.x / length, q.y / length, q.z / length};
}

Quat product(Quat p, Quat q) {
  p = scaled(p), q = scaled(q);
  return {p.w * q.w - p.x * q.x - p.y * q.y - p.z * q.z, p.w * q.x + p.x * q.w + p.y * q.z - p.z * q.y,
          p.w * q.y - p.x * q.z + p.y * q.w + p.z * q.x, p.w * q.z + p.x * q.y - p.y * q.x + p.z * q.w};
}

Mat3 product(const Mat3& m, const Mat3& n) {
  return {{transpose_times(n, m.row[0]), transpose_times(n, m.row[1]), transpose_times(n, m.row[2])}};
}

// By cofactors: a matrix pose may be a little off a rotation, and its transpose then is not its inverse.
Mat3 inverse(const Mat3& m) {
  const double d = determinant(m);
  return transpose({{cross(m.row[1], m.row[2]) / d, cross(m.row[2], m.row[0]) / d, cross(m.row[0], m.row[1]) / d}});
}

bool is_identity(const Pose& pose) {
  const Quat q = pose.quaternion();
  return pose.kind() == Pose::Kind::Quaternion && pose.translation() == Vec3{} && q.x == 0 && q.y == 0 && q.z == 0;
}

// Of a q whose products are ordinary numbers.
Mat3 rotation_of_scaled(const Quat& q) {
  const auto [w, x, y, z] = q;
  const double ww = w * w, xx = x * x, yy = y * y, zz = z * z;
  const double s = (ww + xx) + (yy + zz);
  return {{{((ww + xx) - (yy + zz)) / s, 2 * (x * y - w * z) / s, 2 * (x * z + w * y) / s},
           {2 * (x * y + w * z) / s, ((ww + yy) - (xx + zz)) / s, 2 * (y * z - w * x) / s},
           {2 * (x * z - w * y) / s, 2 * (y * z + w * x) / s, ((ww + zz) - (xx + yy)) / s}}};
}

Mat3 rotation_of(Quat q) { return rotation_of_scaled(scaled(q)); }

}  // namespace

Result<Pose> Pose::from_quaternion(Quat q, Vec3 t) {
  if (!std::isfinite(q.w) || !std::isfinite(q.x) || !std::isfinite(q.y) || !std::isfinite(q.z))
    return Error{"q", "not finite"};
  if (q.w == 0 && q.x == 0 && q.y == 0 && q.z == 0) return Error{"q", "zero quaternion"};
  if (!is_coordinate(t)) return bad_translation(t);
  Pose pose;
  pose.quaternion_ = q;
  pose.translation_ = t;
  pose.rotation_ = rotation_of(q);
  return pose;
}

Result<Pose> Pose::from_matrix(const Mat3& matrix, Vec3 t) {
  if (!is_finite(matrix.row[0]) || !is_finite(matrix.row[1]) || !is_finite(matrix.row[2]))
    return Error{"R", "not finite"};
  if (!is_coordinate(t)) return bad_translation(t);
  const Mat3 columns = transpose(matrix);
  double worst = 0;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      worst = std::fmax(worst, std::fabs(dot(columns.row[i], columns.row[j]) - (i == j ? 1.0 : 0.0)));
  if (!(worst <= 1e-4)) {
    char text[96];
    std::snprintf(text, sizeof text, "not a rotation: an entry of RᵀR − I is %.3g (at most 1e-4 is taken)", worst);
    return Error{"R", text};
  }
  if (!(determinant(matrix) > 0)) return Error{"R", "a reflection: det R is negative"};
  Pose pose;
  pose.kind_ = Kind::Matrix;
  pose.translation_ = t;
  pose.rotation_ = matrix;
  return pose;
}

Result<Pose> Pose::from_rows(std::span<const double, 16> m) {
  if (m[12] != 0 || m[13] != 0 || m[14] != 0 || m[15] != 1) return Error{"matrix", "the last row is not 0 0 0 1"};
  return from_matrix({{{m[0], m[1], m[2]}, {m[4], m[5], m[6]}, {m[8], m[9], m[10]}}}, {m[3], m[7], m[11]});
}

Result<Pose> Pose::from_columns(std::span<const double, 16> m) {
  const double rows[16] = {m[0], m[4], m[8],  m[12], m[1], m[5], m[9],  m[13],
                           m[2], m[6], m[10], m[14], m[3], m[7], m[11], m[15]};
  return from_rows(rows);
}

bool detail::set_pose(Pose& pose, Quat q, Vec3 t) {
  const double square = (q.w * q.w + q.x * q.x) + (q.y * q.y + q.z * q.z);
  if (!(square > 0x1p-200 && square < 0x1p200) || !is_coordinate(t)) return false;
  pose.kind_ = Pose::Kind::Quaternion;
  pose.quaternion_ = q;
  pose.translation_ = t;
  pose.rotation_ = rotation_of_scaled(q);
  return true;
}

Pose translation(Vec3 t) { return rotation(Quat{}, t); }

Pose rotation(Quat q, Vec3 t) {
  const Result<Pose> pose = Pose::from_quaternion(q, t);
  CLEARANCE_ASSERT(pose.ok());
  return pose.ok() ? *pose : Pose{};
}

Pose rotation_about(Vec3 axis, double angle, Vec3 t) {
  const double length = norm(axis), s = std::sin(angle / 2);
  CLEARANCE_ASSERT(length > 0);
  return rotation({std::cos(angle / 2), s * axis.x / length, s * axis.y / length, s * axis.z / length}, t);
}

Result<Pose> compose(const Pose& outer, const Pose& inner) {
  if (is_identity(inner)) return outer;
  if (is_identity(outer)) return inner;
  const Vec3 t = apply(outer, inner.translation());
  if (outer.kind() == Pose::Kind::Quaternion && inner.kind() == Pose::Kind::Quaternion)
    return Pose::from_quaternion(product(outer.quaternion(), inner.quaternion()), t);
  return Pose::from_matrix(product(outer.rotation(), inner.rotation()), t);
}

Result<Pose> inverse(const Pose& pose) { return relative(pose, {}); }

Pose operator*(const Pose& outer, const Pose& inner) {
  const Result<Pose> both = compose(outer, inner);
  CLEARANCE_ASSERT(both.ok());
  return both.ok() ? *both : Pose{};
}

Result<Pose> interpolate(const Pose& from, const Pose& to, double share) {
  if (!(share >= 0 && share <= 1)) return Error{"share", "not from 0 to 1"};
  if (from.kind() != Pose::Kind::Quaternion || to.kind() != Pose::Kind::Quaternion)
    return Error{"pose", "given by a matrix: only quaternions are interpolated"};
  if (share == 0) return from;
  if (share == 1) return to;
  const Quat p = unit(from.quaternion()), q = unit(to.quaternion());
  const double ahead = (p.w * q.w + p.x * q.x) + (p.y * q.y + p.z * q.z) < 0 ? -share : share;
  const double rest = 1 - share;
  const Quat between{rest * p.w + ahead * q.w, rest * p.x + ahead * q.x, rest * p.y + ahead * q.y,
                     rest * p.z + ahead * q.z};
  return Pose::from_quaternion(between, rest * from.translation() + share * to.translation());
}

Result<Pose> moved_to(const Pose& pose, Vec3 t) {
  if (!is_coordinate(t)) return bad_translation(t);
  Pose moved = pose;
  moved.translation_ = t;
  return moved;
}

Result<Pose> relative(const Pose& outer, const Pose& inner) {
  if (is_identity(outer)) return inner;
  const Vec3 shift = inner.translation() - outer.translation();
  if (outer.kind() == Pose::Kind::Quaternion && inner.kind() == Pose::Kind::Quaternion) {
    const Quat q = outer.quaternion();
    return Pose::from_quaternion(product({q.w, -q.x, -q.y, -q.z}, inner.quaternion()),
                                 transpose_times(outer.rotation(), shift));
  }
  const Mat3 back = inverse(outer.rotation());
  return Pose::from_matrix(product(back, inner.rotation()), back * shift);
}

}  // namespace clearance
