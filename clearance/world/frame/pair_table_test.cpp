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
  Workers alone(1);
  table.replace({{1, 2}, {1, 5}, {3, 4}}, kKeep, kUnknown, alone);
  for (std::size_t k = 0; k < 3; ++k)
    table.cache(k).vertex_a = static_cast<int>(k) + 10, table.set_state(k, State::Free);
  table.replace({{0, 9}, {1, 5}, {3, 4}, {7, 8}}, kKeep, [](PairKey) { return State::Contact; }, alone);
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
  Workers alone(1);
  table.replace({{1, 2}}, kKeep, kUnknown, alone);
  table.cache(0).vertex_a = 10, table.set_state(0, State::Contact);
  table.replace({{1, 2}}, [](PairKey) { return true; }, kUnknown, alone);
  EXPECT_EQ(table.cache(0).vertex_a, ConvexCache{}.vertex_a);
  EXPECT_EQ(table[0].state, State::Unknown);
}

TEST(PairTable, RemembersTheFrameBefore) {
  PairTable table;
  Workers alone(1);
  table.replace({{1, 2}, {3, 4}}, kKeep, kUnknown, alone);
  table.set_state(0, State::Free), table.set_state(1, State::Contact);
  table.begin_frame([](const PairTable::Entry& entry) { return entry.key.a() == 3; }, alone);
  EXPECT_EQ(table[0].before, State::Free);
  EXPECT_EQ(table[0].state, State::Unknown);
  EXPECT_EQ(table[1].before, State::Contact);
  EXPECT_EQ(table[1].state, State::Contact);
}

// Of half a million pairs of a heap few are asked.
TEST(PairTable, HasACacheOnceAsked) {
  PairTable table;
  Workers alone(1);
  std::vector<PairKey> keys;
  for (std::uint32_t k = 0; k < 10'000; ++k) keys.emplace_back(k, k + 1);
  table.replace(keys, kKeep, kUnknown, alone);
  const std::size_t without = table.memory_bytes();
  EXPECT_FALSE(table.has_cache(77));
  table.cache(77).vertex_a = 5;
  EXPECT_TRUE(table.has_cache(77));
  EXPECT_LT(table.memory_bytes(), without + 10'000);
  table.replace(keys, kKeep, kUnknown, alone);
  EXPECT_EQ(table.cache(77).vertex_a, 5);
}

// A copy knows which caches were taken since the pairs were replaced: two pairs never share one.
TEST(PairTable, ACopyGivesOutOtherCaches) {
  PairTable table;
  Workers alone(1);
  table.replace({{1, 2}, {3, 4}, {5, 6}}, kKeep, kUnknown, alone);
  table.cache(0).vertex_a = 10, table.cache(1).vertex_a = 11;
  PairTable copy = table;
  for (PairTable* one : {&copy, &table}) {
    one->cache(2).vertex_a = 12;
    one->replace({{1, 2}, {3, 4}, {5, 6}, {7, 8}}, kKeep, kUnknown, alone);
    one->cache(3).vertex_a = 13;
    for (std::size_t k = 0; k < 4; ++k) EXPECT_EQ(one->cache(k).vertex_a, static_cast<int>(k) + 10);
  }
}

TEST(PairTable, ThreadsTakeCachesOfTheirOwn) {
  Workers workers(4);
  PairTable table;
  std::vector<PairKey> keys;
  for (std::uint32_t k = 0; k < 20'000; ++k) keys.emplace_back(k / 7, 5000 + k % 7);
  for (int round = 0; round < 3; ++round) {
    table.replace(keys, kKeep, kUnknown, workers);
    workers.run(200, [&](std::size_t task) {
      for (std::size_t k = 100 * task; k < 100 * task + 100; ++k)
        if (keys[k].bits % 3 != 0) table.cache(k).vertex_a = static_cast<int>(keys[k].bits % 1000);
    });
    for (std::size_t k = 0; k < keys.size(); ++k) {
      ASSERT_EQ(table.has_cache(k), keys[k].bits % 3 != 0);
      if (keys[k].bits % 3 == 0) continue;
      ASSERT_EQ(table.cache(k).vertex_a, static_cast<int>(keys[k].bits % 1000));
    }
    for (std::size_t k = keys.size(); k-- > 0;)
      if (k % 5 == static_cast<std::size_t>(round)) keys.erase(keys.begin() + static_cast<std::ptrdiff_t>(k));
    while (keys.size() < 20'000)
      keys.emplace_back(9000 + static_cast<std::uint32_t>(keys.size()), (1u << 20) + static_cast<std::uint32_t>(round));
    std::sort(keys.begin(), keys.end());
    if (round == 1) table.replace({}, kKeep, kUnknown, workers);
  }
}

// A pair carried over before it was ever answered had no state, was taken for new, and lost a slot of the pool.
TEST(PairTable, ReusesItsSlots) {
  PairTable table;
  Workers alone(1);
  std::size_t most = 0;
  for (std::uint32_t round = 0; round < 100; ++round) {
    table.replace({{round, round + 1}, {round + 1, round + 2}, {round + 2, round + 3}}, kKeep, kUnknown, alone);
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

// Whatever parts they come in, and with any number of threads; rows of one slot that are long or in order, too.
TEST(KeySorter, PutsPartsInOrder) {
  Random random(2);
  Workers alone(1), three(3);
  KeySorter sorter;
  for (const std::uint32_t most : {3000u, 60'000u, 1u << 23}) {
    for (const std::size_t count : {std::size_t{0}, std::size_t{100}, std::size_t{5000}, std::size_t{100'000}}) {
      std::vector<PairKey> expected;
      for (std::size_t k = 0; k < count; ++k)
        expected.emplace_back(random.below(5) == 0 ? 7 : static_cast<std::uint32_t>(random.below(most)),
                              static_cast<std::uint32_t>(random.below(most)));
      std::sort(expected.begin(), expected.end());
      expected.erase(std::unique(expected.begin(), expected.end()), expected.end());
      std::vector<std::vector<PairKey>> parts(20);
      for (const PairKey key : expected) parts[random.below(4) == 0 ? 3 : random.below(20)].push_back(key);
      for (std::vector<PairKey>& part : parts)
        for (std::size_t k = part.size(); k-- > 1;) std::swap(part[k], part[random.below(k + 1)]);
      for (Workers* workers : {&alone, &three}) {
        std::vector<PairKey> keys;
        sorter.sort(parts, keys, most, *workers);
        EXPECT_EQ(keys, expected) << most << " " << count;
      }
    }
  }
}

}  // namespace
}  // namespace clearance::detail
