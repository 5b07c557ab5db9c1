#include <bench/workloads/box_columns.h>
#include <bench/workloads/contact_scenes.h>
#include <clearance/build/mesh.h>
#include <clearance/build/primitives.h>
#include <clearance/query/query.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace clearance::bench {
namespace {

constexpr ContactPose kBoxKinds[] = {ContactPose::Flush,   ContactPose::Touching, ContactPose::Offset,
                                     ContactPose::Turned,  ContactPose::OnEdge,   ContactPose::OnCorner,
                                     ContactPose::Shallow, ContactPose::Near,     ContactPose::Resting,
                                     ContactPose::Sliding, ContactPose::Rolling};

// How many pairs are apart, and how deep the others are at most.
struct Depths {
  std::size_t apart = 0;
  double deepest = 0;
};
Depths depths_of(const ContactScene& scene) {
  Depths out;
  const Shape a = scene.shape_a(), b = scene.shape_b();
  for (std::size_t i = 0; i < scene.poses.size(); ++i) {
    const Penetration depth = penetration(a, scene.poses.a[i], b, scene.poses.b[i]);
    out.apart += depth.status == Status::Separated ? 1 : 0;
    out.deepest = std::max(out.deepest, depth.upper);
  }
  return out;
}

TEST(ContactScenes, BoxesMeetAndAreShallow) {
  for (const ContactPose kind : kBoxKinds) {
    for (const Numbers numbers : kNumbers) {
      const ContactScene scene = box_scene(kind, numbers, 60);
      ASSERT_EQ(scene.poses.size(), 60u);
      const Depths found = depths_of(scene);
      EXPECT_LE(found.deepest, 0.0205) << scene.name();
      if (kind == ContactPose::Near) {
        EXPECT_GE(found.apart, 25u) << scene.name();
        EXPECT_LE(found.apart, 35u) << scene.name();
      } else if (kind != ContactPose::Touching) {
        EXPECT_EQ(found.apart, 0u) << scene.name();
        EXPECT_GT(found.deepest, 0.0009) << scene.name();
      } else {
        EXPECT_LT(found.deepest, 1e-12) << scene.name();
      }
    }
  }
}

TEST(ContactScenes, HullsMeetAndAreShallow) {
  for (const ContactPose kind :
       {ContactPose::Shallow, ContactPose::Offset, ContactPose::Resting, ContactPose::Rolling}) {
    for (const Numbers numbers : kNumbers) {
      const ContactScene scene = hull_scene(20, kind, numbers, 60);
      const Depths found = depths_of(scene);
      EXPECT_EQ(found.apart, 0u) << scene.name();
      EXPECT_LE(found.deepest, 0.0205) << scene.name();
    }
  }
}

TEST(ContactScenes, FacesLieFlatOnEachOther) {
  const ContactScene scene = hull_scene(20, ContactPose::Offset, Numbers::Random, 20);
  for (std::size_t i = 0; i < scene.poses.size(); ++i) {
    // Three corners of a, at least, are as far from b's lowest face plane as each other: lifted off, the distance is
    // one of faces.
    const Penetration depth = penetration(scene.shape_a(), scene.poses.a[i], scene.shape_b(), scene.poses.b[i]);
    const Vec3 up = depth.direction;
    const Pose lifted = moved_to(scene.poses.b[i], scene.poses.b[i].translation() + (depth.upper + 0.01) * up).value();
    EXPECT_NEAR(distance(scene.shape_a(), scene.poses.a[i], scene.shape_b(), lifted).upper, 0.01, 1e-6);
  }
}

TEST(ContactScenes, CoherentFramesAreSmallSteps) {
  for (const ContactPose kind : {ContactPose::Resting, ContactPose::Sliding, ContactPose::Rolling}) {
    const ContactScene scene = box_scene(kind, Numbers::Random, 100);
    ASSERT_TRUE(is_coherent(kind));
    for (std::size_t i = 1; i < scene.poses.size(); ++i) {
      if (i % kContactRun == 0) continue;  // another run
      EXPECT_LT(norm(scene.poses.b[i].translation() - scene.poses.b[i - 1].translation()), 0.03) << to_string(kind);
    }
  }
}

TEST(ContactScenes, TheSameSeedGivesTheSameBits) {
  const ContactScene fewer = box_scene(ContactPose::Turned, Numbers::Round, 20),
                     more = box_scene(ContactPose::Turned, Numbers::Round, 40);
  EXPECT_TRUE(std::equal(fewer.poses.b.begin(), fewer.poses.b.end(), more.poses.b.begin()));
}

TEST(ContactScenes, FloorsAreWholeAndBoxesStandOnThem) {
  for (const bool bumpy : {false, true}) {
    const auto floor = contact_floor(20'000, bumpy);
    EXPECT_EQ(floor->triangles.size(), 20'000u);
    const MeshFacts facts = mesh_facts(floor->vertices, floor->triangles);
    EXPECT_EQ(facts.components, 1u);
    EXPECT_EQ(facts.zero_area, 0u);
    for (const ContactPose kind : {ContactPose::Resting, ContactPose::Sliding, ContactPose::OnCorner}) {
      for (const Numbers numbers : kNumbers) {
        const ContactScene scene = floor_scene(2000, bumpy, kind, numbers, 6);
        const Shape a = scene.shape_a(), b = scene.shape_b();
        for (std::size_t i = 0; i < scene.poses.size(); ++i) {
          const Pose &at = scene.poses.a[i], &pose = scene.poses.b[i];
          EXPECT_NE(intersects(a, at, b, pose).status, Status::Separated) << scene.bodies << ", " << scene.name();
          const Vec3 up = at.rotation() * Vec3{0, 0, 1};
          const Pose lifted = moved_to(pose, pose.translation() + 0.0205 * up).value();
          EXPECT_EQ(intersects(a, at, b, lifted).status, Status::Separated) << scene.bodies << ", " << scene.name();
        }
      }
    }
  }
}

TEST(BoxColumns, EveryBoxMeetsTheOneBelowAndNoOther) {
  for (const bool shaken : {true, false}) {
    const BoxColumns columns = box_columns(3, 4, 2, shaken);
    ASSERT_EQ(columns.count(), 12u);
    EXPECT_EQ(columns.contacts, 12u);
    const Polytope cube = box({columns.edge, columns.edge, columns.edge});
    for (const std::vector<Pose>& poses : columns.frames) {
      std::size_t meeting = 0;
      for (std::size_t i = 0; i < poses.size(); ++i) {
        for (std::size_t k = 0; k < i; ++k)
          meeting += intersects(cube, poses[i], cube, poses[k]).status == Status::Separated ? 0 : 1;
        meeting += intersects(half_space({0, 0, 1}, 0), {}, cube, poses[i]).status == Status::Separated ? 0 : 1;
      }
      EXPECT_EQ(meeting, columns.contacts);
    }
    EXPECT_EQ(columns.frames[0] == columns.frames[1], !shaken);
  }
}

}  // namespace
}  // namespace clearance::bench
