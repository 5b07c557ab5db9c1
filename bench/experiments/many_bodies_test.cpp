#include <clearance/broad/broad_phase.h>

// The worlds of boxes keep their promises, and everybody is asked about the same bodies.
#include <bench/peers/bullet.h>
#include <bench/peers/clearance.h>
#include <bench/peers/embree.h>
#include <bench/peers/fcl.h>
#include <bench/peers/ode.h>
#include <bench/race/race.h>
#include <bench/workloads/environment.h>
#include <bench/workloads/w1.h>
#include <bench/workloads/w3.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace clearance::bench {
namespace {

TEST(W3, ABoxOverlapsThreeToSixOthersInEveryWorld) {
  for (const W3World world : kW3Worlds) {
    for (const int count : {1000, 10'000}) {
      const BoxFrames frames = w3_frames(world, count, 2);
      const Overlaps overlaps = overlaps_per_box(w3_truth(frames), frames[0].size());
      EXPECT_GE(overlaps.least, 3) << to_string(world) << " " << count;
      EXPECT_LE(overlaps.most, 6) << to_string(world) << " " << count;
    }
  }
}

TEST(W3, BoxesMoveByATwentiethOfTheirRadius) {
  for (const W3World world : kW3Worlds) {
    const BoxFrames frames = w3_frames(world, 500, 20);
    for (std::size_t f = 1; f < frames.size(); ++f) {
      for (std::size_t k = 0; k < frames[f].size(); ++k) {
        const Box &before = frames[f - 1][k], &box = frames[f][k];
        const double radius = 0.5 * norm_max(box.high - box.low), moved = norm(box.low - before.low);
        // In the plane the share of the step that points out of it is missing.
        if (world == W3World::Plane)
          EXPECT_LE(moved, 0.05 * radius * (1 + 1e-9));
        else
          EXPECT_NEAR(moved, 0.05 * radius, 1e-9 * radius);
      }
    }
  }
}

TEST(W3, SizesSpanAFactorOfAThousandWhereTheyShould) {
  const BoxFrames frames = w3_frames(W3World::Mixed, 10'000, 1);
  std::map<int, int> by_magnitude;
  for (const Box& box : frames[0]) {
    const double size = std::cbrt((box.high.x - box.low.x) * (box.high.y - box.low.y) * (box.high.z - box.low.z));
    ++by_magnitude[static_cast<int>(std::floor(std::log10(size)))];
  }
  for (const int magnitude : {0, 1, 2}) EXPECT_GT(by_magnitude[magnitude], 2500) << magnitude;
}

TEST(W3, FloatsAreFloatsAndOnlyTheShareAskedForMoves) {
  const BoxFrames frames = w3_frames(W3World::Uniform, 10'000, 2, {.moving = 0.01, .floats_only = true});
  int moved = 0;
  for (std::size_t k = 0; k < frames[0].size(); ++k) {
    EXPECT_EQ(frames[0][k].low.x, static_cast<double>(static_cast<float>(frames[0][k].low.x)));
    EXPECT_EQ(frames[1][k].high.z, static_cast<double>(static_cast<float>(frames[1][k].high.z)));
    moved += frames[0][k] == frames[1][k] ? 0 : 1;
  }
  EXPECT_GT(moved, 50);
  EXPECT_LT(moved, 200);
}

// FCL's tree in an array is known to lose pairs; everybody else reports the boxes' pairs and nothing else.
TEST(BroadPhases, AllReportTheSamePairs) {
  for (const W3World world : kW3Worlds) {
    const BoxFrames frames = w3_frames(world, 400, 12);
    const std::vector<std::vector<PairKey>> truth = w3_truth(frames);
    const auto expect_the_pairs = [&](const std::vector<BroadContestant>& contestants, std::size_t count) {
      for (const RaceResult& result :
           race(contestants, frames, FrameJudge{std::span(truth).first(count)}, {.repetitions = 2})) {
        EXPECT_EQ(result.false_hits, 0) << to_string(world) << ": " << result.full_name();
        if (result.name != "dynamic tree array") {
          EXPECT_EQ(result.misses, 0) << to_string(world) << ": " << result.full_name();
        }
      }
    };
    expect_the_pairs(joined({our_broad_phases(), our_broad_phases(2), fcl_broad_phases(), bullet_broad_phases(),
                             ode_broad_phases(), embree_broad_phases()}),
                     truth.size());
    // These look at the first frame and no other.
    expect_the_pairs(joined({embree_one_shot(1), embree_one_shot(2)}), 1);
  }
}

// The converted shapes and poses are the same bodies.
TEST(Scenes, PeersFindTheProvedPairsButForAFew) {
  const EnvironmentOptions options{.shapes = {std::begin(kShapes), std::end(kShapes)}, .n = 20, .bodies = 200};
  const Trajectory trajectory = record(options, 60).trajectory;
  std::size_t hits = 0;
  for (const auto& pairs : trajectory.truth) hits += pairs.size();
  EXPECT_GT(hits, 50u);
  for (const RaceResult& result : race(joined({fcl_scenes(false), bullet_scenes(false), ode_scenes(false)}), trajectory,
                                       FrameJudge{trajectory.truth}, {.repetitions = 1})) {
    EXPECT_LE(result.wrong(), 5) << result.full_name();
    EXPECT_EQ(result.frames, 59) << result.full_name();
  }
}

}  // namespace
}  // namespace clearance::bench
