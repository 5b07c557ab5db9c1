#include <clearance/brep/contacts/clusters.h>

#include <clearance/brep/contacts/contact_cases_test.h>
#include <clearance/brep/contacts/tangent_plane.h>

#include <vector>

#include <gtest/gtest.h>

namespace clearance {
namespace {

const Entity kVertex{EntityKind::Vertex, 0}, kEdge{EntityKind::Edge, 0}, kFace{EntityKind::Face, 0};

BRepContact at(Entity a, Entity b, Vec3 p) { return {a, b, p, p, 0}; }

// The paper's Figure 7: a cone of four sides, its apex v in the top face f₁ of a box, near the edge e₅.
struct Figure7 {
  static constexpr double kEpsilon = 0x1p-10;
  BRep cone = brep_of(tip_soup(4)), box = brep_of(box_soup({-8, -8, -8}, {0, 8, 0}));
  Entity v = vertex_at(cone, {0, 0, 0});
  Entity e5 = edge_at(box, {0, -8, 0}, {0, 8, 0}), f1 = face_at(box, {0, 0, 1}, {0, 0, 0});

  // As the paper lists them, with places that fit.
  std::vector<BRepContact> listed() const {
    const double e = kEpsilon;
    std::vector<BRepContact> list{at(v, f1, {-2 * e, 0, -e})};
    double y = -1.5;
    for (const Vec3 corner : {Vec3{-1, -1, 4}, {1, -1, 4}, {1, 1, 4}, {-1, 1, 4}}) {
      list.push_back(at(edge_at(cone, {0, 0, 0}, corner), e5, {0, y * e, 0}));
      y += 1;
    }
    list.push_back(at(v, e5, {0, 0, 0}));
    return list;
  }
};

// --- solved by hand

TEST(Clusters, ThroughOthers) {
  const std::vector<BRepContact> list{at(kVertex, kFace, {0, 0, 0}), at(kVertex, kFace, {50, 0, 0}),
                                      at(kVertex, kFace, {6, 0, 0}), at(kVertex, kFace, {3, 0, 0})};
  const std::vector<BRepCluster> found = clusters(list, 1);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].members, (std::vector<std::uint32_t>{0, 2, 3}));
  EXPECT_EQ(found[0].center, (Vec3{3, 0, 0}));
  EXPECT_EQ(found[0].diameter, 6);  // beyond 4ε: together only through the third
  EXPECT_EQ(found[1].members, (std::vector<std::uint32_t>{1}));
}

// "Less than 4ε": not at 4ε itself. Without a tolerance nobody is near.
TEST(Clusters, AtTheLimit) {
  const std::vector<BRepContact> list{at(kVertex, kFace, {0, 0, 0}), at(kVertex, kFace, {4, 0, 0})};
  EXPECT_EQ(clusters(list, 1).size(), 2u);
  EXPECT_EQ(clusters(list, 1.0625).size(), 1u);
  const std::vector<BRepContact> equal{list[0], list[0]};
  EXPECT_EQ(clusters(equal, 0).size(), 2u);
  EXPECT_TRUE(clusters({}, 1).empty());
}

TEST(Clusters, Priority) {
  EXPECT_EQ(contact_priority(at(kVertex, kFace, {})), 3);
  EXPECT_EQ(contact_priority(at(kFace, kVertex, {})), 3);
  EXPECT_EQ(contact_priority(at(kEdge, kEdge, {})), 2);
  EXPECT_EQ(contact_priority(at(kEdge, kVertex, {})), 1);
  EXPECT_EQ(contact_priority(at(kVertex, kEdge, {})), 1);
  EXPECT_EQ(contact_priority(at(kVertex, kVertex, {})), 0);
  EXPECT_EQ(contact_priority(at(kEdge, kFace, {})), -1);
  EXPECT_EQ(contact_priority(at(kFace, kFace, {})), -1);
  EXPECT_EQ(contact_priority({}), -1);
}

TEST(Clusters, Figure7AsListed) {
  const Figure7 figure;
  const std::vector<BRepContact> list = figure.listed();
  const std::vector<BRepCluster> found = clusters(list, Figure7::kEpsilon);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].members.size(), 6u);
  EXPECT_LT(found[0].diameter, 4 * Figure7::kEpsilon);

  const BRepContact by_priority = reduced_by_priority(list, found[0]);
  EXPECT_EQ(by_priority.a, figure.v);
  EXPECT_EQ(by_priority.b, figure.f1);
  // "For instance, the example given in Figure 7 is a vertex/edge contact": v and e₅.
  const BRepContact by_adjacency = reduced_by_adjacency(figure.cone, figure.box, {}, list, found[0]);
  EXPECT_EQ(by_adjacency.a, figure.v);
  EXPECT_EQ(by_adjacency.b, figure.e5);
  EXPECT_EQ(by_adjacency.point, (Vec3{0, 0, 0}));
}

// What the patches have in common need not be in the cluster: two faces give their edge, two edges their vertex.
TEST(Clusters, AdjacencyFindsWhatNobodyNamed) {
  const Figure7 figure;
  const Entity side = face_at(figure.box, {1, 0, 0}, {0, 0, 0});
  const std::vector<BRepContact> faces{at(figure.v, figure.f1, {0, 0, 0}), at(figure.v, side, {0, 0, 0.5})};
  const BRepContact edge = reduced_by_adjacency(figure.cone, figure.box, {}, faces, clusters(faces, 1)[0]);
  EXPECT_EQ(edge.a, figure.v);
  EXPECT_EQ(edge.b, figure.e5);
  EXPECT_EQ(edge.point, (Vec3{0, 0, 0.25}));

  const std::vector<BRepContact> edges{at(edge_at(figure.cone, {0, 0, 0}, {1, 1, 4}), figure.e5, {0, 0, 0}),
                                       at(edge_at(figure.cone, {0, 0, 0}, {-1, 1, 4}), figure.e5, {0, 1, 0})};
  const BRepContact vertex = reduced_by_adjacency(figure.cone, figure.box, {}, edges, clusters(edges, 1)[0]);
  EXPECT_EQ(vertex.a, figure.v);
  EXPECT_EQ(vertex.b, figure.e5);
}

// --- degenerate

TEST(Clusters, FusedHaveNothingInCommon) {
  const Figure7 figure;
  const Entity bottom = face_at(figure.box, {0, 0, -1}, {0, 0, -8});
  const std::vector<BRepContact> list{at(figure.v, figure.f1, {0, 0, 0}), at(figure.v, bottom, {1, 0, 0})};
  const BRepContact fused = reduced_by_adjacency(figure.cone, figure.box, {}, list, clusters(list, 1)[0]);
  EXPECT_EQ(fused.a.kind, EntityKind::NotAsked);
  EXPECT_EQ(fused.b.kind, EntityKind::NotAsked);
  EXPECT_EQ(reduced_by_priority(list, {}).a.kind, EntityKind::NotAsked);
  EXPECT_EQ(reduced_by_adjacency(figure.cone, figure.box, {}, list, {}).a.kind, EntityKind::NotAsked);
}

// --- invariance

TEST(Clusters, OrderDoesNotMatter) {
  detail::Random random(5);
  std::vector<BRepContact> list;
  for (std::uint32_t k = 0; k < 300; ++k)
    list.push_back(
        at({EntityKind::Vertex, k}, kFace, {random.uniform(0, 30), random.uniform(0, 30), random.uniform(0, 30)}));
  const auto partition = [](const std::vector<BRepContact>& contacts) {
    std::vector<std::vector<std::uint32_t>> sets;
    for (const BRepCluster& c : clusters(contacts, 0.75)) {
      sets.emplace_back();
      for (const std::uint32_t k : c.members) sets.back().push_back(contacts[k].a.index);
      std::sort(sets.back().begin(), sets.back().end());
    }
    std::sort(sets.begin(), sets.end());
    return sets;
  };
  const auto expected = partition(list);
  EXPECT_GT(expected.size(), 10u);
  EXPECT_LT(expected.size(), 290u);
  for (std::size_t i = list.size(); i > 1; --i) std::swap(list[i - 1], list[random.below(i)]);
  EXPECT_EQ(partition(list), expected);
}

// --- against brute force

TEST(Clusters, AgreeWithAllPairs) {
  detail::Random random(6);
  for (int round = 0; round < 20; ++round) {
    std::vector<BRepContact> list;
    for (std::uint32_t k = 0; k < 60; ++k)
      list.push_back(at({EntityKind::Vertex, k}, kFace, {random.uniform(0, 12), random.uniform(0, 12), 0}));
    std::vector<std::uint32_t> group(list.size());
    for (std::uint32_t k = 0; k < group.size(); ++k) group[k] = k;
    for (std::size_t pass = 0; pass < list.size(); ++pass)
      for (std::size_t i = 0; i < list.size(); ++i)
        for (std::size_t j = 0; j < list.size(); ++j)
          if (norm(list[i].point - list[j].point) < 1) group[i] = std::min(group[i], group[j]);
    for (const BRepCluster& c : clusters(list, 0.25)) {
      for (const std::uint32_t k : c.members) EXPECT_EQ(group[k], c.members.front());
      EXPECT_EQ(static_cast<std::size_t>(std::count(group.begin(), group.end(), c.members.front())), c.members.size());
    }
  }
}

}  // namespace
}  // namespace clearance
