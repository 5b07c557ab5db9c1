#include <clearance/motion/half_space/half_space_motion.h>

#include <clearance/bvh/box.h>
#include <clearance/motion/half_space/half_space_spin.h>
#include <clearance/motion/half_space/half_space_stretch.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace clearance::detail {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Shares of the interval. Brackets are no narrower than the first in doubles: exact roots do the rest. Windows without
// an answer are no shorter than the second.
constexpr double kNarrowest = 0x1p-32, kShortest = 0x1p-24;

double middle_of(double x, double y) { return 0.5 * x + 0.5 * y; }

// Where a point that is below when the window ends begins to be, about: its function has a root there.
double guessed_root(const RoughHeights::Window& window, Vec3 v, double distance) {
  double b[RoughHeights::kMostDegree + 1];
  const auto value = [&](double share) {
    for (int i = 0; i <= window.degree; ++i) b[i] = window.coefficient(i, v, distance);
    for (int k = window.degree; k > 0; --k)
      for (int i = 0; i < k; ++i) b[i] = (1 - share) * b[i] + share * b[i + 1];
    return b[0];
  };
  double low = 0, high = 1;
  for (int k = 0; k < 50; ++k) {
    const double middle = middle_of(low, high);
    (value(middle) > 0 ? low : high) = middle;
  }
  return high;
}

class HalfSpaceSearch {
 public:
  HalfSpaceSearch(const HalfSpaceQuestion& question, const MotionOptions& options, double width)
      : question_(question),
        width_(width),
        length_(question.interval.end - question.interval.begin),
        patience_(options),
        clear_until_(question.interval.begin) {}

  FirstContact run();

 private:
  enum class Step : std::uint8_t { Clear, Contact, OutOfPatience };
  Step stretch(const HalfSpaceStretch& stretch);
  // As doubles can tell.
  bool is_below_at_beginning(const RoughHeights& rough);
  // Until a time; later ones have been put aside.
  Step window(const HeightForm& form, const RoughHeights& rough);
  Step exactly(const HeightForm& form, double until);
  Step half_spaces(const HalfSpaceStretch& stretch);
  bool split(double middle);

  // The end of what was looked at is clear; what follows has yet to be.
  Step go_on() {
    clear_until_ = ends_.back();
    ends_.pop_back();
    return Step::Clear;
  }
  Step set_contact(Bracket bracket, const LowVertex& vertex, MotionMethod method);

  const HalfSpaceQuestion& question_;
  const double width_, length_;
  MotionPatience patience_;
  double clear_until_;
  std::vector<double> ends_;  // of windows, the next one last
  double doubtful_ = 0;       // how long a time is looked at exactly, where doubles cannot begin
  FirstContact result_;
};

FirstContact HalfSpaceSearch::run() {
  const auto [begin, end] = question_.interval;
  result_.decided_by = MotionMethod::Advancement;
  Step step = Step::Clear;
  for (double from = begin; step == Step::Clear;) {
    const HalfSpaceStretch next(question_, from);
    step = patience_.look() ? stretch(next) : Step::OutOfPatience;
    if (next.to() == end) break;
    from = next.to();
  }
  if (step == Step::Clear) {
    result_.status = MotionStatus::Clear;
    result_.lower = result_.upper = kInfinity;
  } else if (step == Step::OutOfPatience) {
    result_.status = MotionStatus::Undecided;
    result_.lower = clear_until_, result_.upper = kInfinity;
  }
  result_.instants = patience_.used();
  if (result_.status == MotionStatus::Already) return std::move(result_);
  result_.timeline.spans.push_back(own_plane(question_, begin, result_.is_clear() ? end : result_.lower));
  return std::move(result_);
}

HalfSpaceSearch::Step HalfSpaceSearch::stretch(const HalfSpaceStretch& stretch) {
  if (stretch.is_far()) {
    clear_until_ = stretch.to();
    return Step::Clear;
  }
  const HeightForm* const form = stretch.form();
  if (form == nullptr) return half_spaces(stretch);
  const RoughHeights rough(*form, stretch.from(), stretch.to());
  if (stretch.from() == question_.interval.begin && is_below_at_beginning(rough)) return Step::Contact;
  ends_ = {stretch.to()};
  doubtful_ = kShortest * length_;
  while (!ends_.empty())
    if (const Step step = window(*form, rough); step != Step::Clear) return step;
  return Step::Clear;
}

bool HalfSpaceSearch::is_below_at_beginning(const RoughHeights& rough) {
  const double begin = question_.interval.begin;
  const RoughHeights::Window window = rough.window(begin, begin);
  const std::optional<LowestPieces::First> first = question_.body.first(window, question_.margin, patience_);
  if (!first || first->share > 0) return false;
  if (!window.is_surely_below_at_end(first->vertex.point, first->vertex.distance(question_.margin))) return false;
  set_contact({begin, begin}, first->vertex, MotionMethod::Advancement);
  return true;
}

// False where no double lies in between.
bool HalfSpaceSearch::split(double middle) {
  if (!(clear_until_ < middle && middle < ends_.back())) return false;
  ends_.push_back(middle);
  return true;
}

HalfSpaceSearch::Step HalfSpaceSearch::window(const HeightForm& form, const RoughHeights& rough) {
  if (!patience_.take()) return Step::OutOfPatience;
  const double from = clear_until_, to = ends_.back(), narrowest = larger(width_, kNarrowest * length_);
  const RoughHeights::Window window = rough.window(from, to);
  const std::optional<LowestPieces::First> seen = question_.body.first(window, question_.margin, patience_);
  if (!seen) return Step::OutOfPatience;
  const LowestPieces::First& first = *seen;
  if (first.share == kInfinity) {
    doubtful_ = kShortest * length_;
    return go_on();
  }
  clear_until_ = larger(from, smaller(to, from + first.share * (to - from) * (1 - 0x1p-50)));
  const double left = to - clear_until_, distance = first.vertex.distance(question_.margin);
  const bool is_below = window.is_surely_below_at_end(first.vertex.point, distance);
  if (is_below) ends_ = {to};  // what comes later does not matter
  // What was clear before stays so; what begins only now must have been shown to be.
  if (is_below && left <= width_ && (from > question_.interval.begin || first.share > 0))
    return set_contact({clear_until_, to}, first.vertex, MotionMethod::Advancement);
  if (first.share == 0) return exactly(form, smaller(to, larger(from + doubtful_, next_above(from))));
  if (is_below) {
    if (left <= narrowest) return exactly(form, to);
    const double guess = from + guessed_root(window, first.vertex.point, distance) * (to - from);
    const bool has_after = split(guess + narrowest / 4), has_before = split(guess - narrowest / 4);
    return has_after || has_before || split(middle_of(clear_until_, to)) ? Step::Clear : exactly(form, to);
  }
  if (left <= kShortest * length_) return exactly(form, to);
  if (first.share >= 0.25) return Step::Clear;
  return split(middle_of(clear_until_, to)) ? Step::Clear : exactly(form, to);
}

HalfSpaceSearch::Step HalfSpaceSearch::exactly(const HeightForm& form, double until) {
  split(until);
  const std::optional<LowVertices> low = LowVertices::find(question_, form, clear_until_, until, patience_);
  std::optional<HalfSpaceEvent> found;
  if (!low || !low->find_first(clear_until_, until, patience_, found)) return Step::OutOfPatience;
  if (!found) {
    doubtful_ *= 16;
    return go_on();
  }
  const auto [lower, upper] = found->time.enclosure();
  if (const LowVertex* const there = low->below_at(upper))
    return set_contact({lower, upper}, *there, MotionMethod::Features);
  set_contact({lower, upper}, found->vertex, MotionMethod::Features);
  result_.contact = {};
  result_.root = contact_root(question_, found->vertex, {lower, upper});
  return Step::Contact;
}

// Half-spaces that cease to face each other meet at once, however far away.
HalfSpaceSearch::Step HalfSpaceSearch::half_spaces(const HalfSpaceStretch& stretch) {
  const double from = stretch.from(), to = stretch.to();
  if (!patience_.take()) return Step::OutOfPatience;
  if (stretch.do_half_spaces_meet(from)) return set_contact({from, from}, {}, MotionMethod::Features);
  for (double time = from; time < to;) {
    time = next_above(time);
    if (stretch.do_half_spaces_meet(time)) return set_contact({from, time}, {}, MotionMethod::Features);
  }
  clear_until_ = to;
  return Step::Clear;
}

HalfSpaceSearch::Step HalfSpaceSearch::set_contact(Bracket bracket, const LowVertex& vertex, MotionMethod method) {
  set_half_space_contact(result_, question_, bracket, vertex);
  result_.decided_by = method;
  return Step::Contact;
}

}  // namespace

Result<FirstContact> half_space_first_contact(const Shape& a, const Motion& motion_a, const Shape& b,
                                              const Motion& motion_b, Interval interval, const MotionOptions& options,
                                              double width) {
  const Motion calm_a = without_idle_spin(a, motion_a), calm_b = without_idle_spin(b, motion_b);
  if (!is_rational(calm_a) || !is_rational(calm_b)) {
    MotionPatience patience(options);
    return half_space_spin_contact(a, calm_a, b, calm_b, interval, options.margin, width, patience);
  }
  const HalfSpaceQuestion question(a, calm_a, b, calm_b, interval, options.margin);
  return HalfSpaceSearch(question, options, width).run();
}

}  // namespace clearance::detail
