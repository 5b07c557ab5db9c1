#include <clearance/brep/make/turn_outward.h>

#include <clearance/brep/solids_test.h>
#include <clearance/mesh/point.h>

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

namespace clearance::detail {
namespace {

TEST(TurnOutward, CountsTheWindingsOfNestedBoxes) {
  Soup soup = box_soup({0, 0, 0}, {8, 8, 8});
  soup.add(box_soup({1, 1, 1}, {7, 7, 7}));
  soup.add(box_soup({2, 2, 2}, {6, 6, 6}), true);
  soup.add(box_soup({10, 0, 0}, {11, 1, 1}), true);
  const Mesh mesh = soup.mesh();
  const std::vector<int> front = windings_in_front(mesh, EdgeFans(mesh));
  const int expected[] = {0, 1, 1, -1};
  for (std::uint32_t t = 0; t < mesh.triangle_count(); ++t) EXPECT_EQ(front[t], expected[mesh.id(t) / 12]);
}

TEST(TurnOutward, TurnsSomeAndKeepsNumbers) {
  Soup soup = box_soup({0, 0, 0}, {1, 1, 1});
  soup.add(box_soup({1, 1, 0}, {2, 2, 1}), true);  // along an edge of the first
  const Mesh mesh = soup.mesh();
  const Mesh turned = turned_outward(mesh, windings_in_front(mesh, EdgeFans(mesh)));
  for (const int number : windings_in_front(turned, EdgeFans(turned))) EXPECT_EQ(number, 0);
  const std::vector<MeshTriangle> before = mesh.triangles_as_given(), after = turned.triangles_as_given();
  for (std::size_t t = 0; t < 24; ++t) {
    EXPECT_EQ(after[t] == before[t], t < 12);
    EXPECT_TRUE(std::is_permutation(after[t].begin(), after[t].end(), before[t].begin()));
  }
}

// From triangle to triangle around edges, and along a ray from each: cells that touch along edges and at vertices,
// boxes around some of them, every one turned as chance has it.
TEST(TurnOutward, AgreesWithARayFromEveryTriangle) {
  Random random(2);
  int around_twice = 0;
  for (int round = 0; round < 150; ++round) {
    Soup soup;
    for (int x = 0; x < 3; ++x)
      for (int y = 0; y < 3; ++y)
        for (int z = 0; z < 3; ++z) {
          // No two of one colour of a chessboard share a square.
          if ((x + y + z) % 2 == 1 || random.below(3) == 0) continue;
          const Vec3 low{4.0 * x, 4.0 * y, 4.0 * z};
          soup.add(box_soup(low, low + Vec3{4, 4, 4}), random.below(2) == 0);
          if (random.below(2) == 0) soup.add(box_soup(low + Vec3{1, 1, 1}, low + Vec3{3, 3, 3}), random.below(2) == 0);
        }
    if (soup.triangles.empty()) continue;
    if (random.below(2) == 0) soup.add(box_soup({-1, -1, -1}, {13, 13, 13}), random.below(2) == 0);
    const Mesh mesh = soup.mesh();
    const std::vector<int> front = windings_in_front(mesh, EdgeFans(mesh));
    for (std::uint32_t t = 0; t < mesh.triangle_count(); ++t) {
      ASSERT_EQ(front[t], winding_in_front(mesh, t));
      around_twice += front[t] > 1 || front[t] < -2;
    }
  }
  EXPECT_GT(around_twice, 1000);
}

}  // namespace
}  // namespace clearance::detail
