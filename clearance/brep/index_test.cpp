#include <clearance/brep/index.h>

#include <clearance/brep/classify.h>
#include <clearance/brep/make_brep.h>
#include <clearance/brep/reference_test.h>
#include <clearance/brep/solids_test.h>
#include <clearance/build/mesh.h>

#include <gtest/gtest.h>

#include <algorithm>

namespace clearance {
namespace {

constexpr IndexSplitting kAll[] = {IndexSplitting::Balanced, IndexSplitting::Hybrid, IndexSplitting::Autopartition};

Soup tetrahedron_soup() {
  return {{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {0, 0, 4}}, {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}}};
}

std::vector<Soup> solids() {
  detail::Random random(16);
  std::vector<Soup> all{tetrahedron_soup(),   box_soup({0, 0, 0}, {2, 3, 4}),
                        divided_cube_soup(3), sphere_soup(4, 4),
                        torus_soup(5, 4),     cone_soup(7),
                        star_soup(5),         cavity_soup(),
                        sphere_soup(6, 5)};
  all.push_back(edge_on_plate_soup());
  all.push_back(tip_on_plate_soup());
  for (int k = 0; k < 6; ++k) all.push_back(voxel_soup(random_cells(random, 3, 0.2 + 0.1 * k)));
  return all;
}

// Points on everything: vertices, points of edges and of faces, points between them, and a grid.
std::vector<Vec3> telling_points(const BRep& brep) {
  std::vector<Vec3> points;
  points.reserve(brep.entity_count());
  for (std::uint32_t v = 0; v < brep.vertex_count(); ++v) points.push_back(brep.vertex(v));
  for (std::uint32_t e = 0; e < brep.edge_count(); ++e) {
    const Vec3 a = brep.vertex(brep.edge(e).low), b = brep.vertex(brep.edge(e).high);
    for (const double t : {0.25, 0.5, 0.875}) points.push_back(a + t * (b - a));
    for (const double t : {-0.5, 1.5}) points.push_back(a + t * (b - a));  // beyond its ends
  }
  const Mesh& mesh = brep.mesh();
  for (const MeshTriangle& t : mesh.triangles()) {
    const Vec3 a = mesh.vertex(t[0]), b = mesh.vertex(t[1]), c = mesh.vertex(t[2]);
    points.push_back(0.5 * a + 0.25 * b + 0.25 * c);
    points.push_back(0.5 * a + 0.5 * b);
    points.push_back(0.5 * b + 0.5 * c);
    points.push_back(a + 2 * (b - a) + 0.5 * (c - a));
  }
  const Vec3 low = mesh.box_low(), high = mesh.box_high(), size = high - low;
  for (int x = 0; x <= 8; ++x)
    for (int y = 0; y <= 8; ++y)
      for (int z = 0; z <= 8; ++z)
        points.push_back({low.x + size.x * x / 8, low.y + size.y * y / 8, low.z + size.z * z / 8});
  return points;
}

// --- solved by hand

TEST(BRepIndex, TheTetrahedronHasANodeForEachEntity) {
  const BRep brep = brep_of(tetrahedron_soup());
  const BRepIndex index = make_brep_index(brep, {.splitting = IndexSplitting::Autopartition});
  // Figure 2: four planes of faces one below the other, six of edges, four of vertices.
  EXPECT_EQ(index.facts().nodes, 14u);
  EXPECT_EQ(index.facts().leaves, 29u);
  EXPECT_EQ(classify(index, {}, {1, 1, 1}), (Entity{EntityKind::Inside}));
  EXPECT_EQ(classify(index, {}, {2, 2, 1}), (Entity{EntityKind::Outside}));
  EXPECT_EQ(name_of(brep, classify(index, {}, {0, 0, 4})), "vertex 3");
  EXPECT_EQ(name_of(brep, classify(index, {}, {2, 2, 0})), "edge 1-2");
  EXPECT_EQ(name_of(brep, classify(index, {}, {1, 1, 2})), "face 2");
  EXPECT_EQ(name_of(brep, classify(index, {}, {1, 1, 0})), "face 0");
}

TEST(BRepIndex, ConvexSolidsNeedNoMoreNodesThanEntities) {
  for (const int n : {4, 6, 8}) {
    const BRep brep = brep_of(sphere_soup(n, n));
    const BRepIndex index = make_brep_index(brep, {.splitting = IndexSplitting::Autopartition, .reduce = false});
    EXPECT_EQ(index.facts().nodes, brep.entity_count());
  }
}

// --- every entity by one path

TEST(BRepIndex, EveryVertexIsOneLeafAndEveryEntityIsReached) {
  for (const Soup& soup : solids()) {
    const BRep brep = brep_of(soup);
    for (const IndexSplitting splitting : kAll) {
      for (const bool reduce : {false, true}) {
        const BRepIndex index = make_brep_index(brep, {splitting, reduce});
        std::vector<int> times(index.leaves().size(), 0);
        std::vector<int> parents(index.nodes().size(), 0);
        for (const BRepIndexNode& node : index.nodes())
          for (const std::int32_t child : {node.above, node.on, node.below})
            ++(child >= 0 ? parents[static_cast<std::size_t>(child)] : times[static_cast<std::uint32_t>(~child)]);
        for (std::size_t k = 0; k < parents.size(); ++k) EXPECT_EQ(parents[k], k == 0 ? 0 : 1);
        for (std::size_t k = 0; k < times.size(); ++k) {
          EXPECT_GT(times[k], 0) << to_string(splitting);
          if (index.leaves()[k].kind == EntityKind::Vertex) {
            EXPECT_EQ(times[k], 1);
          }
        }
        EXPECT_EQ(index.facts().leaves, 2 * index.facts().nodes + 1);
        EXPECT_LE(index.facts().nodes, index.facts().nodes_unreduced);
      }
    }
  }
}

// --- against brute force

TEST(BRepIndex, TellsWhatEveryPointIsOn) {
  std::size_t asked = 0;
  for (const Soup& soup : solids()) {
    const BRep brep = brep_of(soup);
    std::vector<Entity> expected;
    const std::vector<Vec3> points = telling_points(brep);
    expected.reserve(points.size());
    for (const Vec3& x : points) expected.push_back(reference_entity(brep, x));
    for (const IndexSplitting splitting : kAll) {
      for (const bool reduce : {false, true}) {
        const BRepIndex index = make_brep_index(brep, {splitting, reduce});
        for (std::size_t k = 0; k < points.size(); ++k) {
          ASSERT_EQ(name_of(brep, classify(index, {}, points[k])), name_of(brep, expected[k]))
              << to_string(splitting) << " " << points[k].x << " " << points[k].y << " " << points[k].z;
          ++asked;
        }
      }
    }
  }
  EXPECT_GT(asked, 50000u);
}

}  // namespace
}  // namespace clearance
