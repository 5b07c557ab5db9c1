#include <clearance/motion/shapes/shape_window.h>

#include <clearance/base/random.h>
#include <clearance/build/mesh.h>
#include <clearance/motion/query.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace clearance::detail {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

Shape surface(std::vector<Vec3> vertices, const std::vector<MeshTriangle>& triangles) {
  return make_mesh(vertices, triangles, {.kind = MeshKind::Surface}).value();
}
Shape one_triangle(double size) { return surface({{0, 0, 0}, {size, 0, 0}, {0, size, 0}}, {{0, 1, 2}}); }
// Four, so that its boxes have some thickness.
Shape pyramid(double size) {
  return surface({{0, 0, 0}, {size, 0, 0}, {0, size, 0}, {0, 0, size}}, {{0, 1, 2}, {0, 1, 3}, {0, 2, 3}, {1, 2, 3}});
}

// Past the long side of a triangle, through the box around it: balls and boxes cannot tell, and every triangle of what
// flies there was held against it.
TEST(ShapeWindow, KnowsWhatPassesATriangleThroughItsBox) {
  const Shape large = one_triangle(10), small = pyramid(0.1);
  const Motion rest = Motion::rest({}), flight = Motion::to(translation({9, 9, 5}), translation({9, 9, -5}), 1).value();
  for (const bool is_turned : {false, true}) {
    const ShapePieces a(is_turned ? small : large), b(is_turned ? large : small);
    const ShapeQuestion question{a, b, is_turned ? flight : rest, is_turned ? rest : flight, {0, 1}};
    const ShapeWindow window(question, 0, 1);
    const Piece triangle{Piece::Kind::Triangle, 0, 0};
    const Piece box = (is_turned ? a : b).whole();
    const auto placed = is_turned ? window.placed_a(box) : window.placed_b(box);
    EXPECT_LT((is_turned ? window.bound(placed, window.placed_b(triangle), kInfinity)
                         : window.bound(window.placed_a(triangle), placed, kInfinity))
                  .time,
              0.6);
    EXPECT_EQ(window.bound_of_triangle_and_box(is_turned ? Body::B : Body::A, triangle, placed, 1).time, kInfinity);
  }
}

// Held against the first contact of the triangles themselves: never later.
TEST(ShapeWindow, ATriangleAndABoxAreApartUntilTheyMeet) {
  Random random(5);
  const auto any = [&](double size) {
    return Vec3{random.uniform(-size, size), random.uniform(-size, size), random.uniform(-size, size)};
  };
  const auto turned = [&](Vec3 at) {
    return Pose::from_quaternion({random.uniform(0.1, 1), random.uniform(-1, 1), random.uniform(-1, 1), 0.5}, at)
        .value();
  };
  int told = 0, met = 0;
  for (int round = 0; round < 300; ++round) {
    const Shape large = surface({any(3), any(3), any(3)}, {{0, 1, 2}}), small = pyramid(0.3);
    const Motion motion_a = Motion::to(turned({}), turned({}), 1).value();
    const Motion motion_b = Motion::to(turned(any(4)), turned(any(4)), 1).value();
    const ShapePieces a(large), b(small);
    const ShapeQuestion question{a, b, motion_a, motion_b, {0, 1}};
    const ShapeWindow window(question, 0, 1);
    const double time =
        window.bound_of_triangle_and_box(Body::A, {Piece::Kind::Triangle, 0, 0}, window.placed_b(b.whole()), kInfinity)
            .time;
    const FirstContact found = first_contact(large, motion_a, small, motion_b, {0, 1}).value();
    told += time > 0, met += found.status == MotionStatus::Contact;
    EXPECT_LE(found.status == MotionStatus::Contact ? time : 0, found.upper);
  }
  EXPECT_GT(told, 100);
  EXPECT_GT(met, 30);
}

}  // namespace
}  // namespace clearance::detail
