#include "clash_files.h"

#include <gtest/gtest.h>

#include <set>

#include "clash_reports_test.h"

namespace clearance::cli {
namespace {

PairReport clash(const std::string& a, const std::string& b, Vec3 place, double depth) {
  return clash_of(a, b, place, {depth, depth});
}

std::set<std::string> identities(const ResultFile& result, GroupBy by) {
  std::set<std::string> all;
  for (const BcfTopic& topic : topics_of(result, {by, false, 100})) {
    EXPECT_TRUE(all.insert(topic.identity).second) << topic.identity;
    EXPECT_FALSE(topic.red.empty());
    EXPECT_FALSE(topic.title.empty());
  }
  return all;
}

const PairReport kDeep = clash("beam", "duct", {0, 0, 0}, 3), kShallow = clash("beam", "pipe", {1, 0, 0}, 1),
                 kFar = clash("bolt", "nut", {50, 0, 0}, 2);

TEST(Topics, OneForEachPairTheWorstFirst) {
  const std::vector<BcfTopic> topics =
      topics_of(result_of_clashes({kShallow, kDeep, kFar}), {GroupBy::None, false, 100});
  ASSERT_EQ(topics.size(), 3u);
  EXPECT_EQ(topics[0].title, "clash: beam, duct");
  EXPECT_EQ(topics[0].red, std::vector<std::string>{"beam"});
  EXPECT_EQ(topics[0].blue, std::vector<std::string>{"duct"});
  EXPECT_EQ(topics[1].place, (Vec3{50, 0, 0}));
}

TEST(Topics, OneForEachGroup) {
  const std::vector<BcfTopic> by_part =
      topics_of(result_of_clashes({kShallow, kDeep, kFar}), {GroupBy::Part, false, 100});
  ASSERT_EQ(by_part.size(), 2u);
  EXPECT_EQ(by_part[0].title, "beam (2)");
  EXPECT_EQ(by_part[0].red, std::vector<std::string>{"beam"});
  EXPECT_EQ(by_part[0].blue, (std::vector<std::string>{"duct", "pipe"}));
  const std::vector<BcfTopic> by_place =
      topics_of(result_of_clashes({kShallow, kDeep, kFar}), {GroupBy::Place, false, 100});
  ASSERT_EQ(by_place.size(), 2u);
  EXPECT_EQ(by_place[0].title, "around (0, 0, 0) (2)");
}

// Whatever else has changed, and whichever part is named first, a clash is the topic that it was.
TEST(Topics, KeepTheirIdentityFromRunToRun) {
  const PairReport turned = clash("duct", "beam", {0.1, 0, 0}, 2.5);
  for (const GroupBy by : {GroupBy::None, GroupBy::Part, GroupBy::Place}) {
    const std::set<std::string> before = identities(result_of_clashes({kDeep, kFar}), by);
    const std::set<std::string> after = identities(result_of_clashes({kFar, turned, kShallow}), by);
    std::size_t kept = 0;
    for (const std::string& identity : before) kept += after.contains(identity) ? 1 : 0;
    EXPECT_EQ(kept, 2u) << static_cast<int>(by);
  }
}

TEST(ClashFiles, FoldersAreLookedAtBeforehand) {
  ClashOptions options;
  EXPECT_FALSE(unwritable_file(options, ""));
  options.csv = "/nowhere/at/all.csv";
  EXPECT_TRUE(unwritable_file(options, ""));
}

}  // namespace
}  // namespace clearance::cli
