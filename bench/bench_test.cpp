// The workload keeps its promises, and the driver its exit statuses.
#include <bench/bench.h>
#include <bench/experiments/worst_queries.h>
#include <bench/papers/qcollide_methods.h>
#include <bench/peers/clearance.h>
#include <bench/race/fit.h>
#include <bench/race/hull_race.h>
#include <bench/race/output.h>
#include <bench/race/single_step.h>
#include <bench/workloads/environment.h>
#include <bench/workloads/motion_scenes.h>
#include <bench/workloads/w1.h>
#include <bench/workloads/worst_scenes.h>
#include <clearance/convex/query.h>
#include <clearance/io/scenes/scene_file.h>
#include <clearance/io/scenes/world_file.h>
#include <clearance/query/query.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace clearance::bench {
namespace {

int run(std::vector<std::string> words) {
  words.insert(words.begin(), "bench");
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  return run_bench(static_cast<int>(arguments.size()), arguments.data());
}

TEST(Bench, UnknownWordsAreRefusedInOneLineThatNamesTheKnownOnes) {
  for (const char* word : {"nonsense", "--nonsense", "", "two\nlines"}) {
    testing::internal::CaptureStdout();
    testing::internal::CaptureStderr();
    EXPECT_EQ(run({word}), 2);
    EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
    const std::string line = testing::internal::GetCapturedStderr();
    EXPECT_EQ(line.find('\n'), line.size() - 1);
    for (const char* name : {"convex", "hull", "filter", "proof", "algorithms", "growth"})
      EXPECT_NE(line.find(name), std::string::npos);
  }
}

TEST(Bench, ListRunsNothing) {
  testing::internal::CaptureStdout();
  EXPECT_EQ(run({"--list", "convex"}), 0);
  EXPECT_NE(testing::internal::GetCapturedStdout().find("\nhull "), std::string::npos);
}

// Runs an experiment quickly, its plots into a fresh folder; returns what it printed.
std::string quick(const char* name, const std::filesystem::path& plots) {
  testing::internal::CaptureStdout();
  EXPECT_EQ(run({name, "--quick", "--plots", plots.string()}), 0);
  return testing::internal::GetCapturedStdout();
}

// The experiments of the papers: each ends, prints the paper's figure beside ours and draws its plots.
class Laboratory : public testing::TestWithParam<std::pair<const char*, int>> {};

TEST_P(Laboratory, PrintsItsTablesAndDrawsItsPlots) {
  const auto [name, plots] = GetParam();
  const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / (std::string("plots-of-") + name);
  std::filesystem::remove_all(folder);
  const std::string text = quick(name, folder);
  EXPECT_EQ(text.find("nan"), std::string::npos) << text;
  int drawn = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    std::ostringstream svg;
    svg << std::ifstream(entry.path()).rdbuf();
    EXPECT_TRUE(svg.str().starts_with("<svg ")) << entry.path();
    EXPECT_TRUE(svg.str().ends_with("</svg>\n")) << entry.path();
    EXPECT_NE(text.find(entry.path().filename().string()), std::string::npos) << entry.path();
    ++drawn;
  }
  EXPECT_EQ(drawn, plots);
  std::filesystem::remove_all(folder);
}

INSTANTIATE_TEST_SUITE_P(Papers, Laboratory,
                         testing::Values(std::pair{"algorithms", 6}, std::pair{"qcollide-steps", 3},
                                         std::pair{"lin-canny-coherence", 3}, std::pair{"growth", 3},
                                         std::pair{"operations", 1}, std::pair{"applicability", 1},
                                         std::pair{"broad", 4}, std::pair{"broad-growth", 1}, std::pair{"scene", 1},
                                         std::pair{"mesh", 1}, std::pair{"mesh-growth", 3}, std::pair{"trees", 3},
                                         std::pair{"brep", 1}),
                         [](const auto& parameter) {
                           std::string name = parameter.param.first;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

// Every kind of query has its row, and the slowest scene of each can be read again.
TEST(Bench, TheSlowestScenesAreWritten) {
  const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "worst-cases";
  std::filesystem::remove_all(folder);
  testing::internal::CaptureStdout();
  EXPECT_EQ(run({"worst", "--quick", "--json", "--cases", folder.string()}), 0);
  const std::string text = testing::internal::GetCapturedStdout();
  EXPECT_EQ(text.find("null"), std::string::npos) << text;
  int kinds = 0;
  for (const WorstQuery& query : worst_queries()) {
    EXPECT_NE(text.find("\"query\": \"" + std::string(query.name) + ", "), std::string::npos) << query.name;
    ++kinds;
  }
  int written = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    ++written;
    const std::string path = entry.path().string();
    if (entry.path().filename().string().starts_with("world"))
      EXPECT_TRUE(read_world(path)) << path;
    else
      EXPECT_EQ(read_scene(path)->objects.size(), 2u) << path;
  }
  EXPECT_GT(written, 2 * kinds);
  std::filesystem::remove_all(folder);
}

// The pairs named first are where the generator says: in contact, or a hair from it.
TEST(WorstScenes, ContactIsContactWithinAHair) {
  const std::vector<WorstBody> bodies = worst_bodies({.most = 0});
  ASSERT_EQ(bodies.size(), 12u);
  int met = 0, asked = 0;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    for (const WorstKind kind : kWorstKinds) {
      const WorstScene scene = worst_scene(bodies[i], bodies[0], kind, WorstPlace::Contact, 5 + i);
      const Distance gap = distance(scene.a, scene.pose_a, scene.b, scene.pose_b);
      EXPECT_LE(gap.lower, 2e-3 * (1.5 * 2 * 2)) << scene.name;
      met += gap.status != Status::Separated ? 1 : 0;
      ++asked;
    }
  }
  EXPECT_GT(met, asked / 5);
  EXPECT_LT(met, asked);
}

TEST(Bench, APlotThatCannotBeWrittenIsSaidInOneLine) {
  const std::string file = testing::TempDir() + "/not-a-folder";
  std::ofstream(file) << "a file";
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  EXPECT_EQ(run({"lin-canny-coherence", "--quick", "--plots", file}), 2);
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
  EXPECT_NE(testing::internal::GetCapturedStderr().find("cannot write"), std::string::npos);
  testing::internal::CaptureStderr();
  EXPECT_EQ(run({"--plots"}), 2);
  EXPECT_NE(testing::internal::GetCapturedStderr().find("needs a folder"), std::string::npos);
  std::filesystem::remove(file);
}

// By hand, from the processor's manual.
TEST(SingleStep, DecodesArithmeticAndItsLanes) {
  const auto arithmetic = [](std::vector<unsigned char> code) {
    code.resize(16, 0x90);
    return decode(code.data()).arithmetic;
  };
  EXPECT_EQ(arithmetic({0xf2, 0x0f, 0x58, 0xc1}), 1);              // addsd xmm0, xmm1
  EXPECT_EQ(arithmetic({0xf2, 0x44, 0x0f, 0x59, 0xc1}), 1);        // mulsd xmm8, xmm1
  EXPECT_EQ(arithmetic({0x66, 0x0f, 0x5e, 0xc1}), 2);              // divpd xmm0, xmm1
  EXPECT_EQ(arithmetic({0x0f, 0x51, 0xc1}), 4);                    // sqrtps xmm0, xmm1
  EXPECT_EQ(arithmetic({0xc5, 0xf5, 0x58, 0xc2}), 4);              // vaddpd ymm0, ymm1, ymm2
  EXPECT_EQ(arithmetic({0xc4, 0xc1, 0x73, 0x5c, 0xc0}), 1);        // vsubsd xmm0, xmm1, xmm8
  EXPECT_EQ(arithmetic({0x62, 0xf1, 0xf5, 0x48, 0x59, 0xc2}), 8);  // vmulpd zmm0, zmm1, zmm2
  EXPECT_EQ(arithmetic({0x66, 0x0f, 0x7c, 0xc1}), 2);              // haddpd xmm0, xmm1
  EXPECT_EQ(arithmetic({0x66, 0x0f, 0x2f, 0xc1}), 0);              // comisd xmm0, xmm1
  EXPECT_EQ(arithmetic({0x48, 0x01, 0xc8}), 0);                    // add rax, rcx
  EXPECT_EQ(arithmetic({0xe8, 0x58, 0x59, 0x5c, 0x5e}), 0);        // call
}

TEST(SingleStep, CountsALoopExactly) {
  volatile double value = 1.5;
  const auto loop = [&](int times) {
    return count_operations([&] {
      for (int k = 0; k < times; ++k) value = value * 1.25 + 0.5;
    });
  };
  const auto ten = loop(10), thousand = loop(1000);
  if (!ten || !thousand) GTEST_SKIP() << "no single steps here";
  EXPECT_EQ(ten->arithmetic, 20);
  EXPECT_EQ(thousand->arithmetic, 2000);
  EXPECT_GT(thousand->instructions, 3000);
}

TEST(Fit, FindsTheLawThatMadeThePoints) {
  std::vector<PlotPoint> power, log;
  for (double n = 10; n < 1e5; n *= 2) {
    power.push_back({n, 3 * std::pow(n, 0.75)});
    log.push_back({n, 40 + 5 * std::log2(n) * std::log2(n)});
  }
  EXPECT_NEAR(fit_power(power).exponent, 0.75, 1e-12);
  EXPECT_NEAR(fit_power(power).factor, 3, 1e-9);
  EXPECT_LT(fit_power(power).off, 1e-12);
  EXPECT_NEAR(fit_squared_log(log).constant, 40, 1e-8);
  EXPECT_NEAR(fit_squared_log(log).factor, 5, 1e-9);
  EXPECT_GT(fit_power(log).off, 0.05);
  EXPECT_GT(fit_squared_log(power).off, 0.05);
  EXPECT_EQ(fit_power({}).exponent, 0);
  EXPECT_EQ(larger_half(power).size(), (power.size() + 1) / 2);
  EXPECT_EQ(larger_half(std::span(power).first(2)).size(), 2u);
}

TEST(Plot, LeavesOutWhatItCannotShowAndEscapesText) {
  Plot plot("a < b & c");
  plot.x("n", Scale::Log).y("t", Scale::Log).series("one", {{1, 1}, {10, -1}, {100, 5}, {1000, 1.0 / 0.0}, {1e4, 9}});
  const std::string svg = plot.svg();
  EXPECT_NE(svg.find("a &lt; b &amp; c"), std::string::npos);
  EXPECT_EQ(svg.find("nan"), std::string::npos);
  EXPECT_EQ(svg.find("inf"), std::string::npos);
  EXPECT_NE(svg.find(">10⁴<"), std::string::npos);
  EXPECT_EQ(svg, plot.svg());
  EXPECT_TRUE(Plot("empty").svg().ends_with("</svg>\n"));
}

TEST(Environment, TestsPairsWhoseBoxesOverlapAndKeepsTheirCaches) {
  Environment environment(TestShape::Ellipsoid, 50, 100);
  std::size_t fresh = 0, known = 0, missed = 0;
  for (int frame = 0; frame < 20; ++frame) {
    const std::vector<Environment::Pair> pairs = environment.pairs();
    std::size_t meeting = 0;
    for (const Environment::Pair& pair : pairs) {
      ++(pair.fresh ? fresh : known);
      EXPECT_EQ(pair.cache->has_direction, !pair.fresh);
      pair.cache->has_direction = true;
      if (intersects(environment.polytope(pair.a), environment.pose(pair.a), environment.polytope(pair.b),
                     environment.pose(pair.b))) {
        environment.report_collision(pair);
        ++meeting;
      }
    }
    if (frame == 10) {
      std::size_t all = 0;
      for (std::uint32_t a = 0; a < 100; ++a) {
        for (std::uint32_t b = a + 1; b < 100; ++b)
          all += intersects(environment.polytope(a), environment.pose(a), environment.polytope(b), environment.pose(b))
                     ? 1
                     : 0;
      }
      missed = all - meeting;
    }
    environment.advance();
  }
  EXPECT_EQ(missed, 0u);
  EXPECT_GT(fresh, 20u);
  EXPECT_GT(known, fresh);
}

EnvironmentOptions small_mixture() {
  return {.shapes = {TestShape::Ellipsoid, TestShape::Rod, TestShape::Plate},
          .n = 30,
          .bodies = 60,
          .step = 0.2,
          .half_angle_tangent = 0.17632698070846498,  // of half of 20°
          .density = 4 * EnvironmentOptions::kDensity};
}

// cos of the angle between two poses is (q·r)² of their unit quaternions, doubled, minus 1.
double turned_degrees(const Pose& from, const Pose& to) {
  const Quat q = from.quaternion(), r = to.quaternion();
  const double along = std::fabs(q.w * r.w + q.x * r.x + q.y * r.y + q.z * r.z);
  return 2 * std::acos(std::fmin(1, along)) * 180 / 3.14159265358979323846;
}

TEST(Recording, BodiesMoveAndTurnAsAskedAndThoseThatCollideGoBack) {
  const Recording recording = record(small_mixture(), 30);
  const Trajectory& way = recording.trajectory;
  ASSERT_EQ(way.frames.size(), 30u);
  int back = 0;
  for (std::size_t frame = 2; frame < way.frames.size(); ++frame) {  // the first rotations are of any length
    for (std::size_t k = 0; k < way.body_count(); ++k) {
      const Pose &from = way.frames[frame - 1][k], &to = way.frames[frame][k];
      EXPECT_NEAR(turned_degrees(from, to), 20, 1e-6);
      EXPECT_NEAR(norm(to.translation() - from.translation()), 0.2, 1e-12);
    }
    for (const PairKey key : way.truth[frame - 1]) {
      const std::size_t k = key >> 32;
      const double away = norm(way.frames[frame][k].translation() - way.frames[frame - 2][k].translation());
      back += away < 1e-12 ? 1 : 0;
    }
  }
  EXPECT_GT(back, 20);
  EXPECT_GT(recording.collisions, 30u);
}

TEST(Recording, SlotsBelongToOnePairWhileItsBoxesOverlap) {
  const Recording recording = record(small_mixture(), 30);
  std::map<PairKey, std::uint32_t> before;
  std::size_t tests = 0, known = 0;
  for (const std::vector<Candidate>& candidates : recording.candidates) {
    std::map<PairKey, std::uint32_t> now;
    std::set<std::uint32_t> taken;
    for (const Candidate& candidate : candidates) {
      const PairKey key = pair_key(candidate.a, candidate.b);
      EXPECT_TRUE(taken.insert(candidate.slot).second);
      EXPECT_LT(candidate.slot, recording.slots);
      const auto was = before.find(key);
      EXPECT_EQ(candidate.fresh, was == before.end());
      if (was != before.end()) {
        EXPECT_EQ(candidate.slot, was->second);
        ++known;
      }
      now[key] = candidate.slot;
    }
    tests += candidates.size();
    before = std::move(now);
  }
  EXPECT_EQ(tests, recording.tests);
  EXPECT_GT(known, 100u);
}

TEST(Recording, EveryMethodOfTheThesisAnswersAsProved) {
  const std::vector<NarrowCost> costs = race_narrow(record(small_mixture(), 30), 1);
  for (std::size_t m = 0; m < costs.size(); ++m) {
    const char* const name = to_string(static_cast<NarrowMethod>(m));
    EXPECT_EQ(costs[m].wrong, 0) << name;
    EXPECT_EQ(costs[m].without, 0) << name;
    EXPECT_GT(costs[m].seconds, 0) << name;
  }
  // Linear programs run where Lin and Canny found no distance, and nowhere else.
  EXPECT_GT(costs[static_cast<std::size_t>(NarrowMethod::ClosestFeatures)].fallbacks, 0);
  EXPECT_EQ(costs[static_cast<std::size_t>(NarrowMethod::LinCanny)].fallbacks, 0);
}

// A short step's box lies in that of the long step around it, but for what a body can move between two samples: so the
// margins are as large as the speeds ask for.
TEST(MotionScenes, BoxesHoldTheirBodiesOverTheWholeStep) {
  constexpr int kFine = 10;
  constexpr double kStep = 0.01, kFastest = 6, kBetween = kFastest * (kStep / kFine) / 8;
  for (const MotionScene scene : kMotionScenes) {
    const MotionFrames coarse = motion_frames(scene, {kStep, 2, 1}), fine = motion_frames(scene, {kStep / kFine, 2, 1});
    ASSERT_EQ(fine.moving.size(), kFine * coarse.moving.size());
    EXPECT_FALSE(fine.fixed.empty());
    for (std::size_t frame = 0; frame < fine.moving.size(); ++frame) {
      for (std::size_t k = 0; k < fine.moving[frame].size(); ++k) {
        EXPECT_TRUE(contains(grown(coarse.moving[frame / kFine][k], kBetween), fine.moving[frame][k]))
            << to_string(scene) << ", body " << k << ", frame " << frame;
      }
    }
  }
}

TEST(MotionScenes, CopiesStandSideBySideAndMove) {
  for (const MotionScene scene : kMotionScenes) {
    const MotionFrames one = motion_frames(scene, {0.01, 1, 1}), three = motion_frames(scene, {0.01, 1, 3});
    EXPECT_EQ(three.fixed.size(), 3 * one.fixed.size());
    EXPECT_EQ(three.moving[0].size(), 3 * one.moving[0].size());
    EXPECT_EQ(three.moving[7][0], one.moving[7][0]);
    for (const std::vector<Box>& boxes : three.moving)
      for (std::size_t k = one.moving[0].size(); k < boxes.size(); ++k) EXPECT_FALSE(overlap(boxes[0], boxes[k]));
    EXPECT_NE(three.moving[1], three.moving[0]);
  }
}

TEST(MotionScenes, PartsOnATableDoNotOverlapButEndAtTheSameHeight) {
  const BoxFrames frames = settling_parts(150, 10);
  for (const std::vector<Box>& boxes : frames) {
    double lowest = 1, highest = -1;
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      lowest = std::min(lowest, boxes[i].low.z), highest = std::max(highest, boxes[i].low.z);
      for (std::size_t j = 0; j < i; ++j) EXPECT_FALSE(overlap(boxes[i], boxes[j]));
    }
    EXPECT_LT(highest - lowest, 0.001);
    EXPECT_GT(highest - lowest, 0);
  }
}

TEST(W1, OneFrameInSixCollidesInEveryMix) {
  for (const Motion motion : kMotions) {
    for (const int n : {20, 500}) {
      for (const TestShape shape : kShapes) {
        const W1Scene scene = w1_scene(shape, n, motion, 10'000);
        ConvexCache cache;
        int colliding = 0;
        for (std::size_t i = 0; i < scene.pose_a.size(); ++i) {
          colliding += intersects(scene.a, scene.pose_a[i], scene.b, scene.pose_b[i], cache) ? 1 : 0;
        }
        EXPECT_GE(colliding, 1000) << to_string(motion) << " " << n << " " << clearance::to_string(shape);
        EXPECT_LE(colliding, 2500) << to_string(motion) << " " << n << " " << clearance::to_string(shape);
      }
    }
  }
}

TEST(W1, BodiesMoveByTheStepAndTurnByTheAngle) {
  for (const auto& [motion, degrees] : {std::pair{Motion::TenDegrees, 10.0}, std::pair{Motion::OneDegree, 1.0}}) {
    const W1Scene scene = w1_scene(TestShape::Rod, 20, motion, 1000);
    int steps = 0;
    for (std::size_t i = 1; i < scene.pose_a.size(); ++i) {
      EXPECT_NEAR(turned_degrees(scene.pose_a[i - 1], scene.pose_a[i]), degrees, 1e-6);
      const double moved = norm(scene.pose_a[i].translation() - scene.pose_a[i - 1].translation());
      if (moved == 0) continue;
      EXPECT_NEAR(moved, 0.05, 1e-12);
      ++steps;
    }
    EXPECT_GT(steps, 900);  // a body rests for the one frame in which it turns away from a wall
  }
}

TEST(W1, TheSameSeedGivesTheSameBits) {
  const W1Scene first = w1_scene(TestShape::Plate, 100, Motion::TenDegrees, 100);
  const W1Scene longer = w1_scene(TestShape::Plate, 100, Motion::TenDegrees, 200);
  EXPECT_TRUE(std::equal(first.pose_a.begin(), first.pose_a.end(), longer.pose_a.begin()));
  EXPECT_TRUE(std::equal(first.pose_b.begin(), first.pose_b.end(), longer.pose_b.begin()));
}

// Every peer and Clearance itself, on a few frames: the converted shapes and poses are the same bodies.
TEST(Methods, AgreeWithTheProvedStatusOnAllButAFewFrames) {
  for (const TestShape shape : kShapes) {
    const W1Scene scene = w1_scene(shape, 100, Motion::RandomPoses, 500);
    for (const Method& method : about(Query::Boolean, joined({our_methods(), peer_methods()}))) {
      std::vector<Answer> answers(scene.pose_a.size());
      method.make(scene.frames())->run(answers);
      int wrong = 0;
      for (std::size_t i = 0; i < answers.size(); ++i) {
        const bool colliding{intersects(scene.a, scene.pose_a[i], scene.b, scene.pose_b[i])};
        wrong += (answers[i].kind == (colliding ? Answer::Kind::Colliding : Answer::Kind::Separated)) ? 0 : 1;
      }
      EXPECT_LE(wrong, method.is_ours() ? 0 : 5) << method.package << ", " << method.name;
    }
  }
}

TEST(Report, JsonHasEveryRecordAndEscapesText) {
  Report report(false);
  report.begin("a \"name\"");
  report.add(Record{{"number", 0.5}, {"whole", std::int64_t{3}}, {"truth", true}, {"none", 1.0 / 0.0}});
  testing::internal::CaptureStdout();
  report.print_json(stdout);
  std::fflush(stdout);
  const std::string text = testing::internal::GetCapturedStdout();
  EXPECT_NE(text.find("\"name\": \"a \\\"name\\\"\""), std::string::npos);
  EXPECT_NE(text.find("{ \"number\": 0.5, \"whole\": 3, \"truth\": true, \"none\": null }"), std::string::npos);
}

}  // namespace
}  // namespace clearance::bench
