#include <clearance/motion/features/feature_times.h>

#include <clearance/exact/time/contact_functions_of_bodies.h>
#include <clearance/motion/features/feature_filter.h>
#include <clearance/motion/features/feature_pairs.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace clearance::detail {
namespace {

double double_below(const Dyadic& x) { return Root(x).enclosure().lower; }
double double_above(const Dyadic& x) { return Root(x).enclosure().upper; }

// Where a body is at a time, roughly.
Vec3 place_at(const PosePath& path, const Dyadic& time) {
  const PolynomialVec& place = path.place();
  const double scale = path.place_scale().to_double();
  const auto coordinate = [&](const Polynomial& p) { return p.at(time).to_double() / scale; };
  const Vec3 where{coordinate(place.x), coordinate(place.y), coordinate(place.z)};
  return is_coordinate(where) ? where : Vec3{};
}

// A time at which a pair of features meets, and the function whose root it is.
struct Event {
  Root time;
  FeaturePair pair;
  Polynomial function;
};

class Search {
 public:
  Search(const MovingFeatures& a, const MovingFeatures& b, const Dyadic& radius, const Dyadic& low, const Dyadic& high,
         FunctionRef<bool()> go_on, bool first_only)
      : a_(a),
        b_(b),
        radius_(double_above(radius)),
        square_(radius * radius),
        low_(low),
        high_(high),
        go_on_(go_on),
        first_only_(first_only),
        pairs_(pairs_of(a_.features, b_.features, radius.sign() > 0)),
        is_done_(pairs_.size(), 0) {}

  void run(FeatureFilter filter) {
    if (filter == FeatureFilter::Off) return ask_all();
    const Vec3 origin = place_at(a_.functions.path(), low_);
    visit({low_,
           high_,
           {a_.features.points, a_.functions.path(), low_, high_, origin},
           {b_.features.points, b_.functions.path(), low_, high_, origin}},
          pairs_, 0, kPatience);
  }

  bool is_stopped() const { return stopped_at_.has_value(); }
  double stopped_at() const { return double_below(stopped_at_.value_or(Dyadic())); }

  // Rising, each time once.
  std::vector<FeatureMeeting> take() {
    std::vector<FeatureMeeting> meetings;
    for (Event& event : events_) {
      std::optional<ContactRoot> root = root_of(event);
      meetings.push_back({std::move(event.time), root});
    }
    return meetings;
  }

 private:
  struct Body {
    explicit Body(const MovingFeatures& moving) : features(moving), functions(features, moving.path) {}
    BodyFeatures features;
    BodyFunctions functions;
  };
  struct Span {
    Dyadic low, high;
    SweptVertices a, b;
  };
  // Levels of halving at which only whole bodies are looked at: over long times few pairs can be excluded.
  static constexpr int kBodyLevels = 3;
  static constexpr std::size_t kManyPairs = 64;
  // Pairs that are looked at one by one from there on.
  static constexpr std::size_t kFewPairs = 8;
  // Halvings that exclude less than a quarter of the pairs, one after the other, before that.
  static constexpr int kPatience = 1;
  // Halvings for one pair, and spans looked at, before it is asked.
  static constexpr int kPairLevels = 12, kPairSpans = 64;

  void visit(const Span& span, std::span<const FeaturePair> pairs, int level, int patience);
  void visit_halves(const Span& span, std::span<const FeaturePair> pairs, int level, int patience);
  std::vector<FeaturePair> not_excluded(const Span& span, const SweptGap& gap,
                                        std::span<const FeaturePair> pairs) const;
  void narrow(const Span& span, const FeaturePair& pair);
  void ask_all() {
    for (const FeaturePair& pair : pairs_) {
      if (!goes_on(low_)) return;
      ask(low_, high_, pair);
    }
  }
  void ask(const Dyadic& low, const Dyadic& high, const FeaturePair& pair);
  bool is_too_late(const Dyadic& low) const {
    return first_only_ && !events_.empty() && compare(low, events_[0].time.high()) >= 0;
  }
  Meetings meetings_of(const FeaturePair& pair, const WantedTimes& wanted);
  void take(Event event);
  bool goes_on(const Dyadic& low) {
    if (!stopped_at_ && !go_on_()) stopped_at_ = low;
    return !stopped_at_;
  }
  std::optional<ContactRoot> root_of(Event& event) const;

  Body a_, b_;
  const double radius_;
  const Dyadic square_, low_, high_;
  const FunctionRef<bool()> go_on_;
  const bool first_only_;
  const std::vector<FeaturePair> pairs_;
  std::vector<char> is_done_;  // pairs whose function is zero throughout, once all their times are known
  std::vector<Event> events_;
  std::optional<Dyadic> stopped_at_;
};

void Search::visit(const Span& span, std::span<const FeaturePair> pairs, int level, int patience) {
  if (!goes_on(span.low) || is_too_late(span.low)) return;
  const SweptGap gap(span.a, span.b, radius_);
  std::vector<FeaturePair> left;
  if (gap.is_usable()) {
    const bool are_many = pairs.size() > kManyPairs;
    const std::span<const Vec3> all_a = span.a.points(), all_b = span.b.points();
    if (are_many && gap.shown_by({&all_a, 1}, {&all_b, 1})) return;
    if (are_many && level < kBodyLevels) return visit_halves(span, pairs, level, patience);
    left = not_excluded(span, gap, pairs);
    patience = 4 * left.size() > 3 * pairs.size() ? patience - 1 : kPatience;
    pairs = left;
  } else {
    --patience;
  }
  if (pairs.size() > kFewPairs && patience >= 0) return visit_halves(span, pairs, level, patience);
  for (const FeaturePair& pair : pairs) {
    if (!goes_on(span.low) || is_too_late(span.low)) return;
    narrow(span, pair);
  }
}

void Search::visit_halves(const Span& span, std::span<const FeaturePair> pairs, int level, int patience) {
  const Dyadic middle = Dyadic(0.5) * (span.low + span.high);
  visit({span.low, middle, span.a.lower_half(), span.b.lower_half()}, pairs, level + 1, patience);
  if (stopped_at_ || is_too_late(middle)) return;
  visit({middle, span.high, span.a.upper_half(), span.b.upper_half()}, pairs, level + 1, patience);
}

// Halves in the order of time; asked are those that are short, or all that is left once too many were looked at.
void Search::narrow(const Span& span, const FeaturePair& pair) {
  if (is_done_[pair.number]) return;
  struct Part {
    Span span;
    int level;
  };
  std::vector<Part> parts;
  parts.push_back({{span.low, span.high, span.a.of(a_.features.vertices_of(pair.kind_a, pair.a)),
                    span.b.of(b_.features.vertices_of(pair.kind_b, pair.b))},
                   0});
  for (int spans = 0; !parts.empty() && !is_done_[pair.number]; ++spans) {
    const auto [part, level] = std::move(parts.back());
    parts.pop_back();
    if (is_too_late(part.low)) return;
    const SweptGap gap(part.a, part.b, radius_);
    const std::span<const Vec3> of_a = part.a.points(), of_b = part.b.points();
    if (gap.is_usable() && gap.shown_by({&of_a, 1}, {&of_b, 1})) continue;
    if (spans == kPairSpans) return ask(part.low, span.high, pair);
    if (level == kPairLevels) {
      ask(part.low, part.high, pair);
      continue;
    }
    const Dyadic middle = Dyadic(0.5) * (part.low + part.high);
    parts.push_back({{middle, part.high, part.a.upper_half(), part.b.upper_half()}, level + 1});
    parts.push_back({{part.low, middle, part.a.lower_half(), part.b.lower_half()}, level + 1});
  }
}

std::vector<FeaturePair> Search::not_excluded(const Span& span, const SweptGap& gap,
                                              std::span<const FeaturePair> pairs) const {
  const SweptFeatures swept_a(a_.features, span.a), swept_b(b_.features, span.b);
  std::vector<FeaturePair> left;
  for (const FeaturePair& pair : pairs) {
    if (is_done_[pair.number] || gap.shown_by(swept_a.box(pair.kind_a, pair.a), swept_b.box(pair.kind_b, pair.b)))
      continue;
    const SweptFeatures::Points of_a = swept_a.points(pair.kind_a, pair.a), of_b = swept_b.points(pair.kind_b, pair.b);
    if (!gap.shown_by(of_a.runs(), of_b.runs())) left.push_back(pair);
  }
  return left;
}

void Search::ask(const Dyadic& low, const Dyadic& high, const FeaturePair& pair) {
  if (is_done_[pair.number] || is_too_late(low)) return;
  const bool is_bounded = first_only_ && !events_.empty() && compare(events_[0].time.high(), high) < 0;
  const Dyadic end = is_bounded ? events_[0].time.high() : high;
  Meetings met = meetings_of(pair, {low, end, low_, high_, first_only_});
  if (met.function.is_zero()) is_done_[pair.number] = 1;
  for (Root& time : met.times) take({std::move(time), pair, met.function});
}

Meetings Search::meetings_of(const FeaturePair& pair, const WantedTimes& wanted) {
  using Kind = FeatureKind;
  BodyFunctions &a = a_.functions, &b = b_.functions;
  if (pair.kind_a == Kind::Vertex && pair.kind_b == Kind::Vertex)
    return meetings(a.vertex(pair.a), b.vertex(pair.b), square_, wanted);
  if (pair.kind_a == Kind::Vertex && pair.kind_b == Kind::Edge)
    return meetings(a.vertex(pair.a), b.edge(pair.b), square_, wanted);
  if (pair.kind_a == Kind::Edge && pair.kind_b == Kind::Vertex)
    return meetings(b.vertex(pair.b), a.edge(pair.a), square_, wanted);
  if (pair.kind_a == Kind::Vertex) return meetings(a.vertex(pair.a), b.face(pair.b), square_, wanted);
  if (pair.kind_b == Kind::Vertex) return meetings(b.vertex(pair.b), a.face(pair.a), square_, wanted);
  return meetings(a.edge(pair.a), b.edge(pair.b), square_, wanted);
}

// Of events at one time the first whose function is not zero is kept.
void Search::take(Event event) {
  std::size_t k = events_.size();
  while (k > 0) {
    const int order = compare(events_[k - 1].time, event.time);
    if (order == 0) {
      if (events_[k - 1].function.is_zero()) events_[k - 1] = std::move(event);
      return;
    }
    if (order < 0) break;
    --k;
  }
  if (first_only_ && k > 0) return;
  if (first_only_) events_.clear();
  events_.insert(events_.begin() + static_cast<std::ptrdiff_t>(k), std::move(event));
}

std::optional<ContactRoot> Search::root_of(Event& event) const {
  const auto& [time, pair, function] = event;
  const bool is_of_four = (pair.kind_a == FeatureKind::Edge && pair.kind_b == FeatureKind::Edge) ||
                          pair.kind_a == FeatureKind::Face || pair.kind_b == FeatureKind::Face;
  if (square_.sign() > 0 || function.is_zero() || !is_of_four) return {};
  const auto [after, before] = event.time.enclosure();
  if (after < before && roots_between(function, after, before).size() != 1) return {};
  ContactRoot root;
  root.kind = pair.kind_a == FeatureKind::Vertex   ? ContactRoot::Kind::VertexOfA
              : pair.kind_b == FeatureKind::Vertex ? ContactRoot::Kind::VertexOfB
                                                   : ContactRoot::Kind::Edges;
  a_.features.set_ids(pair.kind_a, pair.a, root.a);
  b_.features.set_ids(pair.kind_b, pair.b, root.b);
  root.after = after;
  root.before = before;
  return root;
}

}  // namespace

FirstMeeting first_meeting_of(const MovingFeatures& a, const MovingFeatures& b, const Dyadic& radius, const Dyadic& low,
                              const Dyadic& high, FunctionRef<bool()> go_on, FeatureFilter filter) {
  Search search(a, b, radius, low, high, go_on, true);
  search.run(filter);
  FirstMeeting first;
  if (search.is_stopped()) {
    first.clear_until = search.stopped_at();
    return first;
  }
  first.is_decided = true;
  std::vector<FeatureMeeting> found = search.take();
  if (!found.empty()) first.meeting = std::move(found.front());
  return first;
}

AllMeetings all_meetings_of(const MovingFeatures& a, const MovingFeatures& b, const Dyadic& radius, const Dyadic& low,
                            const Dyadic& high, FunctionRef<bool()> go_on, FeatureFilter filter) {
  Search search(a, b, radius, low, high, go_on, false);
  search.run(filter);
  AllMeetings all;
  all.is_decided = !search.is_stopped();
  if (!all.is_decided) all.complete_until = search.stopped_at();
  all.meetings = search.take();
  if (!all.is_decided) {
    Root last{Dyadic(all.complete_until)};
    std::erase_if(all.meetings, [&](FeatureMeeting& meeting) { return compare(meeting.time, last) > 0; });
  }
  return all;
}

std::vector<std::uint32_t> all_vertices(const Polytope& body) {
  std::vector<std::uint32_t> all(static_cast<std::size_t>(body.vertex_count()));
  for (std::size_t v = 0; v < all.size(); ++v) all[v] = static_cast<std::uint32_t>(v);
  return all;
}

}  // namespace clearance::detail
