#include <clearance/lab/trees/feature_boxes.h>

#include <clearance/base/random.h>
#include <clearance/build/convex_hull.h>
#include <clearance/build/primitives.h>
#include <clearance/build/solids_test.h>
#include <clearance/mesh/triangle_pair.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace clearance::detail {
namespace {

FeatureBoxes boxes_of(const Mesh& mesh) { return {mesh, convex_hull(mesh.vertices()).value()}; }

using Pairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

Pairs pairs_of(const ContactFeatures& features) {
  Pairs pairs;
  for (const ContactFeatures::Pair& pair : features.pairs) pairs.emplace_back(pair.a, pair.b);
  return pairs;
}

Pairs brute_force(const Mesh& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b) {
  Pairs pairs;
  const auto at = [](const Mesh& mesh, std::uint32_t t, const Pose& pose) {
    const MeshTriangle& v = mesh.triangle(t);
    return TriangleAt{{mesh.vertex(v[0]), mesh.vertex(v[1]), mesh.vertex(v[2])}, pose};
  };
  for (std::uint32_t s = 0; s < a.triangle_count(); ++s)
    for (std::uint32_t t = 0; t < b.triangle_count(); ++t)
      if (triangle_relation(at(a, s, pose_a), at(b, t, pose_b)) != TriangleRelation::Apart)
        pairs.emplace_back(a.id(s), b.id(t));
  std::ranges::sort(pairs);
  return pairs;
}

std::size_t in_concavities(const FeatureBoxes& boxes) {
  return static_cast<std::size_t>(
      std::ranges::count_if(boxes.concavity(), [](std::uint32_t c) { return c != FeatureBoxes::kHullFeature; }));
}

// ---- solved by hand

TEST(FeatureBoxes, AConvexBodyHasNoConcavities) {
  const FeatureBoxes boxes = boxes_of(box_soup({0, 0, 0}, {1, 1, 1}).mesh());
  EXPECT_EQ(boxes.concavity_count(), 0u);
  EXPECT_EQ(boxes.roots().size(), 1u);
}

TEST(FeatureBoxes, ACornerHasOneNotchOfTwoSides) {
  const FeatureBoxes boxes = boxes_of(corner_soup().mesh());
  EXPECT_EQ(boxes.concavity_count(), 1u);
  EXPECT_EQ(in_concavities(boxes), 4u);
}

TEST(FeatureBoxes, AFrameHasOneHole) {
  const FeatureBoxes boxes = boxes_of(frame_soup().mesh());
  EXPECT_EQ(boxes.concavity_count(), 1u);
  EXPECT_EQ(in_concavities(boxes), 8u);
}

TEST(FeatureBoxes, StairsHaveAPocketAStep) {
  const FeatureBoxes boxes = boxes_of(stairs_soup(5, 1).mesh());
  // Each has a tread and a riser; the edges between pockets lie on the hull.
  EXPECT_EQ(boxes.concavity_count(), 4u);
  EXPECT_EQ(in_concavities(boxes), 16u);
}

TEST(FeatureBoxes, APegInTheHoleMeetsItsSides) {
  const Mesh frame = frame_soup().mesh(), peg = box_soup({1.25, 1.25, -1}, {1.75, 1.75, 2}).mesh();
  const FeatureBoxes a = boxes_of(frame), b = boxes_of(peg);
  const ContactFeatures free = contact_features(a, {}, b, {});
  EXPECT_TRUE(free.hulls_meet);
  EXPECT_TRUE(free.pairs.empty());
  // Moved to the right until it touches the side of the hole at x = 2: nothing but that side and the peg's, and edges.
  const ContactFeatures touching = contact_features(a, {}, b, translation({0.25, 0, 0}));
  EXPECT_FALSE(touching.pairs.empty());
  for (const ContactFeatures::Pair& pair : touching.pairs) {
    EXPECT_EQ(pair.concavity_b, FeatureBoxes::kHullFeature);
  }
  EXPECT_EQ(pairs_of(touching), brute_force(frame, {}, peg, translation({0.25, 0, 0})));
}

TEST(FeatureBoxes, HullsApartEndTheQuestion) {
  const FeatureBoxes a = boxes_of(corner_soup().mesh());
  const ContactFeatures features = contact_features(a, {}, a, translation({4, 0, 0}));
  EXPECT_FALSE(features.hulls_meet);
  EXPECT_EQ(features.box_tests, 0u);
}

// ---- degenerate

TEST(FeatureBoxes, OneUlpDecides) {
  const Mesh corner = corner_soup().mesh(), cube = box_soup({0, 0, 0}, {1, 1, 1}).mesh();
  const FeatureBoxes a = boxes_of(corner), b = boxes_of(cube);
  EXPECT_FALSE(contact_features(a, {}, b, translation({1, 1.5, 0})).pairs.empty());
  EXPECT_TRUE(contact_features(a, {}, b, translation({std::nextafter(1, 2), 1.5, 0})).pairs.empty());
}

TEST(FeatureBoxes, TheSameBodyTwiceAndTrianglesInOnePlace) {
  Soup soup = corner_soup();
  soup.triangles.push_back({0, 0, 0});
  soup.triangles.push_back({0, 0, 0});
  soup.triangles.push_back({0, 1, 0});
  const Mesh mesh = soup.mesh();
  const FeatureBoxes boxes = boxes_of(mesh);
  EXPECT_EQ(pairs_of(contact_features(boxes, {}, boxes, {})), brute_force(mesh, {}, mesh, {}));
}

// ---- against brute force

TEST(FeatureBoxes, AgreesWithAllPairsOfTriangles) {
  Random random(3);
  const std::vector<Mesh> meshes{corner_soup().mesh(), fork_soup().mesh(), frame_soup().mesh(),
                                 stairs_soup(4, 1).mesh(), mesh_of(test_polytope(TestShape::Ellipsoid, 40, 2))};
  std::vector<FeatureBoxes> boxes;
  for (const Mesh& mesh : meshes) boxes.push_back(boxes_of(mesh));
  int met = 0, free = 0;
  std::size_t tests = 0, all = 0;
  for (std::size_t i = 0; i < meshes.size(); ++i)
    for (std::size_t k = 0; k < meshes.size(); ++k)
      for (int n = 0; n < 10; ++n) {
        const auto half = [&] { return 0.5 * std::floor(random.uniform(-5, 7)); };
        const Quat q = n % 3 == 0 ? Quat{} : n % 3 == 1 ? Quat{1, 1, 0, 0} : Quat{random.uniform(-1, 1), 1, 0.5, 0.25};
        const Pose pose = rotation(q, {half(), half(), 0.5 * half()});
        const ContactFeatures features = contact_features(boxes[i], {}, boxes[k], pose);
        const Pairs truth = brute_force(meshes[i], {}, meshes[k], pose);
        ASSERT_EQ(pairs_of(features), truth);
        (truth.empty() ? free : met) += 1;
        tests += features.triangle_tests;
        all += meshes[i].triangle_count() * meshes[k].triangle_count();
        EXPECT_TRUE(features.hulls_meet || truth.empty());
      }
  EXPECT_GT(met, 50);
  EXPECT_GT(free, 50);
  EXPECT_LT(10 * tests, all) << "boxes should spare nine tests of ten";
}

}  // namespace
}  // namespace clearance::detail
