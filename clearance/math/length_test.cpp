#include <clearance/math/length.h>

#include <gtest/gtest.h>

#include <limits>

namespace clearance::detail {
namespace {

TEST(LengthBound, IsTheLengthWhereSquaresAreDoubles) {
  EXPECT_EQ(length_bound({3, 0, 4}), 5);
  EXPECT_EQ(length_bound({-0x1p-400, 0, 0}), 0x1p-400);
  EXPECT_EQ(length_bound({}), 0);
}

TEST(LengthBound, IsNoShorterWhereTheyAreNot) {
  for (const double scale : {5e-324, 0x1p-1000, 0x1p-540, 0x1p540, 0x1p1000}) {
    const double length = length_bound({3 * scale, 0, 4 * scale});
    EXPECT_GE(length, 5 * scale);
    EXPECT_LE(length, 7 * scale);
  }
  EXPECT_EQ(length_bound({std::numeric_limits<double>::infinity(), 0, 0}), std::numeric_limits<double>::infinity());
}

}  // namespace
}  // namespace clearance::detail
