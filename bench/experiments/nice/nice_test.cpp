// The numbers people model with are what they should be, peers are judged by the rules that are printed, and our own
// answers at such poses are those of others that are exact.
#include <bench/bench.h>
#include <bench/experiments/nice/nice_cases.h>
#include <bench/experiments/nice/nice_convex.h>
#include <bench/peers/cgal.h>
#include <bench/peers/clearance.h>
#include <bench/peers/clearance_world.h>
#include <bench/race/deadly_frames.h>
#include <bench/race/mesh_race.h>
#include <bench/workloads/nice_worlds.h>
#include <bench/workloads/small_solids.h>
#include <clearance/build/mesh.h>
#include <clearance/convex/query.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <limits>

namespace clearance::bench {
namespace {

using Kind = Answer::Kind;

constexpr PoseKind kKinds[] = {PoseKind::Random,        PoseKind::RandomPlaces, PoseKind::Tenths,
                               PoseKind::BothTenths,    PoseKind::Quarters,     PoseKind::Eighths,
                               PoseKind::SmallIntegers, PoseKind::Alike};

Mistakes judged(const Answer& answer, const Truth& truth, Query query, const Tolerance& tolerance = {0, 1e-6}) {
  Mistakes out;
  judge(answer, truth, query, tolerance, out);
  return out;
}

TEST(Mistakes, StatusesAreWrongButForTouchingCalledFree) {
  const Truth apart{false, 0.5, 0.5}, deep{true, 0.5, 0.5}, touching{true, 0, 0, true};
  EXPECT_EQ(judged({Kind::Colliding, 0}, apart, Query::Boolean).false_hits, 1);
  EXPECT_EQ(judged({Kind::Separated, 0}, deep, Query::Boolean).misses, 1);
  EXPECT_EQ(judged({Kind::Failed, 0}, deep, Query::Boolean).failures, 1);
  EXPECT_EQ(judged({Kind::Failed, 0}, touching, Query::Boolean).failures, 1);
  EXPECT_EQ(judged({Kind::Separated, 0}, apart, Query::Boolean).wrong(), 0);
  EXPECT_EQ(judged({Kind::Colliding, 0}, touching, Query::Boolean).wrong(), 0);
  const Mistakes free = judged({Kind::Separated, 0}, touching, Query::Boolean);
  EXPECT_EQ(free.wrong(), 0);
  EXPECT_EQ(free.touching_free, 1);
}

TEST(Mistakes, ThoseOfBodiesThatAreCloseAreWrongByARounding) {
  const Truth apart{false, 1e-17, 1e-17, false, true}, deep{true, 1e-17, 1e-17, false, true};
  for (const Mistakes& m :
       {judged({Kind::Colliding, 0}, apart, Query::Boolean), judged({Kind::Separated, 0}, deep, Query::Boolean)}) {
    EXPECT_EQ(m.wrong(), 1);
    EXPECT_EQ(m.by_rounding, 1);
    EXPECT_EQ(m.clearly_wrong(), 0);
  }
  EXPECT_EQ(judged({Kind::Failed, 0}, deep, Query::Boolean).clearly_wrong(), 1);
}

TEST(Mistakes, DistancesAndDepthsAreComparedWhereThereIsOne) {
  const Truth apart{false, 0.5, 0.5}, deep{true, 0, 0}, touching{true, 0, 0, true};
  EXPECT_EQ(judged({Kind::Separated, 0.5000009}, apart, Query::Distance).wrong(), 0);
  EXPECT_EQ(judged({Kind::Separated, 0.5000011}, apart, Query::Distance).off, 1);
  EXPECT_EQ(judged({Kind::Separated, 0.4999}, apart, Query::Distance).off, 1);
  EXPECT_EQ(judged({Kind::Separated, std::nan("")}, apart, Query::Distance).off, 1);
  EXPECT_EQ(judged({Kind::Separated, 0.5, 1e-3}, apart, Query::Distance).off, 1);
  // FCL says -1 where bodies collide: a status, no value.
  EXPECT_EQ(judged({Kind::Colliding, 1}, deep, Query::Distance).wrong(), 0);
  EXPECT_EQ(judged({Kind::Colliding, 1}, touching, Query::Distance).wrong(), 0);
  // Touching bodies may be a little apart.
  EXPECT_EQ(judged({Kind::Separated, 1e-9}, touching, Query::Distance).wrong(), 0);
  EXPECT_EQ(judged({Kind::Separated, 1e-3}, touching, Query::Distance).off, 1);
  const Truth depth{true, 0.25, 0.25};
  EXPECT_EQ(judged({Kind::Colliding, 0.25}, depth, Query::Depth).wrong(), 0);
  EXPECT_EQ(judged({Kind::Colliding, 0.3}, depth, Query::Depth).off, 1);
  EXPECT_EQ(judged({Kind::Colliding, 0.3}, depth, Query::Boolean).wrong(), 0);
}

TEST(Bars, NameWhatIsMissed) {
  Report report(false);
  report.begin("nothing");
  Bars bars(Record{{"row", "one"}});
  EXPECT_EQ(bars.text(), "");
  bars.at_most("mean", 400, 400, report);
  EXPECT_EQ(bars.text(), "met");
  bars.at_most("by random", 2.512, 2.5, report);
  bars.at_most("p99.9", 5001, 5000, report);
  bars.at_most("nothing measured", std::numeric_limits<double>::quiet_NaN(), 1, report);
  EXPECT_EQ(bars.text().rfind("MISSED: by random 2.51 (2.5), p99.9 5001 (5000), nothing measured", 0), 0u)
      << bars.text();
}

TEST(Percentile, OneInAThousandIsAbove) {
  std::vector<double> values;
  for (int k = 2000; k > 0; --k) values.push_back(k);
  EXPECT_EQ(percentile_999(values), 1999);
  EXPECT_EQ(percentile_999({3, 1, 2}), 3);
  EXPECT_EQ(percentile_999({}), 0);
  EXPECT_EQ(mean_of({1, 2, 6}), 3);
  EXPECT_EQ(mean_of({}), 0);
}

TEST(NicePoses, TenthsAreTheDoublesNextToThem) {
  for (const PoseKind kind : kKinds) {
    if (kind == PoseKind::Random || kind == PoseKind::RandomPlaces) continue;
    const MeshPoses poses = nice_poses(kind, 500);
    for (std::size_t i = 0; i < poses.size(); ++i) {
      for (int axis = 0; axis < 3; ++axis) {
        const double x = poses.b[i].translation()[axis], tenths = std::round(10 * x);
        EXPECT_EQ(x, tenths / 10) << to_string(kind);
        EXPECT_LE(std::fabs(tenths), 15);
      }
      if (kind == PoseKind::Alike) {
        EXPECT_EQ(poses.a[i].quaternion(), poses.b[i].quaternion());
      }
      if (kind != PoseKind::BothTenths) {
        EXPECT_EQ(poses.a[i].translation(), Vec3());
      }
    }
  }
}

TEST(NicePoses, TheSameSeedGivesTheSameBits) {
  for (const PoseKind kind : kKinds) {
    const MeshPoses fewer = nice_poses(kind, 20), more = nice_poses(kind, 60);
    EXPECT_TRUE(std::equal(fewer.a.begin(), fewer.a.end(), more.a.begin())) << to_string(kind);
    EXPECT_TRUE(std::equal(fewer.b.begin(), fewer.b.end(), more.b.begin())) << to_string(kind);
  }
}

TEST(NicePoses, BoxesTouchAtNiceNumbersAndNotAtRandomOnes) {
  const Polytope cube = box({1, 1, 1});
  for (const PoseKind kind : kKinds) {
    const bool is_random = kind == PoseKind::Random || kind == PoseKind::RandomPlaces || kind == PoseKind::Alike;
    const Statuses found = judge_row(cube, cube, nice_poses(kind, 500), Query::Boolean).statuses;
    EXPECT_EQ(found.touching == 0, is_random) << to_string(kind);
    EXPECT_GT(found.separated, 250u) << to_string(kind);
    EXPECT_GT(found.penetrating, 50u) << to_string(kind);
  }
}

TEST(DeadlyFrames, AreThoseThatEndTheProgram) {
  int asked_here = 0;
  const std::vector<bool> deadly = deadly_frames(7, [&](std::size_t frame) {
    ++asked_here;
    std::fputs("nobody reads this", stderr);
    if (frame == 2 || frame == 3 || frame == 6) std::abort();
  });
  EXPECT_EQ(deadly, (std::vector<bool>{false, false, true, true, false, false, true}));
  EXPECT_EQ(asked_here, 0);
  EXPECT_TRUE(deadly_frames(0, [](std::size_t) { std::abort(); }).empty());
}

// Hulls and own boxes are the same bodies: nobody is clearly wrong at random poses, but for a few; ODE misses one box
// in ten where it may return any contact.
TEST(NiceMethods, PeersSeeTheSameBoxes) {
  const Polytope cube = box({1, 1, 1});
  const NiceRow row = judge_row(cube, cube, nice_poses(PoseKind::Random, 300), Query::Boolean);
  for (const RaceResult& m : race_hulls(nice_methods(true), {&row.judged, 1}, Query::Boolean, {.repetitions = 1})) {
    EXPECT_LE(m.wrong(), m.package == "Clearance"       ? 0
                         : m.name == "box, any contact" ? 30
                                                        : 3)
        << m.package << ", " << m.name;
    EXPECT_EQ(m.frames, 300);
  }
  const NiceRow apart = judge_row(cube, cube, nice_poses(PoseKind::Random, 300), Query::Distance);
  for (const RaceResult& m : race_hulls(nice_methods(true), {&apart.judged, 1}, Query::Distance, {.repetitions = 1},
                                        nice_tolerance(Query::Distance)))
    EXPECT_LE(m.wrong(), m.package == "Clearance" ? 0 : 30) << m.package << ", " << m.name;
}

TEST(NiceMethods, OursAreRightAtEveryKindOfPose) {
  const Polytope cube = box({1, 1, 1});
  for (const PoseKind kind : kKinds) {
    for (const Query query : {Query::Boolean, Query::Distance, Query::Depth}) {
      const NiceRow row = judge_row(cube, cube, nice_poses(kind, 100), query);
      for (const RaceResult& m :
           race_hulls(our_methods(), {&row.judged, 1}, query, {.repetitions = 1}, nice_tolerance(query)))
        EXPECT_EQ(m.wrong() + m.touching_free, 0) << to_string(kind) << ", " << to_string(query) << ", " << m.name;
    }
  }
}

TEST(NiceMethods, TheBestOfALibraryIsRightBeforeItIsFast) {
  const auto measured = [](const char* name, double seconds, std::int64_t misses, std::int64_t by_rounding) {
    RaceResult m;
    m.package = "P", m.name = name, m.seconds = seconds, m.asked = 1000, m.misses = misses, m.by_rounding = by_rounding;
    m.skipped.clear();
    return m;
  };
  const RaceResult rounding[] = {measured("wrong", 1, 100, 0), measured("slow", 3, 0, 0),
                                 measured("rounding", 2, 100, 100)};
  EXPECT_EQ(best_of(rounding, "P")->name, "rounding");
  const RaceResult less[] = {measured("worse", 1, 100, 0), measured("less", 2, 50, 0)};
  EXPECT_EQ(best_of(less, "P")->name, "less");
  EXPECT_EQ(best_of(less, "Q"), nullptr);
  // A result that nobody filled in claims nothing.
  RaceResult nobody;
  nobody.package = "P";
  EXPECT_FALSE(nobody.is_right() || nobody.is_trustworthy());
  EXPECT_EQ(best_of({&nobody, 1}, "P"), nullptr);
}

TEST(NiceCases, StandAsTheirNamesSay) {
  for (const NiceCase& one : nice_cases()) {
    EXPECT_EQ(intersects(one.a, one.pose_a, one.b, one.pose_b).status, one.status) << one.name;
    QueryOptions exact;
    exact.first = Algorithm::Exact;
    EXPECT_EQ(intersects(one.a, one.pose_a, one.b, one.pose_b, exact).status, one.status) << one.name;
  }
}

TEST(SmallSolids, AreSolidAndAsManyTrianglesAsTheirNamesSay) {
  const std::pair<SmallSolid, std::size_t> solids[] = {
      {SmallSolid::L, 20}, {SmallSolid::U, 28}, {SmallSolid::Gear, 128}};
  for (const auto& [solid, count] : solids) {
    const TriangleSoup soup = small_solid(solid);
    EXPECT_EQ(soup.triangles.size(), count);
    EXPECT_NE(std::string(to_string(solid)).find(std::to_string(count)), std::string::npos);
    const MeshFacts facts = mesh_facts(soup.vertices, soup.triangles);
    EXPECT_TRUE(facts.is_solid()) << why_not_solid(facts);
    EXPECT_EQ(facts.zero_area, 0u);
    EXPECT_EQ(facts.components, 1u);
    EXPECT_GT(facts.volume, 0) << "inward";
  }
}

TEST(SmallSolids, OurBooleansAreThoseOfCgalsExactKernel) {
  for (const SmallSolid solid : {SmallSolid::L, SmallSolid::U, SmallSolid::Gear}) {
    const TriangleSoup soup = small_solid(solid);
    const CgalExact exact(soup, soup, true);
    const auto ours = our_mesh_libraries()[0].make(soup, soup);
    for (const PoseKind kind : {PoseKind::Tenths, PoseKind::Quarters, PoseKind::Eighths}) {
      const MeshPoses poses = nice_poses(kind, 40);
      const std::vector<Truth> truth = mesh_truth(*ours, poses, Query::Boolean);
      for (std::size_t i = 0; i < poses.size(); ++i)
        EXPECT_EQ(truth[i].colliding, exact.meet(poses.a[i], poses.b[i]))
            << to_string(solid) << ", " << to_string(kind);
    }
  }
}

// Each cube has 26 neighbours, fewer at the border: (3·side − 2)³ ordered pairs, those of a cube with itself included.
TEST(BlockWorlds, CubesOfAGridTouchAllTheirNeighbours) {
  const BlockWorld grid = block_grid(4, true);
  ASSERT_EQ(grid.trajectory.frames.size(), 11u);
  EXPECT_EQ(grid.trajectory.body_count(), 64u);
  EXPECT_EQ(grid.trajectory.truth[0].size(), (1000u - 64u) / 2);
  EXPECT_EQ(grid.touching[0], grid.trajectory.truth[0]);
  // After ten steps of a tenth everything stands one further on, exactly.
  EXPECT_EQ(grid.trajectory.truth[10], grid.trajectory.truth[0]);
  EXPECT_EQ(block_stack(10, false).touching[0].size(), 9u);
}

TEST(BlockWorlds, OurWorldFindsTheContactsInEveryFrame) {
  for (const BlockWorld& world :
       {block_grid(3, true), brick_wall(4, 5, true), block_stack(8, true), block_grid(3, false)}) {
    const Trajectory& way = world.trajectory;
    const RaceResult result = race(std::vector{our_world("automatic", {})}, way, FrameJudge{way.truth, world.touching},
                                   {.repetitions = 2})[0];
    EXPECT_TRUE(result.is_right()) << world.name;
    EXPECT_EQ(result.touching_free, 0) << world.name;
  }
}

std::string printed(std::vector<std::string> words) {
  words.insert(words.begin(), "bench");
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  testing::internal::CaptureStdout();
  EXPECT_EQ(run_bench(static_cast<int>(arguments.size()), arguments.data()), 0);
  return testing::internal::GetCapturedStdout();
}

TEST(Nice, PrintsEveryPartAndJudgesItself) {
  const std::string text = printed({"nice", "--quick", "--no-plots"});
  for (const char* part : {"unit boxes: boolean", "cylinders of 32 sides: depth", "One place: distance",
                           "Rounded bodies and floors: boolean", "Worlds of blocks", "Small meshes: depth", "Rays",
                           "Points", "to reach", "touching called free"})
    EXPECT_NE(text.find(part), std::string::npos) << part;
  EXPECT_EQ(text.find("nan"), std::string::npos) << text;
  EXPECT_EQ(text.find("inf"), std::string::npos) << text;
}

TEST(Filter, TimesASignInEveryKindOfNumberAndAllAgree) {
  const std::string text = printed({"filter", "--quick", "--json"});
  for (const char* kind : {"axes into axes", "the same quaternion", "of one limb", "of two limbs"}) {
    const std::size_t row = text.find(kind);
    ASSERT_NE(row, std::string::npos) << kind;
    EXPECT_EQ(text.substr(text.find("\"different\": ", row)).rfind("\"different\": 0, \"pairs_not_held\": 0 ", 0), 0u)
        << text.substr(row, 400);
  }
}

}  // namespace
}  // namespace clearance::bench
