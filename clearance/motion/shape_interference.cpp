#include <clearance/motion/shape_interference.h>

#include <clearance/base/assert.h>
#include <clearance/bvh/box.h>
#include <clearance/motion/contact_end.h>
#include <clearance/motion/shape_reference.h>
#include <clearance/motion/shape_spans.h>

#include <utility>

namespace clearance::detail {
namespace {

// Pairs of elements that doubles cannot show to be apart from one time to another.
class NearPairs {
 public:
  NearPairs(const ShapeQuestion& question, double from, double to) : question_(question), window_(question, from, to) {}

  // false where there are more than `most`.
  bool collect(std::size_t most) {
    most_ = most;
    return window_.is_one_leg() && visit(question_.a.whole(), question_.b.whole());
  }
  const std::vector<std::pair<Piece, Piece>>& pairs() const { return pairs_; }

 private:
  bool visit(const Piece& a, const Piece& b) {
    const bool are_triangles = a.kind == Piece::Kind::Triangle && b.kind == Piece::Kind::Triangle;
    const ShapeWindow::PlacedBox box_a = window_.placed_a(a), box_b = window_.placed_b(b);
    const ShapeWindow::Bound bound =
        are_triangles ? window_.bound_of_triangles(a, b, window_.to()) : window_.bound(box_a, box_b, window_.to());
    if (bound.time > window_.to()) return true;
    if (a.is_element() && b.is_element()) return pairs_.emplace_back(a, b), pairs_.size() <= most_;
    const bool opens_a = !a.is_element() && (b.is_element() || box_a.size >= box_b.size);
    const ShapePieces::Children children = opens_a ? question_.a.children(a) : question_.b.children(b);
    for (int k = 0; k < children.count; ++k)
      if (!visit(opens_a ? children.piece[k] : a, opens_a ? b : children.piece[k])) return false;
    return true;
  }

  const ShapeQuestion& question_;
  const ShapeWindow window_;
  std::size_t most_ = 0;
  std::vector<std::pair<Piece, Piece>> pairs_;
};

bool is_at(const ContactEnd& end, double time) { return end.is_double() && end.bracket.lower == time; }

// Of spans between two neighbouring doubles: whether one has more than those.
bool has_more_than(const std::optional<std::vector<ContactSpan>>& spans, double lower, double upper) {
  if (!spans) return true;
  for (const auto& [begin, end] : *spans)
    if (!(is_at(begin, lower) && is_at(end, lower)) && !(is_at(begin, upper) && is_at(end, upper))) return true;
  return false;
}

// Of a contact at a double and none other nearby.
std::optional<ContactRoot> root_at(const std::optional<std::vector<ContactSpan>>& spans, double time) {
  if (spans)
    for (const auto& [begin, end] : *spans)
      if (is_at(begin, time) && is_at(end, time) && begin.root) return begin.root;
  return {};
}

}  // namespace

std::optional<std::vector<ContactSpan>> ShapeSweep::between(double lower, double upper) {
  ShapeQuestion then = question_;
  then.interval = {lower, upper};
  NearPairs near(then, lower, upper);
  if (!near.collect(kTouching)) return {};
  ShapeSpans spans(then);
  for (const auto& [a, b] : near.pairs()) {
    std::optional<std::vector<ContactSpan>> found = contact_spans_of_pair(then, a, b, then.interval, patience_);
    if (!found) return {};
    for (ContactSpan& span : *found) spans.add(std::move(span));
  }
  return spans.take();
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

// From time_ on, when no elements meet. False where none do until then, or patience is out.
bool ShapeSweep::set_first_meeting(double until) {
  meet_.reset();
  ShapeQuestion ahead = question_;
  for (double from = time_;;) {
    ahead.interval = {from, until};
    ShapeSearch search(ahead, options_, patience_);
    const ShapeSearch::Outcome outcome = search.run();
    if (outcome == ShapeSearch::Outcome::OutOfPatience) {
      stop(search.clear_until());
      return false;
    }
    if (outcome == ShapeSearch::Outcome::Clear) return meet_.has_value();
    // All are apart until this bracket begins; the two that were found meet in it.
    const ElementContact& found = search.contact();
    const Interval bracket{found.first.lower, found.first.upper};
    const std::optional<std::vector<ContactSpan>> spans =
        contact_spans_of_pair(question_, found.a, found.b, bracket, patience_);
    if (!spans) {
      stop(bracket.begin);
      return false;
    }
    CLEARANCE_ASSERT(!spans->empty());
    a_ = found.a, b_ = found.b;
    meet_ = spans->front().begin;
    is_met_then_ = spans->front().end.bracket.lower >= meet_->bracket.upper;
    const double before = meet_->is_double() ? next_below(meet_->bracket.lower) : meet_->bracket.lower;
    if (before <= bracket.begin) return true;
    // Others may meet before, within the bracket.
    from = bracket.begin, until = before;
  }
}

void ShapeSweep::stop(double known_until) {
  found_.status = MotionStatus::Undecided;
  found_.decided_until = larger(time_, known_until);
  if (begin_) close({found_.decided_until, found_.decided_until});
  is_done_ = true;
}

void ShapeSweep::close(Bracket end) {
  ContactInterval made{*begin_, end, {}};
  if (begin_->lower == end.lower && begin_->upper == end.upper) made.graze = graze_;
  found_.intervals.push_back(made);
  begin_.reset();
  graze_.reset();
}

// Apart at time_.
void ShapeSweep::begin_contact() {
  if (!set_first_meeting(question_.interval.end)) {
    is_done_ = true;
    return;
  }
  const auto [lower, upper] = meet_->bracket;
  if (meet_->is_double()) {
    const double before = next_below(upper);
    const auto spans = between(before, upper);
    graze_ = root_at(spans, upper);
    begin_ = has_more_than(spans, before, upper) ? Bracket{before, upper} : Bracket{upper, upper};
    time_ = upper;
    held_ = Held::Elements;
    return;
  }
  const Held then = is_met_then_ ? Held::Elements : look_at(upper);
  if (then == Held::OutOfPatience) return stop(lower);
  begin_ = {lower, upper};
  time_ = upper;
  held_ = then;
  if (then != Held::Apart) return;
  // Through no double.
  const auto spans = between(lower, upper);
  if (spans && spans->size() == 1) {
    Root from = spans->front().begin.time, to = spans->front().end.time;
    if (compare(from, to) == 0) graze_ = spans->front().begin.root;
  }
  close(*begin_);
}

// In contact at time_.
void ShapeSweep::hold_on() {
  const double end = question_.interval.end;
  if (held_ == Held::Inside) {
    if (set_first_meeting(end)) return go_behind(*meet_);
    if (!is_done_) close({end, end}), is_done_ = true;
    return;
  }
  const Rounded a = question_.a.element(a_), b = question_.b.element(b_);
  ContactEndSearch search{a, question_.motion_a, b, question_.motion_b, question_.margin, end, patience_};
  std::optional<ContactEnd> last = search.end_of_contact(time_);
  if (!last) return stop(search.reached);
  go_behind(*std::move(last));
}

// In contact until then.
void ShapeSweep::go_behind(ContactEnd end) {
  if (end.is_double()) return go_behind_double(end.bracket.lower);
  const Held then = look_at(end.bracket.upper);
  if (then == Held::OutOfPatience) return stop(end.bracket.lower);
  time_ = end.bracket.upper;
  held_ = then;
  if (then == Held::Apart) close(end.bracket);
}

void ShapeSweep::go_behind_double(double time) {
  if (time >= question_.interval.end) {
    close({time, time});
    is_done_ = true;
    return;
  }
  const double next = next_above(time);
  const Held then = look_at(next);
  if (then == Held::OutOfPatience) return stop(time);
  time_ = next;
  held_ = then;
  if (then == Held::Inside) return;  // and so just before
  if (then == Held::Elements) {
    const auto spans = contact_spans_of_pair(question_, a_, b_, {time, next}, patience_);
    if (spans && !is_at(spans->back().begin, next)) return;
  }
  const auto spans = between(time, next);
  const bool has_more = has_more_than(spans, time, next);
  if (then == Held::Elements && has_more) return;
  if (!has_more && !graze_) graze_ = root_at(spans, time);
  close(has_more ? Bracket{time, next} : Bracket{time, time});
  if (then == Held::Elements) begin_ = {next, next};
}

Interference ShapeSweep::run() {
  const auto [begin, end] = question_.interval;
  held_ = look_at(begin);
  if (held_ == Held::OutOfPatience) {
    found_.status = MotionStatus::Undecided;
    found_.decided_until = begin;
    return std::move(found_);
  }
  if (held_ != Held::Apart) begin_ = {begin, begin};
  while (!is_done_) held_ == Held::Apart ? begin_contact() : hold_on();
  if (found_.status == MotionStatus::Undecided) return std::move(found_);
  found_.decided_until = end;
  found_.status = status_of(found_.intervals, question_.interval);
  return std::move(found_);
}

}  // namespace clearance::detail
