#include <clearance/shape/half_space.h>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace clearance {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

TEST(HalfSpace, KeepsWhatItWasMadeOf) {
  const Result<HalfSpace> made = HalfSpace::make({0, 3, -4}, 7);
  ASSERT_TRUE(made.ok());
  EXPECT_EQ(made->normal(), (Vec3{0, 3, -4}));
  EXPECT_EQ(made->offset(), 7);
  EXPECT_EQ(half_space({0, 3, -4}, 7).normal(), (Vec3{0, 3, -4}));
}

TEST(HalfSpace, TheEndsOfTheRangeAreTaken) {
  const double least = std::numeric_limits<double>::denorm_min();
  EXPECT_TRUE(HalfSpace::make({0, 0, least}, 0).ok());
  EXPECT_TRUE(HalfSpace::make({kMaxCoordinate, -kMaxCoordinate, 0}, -kMaxCoordinate).ok());
}

TEST(HalfSpace, BadPartsAreRefused) {
  const auto fault = [](Vec3 normal, double offset) { return HalfSpace::make(normal, offset).error().text(); };
  EXPECT_EQ(fault({0, -0.0, 0}, 1), "normal: zero");
  EXPECT_EQ(fault({0, kInfinite, 0}, 1), "normal: not finite");
  EXPECT_EQ(fault({std::nan(""), 1, 0}, 1), "normal: not finite");
  EXPECT_EQ(fault({0, std::nextafter(kMaxCoordinate, kInfinite), 0}, 1), "normal: beyond 1e300");
  EXPECT_EQ(fault({0, 0, 1}, -kInfinite), "offset: not finite");
  EXPECT_EQ(fault({0, 0, 1}, std::nan("")), "offset: not finite");
  EXPECT_EQ(fault({0, 0, 1}, -std::nextafter(kMaxCoordinate, kInfinite)), "offset: beyond 1e300");
}

TEST(HalfSpace, ABadOneOfTheSimpleFormIsACallerBugAndAFloor) {
  static int faults = 0;
  faults = 0;
  const AssertHandler before = set_assert_handler([](const char*, const char*, int) { ++faults; });
  const HalfSpace made = half_space({0, 0, 0}, 5);
  set_assert_handler(before);
  EXPECT_EQ(faults, 1);
  EXPECT_EQ(made.normal(), (Vec3{0, 0, 1}));
  EXPECT_EQ(made.offset(), 0);
}

}  // namespace
}  // namespace clearance
