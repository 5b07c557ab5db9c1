#include <clearance/exact/time/rough_heights.h>

#include <clearance/base/random.h>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace clearance::detail {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

PosePath to(const Pose& start, const Pose& end) { return PosePath(Keyframe{0, start}, Keyframe{1, end}); }

// ---- Solved by hand -------------------------------------------------------------------------------------------------

TEST(HeightForm, IsTheHeightOverTheTurnedPlane) {
  // The floor z ≤ 1, on its way up; a point that turns about x, with q = (1, t, 0, 0).
  const PosePath rises(Pose(), {0, 0, 2}, {}, 0), turns = to(Pose(), rotation({1, 1, 0, 0}, {}));
  const HeightForm form(moving_plane({0, 0, 1}, 1, rises), turns);
  for (const double t : {0.0, 0.25, 0.5, 1.0}) {
    // y·2t/(1 + t²) + z·(1 − t²)/(1 + t²) − 1 − 2t.
    const Vec3 v{5, 4, 3};
    const double height = (v.y * 2 * t + v.z * (1 - t * t)) / (1 + t * t) - 1 - 2 * t;
    const double found = form.value(v).at(t).to_double() / form.scale().at(t).to_double();
    EXPECT_NEAR(found, height, 1e-14);
    EXPECT_EQ(form.compare_at(t, v, 0), height > 0 ? 1 : -1);
    EXPECT_EQ(form.compare_at(t, v, 1.25), height > 1.25 ? 1 : -1);
  }
  EXPECT_EQ(form.length_square().at(0).to_double(), 1);
  // Exactly at a distance.
  EXPECT_EQ(form.compare_at(0, {0, 0, 4}, 3), 0);
  EXPECT_EQ(form.compare_at(0, {0, 0, 1}, 0), 0);
  EXPECT_EQ(form.compare_at(0, {0, 0, -2}, 3), -1);
}

TEST(HeightForm, UnderAMatrixThatStretches) {
  const Pose pose = Pose::from_matrix({{{1.00001, 0, 0}, {0, 1, 0.00001}, {0, 0, 1}}}, {1, 2, 3}).value();
  const Vec3 n{1, 2, 3};
  const HeightForm form(moving_plane(n, 4, PosePath(pose)), PosePath(Pose()));
  // A point of the plane in the half-space's own frame is on it in the world: (4, 0, 0), (0, 2, 0) and (1, 0, 1).
  for (const Vec3 own : {Vec3{4, 0, 0}, Vec3{0, 2, 0}, Vec3{1, 0, 1}}) {
    const ExactPose there(pose);
    const DyadicVec at = there.numerator(own);
    const auto& [x, y, z] = form.along();
    const Dyadic height = x.at(0) * at.x + y.at(0) * at.y + z.at(0) * at.z + form.level().at(0) * there.denominator();
    EXPECT_EQ(height.sign(), 0);
  }
  EXPECT_EQ(form.compare_at(0, {100, 100, 100}, 0), 1);
  EXPECT_EQ(form.compare_at(0, {-100, -100, -100}, 0), -1);
}

TEST(HeightForm, OfPlanesThatFaceEachOther) {
  const MovingPlane floor = moving_plane({0, 0, 2}, 0, PosePath(Pose())),
                    ceiling = moving_plane({0, 0, -3}, -3, PosePath(Pose(), {0, 0, 1}, {}, 0)),
                    slanted = moving_plane({0, 1, -3}, -3, PosePath(Pose()));
  EXPECT_TRUE(are_opposite(floor, ceiling, 0));
  EXPECT_FALSE(are_opposite(floor, floor, 0));
  EXPECT_FALSE(are_opposite(floor, slanted, 0));
  EXPECT_FALSE(HeightForm::between(floor, slanted));
  const std::optional<HeightForm> gap = HeightForm::between(floor, ceiling);
  ASSERT_TRUE(gap);
  EXPECT_EQ(gap->compare_at(0, {}, 1), 0);
  EXPECT_EQ(gap->compare_at(0.5, {}, 1.5), 0);
  EXPECT_EQ(gap->compare_at(0.5, {}, 1), 1);
}

TEST(FirstCrossing, IsThatOfTheLowerHull) {
  const double falls[] = {1, -1}, stays[] = {1, 2, 1}, sags[] = {4, 1, -1}, low[] = {0, 1};
  EXPECT_NEAR(first_crossing(falls, 1), 0.5, 1e-9);
  EXPECT_LT(first_crossing(falls, 1), 0.5);
  EXPECT_EQ(first_crossing(stays, 2), kInfinity);
  EXPECT_NEAR(first_crossing(sags, 2), 0.75, 1e-9);
  EXPECT_EQ(first_crossing(low, 1), 0);
  const double nothing[] = {1, std::numeric_limits<double>::quiet_NaN()}, endless[] = {kInfinity, -1};
  EXPECT_EQ(first_crossing(nothing, 1), 0);
  EXPECT_EQ(first_crossing(endless, 1), 0);
}

// ---- Against exact numbers ------------------------------------------------------------------------------------------

// What windows say is so at every instant; they fail to tell only near the plane.
TEST(RoughHeights, SayWhatIsSo) {
  Random random(20261118);
  const auto vector = [&](double size) {
    const double x = random.uniform(-size, size), y = random.uniform(-size, size);
    return Vec3{x, y, random.uniform(-size, size)};
  };
  const auto pose = [&] {
    const double w = random.uniform(0.5, 1), x = random.uniform(-1, 1), y = random.uniform(-1, 1);
    return rotation({w, x, y, random.uniform(-1, 1)}, vector(2));
  };
  int above = 0, below = 0, untold = 0, wrong = 0;
  for (int k = 0; k < 300; ++k) {
    const PosePath of_plane = k % 3 == 0 ? PosePath(pose()) : to(pose(), pose()),
                   of_body = k % 3 == 1 ? PosePath(pose(), vector(2), vector(2), 0) : to(pose(), pose());
    const HeightForm form(moving_plane(vector(1), random.uniform(-1, 1), of_plane), of_body);
    const RoughHeights rough(form, 0, 1);
    for (int i = 0; i < 20; ++i) {
      const double from = random.uniform(0, 1), length = std::ldexp(1.0, -static_cast<int>(random.below(30))),
                   to_time = std::fmin(from + length, 1.0), distance = i % 2 == 0 ? 0 : random.uniform(0, 0.5);
      const Vec3 v = vector(1);
      const RoughHeights::Window window = rough.window(from, to_time);
      double least[RoughHeights::kMostDegree + 1];
      for (int c = 0; c <= window.degree; ++c)
        least[c] = window.coefficient(c, v, distance) - window.error(norm_one(v), distance);
      const double share = first_crossing(least, window.degree);
      const bool is_below = window.is_surely_below_throughout(v, distance),
                 ends_below = window.is_surely_below_at_end(v, distance);
      share == kInfinity ? ++above : is_below ? ++below : ++untold;
      for (int step = 0; step <= 8; ++step) {
        const Dyadic time = Dyadic(from) + Dyadic(step / 8.0) * (Dyadic(to_time) - Dyadic(from));
        const int sign = form.compare_at(time, v, distance);
        const bool is_before = share == kInfinity || step / 8.0 < share;
        if ((is_before && sign <= 0) || (is_below && sign >= 0) || (step == 8 && ends_below && sign >= 0)) ++wrong;
      }
    }
  }
  EXPECT_EQ(wrong, 0);
  EXPECT_GT(above, 1000);
  EXPECT_GT(below, 1000);
  EXPECT_LT(untold, (above + below) / 4);  // those that cross, or whose window is long
}

// Heights of one unit in the last place are not told, and never told wrong.
TEST(RoughHeights, AtThePlaneNothingIsTold) {
  const HeightForm form(moving_plane({0, 0, 1}, 0, PosePath(Pose())), to(Pose(), rotation({1, 0, 0, 1}, {})));
  const RoughHeights rough(form, 0, 1);
  const RoughHeights::Window window = rough.window(0.25, 0.75);
  for (const double z : {0.0, 1e-17, -1e-17})
    EXPECT_FALSE(window.is_surely_below_throughout({1, 1, z}, 0) ||
                 window.coefficient(0, {1, 1, z}, 0) > window.error(2, 0));
  EXPECT_TRUE(window.is_surely_below_throughout({1, 1, -1e-10}, 0));
}

}  // namespace
}  // namespace clearance::detail
