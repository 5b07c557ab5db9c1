// Question: what is true of each pair of a scene?
#pragma once

#include <clearance/clearance.h>

#include <optional>
#include <string>
#include <vector>

#include "contacts.h"

namespace clearance::cli {

struct JudgeOptions {
  Algorithm first = Algorithm::Automatic;
  bool status_only = false;
  bool want_proofs = false;   // those that can be large: shells, covers
  bool only_clashes = false;  // pairs that are clear are counted, and left out of the table
  Criteria criteria = {};
  std::optional<ContactQuestion> contacts = {};  // at which points pairs meet, too

  // Otherwise a pair is clear when it is separated, and a result says nothing about verdicts.
  bool has_criteria() const { return criteria != Criteria{}; }
};

struct Judged {
  ResultFile result;
  std::vector<char> clear;   // per pair, 0 or 1: its verdict is Clear (a distance compared exactly)
  std::vector<char> passes;  // the same: the verdict is no reason for an exit status of 1

  bool all_pass() const;
};

// Every pair; of a crowd only those that are not clear. Refused: a crowd with too many of those.
Result<Judged> judge(const Scene& scene, const JudgeOptions& options);

// A line per pair, those with the counts after them.
std::string judged_table(const Judged& judged, const JudgeOptions& options);

// The claim of one reported pair against the scene's own points, which trusts nothing that found it.
CheckResult check_pair(const PairReport& report, const Scene& scene, ScenePair pair);

}  // namespace clearance::cli
