// Three doubles and what one does with them. Plain data, usable on CPU and GPU. Every file includes this one, so it
// does without <cmath>, which is ten thousand lines.
#pragma once

namespace clearance {

struct Vec3 {
  double x = 0, y = 0, z = 0;

  friend constexpr bool operator==(const Vec3&, const Vec3&) = default;
  constexpr double operator[](int i) const { return i == 0 ? x : i == 1 ? y : z; }
};

constexpr Vec3 operator+(Vec3 a, Vec3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
constexpr Vec3 operator-(Vec3 a, Vec3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
constexpr Vec3 operator-(Vec3 a) { return {-a.x, -a.y, -a.z}; }
constexpr Vec3 operator*(double s, Vec3 a) { return {s * a.x, s * a.y, s * a.z}; }
constexpr Vec3 operator*(Vec3 a, double s) { return s * a; }
constexpr Vec3 operator/(Vec3 a, double s) { return {a.x / s, a.y / s, a.z / s}; }

constexpr double dot(Vec3 a, Vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
constexpr Vec3 cross(Vec3 a, Vec3 b) { return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x}; }
constexpr double squared_norm(Vec3 a) { return dot(a, a); }
inline double norm(Vec3 a) { return __builtin_sqrt(squared_norm(a)); }
inline double norm_one(Vec3 a) { return __builtin_fabs(a.x) + __builtin_fabs(a.y) + __builtin_fabs(a.z); }
// The larger, or b where either is NaN: one instruction, where std::fmax is a call.
constexpr double larger(double a, double b) { return a > b ? a : b; }
constexpr double smaller(double a, double b) { return a < b ? a : b; }
inline double norm_max(Vec3 a) { return larger(__builtin_fabs(a.x), larger(__builtin_fabs(a.y), __builtin_fabs(a.z))); }
inline bool is_finite(Vec3 a) { return __builtin_isfinite(a.x) && __builtin_isfinite(a.y) && __builtin_isfinite(a.z); }

// Coordinates beyond this size are refused wherever they enter (files, shapes, poses).
inline constexpr double kMaxCoordinate = 1e300;
inline bool is_coordinate(Vec3 a) { return norm_max(a) <= kMaxCoordinate && is_finite(a); }

}  // namespace clearance
