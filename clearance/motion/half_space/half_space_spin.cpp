#include <clearance/motion/half_space/half_space_spin.h>

#include <clearance/bvh/box.h>
#include <clearance/motion/half_space/half_space_spin_heights.h>
#include <clearance/motion/half_space/half_space_spin_instant.h>
#include <clearance/motion/half_space/half_space_stretch.h>
#include <clearance/motion/moving_pair.h>
#include <clearance/proof/check_half_space_motion.h>

#include <limits>
#include <utility>

namespace clearance::detail {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kMostTurnOfSpan = 256;  // radians; the checker makes paths for twice as much
constexpr double kShortest = 0x1p-40;    // a share of the interval: shorter windows are left to exact numbers
constexpr int kMaxSettled = 48;          // times; where gaps close as a power of the time left, each gains less
constexpr int kInstants = 6;             // at which contact is looked for, each half as far as the one before
constexpr double kExactAngle = 0.25;     // radians, of a span that is shown exactly; more where that went well
constexpr double kShorter = 1.0 / 16;    // a span than the one before, which did not hold

double middle_of(double x, double y) { return 0.5 * x + 0.5 * y; }

struct BodiesInMotion {
  const Shape &a, &b;
  const Motion &motion_a, &motion_b;
};

// ---- First contact --------------------------------------------------------------------------------------------------

class SpinSearch {
 public:
  SpinSearch(const HalfSpaceQuestion& question, const BodiesInMotion& bodies, MotionPatience& patience, double width)
      : question_(question),
        bodies_(bodies),
        heights_(question),
        exact_(question),
        patience_(patience),
        width_(width),
        shortest_(kShortest * (question.interval.end - question.interval.begin)),
        reached_(question.interval.begin),
        limit_(question.interval.end) {}

  FirstContact run();

 private:
  enum class Outcome : std::uint8_t { Clear, Contact, Open };
  Outcome search();
  Outcome search_half_spaces();
  // False where nothing more is known.
  bool advance();
  bool settle();
  bool looks_below(double time);
  bool extend_exactly(double to);
  double next_time() const;
  void set_below(double time, const LowVertex& vertex) {
    limit_ = time, has_contact_ = true;
    vertex_ = vertex;
  }
  // Apart: by a span of its own, which the checker is to see as it is.
  enum class Span : std::uint8_t { Joined, Apart };
  void set_clear(double to, Span span);

  const HalfSpaceQuestion& question_;
  const BodiesInMotion& bodies_;
  SpinHeights heights_;
  const SpinInstant exact_;
  MotionPatience& patience_;
  const double width_, shortest_;
  double reached_;            // clear until then, and at it
  double limit_;              // in contact then, or the end
  bool has_contact_ = false;  // at the limit, by the vertex
  LowVertex vertex_;
  bool has_leg_ = false;
  double here_ = 0;   // the height at reached_, at least
  double below_ = 0;  // at the limit, about
  double step_ = kInfinity;
  bool is_second_ = false;  // guess since the last time that was halved
  int settled_ = 0;
  double exact_angle_ = kExactAngle;  // that is tried next
  Span last_ = Span::Joined;
  std::vector<TimeSpan> spans_;
};

void SpinSearch::set_clear(double to, Span span) {
  const bool is_one = !spans_.empty() && span == Span::Joined && last_ == Span::Joined &&
                      heights_.angle(spans_.back().from, to) <= kMostTurnOfSpan;
  if (!spans_.empty() && spans_.back().from == spans_.back().to) spans_.pop_back();
  if (is_one && !spans_.empty())
    spans_.back().to = to;
  else
    spans_.push_back(own_plane(question_, reached_, to));
  last_ = span;
  if (to > reached_) settled_ = to - reached_ > width_ ? 0 : settled_;
  reached_ = to;
}

// Between what is above and what is below: where a line through both heights is at the plane, then in the middle.
double SpinSearch::next_time() const {
  const double end = smaller(limit_, heights_.end()), span = end - reached_;
  if (!has_contact_ || end < limit_) return step_ < span ? reached_ + step_ : end;
  if (step_ < span / 2) return reached_ + step_;
  const double share = is_second_ ? 0.5 : here_ / (here_ - below_);
  const double guess = reached_ + share * span;
  // A little before it, to be left behind; a little behind it is for the next.
  const double before = guess - smaller(0.25 * width_, 0.25 * (guess - reached_));
  return larger(next_above(reached_), smaller(before, next_below(limit_)));
}

bool SpinSearch::advance() {
  if (!patience_.take()) return false;
  const double to = next_time(), time = to - reached_;
  if (!(time > 0) || (has_contact_ && to >= limit_)) return settle();
  const std::optional<SpinHeights::Height> there = heights_.lowest(to, patience_);
  if (!there) return settle();
  is_second_ = !is_second_;
  if (there->most < 0) {
    below_ = there->most;
    set_below(to, there->vertex);
    return true;
  }
  if (MovingPair::spans_clear(here_, there->least, heights_.bend(reached_, to), time)) {
    const double before = reached_;
    set_clear(to, Span::Joined);
    here_ = there->least;
    step_ = 2 * (to - before);
    // What is below may be just behind it.
    if (has_contact_ && limit_ - reached_ > width_) {
      const double soon = reached_ + 0.75 * width_;
      if (const auto behind = heights_.lowest(smaller(soon, heights_.end()), patience_);
          behind && behind->most < 0 && soon <= heights_.end()) {
        below_ = behind->most;
        set_below(soon, behind->vertex);
      }
    }
    return true;
  }
  step_ = time / 2;
  return step_ > shortest_ || settle();
}

bool SpinSearch::extend_exactly(double to) {
  const Timeline timeline{{own_plane(question_, reached_, to)}};
  if (!check_half_space_timeline(timeline, {bodies_.a, bodies_.motion_a}, {bodies_.b, bodies_.motion_b}, {reached_, to},
                                 question_.margin))
    return false;
  set_clear(to, Span::Apart);
  has_leg_ = false;
  return true;
}

// Contact at an instant; nothing is said where it is false.
bool SpinSearch::looks_below(double time) {
  LowVertex vertex;
  if (!patience_.take() || exact_.decide(time, patience_, vertex) != Side::Below) return false;
  below_ = 0;
  set_below(time, vertex);
  return true;
}

bool SpinSearch::settle() {
  const double from = reached_, end = question_.interval.end;
  if (++settled_ > kMaxSettled) return false;
  step_ = kInfinity;
  double time = smaller(limit_, larger(next_above(from), from + 0.99 * width_));
  for (int k = 0; k < kInstants && time > from && !(has_contact_ && limit_ <= from + width_); ++k) {
    if (looks_below(time)) break;
    time = from + (time - from) / 2;
  }
  if (has_contact_ && limit_ - from <= width_) return true;
  // The last instant before contact that is above, if there is only one way through.
  if (has_contact_) {
    double above = from, other = limit_;
    while (other - above > 0.5 * width_ && patience_.take()) {
      const double middle = middle_of(above, other);
      if (!(above < middle && middle < other)) break;
      LowVertex vertex;
      const Side side = exact_.decide(middle, patience_, vertex);
      (side == Side::Above ? above : other) = middle;
      if (side == Side::Below) set_below(middle, vertex), below_ = 0;
    }
    if (above > from && patience_.take() && extend_exactly(above)) return true;
  }
  // Not all that is left of many turns at once: mostly a little of the way is enough for doubles to go on.
  const double most = has_leg_ ? smaller(limit_, heights_.end()) : smaller(limit_, end);
  const double angle = has_leg_ ? heights_.angle(from, most) : 0;
  const double far = angle > exact_angle_ ? from + (most - from) * (exact_angle_ / angle) : most;
  const double least = larger(smaller(width_, shortest_) * kShorter, 0);
  for (double to = far; to > from && to - from > least; to = from + (to - from) * kShorter) {
    if (has_contact_ && to == limit_) continue;
    if (!patience_.take()) return false;
    LowVertex vertex;
    const Side side = exact_.decide(to, patience_, vertex);
    if (side == Side::Below) set_below(to, vertex), below_ = 0;
    if (side == Side::Above && extend_exactly(to)) {
      exact_angle_ = to == far ? smaller(kMostTurnOfSpan, 16 * exact_angle_) : kExactAngle;
      return true;
    }
  }
  return false;
}

SpinSearch::Outcome SpinSearch::search() {
  const auto [begin, end] = question_.interval;
  // The beginning itself: exactly, unless doubles tell.
  if (!patience_.take()) return Outcome::Open;
  LowVertex vertex;
  switch (exact_.decide(begin, patience_, vertex)) {
    case Side::Unknown:
      return Outcome::Open;
    case Side::Below:
      set_below(begin, vertex);
      return Outcome::Contact;
    case Side::Above:
      break;
  }
  spans_.push_back(own_plane(question_, begin, begin));
  while (reached_ < limit_) {
    if (has_contact_ && limit_ - reached_ <= width_) return Outcome::Contact;
    if (has_contact_ && next_above(reached_) == limit_) return Outcome::Contact;
    if (!has_leg_ || reached_ >= heights_.end()) {
      has_leg_ = heights_.set(reached_, end);
      step_ = kInfinity, is_second_ = false;
      const auto now = has_leg_ ? heights_.lowest(reached_, patience_) : std::nullopt;
      here_ = now ? now->least : -kInfinity;
      const double until = has_leg_ ? smaller(limit_, heights_.end()) : reached_;
      if (here_ > 0 && until > reached_ && heights_.is_clear_by_circles(reached_, until, patience_)) {
        set_clear(until, Span::Apart);
        continue;
      }
      const double angle = has_leg_ ? heights_.angle(reached_, heights_.end()) : 0;
      if (angle > 1) step_ = (heights_.end() - reached_) / angle;
    }
    if (here_ > 0 ? !advance() : !settle()) return Outcome::Open;
  }
  return has_contact_ ? Outcome::Contact : Outcome::Clear;
}

// They meet as soon as they do not face each other; that they do can only be told where places are exact.
SpinSearch::Outcome SpinSearch::search_half_spaces() {
  const auto [begin, end] = question_.interval;
  if (!patience_.take()) return Outcome::Open;
  const Side now = exact_.decide_half_spaces(begin);
  if (now == Side::Unknown) return Outcome::Open;
  if (now == Side::Below) {
    set_below(begin, {});
    return Outcome::Contact;
  }
  spans_.push_back(own_plane(question_, begin, begin));
  for (double time = smaller(end, larger(next_above(begin), begin + width_)); time > begin && patience_.take();
       time = begin + (time - begin) * kShorter) {
    if (exact_.decide_half_spaces(time) != Side::Below) break;
    set_below(time, {});
  }
  return has_contact_ ? Outcome::Contact : begin == end ? Outcome::Clear : Outcome::Open;
}

FirstContact SpinSearch::run() {
  FirstContact result;
  const Outcome outcome = question_.other != nullptr ? search_half_spaces() : search();
  result.instants = patience_.used();
  result.timeline.spans = std::move(spans_);
  result.decided_by = MotionMethod::Advancement;
  switch (outcome) {
    case Outcome::Clear:
      result.status = MotionStatus::Clear;
      result.lower = result.upper = kInfinity;
      break;
    case Outcome::Open:
      result.status = MotionStatus::Undecided;
      result.lower = reached_, result.upper = kInfinity;
      break;
    case Outcome::Contact:
      set_half_space_contact(result, question_, {reached_, limit_}, vertex_);
      if (result.status == MotionStatus::Already) result.timeline = {};
  }
  return result;
}

}  // namespace

FirstContact half_space_spin_contact(const Shape& a, const Motion& motion_a, const Shape& b, const Motion& motion_b,
                                     Interval interval, double margin, double width, MotionPatience& patience) {
  const HalfSpaceQuestion question(a, motion_a, b, motion_b, interval, margin);
  const BodiesInMotion bodies{a, b, motion_a, motion_b};
  return SpinSearch(question, bodies, patience, width).run();
}

}  // namespace clearance::detail
