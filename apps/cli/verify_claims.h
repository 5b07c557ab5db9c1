// Question: which claims of a result are proved by what it holds, which had to be decided again, which fail?
// Method:   every claim against the scene's own points, in exact arithmetic (proof/check_mesh.h). What has no
//           certificate by contract, or was not printed, is decided again by the exact queries. A depth's lower end
//           without a shell is measured again as [l, u]: it holds up to l, fails beyond u, and is undecided between; a
//           translation that no plane shows to end the penetration is tried out, exactly. Contact points are checked by
//           themselves (proof/check_contacts.h): they are no claims, and counted in a line of their own.
// Cannot:   call "proved" what it decided again: that is counted apart.
#pragma once

#include <clearance/clearance.h>

#include <cstdint>
#include <optional>
#include <string>

#include "standing.h"

namespace clearance::cli {

struct VerifiedResult {
  std::vector<ClaimStanding> claims;  // as many as result.pairs
  std::vector<std::string> unlisted_failures;
  std::uint64_t unlisted = 0;       // pairs that a crowd's result does not list; decided again
  std::uint64_t not_looked_at = 0;  // of an interrupted run: nothing is claimed of them
  std::uint64_t contact_points = 0;
  std::vector<std::string> contact_failures;  // a line for each pair of which a point is wrong

  std::uint64_t count(Standing standing) const;
  bool all_hold() const { return count(Standing::Fails) == 0 && contact_failures.empty(); }
  bool all_proved() const { return count(Standing::Proved) == claims.size() && unlisted + not_looked_at == 0; }
};

// Why a result is not about this scene, or says nothing about some pair of it.
std::optional<Error> other_scene(const Scene& scene, const ResultFile& result);

// Refused: a result that is not about this scene, or says nothing about some pair of it. Errors' places start within
// the result file.
Result<VerifiedResult> verify_result(const Scene& scene, const ResultFile& result);

// A line per failure, then the counts: "34 claims proved, 2 decided again", and what was decided again and why.
std::string verified_text(const VerifiedResult& verified, const ResultFile& result);

}  // namespace clearance::cli
