#include <clearance/motion/features/contact_times.h>

#include <clearance/motion/features/reference_stretches.h>

#include <cstddef>
#include <utility>

namespace clearance::detail {
namespace {

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
  std::vector<ContactSpan> contacts(Interval interval);

 private:
  // Decided at some instant strictly between: they differ.
  bool meet_between(Root& before, Root& after) const {
    return !are_apart_at(time_between(before, after), stretches_, a_, b_, radius_);
  }

  const Rounded &a_, &b_;
  const Dyadic& radius_;
  const Stretches& stretches_;
  std::vector<FeatureMeeting> events_;
};

std::vector<ContactSpan> Timetable::contacts(Interval interval) {
  Root begin{Dyadic(interval.begin)}, end{Dyadic(interval.end)};
  std::erase_if(events_, [&](FeatureMeeting& event) { return compare(event.time, end) > 0; });
  std::vector<ContactSpan> found;
  bool is_open = false;  // whether the last of them goes on
  if (events_.empty() || compare(begin, events_[0].time) < 0) {
    is_open = events_.empty() ? !are_apart_at(begin.low(), stretches_, a_, b_, radius_)
                              : meet_between(begin, events_[0].time);
    if (is_open) found.push_back({cut_at(interval.begin), cut_at(interval.end)});
  }
  for (std::size_t k = 0; k < events_.size(); ++k) {
    const auto [lower, upper] = events_[k].time.enclosure();
    const ContactEnd here{events_[k].time, {lower, upper}, false, events_[k].root};
    if (!is_open) found.push_back({here, here});
    const bool is_last = k + 1 == events_.size();
    Root& next = is_last ? end : events_[k + 1].time;
    const bool ends_here = is_last && compare(events_[k].time, end) == 0;
    is_open = !ends_here && meet_between(events_[k].time, next);
    found.back().end = is_open ? cut_at(interval.end) : here;
  }
  return found;
}

// ---- In doubles -----------------------------------------------------------------------------------------------------

// Whether there is a double apart wherever one is needed to show that one ends and the next begins: an end that is no
// double itself needs the nearest one beyond it, and that must not be of the neighbour.
bool are_told_apart(const ContactSpan& before, const ContactSpan& after) {
  const ContactEnd &end = before.end, &begin = after.begin;
  if (end.is_double() && begin.is_double()) return true;
  if (end.is_double() || begin.is_double()) return end.bracket.upper < begin.bracket.lower;
  return end.bracket.upper <= begin.bracket.lower;
}

ContactInterval interval_of(const ContactSpan& span) {
  const auto& [begin, end] = span;
  ContactInterval made{begin.bracket, end.bracket, {}};
  const bool is_an_instant = begin.bracket.lower == end.bracket.lower && begin.bracket.upper == end.bracket.upper;
  if (is_an_instant && !begin.is_cut && !end.is_cut) {
    // Two events may lie between the same two doubles.
    Root from = begin.time, to = end.time;
    if (compare(from, to) == 0) made.graze = begin.root;
  }
  return made;
}

}  // namespace

ContactEnd cut_at(double time) { return {Root(Dyadic(time)), {time, time}, true, {}}; }

Dyadic time_between(Root& before, Root& after) {
  for (;;) {
    compare(before, after);  // tells their intervals apart
    // A common end is neither of two roots that lie strictly inside their intervals.
    const int order = compare(before.high(), after.low());
    if (order < 0 || (order == 0 && !before.is_exact() && !after.is_exact())) break;
    before.refine();
    after.refine();
  }
  return Dyadic(0.5) * (before.high() + after.low());
}

ContactSpans contact_spans_of(const Rounded& a, const Motion& motion_a, const Rounded& b, const Motion& motion_b,
                              double margin, Interval interval, FunctionRef<bool()> go_on, FeatureFilter filter) {
  const Stretches stretches(motion_a, motion_b, interval);
  const Dyadic radius = radius_of(a, b, margin);
  const std::vector<std::uint32_t> vertices_a = all_vertices(a.core()), vertices_b = all_vertices(b.core());
  Timetable timetable(a, b, radius, stretches);
  ContactSpans found;
  found.is_decided = true;
  found.decided_until = interval.end;
  for (const PathStretch& stretch : stretches.all()) {
    AllMeetings all = all_meetings_of({a.core(), stretch.a, vertices_a}, {b.core(), stretch.b, vertices_b}, radius,
                                      stretch.low, stretch.high, go_on, filter);
    timetable.add(std::move(all.meetings));
    if (all.is_decided) continue;
    found.is_decided = false;
    found.decided_until = all.complete_until;
    break;
  }
  found.spans = timetable.contacts({interval.begin, found.decided_until});
  return found;
}

std::vector<ContactInterval> in_doubles(const std::vector<ContactSpan>& spans) {
  std::vector<ContactSpan> merged;
  for (const ContactSpan& span : spans) {
    if (!merged.empty() && !are_told_apart(merged.back(), span)) {
      merged.back().end = span.end;
    } else {
      merged.push_back(span);
    }
  }
  std::vector<ContactInterval> intervals;
  intervals.reserve(merged.size());
  for (const ContactSpan& span : merged) intervals.push_back(interval_of(span));
  return intervals;
}

MotionStatus status_of(const std::vector<ContactInterval>& intervals, Interval asked) {
  if (intervals.empty()) return MotionStatus::Clear;
  return intervals.front().begin.upper == asked.begin ? MotionStatus::Already : MotionStatus::Contact;
}

}  // namespace clearance::detail
