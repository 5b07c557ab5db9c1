#include <clearance/world/frame/pair_table.h>

#include <clearance/base/random.h>

#include <gtest/gtest.h>

#include <algorithm>

namespace clearance::detail {
namespace {

using State = PairTable::State;

constexpr auto kKeep = [](PairKey) { return false; };
constexpr auto kUnknown = [](PairKey) { return State::Unknown; };

TEST(PairTable, KeepsCachesOfPairsThatStay) {
  PairTable table;
  table.replace({{1, 2}, {1, 5}, {3, 4}}, kKeep, kUnknown);
  for (std::size_t k = 0; k < 3; ++k)
    table.cache(k).vertex_a = static_cast<int>(k) + 10, table.set_state(k, State::Free);
  table.replace({{0, 9}, {1, 5}, {3, 4}, {7, 8}}, kKeep, [](PairKey) { return State::Contact; });
  ASSERT_EQ(table.size(), 4u);
  EXPECT_EQ(table[1].key, PairKey(1, 5));
  EXPECT_EQ(table.cache(1).vertex_a, 11);
  EXPECT_EQ(table.cache(2).vertex_a, 12);
  EXPECT_EQ(table[2].state, State::Free);
  EXPECT_EQ(table.cache(0).vertex_a, ConvexCache{}.vertex_a);
  EXPECT_EQ(table[3].state, State::Unknown);
  EXPECT_EQ(table[3].before, State::Contact);
}

TEST(PairTable, AKeyThatStandsForOthersStartsAnew) {
  PairTable table;
  table.replace({{1, 2}}, kKeep, kUnknown);
  table.cache(0).vertex_a = 10, table.set_state(0, State::Contact);
  table.replace({{1, 2}}, [](PairKey) { return true; }, kUnknown);
  EXPECT_EQ(table.cache(0).vertex_a, ConvexCache{}.vertex_a);
  EXPECT_EQ(table[0].state, State::Unknown);
}

TEST(PairTable, RemembersTheFrameBefore) {
  PairTable table;
  table.replace({{1, 2}, {3, 4}}, kKeep, kUnknown);
  table.set_state(0, State::Free), table.set_state(1, State::Contact);
  table.begin_frame([](const PairTable::Entry& entry) { return entry.key.a() == 3; });
  EXPECT_EQ(table[0].before, State::Free);
  EXPECT_EQ(table[0].state, State::Unknown);
  EXPECT_EQ(table[1].before, State::Contact);
  EXPECT_EQ(table[1].state, State::Contact);
}

// A pair carried over before it was ever answered had no state, was taken for new, and lost a slot of the pool.
TEST(PairTable, ReusesItsSlots) {
  PairTable table;
  std::size_t most = 0;
  for (std::uint32_t round = 0; round < 100; ++round) {
    table.replace({{round, round + 1}, {round + 1, round + 2}, {round + 2, round + 3}}, kKeep, kUnknown);
    if (round == 10) most = table.memory_bytes();
    if (round > 10) {
      EXPECT_LE(table.memory_bytes(), most);
    }
  }
}

TEST(SortKeys, SortsAnyNumberUpToAnyIndex) {
  Random random(1);
  std::vector<PairKey> spare;
  for (const std::uint32_t most : {1u, 2u, 500u, 2048u, 4000u, 100'000u, 1u << 28}) {
    for (const int count : {0, 1, 63, 64, 1000}) {
      std::vector<PairKey> keys;
      for (int k = 0; k < count; ++k)
        keys.emplace_back(static_cast<std::uint32_t>(random.below(most)),
                          static_cast<std::uint32_t>(random.below(most)));
      std::vector<PairKey> expected = keys;
      std::sort(expected.begin(), expected.end());
      sort_keys(keys, spare, most);
      EXPECT_EQ(keys, expected) << most << " " << count;
    }
  }
}

}  // namespace
}  // namespace clearance::detail
