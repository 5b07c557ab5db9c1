// Shares that are called apart are apart: by hand, and against pairs looked at at many instants.
#include <clearance/base/random.h>
#include <clearance/build/convex_hull.h>
#include <clearance/build/mesh.h>
#include <clearance/convex/query.h>
#include <clearance/motion/shapes/moving_lanes.h>
#include <clearance/motion/shapes/shape_window.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace clearance::detail {
namespace {

const MovingFrame kResting;

MovingTriangle triangle(Vec3 from, Vec3 to) {
  MovingTriangle made;
  const Vec3 corners[3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  for (int k = 0; k < 3; ++k) made.corner[0][k] = corners[k] + from, made.corner[1][k] = corners[k] + to;
  return made;
}

EightBounds bound_of(const MovingTriangle& a, const MovingTriangle& b, double less = 1e-12) {
  EightPairs pairs({&a, 1}, {&b, 1});
  for (int lane = 0; lane < 8; ++lane) pairs.set(lane, 0, 0);
  EightBounds bounds;
  bound_triangles(pairs, kResting, kResting, {less, {}, false, false}, bounds);
  return bounds;
}

TEST(MovingTriangles, FallingOntoEachOtherMeetHalfWay) {
  const EightBounds bounds = bound_of(triangle({0, 0, 0}, {0, 0, 0}), triangle({0, 0, 1}, {0, 0, -1}));
  for (int lane = 0; lane < 8; ++lane) {
    EXPECT_LE(bounds.share[lane], 0.5);
    EXPECT_GT(bounds.share[lane], 0.4999);
    // And part again at once.
    EXPECT_LE(bounds.after[lane], 0.5);
    EXPECT_GT(bounds.after[lane], 0.4999);
  }
}

TEST(MovingTriangles, PassingByInOnePlaneAreApart) {
  const EightBounds bounds = bound_of(triangle({0, 0, 0}, {0, 0, 0}), triangle({3, 0.9, 0}, {-3, 1.9, 0}));
  EXPECT_EQ(bounds.share[0], kThroughout);
}

TEST(MovingTriangles, NothingIsApartWithoutRoomForRoundings) {
  const double unknown = std::numeric_limits<double>::infinity();
  EXPECT_EQ(bound_of(triangle({0, 0, 0}, {0, 0, 0}), triangle({0, 0, 9}, {0, 0, 9}), unknown).share[0], 0);
}

TEST(MovingTriangles, OfNoSizeAtOnePlaceAreNotApart) {
  MovingTriangle point;
  EXPECT_EQ(bound_of(point, point).share[0], 0);
}

// Squares of such heights are no doubles: their difference, none either, was once taken for 0, and the share was late.
TEST(MovingLanes, SayNothingOfHeightsWhoseSquaresOverflow) {
  using L = moving::Lanes<moving::DoubleLanes<2>>;
  for (const double size : {1.0, 1e160, 1e300}) {
    L::Best best{};
    L::V g{}, h{}, blur{};
    L::fill(g, size), L::fill(h, -size), L::fill(blur, size);
    L::consider(best, g, h, blur);
    // 1 − 2u − u(1 − u) = 0 at (3 − √5)/2.
    for (int lane = 0; lane < L::kCount; ++lane) EXPECT_LE(best.in[lane], (3 - std::sqrt(5.0)) / 2) << size;
  }
}

Shape bumpy_solid(double scale, Vec3 at) {
  std::vector<Vec3> vertices;
  std::vector<MeshTriangle> triangles;
  constexpr std::uint32_t kAround = 24, kAlong = 12;
  for (std::uint32_t i = 0; i < kAlong; ++i)
    for (std::uint32_t k = 0; k < kAround; ++k) {
      const double u = 2 * std::numbers::pi * i / kAlong, v = 2 * std::numbers::pi * k / kAround;
      const double tube = 0.3 + 0.05 * std::sin(5 * v + 3 * u);
      vertices.push_back(at + scale * Vec3{(1 + tube * std::cos(u)) * std::cos(v),
                                           (1 + tube * std::cos(u)) * std::sin(v), tube * std::sin(u)});
      const auto vertex = [&](std::uint32_t p, std::uint32_t q) { return (p % kAlong) * kAround + q % kAround; };
      triangles.push_back({vertex(i, k), vertex(i, k + 1), vertex(i + 1, k + 1)});
      triangles.push_back({vertex(i, k), vertex(i + 1, k + 1), vertex(i + 1, k)});
    }
  return make_mesh(vertices, triangles, {.kind = MeshKind::Surface}).value();
}

Quat random_turn(Random& random, double most) {
  return {1, random.uniform(-most, most), random.uniform(-most, most), random.uniform(-most, most)};
}

Polytope hull_of(const PieceBox& box) {
  std::vector<Vec3> corners;
  for (int k = 0; k < 8; ++k)
    corners.push_back(box.center + ((k & 1) != 0 ? 1.0 : -1.0) * box.edge[0] +
                      ((k & 2) != 0 ? 1.0 : -1.0) * box.edge[1] + ((k & 4) != 0 ? 1.0 : -1.0) * box.edge[2]);
  return convex_hull(corners).value();
}

// Boxes that are called apart are, at instants of that; far from the origin, where floats cannot tell, as well as near.
class MovingBoxes : public testing::TestWithParam<double> {};

TEST_P(MovingBoxes, NeverCallApartWhatMeets) {
  const double far = GetParam();
  Random random(7);
  const Vec3 away{far, -far, 0};
  const Shape shape_a = bumpy_solid(1, {}), shape_b = bumpy_solid(0.7, {0.1, 0, 0});
  const ShapePieces a(shape_a), b(shape_b);
  int apart = 0, in_part = 0;
  for (int round = 0; round < 40; ++round) {
    const auto place = [&] {
      return away + Vec3{random.uniform(-1.5, 1.5), random.uniform(-1.5, 1.5), random.uniform(-1.5, 1.5)};
    };
    const bool turns = round % 2 == 0;
    const Quat turn_a = random_turn(random, 1), turn_b = random_turn(random, 1);
    const Motion motion_a =
        Motion::to(rotation(turn_a, away), rotation(turns ? random_turn(random, 1) : turn_a, away), 1).value();
    const Motion motion_b =
        Motion::to(rotation(turn_b, place()), rotation(turns ? random_turn(random, 1) : turn_b, place()), 1).value();
    const ShapeQuestion question{a, b, motion_a, motion_b, {0, 1}, 0, 0};
    const ShapeWindow window(question, 0.25, 0.5);
    Piece of_a = a.whole(), of_b = b.whole();
    while (a.node_below(of_a) != nullptr && random.below(3) > 0)
      of_a = a.children(of_a).piece[random.below(static_cast<std::uint64_t>(a.children(of_a).count))];
    const TriangleTree::Node* const node = a.node_below(of_a);
    if (node == nullptr) continue;
    for (int depth = 0; depth < 2 && b.node_below(of_b) != nullptr; ++depth)
      of_b = b.children(of_b).piece[random.below(static_cast<std::uint64_t>(b.children(of_b).count))];
    EightBounds bounds;
    window.bounds_of_boxes(Body::A, of_a, *node, window.placed_b(of_b), bounds);
    for (std::uint32_t slot = 0; slot < 8; ++slot) {
      if (node->child[slot] == TriangleTree::kNoChild) continue;
      const Piece child = a.box_of_node(of_a, slot);
      apart += bounds.share[slot] == kThroughout ? 1 : 0;
      in_part += bounds.share[slot] != kThroughout && bounds.share[slot] > 0 ? 1 : 0;
      for (int step = 0; step <= 16; ++step) {
        const double time = 0.25 + 0.25 * step / 16;
        const bool is_apart = bounds.share[slot] == kThroughout || time < window.time_of(bounds.share[slot]) ||
                              time > window.end_of(bounds.after[slot]);
        if (!is_apart) continue;
        EXPECT_FALSE(intersects(hull_of(a.box(child)), motion_a.at(time).value(), hull_of(b.box(of_b)),
                                motion_b.at(time).value()))
            << round << ", " << slot << ", " << time;
      }
    }
  }
  EXPECT_GT(apart, 20);
  EXPECT_GT(in_part, 5);
}

INSTANTIATE_TEST_SUITE_P(Places, MovingBoxes, testing::Values(0.0, 1e3, 1e9));

}  // namespace
}  // namespace clearance::detail
