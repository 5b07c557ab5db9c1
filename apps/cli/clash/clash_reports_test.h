// Reports of clashes that nobody had to find, for tests of what is written of them.
#pragma once

#include <clearance/clearance.h>

#include <string>
#include <utility>
#include <vector>

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

}  // namespace clearance::cli
