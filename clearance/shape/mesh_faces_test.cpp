// The shape module links no builder: meshes are put together as make_mesh would, without a tree.
#include <clearance/shape/mesh.h>
#include <clearance/shape/mesh_faces.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <thread>
#include <vector>

namespace clearance::detail {
namespace {

Mesh mesh_of(std::vector<Vec3> vertices, std::vector<MeshTriangle> triangles) {
  MeshParts parts;
  parts.vertices = std::move(vertices);
  parts.ids.resize(triangles.size());
  std::iota(parts.ids.begin(), parts.ids.end(), 0u);
  // As if a tree had turned the order around.
  std::reverse(parts.ids.begin(), parts.ids.end());
  std::reverse(triangles.begin(), triangles.end());
  parts.triangles = std::move(triangles);
  return Mesh::assemble(std::move(parts));
}

// z = 0 over n × n cells, each cut along its rising diagonal; looks up.
Mesh grid(int n, double (*height)(double, double) = [](double, double) { return 0.0; }) {
  std::vector<Vec3> vertices;
  std::vector<MeshTriangle> triangles;
  for (int j = 0; j <= n; ++j)
    for (int i = 0; i <= n; ++i) vertices.push_back({1.0 * i, 1.0 * j, height(i, j)});
  const auto at = [n](int i, int j) { return static_cast<std::uint32_t>(j * (n + 1) + i); };
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) {
      triangles.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
      triangles.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
    }
  return mesh_of(vertices, triangles);
}

Mesh cube() {
  std::vector<Vec3> v;
  for (int k = 0; k < 8; ++k) v.push_back({k & 1 ? 1.0 : 0.0, k & 2 ? 1.0 : 0.0, k & 4 ? 1.0 : 0.0});
  return mesh_of(v, {{0, 2, 3},
                     {0, 3, 1},
                     {4, 5, 7},
                     {4, 7, 6},
                     {0, 1, 5},
                     {0, 5, 4},
                     {2, 6, 7},
                     {2, 7, 3},
                     {0, 4, 6},
                     {0, 6, 2},
                     {1, 3, 7},
                     {1, 7, 5}});
}

TEST(MeshFaces, CubeHasSixFacesAndTwelveConvexEdges) {
  const Mesh mesh = cube();
  const MeshFaces& faces = mesh.faces();
  EXPECT_EQ(faces.lowest.size(), 6u);
  int convex = 0, flat = 0;
  for (const auto& triangle : faces.sides)
    for (const MeshFaces::Side& side : triangle) convex += side.bend > 0, flat += side.is_flat();
  EXPECT_EQ(convex, 24);
  EXPECT_EQ(flat, 12);
  EXPECT_EQ(std::count(faces.is_corner.begin(), faces.is_corner.end(), 1), 8);
  // A face is named by the caller's number, whatever the order of the triangles.
  EXPECT_EQ(std::set<std::uint32_t>(faces.lowest.begin(), faces.lowest.end()),
            (std::set<std::uint32_t>{0, 2, 4, 6, 8, 10}));
  for (std::uint32_t t = 0; t < mesh.triangle_count(); ++t) {
    const Vec3 n = faces.normal[faces.face[t]], p = mesh.vertex(mesh.triangle(t)[0]);
    EXPECT_GT(dot(n, p - Vec3{0.5, 0.5, 0.5}), 0.49);
  }
}

TEST(MeshFaces, GridIsOneFaceWithFourCorners) {
  const Mesh mesh = grid(5);
  const MeshFaces& faces = mesh.faces();
  ASSERT_EQ(faces.lowest.size(), 1u);
  EXPECT_EQ(faces.lowest[0], 0u);
  EXPECT_EQ(faces.normal[0], (Vec3{0, 0, 1}));
  std::vector<std::uint32_t> corners;
  for (std::uint32_t v = 0; v < mesh.vertex_count(); ++v)
    if (faces.is_corner[v]) corners.push_back(v);
  EXPECT_EQ(corners, (std::vector<std::uint32_t>{0, 5, 30, 35}));
  EXPECT_EQ(faces.around(7).size(), 6u);
}

TEST(MeshFaces, ValleyIsConcaveAndRidgeConvex) {
  const Mesh valley = grid(2, [](double x, double) { return std::fabs(x - 1); });
  const Mesh ridge = grid(2, [](double x, double) { return -std::fabs(x - 1); });
  for (const auto& [mesh, bend] : {std::pair(&valley, -1), std::pair(&ridge, 1)}) {
    EXPECT_EQ(mesh->faces().lowest.size(), 2u);
    int bent = 0;
    for (const auto& triangle : mesh->faces().sides)
      for (const MeshFaces::Side& side : triangle)
        if (side.bend != 0) {
          EXPECT_EQ(side.bend, bend);
          ++bent;
        }
    EXPECT_EQ(bent, 4);
  }
}

// One vertex lifted by the least there is: no plane holds it any more, exactly.
TEST(MeshFaces, SeesTheSmallestBend) {
  const Mesh mesh = grid(2, [](double x, double y) { return x == 1 && y == 1 ? 0x1p-1000 : 0.0; });
  EXPECT_EQ(mesh.faces().lowest.size(), 8u);
  EXPECT_TRUE(mesh.faces().is_corner[4]);
}

TEST(MeshFaces, DegenerateInput) {
  // Three triangles at one edge; a duplicate; one without area between two; equal coordinates under other numbers.
  const std::vector<Vec3> v{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, -0.0, 0}, {0.5, 0, 0}};
  const Mesh fan = mesh_of(v, {{0, 1, 2}, {1, 0, 3}, {0, 1, 4}});
  for (const auto& triangle : fan.faces().sides)
    for (const MeshFaces::Side& side : triangle) EXPECT_EQ(side.across, MeshFaces::kNone);
  const Mesh twice = mesh_of(v, {{0, 1, 2}, {0, 1, 2}});
  EXPECT_EQ(twice.faces().lowest.size(), 2u);
  const Mesh split = mesh_of(v, {{0, 1, 2}, {1, 5, 3}});
  EXPECT_EQ(split.faces().lowest.size(), 1u);
  EXPECT_EQ(split.faces().vertex[5], 0u);
  const Mesh flat = mesh_of(v, {{0, 6, 1}, {0, 0, 0}, {0, 1, 2}});
  EXPECT_EQ(flat.faces().lowest.size(), 3u);
  for (const Vec3 n : flat.faces().normal) EXPECT_TRUE(is_finite(n));
  // Folded onto itself: the edge of a blade.
  const Mesh blade = mesh_of(v, {{0, 1, 2}, {1, 0, 2}});
  EXPECT_EQ(blade.faces().lowest.size(), 2u);
}

TEST(MeshFaces, ScaleChangesNothing) {
  const Mesh plain = cube();
  for (const double scale : {0x1p-500, 0x1p-100, 0x1p300}) {
    std::vector<Vec3> v;
    std::vector<MeshTriangle> t = plain.triangles_as_given();
    for (const Vec3 p : plain.vertices()) v.push_back(scale * p);
    const Mesh mesh = mesh_of(v, t);
    EXPECT_EQ(mesh.faces().normal, plain.faces().normal) << scale;
    EXPECT_EQ(mesh.faces().face, plain.faces().face) << scale;
  }
}

TEST(MeshFaces, ManyThreadsGetTheSame) {
  const Mesh mesh = grid(40);
  const std::size_t before = mesh.memory_bytes();
  std::vector<const MeshFaces*> seen(8);
  std::vector<std::thread> threads;
  for (const MeshFaces*& place : seen) threads.emplace_back([&mesh, &place] { place = &mesh.faces(); });
  for (std::thread& thread : threads) thread.join();
  for (const MeshFaces* place : seen) EXPECT_EQ(place, seen[0]);
  EXPECT_EQ(mesh.memory_bytes(), before + mesh.faces().memory_bytes());
}

}  // namespace
}  // namespace clearance::detail
