#include <clearance/build/mesh.h>
#include <clearance/build/parts.h>
#include <clearance/motion/half_space_motion.h>
#include <clearance/motion/moving_case_test.h>
#include <clearance/proof/check_moving_shapes.h>

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace clearance::detail {
namespace {

const Shape kFloor = half_space({0, 0, 1}, 0);

struct FloorCase {
  Shape a, b;
  Motion motion_a, motion_b;
  Interval interval = kUnit;
  double margin = 0;

  FirstContact ask(MotionOptions options = {}) const {
    options.margin = margin;
    return first_contact(a, motion_a, b, motion_b, interval, options).value();
  }
  CheckResult check(const MotionClaim& claim) const {
    return check_motion(claim, {a, motion_a}, {b, motion_b}, interval, margin);
  }
  FloorCase exchanged() const { return {b, a, motion_b, motion_a, interval, margin}; }
};

void expect_proved(const FloorCase& asked, const FirstContact& found, const std::string& what) {
  const CheckResult checked = asked.check(claim_of(found));
  EXPECT_TRUE(checked) << what << ": " << checked.reason;
}
void expect_contact(const FloorCase& asked, double time, const std::string& what, double width = 1e-9) {
  const FirstContact found = asked.ask();
  ASSERT_EQ(found.status, MotionStatus::Contact) << what;
  EXPECT_LE(found.lower, time * (1 + 1e-15)) << what;
  EXPECT_GE(found.upper, time * (1 - 1e-15)) << what;
  EXPECT_LE(found.upper - found.lower, width) << what;
  expect_proved(asked, found, what);
}

// ---- Solved by hand -------------------------------------------------------------------------------------------------

TEST(HalfSpaceMotion, ABoxFallsOnTheFloor) {
  const Motion falls = thrown({0, 0, 6}, {}, {0, 0, -9.81});
  const FloorCase asked{kFloor, box({2, 2, 2}), {}, falls, {0, 2}};
  const double time = std::sqrt(2 * 5 / 9.81);
  expect_contact(asked, time, "box", 2e-9);
  expect_contact(asked.exchanged(), time, "floor second", 2e-9);
  const FirstContact found = asked.ask();
  EXPECT_EQ(found.feature_a, Feature::Face);
  EXPECT_EQ(found.feature_b, Feature::Face);
  EXPECT_EQ(found.normal, (Vec3{0, 0, 1}));
  EXPECT_NEAR(found.point_b.z, 0, 1e-7);
  EXPECT_EQ(asked.exchanged().ask().normal, (Vec3{0, 0, -1}));
}

}  // namespace
}  // namespace clearance::detail
