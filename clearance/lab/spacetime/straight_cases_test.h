// Bodies of up to twelve triangles on straight lines, and what motion/ says of them.
#pragma once

#include <clearance/build/mesh.h>
#include <clearance/build/parts.h>
#include <clearance/lab/spacetime/straight_motion.h>
#include <clearance/motion/moving_case_test.h>
#include <clearance/proof/check_moving_shapes.h>

#include <string>

namespace clearance::lab {

struct StraightCase {
  Shape a, b;
  Motion motion_a, motion_b;
  Interval interval{0, 1};

  FirstContact ask(MotionMethod method = MotionMethod::Automatic) const {
    MotionOptions options;
    options.method = method;
    return first_contact(a, motion_a, b, motion_b, interval, options).value();
  }
};

// Along three sides of a square, a second each.
inline Motion around_a_corner() {
  return Motion::through({{0, translation({6, 0, 0})},
                          {1, translation({6, 6, 0})},
                          {2, translation({0, 6, 0})},
                          {3, translation({0, 0, 0})}})
      .value();
}
inline Motion straight(Vec3 from, Vec3 velocity) { return Motion::linear(translation(from), velocity).value(); }

// Hulls of up to eight points, and solids with a dent: a box of which one corner is pulled inward past its diagonal.
class StraightCases {
 public:
  explicit StraightCases(std::uint64_t seed) : random_(seed) {}

  StraightCase next() {
    // Quarters make many faces parallel and many contacts at once; halves make ties and grazes the rule.
    grid_ = random_.below(4) == 0 ? 0 : random_.below(2) == 0 ? 4 : 2;
    StraightCase made{body(), body(), {}, {}, {0, 1}};
    const double side = random_.below(8) == 0 ? 0 : random_.unit() < 0.5 ? -2.5 : 2.5;
    const Vec3 from{number(0.5) + side, number(1), number(1)};
    const Vec3 way{number(1) - 2 * side, number(1), number(1)};
    made.motion_b = Motion::linear(pose(from), way).value();
    if (random_.below(3) == 0) made.motion_a = Motion::linear(pose({}), {number(1), number(1), 0}).value();
    if (random_.below(8) == 0) made.motion_b = Motion::linear(pose(from), made.motion_a.flight().velocity).value();
    return made;
  }

 private:
  double number(double size) {
    const double x = random_.uniform(-size, size);
    return grid_ == 0 ? x : std::round(grid_ * x) / grid_;
  }
  Pose pose(Vec3 at) {
    const Quat turns[] = {{1, 0, 0, 0}, {1, 0, 0, 0}, {1, 1, 0, 0}, {1, 0, 0, 1}, {2, 1, 0, 0}, {3, 1, -1, 2}};
    return rotation(turns[random_.below(6)], at);
  }
  Shape body() {
    if (random_.below(2) == 0) return dented_box();
    for (;;) {
      std::vector<Vec3> points(4 + random_.below(5));
      for (Vec3& p : points) {
        const double x = number(1), y = number(1);
        p = {x, y, number(1)};
      }
      const Polytope hull = convex_hull(points).value();
      if (hull.dimension() < 3) continue;
      return random_.below(2) == 0 ? Shape(Rounded(hull)) : Shape(mesh_of(hull));
    }
  }
  // Corner k of the box has bit c of k as coordinate c; each face is split along the diagonal that starts at corner 0
  // or 7, so that pulling corner 0 along its diagonal leaves the surface one.
  Shape dented_box() {
    std::vector<Vec3> corners;
    const Vec3 size{1 + std::fabs(number(0.5)), 1 + std::fabs(number(0.5)), 1 + std::fabs(number(0.5))};
    for (int k = 0; k < 8; ++k)
      corners.push_back({(k & 1) != 0 ? size.x : 0, (k & 2) != 0 ? size.y : 0, (k & 4) != 0 ? size.z : 0});
    const double inward = random_.below(2) == 0 ? 0.5 : 0.75;
    corners[0] = inward * size;
    for (Vec3& p : corners) p = p - 0.5 * size;
    const std::vector<MeshTriangle> triangles = {{0, 2, 3}, {0, 3, 1}, {0, 1, 5}, {0, 5, 4}, {0, 4, 6}, {0, 6, 2},
                                                 {7, 6, 4}, {7, 4, 5}, {7, 5, 1}, {7, 1, 3}, {7, 3, 2}, {7, 2, 6}};
    return make_mesh(corners, triangles).value();
  }

  detail::Random random_;
  double grid_ = 0;
};

}  // namespace clearance::lab
