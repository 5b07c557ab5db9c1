// Question: does the depth of solids keep what it promises: within 50 ms an upper end within 5 % of the best that is
//           found in seconds, and where the bodies are not thin a bracket within 10 %?
// Method:   of every pair: the bracket under a deadline, and a search of seconds beside it. How thin a body is, is told
//           by 6·volume/area, the side of a cube and the diameter of a ball, three thicknesses of a plate and one and a
//           half of a rod: where that is less than kThin of the longest side of its box, the body is a plate, a rod, or
//           made of such.
#pragma once

#include <bench/experiments.h>
#include <clearance/shape/mesh.h>

#include <functional>
#include <string>
#include <vector>

namespace clearance::bench {

inline constexpr double kDepthPromiseSeconds = 0.05;
// What a call may take beyond that: the deadline is looked at between steps of a millisecond or so.
inline constexpr double kDepthPromiseSlack = 0.01;
inline constexpr double kUpperWithin = 0.05, kBracketWithin = 0.1;
// Both searches end where their bracket is this narrow: the lower end is not sought beyond 2 %.
inline constexpr double kBestWithin = 0.025;
inline constexpr double kThin = 0.1;

// 6·volume/area by the longest side: 1 for a cube, 0 for a sheet.
double thickness_of(const Mesh& mesh);

struct DepthSample {
  std::string name;
  bool is_thin = false;                   // one of the bodies is
  double lower = 0, upper = 0;            // of the call with the deadline
  bool is_disturbed = false;              // it never got as much of the processor as was promised
  double seconds = 0;                     // that it took
  double best_lower = 0, best_upper = 0;  // of the search of seconds
  std::function<bool(const std::string& path)> dump;

  // Nothing shorter than this is known to do: the upper end of the long search, or where it ended with a narrow
  // bracket, the lower one, below which nobody finds anything.
  double best() const;
  double upper_off() const { return upper / best() - 1; }
  double width() const { return 1 - lower / upper; }
  // The long search ended by itself, so that more time would not change the judgement.
  bool is_settled() const;
  bool is_upper_met() const { return upper_off() <= kUpperWithin; }
  bool is_bracket_met() const { return width() <= kBracketWithin; }
  bool is_in_time() const { return seconds <= kDepthPromiseSeconds + kDepthPromiseSlack; }
};

// Tables of how many pairs keep each promise and of those that are worst; scenes of the latter into the folder, unless
// that is empty.
void report_depths(const std::string& title, const std::vector<DepthSample>& samples, const std::string& folder,
                   Report& report);

}  // namespace clearance::bench
