// Reports of clashes that nobody had to find, for tests of what is written of them; and those found as one text.
#pragma once

#include <clearance/clearance.h>

#include <string>
#include <utility>
#include <vector>

#include "find_clashes.h"

namespace clearance::cli {

inline PairReport clash_of(const std::string& a, const std::string& b, Vec3 place, Bracket depth) {
  PairReport report;
  report.a = a, report.b = b;
  report.claim.status = Status::Penetrating;
  report.claim.depth = Claim::Depth{depth, {}, {}};
  report.verdict = PairVerdict::Clash;
  report.place = place;
  report.excess = {0, 0};
  return report;
}

inline ResultFile result_of_clashes(std::vector<PairReport> pairs) {
  ResultFile made;
  made.query = "clash";
  made.criteria = Criteria{};
  made.pairs = std::move(pairs);
  return made;
}

// All that was found: equal where every report is, to the last bit.
inline std::string text_of(const Clashes& clashes) {
  ResultFile result;
  result.query = "clash";
  result.criteria = Criteria{};
  for (const FoundClash& clash : clashes.found) result.pairs.push_back(clash.report);
  result.unlisted = UnlistedPairs{clashes.clear, {}};
  return result_text(result, false);
}

}  // namespace clearance::cli
