// Question: what does each library need for the points of the same contacts, all calls and those with the same points,
//           on average and at worst?
// Method:   the frames in order, from cold, all taking turns. A mean is of whole passes in processor time, the fastest
//           counts. Single calls are timed by the wall clock, each the shortest of several passes, less the clock's own
//           time: over these the calls with the same points are compared, and the worst is named. The first pass is
//           judged.
#pragma once

#include <bench/race/contact_judge.h>

namespace clearance::bench {

struct ContactResult : ContactCount {
  std::string package, name;
  Points points = Points::All;
  double ns = 0;              // a call
  std::vector<double> calls;  // every call, in nanoseconds
  std::vector<bool> is_same;  // by call
  bool answered = false;
  std::int64_t allocations = 0;  // of a warm pass; of ours alone

  bool is_ours() const { return package == "Clearance"; }
  std::string full_name() const { return package + ", " + name; }
  double worst() const;       // the slowest call
  double percentile() const;  // what 1 in 100 exceeds
};

struct ContactRaceOptions {
  int passes = 15;
  double longest_pass = 0.5;  // seconds; whoever is slower sees the first frames only
  double patience = 2;        // seconds; who has used them up gets no further pass
};

// By contestant, in order; what a library does not have has not answered.
std::vector<ContactResult> race_contacts(std::span<const ContactContestant> contestants, const ContactScene& scene,
                                         std::span<const ContactTruth> truth, const ContactRaceOptions& options);

// The calls that two have answered with the same points, and what they took for these.
struct SameCalls {
  double our_ns = 0, their_ns = 0;
  std::size_t count = 0;

  // NaN where there are none.
  double ratio() const { return our_ns / their_ns; }
  void add(const SameCalls& other);
};
SameCalls compare_calls(const ContactResult& ours, const ContactResult& theirs);

}  // namespace clearance::bench
