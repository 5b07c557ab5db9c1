// Scenes of convex bodies: coins, Chung's three test polytopes, and many of them in a box.
#include <clearance/base/random.h>

#include <fmt/format.h>

#include <cmath>

#include "bundled_scenes.h"
#include "scene_maker.h"

namespace clearance::cli {
namespace {

using detail::Random;

Vec3 any_direction(Random& random) {
  for (;;) {
    const Vec3 v{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
    const double square = dot(v, v);
    if (square > 0.01 && square < 1) return (1 / std::sqrt(square)) * v;
  }
}

Vec3 rounded(Vec3 v) { return {coordinate(v.x), coordinate(v.y), coordinate(v.z)}; }

std::vector<Vec3> vertices_of(const Polytope& body) {
  std::vector<Vec3> points(static_cast<std::size_t>(body.vertex_count()));
  for (int v = 0; v < body.vertex_count(); ++v) points[static_cast<std::size_t>(v)] = body.vertex(v);
  return points;
}

// With a bevel, so that it does not look like a slice.
std::vector<Vec3> coin() {
  constexpr double kRadius = 1, kHalf = 0.125, kBevel = 0.03125;
  std::vector<Vec3> points;
  for (const double z : {-kHalf, -kHalf + kBevel, kHalf - kBevel, kHalf})
    for (const auto [x, y] : circle(48, std::abs(z) == kHalf ? kRadius - kBevel : kRadius)) points.push_back({x, y, z});
  return points;
}

constexpr double kGravity = -9.81;

SceneMotion thrown(Vec3 velocity, Vec3 spin, double gravity) {
  SceneMotion motion;
  motion.kind = SceneMotion::Kind::Ballistic;
  motion.flight = {rounded(velocity), {0, 0, gravity}, rounded(spin), {}};
  return motion;
}

// Where bodies that move by in front of each other are, so that they stay clear of each other at first: on a lattice.
Vec3 lattice(int k, int side, double spacing) {
  const double middle = 0.5 * (side - 1);
  return {spacing * (k % side - middle), spacing * (k / side % side - middle), spacing * (k / (side * side) - middle)};
}

}  // namespace

// The stack's faces lie on each other exactly. The others fall with the earth's gravity, in metres a hundredth.
std::string coins_scene() {
  constexpr int kStacked = 5, kTossed = 8;
  SceneMaker maker;
  maker.add_fixed("floor", HalfSpace::make({0, 0, 1}, 0).value());
  for (int k = 0; k < kStacked; ++k)
    maker.add(fmt::format("stacked {}", k + 1), coin(), translation({-4, 0, 0.125 + 0.25 * k}));
  Random random(8);
  for (int k = 0; k < kTossed; ++k) {
    const Vec3 at{2.6 * (k % 3) - 1, 2.6 * (k / 3) - 2.6, 2 + 0.9 * (k % 4)};
    const Pose pose = turned(any_direction(random), random.uniform(-3, 3), at);
    const Vec3 velocity{random.uniform(-1.5, 1.5), random.uniform(-1.5, 1.5), random.uniform(1, 4)};
    *maker.add(fmt::format("tossed {}", k + 1), coin(), pose) =
        thrown(velocity, random.uniform(2, 9) * any_direction(random), kGravity);
  }
  return maker.text(TimeInterval{{0, 1}});
}

std::string thesis_shapes_scene() {
  constexpr int kPoints = 500;
  SceneMaker maker;
  *maker.add("ellipsoid", vertices_of(test_polytope(TestShape::Ellipsoid, kPoints, 1)), translation({-1.6, 0, 0})) =
      thrown({0.8, 0, 0}, {0.5, 0, 1}, 0);
  *maker.add("rod", vertices_of(test_polytope(TestShape::Rod, kPoints, 2)), translation({1.3, 0, 0.5})) =
      thrown({-0.6, 0, 0}, {0, 2, 1}, 0);
  *maker.add("plate", vertices_of(test_polytope(TestShape::Plate, kPoints, 3)), translation({0, 0.9, -1.25})) =
      thrown({0, -0.5, 0.4}, {1, 0.25, 0}, 0);
  return maker.text(TimeInterval{{0, 2}});
}

std::string tumbling_scene() {
  constexpr int kBodies = 500, kPoints = 40, kSide = 8, kKinds = 12;
  constexpr TestShape kShapes[] = {TestShape::Ellipsoid, TestShape::Rod, TestShape::Plate};
  constexpr const char* kNames[] = {"ellipsoid", "rod", "plate"};
  std::vector<std::vector<Vec3>> shapes;
  for (int k = 0; k < kKinds; ++k)
    shapes.push_back(vertices_of(test_polytope(kShapes[k % 3], kPoints, static_cast<std::uint64_t>(k))));
  SceneMaker maker;
  Random random(500);
  for (int k = 0; k < kBodies; ++k) {
    const auto kind = static_cast<std::size_t>(random.below(kKinds));
    const Vec3 jitter{random.uniform(-0.4, 0.4), random.uniform(-0.4, 0.4), random.uniform(-0.4, 0.4)};
    const Pose pose = turned(any_direction(random), random.uniform(-3, 3), lattice(k, kSide, 1.8) + jitter);
    *maker.add(fmt::format("{} {}", kNames[kind % 3], k + 1), shapes[kind], pose) =
        thrown(random.uniform(0.2, 0.8) * any_direction(random), random.uniform(0.2, 1.5) * any_direction(random), 0);
  }
  return maker.text(TimeInterval{{0, 1}});
}

}  // namespace clearance::cli
