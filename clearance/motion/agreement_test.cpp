// First contact beside contact functions, which decide the same question in the plainest way: none may be missed, none
// invented. CLEARANCE_MOTIONS=N in the environment asks each test for N motions, whatever the level, and prints what
// was counted; CLEARANCE_MOTION_SEED=S asks for others.
#include <clearance/motion/moving_case_test.h>

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <string>

namespace clearance::detail {
namespace {

using Numbers = RandomMotions::Numbers;

struct Counts {
  int motions = 0, contacts = 0, already = 0, missed = 0, invented = 0, misplaced = 0, refuted = 0, unproved = 0;

  void add(const MovingCase& asked) {
    const FirstContact found = asked.ask();
    const ContactOfFeatures truth = asked.reference();
    const CheckResult checked = asked.check(found);
    ++motions;
    contacts += truth.status == MotionStatus::Contact ? 1 : 0;
    already += truth.status == MotionStatus::Already ? 1 : 0;
    missed += found.is_clear() && !truth.is_clear() ? 1 : 0;
    invented += !found.is_clear() && truth.is_clear() ? 1 : 0;
    misplaced += found.lower > truth.upper || found.upper < truth.lower ? 1 : 0;
    refuted += checked.is_refuted() ? 1 : 0;
    unproved += checked ? 0 : 1;
    expect_agreement(asked, found, truth, "motion " + std::to_string(motions - 1));
  }
  void print(const char* what) const {
    std::printf(
        "%s: %d motions, %d contacts, %d already; missed %d, invented %d, misplaced %d, refuted %d, without a proof "
        "%d\n",
        what, motions, contacts, already, missed, invented, misplaced, refuted, unproved);
  }
};

template <class Next>
Counts compared(const char* what, std::uint64_t seed, int quick, int full, const Next& next) {
  const char* const number = std::getenv("CLEARANCE_MOTIONS");
  const char* const other_seed = std::getenv("CLEARANCE_MOTION_SEED");
  const int rounds = number != nullptr ? std::atoi(number) : is_full_level() ? full : quick;
  RandomMotions motions(other_seed != nullptr ? std::strtoull(other_seed, nullptr, 10) : seed,
                        {Numbers::Doubles, Numbers::Doubles, Numbers::Eighths, Numbers::Eighths, Numbers::Quarters});
  Counts counts;
  while (counts.motions < rounds && !testing::Test::HasFailure()) counts.add(next(motions));
  if (number != nullptr || testing::Test::HasFailure()) counts.print(what);
  return counts;
}

TEST(FirstContact, AgreesWithContactFunctions) {
  const Counts counts = compared("up to 12 points", 14, 3'000, 100'000, [](RandomMotions& m) { return m.next(12); });
  EXPECT_GT(counts.contacts, counts.motions / 8);
  // Gaps too thin for planes of doubles, and flat bodies in one plane.
  EXPECT_LE(counts.unproved, counts.motions / 100);
}

TEST(FirstContact, AgreesWithContactFunctionsOfRoundedBodies) {
  const Counts counts = compared("rounded", 17, 300, 5'000, [](RandomMotions& m) { return m.next_rounded(8); });
  EXPECT_GT(counts.contacts, counts.motions / 8);
}

TEST(FirstContact, AgreesWithContactFunctionsOfLargeHulls) {
  const Counts counts = compared("100 vertices", 16, 200, 1'000, [](RandomMotions& m) { return m.next_large(100); });
  EXPECT_GT(counts.contacts, counts.motions / 8);
  EXPECT_LE(counts.unproved, counts.motions / 100);
}

}  // namespace
}  // namespace clearance::detail
