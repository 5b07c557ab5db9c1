#include <clearance/base/random.h>
#include <clearance/convex/any_length.h>
#include <clearance/solid/depth/nearest_beyond.h>

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace clearance::detail {
namespace {

TEST(NearestBeyond, ByHand) {
  const WayPlane x{{1, 0, 0}, 3}, y{{0, 1, 0}, 4}, z{{0, 0, 1}, 12};
  const std::vector<WayPlane> one{x}, two{x, y}, three{z, x, y};
  EXPECT_EQ(nearest_beyond({}), Vec3{});
  EXPECT_EQ(nearest_beyond(one), (Vec3{3, 0, 0}));
  EXPECT_EQ(nearest_beyond(two), (Vec3{3, 4, 0}));
  EXPECT_EQ(nearest_beyond(three), (Vec3{3, 4, 12}));
}

TEST(NearestBeyond, PlanesThatDoNotCountOrLeaveNothing) {
  const std::vector<WayPlane> behind{{{1, 0, 0}, -1}, {{0, 1, 0}, 0}}, nothing{{{1, 0, 0}, 1}, {{-1, 0, 0}, 1}},
      slab{{{1, 0, 0}, 1}, {{-1, 0, 0}, -2}}, twice{{{1, 0, 0}, 1}, {{1, 0, 0}, 2}};
  EXPECT_EQ(nearest_beyond(behind), Vec3{});
  EXPECT_FALSE(nearest_beyond(nothing));
  EXPECT_EQ(nearest_beyond(slab), (Vec3{1, 0, 0}));
  EXPECT_EQ(nearest_beyond(twice), (Vec3{2, 0, 0}));
}

TEST(NearestBeyond, NothingShorterIsBeyondAll) {
  Random random(3);
  const auto any = [&] { return Vec3{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)}; };
  int found = 0;
  for (int k = 0; k < 200; ++k) {
    std::vector<WayPlane> planes;
    for (std::uint64_t i = 0; i < 1 + random.below(8); ++i)
      planes.push_back({unit_of(any() + Vec3{0, 0, 1.2}), random.uniform(0, 1)});
    const std::optional<Vec3> t = nearest_beyond(planes);
    ASSERT_TRUE(t);
    ++found;
    for (const WayPlane& plane : planes) EXPECT_GE(dot(plane.normal, *t), plane.offset - 1e-10);
    for (int i = 0; i < 200; ++i) {
      const Vec3 shorter = 0.98 * norm(*t) * unit_of(any() + *t / norm(*t));
      bool beyond = true;
      for (const WayPlane& plane : planes) beyond = beyond && dot(plane.normal, shorter) >= plane.offset;
      EXPECT_FALSE(beyond);
    }
  }
  EXPECT_EQ(found, 200);
}

}  // namespace
}  // namespace clearance::detail
