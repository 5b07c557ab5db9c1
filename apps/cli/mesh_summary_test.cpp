#include "mesh_summary.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace clearance::cli {
namespace {

MeshData tetrahedron() {
  MeshData mesh;
  mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  mesh.triangles = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
  return mesh;
}

// The unit cube, two triangles a side.
MeshData cube() {
  MeshData mesh;
  for (int i = 0; i < 8; ++i) mesh.vertices.push_back({double(i & 1), double(i >> 1 & 1), double(i >> 2 & 1)});
  mesh.triangles = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                    {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
  return mesh;
}

MeshSummary summary_of(const MeshData& mesh) {
  Result<MeshSummary> summary = summarise(mesh);
  EXPECT_TRUE(summary.ok());
  return std::move(summary).value();
}

void append(MeshData& mesh, const MeshData& other) {
  const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
  mesh.vertices.insert(mesh.vertices.end(), other.vertices.begin(), other.vertices.end());
  for (auto t : other.triangles) mesh.triangles.push_back({t[0] + first, t[1] + first, t[2] + first});
}

void turn_inside_out(MeshData& mesh) {
  for (auto& t : mesh.triangles) std::swap(t[1], t[2]);
}

// --- solved by hand

TEST(MeshSummary, Tetrahedron) {
  const MeshSummary summary = summary_of(tetrahedron());
  EXPECT_TRUE(summary.facts.is_closed() && summary.is_convex());
  EXPECT_EQ(summary.facts.components, 1u);
  EXPECT_EQ(summary.facts.volume_sign, 1);
  EXPECT_EQ(summary.facts.volume, 1.0 / 6);
  EXPECT_EQ(summary.hull_volume, 1.0 / 6);
}

TEST(MeshSummary, CubeWithCoplanarTriangles) {
  const MeshSummary summary = summary_of(cube());
  EXPECT_TRUE(summary.facts.is_closed() && summary.is_convex());
  EXPECT_EQ(summary.facts.volume, 1);
  EXPECT_EQ(summary.hull.face_count(), 6);
  EXPECT_EQ(summary.unused_vertices, 0u);
}

TEST(MeshSummary, AnOpenMeshIsNotConvex) {
  MeshData mesh = cube();
  mesh.triangles.pop_back();
  const MeshSummary summary = summary_of(mesh);
  EXPECT_FALSE(summary.facts.is_closed() || summary.is_convex());
  EXPECT_EQ(summary.facts.boundary_edges, 3u);
  EXPECT_EQ(summary.why_not_convex.substr(0, 10), "not closed");
}

TEST(MeshSummary, InsideOutHasNegativeVolume) {
  MeshData mesh = cube();
  turn_inside_out(mesh);
  const MeshSummary summary = summary_of(mesh);
  EXPECT_TRUE(summary.facts.is_closed());
  EXPECT_EQ(summary.facts.volume_sign, -1);
  EXPECT_EQ(summary.facts.volume, -1);
  EXPECT_TRUE(summary.facts.is_solid() && summary.is_convex());
}

TEST(MeshSummary, ACavityTakesItsVolumeAway) {
  MeshData mesh = cube(), hole = cube();
  for (Vec3& v : hole.vertices) v = 0.25 * v + Vec3{0.5, 0.5, 0.5};
  turn_inside_out(hole);
  append(mesh, hole);
  const MeshSummary summary = summary_of(mesh);
  EXPECT_EQ(summary.facts.components, 2u);
  EXPECT_EQ(summary.facts.volume, 1 - 1.0 / 64);
  EXPECT_EQ(summary.hull_volume, 1);
  EXPECT_FALSE(summary.is_convex());
}

// --- degenerate

TEST(MeshSummary, UnusedVerticesAreNoPartOfTheMesh) {
  MeshData mesh = cube();
  mesh.vertices.insert(mesh.vertices.begin(), Vec3{5, 5, 5});
  for (auto& t : mesh.triangles)
    for (auto& v : t) ++v;
  const MeshSummary summary = summary_of(mesh);
  EXPECT_EQ(summary.unused_vertices, 1u);
  EXPECT_EQ(summary.hull.vertex_count(), 8);
  EXPECT_TRUE(summary.is_convex());
}

TEST(MeshSummary, AFlatMeshHasVolumeZeroExactly) {
  MeshData mesh;
  // Rounded sums of determinants of these would not cancel.
  mesh.vertices = {{0.1, 0.2, 0.3}, {1.1e8, 0.7, 0.3}, {0.1, 1.3e-8, 0.3}};
  mesh.triangles = {{0, 1, 2}, {0, 2, 1}};
  const MeshSummary summary = summary_of(mesh);
  EXPECT_EQ(summary.facts.volume_sign, 0);
  EXPECT_EQ(summary.facts.volume, 0);
  EXPECT_FALSE(summary.is_convex());
  EXPECT_EQ(summary.hull.dimension(), 2);
}

// The cube's corner moved by the least that a double can show: one way the top's two triangles make a ridge, the other
// way a valley.
TEST(MeshSummary, ConvexityToTheLastBit) {
  MeshData ridge = cube();
  ridge.vertices[7].z = std::nextafter(1.0, 0.0);
  EXPECT_TRUE(summary_of(ridge).is_convex());
  MeshData valley = cube();
  valley.vertices[7].z = std::nextafter(1.0, 2.0);
  EXPECT_FALSE(summary_of(valley).is_convex());
}

// --- invariance

TEST(MeshSummary, TheSameAtEveryScale) {
  for (const double scale : {0x1p-300, 1.0, 0x1p300}) {
    MeshData mesh = cube();
    for (Vec3& v : mesh.vertices) v = scale * v;
    const MeshSummary summary = summary_of(mesh);
    EXPECT_TRUE(summary.is_convex()) << scale;
    EXPECT_EQ(summary.facts.volume_sign, 1) << scale;
    EXPECT_EQ(summary.facts.volume, scale * scale * scale) << scale;
  }
}

TEST(MeshSummary, NoTrianglesAreRefused) { EXPECT_FALSE(summarise(MeshData{}).ok()); }

}  // namespace
}  // namespace clearance::cli
