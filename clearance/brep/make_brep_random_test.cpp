// The same as make_brep_test.cpp of solids that nobody drew: invariance and brute force.
#include <clearance/brep/brep_check_test.h>
#include <clearance/brep/make_brep.h>
#include <clearance/brep/solids_test.h>

#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace clearance {
namespace {

using detail::Random;

// Each face as the set of its triangles' corners, each edge as its ends: what no numbering of triangles can change.
std::pair<std::set<std::set<std::set<std::uint32_t>>>, std::set<std::array<std::uint32_t, 2>>> geometry(const BRep& b) {
  std::set<std::set<std::set<std::uint32_t>>> faces;
  for (std::uint32_t f = 0; f < b.face_count(); ++f) {
    std::set<std::set<std::uint32_t>> face;
    for (const std::uint32_t t : b.triangles_of_face(f)) {
      const MeshTriangle& c = b.mesh().triangle(t);
      face.insert({c[0], c[1], c[2]});
    }
    faces.insert(face);
  }
  std::set<std::array<std::uint32_t, 2>> edges;
  for (std::uint32_t e = 0; e < b.edge_count(); ++e) edges.insert(b.edge_id(e));
  return {faces, edges};
}

// --- invariance

TEST(MakeBRepRandom, DoesNotDependOnTheOrderOfTriangles) {
  Random random(3);
  for (int round = 0; round < 20; ++round) {
    const Soup soup = voxel_soup(random_cells(random, 3, 0.5));
    const BRep brep = make_brep(soup.mesh()).value();
    const BRep other = make_brep(shuffled(soup, random).mesh()).value();
    ASSERT_EQ(geometry(other), geometry(brep));
    ASSERT_EQ(other.vertex_count(), brep.vertex_count());
    for (std::uint32_t v = 0; v < brep.vertex_count(); ++v) ASSERT_EQ(other.vertex_id(v), brep.vertex_id(v));
  }
}

TEST(MakeBRepRandom, DoesNotDependOnWhichShellsAreInsideOut) {
  Random random(4);
  for (int round = 0; round < 20; ++round) {
    const std::set<Cell> cells = random_cells(random, 3, 0.3);
    // Cell by cell, those that touch others in a square left out: each is a shell of its own.
    Soup outward, mixed;
    std::set<Cell> taken;
    for (const Cell& cell : cells) {
      bool apart = true;
      for (std::size_t axis = 0; axis < 3; ++axis)
        for (const int step : {-1, 1}) {
          Cell across = cell;
          across[axis] += step;
          apart = apart && taken.count(across) == 0;
        }
      if (!apart) continue;
      taken.insert(cell);
      const Vec3 low{static_cast<double>(cell[0]), static_cast<double>(cell[1]), static_cast<double>(cell[2])};
      outward.add(box_soup(low, low + Vec3{1, 1, 1}));
      mixed.add(box_soup(low, low + Vec3{1, 1, 1}), random.below(2) == 0);
    }
    const BRep brep = make_brep(mixed.mesh()).value();
    ASSERT_NO_FATAL_FAILURE(expect_valid(brep));
    ASSERT_EQ(geometry(brep), geometry(make_brep(outward.mesh()).value()));
  }
}

// --- against brute force

// Maximal faces of grid cells, their straight edges and vertices, counted on the grid: a point or a segment of it is
// what the cells around it say.
struct GridCounts {
  std::size_t vertices = 0, edge_length = 0, squares = 0;
};
GridCounts grid_counts(const std::set<Cell>& cells, int size) {
  GridCounts counts;
  const auto filled = [&](int x, int y, int z) { return cells.count({x, y, z}) > 0; };
  std::map<Cell, std::array<bool, 6>> edges_at;  // which of the six directions have an edge
  for (int x = 0; x <= size; ++x)
    for (int y = 0; y <= size; ++y)
      for (int z = 0; z <= size; ++z)
        for (std::size_t axis = 0; axis < 3; ++axis) {
          // The four cells around the segment from here along the axis.
          bool around[2][2];
          for (const int i : {0, 1})
            for (const int j : {0, 1}) {
              Cell c{x, y, z};
              c[(axis + 1) % 3] -= i;
              c[(axis + 2) % 3] -= j;
              around[i][j] = filled(c[0], c[1], c[2]);
            }
          const bool is_flat = (around[0][0] == around[1][0] && around[0][1] == around[1][1]) ||
                               (around[0][0] == around[0][1] && around[1][0] == around[1][1]);
          if (!is_flat) {
            ++counts.edge_length;
            Cell end{x, y, z};
            edges_at[end][2 * axis] = true;
            ++end[axis];
            edges_at[end][2 * axis + 1] = true;
          }
          Cell below{x, y, z};
          --below[axis];
          if (filled(x, y, z) != filled(below[0], below[1], below[2])) ++counts.squares;
        }
  for (const auto& [at, has] : edges_at) {
    const auto count = std::accumulate(has.begin(), has.end(), 0);
    const bool passes = count == 2 && ((has[0] && has[1]) || (has[2] && has[3]) || (has[4] && has[5]));
    counts.vertices += passes ? 0 : 1;
  }
  return counts;
}

TEST(MakeBRepRandom, FindsWhatTheGridHas) {
  Random random(5);
  std::size_t shared_edges = 0, shared_vertices = 0, holes = 0;
  for (int round = 0; round < 200; ++round) {
    const int size = 2 + static_cast<int>(random.below(4));
    const std::set<Cell> cells = random_cells(random, size, random.uniform(0.1, 0.9));
    const BRep brep = make_brep(shuffled(voxel_soup(cells), random).mesh()).value();
    ASSERT_NO_FATAL_FAILURE(expect_valid(brep));
    const GridCounts grid = grid_counts(cells, size);
    ASSERT_EQ(brep.vertex_count(), grid.vertices);
    ASSERT_EQ(brep.mesh().triangle_count(), 2 * grid.squares);
    double length = 0;
    for (std::uint32_t e = 0; e < brep.edge_count(); ++e) {
      length += norm(brep.vertex(brep.edge(e).high) - brep.vertex(brep.edge(e).low));
      shared_edges += brep.half_edges_of_edge(e).size() > 2;
    }
    ASSERT_EQ(length, static_cast<double>(grid.edge_length));
    for (std::uint32_t v = 0; v < brep.vertex_count(); ++v) shared_vertices += brep.edges_of_vertex(v).size() > 3;
    holes += BRepCheck(brep).loop_count() - brep.face_count();
  }
  EXPECT_GT(shared_edges, 500u);
  EXPECT_GT(shared_vertices, 500u);
  EXPECT_GT(holes, 50u);
}

// Sheared and stretched by small integers, faces of all slopes: exact still.
TEST(MakeBRepRandom, HoldsSlantedSolids) {
  Random random(6);
  for (int round = 0; round < 40; ++round) {
    const std::set<Cell> cells = random_cells(random, 3, random.uniform(0.2, 0.8));
    Soup soup = voxel_soup(cells);
    const std::size_t vertices = make_brep(soup.mesh()).value().vertex_count();
    const auto small = [&] { return static_cast<double>(random.below(3)) - 1; };
    const double a = small(), b = small(), c = small(), d = small(), e = small(), f = small();
    for (Vec3& v : soup.vertices) {
      const Vec3 sheared{v.x + a * v.y + b * v.z, v.y + c * v.z, v.z};
      v = {sheared.x, sheared.y + d * sheared.x, sheared.z + e * sheared.x + f * sheared.y};
    }
    const BRep brep = make_brep(soup.mesh()).value();
    ASSERT_NO_FATAL_FAILURE(expect_valid(brep));
    ASSERT_EQ(brep.vertex_count(), vertices);
  }
}

// --- broken on purpose

// What is left of a solid after a few accidents is refused, or it is a solid still: never anything else.
TEST(MakeBRepRandom, RefusesOrHoldsWhatIsBroken) {
  Random random(8);
  int held = 0;
  std::map<std::string, int> refused;
  for (int round = 0; round < 3000; ++round) {
    Soup soup = voxel_soup(random_cells(random, 2, 0.5));
    const auto any_triangle = [&]() -> MeshTriangle& { return soup.triangles[random.below(soup.triangles.size())]; };
    const auto any_vertex = [&] { return static_cast<std::uint32_t>(random.below(soup.vertices.size())); };
    for (std::uint64_t k = 1 + random.below(2); k > 0; --k) {
      switch (random.below(6)) {
        case 0:
          std::swap(any_triangle(), soup.triangles.back());
          if (soup.triangles.size() > 1) soup.triangles.pop_back();
          break;
        case 1: {
          MeshTriangle& turned = any_triangle();
          std::swap(turned[0], turned[1]);
          break;
        }
        case 2: {
          const MeshTriangle again = any_triangle();
          soup.triangles.push_back(again);
          break;
        }
        case 3:
          soup.vertices[any_vertex()] = soup.vertices[any_vertex()];
          break;
        case 4: {
          Vec3& v = soup.vertices[any_vertex()];
          v = v + Vec3{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
          break;
        }
        default: {
          Vec3& v = soup.vertices[any_vertex()];
          v.z = std::nextafter(v.z, v.z + (random.below(2) == 0 ? 1 : -1));
        }
      }
    }
    const Mesh mesh = soup.mesh();
    const Result<BRep> brep = make_brep(mesh);
    if (brep.ok()) {
      ++held;
      ASSERT_NO_FATAL_FAILURE(expect_valid(*brep, false));
      // The solid is where the mesh says.
      for (int k = 0; k < 5; ++k) {
        const Vec3 p{random.uniform(-0.5, 2.5), random.uniform(-0.5, 2.5), random.uniform(-0.5, 2.5)};
        ASSERT_EQ(locate(brep->mesh(), {}, p), locate(mesh, {}, p));
        ASSERT_EQ(winding_number(brep->mesh(), {}, p), locate(mesh, {}, p) == PointLocation::Inside ? 1 : 0);
      }
    } else {
      // The fault without its numbers and what follows them.
      std::string fault = brep.error().fault.substr(10);
      for (const char* kind : {"not closed", "not consistently oriented", "no area", "the same vertices",
                               "share more than common edges and vertices", "solid on both sides"})
        if (fault.find(kind) != std::string::npos) fault = kind;
      ++refused[fault];
    }
  }
  EXPECT_GT(held, 500);
  EXPECT_EQ(refused.size(), 5u);
  for (const auto& [fault, times] : refused) EXPECT_GT(times, 20) << fault;
}

}  // namespace
}  // namespace clearance
