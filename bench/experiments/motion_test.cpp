// The experiment `motion` prints every part, and our answers are right in all of them.
#include <bench/bench.h>
#include <bench/experiments/motion.h>
#include <bench/peers/clearance.h>
#include <bench/race/motion_judge.h>
#include <gtest/gtest.h>

#include <string>

namespace clearance::bench {
namespace {

TEST(MotionBench, PrintsEveryPartWithItsBars) {
  std::string words[] = {"bench", "motion", "--quick", "--no-plots"};
  char* arguments[] = {words[0].data(), words[1].data(), words[2].data(), words[3].data()};
  testing::internal::CaptureStdout();
  EXPECT_EQ(run_bench(4, arguments), 0);
  const std::string text = testing::internal::GetCapturedStdout();
  for (const W5Kind kind : kW5Kinds)
    for (const Numbers numbers : kNumbers)
      EXPECT_NE(text.find(std::string("When do they meet? ") + to_string(kind) + ", " + to_string(numbers)),
                std::string::npos);
  for (const char* part : {"FCL, advancement, libccd solver", "Bullet, subsimplex cast", "Bullet, continuous",
                           "fastest peer, right or not", "What first_contact proves", "contact functions", "Free: "})
    EXPECT_NE(text.find(part), std::string::npos) << part;
  EXPECT_EQ(text.find("nan"), std::string::npos);
}

// Method by method: all that prove are right everywhere.
TEST(MotionBench, OursMissAndInventNothing) {
  for (const W5Kind kind : kW5Kinds) {
    for (const Numbers numbers : kNumbers) {
      const W5Scene scene = w5_scene(kind, numbers, 60);
      for (const MotionContestant& one : our_motions()) {
        if (one.name.find("fixed") != std::string::npos) continue;
        const auto asker = one.make(scene);
        std::vector<Answer> answers;
        for (std::size_t i = 0; i < scene.pairs.size(); ++i) answers.push_back(asker->ask(i));
        const int instants = 500;
        const std::vector<MotionTruth> truth = sampled_truth(scene, *asker, answers.size(), instants);
        const MotionMistakes judged = judge_motions(scene, answers, truth, *asker, instants);
        EXPECT_EQ(judged.wrong(), 0) << one.name << ", " << to_string(kind) << ", " << to_string(numbers);
        EXPECT_LE(judged.worst_error, 1e-9) << one.name << ", " << to_string(kind) << ", " << to_string(numbers);
      }
    }
  }
}

}  // namespace
}  // namespace clearance::bench
