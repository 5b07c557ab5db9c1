#include <clearance/proof/origin.h>

#include <clearance/base/random.h>

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace clearance::detail {
namespace {

std::vector<DyadicVec> exact_of(const std::vector<Vec3>& vectors) {
  std::vector<DyadicVec> out;
  for (const Vec3 v : vectors) out.push_back(exact(v));
  return out;
}
bool in_hull(const std::vector<Vec3>& vectors) { return hull_holds_origin(exact_of(vectors)); }
bool in_interior(const std::vector<Vec3>& vectors) { return interior_holds_origin(exact_of(vectors)); }

TEST(Origin, ByHand) {
  EXPECT_FALSE(in_hull({}));
  EXPECT_FALSE(in_hull({{1, 0, 0}}));
  EXPECT_TRUE(in_hull({{0, 0, 0}}));
  EXPECT_TRUE(in_hull({{1, 2, 3}, {-2, -4, -6}}));
  EXPECT_FALSE(in_hull({{1, 2, 3}, {2, 4, 6}}));
  EXPECT_FALSE(in_hull({{1, 2, 3}, {-2, -4, -5}}));
  EXPECT_TRUE(in_hull({{1, 0, 0}, {-1, 1, 0}, {-1, -1, 0}}));
  EXPECT_FALSE(in_hull({{1, 0, 0}, {2, 1, 0}, {2, -1, 0}}));
  EXPECT_FALSE(in_hull({{1, 0, 1}, {-1, 1, 1}, {-1, -1, 1}}));
  const std::vector<Vec3> tetrahedron = {{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}};
  EXPECT_TRUE(in_hull(tetrahedron));
  EXPECT_TRUE(in_interior(tetrahedron));
  EXPECT_FALSE(in_hull({{3, 1, 1}, {3, -1, -1}, {1, 1, -1}, {1, -1, 1}}));
}

TEST(Origin, OnTheBoundaryIsNotInside) {
  EXPECT_FALSE(in_interior({{0, 0, 0}}));
  EXPECT_FALSE(in_interior({{1, 0, 0}, {-1, 0, 0}}));
  EXPECT_FALSE(in_interior({{1, 0, 0}, {-1, 1, 0}, {-1, -1, 0}}));
  // In a facet, an edge and a corner of a tetrahedron.
  EXPECT_FALSE(in_interior({{1, 0, 0}, {-1, 1, 0}, {-1, -1, 0}, {0, 0, 1}}));
  EXPECT_FALSE(in_interior({{1, 0, 0}, {-1, 0, 0}, {0, 1, 1}, {0, -1, 1}}));
  EXPECT_FALSE(in_interior({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}));
  EXPECT_TRUE(in_hull({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}));
}

TEST(Origin, AnOctahedronNeedsAllSix) {
  const std::vector<Vec3> all = {{1, 0, 0}, {-2, 0, 0}, {0, 3, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -5}};
  EXPECT_TRUE(in_interior(all));
  for (std::size_t left_out = 0; left_out < all.size(); ++left_out) {
    std::vector<Vec3> five = all;
    five.erase(five.begin() + static_cast<std::ptrdiff_t>(left_out));
    EXPECT_FALSE(in_interior(five));
    EXPECT_TRUE(in_hull(five));
  }
}

TEST(Origin, SeesOneUnitInTheLastPlace) {
  const double above = std::nextafter(0.0, 1.0), below = std::nextafter(0.0, -1.0);
  for (const double scale : {1e-300, 1.0, 1e300}) {
    const Vec3 a{scale, 0, 0}, b{-scale, scale, 0}, c{-scale, -scale, 0};
    EXPECT_TRUE(in_interior({a, b, c, {0, 0, 1}, {0, 0, below}}));
    EXPECT_FALSE(in_interior({a, b, c, {0, 0, 1}, {0, 0, above}}));
    EXPECT_TRUE(in_hull({a, b, c, {0, 0, 1}, {0, 0, above}}));
    EXPECT_FALSE(in_hull({{scale, 0, above}, {-scale, scale, above}, {-scale, -scale, above}, {0, 0, 1}}));
  }
}

// Brute force over all directions that can matter. For vectors with entries −1, 0, 1 a direction with n·v ≥ 1 for all
// v, where there is one, may be taken as a basic solution: by Cramer's rule entries of at most 4 over one denominator.
// A direction with n·v ≥ 0 may be taken as a cross product of two of them: entries of at most 2.
TEST(Origin, AgainstBruteForce) {
  Random random(1);
  int held = 0, inside = 0;
  for (int i = 0; i < 3000; ++i) {
    std::vector<Vec3> vectors(1 + random.below(6));
    const auto entry = [&] { return static_cast<double>(random.below(3)) - 1; };
    for (Vec3& v : vectors) {
      const double x = entry(), y = entry(), z = entry();
      v = {x, y, z};
    }
    bool strictly = false, weakly = false;
    for (int x = -4; x <= 4; ++x)
      for (int y = -4; y <= 4; ++y)
        for (int z = -4; z <= 4; ++z) {
          double least = 99;
          for (const Vec3 v : vectors)
            least = std::fmin(least, dot({static_cast<double>(x), static_cast<double>(y), static_cast<double>(z)}, v));
          strictly = strictly || least > 0;
          weakly = weakly || (least >= 0 && (x != 0 || y != 0 || z != 0));
        }
    ASSERT_EQ(in_hull(vectors), !strictly);
    ASSERT_EQ(in_interior(vectors), !weakly);
    held += !strictly;
    inside += !weakly;
  }
  EXPECT_GE(held, 300);
  EXPECT_LE(held, 2700);
  EXPECT_GE(inside, 100);
}

}  // namespace
}  // namespace clearance::detail
