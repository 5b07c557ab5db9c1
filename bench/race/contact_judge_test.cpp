#include <bench/race/allocations.h>
#include <bench/race/contact_race.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace clearance::bench {
namespace {

TouchPoint at(double x, double y, double gap) { return {{x, y, 0}, {x, y, gap}, {0, 0, 1}, gap}; }

// Four corners, a hundredth deep.
std::vector<TouchPoint> square() { return {at(0, 0, -0.01), at(1, 0, -0.01), at(1, 1, -0.01), at(0, 1, -0.01)}; }

TEST(ContactJudge, OurOwnPointsAreTheSame) {
  const ContactTruth truth = contact_truth(square(), true, 0);
  EXPECT_TRUE(truth.penetrating);
  EXPECT_EQ(truth.wanted, 4u);
  const ContactVerdict verdict = judge(square(), truth, Points::All);
  EXPECT_TRUE(verdict.same);
  EXPECT_EQ(verdict.matching, 4u);
  EXPECT_EQ(verdict.extra + verdict.missing + verdict.doubled + verdict.speculative, 0u);
  EXPECT_FALSE(verdict.off || verdict.lost || verdict.invented || verdict.touching_free);
}

TEST(ContactJudge, APointMayLieOnEitherBodyOrBetween) {
  const ContactTruth truth = contact_truth(square(), true, 0);
  std::vector<TouchPoint> theirs = square();
  for (TouchPoint& point : theirs) point.a = point.b = 0.5 * (point.a + point.b);
  EXPECT_TRUE(judge(theirs, truth, Points::All).same);
}

TEST(ContactJudge, APlantedWrongPointIsCounted) {
  const ContactTruth truth = contact_truth(square(), true, 0);
  std::vector<TouchPoint> theirs = square();
  theirs[2] = at(1, 0.99, -0.01);
  const ContactVerdict verdict = judge(theirs, truth, Points::All);
  EXPECT_EQ(verdict.extra, 1u);
  EXPECT_EQ(verdict.missing, 1u);
  EXPECT_EQ(verdict.matching, 3u);
  EXPECT_FALSE(verdict.same);
  EXPECT_FALSE(judge(theirs, truth, Points::Four).same);
}

TEST(ContactJudge, AMissingPointAndOneTooManyAreCounted) {
  const ContactTruth truth = contact_truth(square(), true, 0);
  std::vector<TouchPoint> theirs = square();
  theirs.pop_back();
  EXPECT_EQ(judge(theirs, truth, Points::All).missing, 1u);
  EXPECT_FALSE(judge(theirs, truth, Points::All).same);
  theirs = square();
  theirs.push_back(theirs[0]);
  theirs.push_back(at(0.5, 0.5, -0.01));
  const ContactVerdict verdict = judge(theirs, truth, Points::All);
  EXPECT_EQ(verdict.doubled, 1u);
  EXPECT_EQ(verdict.extra, 1u);
}

TEST(ContactJudge, FourOfEightAreTheSameOnlyWhereFourAreWanted) {
  std::vector<TouchPoint> ours;
  ours.reserve(8);
  for (int k = 0; k < 8; ++k) ours.push_back(at(std::cos(k), std::sin(k), -0.01));
  const ContactTruth truth = contact_truth(ours, true, 0);
  const std::vector<TouchPoint> four = {ours[0], ours[2], ours[4], ours[6]};
  EXPECT_TRUE(judge(four, truth, Points::Four).same);
  EXPECT_FALSE(judge(four, truth, Points::All).same);
  const std::vector<TouchPoint> three = {ours[0], ours[2], ours[4]};
  EXPECT_FALSE(judge(three, truth, Points::Four).same);
}

TEST(ContactJudge, WhatOnlyAMarginDecidesMayBeThereOrNot) {
  std::vector<TouchPoint> ours = square();
  ours[3] = at(0, 1, 0.0005);
  const ContactTruth truth = contact_truth(ours, true, 0);
  EXPECT_EQ(truth.wanted, 3u);
  EXPECT_TRUE(judge(ours, truth, Points::All).same);
  std::vector<TouchPoint> theirs = {ours[0], ours[1], ours[2]};
  EXPECT_TRUE(judge(theirs, truth, Points::All).same);
  theirs.push_back(at(5, 5, 0.02));
  EXPECT_EQ(judge(theirs, truth, Points::All).speculative, 1u);
  EXPECT_TRUE(judge(theirs, truth, Points::All).same);
}

TEST(ContactJudge, WrongStatusesAreCounted) {
  const ContactTruth apart = contact_truth({}, false, 0.01);
  EXPECT_TRUE(judge({}, apart, Points::All).same);
  EXPECT_TRUE(judge(square(), apart, Points::All).invented);
  const std::vector<TouchPoint> ahead = {at(0, 0, 0.01)};
  EXPECT_FALSE(judge(ahead, apart, Points::All).invented);
  const ContactTruth deep = contact_truth(square(), true, 0);
  EXPECT_TRUE(judge({}, deep, Points::Four).lost);
  const std::vector<TouchPoint> touch = {at(0, 0, 0)};
  const ContactTruth touching = contact_truth(touch, true, 0);
  EXPECT_TRUE(judge({}, touching, Points::All).touching_free);
  EXPECT_FALSE(judge({}, touching, Points::All).lost);
  // Nearer than the tolerance: nobody is wrong.
  const ContactTruth close = contact_truth({}, false, 1e-5);
  EXPECT_FALSE(judge(touch, close, Points::All).invented);
}

TEST(ContactJudge, DepthsAreComparedAndNonsenseIsOff) {
  const ContactTruth truth = contact_truth(square(), true, 0);
  std::vector<TouchPoint> theirs = square();
  for (TouchPoint& point : theirs) point.gap = -0.02;
  EXPECT_TRUE(judge(theirs, truth, Points::All).off);
  EXPECT_NEAR(judge(theirs, truth, Points::All).depth_error, 0.01, 1e-12);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (TouchPoint& point : theirs) point = {{nan, nan, nan}, {nan, nan, nan}, {nan, nan, nan}, nan};
  const ContactVerdict verdict = judge(theirs, truth, Points::All);
  EXPECT_TRUE(verdict.off);
  EXPECT_EQ(verdict.extra, 4u);
  EXPECT_FALSE(verdict.same);
}

// Reports what it is given; slowly, where asked.
class Recorded {
 public:
  Recorded(const ContactScene&, std::vector<std::vector<TouchPoint>> frames) : frames_(std::move(frames)) {}
  void forget() {}
  std::size_t ask(std::size_t frame) {
    last_ = frame;
    return frames_[frame].size();
  }
  void read(std::vector<TouchPoint>& out) const { out = frames_[last_]; }

 private:
  std::vector<std::vector<TouchPoint>> frames_;
  std::size_t last_ = 0;
};

TEST(ContactRace, ComparesTheCallsWithTheSamePointsAlone) {
  const ContactScene scene = box_scene(ContactPose::Flush, Numbers::Round, 3);
  const std::vector<ContactTruth> truth(3, contact_truth(square(), true, 0));
  using Frames = std::vector<std::vector<TouchPoint>>;
  const ContactContestant contestants[] = {
      contact_method<Recorded>("A", "right", Points::All, Frames{square(), square(), square()}),
      contact_method<Recorded>("B", "sometimes", Points::All, Frames{square(), {}, square()}),
      {"C", "no such bodies", Points::All, [](const ContactScene&) { return nullptr; }}};
  std::vector<ContactResult> results = race_contacts(contestants, scene, truth, {.passes = 2});
  EXPECT_EQ(results[0].same, 3);
  EXPECT_EQ(results[1].same, 2);
  EXPECT_EQ(results[1].lost, 1);
  EXPECT_EQ(results[1].wrong(), 1);
  EXPECT_FALSE(results[2].answered);
  results[0].calls = {10, 20, 40};
  results[1].calls = {100, 7, 100};
  const SameCalls same = compare_calls(results[0], results[1]);
  EXPECT_EQ(same.count, 2u);
  EXPECT_EQ(same.ratio(), 0.25);
  EXPECT_EQ(results[0].worst(), 40);
  EXPECT_TRUE(std::isnan(compare_calls(results[0], results[2]).ratio()));
}

TEST(Allocations, AreCounted) {
  const std::int64_t before = allocations();
  auto* volatile number = new int(3);
  EXPECT_EQ(allocations() - before, 1);
  delete number;
  EXPECT_EQ(allocations() - before, 1);
}

}  // namespace
}  // namespace clearance::bench
