// The race asks what it should, gives turns as it promises, and counts what is wrong; solved by hand.
#include <bench/race/race.h>
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

namespace clearance::bench {
namespace {

using Kind = Answer::Kind;
using Keys = std::vector<std::vector<PairKey>>;

// Reports what it is told, frame by frame.
class Parrot final : public ManyRunner {
 public:
  Parrot(const BoxFrames&, Keys says, int milliseconds) : says_(std::move(says)), sleep_(milliseconds) {}
  void prepare(std::size_t frame) override { frame_ = frame; }
  void run(PairLog& pairs) override {
    std::this_thread::sleep_for(std::chrono::milliseconds(sleep_));
    for (const PairKey key : says_[frame_])
      pairs.add(static_cast<std::uint32_t>(key & 0xffffffffu), static_cast<std::uint32_t>(key >> 32));
  }

 private:
  Keys says_;
  int sleep_;
  std::size_t frame_ = 0;
};

BroadContestant parrot(const char* name, const Keys& says, int milliseconds = 0) {
  return many_of<Parrot, BoxFrames>("nobody", name, says, milliseconds);
}

// Frame 0 is set-up: what is said there does not count.
TEST(Race, CountsLostAndExtraPairsOfEveryFrameButTheFirst) {
  const PairKey ab = pair_key(0, 1), ac = pair_key(2, 0), bc = pair_key(1, 2);
  const Keys truth = {{ab}, {ab, ac}, {ac}};
  const std::vector<BroadContestant> contestants = {
      parrot("right", {{}, {ac, ab}, {ac}}), parrot("loses", {{}, {ab}, {}}),
      parrot("invents", {{}, {ab, ac, bc}, {bc, ac}}), parrot("repeats", {{}, {ab, ab, ac}, {ac}})};
  const std::vector<RaceResult> results = race(contestants, BoxFrames{}, FrameJudge{truth}, {.repetitions = 2});
  EXPECT_TRUE(results[0].is_right());
  EXPECT_EQ(results[0].frames, 2);
  EXPECT_EQ(results[0].reported, 1.5);
  EXPECT_EQ(results[1].misses, 2);
  EXPECT_EQ(results[1].false_hits, 0);
  EXPECT_EQ(results[2].misses, 0);
  EXPECT_EQ(results[2].false_hits, 2);
  EXPECT_EQ(results[3].misses, 0);
  EXPECT_EQ(results[3].false_hits, 1);
}

TEST(Race, LostPairsThatTouchAreCountedApart) {
  const Keys truth = {{1, 2, 3}}, touching = {{1, 3}};
  const std::vector<BroadContestant> silent = {parrot("silent", {{}})};
  const RaceResult result = race(silent, BoxFrames{}, FrameJudge{truth, touching}, {.repetitions = 1})[0];
  EXPECT_EQ(result.misses, 1);
  EXPECT_EQ(result.touching_free, 2);
  EXPECT_FALSE(result.is_right());
}

TEST(Race, LeavesOutWhoIsTooSlowAndSaysSo) {
  const Keys truth = {{}, {}};
  const std::vector<BroadContestant> contestants = {parrot("fast", truth), parrot("slow", truth, 20)};
  const RaceOptions patience{.repetitions = 1, .longest_frame = 0.01, .wall_clock = true};
  const std::vector<RaceResult> results = race(contestants, BoxFrames{}, FrameJudge{truth}, patience);
  EXPECT_TRUE(results[0].answered());
  EXPECT_FALSE(results[1].answered());
  EXPECT_FALSE(results[1].is_right() || results[1].is_trustworthy());
  const std::vector<RaceResult> larger =
      race(contestants, BoxFrames{}, FrameJudge{truth}, {.wall_clock = true}, results);
  EXPECT_TRUE(larger[0].answered());
  EXPECT_EQ(larger[1].skipped, results[1].skipped);
}

// A course of so many frames, and what was run: the frames asked in each run, in order.
struct Diary {
  int frames = 0;
  std::vector<std::pair<char, std::size_t>>* runs = nullptr;
};
class Diarist final : public Runner {
 public:
  Diarist(const Diary& diary, char name, int milliseconds) : diary_(diary), name_(name), sleep_(milliseconds) {}
  void run(std::span<Answer> answers) override {
    diary_.runs->emplace_back(name_, answers.size());
    std::this_thread::sleep_for(std::chrono::milliseconds(sleep_) * answers.size());
    for (std::size_t i = 0; i < answers.size(); ++i) answers[i] = {i % 2 == 0 ? Kind::Separated : Kind::Colliding};
  }

 private:
  Diary diary_;
  char name_;
  int sleep_;
};
Contestant<Diary> diarist(char name, int milliseconds = 0) {
  return {"nobody", std::string(1, name),
          [=](const Diary& diary) { return std::make_unique<Diarist>(diary, name, milliseconds); }};
}
using Runs = std::vector<std::pair<char, std::size_t>>;

TEST(Race, PairsAreAskedAllFramesInOneRunInTurns) {
  Runs runs;
  const std::vector<Truth> truth = {{false}, {true}, {true}};
  const std::vector<RaceResult> results = race(std::vector{diarist('a'), diarist('b')}, Diary{3, &runs},
                                               PairJudge{truth}, {.repetitions = 2, .longest_pass = kEverything});
  EXPECT_EQ(runs, (Runs{{'a', 3}, {'b', 3}, {'a', 3}, {'b', 3}}));
  for (const RaceResult& result : results) {
    EXPECT_EQ(result.frames, 3);
    EXPECT_EQ(result.misses, 1) << "the first pass is judged, and no other";
    EXPECT_EQ(result.asked, 3);
    EXPECT_FALSE(result.is_trustworthy());
  }
}

TEST(Race, SlowOnesSeeFewerFramesButTheFewest) {
  Runs runs;
  const std::vector<Truth> truth(1000);
  const Diary diary{1000, &runs};
  const auto slow = [&](std::size_t fewest) {
    runs.clear();
    return race(std::vector{diarist('a', 2)}, diary, PairJudge{truth},
                {.repetitions = 1, .longest_pass = 0.02, .fewest = fewest, .wall_clock = true})[0];
  };
  EXPECT_LE(slow(1).frames, 10);
  EXPECT_EQ(runs.size(), 3u) << "two looks and a pass";
  EXPECT_EQ(runs[0].second, 1u);
  EXPECT_EQ(slow(40).frames, 40);
  EXPECT_EQ(runs, (Runs{{'a', 40}, {'a', 40}}));
}

TEST(Race, EveryHeatCountsAndHasItsOwnCost) {
  Runs runs;
  const Diary one{2, &runs}, two{4, &runs};
  const std::vector<Truth> truth_one = {{false}, {true}}, truth_two = {{false}, {true}, {true}, {true}};
  const std::vector<Heat<Diary, PairJudge>> heats = {{one, {truth_one}}, {two, {truth_two}}};
  const RaceResult result =
      race(std::vector{diarist('a', 1)}, heats, {.repetitions = 1, .longest_pass = kEverything, .wall_clock = true})[0];
  EXPECT_EQ(runs, (Runs{{'a', 2}, {'a', 4}}));
  EXPECT_EQ(result.frames, 6);
  EXPECT_EQ(result.misses, 1);
  ASSERT_EQ(result.by_heat.size(), 2u);
  EXPECT_EQ(result.by_heat[1].frames, 4);
  EXPECT_NEAR(result.seconds * 6, result.by_heat[0].seconds + result.by_heat[1].seconds, 1e-9);
  EXPECT_GE(result.seconds, 1e-3);
}

TEST(Race, WhoHasNoSuchQueryAndWhoWasAskedNothingClaimNothing) {
  Runs runs;
  const Contestant<Diary> absent{"nobody", "absent", [](const Diary&) { return std::unique_ptr<Runner>(); }};
  const std::vector<Truth> truth = {{false}};
  for (const RaceResult& result : {race(std::vector{absent}, Diary{1, &runs}, PairJudge{truth}, {})[0],
                                   race(std::vector{diarist('a')}, Diary{0, &runs}, PairJudge{}, {})[0],
                                   race(std::vector{parrot("a", {})}, BoxFrames{}, FrameJudge{}, {})[0]}) {
    EXPECT_FALSE(result.answered() || result.is_right() || result.is_trustworthy());
    EXPECT_EQ(result.ns(), 0);
  }
}

}  // namespace
}  // namespace clearance::bench
