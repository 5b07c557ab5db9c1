// Batches give the answers of one call each, of bodies of every kind, with caches and without.
#include <clearance/base/random.h>
#include <clearance/build/mesh.h>
#include <clearance/build/parts.h>
#include <clearance/build/primitives.h>
#include <clearance/query/batch.h>

#include <gtest/gtest.h>

#include <vector>

namespace clearance::detail {
namespace {

std::vector<Pose> some_poses() {
  std::vector<Pose> poses;
  for (int k = 0; k < 40; ++k) poses.push_back(rotation_about({0, 1, 1}, 0.2 * k, {0.06 * k, 0.1, 0}));
  return poses;
}

void expect_same(const Distance& found, const Distance& wanted) {
  EXPECT_EQ(found.status, wanted.status);
  EXPECT_EQ(found.lower, wanted.lower);
  EXPECT_EQ(found.upper, wanted.upper);
}

template <class BodyA, class BodyB>
void expect_one_by_one(const BodyA& a, const BodyB& b) {
  const std::vector<Pose> poses = some_poses();
  std::vector<Intersection> met(poses.size());
  std::vector<Distance> gaps(poses.size()), near(poses.size());
  DistanceOptions below;
  below.only_below = 0.25;
  intersects_batch(a, Pose(), b, poses, met);
  distance_batch(a, Pose(), b, poses, gaps);
  distance_batch(a, Pose(), b, poses, near, below);
  PairCache met_cache, gap_cache, near_cache;
  int apart = 0;
  for (std::size_t k = 0; k < poses.size(); ++k) {
    EXPECT_EQ(met[k].status, intersects(a, Pose(), b, poses[k], met_cache).status);
    expect_same(gaps[k], distance(a, Pose(), b, poses[k], gap_cache));
    expect_same(near[k], distance(a, Pose(), b, poses[k], near_cache, below));
    apart += met[k].status == Status::Separated ? 1 : 0;
  }
  EXPECT_GT(apart, 0);
  EXPECT_LT(apart, 40);
}

std::vector<Shape> shapes() {
  return {Rounded(box({1, 1, 1})), rounded(box({1, 1, 0.5}), 0.25), mesh_of(box({1, 1, 1})),
          make_parts({Rounded(box({1, 0.5, 1})), mesh_of(box({0.5, 1, 0.5}))}).value()};
}

TEST(Batch, OnePairAtManyPoses) {
  expect_one_by_one(box({1, 1, 1}), make_prism(7, 0.5, 1).value());
  expect_one_by_one(rounded(box({1, 1, 1}), 0.25), capsule(1, 0.5));
  expect_one_by_one(mesh_of(box({1, 1, 1})), mesh_of(box({1, 0.5, 1})));
  expect_one_by_one(box({1, 1, 1}), mesh_of(box({1, 0.5, 1})));
  for (const Shape& a : shapes())
    for (const Shape& b : shapes()) expect_one_by_one(a, b);
}

TEST(Batch, ManyPairsWithCachesAndWithout) {
  const std::vector<Shape> bodies = shapes();
  const std::vector<Pose> poses = some_poses();
  std::vector<PairQuery> pairs;
  for (std::size_t k = 0; k < poses.size(); ++k)
    pairs.push_back({&bodies[k % 4], Pose(), &bodies[k / 4 % 4], poses[k]});
  std::vector<Distance> gaps(pairs.size());
  std::vector<Intersection> met(pairs.size());
  distance_batch(pairs, gaps);
  intersects_batch(pairs, met);
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    expect_same(gaps[k], distance(*pairs[k].a, pairs[k].pose_a, *pairs[k].b, pairs[k].pose_b));
    EXPECT_EQ(met[k].status, gaps[k].status);
  }
  std::vector<PairCache> caches(pairs.size()), single(pairs.size());
  for (int round = 0; round < 2; ++round) {
    distance_batch(pairs, gaps, caches);
    for (std::size_t k = 0; k < pairs.size(); ++k)
      expect_same(gaps[k], distance(*pairs[k].a, pairs[k].pose_a, *pairs[k].b, pairs[k].pose_b, single[k]));
  }
  intersects_batch(pairs, met, caches);
  for (std::size_t k = 0; k < pairs.size(); ++k) EXPECT_EQ(met[k].status, gaps[k].status);
}

// A copy remembers the same and goes its own way.
TEST(PairCache, CopiesAreIndependent) {
  const std::vector<Shape> bodies = shapes();
  const std::vector<Pose> poses = some_poses();
  for (const Shape& a : bodies)
    for (const Shape& b : bodies) {
      PairCache cache;
      for (const Pose& pose : poses) {
        PairCache copy = cache;
        const Distance wanted = distance(a, Pose(), b, pose, cache);
        expect_same(distance(a, Pose(), b, pose, copy), wanted);
        copy = cache;
        cache = PairCache();
        EXPECT_EQ(intersects(a, Pose(), b, pose, copy).status, wanted.status);
        cache = copy;
      }
    }
}

// ---- The same results whatever the kinds and their order -----------------------------------------------------------

TEST(Query, PartsAndTrianglesAreNamedWhereThereAreAny) {
  const std::vector<Shape> bodies = shapes();
  const Pose away = translation({5, 0.25, 0.125});
  for (const Shape& a : bodies)
    for (const Shape& b : bodies) {
      const Distance gap = distance(a, Pose(), b, away);
      ASSERT_EQ(gap.status, Status::Separated);
      EXPECT_EQ(gap.part_a != kNoIndex, std::holds_alternative<Parts>(a));
      EXPECT_EQ(gap.part_b != kNoIndex, std::holds_alternative<Parts>(b));
      if (!std::holds_alternative<Parts>(a)) {
        EXPECT_EQ(gap.triangle_a < 12, std::holds_alternative<Mesh>(a)) << gap.triangle_a;
      }
      if (!std::holds_alternative<Parts>(b)) {
        EXPECT_EQ(gap.triangle_b < 12, std::holds_alternative<Mesh>(b)) << gap.triangle_b;
      }
      const Intersection met = intersects(a, Pose(), b, translation({0.25, 0, 0}));
      EXPECT_EQ(met.part_a != kNoIndex, std::holds_alternative<Parts>(a));
      EXPECT_EQ(met.part_b != kNoIndex, std::holds_alternative<Parts>(b));
      // Beyond the limit nothing is named that a witness would stand on.
      DistanceOptions below;
      below.only_below = 1;
      const Distance beyond = distance(a, Pose(), b, away, below);
      EXPECT_FALSE(beyond.has_witness);
      EXPECT_EQ(beyond.triangle_a, kNoIndex);
      EXPECT_EQ(beyond.triangle_b, kNoIndex);
    }
}

TEST(Query, SignedDistancesOfEveryKind) {
  const std::vector<Shape> bodies = shapes();
  for (const Shape& a : bodies)
    for (const Shape& b : bodies)
      for (const Pose& pose : some_poses()) {
        const SignedDistance found = signed_distance(a, Pose(), b, pose);
        const Distance gap = distance(a, Pose(), b, pose);
        ASSERT_EQ(found.status, gap.status);
        ASSERT_LE(found.lower, found.upper);
        if (found.status == Status::Separated) {
          EXPECT_LE(found.lower, gap.upper);
          EXPECT_GE(found.upper, gap.lower);
          EXPECT_NEAR(norm(found.normal), 1, 1e-12);
          EXPECT_NEAR(dot(found.normal, found.point_b - found.point_a), found.upper, 1e-9);
        } else if (found.status == Status::Penetrating) {
          const Penetration depth = penetration(a, Pose(), b, pose);
          EXPECT_LE(-depth.upper, found.upper);
          EXPECT_GE(-depth.lower, found.lower);
          EXPECT_LT(found.lower, 0);
        } else {
          EXPECT_EQ(found.lower, 0);
          EXPECT_EQ(found.upper, 0);
        }
      }
}

// A plane has a normal however near the other body is.
TEST(Query, SignedDistancesToWalls) {
  const Pose turned = rotation({1, 0, 1, 0}, {-1, 0, 0});  // z becomes x
  const Shape wall = half_space({0, 0, 2}, 0);
  for (const Shape& body : shapes())
    for (const double x : {1.0, -0.5, -1.0, 0x1p-60}) {
      const Pose pose = translation({x, 0.25, 0});
      const SignedDistance there = signed_distance(wall, turned, body, pose);
      const SignedDistance back = signed_distance(body, pose, wall, turned);
      ASSERT_EQ(there.status, intersects(wall, turned, body, pose).status);
      EXPECT_EQ(back.status, there.status);
      EXPECT_NEAR(norm(there.normal - Vec3{1, 0, 0}), 0, 1e-12);
      EXPECT_NEAR(norm(back.normal - Vec3{-1, 0, 0}), 0, 1e-12);
      EXPECT_LE(there.lower, back.upper);
      EXPECT_LE(back.lower, there.upper);
    }
}

}  // namespace
}  // namespace clearance::detail
