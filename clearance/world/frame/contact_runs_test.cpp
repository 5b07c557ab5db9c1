#include <clearance/world/frame/contact_runs.h>

#include <gtest/gtest.h>

#include <algorithm>

namespace clearance::detail {
namespace {

using State = PairTable::State;
using Blocks = std::vector<KeptBlock>;

constexpr auto kKeep = [](PairKey) { return false; };
constexpr auto kUnknown = [](PairKey) { return State::Unknown; };

std::vector<PairKey> keys_below(std::uint32_t count) {
  std::vector<PairKey> keys;
  for (std::uint32_t k = 0; k < count; ++k) keys.emplace_back(k / 7, 1000 + k % 7);
  return keys;
}

// Every third pair is a contact. Answers what is not known, as a world does, and keeps it.
Blocks answer_all(PairTable& table, Blocks blocks) {
  Workers alone(1);
  std::vector<ContactRun> runs = cut_runs(table, blocks, alone);
  Blocks kept;
  for (ContactRun& run : runs) {
    if (!run.is_settled) {
      ContactList::Block block;
      for (std::size_t k = run.first; k < run.last; ++k) {
        const bool met = (table[k].key.a() + table[k].key.b()) % 3 == 0;
        table.set_state(k, met ? State::Contact : State::Free);
        if (!met) continue;
        block.contacts.emplace_back();
        block.contacts.back().a.index = table[k].key.a(), block.contacts.back().b.index = table[k].key.b();
      }
      if (!block.contacts.empty()) run.block = std::make_shared<const ContactList::Block>(std::move(block));
      keep_contacts(table, run);
    }
    if (run.block) kept.push_back({table[run.first].key, run.block});
  }
  return kept;
}

void expect_sound(const PairTable& table) {
  for (std::size_t k = 0; k < table.size(); ++k) {
    if (table[k].state != State::Contact) continue;
    EXPECT_EQ(table[k].contact->a.index, table[k].key.a());
    EXPECT_EQ(table[k].contact->b.index, table[k].key.b());
  }
}

std::size_t settled(const std::vector<ContactRun>& runs) {
  return static_cast<std::size_t>(
      std::count_if(runs.begin(), runs.end(), [](const ContactRun& run) { return run.is_settled; }));
}

TEST(ContactRuns, CoverTheTable) {
  for (const std::uint32_t count : {0u, 1u, 5u, 128u, 5000u}) {
    PairTable table;
    Workers alone(1);
    table.replace(keys_below(count), kKeep, kUnknown, alone);
    Blocks none;
    std::size_t next = 0;
    for (const ContactRun& run : cut_runs(table, none, alone)) {
      EXPECT_EQ(run.first, next);
      EXPECT_GT(run.last, run.first);
      EXPECT_LE(run.last - run.first, kLongestRun);
      EXPECT_FALSE(run.is_settled);
      next = run.last;
    }
    EXPECT_EQ(next, count);
  }
}

TEST(ContactRuns, WhatDidNotChangeHasItsBlock) {
  PairTable table;
  Workers alone(1);
  table.replace(keys_below(5000), kKeep, kUnknown, alone);
  Blocks blocks = answer_all(table, {});
  expect_sound(table);
  const Blocks before = blocks;
  const std::vector<ContactRun> runs = cut_runs(table, blocks, alone);
  EXPECT_EQ(settled(runs), runs.size());
  std::size_t block = 0;
  for (const ContactRun& run : runs)
    if (run.block) {
      EXPECT_EQ(run.block, before[block++].block);
    }
  EXPECT_EQ(block, before.size());
}

TEST(ContactRuns, APairThatComesOrGoesChangesOneRun) {
  std::vector<PairKey> keys = keys_below(5000);
  PairTable table;
  Workers alone(1);
  table.replace(keys, kKeep, kUnknown, alone);
  Blocks blocks = answer_all(table, {});
  for (std::ptrdiff_t round = 0; round < 40; ++round) {
    if (round % 2 == 0)
      keys.erase(keys.begin() + 100 * round + 17);
    else
      keys.insert(keys.begin() + 90 * round + 5, PairKey((keys.begin() + 90 * round + 4)->a(), 2000));
    std::sort(keys.begin(), keys.end());
    table.begin_frame([](const PairTable::Entry&) { return true; }, alone);
    table.replace(keys, kKeep, kUnknown, alone);
    Blocks looked_at = blocks;
    const std::vector<ContactRun> runs = cut_runs(table, looked_at, alone);
    // The longest run is seldom reached, and the cut after it moves with the pairs: a run more at most.
    EXPECT_GE(settled(runs) + 2, runs.size()) << round;
    blocks = answer_all(table, blocks);
    expect_sound(table);
  }
}

TEST(ContactRuns, WhatIsUnknownOrNewsIsNotSettled) {
  PairTable table;
  Workers alone(1);
  table.replace(keys_below(6), kKeep, kUnknown, alone);
  Blocks blocks = answer_all(table, {});
  ASSERT_EQ(blocks.size(), 1u);
  // A contact of the block is gone, a pair is unknown.
  for (const State state : {State::Free, State::Unknown}) {
    PairTable changed = table;
    std::size_t k = 0;
    while (changed[k].state != State::Contact) ++k;
    changed.set_state(k, state);
    Blocks looked_at = blocks;
    EXPECT_EQ(settled(cut_runs(changed, looked_at, alone)), 0u);
  }
  // Closest points of the frame before are told once.
  ContactList::Block news = *blocks[0].block;
  news.has_before = true;
  Blocks told = {{table[0].key, std::make_shared<const ContactList::Block>(std::move(news))}};
  ContactRun whole;
  whole.last = 6, whole.block = told[0].block;
  keep_contacts(table, whole);
  EXPECT_EQ(settled(cut_runs(table, told, alone)), 0u);
  forget_contacts(table, whole);
  for (std::size_t k = 0; k < table.size(); ++k) EXPECT_NE(table[k].state, State::Contact);
  EXPECT_EQ(settled(cut_runs(table, told, alone)), 0u);
}

}  // namespace
}  // namespace clearance::detail
