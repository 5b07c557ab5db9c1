#include "compare_intervals.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace clearance::cli {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

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

bool has_double(const ContactInterval& found) { return found.begin.upper <= found.end.lower; }
bool are_same(const Bracket& p, const Bracket& q) { return p.lower == q.lower && p.upper == q.upper; }

// Where no double is in contact, at a graze as a rule, both ends have one bracket.
bool is_right_without_doubles(const ContactInterval& claimed, const ContactInterval& found) {
  return are_same(claimed.begin, claimed.end) && holds_all_of(claimed.begin, found.begin) &&
         holds_all_of(claimed.end, found.end);
}

bool is_right(const ContactInterval& claimed, const ContactInterval& found, Interval whole) {
  if (!has_double(found)) return is_right_without_doubles(claimed, found);
  if (claimed.graze)
    return is_exact(found.begin) && are_same(found.begin, found.end) && is_right_without_doubles(claimed, found);
  return begins_in(claimed.begin, found, whole.begin) && ends_in(claimed.end, found, whole.end);
}

// The last of those that are known only until a time may go on beyond it, and so may the bracket of its beginning.
bool is_right_so_far(const ContactInterval& claimed, const ContactInterval& found, Interval whole, double until) {
  const bool goes_on = found.end.lower >= until && claimed.end.upper >= until;
  if (!goes_on || !has_double(found)) return false;
  ContactInterval known = found;
  known.end.lower = std::max(found.end.lower, claimed.begin.upper);
  return begins_in(claimed.begin, known, whole.begin);
}

// Under an angular velocity the times are brackets here, too: where two overlap, neither speaks against the other.
bool is_wide(const Bracket& bracket) { return std::nextafter(bracket.lower, kInfinity) < bracket.upper; }
bool overlap(const Bracket& p, const Bracket& q) { return p.lower <= q.upper && q.lower <= p.upper; }
bool may_be_right(const ContactInterval& claimed, const ContactInterval& found) {
  return (is_wide(found.begin) || is_wide(found.end)) && !claimed.graze && overlap(claimed.begin, found.begin) &&
         overlap(claimed.end, found.end);
}

std::string text_of(const ContactInterval& found) {
  return fmt::format("begins between {} and {} and ends between {} and {}", found.begin.lower, found.begin.upper,
                     found.end.lower, found.end.upper);
}

ClaimStanding wrong(std::size_t k, const ContactInterval& found) {
  return fails(fmt::format("intervals[{}]: decided again it {}", k, text_of(found)));
}

std::string first_text(const Interference& found, Interval whole) {
  if (found.intervals.empty()) return "they never meet";
  const Bracket first = found.intervals[0].begin;
  if (first.upper == whole.begin) return "they meet at the start";
  return fmt::format("they first meet between {} and {}", first.lower, first.upper);
}

}  // namespace

ClaimStanding compare_contact(const ContactTime& claim, const Interference& found, Interval whole) {
  if (found.intervals.empty() && found.status == MotionStatus::Undecided) {
    const bool says_no_more = claim.status == MotionStatus::Undecided && claim.lower <= found.decided_until;
    return says_no_more ? decided_again() : undecided(fmt::format("whether they meet after {}", found.decided_until));
  }
  const bool is_clear = found.intervals.empty();
  const Bracket first = is_clear ? Bracket{kInfinity, kInfinity} : found.intervals[0].begin;
  bool is_right = false;
  switch (claim.status) {
    case MotionStatus::Clear:
      is_right = is_clear;
      break;
    case MotionStatus::Already:
      is_right = first.upper == whole.begin;
      break;
    case MotionStatus::Undecided:
      is_right = is_before(claim.lower, first);
      break;
    case MotionStatus::Contact:
      is_right = holds_all_of({claim.lower, claim.upper}, first) &&
                 (is_before(claim.lower, first) || claim.lower == claim.upper);
      break;
    case MotionStatus::NotAsked:
      break;
  }
  return is_right ? decided_again() : fails("decided again " + first_text(found, whole));
}

ClaimStanding compare_intervals(const std::vector<ContactInterval>& claimed, std::optional<double> decided_until,
                                const Interference& found, Interval whole) {
  const bool is_open = found.status == MotionStatus::Undecided;
  // Beyond this one of the two says nothing.
  const double until = std::min(decided_until.value_or(kInfinity), is_open ? found.decided_until : kInfinity);
  const std::size_t both = std::min(claimed.size(), found.intervals.size());
  std::optional<std::size_t> doubtful;
  for (std::size_t k = 0; k < both; ++k) {
    const ContactInterval& truth = found.intervals[k];
    const bool is_last = k + 1 == both;
    if (!is_right(claimed[k], truth, whole) && !(is_last && is_right_so_far(claimed[k], truth, whole, until))) {
      if (!may_be_right(claimed[k], truth)) return wrong(k, truth);
      if (!doubtful) doubtful = k;
    }
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
  if (doubtful) return undecided(fmt::format("the ends of intervals[{}] more narrowly", *doubtful));
  return decided_again();
}

}  // namespace clearance::cli
