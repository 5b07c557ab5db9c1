#include "compare_intervals.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace clearance::cli {
namespace {

constexpr Interval kWhole{0, 10};

Interference found(std::vector<ContactInterval> intervals) {
  Interference times;
  times.status = intervals.empty() ? MotionStatus::Clear : MotionStatus::Contact;
  times.decided_until = kWhole.end;
  times.intervals = std::move(intervals);
  return times;
}
double above(double x) { return std::nextafter(x, 1e9); }
double below(double x) { return std::nextafter(x, -1e9); }

Standing standing(const std::vector<ContactInterval>& claimed, const std::vector<ContactInterval>& truth) {
  return compare_intervals(claimed, {}, found(truth), kWhole).standing;
}
constexpr Standing kRight = Standing::DecidedAgain, kWrong = Standing::Fails;

// Contact begins between two neighbouring doubles, and ends so.
const ContactInterval kTruth{{1, above(1)}, {2, above(2)}, {}};
// At doubles.
const ContactInterval kExact{{5, 5}, {6, 6}, {}};

TEST(CompareIntervals, WiderBracketsHold) {
  EXPECT_EQ(standing({}, {}), kRight);
  EXPECT_EQ(standing({kTruth}, {kTruth}), kRight);
  EXPECT_EQ(standing({{{0.5, 1.5}, {1.75, 3}, {}}}, {kTruth}), kRight);
  EXPECT_EQ(standing({{{1, 1.5}, {1.75, above(2)}, {}}}, {kTruth}), kRight);
  EXPECT_EQ(standing({kExact}, {kExact}), kRight);
  EXPECT_EQ(standing({{{4, 5}, {6, 7}, {}}}, {kExact}), kRight);
}

TEST(CompareIntervals, NarrowerOrShiftedOnesDoNot) {
  EXPECT_EQ(standing({{{above(1), above(1)}, {2, above(2)}, {}}}, {kTruth}), kWrong);
  EXPECT_EQ(standing({{{0.5, 1}, {2, above(2)}, {}}}, {kTruth}), kWrong);
  EXPECT_EQ(standing({{{1, above(1)}, {2, 2}, {}}}, {kTruth}), kWrong);
  EXPECT_EQ(standing({{{1, above(1)}, {2.5, 3}, {}}}, {kTruth}), kWrong);
  EXPECT_EQ(standing({{{below(5), below(5)}, {6, 6}, {}}}, {kExact}), kWrong);
}

Standing first(MotionStatus status, double lower, double upper, const Interference& truth) {
  ContactTime claim;
  claim.status = status, claim.lower = lower, claim.upper = upper;
  return compare_contact(claim, truth, kWhole).standing;
}

TEST(CompareContact, AgainstTheFirstOfTheTimes) {
  using enum MotionStatus;
  const double inf = std::numeric_limits<double>::infinity();
  const Interference never = found({}), later = found({kTruth, kExact}), exactly = found({kExact});
  EXPECT_EQ(first(Clear, inf, inf, never), kRight);
  EXPECT_EQ(first(Clear, inf, inf, later), kWrong);
  EXPECT_EQ(first(Contact, 1, 2, never), kWrong);
  EXPECT_EQ(first(Contact, 1, above(1), later), kRight);
  EXPECT_EQ(first(Contact, 0.5, 1.5, later), kRight);
  EXPECT_EQ(first(Contact, above(1), 2, later), kWrong);
  EXPECT_EQ(first(Contact, 0.5, 1, later), kWrong);
  EXPECT_EQ(first(Contact, 5, 5, exactly), kRight);
  EXPECT_EQ(first(Contact, 4, 5, exactly), kRight);
  EXPECT_EQ(first(Contact, 5, 6, exactly), kWrong) << "in contact at lower";
  EXPECT_EQ(first(Undecided, 1, inf, later), kRight);
  EXPECT_EQ(first(Undecided, above(1), inf, later), kWrong);
  EXPECT_EQ(first(Undecided, 5, inf, exactly), kWrong);
  EXPECT_EQ(first(Undecided, 9, inf, never), kRight);
  EXPECT_EQ(first(Already, 0, 0, found({{{0, 0}, {1, 1}, {}}})), kRight);
  EXPECT_EQ(first(Already, 0, 0, later), kWrong);
  EXPECT_EQ(first(NotAsked, 0, 0, never), kWrong);
  Interference open = never;
  open.status = Undecided, open.decided_until = 4;
  EXPECT_EQ(first(Clear, inf, inf, open), Standing::Undecided);
  EXPECT_EQ(first(Undecided, 4, inf, open), kRight);
  EXPECT_EQ(first(Undecided, 5, inf, open), Standing::Undecided);
}

// Contact at the inner end, none at the outer one.
TEST(CompareIntervals, EndsAreWhatTheContractSays) {
  EXPECT_EQ(standing({{{5, 5.5}, {6, 6}, {}}}, {kExact}), kWrong) << "in contact at begin.lower";
  EXPECT_EQ(standing({{{5, 5}, {5.5, 6}, {}}}, {kExact}), kWrong) << "in contact at end.upper";
  EXPECT_EQ(standing({{{4, 7}, {6, 6}, {}}}, {kExact}), kWrong) << "apart at begin.upper";
  EXPECT_EQ(standing({{{5, 5}, {4, 6.5}, {}}}, {kExact}), kWrong) << "apart at end.lower";
  // Cut off by the interval.
  const ContactInterval all{{0, 0}, {10, 10}, {}};
  EXPECT_EQ(standing({all}, {all}), kRight);
  EXPECT_EQ(standing({{{0, 1}, {9, 10}, {}}}, {all}), kRight);
  EXPECT_EQ(standing({{{1, 1}, {10, 10}, {}}}, {all}), kWrong);
}

TEST(CompareIntervals, NoneIsMissingAndNoneTooMany) {
  EXPECT_EQ(standing({kTruth}, {kTruth, kExact}), kWrong);
  EXPECT_EQ(standing({kTruth, kExact}, {kTruth}), kWrong);
  EXPECT_EQ(standing({kTruth, kExact}, {kTruth, kExact}), kRight);
  EXPECT_EQ(standing({{{1, above(1)}, {2, above(2)}, {}}, {{1.5, 5}, {6, 6}, {}}}, {kTruth, kExact}), kWrong)
      << "the second bracket begins within the first contact";
  EXPECT_EQ(standing({{{1, above(1)}, {2, 5.5}, {}}, kExact}, {kTruth, kExact}), kWrong)
      << "the first bracket ends within the second contact";
  EXPECT_EQ(standing({{{0, 5}, {6, 6}, {}}}, {kTruth, kExact}), kWrong) << "two taken for one";
}

TEST(CompareIntervals, Grazes) {
  ContactRoot root;
  root.after = 3, root.before = above(3);
  const ContactInterval graze{{3, above(3)}, {3, above(3)}, root}, instant{{4, 4}, {4, 4}, {}};
  EXPECT_EQ(standing({graze}, {graze}), kRight);
  EXPECT_EQ(standing({instant}, {instant}), kRight);
  ContactInterval wide = graze;
  wide.begin = wide.end = {2, 3.5}, wide.graze->after = 2, wide.graze->before = 3.5;
  EXPECT_EQ(standing({wide}, {graze}), kRight);
  EXPECT_EQ(standing({wide}, {instant}), kWrong);
  EXPECT_EQ(standing({graze}, {kTruth}), kWrong) << "contact that lasts";
  EXPECT_EQ(standing({{{2, 3}, {3, 4}, {}}}, {graze}), kWrong) << "there is no contact at the double";
  // Tangency has no root: the same bracket for both ends.
  const ContactInterval tangent{{3, above(3)}, {3, above(3)}, {}};
  EXPECT_EQ(standing({tangent}, {tangent}), kRight);
  EXPECT_EQ(standing({{{3, above(3)}, {3, 4}, {}}}, {tangent}), kWrong);
}

TEST(CompareIntervals, WhatIsNotDecidedIsNotCalledRight) {
  Interference open = found({kTruth});
  open.status = MotionStatus::Undecided, open.decided_until = 4;
  EXPECT_EQ(compare_intervals({kTruth}, {}, open, kWhole).standing, Standing::Undecided);
  EXPECT_EQ(compare_intervals({kTruth, kExact}, {}, open, kWhole).standing, Standing::Undecided);
  EXPECT_EQ(compare_intervals({kTruth}, 4.0, open, kWhole).standing, kRight);
  EXPECT_EQ(compare_intervals({kTruth}, 4.0, found({kTruth, kExact}), kWhole).standing, kRight);
  EXPECT_EQ(compare_intervals({kTruth}, 5.5, found({kTruth, kExact}), kWhole).standing, kWrong);
}

}  // namespace
}  // namespace clearance::cli
