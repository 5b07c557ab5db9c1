#include <clearance/brep/contacts/collision_time.h>

#include <clearance/brep/contacts/contact_cases_test.h>

#include <cmath>
#include <limits>
#include <string>

#include <gtest/gtest.h>

namespace clearance {
namespace {

Motion falling(Vec3 from, Vec3 velocity) { return Motion::linear(translation(from), velocity).value(); }

// --- solved by hand

// A tip comes down on a box from height 1 at speed 1: at time 1, whenever one looks.
TEST(BRepCollisionTime, Tip) {
  const BRepIndex tip = index_of(tip_soup(2)), box = box_index({-2, -2, -1}, {2, 2, 0});
  for (const double late : {1.0625, 1.25, 1.75}) {
    const auto found = collision_time(tip, falling({0, 0, 1}, {0, 0, -1}), box, {}, 0, late);
    ASSERT_TRUE(found.ok());
    EXPECT_EQ(found->status, MotionStatus::Contact);
    EXPECT_LE(found->lower, 1);
    EXPECT_GE(found->upper, 1);
    EXPECT_LE(found->upper - found->lower, 1e-9 * late);
    EXPECT_LE(found->evaluations, 4);
    EXPECT_EQ(found->first.entity, vertex_at(tip.brep(), {0, 0, 0}));
  }
}

// The estimate of the paper, with its sign put right: t′ − d(t′ − t)/|a − b|. As printed it would be t + …: 0.25.
TEST(BRepCollisionTime, EstimateOfAStraightWay) {
  const BRepIndex tip = index_of(tip_soup(2)), box = box_index({-2, -2, -1}, {2, 2, 0});
  const Pose before = translation({0, 0, 1}), after = translation({0, 0, -0.25});
  const BRepContacts found = contacts(tip, after, box, {}).value();
  EXPECT_NEAR(estimated_collision_time(tip, before, after, box, {}, {}, 0, 1.25, found.penetrators), 1, 1e-12);
  // The same with the box coming up.
  EXPECT_NEAR(estimated_collision_time(tip, {}, {}, box, translation({0, 0, -1}), translation({0, 0, 0.25}), 0, 1.25,
                                       contacts(tip, {}, box, translation({0, 0, 0.25})).value().penetrators),
              1, 1e-12);
  EXPECT_EQ(estimated_collision_time(tip, before, after, box, {}, {}, 0, 1.25, {}), 1.25);
}

// Two ridges that cross: no vertex ever goes inside, and edges tell.
TEST(BRepCollisionTime, Edges) {
  const BRepIndex roof = index_of(ridge_soup());
  const Pose across = quarter_turns(2, 1, 0, {2, 1, 2}), low = quarter_turns(2, 1, 0, {2, -0.25, 2});
  const BRepContacts late = contacts(roof, low, roof, {}).value();
  for (const BRepPenetrator& x : late.penetrators) EXPECT_EQ(x.entity.kind, EntityKind::Edge);
  EXPECT_NEAR(estimated_collision_time(roof, across, low, roof, {}, {}, 0, 1.25, late.penetrators), 1, 1e-9);
  const auto found = collision_time(roof, Motion::linear(across, {0, -1, 0}).value(), roof, {}, 0, 1.25);
  ASSERT_TRUE(found.ok());
  EXPECT_EQ(found->status, MotionStatus::Contact);
  EXPECT_LE(found->lower, 1);
  EXPECT_GE(found->upper, 1);
  EXPECT_LE(found->evaluations, 6);
  EXPECT_EQ(found->first.entity.kind, EntityKind::Edge);
}

// --- degenerate

// Equal cubes that meet face on: all edges run on faces, nothing goes inside anything, and halving finds the time.
TEST(BRepCollisionTime, NothingToEstimateFrom) {
  const BRepIndex cube = box_index({0, 0, 0}, {2, 2, 2});
  const auto found = collision_time(cube, falling({-3, 0, 0}, {1, 0, 0}), cube, {}, 0, 3);
  ASSERT_TRUE(found.ok());
  EXPECT_EQ(found->status, MotionStatus::Contact);
  EXPECT_LE(found->lower, 1);
  EXPECT_GE(found->upper, 1);
  EXPECT_LE(found->upper - found->lower, 3e-9);
  EXPECT_EQ(found->first.entity.kind, EntityKind::NotAsked);
  EXPECT_LE(found->evaluations, 33);
}

TEST(BRepCollisionTime, Refusals) {
  const BRepIndex tip = index_of(tip_soup(2)), box = box_index({-2, -2, -1}, {2, 2, 0});
  const Motion down = falling({0, 0, 1}, {0, 0, -1});
  const auto refusal = [&](double t, double t_prime, BRepCollisionTimeOptions options = {}) {
    const auto result = collision_time(tip, down, box, {}, t, t_prime, options);
    return result ? std::string() : result.error().text();
  };
  EXPECT_EQ(refusal(1.5, 2), "t: the solids penetrate at t already; they must be apart or touch there");
  EXPECT_EQ(refusal(0, 0.5), "t_prime: the solids do not penetrate at t_prime; they must, for there to be a collision");
  EXPECT_EQ(refusal(2, 1), "t and t_prime must be finite, and t before t_prime");
  EXPECT_EQ(refusal(0, std::nan("")), "t and t_prime must be finite, and t before t_prime");
  EXPECT_EQ(refusal(0, 1.5, {.tolerance = 0}), "tolerance: must be above 0 and below 1");
  EXPECT_EQ(refusal(0, 1.5, {.tolerance = std::nan("")}), "tolerance: must be above 0 and below 1");
  EXPECT_NE(refusal(-1, 1.5), "");  // before the motion begins
  EXPECT_EQ(refusal(1, 1.5), "");   // touching at t
}

TEST(BRepCollisionTime, OutOfSteps) {
  const BRepIndex tip = index_of(tip_soup(2)), box = box_index({-2, -2, -1}, {2, 2, 0});
  const auto found = collision_time(tip, falling({0, 0, 1}, {0, 0, -1}), box, {}, 0, 1.75,
                                    {.tolerance = 1e-9, .max_evaluations = 8, .use_estimates = false});
  ASSERT_TRUE(found.ok());
  EXPECT_EQ(found->status, MotionStatus::Undecided);
  EXPECT_EQ(found->evaluations, 8);
  EXPECT_LE(found->lower, 1);
  EXPECT_GE(found->upper, 1);
  EXPECT_EQ(BRepCollisionTime{}.status, MotionStatus::NotAsked);
}

}  // namespace
}  // namespace clearance
