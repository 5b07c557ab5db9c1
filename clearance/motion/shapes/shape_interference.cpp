#include <clearance/motion/shapes/shape_interference.h>

#include <clearance/bvh/box.h>
#include <clearance/motion/shapes/shape_reference.h>
#include <clearance/motion/shapes/shape_search.h>

#include <limits>
#include <utility>

namespace clearance::detail {
namespace {

constexpr double kNarrow = 1e-9;  // of the interval: what is searched in doubles before exact numbers take over
// Pairs of elements that are asked for no more than the name of a graze.
constexpr std::size_t kFew = 32, kAll = std::numeric_limits<std::size_t>::max();

double search_width(const ShapeQuestion& question) {
  const auto [begin, end] = question.interval;
  const double width = question.width > 0 ? question.width : kNarrow * (end - begin);
  const double spacing = larger(next_above(begin) - begin, next_above(end) - end);
  return larger(width, 4 * spacing);
}

bool is_instant(const Bracket& begin, const Bracket& end) {
  return begin.lower == end.lower && begin.upper == end.upper;
}

}  // namespace

ShapeSweep::ShapeSweep(const ShapeQuestion& question, const MotionOptions& options, MotionPatience& patience)
    : question_(question),
      options_(options),
      patience_(patience),
      witnesses_(question_, options_, patience),
      is_tight_(!(question.width > 0)),
      time_(question.interval.begin) {
  question_.width = search_width(question);
  options_.method = MotionMethod::Automatic;
}

// False where patience is out.
bool ShapeSweep::look_at(double time) {
  const std::optional<ContactWitness> found = witnesses_.find(time);
  if (found) witness_ = *found;
  return found.has_value();
}

// What is known is known until then.
void ShapeSweep::stop(double known_until) {
  found_.status = MotionStatus::Undecided;
  found_.decided_until = larger(time_, known_until);
  if (begin_) close({found_.decided_until, found_.decided_until});
  is_done_ = true;
}

void ShapeSweep::close(Bracket end) {
  const Bracket begin = std::exchange(begin_, std::nullopt).value_or(end);
  found_.intervals.push_back({begin, end, is_instant(begin, end) ? root_ : std::nullopt});
  root_.reset();
}

void ShapeSweep::close_at_end() {
  close({question_.interval.end, question_.interval.end});
  is_done_ = true;
}

// All that happens from one time to a later one, whose witness is known; begin_ says whether there is contact at the
// first. False where more than `most` pairs of elements may meet, and then nothing has changed.
bool ShapeSweep::resolve(double from, double to, std::size_t most) {
  ShapeQuestion then = question_;
  then.interval = {from, to};
  const NearContacts near = contacts_of_near_elements(then, most, patience_);
  if (near.are_too_many) return false;
  if (!near.is_decided) return time_ = from, stop(from), true;
  for (const ContactInterval& contact : in_doubles(near.spans)) {
    const bool goes_on = !is_apart() && contact.end.lower == to;
    if (!begin_) begin_ = contact.begin;
    if (!root_) root_ = contact.graze;
    if (!goes_on) close(contact.end);
  }
  time_ = to;
  return true;
}

// Apart at time_.
void ShapeSweep::begin_contact() {
  ShapeQuestion ahead = question_;
  ahead.interval.begin = time_;
  ShapeSearch search(ahead, options_, patience_);
  switch (search.run()) {
    case ShapeSearch::Outcome::OutOfPatience:
      return stop(search.clear_until());
    case ShapeSearch::Outcome::Clear:
      is_done_ = true;
      return;
    case ShapeSearch::Outcome::Contact:
      break;
  }
  const double lower = search.contact().first.lower, upper = search.contact().first.upper;
  if (!look_at(upper)) return stop(lower);
  if (is_tight_) return resolve(lower, upper, kAll), void();
  if (is_apart() && resolve(lower, upper, kFew)) return;
  begin_ = {lower, upper};
  if (is_apart()) close({lower, upper});
  time_ = upper;
}

// In contact at time_. Others that are in contact before it ends leave no doubt about what comes; where they seem to
// last longer, nobody need know when exactly it ends.
void ShapeSweep::hold_on() {
  const ContactWitness before = witness_;
  const std::optional<Bracket> about = witnesses_.rough_end_of(before, time_);
  if (!about) return stop(witnesses_.reached());
  if (has_gone_on(*about)) return;
  witness_ = before;
  const std::optional<Bracket> last = witnesses_.end_of(before, time_);
  if (!last) return stop(witnesses_.reached());
  if (!has_gone_on(*last)) go_behind(*last);
}

// What the witness shows until then is known. False where the next step is to find out what comes behind its end.
bool ShapeSweep::has_gone_on(Bracket end) {
  if (end.lower >= question_.interval.end) return close_at_end(), true;
  if (!(end.lower > time_)) return false;
  if (!look_at(end.lower)) return stop(end.lower), true;
  time_ = end.lower;
  return witness_.seems_until > end.upper + question_.width;
}

// In contact until a time in the bracket, its lower end included.
void ShapeSweep::go_behind(Bracket last) {
  const double behind = smaller(question_.interval.end, larger(last.upper, last.lower + question_.width / 2));
  if (!look_at(behind)) return stop(last.lower);
  if (witnesses_.has_lasted(witness_, last.lower, behind)) return time_ = behind, void();
  if (is_tight_ || !is_apart()) return resolve(last.lower, behind, kAll), void();
  const Bracket begun = begin_.value_or(last);
  if (begun.upper == last.lower) {
    // Of a contact that short the bracket can be better than the width asked for, and it may have a name.
    begin_.reset();
    if (resolve(begun.lower, behind, kFew)) return;
    begin_ = begun;
  }
  close({last.lower, behind});
  time_ = behind;
}

Interference ShapeSweep::run() {
  const auto [begin, end] = question_.interval;
  if (!look_at(begin)) {
    stop(begin);
  } else if (!is_apart()) {
    begin_ = {begin, begin};
  }
  while (!is_done_) is_apart() ? begin_contact() : hold_on();
  if (found_.status == MotionStatus::Undecided) return std::move(found_);
  found_.decided_until = end;
  found_.status = status_of(found_.intervals, question_.interval);
  return std::move(found_);
}

}  // namespace clearance::detail
