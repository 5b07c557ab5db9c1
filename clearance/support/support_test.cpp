#include <clearance/support/support.h>

#include <clearance/base/random.h>
#include <clearance/support/direction_table.h>

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <vector>

namespace clearance::detail {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

Polytope assemble(int dimension, std::vector<Vec3> vertices, std::vector<std::vector<std::uint32_t>> faces) {
  PolytopeParts parts;
  parts.dimension = dimension;
  parts.vertices = std::move(vertices);
  parts.source_count = parts.vertices.size();
  for (std::uint32_t i = 0; i < parts.source_count; ++i) parts.ids.push_back(i);
  parts.faces = std::move(faces);
  return Polytope::assemble(parts, fill_direction_table);
}

// Corner i of the unit cube has the sign bits x = i&1, y = i&2, z = i&4.
Polytope cube() {
  std::vector<Vec3> corners;
  for (int i = 0; i < 8; ++i) corners.push_back({i & 1 ? 1. : -1., i & 2 ? 1. : -1., i & 4 ? 1. : -1.});
  return assemble(3, corners, {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}});
}

// A bipyramid over a regular polygon: two apexes of high degree, so that climbs cross several neighbour blocks.
Polytope bipyramid(int sides) {
  std::vector<Vec3> vertices;
  std::vector<std::vector<std::uint32_t>> faces;
  const auto count = static_cast<std::uint32_t>(sides);
  for (int k = 0; k < sides; ++k) {
    const double angle = 2 * 3.14159265358979323846 * k / sides;
    vertices.push_back({std::cos(angle), std::sin(angle), 0});
  }
  vertices.push_back({0, 0, 1});
  vertices.push_back({0, 0, -1});
  for (std::uint32_t k = 0; k < count; ++k) {
    faces.push_back({k, (k + 1) % count, count});
    faces.push_back({(k + 1) % count, k, count + 1});
  }
  return assemble(3, vertices, faces);
}

Vec3 random_direction(Random& random) { return {random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)}; }

// The definition of the scan, one vertex after another.
Extreme brute_force(const Polytope& polytope, Vec3 d) {
  Extreme best{dot(polytope.vertex(0), d), 0};
  for (int v = 1; v < polytope.vertex_count(); ++v) {
    const double value = dot(polytope.vertex(v), d);
    if (value > best.value) best = {value, v};
  }
  return best;
}

double largest_neighbour(const Polytope& polytope, Vec3 d, int v) {
  double best = -kInfinity;
  for (const std::uint32_t w : polytope.neighbours(v)) {
    best = std::fmax(best, dot(polytope.vertex(static_cast<int>(w)), d));
  }
  return best;
}

TEST(Support, CornersOfTheCube) {
  const Polytope body = cube();
  for (int i = 0; i < 8; ++i) {
    const Vec3 d = {i & 1 ? 3. : -3., i & 2 ? 2. : -2., i & 4 ? 1. : -1.};
    EXPECT_EQ(support_scan(body, d), i);
    EXPECT_EQ(support_vertex(body, d), i);
    int visited = 0;
    EXPECT_EQ(support_climb_counted(body, d, 7 - i, visited), i);
    EXPECT_EQ(visited, 4);  // three edges from the opposite corner
    const Peak peak = support_peak(body, d, 0);
    EXPECT_EQ(peak.index, i);
    EXPECT_EQ(peak.value, 6);
    EXPECT_EQ(peak.runner_up, 4);  // across the edge with |d| = 1
  }
}

TEST(Support, LowestIndexAmongEquals) {
  const Polytope body = cube();
  EXPECT_EQ(support_scan(body, {0, 0, 1}), 4);
  EXPECT_EQ(support_scan(body, {0, 1, 0}), 2);
  EXPECT_EQ(support_scan(body, {0, 0, 0}), 0);
  EXPECT_EQ(support_scan(bipyramid(64), {0, 0, 0}), 0);
}

TEST(Support, TiedNeighboursAreTheRunnerUp) {
  const Peak peak = support_peak(cube(), {0, 0, 1}, 5);
  EXPECT_EQ(peak.index, 5);  // nothing exceeds the start
  EXPECT_EQ(peak.runner_up, 1);
}

TEST(Support, FlatShapes) {
  const Polytope point = assemble(0, {{1, 2, 3}}, {});
  EXPECT_EQ(support_vertex(point, {1, 0, 0}), 0);
  EXPECT_EQ(support_peak(point, {1, 0, 0}, 0).runner_up, 1);  // no neighbour: its own
  const Polytope segment = assemble(1, {{0, 0, 0}, {1, 0, 0}}, {});
  EXPECT_EQ(support_scan(segment, {1, 0, 0}), 1);
  EXPECT_EQ(support_climb(segment, {1, 0, 0}, 0), 1);
  EXPECT_EQ(support_peak(segment, {1, 0, 0}, 1).runner_up, 0);
  const Polytope square = assemble(2, {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}, {{0, 1, 2, 3}});
  EXPECT_EQ(support_climb(square, {1, 2, 0}, 0), 2);
  EXPECT_EQ(support_climb(square, {0, 0, 1}, 3), 3);
}

TEST(Support, DirectionsThatOverflowStillGiveAVertex) {
  for (const Polytope& body : {cube(), bipyramid(5), bipyramid(100)}) {
    for (const double bad : {kInfinity, -kInfinity, std::nan("")}) {
      for (const Vec3 d : {Vec3{bad, 0, 0}, Vec3{bad, -bad, bad}, Vec3{0, 1, bad}}) {
        for (const int v : {support_scan(body, d), support_climb(body, d, 1), support_vertex(body, d)}) {
          EXPECT_GE(v, 0);
          EXPECT_LT(v, body.vertex_count());
        }
      }
    }
  }
}

TEST(Support, ScanAndClimbFindTheLargestDotProduct) {
  Random random(1);
  for (const int sides : {3, 5, 6, 7, 8, 14, 15, 62, 63, 64, 300}) {
    const Polytope body = bipyramid(sides);
    for (int trial = 0; trial < 200; ++trial) {
      const Vec3 d = random_direction(random);
      const Extreme best = brute_force(body, d);
      EXPECT_EQ(support_scan(body, d), best.index);
      const auto start = static_cast<int>(random.below(static_cast<std::uint64_t>(body.vertex_count())));
      const Peak peak = support_peak(body, d, start);
      EXPECT_EQ(peak.value, best.value);
      EXPECT_EQ(peak.value, dot(body.vertex(peak.index), d));
      const double neighbour = largest_neighbour(body, d, peak.index);
      EXPECT_LE(peak.runner_up, neighbour);
      EXPECT_GE(peak.runner_up, neighbour - 0x1p-49 * std::fabs(neighbour));
      EXPECT_EQ(dot(body.vertex(support_vertex(body, d)), d), best.value);
      EXPECT_EQ(dot(body.vertex(support_vertex(body, d, start)), d), best.value);
    }
  }
}

bool same_bits(double a, double b) { return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b); }

template <int kWidth>
void expect_same_as_narrowest(const Polytope& body, Vec3 d, int start) {
  const Extreme scan = scan_inline<2>(body, d), wide_scan = scan_inline<kWidth>(body, d);
  EXPECT_EQ(scan.index, wide_scan.index);
  EXPECT_TRUE(same_bits(scan.value, wide_scan.value));
  EXPECT_TRUE(same_bits(scan_value_inline<2>(body, d), scan_value_inline<kWidth>(body, d)));
  const ExtremeRange range = scan_range_inline<2>(body, d), wide_range = scan_range_inline<kWidth>(body, d);
  EXPECT_TRUE(same_bits(range.low, wide_range.low) && same_bits(range.high, wide_range.high));
  const Peak peak = climb_inline<2>(body, d, start), wide_peak = climb_inline<kWidth>(body, d, start);
  EXPECT_EQ(peak.index, wide_peak.index);
  EXPECT_EQ(peak.visited, wide_peak.visited);
  EXPECT_TRUE(same_bits(peak.value, wide_peak.value) && same_bits(peak.runner_up, wide_peak.runner_up));
}

TEST(Support, EveryRegisterWidthGivesTheSameBits) {
  Random random(2);
  for (const int sides : {3, 6, 7, 40, 101}) {
    const Polytope body = bipyramid(sides);
    for (int trial = 0; trial < 300; ++trial) {
      // Whole numbers, zeros of both signs among them, make ties.
      Vec3 d = random_direction(random);
      if (trial % 2 == 0) d = {std::round(2 * d.x), std::round(2 * d.y), std::round(2 * d.z)};
      const int start = trial % body.vertex_count();
      expect_same_as_narrowest<4>(body, d, start);
      expect_same_as_narrowest<8>(body, d, start);
      const ExtremeRange range = scan_range_inline<2>(body, d);
      EXPECT_EQ(range.high, brute_force(body, d).value);
      EXPECT_EQ(range.low, -brute_force(body, -d).value);
      EXPECT_EQ(scan_value_inline<2>(body, d), range.high);
      EXPECT_EQ(scan_inline<2>(body, d).index, support_scan(body, d));
    }
  }
}

}  // namespace
}  // namespace clearance::detail
