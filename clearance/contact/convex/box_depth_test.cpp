#include <clearance/contact/convex/box_depth.h>

#include <clearance/contact/convex/convex_contacts_test.h>

namespace clearance::detail {
namespace {

using namespace convex_contacts;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
const Pose kStill;

TEST(BoxDepth, OneBoxOnAnother) {
  const Polytope low = box({4, 4, 1}), high = box({1, 1, 1});
  const Pose pose = translation({0.25, 0, 0.9375});
  const PosedPair pair(low, kStill, high, pose);
  const BoxOverlaps found = box_overlaps(pair);
  EXPECT_EQ(found.least, 2);
  EXPECT_LE(found.lower, 0.0625);
  EXPECT_GE(found.upper, 0.0625);
  EXPECT_NEAR(found.lower, found.upper, 1e-12);
  EXPECT_EQ(found.overlap[0], 2.25);
  EXPECT_EQ(found.overlap[5], 0.0625);
  EXPECT_EQ(found.overlap[BoxOverlaps::kFaces], kInfinity);  // of parallel edges
  EXPECT_EQ(box_axis(pair, found, 2), (Vec3{0, 0, 1}));
  const BoxDepth depth = box_depth(pair);
  EXPECT_NEAR(depth.point.z, 0.46875, 1e-12);
}

// Edges that cross at a right angle, both under 45°: a's along y, b's along x.
TEST(BoxDepth, CrossingEdges) {
  const Polytope cube = box({1, 1, 1});
  const double eighth = std::sqrt(0.5);
  const Pose pose_a = rotation_about({0, 1, 0}, std::acos(eighth)),
             pose_b = moved_to(rotation_about({1, 0, 0}, std::acos(eighth)), {0, 0, 2 * eighth - 0.01}).value();
  const PosedPair pair(cube, pose_a, cube, pose_b);
  const BoxOverlaps found = box_overlaps(pair);
  EXPECT_EQ(found.least, BoxOverlaps::kFaces + 3 * 1 + 0);
  EXPECT_NEAR(found.lower, 0.01, 1e-12);
  EXPECT_NEAR(found.upper, 0.01, 1e-12);
  EXPECT_NEAR(box_axis(pair, found, found.least).z, 1, 1e-12);
}

TEST(BoxDepth, HasNoAnswerWhereItsBoundsDoNotHold) {
  const Polytope cube = box({1, 1, 1}), tiny = box({1e-200, 1e-200, 1e-200}), huge = box({1e200, 1e200, 1e200});
  const Pose matrix = Pose::from_matrix({{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}).value();
  EXPECT_FALSE(BoxOverlaps{}.has_answer());
  EXPECT_EQ(BoxOverlaps{}.lower, 0);
  for (const auto& pair : {PosedPair(cube, matrix, cube, kStill), PosedPair(tiny, kStill, tiny, kStill),
                           PosedPair(huge, kStill, cube, kStill)}) {
    EXPECT_FALSE(box_overlaps(pair).has_answer());
    EXPECT_EQ(box_depth(pair).lower, 0);
    EXPECT_EQ(box_depth(pair).upper, kInfinity);
  }
}

// The bracket holds the proved one, of nearly parallel boxes, too; axes separate only what is apart; exchanged bodies
// have the same numbers to the last bit.
TEST(BoxDepth, HoldsTheProvedDepth) {
  Random random(7);
  int tight = 0, deep = 0, apart = 0;
  for (int k = 0; k < 6000; ++k) {
    SCOPED_TRACE(k);
    const bool is_nice = k % 3 == 0;
    const auto side = [&] {
      return is_nice ? 0.5 * static_cast<double>(1 + random.below(4)) : std::pow(10, random.uniform(-3, 0.3));
    };
    const Polytope a = box({side(), side(), side()}), b = box({side(), side(), side()});
    Vec3 t = random_vector(random, 1.2);
    if (is_nice) t = {0.25 * std::round(4 * t.x), 0.25 * std::round(4 * t.y), 0.25 * std::round(4 * t.z)};
    const Pose pose_a = is_nice ? kStill : random_turn(random, random_vector(random));
    Pose pose_b = is_nice ? translation(t) : random_turn(random, t);
    if (k % 6 == 1)  // turned against a by little: from 1e-16 to 0.1
      pose_b =
          moved_to(rotation_about(random_vector(random), std::pow(10, random.uniform(-16, -1))) * pose_a, t).value();
    const PosedPair pair(a, pose_a, b, pose_b), turned(b, pose_b, a, pose_a);
    const BoxOverlaps found = box_overlaps(pair), other = box_overlaps(turned);
    ASSERT_TRUE(found.has_answer());
    for (int axis = 0; axis < BoxOverlaps::kAxes; ++axis) {
      const int edges = axis - BoxOverlaps::kFaces;
      const int same = axis < 3                     ? axis + 3
                       : axis < BoxOverlaps::kFaces ? axis - 3
                                                    : BoxOverlaps::kFaces + 3 * (edges % 3) + edges / 3;
      if (axis < BoxOverlaps::kFaces) {
        EXPECT_EQ(found.overlap[axis], other.overlap[same]);
      }
      if (found.overlap[axis] == kInfinity) continue;
      // Along the axis as it is reported, whose own rounding is within the error.
      const WideVec n = wide(box_axis(pair, found, axis));
      const Wide along = apart_along(Rounded(a), pose_a, Rounded(b), pose_b, (1 / length(n)) * n);
      EXPECT_NEAR(found.overlap[axis], -static_cast<double>(along), found.error[axis]);
    }
    const Penetration depth = penetration(a, pose_a, b, pose_b);
    if (depth.status == Status::Separated) {
      apart += found.lower < 0;
      continue;
    }
    EXPECT_LE(found.lower, depth.upper);
    EXPECT_GE(found.upper, depth.lower);
    ++deep;
    tight += found.upper - larger(found.lower, 0) <= 1e-9 * depth.upper + 1e-12 * pair.reach();
  }
  EXPECT_GT(apart, 1000);
  EXPECT_GT(deep, 1000);
  EXPECT_GT(tight, deep * 9 / 10);
}

}  // namespace
}  // namespace clearance::detail
