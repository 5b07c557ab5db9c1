#include <clearance/contact/convex/convex_depth.h>

#include <clearance/contact/convex/convex_contacts_test.h>
#include <clearance/support/support.h>

namespace clearance::detail {
namespace {

using namespace convex_contacts;

const Pose kStill;

// Bodies that lie on a floor, a little in it: how often do the triangles show nearly all of the depth, and do they ever
// show more?
TEST(ConvexDepth, ShowsTheDepthOfWhatRests) {
  Random random(41);
  ManifoldScratch scratch;
  const Polytope floor = box({10, 10, 1});
  int asked = 0, shown = 0;
  for (int k = 0; k < 2000; ++k) {
    SCOPED_TRACE(k);
    const Polytope body = k % 2 == 0 ? test_polytope(TestShape::Ellipsoid, 20, static_cast<std::uint64_t>(k))
                                     : make_prism(3 + k % 9, 1, 1).value();
    // On one of its faces, turned about the normal, tilted by next to nothing.
    const auto face = static_cast<std::uint32_t>(random.below(static_cast<std::uint64_t>(body.face_count())));
    const Vec3 n = face_normal(body, face), down = (1 / norm(n)) * n, axis = cross(down, {0, 0, -1});
    const double cosine = -down.z;
    Pose turned = norm(axis) > 1e-9 ? rotation_about(axis, std::atan2(norm(axis), cosine)) : Pose();
    if (norm(axis) <= 1e-9 && cosine < 0) turned = rotation_about({1, 0, 0}, 3.14159265358979);
    turned = rotation_about({random.uniform(-1, 1), random.uniform(-1, 1), 0}, random.uniform(0, 1e-4)) * turned;
    const Vec3 own = transpose_times(turned.rotation(), Vec3{0, 0, -1});
    const double lowest = apply(turned, body.vertex(support_vertex(body, own))).z;
    const double depth = std::pow(10, random.uniform(-6, -2));
    const Pose pose = moved_to(turned, {random.uniform(-4, 4), random.uniform(-4, 4), 0.5 - depth - lowest}).value();
    const PosedPair pair(floor, kStill, body, pose);
    const ContactFrame frame(pair, {0, 0, 1});
    const int top = support_vertex(floor, {0, 0, 1});
    see_features(pair, frame, facing_feature(floor, {0, 0, 1}, top),
                 facing_feature(body, own, support_vertex(body, own)), scratch);
    Manifold made;
    const SharedPoints shared = share_points(pair, {}, frame, scratch, made.points);
    ASSERT_GT(shared.count, 0u);
    const Penetration exact = penetration(floor, {}, body, pose);
    ++asked;
    shown += is_as_deep(pair, frame, 0.96 * exact.upper, -shared.least_upper, scratch);
    EXPECT_FALSE(is_as_deep(pair, frame, 1.000001 * exact.upper, -shared.least_upper, scratch));
  }
  EXPECT_EQ(asked, 2000);
  EXPECT_GT(shown, 1900);
}

// One box deep in another, or hanging over its border by less than it is deep: not shown, and so asked again.
TEST(ConvexDepth, SaysNothingWhereItDoesNotKnow) {
  ManifoldScratch scratch;
  const Polytope cube = box({1, 1, 1});
  for (const Pose& pose : {translation({0, 0, 0.2}), translation({0.9999, 0, 0.9}), translation({1, 0, 0.9})}) {
    const PosedPair pair(cube, kStill, cube, pose);
    const ContactFrame frame(pair, {0, 0, 1});
    const int top = support_vertex(cube, {0, 0, 1}), bottom = support_vertex(cube, {0, 0, -1});
    see_features(pair, frame, facing_feature(cube, {0, 0, 1}, top), facing_feature(cube, {0, 0, -1}, bottom), scratch);
    Manifold made;
    const SharedPoints shared = share_points(pair, {}, frame, scratch, made.points);
    EXPECT_FALSE(is_as_deep(pair, frame, 0.95 * -shared.least_upper, -shared.least_upper, scratch));
  }
}

}  // namespace
}  // namespace clearance::detail
