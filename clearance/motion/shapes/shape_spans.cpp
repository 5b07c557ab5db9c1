#include <clearance/motion/shapes/shape_spans.h>

#include <clearance/motion/instant.h>
#include <clearance/motion/shapes/shape_inside.h>

#include <cstddef>
#include <utility>

namespace clearance::detail {
namespace {

int order(ContactEnd& x, ContactEnd& y) {
  if (x.bracket.upper < y.bracket.lower) return -1;
  if (x.bracket.lower > y.bracket.upper) return 1;
  return compare(x.time, y.time);
}

// The earlier (−1) or later (1) of two ends; of one time, all that is known of it.
void keep(ContactEnd& kept, ContactEnd& other, int which) {
  const int relation = order(other, kept);
  if (relation == which) return kept = std::move(other), void();
  if (relation != 0) return;
  kept.is_cut = kept.is_cut || other.is_cut;
  if (!kept.root) kept.root = other.root;
}

bool has_solid(const ShapePieces& body) {
  for (std::size_t k = 0; k < body.part_count(); ++k)
    if (const Mesh* const mesh = body.mesh(k); mesh != nullptr && mesh->is_solid()) return true;
  return false;
}

}  // namespace

bool is_inside_at(const ShapeQuestion& question, const Dyadic& time) {
  if (!has_solid(question.a) && !has_solid(question.b)) return false;
  return find_inside(question.a, first_piece(question.motion_a, time, time).path.at(time), question.b,
                     first_piece(question.motion_b, time, time).path.at(time))
      .has_value();
}

void ShapeSpans::add(ContactSpan span) {
  std::size_t first = spans_.size();
  while (first > 0 && order(spans_[first - 1].end, span.begin) >= 0) --first;
  std::size_t last = first;
  for (; last < spans_.size() && order(spans_[last].begin, span.end) <= 0; ++last) {
    keep(span.begin, spans_[last].begin, -1);
    keep(span.end, spans_[last].end, 1);
  }
  const auto at = [&](std::size_t k) { return spans_.begin() + static_cast<std::ptrdiff_t>(k); };
  spans_.insert(spans_.erase(at(first), at(last)), std::move(span));
}

// From one time to another, between which no elements meet.
void ShapeSpans::fill(ContactEnd begin, ContactEnd end, const Dyadic& time, std::vector<ContactSpan>& filled) const {
  if (is_inside_at(question_, time)) filled.push_back({std::move(begin), std::move(end)});
}

std::vector<ContactSpan> ShapeSpans::take() {
  std::vector<ContactSpan> inside;
  if (has_solid(question_.a) || has_solid(question_.b)) {
    const auto [begin, end] = question_.interval;
    ContactEnd before = cut_at(begin), last = cut_at(end);
    if (spans_.empty()) {
      fill(before, last, Dyadic(begin), inside);
    } else {
      if (order(before, spans_.front().begin) < 0) fill(before, spans_.front().begin, Dyadic(begin), inside);
      for (std::size_t k = 0; k + 1 < spans_.size(); ++k)
        fill(spans_[k].end, spans_[k + 1].begin, time_between(spans_[k].end.time, spans_[k + 1].begin.time), inside);
      if (order(spans_.back().end, last) < 0) fill(spans_.back().end, last, Dyadic(end), inside);
    }
  }
  for (ContactSpan& span : inside) add(std::move(span));
  return std::move(spans_);
}

}  // namespace clearance::detail
