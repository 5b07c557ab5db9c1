#include <clearance/brep/make/edge_fan.h>

#include <clearance/brep/solids_test.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

namespace clearance::detail {
namespace {

// Triangles around the edge from 0 to 1 along z, the others' vertices given.
Mesh pages(const std::vector<Vec3>& apexes) {
  Soup soup{{{0, 0, 0}, {0, 0, 1}}, {}};
  for (std::size_t k = 0; k < apexes.size(); ++k) {
    const auto apex = static_cast<std::uint32_t>(soup.vertices.size());
    soup.vertices.push_back(apexes[k]);
    soup.triangles.push_back(k % 2 == 0 ? MeshTriangle{0, 1, apex} : MeshTriangle{1, 0, apex});
  }
  return soup.mesh();
}

// The apexes around the edge, from the first one on.
std::vector<std::uint32_t> order(const Mesh& mesh) {
  const EdgeFans fans(mesh);
  EXPECT_EQ(fans.low(0), 0u);
  EXPECT_EQ(fans.high(0), 1u);
  std::vector<std::uint32_t> found;
  for (const std::uint32_t side : fans.sides(0)) {
    EXPECT_EQ(fans.edge_of(side), 0u);
    EXPECT_EQ(fans.rises(side), fans.corner(side) == 0);
    found.push_back(fans.corner(EdgeFans::next(EdgeFans::next(side))) - 2);
  }
  std::rotate(found.begin(), std::find(found.begin(), found.end(), 0u), found.end());
  return found;
}

TEST(EdgeFan, GoesAroundCounterClockwise) {
  EXPECT_EQ(order(pages({{1, 0, 0}, {0, -1, 0}, {0, 1, 0}, {-1, 0, 5}})), (std::vector<std::uint32_t>{0, 2, 3, 1}));
  EXPECT_EQ(order(pages({{1, 0, 0}, {-1, 1, 0}, {-1, -1, 0}, {-1, 0, 0}})), (std::vector<std::uint32_t>{0, 1, 3, 2}));
}

TEST(EdgeFan, TellsNeighboursApart) {
  const double up = std::nextafter(1, 2), down = std::nextafter(1, 0);
  EXPECT_EQ(order(pages({{1, 1, 0}, {1, up, 0}, {1, down, 0}, {-1, -1, 0}, {-1, -up, 0}, {-1, -down, 0}})),
            (std::vector<std::uint32_t>{0, 1, 5, 3, 4, 2}));
}

TEST(EdgeFan, SortsManyInAnyOrder) {
  Random random(1);
  const Loop around = round_polygon(40);
  for (int round = 0; round < 20; ++round) {
    std::vector<Vec3> apexes;
    for (const auto& [x, y] : around) {
      const double far = std::ldexp(1.0, static_cast<int>(random.below(20)) - 10);
      apexes.push_back({far * x, far * y, random.uniform(-5, 5)});
    }
    std::vector<std::uint32_t> mixed(40);
    for (std::uint32_t k = 0; k < 40; ++k) mixed[k] = k;
    for (std::size_t k = 40; k > 1; --k) std::swap(mixed[k - 1], mixed[random.below(k)]);
    std::vector<Vec3> given;
    for (const std::uint32_t k : mixed) given.push_back(apexes[k]);
    std::vector<std::uint32_t> found;
    for (const std::uint32_t k : order(pages(given))) found.push_back(mixed[k]);
    std::rotate(found.begin(), std::find(found.begin(), found.end(), 0u), found.end());
    EXPECT_TRUE(std::is_sorted(found.begin(), found.end()));
  }
}

}  // namespace
}  // namespace clearance::detail
