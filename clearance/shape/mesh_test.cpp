#include <clearance/shape/mesh.h>

#include <gtest/gtest.h>

#include <limits>

namespace clearance {
namespace {

// --- solved by hand

MeshFacts closed_facts() {
  MeshFacts facts;
  facts.triangles = 4;
  facts.edges = 6;
  facts.volume_sign = 1;
  facts.encloses = true;
  return facts;
}

TEST(WhyNotSolid, ASolidGivesNoReason) {
  EXPECT_EQ(why_not_solid(closed_facts()), "");
  EXPECT_TRUE(closed_facts().is_solid());
}

TEST(WhyNotSolid, OneEdgeTwoEdgesMany) {
  MeshFacts facts = closed_facts();
  facts.boundary_edges = facts.unbalanced_edges = 1;
  facts.faults = {{3, 7, 1, 0}};
  EXPECT_EQ(why_not_solid(facts), "not closed: edge 3–7 has one triangle");
  facts.nonmanifold_edges = 1;
  facts.unbalanced_edges = 2;
  facts.faults.push_back({7, 9, 3, 1});
  EXPECT_EQ(why_not_solid(facts),
            "not closed: edge 3–7 has one triangle and edge 7–9 has 2 triangles in one direction and 1 in the other");
  facts.inconsistent_edges = 12;
  facts.unbalanced_edges = 14;
  facts.faults.insert(facts.faults.end(), 6, {8, 9, 2, 2});
  EXPECT_EQ(why_not_solid(facts),
            "not closed, not consistently oriented: edge 3–7 has one triangle, edge 7–9 has 2 triangles in one "
            "direction and 1 in the other, edge 8–9 has two triangles in the same direction and 11 more");
}

TEST(WhyNotSolid, OnlyUnbalancedEdgesAreAtFault) {
  MeshFacts facts = closed_facts();
  facts.nonmanifold_edges = 5;  // four triangles each, two in either direction
  EXPECT_TRUE(facts.is_solid());
  facts.unbalanced_edges = 1;
  facts.faults = {{0, 1, 4, 4}};
  EXPECT_EQ(why_not_solid(facts), "not closed: edge 0–1 has 4 triangles in the same direction");
  facts.inconsistent_edges = 1;
  facts.faults = {{0, 1, 2, 0}};
  EXPECT_EQ(why_not_solid(facts), "not consistently oriented: edge 0–1 has two triangles in the same direction");
}

TEST(WhyNotSolid, ClosedAroundNothing) {
  MeshFacts facts = closed_facts();
  facts.volume_sign = -1;
  EXPECT_EQ(why_not_solid(facts), "");
  facts.volume_sign = 0;
  EXPECT_EQ(why_not_solid(facts), "");
  facts.encloses = false;
  EXPECT_EQ(why_not_solid(facts), "it encloses no volume");
  facts.edges = 0;
  EXPECT_EQ(why_not_solid(facts), "no triangle with three different vertices");
  EXPECT_FALSE(facts.is_closed());
  EXPECT_EQ(why_not_solid({}), "no triangles");
}

TEST(Mesh, IsMeasuredByTheVerticesItUses) {
  MeshParts parts;
  parts.vertices = {{9, 9, 9}, {1, -2, 3}, {2, 5, -1}, {-4, 0, 0.5}};
  parts.triangles = {{3, 2, 1}, {1, 1, 2}};
  parts.ids = {1, 0};
  parts.tree_bytes = 1000;
  const Mesh mesh = Mesh::assemble(parts);
  EXPECT_EQ(mesh.box_low(), (Vec3{-4, -2, -1}));
  EXPECT_EQ(mesh.box_high(), (Vec3{2, 5, 3}));
  EXPECT_EQ(mesh.size(), 7);
  EXPECT_GE(mesh.reach(), 8);
  EXPECT_LT(mesh.reach(), 8.0001);
  EXPECT_EQ(mesh.triangles_as_given(), (std::vector<MeshTriangle>{{1, 1, 2}, {3, 2, 1}}));
  EXPECT_GE(mesh.memory_bytes(), 1000 + 4 * sizeof(Vec3) + 2 * (sizeof(MeshTriangle) + 4));
  const Mesh copy = mesh;
  EXPECT_EQ(copy.identity(), mesh.identity());
  EXPECT_NE(Mesh::assemble(parts).identity(), mesh.identity());
}

// --- degenerate

TEST(Mesh, ReachIsNeverTooShort) {
  const double tiny = std::numeric_limits<double>::denorm_min();
  for (const Vec3 p : {Vec3{1e300, -1e300, 1e300}, Vec3{0.1, 0.2, -0.7}, Vec3{tiny, tiny, 0}, Vec3{0, 0, 0}}) {
    MeshParts parts;
    parts.vertices = {p};
    parts.triangles = {{0, 0, 0}};
    parts.ids = {0};
    const Mesh mesh = Mesh::assemble(parts);
    EXPECT_EQ(mesh.size(), 0);
    EXPECT_GE(mesh.reach(), norm_one(p));
    EXPECT_EQ(mesh.box_low(), p);
  }
}

}  // namespace
}  // namespace clearance
