#include <clearance/contact/convex/box_contact.h>

#include <clearance/contact/convex/convex_contacts_test.h>

namespace clearance::detail {
namespace {

using namespace convex_contacts;

// The general search along the normal of the same face, with the feature that faces it.
Manifold general(const PosedPair& pair, const Radii& radii, bool face_is_of_a, std::uint32_t face, Vec3 normal,
                 ManifoldScratch& scratch, SharedPoints& shared) {
  const ContactFrame frame(pair, normal);
  const auto facing = [](const Polytope& body, const Pose& pose, Vec3 towards) {
    const Vec3 own = transpose_times(pose.rotation(), towards);
    return facing_feature(body, own, support_vertex(body, own));
  };
  const BodyFeature of_face{Feature::Face, face, 0};
  const BodyFeature of_a = face_is_of_a ? of_face : facing(pair.a(), pair.pose_a(), normal),
                    of_b = face_is_of_a ? facing(pair.b(), pair.pose_b(), -normal) : of_face;
  see_features(pair, frame, of_a, of_b, scratch);
  Manifold made;
  shared = share_points(pair, radii, frame, scratch, made.points);
  return made;
}

// Boxes at all turns, some with coinciding sides and corners; every face of either.
TEST(BoxContact, IsWhatTheGeneralSearchFinds) {
  Random random(31);
  ManifoldScratch scratch;
  int points = 0;
  for (int k = 0; k < 3000; ++k) {
    SCOPED_TRACE(k);
    const bool is_nice = k % 3 == 0;
    const auto side = [&] { return is_nice ? 0.5 * static_cast<double>(1 + random.below(4)) : random.uniform(0.2, 2); };
    const Vec3 sides_a{side(), side(), side()}, sides_b{side(), side(), side()};
    const auto off_center = [&](Vec3 sides) {
      std::vector<Vec3> corners;
      const Vec3 shift = is_nice ? Vec3{} : random_vector(random);
      for (unsigned c = 0; c < 8; ++c)
        corners.push_back(shift +
                          Vec3{(c & 1) != 0 ? sides.x : 0, (c & 2) != 0 ? sides.y : 0, (c & 4) != 0 ? sides.z : 0});
      return convex_hull(corners).value();
    };
    const Polytope a = k % 2 == 0 ? box(sides_a) : off_center(sides_a),
                   b = k % 4 < 2 ? box(sides_b) : off_center(sides_b);
    Vec3 t = random_vector(random, 1.2);
    if (is_nice) t = {0.25 * std::round(4 * t.x), 0.25 * std::round(4 * t.y), 0.25 * std::round(4 * t.z)};
    const Pose pose_a = k % 5 == 0 ? Pose() : random_turn(random, random_vector(random)),
               pose_b = k % 5 == 0 ? (is_nice ? translation(t) : random_turn(random, t)) : random_turn(random, t);
    const PosedPair pair(a, pose_a, b, pose_b);
    ASSERT_TRUE(are_plain_boxes(pair));
    const Radii radii(k % 7 == 0 ? 0.25 : 0, k % 7 < 2 ? 0.5 : 0);
    for (const bool of_a : {true, false})
      for (std::uint32_t face = 0; face < 6; ++face) {
        Manifold found;
        const BoxContact contact = box_contact(pair, radii, of_a, face, 1e9, found.points);
        SharedPoints shared;
        const Manifold expected = general(pair, radii, of_a, face, contact.normal, scratch, shared);
        EXPECT_EQ(contact.shared.count, shared.count);
        ASSERT_EQ(found.points.size(), expected.points.size());
        expect_alike(found, expected, 1e-11);
        if (shared.count > 0) {
          EXPECT_NEAR(contact.shared.least_lower, shared.least_lower, 1e-11);
        }
        points += static_cast<int>(shared.count);
        // How far apart along the normal.
        const WideVec n = wide(contact.normal);
        const Wide apart = apart_along(Rounded(a), pose_a, Rounded(b), pose_b, (1 / length(n)) * n);
        EXPECT_NEAR(contact.apart, static_cast<double>(apart), 2 * kDotError * pair.reach());
      }
    if (HasFailure()) break;
  }
  EXPECT_GT(points, 50000);
}

}  // namespace
}  // namespace clearance::detail
