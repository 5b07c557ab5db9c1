#include <clearance/convex/exact/support.h>

#include <clearance/convex/bodies_test.h>

#include <gtest/gtest.h>

namespace clearance::detail {
namespace {

TEST(ExactSupport, HandSolvedBoxes) {
  const Scene scene = at_rest(box({1, 1, 1}), box({1, 1, 1}), {2, 0, 0});
  const ExactSupport support(scene.pair());
  EXPECT_EQ(compare(support.scale(), 1.0), 0);
  std::vector<int> of_a, of_b;
  support.contact_vertices(exact(Vec3{1, 0, 0}), of_a, of_b);
  EXPECT_EQ(of_a, (std::vector<int>{1, 3, 5, 7}));
  EXPECT_EQ(of_b, (std::vector<int>{0, 2, 4, 6}));
  support.contact_vertices(exact(Vec3{1, 1, 0}), of_a, of_b);
  EXPECT_EQ(of_a, (std::vector<int>{3, 7}));
  EXPECT_EQ(of_b, (std::vector<int>{0, 4}));
  EXPECT_EQ(support.minimise(exact(Vec3{1, 1, 1})), (VertexPair{7, 0}));
  EXPECT_TRUE(is_zero(support.difference({1, 0}) - exact(Vec3{1, 0, 0})));
  EXPECT_TRUE(is_zero(support.edge_a(0, 1) - exact(Vec3{1, 0, 0})));
  EXPECT_TRUE(is_zero(support.edge_b(0, 7) - exact(Vec3{1, 1, 1})));
}

// A tilt far below the last bit of any product still decides.
TEST(ExactSupport, DegenerateTiltBelowDoubles) {
  const Scene scene = at_rest(box({1, 1, 1}), box({1, 1, 1}), {2, 0, 0});
  const ExactSupport support(scene.pair());
  std::vector<int> of_a, of_b;
  support.contact_vertices(exact(Vec3{1, 1e-200, 0}), of_a, of_b);
  EXPECT_EQ(of_a, (std::vector<int>{3, 7}));
  EXPECT_EQ(of_b, (std::vector<int>{0, 4}));
  support.contact_vertices(exact(Vec3{1, 1e-200, -1e-300}), of_a, of_b);
  EXPECT_EQ(of_a, (std::vector<int>{3}));
  EXPECT_EQ(of_b, (std::vector<int>{4}));
}

TEST(ExactSupport, DegenerateScalesBeyondTheFilters) {
  for (const double scale : {1e-300, 1e299}) {
    const Scene scene = at_rest(box({scale, scale, scale}), box({scale, scale, scale}), {2 * scale, 0, 0});
    const ExactSupport support(scene.pair());
    std::vector<int> of_a, of_b;
    support.contact_vertices(exact(Vec3{1, 0, 0}), of_a, of_b);
    EXPECT_EQ(of_a, (std::vector<int>{1, 3, 5, 7})) << scale;
    EXPECT_EQ(of_b, (std::vector<int>{0, 2, 4, 6})) << scale;
  }
}

// Every vertex in the list attains the extreme, every other is strictly worse; by exact products over all vertices.
void expect_all_extreme(const Scene& scene, const DyadicVec& n) {
  const ExactSupport support(scene.pair());
  std::vector<int> of_a, of_b;
  support.contact_vertices(n, of_a, of_b);
  ASSERT_FALSE(of_a.empty());
  ASSERT_FALSE(of_b.empty());
  const ExactPair exact_pair(scene.pose_a, scene.pose_b);
  const auto check = [&](const Polytope& body, const std::vector<int>& best, bool is_a) {
    const auto product = [&](int v) {
      return dot(n, is_a ? exact_pair.point_a(body.vertex(v)) : -exact_pair.point_b(body.vertex(v)));
    };
    const Dyadic top = product(best[0]);
    for (int v = 0; v < body.vertex_count(); ++v) {
      const bool listed = std::find(best.begin(), best.end(), v) != best.end();
      EXPECT_EQ(compare(product(v), top), listed ? 0 : -1);
    }
  };
  check(scene.a, of_a, true);
  check(scene.b, of_b, false);
  EXPECT_EQ(compare(dot(n, support.difference(support.minimise(n))), brute_force_gap(scene.pair(), n)), 0);
}

TEST(ExactSupport, AllOfTheTiesAgainstBruteForce) {
  Random random(71);
  const Polytope bodies[] = {box({1, 2, 3}),
                             make_prism(60, 1, 1).value(),
                             octahedron(),
                             test_polytope(TestShape::Plate, 100, 3),
                             segment({0, 0, 0}, {1, 1, 1}),
                             point({1, 0, 0})};
  for (const Polytope& a : bodies)
    for (const Polytope& b : bodies) {
      const Scene scene{a, b, random_pose(random), random_pose(random, random_vector(random, 3))};
      expect_all_extreme(scene, exact(random_unit(random)));
      // The exact normal of a face of a turned body: only exact numbers can know its vertices to be level.
      if (a.dimension() < 2) continue;
      const ExactSupport support(scene.pair());
      const auto face = a.face(0);
      const DyadicVec normal = cross(support.edge_a(static_cast<int>(face[0]), static_cast<int>(face[1])),
                                     support.edge_a(static_cast<int>(face[0]), static_cast<int>(face[2])));
      expect_all_extreme(scene, normal);
      std::vector<int> of_a, of_b;
      support.contact_vertices(normal, of_a, of_b);
      EXPECT_EQ(of_a.size(), face.size());
    }
}

// Neighbours of a vertex that a climb finds lead to all that tie; of more than a few dozen, all vertices are looked at.
TEST(ExactSupport, TiesOfManyVerticesAgainstBruteForce) {
  Random random(73);
  for (const Polytope& a : {test_polytope(TestShape::Ellipsoid, 600, 3), test_polytope(TestShape::Plate, 300, 4),
                            make_prism(200, 1, 1e-3).value()}) {
    const Scene scene{a, box({1, 2, 3}), random_pose(random), random_pose(random, random_vector(random, 1e6))};
    const ExactSupport support(scene.pair());
    for (int f = 0; f < a.face_count(); f += 1 + a.face_count() / 25) {
      const auto face = a.face(f);
      const auto edge = [&](std::size_t k) {
        return support.edge_a(static_cast<int>(face[0]), static_cast<int>(face[k]));
      };
      const DyadicVec normal = cross(edge(1), edge(2));
      expect_all_extreme(scene, normal);
      expect_all_extreme(scene, exact(direction_of(normal)));
    }
  }
}

}  // namespace
}  // namespace clearance::detail
