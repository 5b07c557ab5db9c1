// A 3×3 matrix of doubles, row by row. Plain data, usable on CPU and GPU.
#pragma once

#include <clearance/math/vec3.h>

namespace clearance {

struct Mat3 {
  Vec3 row[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

  friend constexpr bool operator==(const Mat3&, const Mat3&) = default;
};

constexpr Vec3 operator*(const Mat3& m, Vec3 v) { return {dot(m.row[0], v), dot(m.row[1], v), dot(m.row[2], v)}; }
// mᵀ v: for a rotation, a world direction seen from the body.
constexpr Vec3 transpose_times(const Mat3& m, Vec3 v) { return v.x * m.row[0] + v.y * m.row[1] + v.z * m.row[2]; }
constexpr Mat3 transpose(const Mat3& m) {
  return {{{m.row[0].x, m.row[1].x, m.row[2].x},
           {m.row[0].y, m.row[1].y, m.row[2].y},
           {m.row[0].z, m.row[1].z, m.row[2].z}}};
}
constexpr double determinant(const Mat3& m) { return dot(m.row[0], cross(m.row[1], m.row[2])); }

}  // namespace clearance
