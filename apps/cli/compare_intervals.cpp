#include "compare_intervals.h"

#include <fmt/format.h>

namespace clearance::cli {
namespace {

bool is_exact(const Bracket& bracket) { return bracket.lower == bracket.upper; }
bool holds_all_of(const Bracket& outer, const Bracket& inner) {
  return outer.lower <= inner.lower && inner.upper <= outer.upper;
}

// A double is apart before the instant of a bracket, or after it.
bool is_before(double time, const Bracket& instant) {
  return time < instant.lower || (time == instant.lower && !is_exact(instant));
}
bool is_after(double time, const Bracket& instant) {
  return time > instant.upper || (time == instant.upper && !is_exact(instant));
}

// Contact begins within the bracket, is there at its end and not at its beginning, unless nothing is before that.
bool begins_in(const Bracket& claimed, const ContactInterval& found, double start) {
  if (!holds_all_of(claimed, found.begin)) return false;
  const bool is_apart = is_before(claimed.lower, found.begin) || is_exact(claimed) || claimed.lower == start;
  return is_apart && claimed.upper <= found.end.lower;
}
bool ends_in(const Bracket& claimed, const ContactInterval& found, double stop) {
  if (!holds_all_of(claimed, found.end)) return false;
  const bool is_apart = is_after(claimed.upper, found.end) || is_exact(claimed) || claimed.upper == stop;
  return is_apart && claimed.lower >= found.begin.upper;
}

bool is_instant(const ContactInterval& found) {
  return found.graze || (is_exact(found.begin) && is_exact(found.end) && found.begin.lower == found.end.lower);
}

bool is_right(const ContactInterval& claimed, const ContactInterval& found, Interval whole) {
  if (claimed.graze) return is_instant(found) && holds_all_of(claimed.begin, found.begin);
  return begins_in(claimed.begin, found, whole.begin) && ends_in(claimed.end, found, whole.end);
}

std::string text_of(const ContactInterval& found) {
  return fmt::format("begins between {} and {} and ends between {} and {}", found.begin.lower, found.begin.upper,
                     found.end.lower, found.end.upper);
}

ClaimStanding wrong(std::size_t k, const ContactInterval& found) {
  return fails(fmt::format("intervals[{}]: decided again it {}", k, text_of(found)));
}

}  // namespace

ClaimStanding compare_intervals(const std::vector<ContactInterval>& claimed, std::optional<double> decided_until,
                                const Interference& found, Interval whole) {
  const bool is_open = found.status == MotionStatus::Undecided;
  const std::size_t both = std::min(claimed.size(), found.intervals.size());
  for (std::size_t k = 0; k < both; ++k) {
    const ContactInterval& truth = found.intervals[k];
    if (!is_right(claimed[k], truth, whole)) return wrong(k, truth);
    // Brackets end before the next contact.
    if (k + 1 < found.intervals.size() && !is_before(claimed[k].end.upper, found.intervals[k + 1].begin))
      return wrong(k, truth);
    if (k > 0 && !is_after(claimed[k].begin.lower, found.intervals[k - 1].end)) return wrong(k, truth);
  }
  const bool misses = claimed.size() < found.intervals.size() &&
                      !(decided_until && *decided_until <= found.intervals[both].begin.lower);
  if (misses || (claimed.size() > found.intervals.size() && !is_open))
    return fails(fmt::format("{} of contact, decided again there are {}", counted(claimed.size(), "interval"),
                             found.intervals.size()));
  if (is_open && !(decided_until && *decided_until <= found.decided_until))
    return undecided(fmt::format("times of contact after {}", found.decided_until));
  return decided_again();
}

}  // namespace clearance::cli
