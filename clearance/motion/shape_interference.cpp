#include <clearance/motion/shape_interference.h>

#include <clearance/bvh/box.h>
#include <clearance/motion/contact_end.h>
#include <clearance/motion/instant.h>
#include <clearance/motion/reference_stretches.h>
#include <clearance/motion/shape_reference.h>
#include <clearance/motion/shape_spans.h>

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
      is_tight_(!(question.width > 0)),
      time_(question.interval.begin) {
  question_.width = search_width(question);
  options_.method = MotionMethod::Automatic;
}

ShapeSweep::Held ShapeSweep::look_at(double time) {
  if (!patience_.take()) return Held::OutOfPatience;
  ShapeQuestion then = question_;
  then.interval = {time, time};
  ShapeSearch search(then, options_, patience_);
  switch (search.run()) {
    case ShapeSearch::Outcome::OutOfPatience:
      return Held::OutOfPatience;
    case ShapeSearch::Outcome::Contact:
      a_ = search.contact().a, b_ = search.contact().b;
      return Held::Elements;
    case ShapeSearch::Outcome::Clear:
      break;
  }
  return is_inside_at(question_, Dyadic(time)) ? Held::Inside : Held::Apart;
}

// The elements a_ and b_, exactly.
bool ShapeSweep::are_in_contact_at(double time) const {
  const Rounded a = question_.a.element(a_), b = question_.b.element(b_);
  return decide_at(a.core(), question_.motion_a, b.core(), question_.motion_b, radius_of(a, b, question_.margin), time)
             .status != Status::Separated;
}

// When elements next meet after time_, when none do. Where patience is out it has been stopped.
ShapeSearch::Outcome ShapeSweep::search_to_end(double& lower, double& upper) {
  ShapeQuestion ahead = question_;
  ahead.interval.begin = time_;
  ShapeSearch search(ahead, options_, patience_);
  const ShapeSearch::Outcome outcome = search.run();
  if (outcome == ShapeSearch::Outcome::OutOfPatience) stop(search.clear_until());
  if (outcome == ShapeSearch::Outcome::Contact) {
    a_ = search.contact().a, b_ = search.contact().b;
    lower = search.contact().first.lower, upper = search.contact().first.upper;
  }
  return outcome;
}

// What is known is known until then.
void ShapeSweep::stop(double known_until) {
  found_.status = MotionStatus::Undecided;
  found_.decided_until = larger(time_, known_until);
  if (begin_) close({found_.decided_until, found_.decided_until});
  is_done_ = true;
}

void ShapeSweep::close(Bracket end) {
  found_.intervals.push_back({*begin_, end, is_instant(*begin_, end) ? root_ : std::nullopt});
  begin_.reset();
  root_.reset();
}

// All that happens from one time to a later one, at which held_ is; begin_ says whether there is contact at the first.
// False where more than `most` pairs of elements may meet, and then nothing has changed.
bool ShapeSweep::resolve(double from, double to, std::size_t most) {
  ShapeQuestion then = question_;
  then.interval = {from, to};
  const NearContacts near = contacts_of_near_elements(then, most, patience_);
  if (near.are_too_many) return false;
  if (!near.is_decided) return stop(from), true;
  for (const ContactInterval& contact : in_doubles(near.spans)) {
    const bool goes_on = held_ != Held::Apart && contact.end.lower == to;
    if (!begin_) begin_ = contact.begin;
    if (!root_) root_ = contact.graze;
    if (!goes_on) close(contact.end);
  }
  time_ = to;
  return true;
}

// Apart at time_.
void ShapeSweep::begin_contact() {
  double lower = 0, upper = 0;
  const ShapeSearch::Outcome outcome = search_to_end(lower, upper);
  if (outcome != ShapeSearch::Outcome::Contact) {
    is_done_ = true;
    return;
  }
  held_ = are_in_contact_at(upper) ? Held::Elements : look_at(upper);
  if (held_ == Held::OutOfPatience) return stop(lower);
  if (is_tight_) return resolve(lower, upper, kAll), void();
  if (held_ == Held::Apart && resolve(lower, upper, kFew)) return;
  begin_ = {lower, upper};
  if (held_ == Held::Apart) close(*begin_);
  time_ = upper;
}

// In contact at time_.
void ShapeSweep::hold_on() {
  const double end = question_.interval.end;
  if (held_ == Held::Inside) {
    double lower = 0, upper = 0;
    switch (search_to_end(lower, upper)) {
      case ShapeSearch::Outcome::Contact:
        return go_behind({lower, upper});
      case ShapeSearch::Outcome::Clear:
        close({end, end});
        is_done_ = true;
        break;
      case ShapeSearch::Outcome::OutOfPatience:
        break;
    }
    return;
  }
  const Rounded a = question_.a.element(a_), b = question_.b.element(b_);
  ContactEndSearch search{a, question_.motion_a, b, question_.motion_b, question_.margin, end, patience_};
  const std::optional<ContactEnd> last = search.end_of_contact(time_);
  if (!last) return stop(search.reached);
  go_behind(last->bracket);
}

// The elements that are held have been in contact from a time on until time_, or the solid has held the other body.
bool ShapeSweep::has_been_held_since(double time) {
  if (held_ != Held::Elements) return false;
  const Rounded a = question_.a.element(a_), b = question_.b.element(b_);
  ContactEndSearch search{a, question_.motion_a, b, question_.motion_b, question_.margin, time_, patience_};
  if (search.lasts_throughout(time)) return true;
  const std::optional<ContactEnd> last = are_in_contact_at(time) ? search.end_of_contact(time) : std::nullopt;
  return last && last->is_double() && last->bracket.lower == time_;
}

// In contact until a time in the bracket, its lower end included.
void ShapeSweep::go_behind(Bracket last) {
  const double end = question_.interval.end;
  if (last.lower >= end) {
    close({end, end});
    is_done_ = true;
    return;
  }
  const double behind = smaller(end, larger(last.upper, last.lower + question_.width / 2));
  held_ = look_at(behind);
  if (held_ == Held::OutOfPatience) return stop(last.lower);
  const double before = std::exchange(time_, behind);
  if (has_been_held_since(last.lower)) return;
  time_ = before;
  const bool may_be_instant = begin_->upper == last.lower;
  if (is_tight_ || held_ != Held::Apart) return resolve(last.lower, behind, kAll), void();
  if (may_be_instant) {
    // Of a contact that short the bracket is better than the width asked for, and it may have a name.
    const Bracket begun = *std::exchange(begin_, std::nullopt);
    if (resolve(begun.lower, behind, kFew)) return;
    begin_ = begun;
  }
  close({last.lower, behind});
  time_ = behind;
}

Interference ShapeSweep::run() {
  const auto [begin, end] = question_.interval;
  held_ = look_at(begin);
  if (held_ == Held::OutOfPatience) stop(begin);
  if (held_ == Held::Elements || held_ == Held::Inside) begin_ = {begin, begin};
  while (!is_done_) held_ == Held::Apart ? begin_contact() : hold_on();
  if (found_.status == MotionStatus::Undecided) return std::move(found_);
  found_.decided_until = end;
  found_.status = status_of(found_.intervals, question_.interval);
  return std::move(found_);
}

}  // namespace clearance::detail
