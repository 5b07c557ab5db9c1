#include <clearance/motion/shapes/shape_reference.h>

#include <clearance/answer/answer.h>
#include <clearance/motion/convex_search.h>
#include <clearance/motion/shapes/shape_spans.h>

#include <cstddef>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace clearance::detail {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::vector<Piece> elements_of(const ShapePieces& body) {
  std::vector<Piece> elements;
  for (std::size_t k = 0; k < body.part_count(); ++k) {
    const auto part = static_cast<std::uint32_t>(k);
    const Mesh* const mesh = body.mesh(k);
    if (mesh == nullptr) elements.push_back({Piece::Kind::Convex, part, 0});
    for (std::size_t t = 0; mesh != nullptr && t < mesh->triangle_count(); ++t)
      elements.push_back({Piece::Kind::Triangle, part, static_cast<std::uint32_t>(t)});
  }
  return elements;
}

std::optional<std::vector<ContactSpan>> contact_spans_of_pair(const ShapeQuestion& question, const Piece& a,
                                                              const Piece& b, Interval interval,
                                                              MotionPatience& patience) {
  ContactSpans known = contact_spans_of(question.a.element(a), question.motion_a, question.b.element(b),
                                        question.motion_b, question.margin, interval, [&] { return patience.take(); });
  if (!known.is_decided) return {};
  // A root names vertices, and not of which part they are.
  if (question.a.part_id(a) != kNoIndex || question.b.part_id(b) != kNoIndex)
    for (auto& [begin, end] : known.spans) begin.root = end.root = std::nullopt;
  return std::move(known.spans);
}

// Pairs of elements that doubles cannot show to be apart throughout a window of time.
class NearPairs {
 public:
  NearPairs(const ShapeQuestion& question, double from, double to, std::size_t most)
      : question_(question), window_(question, from, to), most_(most) {
    if (window_.is_one_leg()) are_all_ = visit(question_.a.whole(), question_.b.whole());
  }

  bool are_all() const { return are_all_; }
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
  const std::size_t most_;
  std::vector<std::pair<Piece, Piece>> pairs_;
  bool are_all_ = false;
};

}  // namespace

ShapeSearch::Outcome first_contact_of_elements(const ShapeQuestion& question, const MotionOptions& options,
                                               MotionPatience& patience, ElementContact& first) {
  const auto [begin, end] = question.interval;
  bool has_contact = false;
  first.first.lower = first.first.upper = kInfinity;
  const std::vector<Piece> elements_b = elements_of(question.b);
  for (const Piece& of_a : elements_of(question.a)) {
    const Rounded a = question.a.element(of_a);
    for (const Piece& of_b : elements_b) {
      if (!patience.lasts()) return ShapeSearch::Outcome::OutOfPatience;
      MotionOptions of_pair = options;
      of_pair.method = MotionMethod::Features;
      of_pair.margin = question.margin;
      of_pair.max_instants = patience.left();
      const double until = first.first.lower < end ? first.first.lower : end;
      FirstContact found = first_contact_within(a, question.motion_a, question.b.element(of_b), question.motion_b,
                                                {begin, until}, of_pair, 0);
      patience.spend(found.instants);
      if (found.status == MotionStatus::Clear) continue;
      if (found.status == MotionStatus::Undecided) return ShapeSearch::Outcome::OutOfPatience;
      first = {of_a, of_b, std::move(found)};
      has_contact = true;
      if (first.first.status == MotionStatus::Already) return ShapeSearch::Outcome::Contact;
    }
  }
  return has_contact ? ShapeSearch::Outcome::Contact : ShapeSearch::Outcome::Clear;
}

Interference interference_of_elements(const ShapeQuestion& question, MotionPatience& patience) {
  ShapeSpans spans(question);
  Interference known;
  known.status = MotionStatus::Undecided;
  known.decided_until = question.interval.begin;
  const std::vector<Piece> elements_b = elements_of(question.b);
  for (const Piece& a : elements_of(question.a))
    for (const Piece& b : elements_b) {
      std::optional<std::vector<ContactSpan>> found =
          contact_spans_of_pair(question, a, b, question.interval, patience);
      if (!found) return known;
      for (ContactSpan& span : *found) spans.add(std::move(span));
    }
  known.intervals = in_doubles(spans.take());
  known.status = status_of(known.intervals, question.interval);
  known.decided_until = question.interval.end;
  return known;
}

NearContacts contacts_of_near_elements(const ShapeQuestion& question, std::size_t most, MotionPatience& patience) {
  NearContacts known;
  ShapeSpans spans(question);
  const auto [begin, end] = question.interval;
  for (double from = begin;;) {
    const double leg_end = ShapeWindow(question, from, end).first_end_of_leg();
    const double to = leg_end < end ? leg_end : end;
    const NearPairs near(question, from, to, most);
    if (!near.are_all()) return known.are_too_many = true, known;
    for (const auto& [a, b] : near.pairs()) {
      std::optional<std::vector<ContactSpan>> found = contact_spans_of_pair(question, a, b, {from, to}, patience);
      if (!found) return known;
      for (ContactSpan& span : *found) spans.add(std::move(span));
    }
    if (to >= end) break;
    from = to;
  }
  known.spans = spans.take();
  known.is_decided = true;
  return known;
}

}  // namespace clearance::detail
