// What holds for every row of the one table; convex/algorithm_table_test.cpp has the same for the library's own rows.
#include <clearance/lab/all_algorithms.h>

#include <clearance/convex/bodies_test.h>
#include <clearance/lab/pair/conclude.h>

#include <gtest/gtest.h>

#include <filesystem>
#include <set>
#include <string>

namespace clearance::detail {
namespace {

Verdict verdict_of(Status status) {
  return status == Status::Separated  ? Verdict::Separated
         : status == Status::Touching ? Verdict::Touching
                                      : Verdict::Penetrating;
}

bool is_core(const AlgorithmRow& row) { return find_algorithm(algorithm_table(), row.id) != nullptr; }

TEST(AllAlgorithms, EveryMethodHasOneRowAndItsHeader) {
  std::set<std::string> names;
  for (const AlgorithmRow& row : all_algorithms()) {
    SCOPED_TRACE(row.name);
    EXPECT_TRUE(names.insert(row.name).second);
    EXPECT_EQ(find_algorithm(all_algorithms(), std::string_view(row.name)), &row);
    EXPECT_EQ(find_algorithm(all_algorithms(), row.id), &row);
    EXPECT_FALSE(std::string(row.paper).empty());
    EXPECT_NE(row.run, nullptr);
    EXPECT_TRUE(std::filesystem::exists(std::filesystem::path(CLEARANCE_TESTDATA).parent_path() / row.header))
        << row.header;
  }
  EXPECT_EQ(names.size(), algorithm_table().size() + 15);
  EXPECT_EQ(find_algorithm(all_algorithms(), Algorithm::Automatic), nullptr);
  EXPECT_EQ(find_algorithm(all_algorithms(), Algorithm::Cache), nullptr);
}

// The library's own rows come first, and are the same.
TEST(AllAlgorithms, BeginWithTheCore) {
  const std::span<const AlgorithmRow> core = algorithm_table(), all = all_algorithms();
  ASSERT_GT(all.size(), core.size());
  for (std::size_t i = 0; i < core.size(); ++i) EXPECT_EQ(all[i].id, core[i].id);
}

// A method's verdict against the truth; its nearest points against the proved distance.
void expect_right(const AlgorithmRow& row, const Evidence& evidence, const Scene& scene, Status truth) {
  if (evidence.verdict == Verdict::Unresolved) return;
  ASSERT_EQ(evidence.verdict, verdict_of(truth)) << row.name;
  ASSERT_TRUE(evidence.verdict != Verdict::Touching || row.can_prove.touching) << row.name;
  if (evidence.verdict != Verdict::Separated || !row.finds_nearest) return;
  const PosedPair pair = scene.pair();
  const Distance gap = distance(scene.a, scene.pose_a, scene.b, scene.pose_b);
  const double found = norm(nearest_difference(pair, evidence)), rounding = 0x1p-43 * pair.reach();
  ASSERT_GE(found, gap.lower - rounding) << row.name;
  ASSERT_LE(found, gap.upper + 1e-6 * pair.reach()) << row.name;
}

std::vector<Scene> random_scenes(Random& random, int rounds) {
  std::vector<Scene> scenes;
  for (int round = 0; round < rounds; ++round) {
    scenes.push_back(at_rest(random_body(random, true), random_body(random, true)));
    scenes.push_back({random_body(random, false), random_body(random, false), random_pose(random),
                      random_pose(random, random_vector(random, 1.5))});
  }
  return scenes;
}

// Without a cache, with an empty one, and with the one it left itself.
TEST(AllAlgorithms, NoRowIsEverWrong) {
  Random random(193);
  const std::vector<Scene> scenes = random_scenes(random, 150);
  std::vector<Status> truth;
  truth.reserve(scenes.size());
  for (const Scene& scene : scenes) truth.push_back(decide_exactly(scene.pair(), {}).status);
  for (const AlgorithmRow& row : all_algorithms()) {
    std::size_t decided = 0;
    for (std::size_t i = 0; i < scenes.size(); ++i) {
      ConvexCache cache;
      for (ConvexCache* kept : {static_cast<ConvexCache*>(nullptr), &cache, &cache}) {
        const Evidence evidence = row.run(scenes[i].pair(), kept, nullptr);
        decided += evidence.verdict != Verdict::Unresolved;
        ASSERT_NO_FATAL_FAILURE(expect_right(row, evidence, scenes[i], truth[i])) << "scene " << i;
      }
    }
    EXPECT_GT(decided, 3 * scenes.size() * 3 / 4) << row.name;
  }
}

// A trace changes nothing, and every step of it is of this pair.
TEST(AllAlgorithms, TracesAreOnlyLookedAt) {
  Random random(194);
  for (const Scene& scene : random_scenes(random, 20)) {
    for (const AlgorithmRow& row : all_algorithms()) {
      Trace trace;
      const Evidence plain = row.run(scene.pair(), nullptr, nullptr), traced = row.run(scene.pair(), nullptr, &trace);
      EXPECT_EQ(plain.verdict, traced.verdict) << row.name;
      EXPECT_EQ(plain.steps, traced.steps) << row.name;
      for (const TraceStep& step : trace.steps) {
        EXPECT_TRUE(is_finite(step.point_a) && is_finite(step.point_b)) << row.name << ": " << step.what;
        EXPECT_NE(std::string(step.what), "") << row.name;
      }
    }
  }
}

// Frames of a motion: the cache is that of another pose, and at times of another method.
TEST(AllAlgorithms, StaleCachesMisleadNobody) {
  Random random(195);
  const std::span<const AlgorithmRow> table = all_algorithms();
  for (int round = 0; round < 8; ++round) {
    const Polytope a = test_polytope(TestShape::Ellipsoid, 12 + 8 * round, 1),
                   b = round % 2 == 0 ? random_hull(random, 20) : random_body(random, true);
    std::vector<ConvexCache> own(table.size());
    ConvexCache shared;
    for (int frame = 0; frame < 12; ++frame) {
      const Scene scene{a, b, random_pose(random), random_pose(random, random_vector(random, 1.8))};
      const Status truth = decide_exactly(scene.pair(), {}).status;
      for (std::size_t i = 0; i < table.size(); ++i)
        for (ConvexCache* cache : {&own[i], &shared})
          ASSERT_NO_FATAL_FAILURE(expect_right(table[i], table[i].run(scene.pair(), cache, nullptr), scene, truth));
    }
  }
}

ConvexCache random_cache(Random& random) {
  const auto index = [&] { return static_cast<std::int32_t>(random.below(400)) - 2; };
  ConvexCache cache;
  cache.direction = random.below(4) == 0 ? Vec3{} : random_vector(random, random.below(2) == 0 ? 1 : 1e200);
  cache.has_direction = random.below(2) == 0, cache.was_separated = random.below(2) == 0;
  cache.simplex_count = static_cast<std::uint8_t>(random.below(5));
  for (int k = 0; k < 4; ++k)
    cache.simplex_a[k] = static_cast<std::uint32_t>(index()), cache.simplex_b[k] = static_cast<std::uint32_t>(index());
  cache.vertex_a = index(), cache.vertex_b = index();
  cache.feature_a = {static_cast<Feature>(random.below(3)), index()};
  cache.feature_b = {static_cast<Feature>(random.below(3)), index()};
  return cache;
}

// The methods of this folder look before they follow a cache: it may be of larger bodies, or of none. (A cache given to
// the library's own methods belongs to the pair: query.h.)
TEST(AllAlgorithms, ForeignCachesAreNoHarm) {
  Random random(196);
  const Scene large{test_polytope(TestShape::Ellipsoid, 300, 1), test_polytope(TestShape::Plate, 300, 2), Pose(),
                    translation({1.5, 0.5, 0.25})};
  const std::vector<Scene> scenes = random_scenes(random, 25);
  for (const AlgorithmRow& row : all_algorithms()) {
    if (is_core(row)) continue;
    for (const AlgorithmRow& other : all_algorithms()) {
      ConvexCache of_large;
      other.run(large.pair(), &of_large, nullptr);
      for (const Scene& scene : scenes) {
        const Status truth = decide_exactly(scene.pair(), {}).status;
        for (ConvexCache cache : {of_large, random_cache(random)})
          ASSERT_NO_FATAL_FAILURE(expect_right(row, row.run(scene.pair(), &cache, nullptr), scene, truth))
              << "after " << other.name;
      }
    }
  }
}

// Where squares and products leave the range of doubles a method may know nothing, but it must say so.
TEST(AllAlgorithms, SizesBeyondTheRangeOfSquaresAreNoHarm) {
  const auto corner = [](double size) { return hull({{0, 0, 0}, {size, 0, 0}, {0, size, 0}, {0, 0, size}}); };
  const Polytope bodies[] = {point({1, 2, 3}),   segment({0, 0, 0}, {1e300, 1e-300, 1}),
                             box({1e200, 1, 0}), box({1, 1, 1}),
                             corner(1e300),      corner(1e-300),
                             corner(1e160),      corner(1e-160)};
  for (const Polytope& a : bodies)
    for (const Polytope& b : bodies)
      for (const Scene& scene : {at_rest(a, b), Scene{a, b, rotation({1, 2, 3, 4}), translation({3, 1e-200, 1e200})}}) {
        const Verdict truth = verdict_of(decide_exactly(scene.pair(), {}).status);
        for (const AlgorithmRow& row : all_algorithms()) {
          ConvexCache cache;
          for (ConvexCache* kept : {static_cast<ConvexCache*>(nullptr), &cache, &cache}) {
            const Verdict verdict = row.run(scene.pair(), kept, nullptr).verdict;
            ASSERT_TRUE(verdict == Verdict::Unresolved || verdict == truth) << row.name;
          }
        }
      }
}

// Whichever method goes first, the public answer is the same status, with a certificate that holds.
TEST(AllAlgorithms, AnyMethodFirstTheSameProvedStatus) {
  Random random(197);
  for (const Scene& scene : random_scenes(random, 20)) {
    const Status truth = decide_exactly(scene.pair(), {}).status;
    for (const AlgorithmRow& row : all_algorithms()) {
      QueryOptions options;
      options.first = row.id, options.methods = all_algorithms();
      const Intersection result = intersects(scene.a, scene.pose_a, scene.b, scene.pose_b, options);
      ASSERT_EQ(result.status, truth) << row.name;
      ASSERT_HOLDS(scene.check(claim_of(result)));
      DistanceOptions distance_options;
      distance_options.first = row.id, distance_options.methods = all_algorithms();
      const Distance gap = distance(scene.a, scene.pose_a, scene.b, scene.pose_b, distance_options);
      ASSERT_EQ(gap.status, truth) << row.name;
      ASSERT_HOLDS(scene.check(claim_of(gap)));
    }
  }
}

// The first method's evidence is used where it resolves the pair: boxes far apart are within reach of all.
TEST(AllAlgorithms, TheFirstMethodDecidesWhatItCan) {
  const Scene apart = at_rest(box({1, 1, 1}), octahedron(), {3, 0.5, 0.25});
  for (const AlgorithmRow& row : all_algorithms()) {
    QueryOptions options;
    options.first = row.id, options.methods = all_algorithms();
    const Intersection result = intersects(apart.a, apart.pose_a, apart.b, apart.pose_b, options);
    EXPECT_EQ(result.decided_by, row.id);
  }
}

}  // namespace
}  // namespace clearance::detail
