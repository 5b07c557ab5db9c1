// The experiment `motion-mesh` prints every part; its workload keeps its promises, and our answers are right.
#include <bench/bench.h>
#include <bench/experiments/motion_mesh.h>
#include <bench/peers/clearance.h>
#include <bench/race/mesh_race.h>
#include <bench/workloads/gears.h>
#include <clearance/build/mesh.h>
#include <clearance/motion/query.h>
#include <gtest/gtest.h>

#include <string>

namespace clearance::bench {
namespace {

TEST(MeshMotionBench, PrintsEveryPartWithItsBars) {
  std::string words[] = {"bench", "motion-mesh", "--quick", "--no-plots"};
  char* arguments[] = {words[0].data(), words[1].data(), words[2].data(), words[3].data()};
  testing::internal::CaptureStdout();
  EXPECT_EQ(run_bench(4, arguments), 0);
  const std::string text = testing::internal::GetCapturedStdout();
  for (const W6Cell& cell : w6_cells()) EXPECT_NE(text.find(cell.name()), std::string::npos) << cell.name();
  for (const char* part : {"When do two bodies of 2000 triangles meet?", "FCL, advancement", "Who is wrong how often?",
                           "Growth of first_contact", "What a timeline costs", "Constant angular velocity",
                           "train of gears", "stay far apart"})
    EXPECT_NE(text.find(part), std::string::npos) << part;
  EXPECT_EQ(text.find("nan"), std::string::npos);
}

TEST(W6, HittingOnesHitFreeOnesDoNotAndOursAreRight) {
  constexpr int kMotions = 4, kInstants = 60;
  const W6Course course = w6_course(kMotions);
  const std::vector<W6Cell> cells = w6_cells();
  for (std::size_t p = 0; p < std::size(kW2Pairs); ++p) {
    const W6Bodies bodies(kW2Pairs[p], 2000);
    for (std::size_t c = 0; c < cells.size(); ++c) {
      ASSERT_EQ(course[c][p].pairs.size(), static_cast<std::size_t>(kMotions));
      for (const MeshMotionLibrary& library : our_mesh_motions()) {
        const auto mover = library.make(bodies);
        const auto asker = mover->asker(course[c][p]);
        std::vector<Answer> answers;
        for (std::size_t i = 0; i < course[c][p].pairs.size(); ++i) answers.push_back(asker->ask(i));
        const std::vector<MotionTruth> truth = sampled_truth(bodies, course[c][p], *asker, answers.size(), kInstants);
        const MotionMistakes judged = judge_motions(bodies, course[c][p], answers, truth, *asker, kInstants);
        EXPECT_EQ(judged.wrong(), 0) << library.name << ", " << cells[c].name();
        if (library.name == "first_contact") {
          EXPECT_LE(judged.worst_error, 1e-9) << cells[c].name();
        }
        if (cells[c].place == W6Place::Hitting) {
          EXPECT_EQ(judged.hits, kMotions) << cells[c].name();
        }
        if (cells[c].place == W6Place::Free) {
          EXPECT_EQ(judged.hits, 0) << cells[c].name();
        }
        // Bodies that slide along each other, as some at round numbers do, may meet at once where they are coarse.
        if (cells[c].numbers == Numbers::Round) continue;
        for (const MotionTruth& one : truth) EXPECT_FALSE(one.is_hit && one.upper == 0) << cells[c].name();
      }
    }
  }
}

TEST(Gears, AreSolidAndTurnWithoutTouching) {
  const GearTrain train = gear_train(3, 48, 1000);
  EXPECT_TRUE(mesh_facts(train.body.vertices, train.body.triangles).is_solid());
  EXPECT_NEAR(static_cast<double>(train.body.triangles.size()), 1000, 300);
  const Shape body = make_mesh(train.body.vertices, train.body.triangles, {.kind = MeshKind::Solid}).value();
  for (std::size_t i = 0; i < train.motions.size(); ++i)
    for (std::size_t k = i + 1; k < train.motions.size(); ++k)
      EXPECT_TRUE(first_contact(body, train.motions[i], body, train.motions[k], {0, 1}).value().is_clear()) << i << k;
}

}  // namespace
}  // namespace clearance::bench
