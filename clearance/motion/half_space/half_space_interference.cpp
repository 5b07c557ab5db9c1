// Windows of time in which all vertices are surely above the plane, or one is surely below it throughout, need nothing
// else. In the others the vertices that are low get all their exact roots: between two of them nothing changes, so that
// one instant in between decides.
#include <clearance/bvh/box.h>
#include <clearance/motion/features/contact_times.h>
#include <clearance/motion/half_space/half_space_motion.h>
#include <clearance/motion/half_space/half_space_spin.h>
#include <clearance/motion/half_space/half_space_stretch.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace clearance::detail {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// A share of the interval: shorter windows are not halved.
constexpr double kShortest = 0x1p-24;
// Where more vertices than these are low, a shorter time is looked at.
constexpr std::size_t kManyVertices = 64;

double middle_of(double x, double y) { return 0.5 * x + 0.5 * y; }

// ---- Times of contact -----------------------------------------------------------------------------------------------

// An end at a double at which there is no contact any more, or none yet.
ContactEnd ceasing_at(double time) { return {Root(Dyadic(time)), {next_below(time), time}, false, {}}; }
ContactEnd beginning_after(double time) { return {Root(Dyadic(time)), {time, next_above(time)}, false, {}}; }

// Says what is so from a time on, and at which instants it may change.
class ContactRecord {
 public:
  explicit ContactRecord(Interval interval) : interval_(interval) {}

  // In contact at an instant, at which that may begin or end.
  void event(const ContactEnd& at) {
    if (!is_in_contact_) contacts_.push_back({at, at});
    contacts_.back().end = at;
    is_in_contact_ = is_pending_ = true;
  }
  // From a time on. Where it changes without an event, that is not so at the time itself: half-spaces that cease to
  // face each other, or begin to.
  void state(bool is_contact, double from) {
    const bool was_pending = std::exchange(is_pending_, false), was_in_contact = is_in_contact_;
    is_in_contact_ = is_contact;
    if (is_contact == was_in_contact) return;
    if (!is_contact) {
      if (!was_pending) contacts_.back().end = ceasing_at(from);
      return;
    }
    const bool is_cut = from == interval_.begin && !is_apart_at_beginning_;
    const ContactEnd begin = is_cut ? cut_at(from) : beginning_after(from);
    contacts_.push_back({begin, begin});
  }
  // Two half-spaces: apart then, and at no time before or after.
  void apart_at(double time) {
    if (time == interval_.begin)
      is_apart_at_beginning_ = true;
    else
      state(false, time);
  }
  // The last event has nothing after it yet.
  bool is_pending() const { return is_pending_; }
  std::vector<ContactInterval> until(double end) {
    if (is_in_contact_ && !is_pending_) contacts_.back().end = cut_at(end);
    return in_doubles(contacts_);
  }

 private:
  const Interval interval_;
  std::vector<ContactSpan> contacts_;
  bool is_in_contact_ = false, is_pending_ = false, is_apart_at_beginning_ = false;
};

// ---- The search -----------------------------------------------------------------------------------------------------

class HalfSpaceTimes {
 public:
  HalfSpaceTimes(const HalfSpaceQuestion& question, const MotionOptions& options)
      : question_(question),
        shortest_(kShortest * (question.interval.end - question.interval.begin)),
        patience_(options),
        record_(question.interval),
        known_until_(question.interval.begin) {}

  Interference run();

 private:
  // False where patience is out.
  bool stretch(const HalfSpaceStretch& stretch);
  bool window(const HeightForm& form, const RoughHeights& rough);
  bool exactly(const HeightForm& form, double until);
  bool half_spaces(const HalfSpaceStretch& stretch);
  // The lowest vertex at an instant is surely below the plane throughout a window.
  bool stays_below(const RoughHeights& rough, const RoughHeights::Window& window, double lowest_at);
  ContactEnd end_of(HalfSpaceEvent& event) const;

  bool go_on(bool is_contact) {
    record_.state(is_contact, known_until_);
    known_until_ = ends_.back();
    ends_.pop_back();
    return true;
  }

  const HalfSpaceQuestion& question_;
  const double shortest_;
  MotionPatience patience_;
  ContactRecord record_;
  double known_until_;
  std::vector<double> ends_;  // of windows, the next one last
  double doubtful_ = 0;
};

Interference HalfSpaceTimes::run() {
  const auto [begin, end] = question_.interval;
  bool is_decided = true;
  for (double from = begin; is_decided;) {
    const HalfSpaceStretch next(question_, from);
    is_decided = patience_.look() && stretch(next);
    if (next.to() == end) break;
    from = next.to();
  }
  Interference found;
  found.decided_until = is_decided ? end : known_until_;
  found.intervals = record_.until(found.decided_until);
  found.status = is_decided ? status_of(found.intervals, question_.interval) : MotionStatus::Undecided;
  return found;
}

ContactEnd HalfSpaceTimes::end_of(HalfSpaceEvent& event) const {
  const auto [lower, upper] = event.time.enclosure();
  return {event.time, {lower, upper}, false, contact_root(question_, event.vertex, {lower, upper})};
}

bool HalfSpaceTimes::stretch(const HalfSpaceStretch& stretch) {
  if (stretch.is_far()) {
    record_.state(false, stretch.from());
    known_until_ = stretch.to();
    return true;
  }
  const HeightForm* const form = stretch.form();
  if (form == nullptr) return half_spaces(stretch);
  const RoughHeights rough(*form, stretch.from(), stretch.to());
  ends_ = {stretch.to()};
  doubtful_ = shortest_;
  while (!ends_.empty())
    if (!window(*form, rough)) return false;
  return true;
}

bool HalfSpaceTimes::stays_below(const RoughHeights& rough, const RoughHeights::Window& window, double lowest_at) {
  const std::optional<LowestPieces::First> lowest =
      question_.body.first(rough.window(lowest_at, lowest_at), question_.margin, patience_);
  return lowest && lowest->share == 0 &&
         window.is_surely_below_throughout(lowest->vertex.point, lowest->vertex.distance(question_.margin));
}

bool HalfSpaceTimes::window(const HeightForm& form, const RoughHeights& rough) {
  if (!patience_.take()) return false;
  const double from = known_until_, to = ends_.back(), middle = middle_of(from, to);
  const RoughHeights::Window window = rough.window(from, to);
  const std::optional<LowestPieces::First> first = question_.body.first(window, question_.margin, patience_);
  if (!first) return false;
  const bool is_above = first->share == kInfinity;
  if (is_above || stays_below(rough, window, from) || stays_below(rough, window, middle) ||
      stays_below(rough, window, to)) {
    doubtful_ = shortest_;
    return go_on(!is_above);
  }
  // Neither surely above when it begins nor surely below.
  const RoughHeights::Window at_once = rough.window(from, from);
  if (first->share == 0 && !stays_below(rough, at_once, from))
    return exactly(form, smaller(to, larger(from + doubtful_, next_above(from))));
  if (to - from <= shortest_ || !(from < middle && middle < to)) return exactly(form, to);
  ends_.push_back(middle);
  return true;
}

bool HalfSpaceTimes::exactly(const HeightForm& form, double until) {
  const double from = known_until_;
  std::optional<LowVertices> low = LowVertices::find(question_, form, from, until, patience_);
  if (!low) return false;
  // Of many a shorter time may leave few.
  const double sooner = larger(from + larger(shortest_, (until - from) / 16), next_above(from));
  if (low->count() > kManyVertices && sooner < until) {
    std::optional<LowVertices> fewer = LowVertices::find(question_, form, from, sooner, patience_);
    if (!fewer) return false;
    if (fewer->count() < low->count() / 2) low = std::move(fewer), doubtful_ = (until = sooner) - from;
  }
  if (until < ends_.back()) ends_.push_back(until);
  doubtful_ *= 16;
  if (low->count() == 0 || low->has_one_at_plane_throughout()) return go_on(low->count() != 0);
  std::vector<HalfSpaceEvent> events;
  if (!low->find_all(from, until, patience_, events)) return false;
  Root begin{Dyadic(from)}, end{Dyadic(until)};
  Root* before = &begin;
  for (HalfSpaceEvent& event : events) {
    const bool is_at_begin = compare(event.time, begin) == 0;
    if (!is_at_begin) record_.state(low->below_at(time_between(*before, event.time)) != nullptr, from);
    // One that ended the window before has been written down.
    if (!is_at_begin || !record_.is_pending()) record_.event(end_of(event));
    before = &event.time;
  }
  if (compare(*before, end) < 0)
    record_.state(low->below_at(time_between(*before, end)) != nullptr, from);
  else if (events.empty())
    record_.state(low->below_at(begin.low()) != nullptr, from);
  known_until_ = ends_.back();
  ends_.pop_back();
  return true;
}

// Apart at single instants alone; those that are no doubles are told by none.
bool HalfSpaceTimes::half_spaces(const HalfSpaceStretch& stretch) {
  if (!patience_.take()) return false;
  const double from = stretch.from(), to = stretch.to();
  std::vector<double> apart;
  const Polynomial away = stretch.turned_away();  // zero throughout where they face the same way
  if (!away.is_zero())
    for (Root& root : roots_between(away, from, to))
      if (const auto [lower, upper] = root.enclosure(); lower == upper && !stretch.do_half_spaces_meet(lower))
        apart.push_back(lower);
  double reached = from;
  for (const double time : apart) {
    if (time > reached) record_.state(true, reached);
    record_.apart_at(reached = time);
  }
  if (reached < to || apart.empty()) record_.state(true, reached);
  known_until_ = to;
  return true;
}

}  // namespace

Result<Interference> half_space_interference(const Shape& a, const Motion& motion_a, const Shape& b,
                                             const Motion& motion_b, Interval interval, const MotionOptions& options) {
  const Motion calm_a = without_idle_spin(a, motion_a), calm_b = without_idle_spin(b, motion_b);
  if (!is_rational(calm_a) || !is_rational(calm_b))
    return half_space_spin_interference(a, calm_a, b, calm_b, interval, options);
  const HalfSpaceQuestion question(a, calm_a, b, calm_b, interval, options.margin);
  return HalfSpaceTimes(question, options).run();
}

}  // namespace clearance::detail
