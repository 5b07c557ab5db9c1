// Notation: an event is an instant at which two features meet. Between neighbouring events nothing changes: bodies that
//           begin or cease to share a point, or to be within a distance, do so with two features that meet.
#include <clearance/motion/motion_input.h>
#include <clearance/motion/query.h>
#include <clearance/motion/reference.h>
#include <clearance/motion/reference_stretches.h>
#include <clearance/motion/spin_interference.h>

#include <chrono>
#include <cstddef>
#include <utility>

namespace clearance {
using namespace detail;
namespace {

// A time of an interval of contact: an event, or where the interval that was asked for begins or ends.
struct End {
  Bracket bracket;  // the nearest doubles; equal where the time is one
  bool is_cut = false;
  std::optional<ContactRoot> root;

  bool is_double() const { return bracket.lower == bracket.upper; }
};

// From one time to another, both included.
struct Contact {
  End begin, end;
};

class Timetable {
 public:
  Timetable(const Rounded& a, const Rounded& b, const Dyadic& radius, const Stretches& stretches)
      : a_(a), b_(b), radius_(radius), stretches_(stretches) {}

  // Events of all stretches, one stretch after the other.
  void add(std::vector<FeatureMeeting> events) {
    for (FeatureMeeting& event : events) {
      // Where two stretches abut the instant belongs to both.
      if (!events_.empty() && compare(events_.back().time, event.time) == 0) {
        if (!events_.back().root) events_.back().root = event.root;
        continue;
      }
      events_.push_back(std::move(event));
    }
  }

  // The times of contact from begin to end; all events in between are known.
  std::vector<Contact> contacts(Interval interval);

 private:
  bool meet_between(Root& before, Root& after) const;

  const Rounded &a_, &b_;
  const Dyadic& radius_;
  const Stretches& stretches_;
  std::vector<FeatureMeeting> events_;
};

// Decided at some instant strictly between: they differ.
bool Timetable::meet_between(Root& before, Root& after) const {
  for (;;) {
    compare(before, after);  // tells their intervals apart
    // A common end is neither of two roots that lie strictly inside their intervals.
    const int order = compare(before.high(), after.low());
    if (order < 0 || (order == 0 && !before.is_exact() && !after.is_exact())) break;
    before.refine();
    after.refine();
  }
  return !are_apart_at(Dyadic(0.5) * (before.high() + after.low()), stretches_, a_, b_, radius_);
}

std::vector<Contact> Timetable::contacts(Interval interval) {
  const auto cut = [](double time) { return End{{time, time}, true, {}}; };
  Root begin{Dyadic(interval.begin)}, end{Dyadic(interval.end)};
  std::erase_if(events_, [&](FeatureMeeting& event) { return compare(event.time, end) > 0; });
  std::vector<Contact> found;
  bool is_open = false;  // whether the last of them goes on
  if (events_.empty() || compare(begin, events_[0].time) < 0) {
    is_open = events_.empty() ? !are_apart_at(begin.low(), stretches_, a_, b_, radius_)
                              : meet_between(begin, events_[0].time);
    if (is_open) found.push_back({cut(interval.begin), cut(interval.end)});
  }
  for (std::size_t k = 0; k < events_.size(); ++k) {
    const auto [lower, upper] = events_[k].time.enclosure();
    const End here{{lower, upper}, false, events_[k].root};
    if (!is_open) found.push_back({here, here});
    const bool is_last = k + 1 == events_.size();
    Root& next = is_last ? end : events_[k + 1].time;
    const bool ends_here = is_last && compare(events_[k].time, end) == 0;
    is_open = !ends_here && meet_between(events_[k].time, next);
    found.back().end = is_open ? cut(interval.end) : here;
  }
  return found;
}

// ---- In doubles -----------------------------------------------------------------------------------------------------

// Whether there is a double apart wherever one is needed to show that one ends and the next begins: an end that is no
// double itself needs the nearest one beyond it, and that must not be of the neighbour.
bool are_told_apart(const Contact& before, const Contact& after) {
  const End &end = before.end, &begin = after.begin;
  if (end.is_double() && begin.is_double()) return true;
  if (end.is_double() || begin.is_double()) return end.bracket.upper < begin.bracket.lower;
  return end.bracket.upper <= begin.bracket.lower;
}

ContactInterval interval_of(const Contact& contact) {
  const auto& [begin, end] = contact;
  ContactInterval made{begin.bracket, end.bracket, {}};
  const bool is_an_instant = begin.bracket.lower == end.bracket.lower && begin.bracket.upper == end.bracket.upper;
  if (is_an_instant && !begin.is_cut && !end.is_cut) made.graze = begin.root;
  return made;
}

std::vector<ContactInterval> in_doubles(const std::vector<Contact>& contacts) {
  std::vector<Contact> merged;
  for (const Contact& contact : contacts) {
    if (!merged.empty() && !are_told_apart(merged.back(), contact)) {
      merged.back().end = contact.end;
    } else {
      merged.push_back(contact);
    }
  }
  std::vector<ContactInterval> intervals;
  intervals.reserve(merged.size());
  for (const Contact& contact : merged) intervals.push_back(interval_of(contact));
  return intervals;
}

}  // namespace

namespace detail {

Result<Interference> interference_of_features(const Rounded& a, const Motion& motion_a, const Rounded& b,
                                              const Motion& motion_b, double margin, Interval interval,
                                              FunctionRef<bool()> go_on, FeatureFilter filter) {
  if (auto fault = fault_of(motion_a, motion_b, interval, {.method = MotionMethod::Features, .margin = margin}))
    return *fault;
  const Stretches stretches(motion_a, motion_b, interval);
  const Dyadic radius = radius_of(a, b, margin);
  const std::vector<std::uint32_t> vertices_a = all_vertices(a.core()), vertices_b = all_vertices(b.core());
  Timetable timetable(a, b, radius, stretches);
  Interference found;
  found.decided_until = interval.end;
  bool is_decided = true;
  for (const Stretch& stretch : stretches.all()) {
    AllMeetings all = all_meetings_of({a.core(), stretch.a, vertices_a}, {b.core(), stretch.b, vertices_b}, radius,
                                      stretch.low, stretch.high, go_on, filter);
    timetable.add(std::move(all.meetings));
    if (all.is_decided) continue;
    is_decided = false;
    found.decided_until = all.complete_until;
    break;
  }
  found.intervals = in_doubles(timetable.contacts({interval.begin, found.decided_until}));
  const bool is_already = !found.intervals.empty() && found.intervals.front().begin.upper == interval.begin;
  found.status = !is_decided               ? MotionStatus::Undecided
                 : found.intervals.empty() ? MotionStatus::Clear
                 : is_already              ? MotionStatus::Already
                                           : MotionStatus::Contact;
  return found;
}

}  // namespace detail

Result<Interference> interference(const Rounded& a, const Motion& motion_a, const Rounded& b, const Motion& motion_b,
                                  Interval interval, const MotionOptions& options) {
  if (auto fault = fault_of(motion_a, motion_b, interval, options)) return *fault;
  if (!is_rational(motion_a) || !is_rational(motion_b))
    return spin_interference(a, motion_a, b, motion_b, interval, options);
  int asked = 0;
  const auto go_on = [&] {
    if (++asked > options.max_instants) return false;
    return options.deadline.is_never() || Deadline(std::chrono::steady_clock::now()).at() < options.deadline.at();
  };
  return interference_of_features(a, motion_a, b, motion_b, options.margin, interval, go_on);
}

}  // namespace clearance
