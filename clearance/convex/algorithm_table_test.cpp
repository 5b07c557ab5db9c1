#include <clearance/convex/algorithm_table.h>

#include <clearance/convex/bodies_test.h>

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace clearance::detail {
namespace {

TEST(AlgorithmTable, NamesAreUniqueAndLeadBack) {
  std::set<std::string> names;
  std::set<Algorithm> ids;
  for (const AlgorithmRow& row : algorithm_table()) {
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
    EXPECT_TRUE(ids.insert(row.id).second) << row.name;
    EXPECT_EQ(find_algorithm(algorithm_table(), std::string_view(row.name)), &row);
    EXPECT_EQ(find_algorithm(algorithm_table(), row.id), &row);
    EXPECT_STREQ(to_string(row.id), row.name);
    EXPECT_FALSE(std::string(row.paper).empty());
    EXPECT_NE(row.run, nullptr);
  }
  EXPECT_EQ(ids, (std::set<Algorithm>{Algorithm::Expansion, Algorithm::Exact}));
  for (const Algorithm none : {Algorithm::Automatic, Algorithm::Cache, Algorithm::Walk, Algorithm::Contact}) {
    EXPECT_EQ(find_algorithm(algorithm_table(), none), nullptr);
    EXPECT_EQ(find_algorithm(algorithm_table(), std::string_view(to_string(none))), nullptr);
  }
  EXPECT_EQ(find_algorithm(algorithm_table(), std::string_view("gjk")), nullptr);
  // What the core does not know, whoever added it names.
  constexpr Algorithm kAdded = added_algorithm(3);
  const AlgorithmRow row{kAdded, "mine", "", "", nullptr, {}, false};
  EXPECT_STREQ(to_string(kAdded), "added");
  EXPECT_STREQ(name_of(kAdded, {&row, 1}), "mine");
  EXPECT_STREQ(name_of(Algorithm::Walk, {&row, 1}), "walk");
  EXPECT_LT(static_cast<int>(Algorithm::HullTrees), kFirstAdded);
  EXPECT_STREQ(to_string(Algorithm::Automatic), "automatic");
  EXPECT_STREQ(to_string(Algorithm::Cache), "cache");
  EXPECT_STREQ(to_string(Verdict::Unresolved), "unresolved");
  EXPECT_STREQ(to_string(Verdict::Separated), "separated");
}

Verdict verdict_of(Status status) {
  return status == Status::Separated  ? Verdict::Separated
         : status == Status::Touching ? Verdict::Touching
                                      : Verdict::Penetrating;
}

// Every method: never against the exact decision; no verdict that its row does not claim; the exact one always decides.
TEST(AlgorithmTable, NoRowIsEverWrong) {
  Random random(191);
  std::vector<Scene> scenes;
  for (int round = 0; round < 200; ++round) {
    scenes.push_back(at_rest(random_body(random, true), random_body(random, true)));
    scenes.push_back({random_body(random, false), random_body(random, false), random_pose(random),
                      random_pose(random, random_vector(random, 1.5))});
  }
  for (const AlgorithmRow& row : algorithm_table()) {
    int decided = 0;
    for (const Scene& scene : scenes) {
      const Verdict truth = verdict_of(decide_exactly(scene.pair(), {}).status);
      ConvexCache cache;
      for (ConvexCache* kept : {static_cast<ConvexCache*>(nullptr), &cache, &cache}) {
        const Evidence evidence = row.run(scene.pair(), kept, nullptr);
        if (evidence.verdict == Verdict::Unresolved) continue;
        ++decided;
        ASSERT_EQ(evidence.verdict, truth) << row.name;
        ASSERT_TRUE(evidence.verdict != Verdict::Touching || row.can_prove.touching) << row.name;
      }
    }
    const int all = 3 * static_cast<int>(scenes.size());
    if (row.id == Algorithm::Exact) {
      EXPECT_EQ(decided, all);
    } else {
      EXPECT_GT(decided, all * 3 / 4) << row.name;
    }
  }
}

// Whichever method goes first, the public answer is the same status, with a certificate that holds.
TEST(AlgorithmTable, AnyMethodFirstTheSameProvedStatus) {
  Random random(192);
  for (int round = 0; round < 60; ++round) {
    const bool grid = round % 2 == 0;
    const Scene scene{random_body(random, grid), random_body(random, grid), Pose(),
                      grid ? Pose() : random_pose(random, random_vector(random, 1.5))};
    const Status truth = decide_exactly(scene.pair(), {}).status;
    for (const AlgorithmRow& row : algorithm_table()) {
      QueryOptions options;
      options.first = row.id;
      const Intersection result = intersects(scene.a, scene.pose_a, scene.b, scene.pose_b, options);
      ASSERT_EQ(result.status, truth) << row.name;
      ASSERT_HOLDS(scene.check(claim_of(result)));
      DistanceOptions distance_options;
      distance_options.first = row.id;
      const Distance gap = distance(scene.a, scene.pose_a, scene.b, scene.pose_b, distance_options);
      ASSERT_EQ(gap.status, truth) << row.name;
      ASSERT_HOLDS(scene.check(claim_of(gap)));
    }
  }
}

}  // namespace
}  // namespace clearance::detail
