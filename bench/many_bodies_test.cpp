// The worlds of boxes keep their promises, the race counts what it should, and everybody is asked about the same
// bodies.
#include <bench/workloads/environment.h>
#include <bench/workloads/w1.h>
#include <bench/workloads/w3.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <thread>

namespace clearance::bench {
namespace {

// Reports what it is told, frame by frame.
class Parrot final : public ManyRunner {
 public:
  Parrot(std::vector<std::vector<PairKey>> says, int milliseconds) : says_(std::move(says)), sleep_(milliseconds) {}
  void prepare(std::size_t frame) override { frame_ = frame; }
  void run(PairLog& pairs) override {
    std::this_thread::sleep_for(std::chrono::milliseconds(sleep_));
    for (const PairKey key : says_[frame_])
      pairs.add(static_cast<std::uint32_t>(key & 0xffffffffu), static_cast<std::uint32_t>(key >> 32));
  }

 private:
  std::vector<std::vector<PairKey>> says_;
  int sleep_;
  std::size_t frame_ = 0;
};

Contestant parrot(const char* name, const std::vector<std::vector<PairKey>>& says, int milliseconds = 0) {
  return {"nobody", name, [=] { return std::make_unique<Parrot>(says, milliseconds); }};
}

// Frame 0 is set-up: what is said there does not count.
TEST(Race, CountsLostAndExtraPairsOfEveryFrameButTheFirst) {
  const PairKey ab = pair_key(0, 1), ac = pair_key(2, 0), bc = pair_key(1, 2);
  const std::vector<std::vector<PairKey>> truth = {{ab}, {ab, ac}, {ac}};
  const Contestant contestants[] = {parrot("right", {{}, {ac, ab}, {ac}}), parrot("loses", {{}, {ab}, {}}),
                                    parrot("invents", {{}, {ab, ac, bc}, {bc, ac}}),
                                    parrot("repeats", {{}, {ab, ab, ac}, {ac}})};
  const std::vector<RaceResult> results = race(contestants, truth, {.repetitions = 2});
  EXPECT_TRUE(results[0].is_right());
  EXPECT_EQ(results[0].frames, 2);
  EXPECT_EQ(results[0].reported, 1.5);
  EXPECT_EQ(results[1].lost, 2);
  EXPECT_EQ(results[1].extra, 0);
  EXPECT_EQ(results[2].lost, 0);
  EXPECT_EQ(results[2].extra, 2);
  EXPECT_EQ(results[3].lost, 0);
  EXPECT_EQ(results[3].extra, 1);
}

TEST(Race, LeavesOutWhoIsTooSlowAndSaysSo) {
  const std::vector<std::vector<PairKey>> truth = {{}, {}};
  const Contestant contestants[] = {parrot("fast", truth), parrot("slow", truth, 20)};
  const RaceOptions patience{.repetitions = 1, .longest_frame = 0.01, .wall_clock = true};
  const std::vector<RaceResult> results = race(contestants, truth, patience);
  EXPECT_TRUE(results[0].skipped.empty());
  EXPECT_FALSE(results[1].skipped.empty());
  EXPECT_FALSE(results[1].is_right());
  const std::vector<RaceResult> larger = race(contestants, truth, {.wall_clock = true}, results);
  EXPECT_TRUE(larger[0].skipped.empty());
  EXPECT_EQ(larger[1].skipped, results[1].skipped);
}

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
    for (const auto& contestants : {our_broad_phases(frames), our_broad_phases(frames, 2), fcl_broad_phases(frames),
                                    bullet_broad_phases(frames), ode_broad_phases(frames), embree_broad_phases(frames),
                                    embree_one_shot(frames, 1), embree_one_shot(frames, 2)}) {
      // The one-shot methods look at the first frame and no other.
      const bool one_shot =
          contestants[0].package == "Embree" && contestants.size() == embree_one_shot(frames, 1).size();
      const auto judged = std::span(truth).first(one_shot ? 1 : truth.size());
      for (const RaceResult& result : race(contestants, judged, {.repetitions = 2})) {
        EXPECT_EQ(result.extra, 0) << to_string(world) << ": " << result.package << ", " << result.name;
        if (result.name != "dynamic tree array") {
          EXPECT_EQ(result.lost, 0) << to_string(world) << ": " << result.package << ", " << result.name;
        }
      }
    }
  }
}

// The converted shapes and poses are the same bodies.
TEST(Scenes, PeersFindTheProvedPairsButForAFew) {
  const EnvironmentOptions options{.shapes = {std::begin(kShapes), std::end(kShapes)}, .n = 20, .bodies = 200};
  const Trajectory trajectory = record(options, 60).trajectory;
  std::size_t hits = 0;
  for (const auto& pairs : trajectory.truth) hits += pairs.size();
  EXPECT_GT(hits, 50u);
  for (const auto& contestants : {fcl_scenes(trajectory), bullet_scenes(trajectory), ode_scenes(trajectory)}) {
    for (const RaceResult& result : race(contestants, trajectory.truth, {.repetitions = 1})) {
      EXPECT_LE(result.lost + result.extra, 5) << result.package << ", " << result.name;
      EXPECT_EQ(result.frames, 59) << result.package << ", " << result.name;
    }
  }
}

}  // namespace
}  // namespace clearance::bench
