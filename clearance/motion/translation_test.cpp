// Rays that meet edges, corners and faces of the difference body exactly: whose evidence decides, and is it proved?
#include <clearance/motion/leg.h>
#include <clearance/motion/moving_case_test.h>

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

namespace clearance::detail {
namespace {

const Polytope kCube = box({2, 2, 2});
const Polytope kOctahedron =
    convex_hull(std::vector<Vec3>{{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}}).value();
// Its lower edge lies along y, its upper one along x.
const Polytope kWedge = convex_hull(std::vector<Vec3>{{0, -1, -1}, {0, 1, -1}, {-1, 0, 1}, {1, 0, 1}}).value();

void expect_by_translation(const MovingCase& asked, double time, int most_pairs, const std::string& what) {
  const FirstContact found = asked.ask();
  EXPECT_EQ(found.status, MotionStatus::Contact) << what;
  EXPECT_EQ(found.decided_by, MotionMethod::Translation) << what;
  EXPECT_EQ(found.timeline.spans.size(), 1U) << what;
  EXPECT_LE(found.contact.simplex.count, most_pairs) << what;
  EXPECT_LE(found.lower, time) << what;
  EXPECT_GE(found.upper, time) << what;
  EXPECT_LE(found.upper - found.lower, 1e-9) << what;
  EXPECT_TRUE(asked.check(found)) << what << ": " << asked.check(found).reason;
}

// ---- Solved by hand -------------------------------------------------------------------------------------------------

TEST(Translation, FaceMeetsFace) {
  expect_by_translation({kCube, kCube, {}, line({0.25, 0.5, 4}, {0, 0, -4})}, 0.5, 4, "inside a facet");
}

TEST(Translation, TheRayMeetsAnEdge) {
  // The upper edge of one wedge and the lower edge of the other cross: corners of a facet, a square.
  expect_by_translation({kWedge, kWedge, {}, line({0.25, 0.25, 4}, {0, 0, -4})}, 0.5, 4, "inside a facet");
  // A corner meets an edge: of the difference body, that is an edge.
  const MovingCase onto_edge{kWedge, kOctahedron, {}, line({0.5, 0, 4}, {0, 0, -4})};
  expect_by_translation(onto_edge, 0.5, 5, "corner onto edge");
}

TEST(Translation, TheRayMeetsACorner) {
  const MovingCase tip_on_tip{kOctahedron, kOctahedron, {}, line({0, 0, 4}, {0, 0, -4})};
  expect_by_translation(tip_on_tip, 0.5, 6, "four faces around it");
  expect_by_translation({kOctahedron, kOctahedron, {}, line({0, 3, 4}, {0, -3, -4})}, 5.0 / 7, 5, "an edge, slanted");
}

// ---- Within roundings -----------------------------------------------------------------------------------------------

// They touch all of the time that they are beside each other: no doubles show it, and at an instant with few digits the
// poses are exact.
TEST(Translation, SlidesAreContact) {
  for (const double off : {2.0, std::nextafter(2.0, 1.0)}) {
    const MovingCase asked{kCube, kCube, {}, line({-5, off, 0.5}, {8, 0, 0})};
    const FirstContact found = asked.ask();
    EXPECT_EQ(found.status, MotionStatus::Contact);
    EXPECT_LE(found.lower, 0.375);
    EXPECT_GE(found.upper, 0.375);
    EXPECT_TRUE(asked.check(found)) << asked.check(found).reason;
  }
}

TEST(Translation, AHairAwayIsClearByOnePlane) {
  for (const Vec3 velocity : {Vec3{8, 0, 0}, Vec3{10.1, 0, 0.3}}) {
    const MovingCase asked{kCube, kCube, {}, line({-5, std::nextafter(2.0, 3.0), 0.5}, velocity)};
    const FirstContact found = asked.ask();
    EXPECT_TRUE(found.is_clear());
    EXPECT_LE(found.instants, 40);
    EXPECT_TRUE(asked.check(found)) << asked.check(found).reason;
  }
}

// ---- Instants at which poses are exact ------------------------------------------------------------------------------

bool is_exact_at(const Motion& motion, double time) {
  Leg leg;
  EXPECT_TRUE(leg.set(motion, kCube, 0, 1));
  return leg.is_exact_at(time);
}

TEST(Leg, KnowsWherePosesAreExact) {
  EXPECT_TRUE(is_exact_at({}, 1.0 / 3));
  EXPECT_TRUE(is_exact_at(line({1, 2, 3}, {0.5, 0, 7}), 0.375));
  EXPECT_FALSE(is_exact_at(line({1, 2, 3}, {0.5, 0, 7}), 1.0 / 3)) << "7/3 is no double";
  EXPECT_FALSE(is_exact_at(line({0.1, 0, 0}, {0.5, 0, 0}), 0.75)) << "the sum is rounded";
  EXPECT_FALSE(is_exact_at(line({0, 0, 0}, {0.1, 0, 0}), 0.375)) << "the product is rounded";
  EXPECT_FALSE(is_exact_at(line({0, 0, 0}, {0x1p-1000, 0, 0}), 0x1p-100)) << "the product is less than any double";
  EXPECT_FALSE(is_exact_at(Motion::linear({}, {1, 0, 0}, -0x1p-60).value(), 0.75)) << "the time is rounded";
  EXPECT_FALSE(is_exact_at(thrown({}, {1, 0, 0}, {1, 0, 0}), 0.5)) << "not looked at";
  EXPECT_FALSE(is_exact_at(Motion::to({}, translation({1, 0, 0}), 1).value(), 0.5)) << "not looked at";
}

// ---- Balls ----------------------------------------------------------------------------------------------------------

TEST(MovingPair, BallsThatKeepApartProveALeg) {
  const auto turning = [](Vec3 from, Vec3 to) {
    return Motion::to(translation(from), rotation({1, 1, 0, 0}, to), 1).value();
  };
  // Of radius √3 each.
  const MovingCase apart{kCube, kCube, turning({}, {0, 0, 1}), turning({3.6, 0, 0}, {3.6, 1, 0})};
  const FirstContact found = apart.ask();
  EXPECT_TRUE(found.is_clear());
  EXPECT_EQ(found.timeline.spans.size(), 1U);
  EXPECT_EQ(found.instants, 1);
  EXPECT_TRUE(apart.check(found)) << apart.check(found).reason;
  // A radius, or a margin, that closes the gap between the balls is seen: other planes are needed.
  const double r = 0.08;
  const MovingCase rounded{Rounded::make(kCube, r).value(), Rounded::make(kCube, r).value(), apart.motion_a,
                           apart.motion_b};
  EXPECT_GT(rounded.ask().instants, 1);
  EXPECT_TRUE(rounded.check(rounded.ask()));
  const MovingCase within{kCube, kCube, apart.motion_a, apart.motion_b, kUnit, 2 * r};
  EXPECT_GT(within.ask().instants, 1);
  EXPECT_TRUE(within.check(within.ask()));
}

// Bodies far from the origin of the world: planes are placed there, and roundings are of that size.
TEST(MovingPair, BallsFarAway) {
  const Vec3 far{0x1p40, 0x1p40, 0};
  for (int exponent = -14; exponent < 0; ++exponent) {
    const double gap = std::ldexp(1.0, exponent);
    const auto turning = [](Vec3 at) { return Motion::to(translation(at), rotation({1, 1, 0, 0}, at), 1).value(); };
    const MovingCase asked{kCube, kCube, turning(far), turning(far + Vec3{2 * std::sqrt(3.0) + gap, 0, 0})};
    const FirstContact found = asked.ask();
    EXPECT_TRUE(found.is_clear());
    EXPECT_FALSE(asked.check(found).is_refuted()) << gap << asked.check(found).reason;
  }
}

}  // namespace
}  // namespace clearance::detail
