// Question: what do the half-spaces of a body say to a point inside it?
// Method:   a solid is bounded by its faces; a polygon by its plane from both sides and its rim; a segment or a point
//           by planes from all sides. Rosen's projection: the part of a direction that the touched walls leave, with
//           Kuhn–Tucker multipliers (Lawson and Hanson's active set, which three walls at most can be in).
// Proves:   nothing; doubles with tolerances.
// Notation: a wall is n·x ≤ h with |n| = 1; λ ≥ 0 its multiplier; s = d − Σ λn.
#pragma once

#include <clearance/math/pose.h>
#include <clearance/shape/polytope.h>

#include <span>
#include <vector>

namespace clearance {

struct Wall {
  Vec3 normal;
  double height = 0;
};

// What is left of a direction, and the walls that take the rest.
struct Projected {
  Vec3 direction;
  int count = 0;
  int wall[3] = {};  // positions among the walls given
  double multiplier[3] = {};
};

// The direction s nearest to d with n·s ≤ 0 for all those walls. Those in `kept` are not left either: n·s = 0.
Projected project(Vec3 d, std::span<const Wall> walls, std::span<const int> touched, std::span<const int> kept = {});

class Walls {
 public:
  // The body turned by the pose and moved by `shift` (instead of the pose's own translation).
  Walls(const Polytope& body, const Pose& pose, Vec3 shift, double reach);

  std::span<const Wall> all() const { return walls_; }
  Vec3 center() const { return place(body_.center()); }
  Vec3 place(Vec3 v) const { return pose_.rotation() * v + shift_; }
  // The walls that x touches, within rounding.
  void find_touched(Vec3 x, std::vector<int>& touched) const;
  // How far x may go along s before a wall that is not among the touched stops it; infinite when none does.
  double way(Vec3 x, Vec3 s, std::span<const int> touched) const;
  // Up to three vertices whose hull comes nearest to x, from a face that x is nearest to.
  int corners(Vec3 x, std::int32_t (&vertex)[3]) const;

 private:
  void add(Vec3 normal, std::span<const std::uint32_t> through);
  void add_polygon();
  void add_segment();

  const Polytope& body_;
  const Pose& pose_;
  Vec3 shift_;
  double tolerance_;
  std::vector<Wall> walls_;
};

}  // namespace clearance
