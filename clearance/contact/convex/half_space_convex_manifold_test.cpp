#include <clearance/contact/convex/convex_contacts_test.h>

#include <string>

namespace clearance {
namespace {

using namespace convex_contacts;

// ---- By hand --------------------------------------------------------------------------------------------------------

TEST(HalfSpaceConvexManifold, BoxOnTheGround) {
  const HalfSpace ground = half_space({0, 0, 2}, 1);  // z ≤ 1/2
  const Rounded cube = box({1, 1, 1});
  const Manifold found = manifold(ground, {}, cube, translation({3, 4, 0.875}));
  EXPECT_EQ(found.status(), Status::Penetrating);
  ASSERT_EQ(found.points.size(), 4u);
  EXPECT_EQ(found.patches[0].normal, (Vec3{0, 0, 1}));
  EXPECT_NEAR(found.patches[0].lower, -0.125, 1e-13);
  for (std::uint32_t k = 0; k < 4; ++k) {
    const ContactPoint& point = found.points[k];
    EXPECT_EQ(point.feature_a, (ContactFeature{Feature::Face, kNoIndex, 0, kNoIndex}));
    EXPECT_EQ(point.feature_b, (ContactFeature{Feature::Vertex, kNoIndex, k, kNoIndex}));
    EXPECT_NEAR(point.a.z, 0.5, 1e-13);
    EXPECT_NEAR(point.b.z, 0.375, 1e-13);
    EXPECT_NEAR(point.gap(), -0.125, 1e-13);
  }
}

TEST(HalfSpaceConvexManifold, OnItsEdgeAndOnItsVertex) {
  const HalfSpace ground = half_space({0, 0, 1}, 0);
  const Rounded cube = box({1, 1, 1}), soft = rounded(box({1, 1, 1}), 0.25);
  const double up = std::sqrt(0.5) - 0.01;
  EXPECT_EQ(manifold(ground, {}, cube, rotation_about({1, 0, 0}, 0.78539816339744831, {0, 0, up})).points.size(), 2u);
  const Manifold one = manifold(
      ground, {}, soft, rotation_about({1, -1, 0}, std::acos(1 / std::sqrt(3.0)), {0, 0, std::sqrt(0.75) + 0.24}));
  ASSERT_EQ(one.points.size(), 1u);
  EXPECT_NEAR(one.points[0].gap(), -0.01, 1e-12);
  EXPECT_NEAR(one.points[0].b.z, -0.01, 1e-12);
}

TEST(HalfSpaceConvexManifold, BallsAndCapsules) {
  const HalfSpace ground = half_space({0, 0, 1}, 0);
  const Manifold ball = manifold(sphere(1), translation({0, 0, 0.75}), ground, {});  // the other way round
  ASSERT_EQ(ball.points.size(), 1u);
  EXPECT_EQ(ball.patches[0].normal, (Vec3{0, 0, -1}));
  EXPECT_NEAR(ball.points[0].gap(), -0.25, 1e-14);
  EXPECT_LE(norm_max(ball.points[0].a - Vec3{0, 0, -0.25}), 1e-14);
  const Manifold rod = manifold(ground, {}, capsule(2, 0.5), rotation_about({1, 0, 0}, 1.5707963267948966, {0, 0, 0.5}),
                                {.margin = 1e-9});
  EXPECT_EQ(rod.points.size(), 2u);
}

TEST(HalfSpaceConvexManifold, Margin) {
  const HalfSpace ground = half_space({0, 0, 1}, 0);
  const Rounded cube = box({1, 1, 1});
  const Pose above = translation({0, 0, 0.75});
  EXPECT_TRUE(manifold(ground, {}, cube, above).patches.empty());
  EXPECT_TRUE(manifold(ground, {}, cube, above, {.margin = 0.2}).patches.empty());
  EXPECT_EQ(manifold(ground, {}, cube, above, {.margin = 0.25}).points.size(), 4u);
  EXPECT_EQ(manifold(ground, {}, cube, above, {.margin = 1e9, .points_per_patch = 1}).points.size(), 1u);
}

// ---- Degenerate, and what is promised
// -----------------------------------------------------------------------------------

TEST(HalfSpaceConvexManifold, KeepsWhatItPromises) {
  detail::Random random(7);
  for (int k = 0; k < 3000; ++k) {
    SCOPED_TRACE(k);
    std::vector<Vec3> points;
    for (std::uint64_t n = 1 + random.below(10); n > 0; --n) points.push_back(random_vector(random));
    const double size = k % 5 == 0 ? 1e-150 : k % 5 == 1 ? 1e150 : k % 5 == 2 ? 1e-300 : 1;
    for (Vec3& p : points) p = size * p;
    const Rounded body = rounded(convex_hull(points).value(), k % 3 == 0 ? 0 : 0.25 * size);
    const double long_by = k % 7 == 0 ? 1e-200 : k % 7 == 1 ? 1e200 : 1;
    const Vec3 normal = long_by * random_vector(random);
    const double offset = k % 2 == 0 ? 0 : 0.1 * long_by * size;
    const HalfSpace ground = half_space(normal, std::min(offset, 1e300));
    const Mat3 stretched{{{1.00002, 1e-5, 0}, {0, 0.99998, 2e-5}, {0, 0, 1.00001}}};
    const Pose pose_a = k % 4 == 0   ? Pose()
                        : k % 4 == 1 ? Pose::from_matrix(stretched).value()
                                     : random_turn(random),
               pose_b = random_turn(random, size * random_vector(random, 1.5));
    const double margin = k % 2 == 0 ? 0 : 0.125 * size;
    const Manifold found = manifold(ground, pose_a, body, pose_b, {.margin = margin});
    const Shape space = ground, shape = body;
    ASSERT_EQ(found.status(), intersects(space, pose_a, shape, pose_b).status);
    if (found.status() != Status::Separated) {
      ASSERT_EQ(found.patches.size(), 1u);
      ASSERT_GT(found.points.size(), 0u);
    }
    const double world = size + body.radius() + norm_max(pose_b.translation());
    const auto inverse_length = [](WideVec v) { return 1 / convex_contacts::length(v); };
    for (const ContactPatch& patch : found.patches) {
      ASSERT_NEAR(norm(patch.normal), 1, 1e-15);
      for (const ContactPoint& point : found.points_of(patch)) {
        ASSERT_TRUE(is_finite(point.a) && is_finite(point.b) && std::isfinite(point.lower) &&
                    std::isfinite(point.upper));
        ASSERT_LE(point.error, 1e-12 * world + 1e-290);
        ASSERT_LE(point.lower, margin);
        ASSERT_GE(point.upper, patch.lower);
        const WideVec n = wide(patch.normal);
        ASSERT_LE(length(wide(point.b) - wide(point.a) - Wide(point.gap()) * n), point.error);
        ASSERT_LE(away_from(body.core(), pose_b, point.feature_b, wide(point.b) + Wide(body.radius()) * n),
                  point.error);
      }
      if (pose_a.kind() == Pose::Kind::Matrix) continue;
      // The plane itself, in long doubles.
      const WideVec up = placed(pose_a, normal);
      const WideVec unit = inverse_length(up) * up;
      const Wide level = Wide(ground.offset()) * inverse_length(wide(normal));
      Wide least = std::numeric_limits<Wide>::infinity();
      for (int v = 0; v < body.core().vertex_count(); ++v)
        least = std::min(least, dot(unit, placed(pose_b, body.core().vertex(v))) - level - body.radius());
      EXPECT_LE(patch.lower, least + 1e-18L * world);
      EXPECT_GE(patch.upper, least - 1e-18L * world);
      for (const ContactPoint& point : found.points_of(patch))
        EXPECT_LE(std::fabs(dot(unit, wide(point.a)) - level), point.error);
    }
    if (HasFailure()) break;
  }
}

}  // namespace
}  // namespace clearance
