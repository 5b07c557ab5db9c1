// What the search through trees and time must not do, beside what shape_query_test.cpp asks of its answers.
#include <clearance/build/mesh.h>
#include <clearance/motion/query.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

namespace clearance {
namespace {

// A torus around z, of radii 1 and 0.3.
Shape ring() {
  constexpr std::uint32_t kAround = 40, kAlong = 20;
  std::vector<Vec3> vertices;
  std::vector<MeshTriangle> triangles;
  for (std::uint32_t i = 0; i < kAlong; ++i)
    for (std::uint32_t k = 0; k < kAround; ++k) {
      const double u = 2 * std::numbers::pi * i / kAlong, v = 2 * std::numbers::pi * k / kAround;
      const double out = 1 + 0.3 * std::cos(u);
      vertices.push_back({out * std::cos(v), out * std::sin(v), 0.3 * std::sin(u)});
      const auto vertex = [](std::uint32_t p, std::uint32_t q) { return (p % kAlong) * kAround + q % kAround; };
      triangles.push_back({vertex(i, k), vertex(i, k + 1), vertex(i + 1, k + 1)});
      triangles.push_back({vertex(i, k), vertex(i + 1, k + 1), vertex(i + 1, k)});
    }
  return make_mesh(vertices, triangles, {.kind = MeshKind::Solid}).value();
}

// Both asked, both decided within so many instants.
void expect_decided(const Motion& motion_a, const Motion& motion_b, int instants) {
  const Shape body = ring();
  const FirstContact found = first_contact(body, motion_a, body, motion_b, {0, 1}).value();
  EXPECT_EQ(found.status, MotionStatus::Contact);
  EXPECT_LE(found.instants, instants);
  EXPECT_LE(found.upper - found.lower, 1e-9);
  const FirstContact coarse = clear_throughout(body, motion_a, body, motion_b, {0, 1}).value();
  EXPECT_EQ(coarse.status, MotionStatus::Contact);
  EXPECT_LE(coarse.instants, instants);
  EXPECT_LE(coarse.lower, found.upper);
  EXPECT_GE(coarse.upper, found.lower);
}

// How much turning blurs was once measured along (1, 1, 1): not at all about this very axis, and no window was halved
// until a million instants were gone.
TEST(ShapeSearch, TurningAboutADiagonalIsDecidedSoon) {
  const Motion motion_a = Motion::to(rotation({2, -1, -1, -1}), rotation({2, 1, 1, 1}), 1).value();
  const Motion motion_b =
      Motion::to(rotation({2, 1, 1, 1}, {3.5, 0.2, 0.1}), rotation({2, -1, -1, -1}, {1, 0, 0}), 1).value();
  expect_decided(motion_a, motion_b, 20'000);
}

// clear_throughout, which any bracket serves, once halved no windows at all.
TEST(ShapeSearch, ClearThroughoutHalvesWindowsToo) {
  const Motion motion_a = Motion::to(rotation({1, 0, -1, 0}), rotation({1, 0.3, 1, 0}), 1).value();
  const Motion motion_b =
      Motion::to(rotation({1, 1, 0, 0}, {3.5, 0.2, 0.1}), rotation({1, -1, 0, 0.2}, {1, 0, 0}), 1).value();
  expect_decided(motion_a, motion_b, 20'000);
}

}  // namespace
}  // namespace clearance
