// The workload keeps its promises, and the driver its exit statuses.
#include <bench/bench.h>
#include <bench/output.h>
#include <bench/w1.h>
#include <clearance/narrow/query.h>
#include <gtest/gtest.h>

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
    for (const char* name : {"convex", "hull", "filter", "proof"}) EXPECT_NE(line.find(name), std::string::npos);
  }
}

TEST(Bench, ListRunsNothing) {
  testing::internal::CaptureStdout();
  EXPECT_EQ(run({"--list", "convex"}), 0);
  EXPECT_NE(testing::internal::GetCapturedStdout().find("\nhull "), std::string::npos);
}

TEST(W1, OneFrameInSixCollidesInEveryMix) {
  for (const Motion motion : kMotions) {
    for (const int n : {20, 500}) {
      for (const TestShape shape : kShapes) {
        const W1Scene scene = w1_scene(shape, n, motion, 10'000);
        PairCache cache;
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

// cos of the angle between two poses is (q·r)² of their unit quaternions, doubled, minus 1.
double turned_degrees(const Pose& from, const Pose& to) {
  const Quat q = from.quaternion(), r = to.quaternion();
  const double along = std::fabs(q.w * r.w + q.x * r.x + q.y * r.y + q.z * r.z);
  return 2 * std::acos(std::fmin(1, along)) * 180 / 3.14159265358979323846;
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
    for (const auto& methods : {our_methods(), fcl_methods(), ccd_methods(), bullet_methods(), ode_methods()}) {
      for (const Method& method : methods) {
        if (method.query != Query::Boolean) continue;
        std::vector<Answer> answers(scene.pose_a.size());
        method.make(scene.frames())->run(answers);
        int wrong = 0;
        for (std::size_t i = 0; i < answers.size(); ++i) {
          const bool colliding{intersects(scene.a, scene.pose_a[i], scene.b, scene.pose_b[i])};
          wrong += (answers[i].kind == (colliding ? Answer::Kind::Colliding : Answer::Kind::Separated)) ? 0 : 1;
        }
        EXPECT_LE(wrong, method.library == "Clearance" ? 0 : 5) << method.library << ", " << method.name;
      }
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
