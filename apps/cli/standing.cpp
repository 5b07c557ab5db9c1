#include "standing.h"

#include <fmt/format.h>

#include "output.h"

namespace clearance::cli {
void worst_of(ClaimStanding& so_far, ClaimStanding next) {
  if (next.standing > so_far.standing) so_far = std::move(next);
}

std::string counted(std::uint64_t count, const char* what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

std::string counts_text(const StandingCounts& counts) {
  const auto [proved, again, open, failed] = counts;
  std::string text = counted(proved, "claim") + " proved";
  if (failed > 0)
    text = fmt::format("{} of {} fail{}, {} proved", failed, counted(proved + again + open + failed, "claim"),
                       failed == 1 ? "s" : "", proved);
  if (again > 0) text += fmt::format(", {} decided again", again);
  if (open > 0) text += fmt::format(", {} undecided", open);
  return text + "\n";
}

std::string reason_text(std::size_t number, const std::string& a, const std::string& b, const std::string& status,
                        const ClaimStanding& claim) {
  if (claim.reason.empty()) return {};
  // Reasons about the status itself begin with it.
  const std::string before = status + ": ";
  return fmt::format("pairs[{}]: {}, {}: {}{}{}\n", number, one_line(a), one_line(b),
                     claim.reason.starts_with(before) ? "" : before,
                     claim.standing == Standing::Undecided ? "undecided: " : "", one_line(claim.reason));
}

}  // namespace clearance::cli
