#include <clearance/world/frame/alike_pairs.h>

#include <clearance/build/primitives.h>

#include <gtest/gtest.h>

#include <deque>

namespace clearance::detail {
namespace {

// Shapes and poses that stay where they are.
class Pairs {
 public:
  AlikePairs::Pair pair(const Rounded& a, const Pose& pose_a, const Rounded& b, const Pose& pose_b) {
    shapes_.push_back(a), shapes_.push_back(b);
    poses_.push_back(pose_a), poses_.push_back(pose_b);
    return {&shapes_[shapes_.size() - 2], &shapes_.back(), &poses_[poses_.size() - 2], &poses_.back()};
  }
  // Whether the second is found after the first.
  bool finds(const AlikePairs::Pair& first, const AlikePairs::Pair& second) {
    AlikePairs alike;
    EXPECT_EQ(alike.find(first), nullptr);
    alike.add({7, Algorithm::Walk});
    EXPECT_NE(alike.find(first), nullptr);
    const AlikePairs::Answer* found = alike.find(second);
    if (found == nullptr) return false;
    EXPECT_EQ(found->contact, 7u);
    EXPECT_EQ(found->decided_by, Algorithm::Walk);
    return true;
  }

 private:
  std::deque<Rounded> shapes_;
  std::deque<Pose> poses_;
};

Pose at(double x, double y = 0) { return translation({x, y, 0}); }

TEST(AlikePairs, TheSameShapesAtTheSameOffset) {
  Pairs pairs;
  const Rounded cube = box({1, 1, 1});
  const auto first = pairs.pair(cube, at(0), cube, at(1));
  EXPECT_TRUE(pairs.finds(first, pairs.pair(cube, at(5, 2), cube, at(6, 2))));
  EXPECT_TRUE(pairs.finds(first, pairs.pair(cube, at(-0.5), cube, at(0.5))));
  EXPECT_FALSE(pairs.finds(first, pairs.pair(cube, at(1), cube, at(0))));
  EXPECT_FALSE(pairs.finds(first, pairs.pair(cube, at(0), cube, at(1, 1))));
}

TEST(AlikePairs, OtherShapesPaddingsAndRotationsAreOthers) {
  Pairs pairs;
  const Rounded cube = box({1, 1, 1}), other = box({1, 1, 1}), padded = rounded(cube.core(), 0.25);
  const Pose turned = rotation({1, 0, 0, 1}), turned_there = rotation({1, 0, 0, 1}, {1, 0, 0});
  const auto first = pairs.pair(cube, at(0), cube, at(1));
  for (const Rounded& shape : {other, padded}) {
    EXPECT_FALSE(pairs.finds(first, pairs.pair(shape, at(0), cube, at(1))));
    EXPECT_FALSE(pairs.finds(first, pairs.pair(cube, at(0), shape, at(1))));
  }
  EXPECT_FALSE(pairs.finds(first, pairs.pair(cube, turned, cube, at(1))));
  EXPECT_FALSE(pairs.finds(first, pairs.pair(cube, at(0), cube, turned_there)));
  EXPECT_TRUE(pairs.finds(pairs.pair(cube, turned, cube, at(1)), pairs.pair(cube, turned, cube, at(1))));
}

// The offsets are equal when rounded, and not otherwise.
TEST(AlikePairs, AHairIsADifference) {
  Pairs pairs;
  const Rounded cube = box({1, 1, 1});
  const auto first = pairs.pair(cube, at(0), cube, at(1));
  ASSERT_EQ(1 - 0x1p-60, 1 - 0.0);
  EXPECT_FALSE(pairs.finds(first, pairs.pair(cube, at(0x1p-60), cube, at(1))));
  EXPECT_FALSE(pairs.finds(first, pairs.pair(cube, at(3.1), cube, at(4.1))));
  EXPECT_TRUE(pairs.finds(first, pairs.pair(cube, at(-0.0), cube, at(1))));
}

// What was looked for and never answered is not known.
TEST(AlikePairs, WithoutAnAnswerThereIsNone) {
  Pairs pairs;
  const Rounded cube = box({1, 1, 1});
  const auto first = pairs.pair(cube, at(0), cube, at(1));
  AlikePairs alike;
  EXPECT_EQ(alike.find(first), nullptr);
  EXPECT_EQ(alike.find(first), nullptr);
  alike.add({AlikePairs::kApart, Algorithm::Walk});
  ASSERT_NE(alike.find(first), nullptr);
  alike.add({3, Algorithm::Walk});  // nothing was looked for in vain
  EXPECT_EQ(alike.find(first)->contact, AlikePairs::kApart);
}

// Also where another pair had its place.
TEST(AlikePairs, ATakenPlaceIsNoAnswer) {
  Pairs pairs;
  const Rounded cube = box({1, 1, 1});
  AlikePairs alike;
  const auto often = pairs.pair(cube, at(0), cube, at(0.5));
  alike.find(often);
  alike.add({1, Algorithm::Walk});
  for (int k = 0; k < 10'000; ++k) alike.find(often);  // so that it goes on looking
  for (int k = 0; k < 500; ++k) {
    EXPECT_EQ(alike.find(pairs.pair(cube, at(0), cube, at(1, k))), nullptr);
    alike.add({2, Algorithm::Walk});
  }
  for (int k = 0; k < 500; ++k) {
    const auto fresh = pairs.pair(cube, at(0), cube, at(2, k));
    EXPECT_EQ(alike.find(fresh), nullptr);
    EXPECT_EQ(alike.find(fresh), nullptr);
  }
}

TEST(AlikePairs, WherePairsDoNotRepeatItStopsLooking) {
  Pairs pairs;
  const Rounded cube = box({1, 1, 1});
  AlikePairs alike;
  for (int k = 0; k < 100; ++k) {
    EXPECT_EQ(alike.find(pairs.pair(cube, at(0), cube, at(0.01 * k))), nullptr);
    alike.add({AlikePairs::kApart, Algorithm::Walk});
  }
  EXPECT_EQ(alike.find(pairs.pair(cube, at(0), cube, at(0.01 * 99))), nullptr);
}

}  // namespace
}  // namespace clearance::detail
