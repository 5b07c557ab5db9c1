#include <clearance/convex/depth/box_depth.h>

#include <clearance/convex/bodies_test.h>
#include <clearance/convex/depth/expansion.h>
#include <clearance/convex/walk.h>

namespace clearance::detail {
namespace {

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
  EXPECT_EQ(found.overlap[BoxOverlaps::kFaces], kInfinite);  // of parallel edges
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
  const double third = std::sqrt(0.75);
  const Pose matrix = Pose::from_matrix({{{0.5, -third, 0}, {third, 0.5, 0}, {0, 0, 1}}}).value();
  const Pose turned = rotation({1, 2, 3, 4});
  EXPECT_FALSE(BoxOverlaps{}.has_answer());
  EXPECT_EQ(BoxOverlaps{}.lower, 0);
  for (const auto& pair : {PosedPair(cube, matrix, cube, kStill), PosedPair(tiny, turned, tiny, kStill),
                           PosedPair(huge, turned, cube, kStill)}) {
    EXPECT_FALSE(box_overlaps(pair).has_answer());
    EXPECT_EQ(box_depth(pair).lower, 0);
    EXPECT_EQ(box_depth(pair).upper, kInfinite);
  }
}

// Turned by quarters, of whatever size, by matrices, too: the depth is a sum of four doubles, rounded.
TEST(BoxDepth, IsExactForBoxesTurnedByQuarters) {
  const Pose quarter = Pose::from_matrix({{{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}}, {0.1, 0.2, 0.3}).value();
  for (const double scale : {1e-200, 1.0, 1e200}) {
    const Polytope low = box({scale, 2 * scale, scale}), high = box({scale, scale, scale});
    const BoxDepth depth = box_depth(PosedPair(low, kStill, high, translation({0, 0, 0.75 * scale})));
    EXPECT_EQ(depth.lower, scale - 0.75 * scale);
    EXPECT_EQ(depth.upper, scale - 0.75 * scale);
    EXPECT_EQ(depth.normal, (Vec3{0, 0, 1}));
  }
  // One within another: out through the nearest wall, and halfway between the sides that then meet.
  const BoxDepth nested = box_depth(PosedPair(box({1, 1, 1}), kStill, box({3, 3, 3}), translation({0.5, 0, 0})));
  EXPECT_EQ(nested.lower, 1.5);
  EXPECT_EQ(nested.upper, 1.5);
  EXPECT_EQ(nested.point, (Vec3{-0.25, 0, 0}));
  // 0.3 and 0.1 + 0.2 are a rounding apart: so deep is the one in the other.
  const Polytope cube = box({1, 1, 1});
  const BoxDepth depth = box_depth(PosedPair(cube, quarter, cube, translation({0.1, 0.2, std::nextafter(1.3, 0)})));
  const double expected = 0.3 + (1 - std::nextafter(1.3, 0));
  EXPECT_LE(depth.lower, expected);
  EXPECT_GE(depth.upper, expected);
  EXPECT_LE(depth.upper - depth.lower, 0x1p-104);
  EXPECT_NEAR(depth.point.z, 0.8, 1e-15);
}

// The proved bracket, by expansion from the simplex of the exact decision.
DepthBracket proved_depth(const PosedPair& pair, const ExactDecision& decision) {
  return expand(pair, pairs_of(pair, decision.certificate.simplex), nullptr);
}

// The bracket holds the proved one, of nearly parallel boxes, too; axes separate only what is apart; exchanged bodies
// have the same numbers to the last bit.
TEST(BoxDepth, HoldsTheProvedDepth) {
  Random random(7);
  int tight = 0, deep = 0, apart = 0;
  for (int k = 0; k < 3000; ++k) {
    SCOPED_TRACE(k);
    const bool is_nice = k % 3 == 0;
    const auto side = [&] {
      return is_nice ? 0.5 * static_cast<double>(1 + random.below(4)) : std::pow(10, random.uniform(-3, 0.3));
    };
    const Polytope a = box({side(), side(), side()}), b = box({side(), side(), side()});
    Vec3 t = random_vector(random, 1.2);
    if (is_nice) t = {0.25 * std::round(4 * t.x), 0.25 * std::round(4 * t.y), 0.25 * std::round(4 * t.z)};
    const Pose pose_a = is_nice ? kStill : random_pose(random, random_vector(random));
    Pose pose_b = is_nice ? translation(t) : random_pose(random, t);
    if (k % 6 == 1)  // turned against a by little: from 1e-16 to 0.1
      pose_b = compose(rotation_about(random_vector(random), std::pow(10, random.uniform(-16, -1))), pose_a).value();
    if (k % 6 == 1) pose_b = moved_to(pose_b, t).value();
    const PosedPair pair(a, pose_a, b, pose_b), turned(b, pose_b, a, pose_a);
    const BoxOverlaps found = box_overlaps(pair), other = box_overlaps(turned);
    ASSERT_TRUE(found.has_answer());
    for (int axis = 0; axis < BoxOverlaps::kFaces; ++axis)
      EXPECT_EQ(found.overlap[axis], other.overlap[axis < 3 ? axis + 3 : axis - 3]);
    // Along an axis as it is reported, whose own rounding is within the error.
    const int axis = static_cast<int>(random.below(BoxOverlaps::kAxes));
    if (found.overlap[axis] != kInfinite) {
      const Vec3 n = box_axis(pair, found, axis);
      const double scale = ExactPair(pose_a, pose_b).scale().to_double();
      const double along = brute_force_gap(pair, exact(n)).to_double() / (scale * norm(n));
      EXPECT_NEAR(found.overlap[axis], -along, found.error[axis] + 8 * kUnit * std::fabs(along));
    }
    const ExactDecision decision = decide_exactly(pair, {});
    if (decision.status != Status::Penetrating) {
      apart += found.lower < 0;
      continue;
    }
    const DepthBracket depth = proved_depth(pair, decision);
    EXPECT_LE(found.lower, depth.upper);
    EXPECT_GE(found.upper, depth.lower);
    ++deep;
    tight += found.upper - larger(found.lower, 0) <= 1e-9 * depth.upper + 1e-12 * pair.reach();
  }
  EXPECT_GT(apart, 500);
  EXPECT_GT(deep, 500);
  EXPECT_GT(tight, deep * 9 / 10);
}

// Boxes that rest on each other: the bracket is as narrow as CONTRACT asks of a distance, however shallow the overlap
// and whatever the turn that both share.
TEST(BoxDepth, IsNarrowWhereBoxesRest) {
  Random random(8);
  for (int k = 0; k < 200; ++k) {
    SCOPED_TRACE(k);
    const Polytope low = box({4, 4, 1}), high = box({1, 0.7, 1.3});
    const Pose both = k % 2 == 0 ? kStill : random_pose(random);
    const double depth = std::pow(10, random.uniform(-15, -1));
    const Pose pose = moved_to(both, both.rotation() * Vec3{random.uniform(-1, 1), 0.3, 1.15 - depth}).value();
    const PosedPair pair(low, both, high, pose);
    const BoxOverlaps found = box_overlaps(pair);
    EXPECT_LE(depth_above(pair, box_axis(pair, found, found.least)) - found.lower, allowed_width(pair, depth));
  }
}

}  // namespace
}  // namespace clearance::detail
