// Question: which clash does a person look at first, and which belong together?
// Method:   the same part twice, then clashes by the depth that is proved, surfaces that cross, what is undecided, what
//           is too near by its distance, what touches. Together: all of a part, under the part that has the worst; or
//           all in a place, each within a fiftieth of the assembly's size of another.
#pragma once

#include <clearance/clearance.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace clearance::cli {

enum class GroupBy : std::uint8_t { None, Part, Place };

// Whether p comes before q; ties in the order in which they are given.
bool is_worse(const PairReport& p, const PairReport& q);

// Where to look: where they meet, or halfway between their nearest points.
std::optional<Vec3> spot_of(const PairReport& report);

struct ClashGroup {
  std::string title;               // empty: everything in one
  std::vector<std::size_t> pairs;  // positions, the worst first
};
using ReportList = std::vector<const PairReport*>;
// Those that a person reads about.
ReportList listed(const ResultFile& result, bool with_touching);
// The group with the worst pair first. `size` is that of the assembly. A pair is in one group.
std::vector<ClashGroup> grouped(const ReportList& reports, GroupBy by, double size);

}  // namespace clearance::cli
