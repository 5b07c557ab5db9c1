// Bodies of parts.
#include <clearance/base/random.h>
#include <clearance/build/convex_hull.h>
#include <clearance/build/parts.h>
#include <clearance/contact/surfaces/contact_bodies_test.h>

#include <gtest/gtest.h>

namespace clearance {
namespace {

Manifold checked(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, double margin = 0) {
  const Manifold found = manifold(a, pose_a, b, pose_b, {.margin = margin});
  expect_sound(found, margin, 20, true);
  expect_places(found, a, pose_a, b, pose_b);
  EXPECT_EQ(found.status(), intersects(a, pose_a, b, pose_b).status);
  return found;
}

// A convex part, and a mesh to its right.
Parts pair_of_boxes() {
  return make_parts({PartShape(Rounded(box({1, 1, 1}))), PartShape(box_soup({1, -0.5, -0.5}, {2, 0.5, 0.5}).mesh())})
      .value();
}

TEST(PartsManifold, EachPartHasItsPatch) {
  const Parts both = pair_of_boxes();
  for (const Shape& floor : {Shape(box({9, 9, 2})), Shape(box_soup({-4.5, -4.5, -1}, {4.5, 4.5, 1}).mesh())})
    for (const double depth : {0.0, 0.01, -0.01}) {
      const Manifold found = checked(floor, {}, both, translation({0, 0, 1.5 - depth}), 0.02);
      ASSERT_EQ(found.patches.size(), 2u) << described(found);
      std::set<std::uint32_t> parts;
      for (const ContactPatch& patch : found.patches) {
        EXPECT_EQ(patch.point_count, 4u) << described(found);
        EXPECT_EQ(patch.part_a, kNoIndex);
        EXPECT_LE(norm(patch.normal - Vec3{0, 0, 1}), 1e-12);
        parts.insert(patch.part_b);
        for (const ContactPoint& p : found.points_of(patch)) {
          EXPECT_NEAR(p.gap(), -depth, 1e-12);
          EXPECT_EQ(p.feature_b.part, patch.part_b);
          EXPECT_EQ(p.feature_a.part, kNoIndex);
        }
      }
      EXPECT_EQ(parts, (std::set<std::uint32_t>{0, 1}));
      const Manifold swapped = checked(both, translation({0, 0, 1.5 - depth}), floor, {}, 0.02);
      ASSERT_EQ(swapped.patches.size(), 2u) << described(swapped);
      EXPECT_EQ(swapped.patches[0].part_b, kNoIndex);
      EXPECT_NE(swapped.patches[0].part_a, swapped.patches[1].part_a);
    }
}

TEST(PartsManifold, PartsOnParts) {
  const Parts both = pair_of_boxes();
  const Manifold found = checked(both, {}, both, translation({0.25, 0.125, 0.99}));
  EXPECT_EQ(found.status(), Status::Penetrating);
  std::set<std::pair<std::uint32_t, std::uint32_t>> pairs;
  for (const ContactPatch& patch : found.patches) pairs.insert({patch.part_a, patch.part_b});
  EXPECT_TRUE(pairs.count({0, 0}) == 1 && pairs.count({1, 1}) == 1) << described(found);
  EXPECT_FALSE(pairs.count({0, 1}) == 1) << "half a unit apart";
}

// The parts of a large body that are far away are not looked at, and change nothing.
TEST(PartsManifold, FarPartsChangeNothing) {
  std::vector<PartShape> all;
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 6; ++j) {
      const Vec3 at{2.0 * i, 2.0 * j, 0};
      if ((i + j) % 2 == 0)
        all.push_back(box_soup(at, at + Vec3{1, 1, 1}).mesh());
      else
        all.push_back(Rounded(convex_hull(box_soup(at, at + Vec3{1, 1, 1}).vertices).value()));
    }
  const Parts grid = make_parts(all).value();
  for (const double margin : {0.0, 0.1}) {
    const Manifold found = checked(grid, {}, box({1, 1, 1}), translation({4.5, 6.5, 1.5 - 0.01}), margin);
    ASSERT_EQ(found.patches.size(), 1u) << described(found);
    EXPECT_EQ(found.patches[0].part_a, 6u * 2 + 3);
    EXPECT_EQ(found.points.size(), 4u);
  }
}

TEST(PartsManifold, KeptFromFrameToFrame) {
  const Parts both = pair_of_boxes();
  const Polytope table = box({9, 9, 2});
  PairContacts contacts;
  for (int k = 0; k < 100; ++k) {
    const Manifold& found =
        contacts.update(table, {}, both, translation({0.01 * k, 0, 1.499}), {.points_per_patch = 4});
    if (k == 0) {
      std::uint32_t next = 0;
      for (ContactPoint& p : contacts.points()) p.user[0] = ++next;
    }
    ASSERT_EQ(found.points.size(), 8u) << described(found);
    std::set<double> user;
    for (const ContactPoint& p : found.points) user.insert(p.user[0]);
    ASSERT_EQ(user.size(), 8u) << "parts tell the points of two boxes apart";
    ASSERT_EQ(user.count(0), 0u);
    if (k > 0) {
      ASSERT_EQ(found.points[0].age, static_cast<std::uint32_t>(k));
    }
  }
}

TEST(PartsManifold, RandomPairs) {
  const Parts both = pair_of_boxes();
  const Parts three =
      make_parts({PartShape(sphere(0.4)), PartShape(Rounded(box({0.3, 0.4, 2}))), PartShape(corner_soup().mesh())})
          .value();
  const std::vector<Shape> all{
      both, three, box({1, 2, 1}), corner_soup().mesh(), sphere(0.7), half_space({0.1, 0.2, 1}, -0.2)};
  detail::Random random(4);
  const auto any = [&] { return random.uniform(-1, 1); };
  int touching = 0;
  for (int k = 0; k < 60; ++k)
    for (const Shape& a : {Shape(both), Shape(three)})
      for (const Shape& b : all) {
        const Pose pose_a = rotation({any(), any(), any(), any()}, {any(), any(), any()});
        const Pose pose_b = rotation({any(), any(), any(), any()}, {2 * any(), 2 * any(), 2 * any()});
        const Manifold found = checked(a, pose_a, b, pose_b, k % 2 == 0 ? 0 : 0.05);
        const Manifold swapped = checked(b, pose_b, a, pose_a, k % 2 == 0 ? 0 : 0.05);
        EXPECT_EQ(found.patches.empty(), swapped.patches.empty());
        touching += found.status() != Status::Separated;
        if (HasFailure()) {
          ADD_FAILURE() << described(found);
          return;
        }
      }
  EXPECT_GT(touching, 100);
}

}  // namespace
}  // namespace clearance
