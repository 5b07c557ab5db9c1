// The three reductions of a cluster, on contacts that classification finds: Figure 7 of the paper as solids.
#include <clearance/brep/contacts/clusters.h>

#include <clearance/brep/contacts/contact_cases_test.h>
#include <clearance/brep/contacts/entity_separation.h>
#include <clearance/brep/contacts/tangent_plane.h>

#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace clearance {
namespace {

constexpr double kEpsilon = 0x1p-10;

// A cone of four sides, its apex at the origin, its axis along (2, 0, 1).
Soup leaning_cone() {
  Soup soup;
  soup.vertices = {{0, 0, 0}, {2, -0.25, 1}, {2.125, 0, 0.75}, {2, 0.25, 1}, {1.875, 0, 1.25}};
  soup.triangles = {{0, 2, 1}, {0, 3, 2}, {0, 4, 3}, {0, 1, 4}, {1, 2, 3}, {1, 3, 4}};
  return soup;
}

// The apex is ε deep in the top face, 2ε from the edge x = z = 0, over which the cone leans outward.
struct Figure7 {
  explicit Figure7(IndexSplitting splitting = IndexSplitting::Balanced)
      : cone(make_brep_index(brep_of(leaning_cone()), {.splitting = splitting})),
        box(make_brep_index(brep_of(box_soup({-8, -8, -8}, {0, 8, 0})), {.splitting = splitting})) {}

  BRepIndex cone, box;
  Pose pose = translation({-2 * kEpsilon, 0, -kEpsilon});
  Entity v = vertex_at(cone.brep(), {0, 0, 0});
  Entity e5 = edge_at(box.brep(), {0, -8, 0}, {0, 8, 0}), f1 = face_at(box.brep(), {0, 0, 1}, {0, 0, 0});
  std::vector<BRepContact> found = contacts(cone, pose, box, {}, {.tolerance = kEpsilon}).value().contacts;
};

constexpr IndexSplitting kSplittings[] = {IndexSplitting::Balanced, IndexSplitting::Hybrid,
                                          IndexSplitting::Autopartition};

// --- solved by hand

// How many contacts there are within a tolerance depends on the planes of the index; what they are reduced to does not.
TEST(ClusterReduction, Figure7) {
  for (const IndexSplitting splitting : kSplittings) {
    SCOPED_TRACE(to_string(splitting));
    const Figure7 figure(splitting);
    EXPECT_TRUE(check_separation(figure.cone.brep(), kEpsilon).ok());
    EXPECT_TRUE(check_separation(figure.box.brep(), kEpsilon).ok());
    const std::vector<BRepCluster> list = clusters(figure.found, kEpsilon);
    ASSERT_EQ(list.size(), 1u);
    EXPECT_GE(list[0].members.size(), 2u);
    EXPECT_LT(list[0].diameter, 4 * kEpsilon);

    const BRepContact by_priority = reduced_by_priority(figure.found, list[0]);
    EXPECT_EQ(by_priority.a, figure.v);
    EXPECT_EQ(by_priority.b, figure.f1);
    EXPECT_EQ(tangent_plane(figure.cone.brep(), figure.pose, figure.box.brep(), {}, by_priority).normal,
              (Vec3{0, 0, -1}));
    const BRepContact by_adjacency =
        reduced_by_adjacency(figure.cone.brep(), figure.box.brep(), {}, figure.found, list[0]);
    EXPECT_EQ(by_adjacency.a, figure.v);
    EXPECT_EQ(by_adjacency.b, figure.e5);
  }
}

TEST(ClusterReduction, Figure7ByVelocity) {
  for (const IndexSplitting splitting : kSplittings) {
    SCOPED_TRACE(to_string(splitting));
    const Figure7 figure(splitting);
    const std::vector<BRepCluster> list = clusters(figure.found, kEpsilon);
    ASSERT_EQ(list.size(), 1u);
    const auto reduced = [&](Vec3 velocity) {
      return reduced_by_velocity(figure.cone, figure.pose, figure.box, {}, figure.found, list[0], kEpsilon, velocity)
          .value();
    };
    // Straight up, off the face; along its axis, over the edge.
    const VelocityReduction up = reduced({0, 0, -1}), along = reduced({-2, 0, -1});
    EXPECT_EQ(up.contact.a, figure.v);
    EXPECT_EQ(up.contact.b, figure.f1);
    EXPECT_EQ(along.contact.a, figure.v);
    EXPECT_EQ(along.contact.b, figure.e5);
    // The apex is ε deep: 2ε up it is as far above the face as it may be.
    for (const double distance : {up.distance, along.distance}) {
      EXPECT_GT(distance, 0);
      EXPECT_LE(distance, 2 * kEpsilon);
    }
    // How fast does not matter.
    EXPECT_EQ(reduced({0, 0, -1024}).distance, up.distance);
  }
}

// A tip that stands upright is one contact: nothing to move, and all three agree.
TEST(ClusterReduction, AllAgreeOnAPlainContact) {
  const BRepIndex tip = index_of(tip_soup(2)), box = box_index({-2, -2, -1}, {2, 2, 0});
  const Pose pose = translation({0, 0, 0.5 * kEpsilon});
  const auto found = contacts(tip, pose, box, {}, {.tolerance = kEpsilon}).value().contacts;
  const auto list = clusters(found, kEpsilon);
  ASSERT_EQ(list.size(), 1u);
  const BRepContact by_priority = reduced_by_priority(found, list[0]);
  const BRepContact by_adjacency = reduced_by_adjacency(tip.brep(), box.brep(), {}, found, list[0]);
  const auto by_velocity = reduced_by_velocity(tip, pose, box, {}, found, list[0], kEpsilon, {0, 0, -1});
  ASSERT_TRUE(by_velocity.ok());
  EXPECT_EQ(by_velocity->distance, 0);
  for (const BRepContact& c : {by_priority, by_adjacency, by_velocity->contact}) {
    EXPECT_EQ(c.a, vertex_at(tip.brep(), {0, 0, 0}));
    EXPECT_EQ(c.b, face_at(box.brep(), {0, 0, 1}, {0, 0, 0}));
  }
}

// --- degenerate

TEST(ClusterReduction, VelocityRefusals) {
  const Figure7 figure;
  const std::vector<BRepCluster> list = clusters(figure.found, kEpsilon);
  ASSERT_FALSE(list.empty());
  const auto refusal = [&](const BRepCluster& cluster, double tolerance, Vec3 velocity) {
    const auto result =
        reduced_by_velocity(figure.cone, figure.pose, figure.box, {}, figure.found, cluster, tolerance, velocity);
    return result ? std::string() : result.error().text();
  };
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(refusal(list[0], kEpsilon, {}), "velocity: is 0 or not finite; it must be a direction");
  EXPECT_EQ(refusal(list[0], kEpsilon, {infinity, 0, 0}), "velocity: is 0 or not finite; it must be a direction");
  EXPECT_EQ(refusal(list[0], 0, {0, 0, 1}), "tolerance: is 0; without one a cluster is a single contact");
  EXPECT_EQ(refusal(list[0], -1, {0, 0, 1}), "tolerance: is negative; it must be 0 or more");
  EXPECT_EQ(refusal({}, kEpsilon, {0, 0, 1}), "cluster: has no members");
  EXPECT_LT(VelocityReduction{}.distance, 0);
}

}  // namespace
}  // namespace clearance
