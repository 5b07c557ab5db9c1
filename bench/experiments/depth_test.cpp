// What depths promise is judged as it says, and the experiment shows scenes that can be asked again.
#include <bench/bench.h>
#include <bench/experiments/depth.h>
#include <clearance/build/mesh.h>
#include <clearance/build/primitives.h>
#include <clearance/io/scenes/scene_file.h>
#include <clearance/query/query.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

namespace clearance::bench {
namespace {

DepthSample sample(double lower, double upper, double best_lower, double best_upper, double seconds = 0.05) {
  DepthSample out;
  out.lower = lower, out.upper = upper, out.best_lower = best_lower, out.best_upper = best_upper;
  out.seconds = seconds;
  return out;
}

TEST(DepthPromise, IsJudgedByTheBestThatIsKnown) {
  // The long search was cut off: its upper end is what was found.
  EXPECT_TRUE(sample(0.5, 1.04, 0.6, 1).is_upper_met());
  EXPECT_FALSE(sample(0.5, 1.06, 0.6, 1).is_upper_met());
  EXPECT_FALSE(sample(0.5, 1.06, 0.6, 1).is_settled());
  // It ended with a narrow bracket: nobody ever finds anything below its lower end.
  EXPECT_TRUE(sample(0.5, 1.045, 0.9975, 1).is_upper_met());
  EXPECT_FALSE(sample(0.5, 1.0495, 0.9975, 1).is_upper_met());
  // What the short search found counts as found.
  EXPECT_EQ(sample(0.5, 1, 0.6, 1.2).upper_off(), 0);
  EXPECT_TRUE(sample(0.9, 1, 0.9, 1).is_bracket_met());
  EXPECT_FALSE(sample(0.89, 1, 0.9, 1).is_bracket_met());
  EXPECT_TRUE(sample(0.9, 1, 0.9, 1, 0.0599).is_in_time());
  EXPECT_FALSE(sample(0.9, 1, 0.9, 1, 0.0601).is_in_time());
}

TEST(DepthPromise, ThinBodiesAreToldByVolumeAndArea) {
  EXPECT_NEAR(thickness_of(mesh_of(box({1, 1, 1}))), 1, 1e-12);
  EXPECT_NEAR(thickness_of(mesh_of(test_polytope(TestShape::Ellipsoid, 500, 1))), 0.6, 0.2);
  // 6·0.01/2.04 and 6·0.0001/0.0402.
  EXPECT_NEAR(thickness_of(mesh_of(box({1, 1, 0.01}))), 0.0294, 1e-4);
  EXPECT_NEAR(thickness_of(mesh_of(box({1, 0.01, 0.01}))), 0.0149, 1e-4);
}

std::string printed(std::vector<std::string> words, int status) {
  words.insert(words.begin(), "bench");
  std::vector<char*> arguments;
  arguments.reserve(words.size());
  for (std::string& word : words) arguments.push_back(word.data());
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  EXPECT_EQ(run_bench(static_cast<int>(arguments.size()), arguments.data()), status);
  return testing::internal::GetCapturedStdout() + testing::internal::GetCapturedStderr();
}

TEST(DepthPromise, CountsPairsAndWritesTheWorst) {
  const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "depth-cases";
  std::filesystem::remove_all(folder);
  const std::string text =
      printed({"depth", "--quick", "--json", "--pairs", "4", "--best", "0.2", "--cases", folder.string()}, 0);
  EXPECT_EQ(text.find("nan"), std::string::npos) << text;
  EXPECT_EQ(text.find("null"), std::string::npos) << text;
  EXPECT_NE(text.find("\"count\": 4,"), std::string::npos) << text;
  int upper = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const Result<Scene> scene = read_scene(entry.path().string());
    ASSERT_TRUE(scene) << entry.path();
    ASSERT_EQ(scene->objects.size(), 2u) << entry.path();
    const SceneObject &a = scene->objects[0], &b = scene->objects[1];
    EXPECT_EQ(intersects(a.shape, a.pose, b.shape, b.pose).status, Status::Penetrating) << entry.path();
    upper += entry.path().filename().string().starts_with("depth-upper-") ? 1 : 0;
  }
  EXPECT_EQ(upper, 4);
  std::filesystem::remove_all(folder);
}

TEST(DepthPromise, NumbersThatAreNoneAreRefused) {
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"depth", "--pairs"}, {"depth", "--pairs", "0"}, {"depth", "--pairs", "-3"}, {"depth", "--pairs", "4x"}})
    EXPECT_NE(printed(words, 2).find("--pairs needs a number of pairs"), std::string::npos);
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"depth", "--best"}, {"depth", "--best", "0"}, {"depth", "--best", "nan"}, {"depth", "--best", "1e9"}})
    EXPECT_NE(printed(words, 2).find("--best needs seconds"), std::string::npos);
}

}  // namespace
}  // namespace clearance::bench
