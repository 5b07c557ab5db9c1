#include <clearance/world/frame/motions.h>

#include <clearance/base/random.h>
#include <clearance/exact/dyadic.h>

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace clearance::detail {
namespace {

// Parts at their poses, and what is noted of them.
struct Stage {
  std::vector<Pose> poses;
  Motions motions;
  Workers workers{1};

  explicit Stage(const std::vector<Pose>& at) : poses(at) { motions.make_room(poses.size()); }

  bool move(std::uint32_t part, const Pose& to) {
    const bool noted = motions.note_move(part, poses[part], to);
    poses[part] = to;
    return noted;
  }
  bool alike(std::uint32_t a, std::uint32_t b) {
    measure();
    const auto pose_of = [&](std::uint32_t part) -> const Pose& { return poses[part]; };
    EXPECT_EQ(motions.moved_alike(a, b, pose_of), motions.moved_alike(b, a, pose_of));
    return motions.moved_alike(a, b, pose_of);
  }
  bool still(std::uint32_t a, std::uint32_t b) {
    measure();
    return motions.stood_still(a, b);
  }
  void measure() {
    motions.measure([&](std::uint32_t part) -> const Pose& { return poses[part]; }, workers);
  }
};

// ---- By hand --------------------------------------------------------------------------------------------------------

TEST(Motions, NobodyMoved) {
  Stage stage({translation({0, 0, 0}), translation({1, 0, 0})});
  EXPECT_TRUE(stage.alike(0, 1));
  EXPECT_TRUE(stage.still(0, 1));
  EXPECT_TRUE(stage.motions.noted().empty());
}

TEST(Motions, OneOfTwoMoved) {
  Stage stage({translation({0, 0, 0}), translation({1, 0, 0})});
  EXPECT_TRUE(stage.move(1, translation({1, 0, 0.5})));
  EXPECT_FALSE(stage.alike(0, 1));
  EXPECT_FALSE(stage.still(0, 1));
  EXPECT_TRUE(stage.motions.is_noted(1));
  EXPECT_FALSE(stage.motions.is_noted(0));
  stage.motions.forget(stage.workers);
  EXPECT_TRUE(stage.still(0, 1));
}

TEST(Motions, BothMovedTheSameWay) {
  Stage stage({translation({0, 0, 0}), translation({1, 0, 0}), translation({2, 0, 0})});
  stage.move(0, translation({0.25, 1, 0}));
  stage.move(1, translation({1.25, 1, 0}));
  stage.move(2, translation({2.25, 0, 1}));
  EXPECT_TRUE(stage.alike(0, 1));
  EXPECT_FALSE(stage.still(0, 1));
  EXPECT_FALSE(stage.alike(1, 2));
}

// ---- Degenerate -----------------------------------------------------------------------------------------------------

// 3 + 0.1 and 4 + 0.1 are rounded differently: cubes that touched do not any more.
TEST(Motions, TheSameTenthIsNotTheSameWay) {
  Stage stage({translation({3, 0, 0}), translation({4, 0, 0}), translation({5, 0, 0})});
  for (std::uint32_t part = 0; part < 3; ++part) stage.move(part, translation({3.0 + part + 0.1, 0, 0}));
  EXPECT_FALSE(stage.alike(0, 1));
  EXPECT_TRUE(stage.alike(1, 2));
}

// The rounded differences are equal, the exact ones are not.
TEST(Motions, WaysThatDifferByLessThanTheirLastDigit) {
  const double hair = 0x1p-60;
  Stage stage({translation({1, 0, 0}), translation({1, 0, 0}), translation({1, 0, 0})});
  stage.move(0, translation({0, 0, 0}));
  stage.move(1, translation({hair, 0, 0}));
  stage.move(2, translation({hair, 0, 0}));
  ASSERT_EQ(0 - 1.0, hair - 1.0);
  EXPECT_FALSE(stage.alike(0, 1));
  EXPECT_TRUE(stage.alike(1, 2));
}

TEST(Motions, AwayAndBackIsStill) {
  Stage stage({translation({0.1, 0.2, 0.3}), translation({1.1, 0, 0})});
  EXPECT_TRUE(stage.move(0, translation({7, 8, 9})));
  EXPECT_TRUE(stage.move(0, translation({0.1, 0.2, 0.3})));
  EXPECT_TRUE(stage.still(0, 1));
  EXPECT_TRUE(stage.motions.is_noted(0));
}

TEST(Motions, AMoveToWhereItStandsIsNone) {
  Stage stage({translation({0, 0.1, 0}), translation({1, 0, 0})});
  EXPECT_FALSE(stage.move(0, translation({-0.0, 0.1, 0})));
  EXPECT_TRUE(stage.motions.noted().empty());
  // Also after a move that counts: what it is compared with is where it stood at the beginning.
  EXPECT_TRUE(stage.move(0, translation({5, 0, 0})));
  EXPECT_FALSE(stage.move(0, translation({5, 0, 0})));
  EXPECT_FALSE(stage.alike(0, 1));
}

TEST(Motions, WhatTurnedOrChangedIsLikeNobody) {
  Stage stage({translation({0, 0, 0}), translation({1, 0, 0}), translation({2, 0, 0}), translation({3, 0, 0})});
  stage.move(0, rotation({1, 0, 0, 1}, {0, 0, 0}));
  stage.move(1, rotation({1, 0, 0, 1}, {1, 0, 0}));
  EXPECT_FALSE(stage.alike(0, 1));
  EXPECT_FALSE(stage.alike(0, 2));
  stage.motions.note_change(2);
  stage.motions.note_change(3);
  EXPECT_FALSE(stage.alike(2, 3));
  // Also when they are moved alike afterwards.
  stage.move(2, translation({2, 1, 0}));
  stage.move(3, translation({3, 1, 0}));
  EXPECT_FALSE(stage.alike(2, 3));
  stage.motions.forget(stage.workers);
  stage.move(2, translation({2, 2, 0}));
  stage.move(3, translation({3, 2, 0}));
  EXPECT_TRUE(stage.alike(2, 3));
}

// A quaternion of another length is the same rotation, in the same matrix or in one that is rounded otherwise.
TEST(Motions, AnotherQuaternionIsATurn) {
  Stage stage({rotation({1, 1, 0, 0}), translation({1, 0, 0})});
  stage.move(0, rotation({2, 2, 0, 0}));
  EXPECT_FALSE(stage.alike(0, 1));
}

// ---- Against exact numbers ------------------------------------------------------------------------------------------

TEST(Motions, AgreeWithExactDifferences) {
  Random random(3);
  const double scales[] = {1, 0.1, 1e-3, 1e9, 1e299, 0x1p-1074, 0x1p-1030};
  const auto number = [&] {
    const double whole = static_cast<double>(random.below(7)) - 3;
    return whole / 3.5 * scales[random.below(std::size(scales))];
  };
  const auto place = [&] { return translation({number(), 0, random.below(4) == 0 ? number() : 0}); };
  int alike = 0;
  for (int trial = 0; trial < 20'000; ++trial) {
    const std::vector<Pose> from = {place(), place()};
    Stage stage(from);
    const double step = number();
    for (std::uint32_t part = 0; part < 2; ++part) {
      const Vec3 at = from[part].translation();
      stage.move(part, random.below(4) == 0 ? place() : translation(at + Vec3{step, 0, 0}));
    }
    const auto as_wide = [](double a, double b, double then_a, double then_b) {
      return compare(Dyadic(b) - Dyadic(a), Dyadic(then_b) - Dyadic(then_a)) == 0;
    };
    const Vec3 a = from[0].translation(), b = from[1].translation();
    const Vec3 then_a = stage.poses[0].translation(), then_b = stage.poses[1].translation();
    const bool truth = as_wide(a.x, b.x, then_a.x, then_b.x) && as_wide(a.z, b.z, then_a.z, then_b.z);
    ASSERT_EQ(stage.alike(0, 1), truth) << trial;
    alike += truth ? 1 : 0;
  }
  EXPECT_GT(alike, 1000);
  EXPECT_LT(alike, 19'000);
}

}  // namespace
}  // namespace clearance::detail
