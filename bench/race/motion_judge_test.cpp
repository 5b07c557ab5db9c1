// Answers about motions are judged as is printed: cubes pass each other where one can see it by hand.
#include <bench/race/motion_judge.h>
#include <clearance/build/primitives.h>
#include <gtest/gtest.h>

namespace clearance::bench {
namespace {

using Kind = Answer::Kind;

// The unit cube b flies from x = 3 to x = -3, so far to the side of the one at the origin; they would meet at 1/3.
W5Scene passing(std::initializer_list<double> sides) {
  W5Scene out;
  out.hulls.emplace_back(box({1, 1, 1}));
  for (const double side : sides)
    out.pairs.push_back({resting(0, {}), flying(0, translation({3, side, 0}), {-6, 0, 0}), 1});
  return out;
}

class Told final : public MotionAsker {
 public:
  explicit Told(const W5Scene& scene) : scene_(scene) {}
  Answer ask(std::size_t) override { return {}; }
  PosePair where(std::size_t pair, double time) const override {
    return {scene_.pairs[pair].a.motion.at(time).value(), scene_.pairs[pair].b.motion.at(time).value()};
  }

 private:
  const W5Scene& scene_;
};

TEST(SampledMotion, FindsTheFirstContactByBisection) {
  const W5Scene scene = passing({0, 0.5, 1.01});
  const Told told(scene);
  const std::vector<MotionTruth> truth = sampled_truth(scene, told, 3, 50);
  for (const std::size_t hit : {0U, 1U}) {
    EXPECT_TRUE(truth[hit].is_hit);
    EXPECT_NEAR(truth[hit].lower, 1.0 / 3, 1e-15);
    EXPECT_LE(truth[hit].upper - truth[hit].lower, 1e-15);
  }
  EXPECT_FALSE(truth[2].is_hit);
}

TEST(SampledMotion, ContactAtTheBeginningIsAtTheBeginning) {
  W5Scene scene = passing({0});
  scene.pairs[0].b = flying(0, translation({0.5, 0, 0}), {1, 0, 0});
  const MotionTruth truth = sampled_truth(scene, Told(scene), 1, 50)[0];
  EXPECT_TRUE(truth.is_hit);
  EXPECT_EQ(truth.upper, 0);
}

// Looked at in the middle and at the ends only, where the bodies are apart.
TEST(SampledMotion, AContactBetweenInstantsIsSeenWhereItIsReported) {
  W5Scene scene = passing({0});
  scene.pairs[0].b = flying(0, translation({3, 0, 0}), {-12, 0, 0});
  const Told told(scene);
  const std::vector<MotionTruth> truth = sampled_truth(scene, told, 1, 3);
  EXPECT_FALSE(truth[0].is_hit);
  const std::vector<Answer> right = {{Kind::Colliding, 2.0 / 12 + 1e-6}}, wrong = {{Kind::Colliding, 0.6}};
  const MotionMistakes found = judge_motions(scene, right, truth, told, 3);
  EXPECT_EQ(found.hits, 1);
  EXPECT_EQ(found.found, 1);
  EXPECT_NEAR(found.worst_error, 1e-6, 1e-12);
  EXPECT_EQ(judge_motions(scene, wrong, truth, told, 3).invented, 1);
}

TEST(SampledMotion, KnowsHowDeepAndHowNear) {
  const W5Scene scene = passing({0.75, 1.25});
  const Told told(scene);
  const auto deep = [&](double time) { return told.where(0, time); };
  const auto apart = [&](double time) { return told.where(1, time); };
  const Polytope& cube = scene.hulls[0].core();
  EXPECT_TRUE(SampledMotion(cube, cube, deep, 100).is_deeper_than(0.24));
  EXPECT_FALSE(SampledMotion(cube, cube, deep, 100).is_deeper_than(0.26));
  EXPECT_TRUE(SampledMotion(cube, cube, apart, 100).comes_within(0.26));
  EXPECT_FALSE(SampledMotion(cube, cube, apart, 100).comes_within(0.24));
}

TEST(MotionJudge, TellsMissedFromInventedAndBothFromAHair) {
  // Deep, by a hair, apart by a hair, well apart.
  const W5Scene scene = passing({0.5, 1 - 0.5 * kHair, 1 + 0.5 * kHair, 1.5});
  const Told told(scene);
  const std::vector<MotionTruth> truth = sampled_truth(scene, told, 4, 100);
  const Answer free{Kind::Separated}, hit{Kind::Colliding, 1.0 / 3}, failed{};
  const auto judged = [&](std::vector<Answer> answers) { return judge_motions(scene, answers, truth, told, 100); };
  const MotionMistakes right = judged({hit, hit, free, free});
  EXPECT_EQ(right.hits, 2);
  EXPECT_EQ(right.found, 2);
  EXPECT_EQ(right.wrong() + right.by_a_hair, 0);
  EXPECT_LE(right.worst_error, 1e-15);
  EXPECT_TRUE(right.is_trustworthy());
  const MotionMistakes opposite = judged({free, free, hit, hit});
  EXPECT_EQ(opposite.missed, 1);
  EXPECT_EQ(opposite.invented, 1);
  EXPECT_EQ(opposite.by_a_hair, 2);
  EXPECT_FALSE(opposite.is_trustworthy());
  EXPECT_EQ(judged({failed, hit, free, failed}).failed, 2);
}

TEST(MotionJudge, TimesAreOffByWhatIsOutsideTheBracket) {
  const W5Scene scene = passing({0, 0});
  const Told told(scene);
  const std::vector<MotionTruth> truth = sampled_truth(scene, told, 2, 100);
  const Answer late{Kind::Colliding, 0.5}, wide{Kind::Colliding, 0.5, 0.4};
  const std::vector<Answer> answers = {late, wide};
  const MotionMistakes judged = judge_motions(scene, answers, truth, told, 100);
  EXPECT_NEAR(judged.worst_error, 0.5 - 1.0 / 3, 1e-12);
  EXPECT_NEAR(judged.mean_error(), (0.5 - 1.0 / 3) / 2, 1e-12);
  EXPECT_EQ(judged.wrong(), 0);
  EXPECT_FALSE(judged.is_trustworthy());
}

}  // namespace
}  // namespace clearance::bench
