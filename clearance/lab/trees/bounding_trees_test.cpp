#include <clearance/base/random.h>
#include <clearance/build/mesh.h>
#include <clearance/build/primitives.h>
#include <clearance/lab/trees/bounding_trees.h>
#include <clearance/lab/trees/bounding_trees_volumes.h>
#include <clearance/mesh/triangle_pair.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

namespace clearance::detail {
namespace {

struct Soup {
  std::vector<Vec3> vertices;
  std::vector<MeshTriangle> triangles;
};

Vec3 random_vector(Random& random, double size) {
  return {random.uniform(-size, size), random.uniform(-size, size), random.uniform(-size, size)};
}

Pose random_pose(Random& random, double shift) {
  return rotation({random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(0.1, 1)},
                  random_vector(random, shift));
}

// Triangles anywhere, open and through each other; one in eight is flat to a segment or a point, one in eight is there
// twice.
Soup random_soup(Random& random, int triangles) {
  Soup out;
  for (int t = 0; t < triangles; ++t) {
    const auto first = static_cast<std::uint32_t>(out.vertices.size());
    const Vec3 at = random_vector(random, 1), u = random_vector(random, 0.7), v = random_vector(random, 0.7);
    const bool is_flat = t % 8 == 3;
    out.vertices.insert(out.vertices.end(), {at, at + u, is_flat ? at + 2 * u : at + v});
    out.triangles.push_back({first, first + 1, t % 16 == 3 ? first : first + 2});
    if (t % 8 == 5) out.triangles.push_back(out.triangles.back());
    if (t % 32 == 7) out.triangles.push_back({first, first, first});
  }
  return out;
}

std::vector<TriangleIds> by_loops(const Soup& a, const Pose& pose_a, const Soup& b, const Pose& pose_b) {
  std::vector<TriangleIds> out;
  for (std::uint32_t s = 0; s < a.triangles.size(); ++s) {
    for (std::uint32_t t = 0; t < b.triangles.size(); ++t) {
      TriangleAt p{{}, pose_a}, q{{}, pose_b};
      for (std::size_t k = 0; k < 3; ++k) {
        p.v[k] = a.vertices[a.triangles[s][k]];
        q.v[k] = b.vertices[b.triangles[t][k]];
      }
      if (triangle_relation(p, q) != TriangleRelation::Apart) out.push_back({s, t});
    }
  }
  return out;
}

std::unique_ptr<const BoundingTree> tree_of(BoundingVolume volume, const Soup& soup) {
  return BoundingTree::make(volume, soup.vertices, soup.triangles);
}

class BoundingTrees : public testing::TestWithParam<BoundingVolume> {};

const Soup kRightAngle = {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}};

// Solved by hand.
TEST_P(BoundingTrees, TwoTriangles) {
  const auto tree = tree_of(GetParam(), kRightAngle);
  EXPECT_FALSE(trees_meet(*tree, {}, *tree, translation({0, 0, 1})));
  EXPECT_TRUE(trees_meet(*tree, {}, *tree, translation({0.25, 0.25, 0})));
  const TreeDistance above = tree_distance(*tree, {}, *tree, translation({0, 0, 1}));
  EXPECT_LE(above.lower, 1);
  EXPECT_GE(above.upper, 1);
  EXPECT_LT(above.upper - above.lower, 1e-11);
  // The far side is x + y = 1; the corner comes from beyond.
  const TreeDistance beside = tree_distance(*tree, {}, *tree, translation({1, 1, 0}));
  EXPECT_NEAR(beside.upper, std::sqrt(0.5), 1e-11);
}

// Degenerate: touching at a corner, and a hair beside it.
TEST_P(BoundingTrees, ACornerTouchesOrIsAHairAway) {
  const auto tree = tree_of(GetParam(), kRightAngle);
  EXPECT_TRUE(trees_meet(*tree, {}, *tree, translation({1, 0, 0})));
  EXPECT_FALSE(trees_meet(*tree, {}, *tree, translation({std::nextafter(1, 2), 0, 0})));
  const TreeDistance hair = tree_distance(*tree, {}, *tree, translation({std::nextafter(1, 2), 0, 0}));
  EXPECT_GT(hair.upper, 0);
  const TreeDistance touching = tree_distance(*tree, {}, *tree, translation({1, 0, 0}));
  EXPECT_EQ(touching.upper, 0);
}

TEST_P(BoundingTrees, PointsSegmentsAndHeapsOfTheSameTriangle) {
  struct Case {
    Soup thin;
    double distance;  // when lifted by 3
  };
  const Case cases[] = {{{{{0.25, 0.25, 0}}, {{0, 0, 0}}}, 3}, {{{{0.25, 0.25, -1}, {0.25, 0.25, 1}}, {{0, 1, 0}}}, 2}};
  Soup heap = kRightAngle;
  for (int k = 0; k < 100; ++k) heap.triangles.push_back({0, 1, 2});
  const auto a = tree_of(GetParam(), heap);
  for (const Case& c : cases) {
    const auto b = tree_of(GetParam(), c.thin);
    EXPECT_EQ(meeting_triangles(*a, {}, *b, {}).size(), 101u);
    EXPECT_TRUE(meeting_triangles(*a, {}, *b, translation({0, 0, 3})).empty());
    EXPECT_NEAR(tree_distance(*a, {}, *b, translation({0, 0, 3})).upper, c.distance, 1e-11);
  }
}

// Products of four lengths vanish or overflow here.
TEST_P(BoundingTrees, VerySmallAndVeryLargeBodies) {
  for (const double scale : {0x1p-900, 0x1p900}) {
    Soup soup = kRightAngle;
    for (Vec3& v : soup.vertices) v = scale * v;
    const auto tree = tree_of(GetParam(), soup);
    EXPECT_TRUE(trees_meet(*tree, {}, *tree, translation({scale, 0, 0})));
    EXPECT_FALSE(trees_meet(*tree, {}, *tree, translation({scale * 1.5, 0, 0})));
    const TreeDistance apart = tree_distance(*tree, {}, *tree, translation({scale * 2, 0, 0}));
    EXPECT_LE(apart.lower, scale);
    EXPECT_GE(apart.upper, scale);
  }
}

// Invariance: swapped, moved together, scaled.
TEST_P(BoundingTrees, SwappingMovingAndScalingChangeNothing) {
  Random random(1);
  const Soup soup_a = random_soup(random, 60), soup_b = random_soup(random, 60);
  Soup doubled_a = soup_a, doubled_b = soup_b;
  for (Vec3& v : doubled_a.vertices) v = 1024 * v;
  for (Vec3& v : doubled_b.vertices) v = 1024 * v;
  const auto a = tree_of(GetParam(), soup_a), b = tree_of(GetParam(), soup_b);
  const auto large_a = tree_of(GetParam(), doubled_a), large_b = tree_of(GetParam(), doubled_b);
  for (int k = 0; k < 20; ++k) {
    const Pose pose_a = random_pose(random, 0.5), pose_b = random_pose(random, 0.5);
    const auto pairs = meeting_triangles(*a, pose_a, *b, pose_b);
    auto swapped = meeting_triangles(*b, pose_b, *a, pose_a);
    for (TriangleIds& ids : swapped) std::swap(ids.a, ids.b);
    std::sort(swapped.begin(), swapped.end());
    EXPECT_EQ(pairs, swapped);
    const auto far = [](const Pose& pose) { return rotation(pose.quaternion(), 1024 * pose.translation()); };
    EXPECT_EQ(meeting_triangles(*large_a, far(pose_a), *large_b, far(pose_b)), pairs);
  }
}

// Against plain loops.
TEST_P(BoundingTrees, FindExactlyThePairsOfTheDoubleLoop) {
  Random random(2);
  std::size_t found = 0;
  for (int k = 0; k < 30; ++k) {
    const Soup soup_a = random_soup(random, 50), soup_b = random_soup(random, 40);
    const auto a = tree_of(GetParam(), soup_a), b = tree_of(GetParam(), soup_b);
    const Pose pose_a = random_pose(random, 0.5), pose_b = random_pose(random, 0.5);
    const auto expected = by_loops(soup_a, pose_a, soup_b, pose_b);
    EXPECT_EQ(meeting_triangles(*a, pose_a, *b, pose_b), expected);
    EXPECT_EQ(trees_meet(*a, pose_a, *b, pose_b), !expected.empty());
    found += expected.size();
  }
  EXPECT_GT(found, 500u);
}

// Matrices need not be rotations exactly.
TEST_P(BoundingTrees, CrookedPosesToo) {
  Random random(3);
  const double crooked = 4e-5;
  std::size_t found = 0;
  for (int k = 0; k < 20; ++k) {
    const Soup soup_a = random_soup(random, 40), soup_b = random_soup(random, 40);
    const auto a = tree_of(GetParam(), soup_a), b = tree_of(GetParam(), soup_b);
    Pose poses[2];
    for (Pose& pose : poses) {
      Mat3 m = random_pose(random, 0).rotation();
      for (Vec3& row : m.row) row = row + random_vector(random, crooked / 3);
      pose = Pose::from_matrix(m, random_vector(random, 0.7)).value();
    }
    const auto expected = by_loops(soup_a, poses[0], soup_b, poses[1]);
    EXPECT_EQ(meeting_triangles(*a, poses[0], *b, poses[1]), expected);
    found += expected.size();
  }
  EXPECT_GT(found, 200u);
}

// Distances of all triangles, each as a body of its own, bracket that of the whole.
TEST_P(BoundingTrees, DistancesAreThoseOfTheNearestTriangles) {
  Random random(4);
  for (int k = 0; k < 20; ++k) {
    const Soup soup_a = random_soup(random, 12), soup_b = random_soup(random, 12);
    const auto a = tree_of(GetParam(), soup_a), b = tree_of(GetParam(), soup_b);
    const Pose pose_a = random_pose(random, 0.5), pose_b = random_pose(random, 3);
    const TreeDistance found = tree_distance(*a, pose_a, *b, pose_b);
    double lower = std::numeric_limits<double>::infinity(), upper = lower;
    for (const MeshTriangle& s : soup_a.triangles) {
      for (const MeshTriangle& t : soup_b.triangles) {
        const auto one = BoundingTree::make(GetParam(), soup_a.vertices, std::span(&s, 1));
        const auto other = BoundingTree::make(GetParam(), soup_b.vertices, std::span(&t, 1));
        const TreeDistance each = tree_distance(*one, pose_a, *other, pose_b);
        lower = std::min(lower, each.lower), upper = std::min(upper, each.upper);
      }
    }
    EXPECT_NEAR(found.lower, lower, 1e-11);
    EXPECT_NEAR(found.upper, upper, 1e-11);
    EXPECT_EQ(found.upper == 0, !by_loops(soup_a, pose_a, soup_b, pose_b).empty());
  }
}

// Dense samples of two triangles are never nearer than the bracket says.
TEST_P(BoundingTrees, NoSampleIsNearerThanTheDistance) {
  Random random(5);
  for (int k = 0; k < 50; ++k) {
    const Soup soup_a = random_soup(random, 1), soup_b = random_soup(random, 1);
    const auto a = tree_of(GetParam(), soup_a), b = tree_of(GetParam(), soup_b);
    const Pose pose_a = random_pose(random, 0.5), pose_b = random_pose(random, 0.5);
    const TreeDistance found = tree_distance(*a, pose_a, *b, pose_b);
    const auto sample = [&](const Soup& soup, const Pose& pose, int i, int j) {
      const double s = i / 16.0, t = (1 - s) * j / 16.0;
      const auto& v = soup.vertices;
      return apply(pose, (1 - s - t) * v[0] + s * v[1] + t * v[2]);
    };
    double nearest = std::numeric_limits<double>::infinity();
    for (int i = 0; i <= 16; ++i)
      for (int j = 0; j <= 16; ++j)
        for (int l = 0; l <= 16; ++l)
          for (int m = 0; m <= 16; ++m)
            nearest = std::min(nearest, norm(sample(soup_a, pose_a, i, j) - sample(soup_b, pose_b, l, m)));
    EXPECT_GE(nearest, found.lower);
    EXPECT_LE(nearest, found.upper + 0.2);  // as far as samples are apart at most
  }
}

std::string test_name(const testing::TestParamInfo<BoundingVolume>& parameter) {
  constexpr const char* kNames[] = {"AlignedBox", "OrientedBox", "SweptRectangle", "Dop18"};
  return kNames[static_cast<int>(parameter.param)];
}
INSTANTIATE_TEST_SUITE_P(Volumes, BoundingTrees, testing::ValuesIn(kBoundingVolumes), test_name);

TEST(Volumes, SegmentsAtTheirEndsInTheirMiddlesAndWithoutLength) {
  const auto distance = [](Vec3 p, Vec3 u, Vec3 q, Vec3 v) {
    const auto nearest = volumes::nearest_of_segments(p, u, q, v);
    return norm(nearest.b - nearest.a);
  };
  EXPECT_EQ(distance({-1, 0, 0}, {2, 0, 0}, {0, -1, 3}, {0, 2, 0}), 3);  // crossing lines
  EXPECT_EQ(distance({0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {1, 0, 0}), 1);    // one after the other
  EXPECT_EQ(distance({0, 0, 0}, {1, 0, 0}, {0.5, 2, 0}, {1, 0, 0}), 2);  // side by side
  EXPECT_EQ(distance({0, 0, 0}, {0, 0, 0}, {3, 4, 0}, {0, 0, 0}), 5);    // points
  EXPECT_EQ(distance({0, 0, 0}, {0, 0, 0}, {3, -4, 0}, {0, 8, 0}), 3);   // a point and a segment
}

TEST(Rapid, FindsAllPairsOfTwoBoxesOrTheFirst) {
  const Mesh cube = mesh_of(box({2, 2, 2}));
  // The second pokes a corner into the first: three faces of each meet, by one or two of their triangles.
  const Pose poked = translation({1.5, 1.25, 1.125});
  const auto all = rapid_intersects(cube, {}, cube, poked);
  EXPECT_GE(all.size(), 6u);
  EXPECT_TRUE(std::is_sorted(all.begin(), all.end()));
  const auto first = rapid_intersects(cube, {}, cube, poked, true);
  ASSERT_EQ(first.size(), 1u);
  EXPECT_TRUE(std::binary_search(all.begin(), all.end(), first[0]));
  EXPECT_TRUE(rapid_intersects(cube, {}, cube, translation({2.5, 0, 0})).empty());
}

}  // namespace
}  // namespace clearance::detail
