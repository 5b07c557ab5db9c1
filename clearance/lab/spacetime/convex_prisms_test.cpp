#include <clearance/lab/spacetime/convex_prisms.h>

#include <clearance/build/convex_hull.h>
#include <clearance/build/primitives.h>
#include <clearance/lab/spacetime/prism_trees.h>
#include <clearance/lab/spacetime/straight_cases_test.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace clearance::lab {
namespace {

struct Prepared {
  Polytope body;
  Hierarchy hierarchy;

  explicit Prepared(Polytope of) : body(std::move(of)), hierarchy(Hierarchy::build(body)) {}
};
PrismWalk ask(const Prepared& a, const Motion& motion_a, const Prepared& b, const Motion& motion_b,
              Interval interval = {0, 1}) {
  const auto of_a = straight_pieces(motion_a, interval).value(), of_b = straight_pieces(motion_b, interval).value();
  return will_collide({a.body, a.hierarchy, of_a[0]}, {b.body, b.hierarchy, of_b[0]});
}

// ---- Solved by hand

TEST(ConvexPrisms, SolvedByHand) {
  const Prepared cube(box({2, 2, 2}));
  EXPECT_EQ(ask(cube, {}, cube, straight({4, 0.5, 0.25}, {-8, 0, 0})).verdict, PrismVerdict::Collide);
  EXPECT_EQ(ask(cube, {}, cube, straight({4, 2.5, 0.25}, {-8, 0, 0})).verdict, PrismVerdict::Clear);
  // One reaches where the other was: together in space, but not in time.
  EXPECT_EQ(ask(cube, straight({0, 0, 0}, {0, 20, 0}), cube, straight({10, 0, 0}, {-10, 0, 0})).verdict,
            PrismVerdict::Clear);
  EXPECT_EQ(ask(cube, {}, cube, straight({1, 0.5, 0}, {8, 0, 0})).verdict, PrismVerdict::Collide);
  EXPECT_EQ(ask(cube, {}, cube, straight({1, 0.5, 0}, {})).verdict, PrismVerdict::Collide);
  EXPECT_EQ(ask(cube, {}, cube, straight({3, 0.5, 0}, {})).verdict, PrismVerdict::Clear);
}
TEST(ConvexPrisms, TouchIsNeverCalledClear) {
  const Prepared cube(box({2, 2, 2}));
  EXPECT_NE(ask(cube, {}, cube, straight({4, 2, 0.5}, {-8, 0, 0})).verdict, PrismVerdict::Clear);
  EXPECT_NE(ask(cube, {}, cube, straight({4, 0, 0}, {-2, 0, 0})).verdict, PrismVerdict::Clear);
  EXPECT_NE(ask(cube, {}, cube, straight({4, std::nextafter(2.0, 3), 0}, {-8, 0, 0})).verdict, PrismVerdict::Collide);
}
TEST(ConvexPrisms, WhatItDoesNotAnswer) {
  const Prepared cube(box({2, 2, 2}));
  const auto early = straight_pieces({}, {0, 1}).value(), late = straight_pieces({}, {0, 2}).value();
  EXPECT_EQ(will_collide({cube.body, cube.hierarchy, early[0]}, {cube.body, cube.hierarchy, late[0]}).verdict,
            PrismVerdict::Unresolved);
  const auto beside = straight_pieces(straight({3, 0.5, 0}, {}), {0, 1}).value();
  EXPECT_EQ(will_collide({cube.body, cube.hierarchy, early[0]}, {cube.body, cube.hierarchy, beside[0]}, 0).verdict,
            PrismVerdict::Unresolved);
}

// ---- The levels are prisms: their defining properties, exactly

TEST(ConvexPrisms, LevelsOfAPrism) {
  const Prepared of(test_polytope(TestShape::Ellipsoid, 60, 4));
  const auto level = [&](int k) {
    std::vector<Vec3> points;
    for (int v = 0; v < of.body.vertex_count(); ++v)
      if (of.hierarchy.last_level(v) >= k) points.push_back(of.body.vertex(v));
    const Polytope hull = convex_hull(points).value();
    EXPECT_EQ(static_cast<std::size_t>(hull.vertex_count()), points.size());  // all of them are extreme
    PrismMotion<3> motion{{Dyadic(1.0), Dyadic(2.0), Dyadic(0.5)}, 1.0, 0.0, 1.0};
    return make_prism(polyhedron_of(hull, ExactPose(Pose())).shape, motion).value();
  };
  auto finer = level(1);
  const auto is_vertex_of = [](const IncidencePolytope<4>& prism, const Homogeneous<5>& x) {
    return std::any_of(prism.vertices().begin(), prism.vertices().end(), [&](const auto& v) { return v == x; });
  };
  for (int k = 2; k <= of.hierarchy.levels(); ++k) {
    const auto coarser = level(k);
    const Locator locate(finer);
    for (const auto& v : coarser.vertices()) {
      EXPECT_TRUE(is_vertex_of(finer, v));
      EXPECT_TRUE(locate(v));
    }
    // Those that go are adjacent to no others that go but their own copies, and have few neighbours.
    std::set<std::uint32_t> gone;
    std::vector<int> degree(finer.face_count(0));
    for (std::uint32_t v = 0; v < finer.face_count(0); ++v)
      if (!is_vertex_of(coarser, finer.vertex(v))) gone.insert(v);
    EXPECT_FALSE(gone.empty());
    const auto half = static_cast<std::uint32_t>(finer.face_count(0) / 2);
    for (const auto& edge : finer.faces(1)) {
      const std::uint32_t i = edge.vertices[0], j = edge.vertices[1];
      ++degree[i], ++degree[j];
      if (gone.count(i) != 0 && gone.count(j) != 0) {
        EXPECT_EQ(j, i + half);
      }
    }
    for (const std::uint32_t v : gone) EXPECT_LE(degree[v], Hierarchy::kMaxDegree + 1);
    finer = coarser;
  }
  EXPECT_EQ(finer.face_count(0), 8u);  // the prism of a simplex
}

// ---- Against prism_trees.h and motion/

TEST(ConvexPrisms, NeverWrongAndSeldomOpen) {
  const int rounds = detail::is_full_level() ? 20'000 : 2'000;
  detail::Random random(17);
  int open = 0, clear = 0, collide = 0, of_doubles = 0;
  for (int round = 0; round < rounds; ++round) {
    const bool is_nice = round % 2 == 0;
    const auto number = [&](double size) {
      const double x = random.uniform(-size, size);
      return is_nice ? std::round(4 * x) / 4 : x;
    };
    const auto hull = [&] {
      for (;;) {
        std::vector<Vec3> points(4 + random.below(30));
        for (Vec3& p : points) {
          const double x = number(1), y = number(1);
          p = {x, y, number(1)};
        }
        const Polytope made = convex_hull(points).value();
        if (made.dimension() == 3) return made;
      }
    };
    const Prepared a(hull()), b(hull());
    const Pose turned = rotation(random.below(2) == 0 ? Quat{1, 0, 0, 0} : Quat{2, 1, -1, 0.5}, {});
    const Motion motion_a = Motion::linear(turned, {number(1), number(1), 0}).value(),
                 motion_b = straight({number(1) + 2.5, number(3), number(1)}, {number(2) - 4, number(1), number(1)});
    const PrismWalk found = ask(a, motion_a, b, motion_b);
    const Shape shape_a = Rounded(a.body), shape_b = Rounded(b.body);
    const TranslatingBody bodies[] = {{shape_a, motion_a}, {shape_b, motion_b}};
    const bool is_clear = first_meeting(bodies, {0, 1}).value().is_clear();
    if (found.verdict == PrismVerdict::Unresolved) {
      ++open;
      of_doubles += is_nice ? 0 : 1;
    } else {
      ASSERT_EQ(found.verdict == PrismVerdict::Clear, is_clear) << round;
      (is_clear ? clear : collide)++;
    }
    EXPECT_EQ(ask(b, motion_b, a, motion_a).verdict == PrismVerdict::Clear && !is_clear, false);
  }
  EXPECT_GT(5 * clear, rounds);
  EXPECT_GT(5 * collide, rounds);
  EXPECT_LE(20 * open, rounds);
  EXPECT_LE(200 * of_doubles, rounds);
}

// ---- Few vertices are looked at, however many there are

TEST(ConvexPrisms, LookAtFew) {
  detail::Random random(18);
  for (const int n : {100, 1'000, 10'000}) {
    const Prepared a(test_polytope(TestShape::Ellipsoid, n, 1)), b(test_polytope(TestShape::Ellipsoid, n, 2));
    int visited = 0, steps = 0, early = 0;
    constexpr int kRounds = 40;
    for (int round = 0; round < kRounds; ++round) {
      const Motion motion = straight({random.uniform(2, 4), random.uniform(-2, 2), random.uniform(-2, 2)},
                                     {random.uniform(-6, -2), random.uniform(-1, 1), random.uniform(-1, 1)});
      const PrismWalk found = ask(a, {}, b, motion);
      EXPECT_NE(found.verdict, PrismVerdict::Unresolved);
      visited += found.visited, steps += found.steps;
      early += found.verdict == PrismVerdict::Collide && found.level_a > 1 ? 1 : 0;
    }
    const double log = std::log2(n);
    EXPECT_LT(visited, 40 * kRounds * log * log) << n;
    EXPECT_LT(steps, 5 * kRounds * log) << n;
    EXPECT_GT(early, 0);  // coarse levels that meet are enough
  }
}

}  // namespace
}  // namespace clearance::lab
