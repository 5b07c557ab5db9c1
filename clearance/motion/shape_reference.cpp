#include <clearance/motion/shape_reference.h>

#include <clearance/answer/answer.h>
#include <clearance/motion/convex_search.h>
#include <clearance/motion/shape_spans.h>

#include <cstddef>
#include <limits>
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

}  // namespace clearance::detail
