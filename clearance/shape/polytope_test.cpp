#include <clearance/shape/polytope.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <set>
#include <vector>

namespace clearance {
namespace {

PolytopeParts point_parts() { return {0, {{1, -2, 3}}, {4}, 7, {}}; }

PolytopeParts segment_parts() { return {1, {{0, 0, 0}, {3, 4, 0}}, {2, 5}, 9, {}}; }

PolytopeParts square_parts() {
  return {2, {{0, 0, 1}, {1, 0, 1}, {0, 1, 1}, {1, 1, 1}}, {0, 1, 2, 3}, 4, {{0, 1, 3, 2}}};
}

// Corner i of the cube [−1, 1]³ has sign bits x=i&1, y=i&2, z=i&4; its id is 10·i + 3.
PolytopeParts cube_parts() {
  PolytopeParts parts;
  parts.dimension = 3;
  parts.source_count = 80;
  for (std::uint32_t i = 0; i < 8; ++i) {
    parts.vertices.push_back({i & 1 ? 1. : -1., i & 2 ? 1. : -1., i & 4 ? 1. : -1.});
    parts.ids.push_back(10 * i + 3);
  }
  parts.faces = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
  return parts;
}

// An n-sided pyramid: the apex has n neighbours, which takes several blocks.
PolytopeParts pyramid_parts(std::uint32_t n) {
  PolytopeParts parts;
  parts.dimension = 3;
  parts.source_count = n + 1;
  parts.vertices.push_back({0, 0, 1});
  std::vector<std::uint32_t> base;
  for (std::uint32_t k = 1; k <= n; ++k) {
    const double angle = 6.283185307179586 * k / n;
    parts.vertices.push_back({std::cos(angle), std::sin(angle), 0});
    base.insert(base.begin(), k);
    parts.faces.push_back({0, k, k % n + 1});
  }
  parts.faces.push_back(base);
  for (std::uint32_t i = 0; i <= n; ++i) parts.ids.push_back(i);
  return parts;
}

// The layout that the scan and the climb rely on.
void expect_sound_layout(const Polytope& p) {
  ASSERT_EQ(p.padded_count() % Polytope::kLanes, 0);
  ASSERT_GE(p.padded_count(), p.vertex_count());
  for (const double* array : {p.x(), p.y(), p.z()}) EXPECT_EQ(reinterpret_cast<std::uintptr_t>(array) % 64, 0u);
  for (int v = p.vertex_count(); v < p.padded_count(); ++v) EXPECT_EQ(p.vertex(v), p.vertex(0));
  for (int v = 0; v < p.vertex_count(); ++v) {
    const auto around = p.neighbours(v);
    EXPECT_TRUE(std::is_sorted(around.begin(), around.end()));
    const auto block = p.neighbour_block(v);
    const int lanes = block.blocks * Polytope::kLanes;
    ASSERT_GE(block.blocks, 1);
    ASSERT_GE(lanes, static_cast<int>(around.size()));
    ASSERT_LT(lanes, static_cast<int>(around.size()) + Polytope::kLanes + (around.empty() ? 1 : 0));
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(block.coordinates) % 64, 0u);
    for (int k = 0; k < lanes; ++k) {
      const std::uint32_t w = around.empty()
                                  ? static_cast<std::uint32_t>(v)
                                  : around[k < static_cast<int>(around.size()) ? static_cast<std::size_t>(k) : 0];
      EXPECT_EQ(block.indices[k], w);
      const double* lane = block.coordinates + k / Polytope::kLanes * 3 * Polytope::kLanes + k % Polytope::kLanes;
      EXPECT_EQ((Vec3{lane[0], lane[Polytope::kLanes], lane[2 * Polytope::kLanes]}), p.vertex(static_cast<int>(w)));
    }
    for (const std::uint32_t w : around) {
      EXPECT_NE(static_cast<int>(w), v);
      EXPECT_TRUE(p.adjacent(v, static_cast<int>(w)));
      EXPECT_TRUE(p.adjacent(static_cast<int>(w), v));
    }
    EXPECT_FALSE(p.adjacent(v, v));
    EXPECT_EQ(p.find(p.id(v)), v);
    EXPECT_LE(norm_one(p.vertex(v)), p.reach());
  }
}

void expect_sound_half_edges(const Polytope& p) {
  const auto edges = p.half_edges();
  ASSERT_EQ(static_cast<int>(edges.size()), 2 * p.edge_count());
  std::set<std::pair<std::uint32_t, std::uint32_t>> seen;
  for (std::uint32_t e = 0; e < edges.size(); ++e) {
    const HalfEdge& edge = edges[e];
    const HalfEdge& twin = edges[edge.twin];
    const std::uint32_t head = edges[edge.next].origin;
    EXPECT_EQ(twin.twin, e);
    EXPECT_EQ(twin.origin, head);
    EXPECT_EQ(edges[twin.next].origin, edge.origin);
    EXPECT_EQ(edges[edge.next].face, edge.face);
    EXPECT_NE(twin.face, edge.face);
    EXPECT_TRUE(p.adjacent(static_cast<int>(edge.origin), static_cast<int>(head)));
    EXPECT_TRUE(seen.emplace(edge.origin, head).second) << "twice";
    if (edge.face == kNoFace) continue;
    const auto loop = p.face(static_cast<int>(edge.face));
    const auto at = std::find(loop.begin(), loop.end(), edge.origin);
    ASSERT_NE(at, loop.end());
    EXPECT_EQ(at + 1 == loop.end() ? loop.front() : at[1], head);
    EXPECT_EQ(p.half_edge_of_face(static_cast<int>(edge.face)) + static_cast<std::uint32_t>(at - loop.begin()), e);
  }
  for (int v = 0; v < p.vertex_count(); ++v) {
    const auto around = p.neighbours(v), spokes = p.spokes(v);
    ASSERT_EQ(spokes.size(), around.size());
    for (std::size_t k = 0; k < spokes.size(); ++k) {
      EXPECT_EQ(edges[spokes[k]].origin, static_cast<std::uint32_t>(v));
      EXPECT_EQ(edges[edges[spokes[k]].next].origin, around[k]);
    }
  }
}

// ---- solved by hand

TEST(Polytope, Point) {
  const Polytope p = Polytope::assemble(point_parts());
  expect_sound_layout(p);
  EXPECT_EQ(p.dimension(), 0);
  EXPECT_EQ(p.vertex_count(), 1);
  EXPECT_EQ(p.edge_count(), 0);
  EXPECT_EQ(p.face_count(), 0);
  EXPECT_TRUE(p.neighbours(0).empty());
  EXPECT_TRUE(p.spokes(0).empty());
  EXPECT_TRUE(p.half_edges().empty());
  EXPECT_EQ(p.source_count(), 7u);
  EXPECT_EQ(p.find(4), 0);
  EXPECT_EQ(p.find(0), -1);
  EXPECT_EQ(p.center(), (Vec3{1, -2, 3}));
  EXPECT_EQ(p.size(), 0);
}

TEST(Polytope, Segment) {
  const Polytope p = Polytope::assemble(segment_parts());
  expect_sound_layout(p);
  EXPECT_EQ(p.dimension(), 1);
  EXPECT_EQ(p.edge_count(), 1);
  EXPECT_EQ(p.face_count(), 0);
  EXPECT_TRUE(p.adjacent(0, 1));
  EXPECT_TRUE(p.adjacent(1, 0));
  EXPECT_EQ(p.center(), (Vec3{1.5, 2, 0}));
  EXPECT_EQ(p.size(), 4);
  for (int v = 0; v < 2; ++v) {
    ASSERT_EQ(p.spokes(v).size(), 1u);
    EXPECT_EQ(p.spokes(v)[0], 0u);
  }
}

TEST(Polytope, Square) {
  const Polytope p = Polytope::assemble(square_parts());
  expect_sound_layout(p);
  expect_sound_half_edges(p);
  EXPECT_EQ(p.dimension(), 2);
  EXPECT_EQ(p.edge_count(), 4);
  EXPECT_EQ(p.face_count(), 1);
  EXPECT_EQ(std::ranges::count(p.half_edges(), kNoFace, &HalfEdge::face), 4);
  EXPECT_TRUE(p.adjacent(0, 1));
  EXPECT_FALSE(p.adjacent(0, 3));
  EXPECT_FALSE(p.adjacent(1, 2));
}

TEST(Polytope, Cube) {
  const Polytope p = Polytope::assemble(cube_parts());
  expect_sound_layout(p);
  expect_sound_half_edges(p);
  EXPECT_EQ(p.vertex_count(), 8);
  EXPECT_EQ(p.edge_count(), 12);
  EXPECT_EQ(p.face_count(), 6);
  for (std::uint32_t v = 0; v < 8; ++v) {
    std::vector<std::uint32_t> expected = {v ^ 1, v ^ 2, v ^ 4};
    std::sort(expected.begin(), expected.end());
    EXPECT_TRUE(std::ranges::equal(p.neighbours(static_cast<int>(v)), expected));
    EXPECT_EQ(p.id(static_cast<int>(v)), 10 * v + 3);
  }
  EXPECT_EQ(p.find(33), 3);
  for (const std::uint32_t id : {0u, 32u, 34u, 74u, 0xffffffffu}) EXPECT_EQ(p.find(id), -1);
  EXPECT_EQ(p.center(), Vec3{});
  EXPECT_EQ(p.size(), 2);
  EXPECT_EQ(p.box_low(), (Vec3{-1, -1, -1}));
  EXPECT_EQ(p.box_high(), (Vec3{1, 1, 1}));
  EXPECT_GE(p.reach(), 3);
  EXPECT_LE(p.reach(), 3 + 1e-14);
}

// ---- degenerate

TEST(Polytope, SevenEightAndNineNeighbours) {
  for (const std::uint32_t n : {3u, 7u, 8u, 9u, 16u, 17u, 100u}) {
    const Polytope p = Polytope::assemble(pyramid_parts(n));
    expect_sound_layout(p);
    expect_sound_half_edges(p);
    EXPECT_EQ(p.neighbours(0).size(), n);
    EXPECT_EQ(p.neighbour_block(0).blocks, static_cast<int>((n + 7) / 8));
    EXPECT_EQ(p.neighbours(1).size(), 3u);
    EXPECT_EQ(p.vertex_count() - p.edge_count() + p.face_count(), 2);
  }
}

// The sum of three doubles is rounded; the reach must not be below the true one.
TEST(Polytope, ReachIsNeverTooSmall) {
  PolytopeParts parts = point_parts();
  parts.vertices[0] = {1, 0x1p-53, 0x1p-53};
  EXPECT_GE(Polytope::assemble(parts).reach(), 1 + 0x1p-52);
  parts.vertices[0] = {-1e300, 1e300, 1e300};
  EXPECT_TRUE(std::isfinite(Polytope::assemble(parts).reach()));
  parts.vertices[0] = {5e-324, -5e-324, 5e-324};
  EXPECT_GE(Polytope::assemble(parts).reach(), 15e-324);
}

TEST(Polytope, CentersOfHugeBodiesAreFinite) {
  PolytopeParts parts = cube_parts();
  for (Vec3& v : parts.vertices) v = 1e300 * v;
  const Polytope p = Polytope::assemble(parts);
  EXPECT_TRUE(is_finite(p.center()));
  EXPECT_EQ(p.size(), 2e300);
}

// ---- invariance

TEST(Polytope, CopiesShareAndOutliveTheOriginal) {
  Polytope copy = Polytope::assemble(point_parts());
  {
    const Polytope original = Polytope::assemble(cube_parts());
    copy = original;
    EXPECT_EQ(copy.x(), original.x());
  }
  expect_sound_layout(copy);
  expect_sound_half_edges(copy);
  EXPECT_GT(copy.memory_bytes(), 8 * 4 * sizeof(double) * 3);
}

TEST(Polytope, TheFillerSeesAFinishedPolytope) {
  const Polytope plain = Polytope::assemble(cube_parts());
  EXPECT_EQ(std::count(plain.direction_table(), plain.direction_table() + 128, 0u), 128);
  const Polytope filled = Polytope::assemble(cube_parts(), [](const Polytope& p, std::uint32_t* table) {
    for (int i = 0; i < Polytope::kTableRows * Polytope::kTableColumns; ++i)
      table[i] = p.neighbours(i % p.vertex_count())[0];
  });
  for (int i = 0; i < 128; ++i) EXPECT_EQ(filled.direction_table()[i], filled.neighbours(i % 8)[0]);
}

TEST(Polytope, KnowsTheCornersOfABox) {
  PolytopeParts parts = cube_parts();
  const Polytope cube = Polytope::assemble(parts);
  ASSERT_TRUE(cube.is_box());
  for (unsigned i = 0; i < 8; ++i) EXPECT_EQ(cube.corner(i), static_cast<int>(i));
  std::reverse(parts.vertices.begin(), parts.vertices.end());
  const Polytope reversed = Polytope::assemble(parts), copy = reversed;
  for (unsigned i = 0; i < 8; ++i) EXPECT_EQ(copy.corner(i), static_cast<int>(7 - i));
  parts.vertices[2].x += 0.125;
  EXPECT_FALSE(Polytope::assemble(parts).is_box());
  EXPECT_FALSE(Polytope::assemble(square_parts()).is_box());
  EXPECT_FALSE(Polytope::assemble(pyramid_parts(7)).is_box());
}

}  // namespace
}  // namespace clearance
