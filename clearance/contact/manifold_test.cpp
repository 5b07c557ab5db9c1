// What holds of every manifold, whatever the shapes.
#include <clearance/build/primitives.h>
#include <clearance/contact/manifold.h>

#include <gtest/gtest.h>

namespace clearance {
namespace {

TEST(Manifold, ClaimsNothingUnfilled) {
  const Manifold unfilled{};
  EXPECT_EQ(unfilled.status(), Status::NotAsked);
  EXPECT_TRUE(unfilled.patches.empty());
  // One that nobody filled in read as "touching at the origin, exactly".
  const ContactPoint point{};
  EXPECT_EQ(point.lower, -std::numeric_limits<double>::infinity());
  EXPECT_EQ(point.upper, std::numeric_limits<double>::infinity());
  EXPECT_EQ(point.error, std::numeric_limits<double>::infinity());
  const ContactPatch patch{};
  EXPECT_EQ(patch.lower, -std::numeric_limits<double>::infinity());
  EXPECT_EQ(patch.upper, std::numeric_limits<double>::infinity());
}

}  // namespace
}  // namespace clearance
