#include <clearance/broad/brute_force.h>

#include <clearance/broad/agreement_test.h>

namespace clearance::detail {
namespace {

std::vector<IndexPair> pairs_of(BruteForce& method) {
  Workers workers(1);
  return reported_pairs(method, workers);
}

TEST(BruteForce, SolvedByHand) {
  BruteForce method;
  method.place(0, {{0, 0, 0}, {1, 1, 1}});
  method.place(9, {{1, 1, 1}, {2, 2, 2}});  // a corner of 0, in another register
  method.place(20, {{1.5, 0, 0}, {3, 3, 3}});
  EXPECT_EQ(pairs_of(method), (std::vector<IndexPair>{{0, 9}, {9, 20}}));
  method.remove(9);
  EXPECT_TRUE(pairs_of(method).empty());
}

// Floats see these ends as one; the doubles decide. And what is not there must not meet what is infinite.
TEST(BruteForce, NeighboursAndInfiniteEnds) {
  BruteForce method;
  const double third = 1.0 / 3;
  method.place(0, {{0, 0, 0}, {third, 1, 1}});
  method.place(1, {{third, 0, 0}, {1, 1, 1}});
  method.place(2, {{next_above(third), 0, 0}, {1, 1, 1}});
  EXPECT_EQ(pairs_of(method), (std::vector<IndexPair>{{0, 1}, {1, 2}}));
  method.remove(1);
  method.place(5, {{-kInfiniteEnd, -kInfiniteEnd, -kInfiniteEnd}, {kInfiniteEnd, kInfiniteEnd, kInfiniteEnd}});
  EXPECT_EQ(pairs_of(method), (std::vector<IndexPair>{{0, 5}, {2, 5}}));
}

TEST(BruteForce, ReportsInAscendingOrder) {
  MovingBoxes scene(TestWorld::Clustered, 300, 4);
  BruteForce method;
  for (std::uint32_t k = 0; k < 300; ++k) method.place(k, scene[k]);
  EXPECT_EQ(pairs_of(method), pairs_by_loops(scene.boxes()));
}

TEST(BruteForce, AgreesWithLoopsEverywhere) {
  expect_agreement_everywhere([] { return std::make_unique<BruteForce>(); });
}

}  // namespace
}  // namespace clearance::detail
