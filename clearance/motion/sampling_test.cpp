// Ten thousand instants of each motion, looked at one by one: none shows contact before the first or in a clear motion,
// none shows the bodies apart within an interval of contact, or in contact outside of all.
#include <clearance/motion/moving_case_test.h>

#include <clearance/convex/query.h>

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

namespace clearance::detail {
namespace {

using Numbers = RandomMotions::Numbers;

constexpr int kSpread = 10'000, kNearEnds = 2'000;

// Instants spread evenly, and others that crowd around every end of a bracket, the nearest of them its neighbours.
std::vector<double> instants_of(const Interval& interval, const FirstContact& found, const Interference& known) {
  std::vector<double> ends = {interval.begin, interval.end};
  if (!found.is_clear()) ends.insert(ends.end(), {found.lower, found.upper});
  for (const auto& [begin, end, graze] : known.intervals)
    ends.insert(ends.end(), {begin.lower, begin.upper, end.lower, end.upper});
  const double length = interval.end - interval.begin;
  std::vector<double> instants;
  const auto add = [&](double time) {
    if (time >= interval.begin && time <= interval.end) instants.push_back(time);
  };
  for (int k = 0; k <= kSpread; ++k) add(interval.begin + length * k / kSpread);
  const int steps = kNearEnds / static_cast<int>(2 * ends.size());
  for (const double end : ends) {
    for (const double time : {std::nextafter(end, -kInfinity), end, std::nextafter(end, kInfinity)}) add(time);
    for (int k = 0; k < steps; ++k) {
      const double off = length * std::exp2(-54.0 * k / steps);
      add(end - off);
      add(end + off);
    }
  }
  return instants;
}

struct Samples {
  int motions = 0, contacts = 0, clear = 0;  // contacts: at the beginning, too
  long instants = 0, doubtful = 0;

  // The static query with the poses rounded; where it says otherwise than it should, exact places decide.
  void look_at(const MovingCase& asked, const std::string& what) {
    const FirstContact found = asked.ask(), any = asked.ask_clear();
    const Interference known = asked.ask_intervals();
    ASSERT_EQ(found.status, known.status) << what;
    ASSERT_EQ(any.is_clear(), found.is_clear()) << what;
    expect_proved(asked, found, what);
    expect_proved(asked, any, what);
    ++motions;
    (found.is_clear() ? clear : contacts) += 1;
    for (const double time : instants_of(asked.interval, found, known)) {
      const bool expected = are_in_contact(known, time);
      const bool is_before = found.is_clear() || time < found.lower || time < any.lower;
      ASSERT_FALSE(is_before && expected) << what << " at " << time;
      const Result<Pose> pose_a = asked.motion_a.at(time), pose_b = asked.motion_b.at(time);
      bool met = !expected;
      if (pose_a && pose_b) met = compare_distance(asked.a, *pose_a, asked.b, *pose_b, asked.margin) <= 0;
      ++instants;
      if (met == expected) continue;
      ++doubtful;
      ASSERT_EQ(asked.meet_at(time), expected) << what << " at " << time;
    }
  }
};

int rounds(int quick, int full) { return is_full_level() ? full : quick; }

void look_at_random(std::uint64_t seed, Numbers numbers, int count) {
  RandomMotions motions(seed, {numbers});
  Samples samples;
  for (int round = 0; round < count && !testing::Test::HasFailure(); ++round)
    samples.look_at(round % 4 == 3 ? motions.next_rounded(3) : motions.next(8), "round " + std::to_string(round));
  EXPECT_GT(samples.contacts, count / 8);
  EXPECT_GT(samples.clear, count / 16);
  EXPECT_GE(samples.instants, long{kSpread} * samples.motions);
  EXPECT_LT(samples.doubtful, samples.instants / 10);  // roundings, and not the rule
}

TEST(SampledMotion, OfDoubles) { look_at_random(1, Numbers::Doubles, rounds(16, 400)); }
TEST(SampledMotion, OfEighths) { look_at_random(2, Numbers::Eighths, rounds(16, 400)); }
TEST(SampledMotion, OfQuarterTurns) { look_at_random(3, Numbers::Quarters, rounds(16, 400)); }

// Nothing is left to chance: contact at thirds, for an instant, along a face, throughout.
TEST(SampledMotion, MadeToTouch) {
  const Polytope cube = box({2, 2, 2}), rod = convex_hull(std::vector<Vec3>{{-2, 0, 0}, {2, 0, 0}}).value();
  const Motion turning = Motion::to(translation({0, 3, 0}), rotation({0, 0, 0, 1}, {0, 3, 0}), 1).value();
  Samples samples;
  samples.look_at({cube, cube, {}, line({4, 0.5, 0.25}, {-6, 0, 0})}, "a third");
  samples.look_at({cube, cube, {}, line({8, 0.5, 0.25}, {-18, 0, 0})}, "from a third to five ninths");
  samples.look_at({cube, cube, {}, thrown({3, 0, 0}, {-6, 0, 0}, {18, 0, 0})}, "a graze at a third");
  samples.look_at({cube, cube, {}, thrown({3, 0, 0}, {-4, 0, 0}, {8, 0, 0})}, "a graze at a half");
  samples.look_at({cube, cube, {}, line({4, 2, 0}, {-8, 0, 0})}, "along a face");
  samples.look_at({cube, cube, {}, line({4, 2, 2}, {-8, 0, 0})}, "along an edge");
  samples.look_at({cube, cube, {}, line({2, 0, 0}, {0, 1, 0})}, "in contact all the way");
  samples.look_at({cube, cube, {}, line({std::nextafter(2.0, 3), 0, 0}, {0, 1, 0})}, "a hair off all the way");
  samples.look_at({cube, rod, {}, turning}, "a rod whose end touches a face, upright");
  samples.look_at({cube, rounded(rod, 0.25), {}, turning}, "the same, round");
  samples.look_at({cube, cube, turning, turning}, "coincident, turning");
  EXPECT_EQ(samples.motions, 11);
  EXPECT_EQ(samples.clear, 1);
}

}  // namespace
}  // namespace clearance::detail
