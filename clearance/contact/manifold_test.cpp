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
}

}  // namespace
}  // namespace clearance
