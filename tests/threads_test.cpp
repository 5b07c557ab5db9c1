// Queries are const and share nothing: many threads on the same shapes get the bits that one thread gets. Under
// ThreadSanitizer (./test full) this also shows that they write to nothing shared.
#include <clearance/clearance.h>
#include <tests/meshes.h>

#include <gtest/gtest.h>

#include <cmath>
#include <thread>
#include <vector>

namespace clearance {
namespace {

constexpr int kThreads = 4, kPoses = 64;

struct Answers {
  std::vector<Distance> gaps;
  std::vector<Penetration> depths;
};

// The same walk past the body, from apart through contact and on, with a cache of its own.
Answers walk(const Polytope& a, const Polytope& b) {
  Answers answers;
  ConvexCache cache;
  for (int i = 0; i < kPoses; ++i) {
    const Pose pose = rotation_about({1, 2, 3}, 0.1 * i, {-3 + 6.0 * i / kPoses, 0.1, 0.2});
    answers.gaps.push_back(distance(a, {}, b, pose, cache));
    answers.depths.push_back(penetration(a, {}, b, pose));
  }
  return answers;
}

TEST(Threads, GetTheSameBitsAsOneThread) {
  const Polytope a = test_polytope(TestShape::Ellipsoid, 100, 1);
  const Polytope b = test_polytope(TestShape::Rod, 300, 2);
  const Answers alone = walk(a, b);

  std::vector<Answers> together(kThreads);
  std::vector<std::thread> threads;
  for (Answers& answers : together) threads.emplace_back([&] { answers = walk(a, b); });
  for (std::thread& thread : threads) thread.join();

  bool apart = false, inside = false;
  for (const Answers& answers : together) {
    for (std::size_t i = 0; i < kPoses; ++i) {
      const Distance &gap = answers.gaps[i], &expected = alone.gaps[i];
      EXPECT_EQ(gap.status, expected.status) << i;
      EXPECT_EQ(gap.decided_by, expected.decided_by) << i;
      EXPECT_EQ(gap.lower, expected.lower) << i;
      EXPECT_EQ(gap.upper, expected.upper) << i;
      EXPECT_EQ(gap.point_a, expected.point_a) << i;
      EXPECT_EQ(answers.depths[i].lower, alone.depths[i].lower) << i;
      EXPECT_EQ(answers.depths[i].upper, alone.depths[i].upper) << i;
      EXPECT_EQ(answers.depths[i].direction, alone.depths[i].direction) << i;
      apart = apart || gap.status == Status::Separated;
      inside = inside || gap.status == Status::Penetrating;
    }
  }
  EXPECT_TRUE(apart && inside) << "the walk should pass from apart to inside";
}

// The faces of a mesh are made when they are first asked for, by whoever asks first: here by all threads at once.
TEST(Threads, GetTheSameContactsAsOneThread) {
  const Polytope block = box({1, 1, 1});
  const auto contacts = [&](const Mesh& star) {
    std::vector<Manifold> found;
    PairContacts memory;
    for (int i = 0; i < kPoses; ++i) {
      const Pose pose = rotation_about({1, 2, 3}, 0.1 * i, {0.9 - 0.01 * i, 0.1, 0.2});
      found.push_back(memory.update(star, {}, i % 2 == 0 ? Shape(star) : Shape(block), pose));
    }
    return found;
  };
  const std::vector<Manifold> alone = contacts(test::star(7));

  for (int round = 0; round < 8; ++round) {
    const Mesh fresh = test::star(7);
    std::vector<std::vector<Manifold>> together(kThreads);
    std::vector<std::thread> threads;
    for (std::vector<Manifold>& found : together) threads.emplace_back([&] { found = contacts(fresh); });
    for (std::thread& thread : threads) thread.join();
    for (const std::vector<Manifold>& found : together) {
      for (std::size_t i = 0; i < kPoses; ++i) {
        ASSERT_EQ(found[i].status(), alone[i].status()) << i;
        ASSERT_EQ(found[i].points.size(), alone[i].points.size()) << i;
        for (std::size_t k = 0; k < alone[i].points.size(); ++k) {
          const ContactPoint &point = found[i].points[k], &expected = alone[i].points[k];
          EXPECT_EQ(point.a, expected.a) << i;
          EXPECT_EQ(point.lower, expected.lower) << i;
          EXPECT_EQ(point.feature_a, expected.feature_a) << i;
          EXPECT_EQ(point.feature_b, expected.feature_b) << i;
          EXPECT_EQ(point.age, expected.age) << i;
        }
      }
    }
  }
  EXPECT_FALSE(alone.back().points.empty());
}

}  // namespace
}  // namespace clearance
