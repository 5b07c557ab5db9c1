#include "find_clashes.h"

#include <clearance/base/random.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>

#include "../known_scenes_test.h"
#include "assemblies_test.h"
#include "clash_reports_test.h"
#include "severity.h"

namespace clearance::cli {
using namespace detail;
namespace {

Clashes clashes_of(const Scene& scene, const ClashQuestion& question = {}) {
  return find_clashes(scene, part_hashes(scene), question);
}

ClashQuestion within(double distance) {
  ClashQuestion question;
  question.criteria.within = distance;
  return question;
}

ClashQuestion tolerating(double depth) {
  ClashQuestion question;
  question.criteria.tolerance = depth;
  return question;
}

TEST(FindClashes, EachKindOnce) {
  const Scene scene = assembly({{"left", kBox, "[0,0,0]"},
                                {"deep", kBox, "[0.75,0,0]"},
                                {"flush", kBox, "[-1,0,0]"},
                                {"far", kBox, "[9,0,0]"},
                                {"foil", surface(), "[8.75,0,0]"}});
  const Clashes found = clashes_of(scene);
  ASSERT_EQ(found.found.size(), 3u);
  EXPECT_EQ(found.clear, 7u);
  const PairReport &deep = found.found[0].report, &flush = found.found[1].report, &foil = found.found[2].report;
  EXPECT_EQ(deep.verdict, PairVerdict::Clash);
  EXPECT_LE(deep.claim.depth->bracket.lower, 0.25);
  EXPECT_GE(deep.claim.depth->bracket.upper, 0.25);
  ASSERT_TRUE(deep.place);
  EXPECT_EQ(flush.verdict, PairVerdict::Touching);
  EXPECT_FALSE(flush.place) << "only on demand";
  EXPECT_EQ(foil.verdict, PairVerdict::Clash);
  EXPECT_FALSE(foil.claim.depth);
}

// 0.2 + 0.1 is not 0.3: flush bricks overlap by a rounding, which is a clash until somebody tolerates it.
TEST(FindClashes, ARoundingIsAClashUnlessTolerated) {
  const Scene scene =
      assembly({{"a", R"({"box":[0.1,0.1,0.1]})", "[0.2,0,0]"}, {"b", R"({"box":[0.1,0.1,0.1]})", "[0.3,0,0]"}});
  ASSERT_EQ(clashes_of(scene).found.size(), 1u);
  EXPECT_EQ(clashes_of(scene).found[0].report.verdict, PairVerdict::Clash);
  EXPECT_EQ(clashes_of(scene, tolerating(1e-12)).found[0].report.verdict, PairVerdict::Touching);
}

TEST(FindClashes, ToleranceAtTheDepthItself) {
  const Scene scene = assembly({{"a", kBox, "[0,0,0]"}, {"b", kBox, "[0.75,0,0]"}});
  EXPECT_EQ(clashes_of(scene, tolerating(0.25)).found[0].report.verdict, PairVerdict::Touching)
      << "not deeper than that";
  EXPECT_EQ(clashes_of(scene, tolerating(0.2499)).found[0].report.verdict, PairVerdict::Clash);
  EXPECT_EQ(clashes_of(scene, tolerating(0.2501)).found[0].report.verdict, PairVerdict::Touching);
}

// A wide bracket that holds the tolerance is narrowed.
TEST(FindClashes, BracketsAreRefinedWhereTheyHoldTheTolerance) {
  const Scene scene = assembly({{"a", solid(), "[0,0,0]"}, {"b", solid(), "[0.9,0.05,0.1]"}});
  const PairReport rough = clashes_of(scene).found[0].report;
  ASSERT_TRUE(rough.claim.depth);
  const auto [lower, upper] = rough.claim.depth->bracket;
  for (const double share : {0.01, 0.3, 0.7, 0.99}) {
    const double tolerance = lower + share * (upper - lower);
    const PairReport report = clashes_of(scene, tolerating(tolerance)).found[0].report;
    const Bracket& depth = report.claim.depth->bracket;
    EXPECT_EQ(report.verdict == PairVerdict::Clash, depth.lower > tolerance);
    EXPECT_EQ(report.verdict == PairVerdict::Touching, depth.upper <= tolerance);
    if (report.verdict == PairVerdict::Undecided) {
      EXPECT_LT(depth.upper - depth.lower, 0.1);
    }
  }
}

TEST(FindClashes, WithinIsComparedExactly) {
  const Scene scene = assembly({{"a", kBox, "[0,0,0]"}, {"b", kBox, "[1.5,0,0]"}});
  EXPECT_TRUE(clashes_of(scene).found.empty());
  EXPECT_TRUE(clashes_of(scene, within(std::nextafter(0.5, 0))).found.empty());
  const Clashes near = clashes_of(scene, within(0.5));
  ASSERT_EQ(near.found.size(), 1u);
  EXPECT_EQ(near.found[0].report.verdict, PairVerdict::Near);
  ASSERT_TRUE(near.found[0].report.points);
  EXPECT_NEAR(norm((*near.found[0].report.points)[0] - (*near.found[0].report.points)[1]), 0.5, 1e-12);
  EXPECT_EQ(clashes_of(assembly({{"a", kFloor, "[0,0,0]"}, {"b", kBox, "[0,0,1]"}}), within(0.5)).found.size(), 1u);
}

TEST(FindClashes, OnlyPairsThatAreAskedAbout) {
  const std::vector<Placed> parts{{"a", kBox, "[0,0,0]"}, {"b", kBox, "[0.5,0,0]"}, {"c", kBox, "[0.75,0,0]"}};
  EXPECT_EQ(clashes_of(assembly(parts)).found.size(), 3u);
  EXPECT_EQ(clashes_of(assembly(parts, R"(,"pairs":[["a","c"]])")).found.size(), 1u);
  // A pair that was listed twice, or the other way round, was counted twice, and verify refused the result.
  const Clashes twice = clashes_of(assembly(parts, R"(,"pairs":[["a","c"],["c","a"],["a","c"]])"));
  EXPECT_EQ(twice.found.size() + twice.clear, 1u);
  EXPECT_EQ(clashes_of(assembly(parts, R"(,"allowed":[["a","*"]])")).found.size(), 1u);
}

TEST(FindClashes, AsEveryPairByItself) {
  const Scene scene = block_of_boxes(4);
  const Clashes found = clashes_of(scene, within(0.02));
  std::size_t k = 0;
  for (const ScenePair& pair : scene.pairs) {
    const PairReport report = judge_clash(scene.objects[pair.a], scene.objects[pair.b], within(0.02));
    if (report.verdict == PairVerdict::Clear) continue;
    ASSERT_LT(k, found.found.size());
    EXPECT_EQ(found.found[k].pair, pair);
    EXPECT_EQ(found.found[k++].report.verdict, report.verdict);
  }
  EXPECT_EQ(k, found.found.size());
  EXPECT_EQ(found.clear, scene.pair_count() - k);
}

// Counted, not listed: the same numbers, but for bodies that stand for others, which are to be told of.
TEST(FindClashes, TouchingMayBeCountedAlone) {
  Scene scene = block_of_boxes(4);
  ClashQuestion question = tolerating(1e-12);
  const Clashes listed = clashes_of(scene, question);
  question.count_touching = true;
  const Clashes counted = clashes_of(scene, question);
  const auto touches = [](const FoundClash& found) { return found.report.verdict == PairVerdict::Touching; };
  EXPECT_GT(counted.touching, 100u);
  EXPECT_EQ(counted.touching, std::count_if(listed.found.begin(), listed.found.end(), touches));
  EXPECT_EQ(std::count_if(counted.found.begin(), counted.found.end(), touches), 0);
  EXPECT_EQ(counted.found.size() + counted.touching, listed.found.size());
  EXPECT_EQ(counted.clear, listed.clear);
  EXPECT_EQ(listed.touching, 0u);
  scene.objects[21].excess = 0.01;
  const Clashes told = clashes_of(scene, question);
  EXPECT_GT(std::count_if(told.found.begin(), told.found.end(), touches), 3);
  EXPECT_EQ(told.found.size() + told.touching, listed.found.size());
}

// ---- What is known --------------------------------------------------------------------------------------------------

TEST(FindClashes, WhatIsKnownIsNotAskedAgain) {
  const Scene scene = block_of_boxes(3);
  const auto hashes = part_hashes(scene);
  const KnownPairs nothing;
  const Clashes first = find_clashes(scene, hashes, {}, &nothing);
  const Clashes again = find_clashes(scene, hashes, {}, &first.all_known);
  EXPECT_EQ(again.asked, 0u);
  EXPECT_EQ(text_of(again), text_of(first));
  // One part changed: its own pairs, and no others.
  Scene changed = block_of_boxes(3);
  changed.objects[13].pose = translation({0.1, 0.1, 0.103});
  const Clashes after = find_clashes(changed, part_hashes(changed), {}, &first.all_known);
  EXPECT_EQ(after.asked, 17u) << "those beside it and above it";
  EXPECT_EQ(text_of(after), text_of(clashes_of(changed)));
}

TEST(FindClashes, KnownOfAnotherQuestionIsNoAnswer) {
  const Scene scene = block_of_boxes(3);
  const auto hashes = part_hashes(scene);
  const KnownPairs nothing;
  const Clashes first = find_clashes(scene, hashes, {}, &nothing);
  EXPECT_EQ(find_clashes(scene, hashes, within(0.01), &first.all_known).known, 0u);
  EXPECT_EQ(find_clashes(scene, hashes, tolerating(0.01), &first.all_known).known, 0u);
}

TEST(FindClashes, KnownPairsComeBackFromText) {
  const Scene scene = block_of_boxes(3);
  const auto hashes = part_hashes(scene);
  const ClashQuestion question = within(0.005);
  const KnownPairs nothing;
  const Clashes first = find_clashes(scene, hashes, question, &nothing);
  const std::string text = known_pairs_text(first.all_known, question);
  const std::optional<KnownPairs> known = parse_known_pairs(text, question);
  ASSERT_TRUE(known);
  EXPECT_EQ(known->size(), first.all_known.size());
  EXPECT_EQ(text_of(find_clashes(scene, hashes, question, &*known)), text_of(first));
  EXPECT_FALSE(parse_known_pairs(text, within(0.006)));
  EXPECT_FALSE(parse_known_pairs(text.substr(0, text.size() - 1), question));
  EXPECT_FALSE(parse_known_pairs("", question));
  detail::Random random(3);
  for (int k = 0; k < 300; ++k) {
    std::string damaged = text;
    char& byte = damaged[random.below(damaged.size())];
    byte = static_cast<char>(byte ^ (1 << random.below(8)));
    EXPECT_FALSE(parse_known_pairs(damaged, question));
  }
}

// ---- Interruption ---------------------------------------------------------------------------------------------------

struct StopAfter {
  std::shared_ptr<std::atomic<int>> left;
  bool stop_requested() const { return *left <= 0; }
};

TEST(FindClashes, InterruptedAnywhereAndTakenUpAgainIsOneRun) {
  const Scene scene = block_of_boxes(4);
  const auto hashes = part_hashes(scene);
  const ClashQuestion question = within(0.005);
  const std::string whole = text_of(find_clashes(scene, hashes, question));
  detail::Random random(11);
  for (int round = 0; round < 12; ++round) {
    KnownPairs known;
    Clashes clashes;
    int runs = 0;
    do {
      const auto left = std::make_shared<std::atomic<int>>(static_cast<int>(random.below(200)) * (runs + 1));
      ClashWatcher watcher;
      watcher.looked_at = [&] { --*left; };
      clashes = find_clashes(scene, hashes, question, &known, StopAfter{left}, watcher);
      EXPECT_EQ(clashes.was_stopped, clashes.not_looked_at > 0);
      EXPECT_EQ(clashes.clear + clashes.found.size() + clashes.not_looked_at, scene.pair_count());
      known = clashes.all_known;
    } while (clashes.was_stopped && ++runs < 200);
    EXPECT_FALSE(clashes.was_stopped);
    EXPECT_TRUE(text_of(clashes) == whole) << clashes.found.size();
  }
}

// ---- Order ----------------------------------------------------------------------------------------------------------

TEST(Severity, TheWorstFirst) {
  const Scene scene = assembly({{"a", kBox, "[0,0,0]"},
                                {"again", kBox, "[0,0,0]"},
                                {"deep", kBox, "[0.5,0.9,0]"},
                                {"shallow", kBox, "[0,-0.95,0]"},
                                {"near", kBox, "[0,0,1.25]"},
                                {"flush", kBox, "[0,0,-1]"}});
  const Clashes clashes = clashes_of(scene, within(0.3));
  ReportList reports;
  for (const FoundClash& clash : clashes.found)
    if (clash.report.a == "a") reports.push_back(&clash.report);
  const std::vector<ClashGroup> groups = grouped(reports, GroupBy::None, 4);
  ASSERT_EQ(groups.size(), 1u);
  std::string order;
  for (const std::size_t k : groups[0].pairs) order += reports[k]->b + " ";
  EXPECT_EQ(order, "again deep shallow near flush ");
}

TEST(Severity, EveryPairIsInOneGroup) {
  const Clashes clashes = clashes_of(block_of_boxes(4));
  ReportList reports;
  for (const FoundClash& clash : clashes.found) reports.push_back(&clash.report);
  for (const GroupBy by : {GroupBy::None, GroupBy::Part, GroupBy::Place}) {
    std::vector<int> seen(reports.size());
    for (const ClashGroup& group : grouped(reports, by, 0.7))
      for (const std::size_t k : group.pairs) ++seen[k];
    EXPECT_EQ(seen, std::vector<int>(reports.size(), 1));
  }
}

}  // namespace
}  // namespace clearance::cli
