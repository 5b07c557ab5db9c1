// Question: how high is a moving point over a moving plane, exactly, at every instant?
// Method:   the plane n·x ≤ d of a moving frame is N·y ≤ C in the world, with N and C polynomials in time. The height
//           of a point v of another moving body is then linear in v: (along·v + level)/(scale·√length_square), where
//           all four are polynomials in time that all points share, scale and length_square positive.
// Proves:   every coefficient is exact. Under a pose that is a matrix, N is cof(R)n (exact/posed_plane.h).
// Cost:     some microseconds for each two pieces of motions; about one for each point.
// Notation: A/D the linear part of a path, P/s where the origin of what it moves is.
#pragma once

#include <clearance/exact/time/pose_path.h>

#include <cstdint>
#include <optional>

namespace clearance::detail {

// normal·y ≤ offset in the world, and |normal|² = scale²·length_square.
struct MovingPlane {
  PolynomialVec normal;
  Polynomial offset, scale, length_square;
};
// NearlyRigid: the path is nearby and that of a rigid motion, under poses that are quaternions; its normal is then
// turned as directions are, and is as long as before but for what the path is off by.
enum class Turn : std::uint8_t { AsItIs, NearlyRigid };
MovingPlane moving_plane(Vec3 normal, double offset, const PosePath& path, Turn turn = Turn::AsItIs);
// One that stays where another is at an instant.
MovingPlane standing(const MovingPlane& plane, const Dyadic& time);

class HeightForm {
 public:
  // Of the points of a body over a plane.
  HeightForm(const MovingPlane& plane, const PosePath& body);
  // Of the plane of a half-space b over that of a, where their normals are opposite throughout: the same for all
  // points.
  static std::optional<HeightForm> between(const MovingPlane& a, const MovingPlane& b);

  const PolynomialVec& along() const { return along_; }
  const Polynomial& level() const { return level_; }
  const Polynomial& scale() const { return scale_; }
  const Polynomial& length_square() const { return length_square_; }

  // Its sign is that of the height.
  Polynomial value(Vec3 v) const;
  // Where value ≥ 0 its sign is that of the height less a distance ≥ 0.
  Polynomial beyond(const Polynomial& value, const Dyadic& distance) const;
  // The sign of (height − distance) of a point at one instant.
  int compare_at(const Dyadic& time, Vec3 v, const Dyadic& distance) const;

 private:
  HeightForm() = default;

  PolynomialVec along_;
  Polynomial level_, scale_, length_square_;
};

// Whether two planes are those of half-spaces that face each other at an instant: nothing else keeps them apart.
bool are_opposite(const MovingPlane& a, const MovingPlane& b, const Dyadic& time);

}  // namespace clearance::detail
