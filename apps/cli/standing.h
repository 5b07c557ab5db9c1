// Question: how does a claim of a result stand after it was looked at, and how are many of them summed up?
#pragma once

#include <clearance/clearance.h>

#include <cstdint>
#include <string>
#include <utility>

namespace clearance::cli {

enum class Standing { Proved, DecidedAgain, Undecided, Fails };

struct ClaimStanding {
  Standing standing = Standing::Fails;
  std::string reason;       // of what fails or is undecided, in one line
  std::uint8_t lacked = 0;  // a bit for every Missing that was decided again

  bool lacks(Missing what) const { return (lacked >> static_cast<int>(what) & 1) != 0; }
};

inline ClaimStanding fails(std::string reason) { return {Standing::Fails, std::move(reason), 0}; }
inline ClaimStanding undecided(std::string reason) { return {Standing::Undecided, std::move(reason), 0}; }
inline ClaimStanding decided_again() { return {Standing::DecidedAgain, {}, 0}; }
// What is worse of the two.
void worst_of(ClaimStanding& so_far, ClaimStanding next);

struct StandingCounts {
  std::uint64_t proved = 0, again = 0, open = 0, failed = 0;
};
// "34 claims proved, 2 decided again" in a line of its own.
std::string counts_text(const StandingCounts& counts);
// A line for a claim that fails or is undecided, empty for others: "pairs[0]: left, right: separated: no certificate".
std::string reason_text(std::size_t number, const std::string& a, const std::string& b, const std::string& status,
                        const ClaimStanding& claim);
// "3 claims".
std::string counted(std::uint64_t count, const char* what);

}  // namespace clearance::cli
