#include <clearance/io/scenes/exact_pose.h>

#include <clearance/base/random.h>
#include <clearance/exact/posed.h>

#include <gtest/gtest.h>

#include <cmath>

namespace clearance::detail {
namespace {

// Whether `product` maps v where `outer` maps inner(v), exactly.
bool is_product(const Pose& product, const Pose& outer, const Pose& inner, Vec3 v) {
  const ExactPose p(product), o(outer), i(inner);
  // outer is affine: outer(n/d) = (edge(0, n) + numerator(0)·d) / (d·D), with n a vector that is no double.
  const DyadicVec n = i.numerator(v), zero = o.numerator({});
  const DyadicVec x = o.edge({}, {1, 0, 0}), y = o.edge({}, {0, 1, 0}), z = o.edge({}, {0, 0, 1});
  const DyadicVec there = n.x * x + n.y * y + n.z * z + i.denominator() * zero;
  return is_zero((i.denominator() * o.denominator()) * p.numerator(v) - p.denominator() * there);
}

TEST(ExactPose, ProductsThatAreDoublesAreFound) {
  const Pose quarter = rotation({1, 0, 0, 1}, {1, 5, 10});
  const Pose fifths = rotation({3, 1, 0, 0}, {0, 5, 10});  // cosine 4/5, sine 3/5
  for (const Pose& outer : {Pose{}, quarter, fifths, translation({0.5, 0, 0})})
    for (const Pose& inner : {Pose{}, quarter, translation({0, -10, 5}), rotation({0, 0x1p-600, 0, 0})}) {
      const std::optional<Pose> product = exact_product(outer, inner);
      ASSERT_TRUE(product);
      EXPECT_TRUE(is_product(*product, outer, inner, {1, -7, 11}));
    }
  const Pose matrix = Pose::from_matrix({{{0, -1, 1e-5}, {1, 0, 0}, {0, 0, 1}}}, {1, 1, 1}).value();
  const std::optional<Pose> moved = exact_product(translation({4, 0, 0}), matrix);
  ASSERT_TRUE(moved);
  EXPECT_EQ(moved->kind(), Pose::Kind::Matrix);
  EXPECT_TRUE(is_product(*moved, translation({4, 0, 0}), matrix, {1, 2, 3}));
}

TEST(ExactPose, NoProductIsRounded) {
  EXPECT_FALSE(exact_product(translation({0.1, 0, 0}), translation({0.2, 0, 0}))) << "0.1 + 0.2 is no double";
  EXPECT_FALSE(exact_product(rotation({1, 0.1, 0, 0}), rotation({1, 0, 0.1, 0.3}))) << "products of 106 bits";
  EXPECT_FALSE(exact_product(rotation({1, 1, 1, 0}), translation({1, 0, 0}))) << "thirds";
  EXPECT_FALSE(exact_product(translation({1e300, 0, 0}), translation({1e300, 0, 0}))) << "beyond 1e300";
  Random random(5);
  int found = 0;
  for (int round = 0; round < 2000; ++round) {
    const auto small = [&] { return static_cast<double>(random.below(7)) - 3; };
    const Result<Pose> outer = Pose::from_quaternion({small(), small(), small(), small()}, {small(), small(), small()});
    const Result<Pose> inner = Pose::from_quaternion({small(), small(), small(), small()}, {small(), small(), small()});
    if (!outer || !inner) continue;
    const std::optional<Pose> product = exact_product(*outer, *inner);
    found += product.has_value();
    EXPECT_TRUE(!product || is_product(*product, *outer, *inner, {random.unit(), random.unit(), random.unit()}));
  }
  EXPECT_GT(found, 100);
}

TEST(ExactPose, BetweenKeyframes) {
  const Keyframe from{-1, rotation({1, 0, 0, 0}, {0, 0, 8})}, to{3, rotation({0, 0, 0, 2}, {4, 0, 0})};
  EXPECT_EQ(exactly_between(from, to, -1), from.pose);
  EXPECT_EQ(exactly_between(from, to, 3), to.pose);
  const std::optional<Pose> middle = exactly_between(from, to, 1);
  ASSERT_TRUE(middle);
  EXPECT_EQ(middle->translation(), (Vec3{2, 0, 4}));
  EXPECT_EQ(middle->quaternion().z, 2 * middle->quaternion().w);
  const std::optional<Pose> quarter = exactly_between(from, to, 0);
  ASSERT_TRUE(quarter);
  EXPECT_EQ(quarter->translation(), (Vec3{1, 0, 6}));
  EXPECT_EQ(3 * quarter->quaternion().z, 2 * quarter->quaternion().w);
  EXPECT_FALSE(exactly_between({0, {}}, {3, translation({1, 0, 0})}, 1)) << "a third";
}

}  // namespace
}  // namespace clearance::detail
