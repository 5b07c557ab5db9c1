#include <clearance/base/random.h>
#include <clearance/build/mesh.h>
#include <clearance/build/primitives.h>
#include <clearance/contact/manifold_scratch.h>
#include <clearance/contact/surfaces/contact_bodies_test.h>
#include <clearance/contact/surfaces/feature_tree.h>

#include <gtest/gtest.h>

#include <algorithm>

namespace clearance {
namespace {

using detail::DirectedBox;
using detail::FeatureTree;
using detail::Random;

Vec3 random_point(Random& random, double size) {
  return {random.uniform(-size, size), random.uniform(-size, size), random.uniform(-size, size)};
}
Vec3 random_direction(Random& random) {
  const Vec3 p = random_point(random, 1) + Vec3{0, 0, 1e-3};
  return p / norm(p);
}

DirectedBox random_bounds(Random& random) {
  const Vec3 low = random_point(random, 1);
  return {random_direction(random), random.below(10) == 0 ? 1.5 : 0.1 * random.uniform(0, 1), low,
          low + Vec3{random.uniform(0, 0.1), random.uniform(0, 0.1), random.uniform(0, 0.1)}};
}

// ---- Solved by hand -------------------------------------------------------------------------------------------------

TEST(FeatureTree, OfNothing) {
  FeatureTree tree;
  tree.build(true);
  tree.visit([](const DirectedBox&) { return true; }, [](std::uint32_t) { ADD_FAILURE(); });
  EXPECT_TRUE(tree.is_empty());
}

TEST(FeatureTree, OfOneFeatureTwice) {
  FeatureTree tree;
  tree.add(7, {{0, 0, 1}, 0, {}, {}});
  tree.add(7, {{0, 0, -1}, 0, {}, {}});
  tree.build(false);
  int visits = 0;
  tree.visit([](const DirectedBox& bounds) { return norm(bounds.axis - Vec3{0, 0, 1}) <= bounds.width + 1e-9; },
             [&](std::uint32_t feature) { visits += feature == 7 ? 1 : 100; });
  EXPECT_EQ(visits, 1);
}

// ---- Against a loop -------------------------------------------------------------------------------------------------

TEST(FeatureTree, VisitsWhatALoopFinds) {
  Random random(1);
  for (const std::uint32_t count : {1u, 4u, 5u, 100u, 3000u}) {
    std::vector<DirectedBox> all(count);
    FeatureTree tree;
    for (std::uint32_t k = 0; k < count; ++k) tree.add(k, all[k] = random_bounds(random));
    tree.build(count % 2 == 0);
    for (int k = 0; k < 50; ++k) {
      const Vec3 axis = random_direction(random), place = random_point(random, 1);
      const auto may_meet = [&](const DirectedBox& bounds) {
        return norm(bounds.axis - axis) <= bounds.width + 0.2 && bounds.low.x <= place.x && bounds.high.y >= place.y;
      };
      std::vector<std::uint32_t> expected, found;
      for (std::uint32_t i = 0; i < count; ++i)
        if (may_meet(all[i])) expected.push_back(i);
      tree.visit(may_meet, [&](std::uint32_t feature) { found.push_back(feature); });
      std::sort(found.begin(), found.end());
      EXPECT_EQ(found, expected);
    }
  }
}

// ---- Work -----------------------------------------------------------------------------------------------------------

// A hull deep in a mesh: all vertices of either against all faces, and all edges against each other, were 10⁸ pairs.
TEST(FeatureTree, ManyFeaturesMeetInLittleMoreThanLinearWork) {
  const auto looked_at = [](int n) {
    const Shape hull = test_polytope(TestShape::Ellipsoid, n, 1),
                mesh = mesh_of(test_polytope(TestShape::Ellipsoid, n, 2));
    const Pose pose = rotation_about({1, 2, 3}, 0.7, {0.3, 0.2, 0.1});
    detail::ManifoldCache cache;
    detail::ManifoldScratch scratch;
    Manifold found;
    detail::find_manifold(hull, {}, mesh, pose, {}, cache, scratch, found);
    EXPECT_EQ(found.status(), Status::Penetrating);
    EXPECT_FALSE(found.points.empty());
    expect_sound(found, 0, 3);
    return scratch.pieces.looked_at;
  };
  const std::size_t few = looked_at(1000), many = looked_at(4000);
  EXPECT_GT(few, 0u);
  EXPECT_LE(many, 6 * few) << few;
  EXPECT_LE(many, 4'000'000u);
}

}  // namespace
}  // namespace clearance
