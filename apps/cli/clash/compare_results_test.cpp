#include "compare_results.h"

#include <gtest/gtest.h>

#include <string>

namespace clearance::cli {
namespace {

std::string hash(char digit) { return std::string(32, digit); }

PairReport pair(const std::string& a, const std::string& b, PairVerdict verdict) {
  PairReport report;
  report.a = a, report.b = b;
  report.claim.status = Status::Penetrating;
  report.verdict = verdict;
  return report;
}

ResultFile result(std::vector<PairReport> pairs, std::vector<PartRecord> parts) {
  ResultFile made;
  made.query = "clash";
  made.criteria = Criteria{};
  made.pairs = std::move(pairs);
  made.parts = std::move(parts);
  return made;
}

const std::vector<PartRecord> kParts{
    {"beam", hash('1'), hash('a')}, {"duct", hash('2'), hash('a')}, {"pipe", hash('3'), hash('a')}};

TEST(CompareResults, NewStillThereAndResolved) {
  const ResultFile before =
      result({pair("beam", "duct", PairVerdict::Clash), pair("duct", "pipe", PairVerdict::Near)}, kParts);
  ResultFile now = result({pair("duct", "beam", PairVerdict::Clash), pair("beam", "pipe", PairVerdict::Clash),
                           pair("duct", "pipe", PairVerdict::Touching)},
                          kParts);
  EXPECT_EQ(compare_with(before, now), 0u);
  EXPECT_EQ(now.pairs[0].change, Change::Still) << "whichever is named first";
  EXPECT_EQ(now.pairs[1].change, Change::New);
  EXPECT_EQ(now.pairs[2].change, Change::None);
  ASSERT_EQ(now.resolved->size(), 1u);
  EXPECT_EQ((*now.resolved)[0].b, "pipe");
  EXPECT_EQ((*now.resolved)[0].was, PairVerdict::Near);
}

TEST(CompareResults, ARenamedPartIsKnownByItsContent) {
  const ResultFile before =
      result({pair("beam", "duct", PairVerdict::Clash), pair("duct", "pipe", PairVerdict::Clash)}, kParts);
  std::vector<PartRecord> parts = kParts;
  parts[1] = {"duct v2", hash('2'), hash('b')};  // elsewhere, but nothing else has that content
  ResultFile now = result({pair("beam", "duct v2", PairVerdict::Clash)}, parts);
  compare_with(before, now);
  EXPECT_EQ(now.pairs[0].change, Change::Still);
  ASSERT_EQ(now.resolved->size(), 1u);
  EXPECT_FALSE((*now.resolved)[0].gone);
}

TEST(CompareResults, OfTwoAlikeTheOneInItsPlace) {
  const std::vector<PartRecord> bolts{
      {"beam", hash('1'), hash('a')}, {"bolt 1", hash('5'), hash('b')}, {"bolt 2", hash('5'), hash('c')}};
  const ResultFile before = result({pair("beam", "bolt 2", PairVerdict::Clash)}, bolts);
  std::vector<PartRecord> renamed = bolts;
  renamed[1].name = "screw A", renamed[2].name = "screw B";
  std::swap(renamed[1], renamed[2]);
  ResultFile now =
      result({pair("beam", "screw A", PairVerdict::Clash), pair("beam", "screw B", PairVerdict::Clash)}, renamed);
  compare_with(before, now);
  EXPECT_EQ(now.pairs[0].change, Change::New);
  EXPECT_EQ(now.pairs[1].change, Change::Still);
}

TEST(CompareResults, APartThatIsGoneIsTheReason) {
  const ResultFile before = result({pair("beam", "duct", PairVerdict::Clash)}, kParts);
  ResultFile now = result({}, {kParts[0], kParts[2]});
  now.not_looked_at = 1;
  EXPECT_EQ(compare_with(before, now), 0u);
  ASSERT_EQ(now.resolved->size(), 1u);
  EXPECT_EQ((*now.resolved)[0].gone, "duct");
}

TEST(CompareResults, WhatWasNotLookedAtIsNotResolved) {
  const ResultFile before =
      result({pair("beam", "duct", PairVerdict::Clash), pair("beam", "pipe", PairVerdict::Clash)}, kParts);
  ResultFile now = result({pair("beam", "pipe", PairVerdict::Clash)}, kParts);
  now.not_looked_at = 1;
  EXPECT_EQ(compare_with(before, now), 1u);
  EXPECT_TRUE(now.resolved->empty());
}

TEST(CompareResults, WithAResultOfCheck) {
  ResultFile before =
      result({pair("beam", "duct", PairVerdict::NotAsked), pair("beam", "pipe", PairVerdict::NotAsked)}, {});
  before.query = "check", before.criteria.reset();
  before.pairs[1].claim.status = Status::Separated;
  ResultFile now = result({pair("beam", "duct", PairVerdict::Clash), pair("beam", "pipe", PairVerdict::Clash)}, kParts);
  compare_with(before, now);
  EXPECT_EQ(now.pairs[0].change, Change::Still);
  EXPECT_EQ(now.pairs[1].change, Change::New);
}

}  // namespace
}  // namespace clearance::cli
