// Question: what do results say besides claims: verdicts and by which criteria, how the run ended, of which parts it
//           was, and what has changed since an earlier one?
#pragma once

#include <clearance/io/json.h>
#include <clearance/io/results/result_file.h>

#include <string>

namespace clearance::detail {

// "verdict", "duplicate", "inside", "change" and "points" of a pair.
Fault read_judgement(const Json& json, const std::string& place, PairReport& out);
// "ending", "not_looked_at", "tolerance", "within", "allow_touching", "parts" and "resolved" of a result.
Fault read_run(const Json& json, ResultFile& out);

// The same written, each after a comma; nothing where there is nothing.
std::string judgement_text(const PairReport& report);
std::string nearest_points_text(const PairReport& report);
std::string run_text(const ResultFile& result);  // all but "resolved"
std::string resolved_text(const ResultFile& result);

}  // namespace clearance::detail
