// The collision time of brep/ against the exact first contact of motion/.
#include <clearance/brep/contacts/collision_time.h>
#include <clearance/brep/contacts/contact_cases_test.h>
#include <clearance/motion/query.h>

#include <gtest/gtest.h>

namespace clearance {
namespace {

using detail::Random;

// Solids that fall and spin onto others, looked at a while after they meet.
TEST(BRepCollisionTime, AThirdOfHalving) {
  Random random(41);
  const BRepIndex solids[] = {index_of(tip_soup(1)),       index_of(ridge_soup()),     index_of(corner_soup()),
                              index_of(sphere_soup(8, 6)), index_of(torus_soup(8, 6)), index_of(star_soup(5))};
  int cases = 0, evaluations = 0, halvings = 0, classifications = 0;
  for (int round = 0; round < 200; ++round) {
    const BRepIndex &a = solids[random.below(6)], &b = solids[random.below(6)];
    const auto any = [&](double size) {
      return Vec3{random.uniform(-size, size), random.uniform(-size, size), random.uniform(-size, size)};
    };
    const Pose start =
        rotation({random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1), 1}, any(1) + Vec3{0, 0, 8});
    const Motion motion = Motion::flight(start, {{0, 0, -4}, {0, 0, -2}, any(1), {}}).value();
    const auto first = first_contact(Shape(a.brep().mesh()), motion, Shape(b.brep().mesh()), Motion(), {0, 2.5});
    if (!first || first->status != MotionStatus::Contact) continue;
    const double late = first->upper + random.uniform(0.01, 0.2);
    const auto pose = motion.at(late);
    if (!pose || contacts(a, *pose, b, {}).value().status != Status::Penetrating) continue;
    const double early = first->lower - random.uniform(0.05, 0.3);
    const auto found = collision_time(a, motion, b, {}, early, late);
    const auto halved = collision_time(a, motion, b, {}, early, late, {.use_estimates = false});
    ASSERT_TRUE(found.ok() && halved.ok());
    EXPECT_EQ(found->status, MotionStatus::Contact);
    EXPECT_LE(found->upper - found->lower, 1e-9 * (late - early));
    // Poses are rounded.
    EXPECT_LE(found->lower, first->upper + 1e-13) << round;
    EXPECT_GE(found->upper, first->lower - 1e-13) << round;
    ++cases;
    evaluations += found->evaluations;
    halvings += halved->evaluations;
    classifications += found->classifications;
  }
  ASSERT_GT(cases, 100);
  RecordProperty("cases", cases);
  RecordProperty("evaluations", evaluations);
  RecordProperty("halvings", halvings);
  RecordProperty("classifications", classifications);
  EXPECT_LE(3 * evaluations, halvings);
}

}  // namespace
}  // namespace clearance
