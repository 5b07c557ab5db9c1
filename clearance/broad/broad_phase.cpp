#include <clearance/broad/broad_phase.h>

#include <clearance/bvh/segment_box.h>

#include <algorithm>

namespace clearance::detail {
namespace {

constexpr std::uint32_t kBoxesPerLook = 1024;  // a few microseconds of comparing boxes

}  // namespace

bool BroadPhase::place_new(std::uint32_t index, const Box& box) {
  if (visiting_.value || index > kMaxIndex || !is_box(box)) return false;
  if (index >= boxes_.size()) {
    boxes_.resize(index + std::size_t{1}, kNoBox);
    marks_.resize(index + std::size_t{1}, 0);
  }
  ++count_;
  marks_[index] |= kThere;
  boxes_[index] = box;
  mark(index);
  return true;
}

bool BroadPhase::remove(std::uint32_t index) {
  if (visiting_.value || index >= marks_.size() || (marks_[index] & kThere) == 0) return false;
  boxes_[index] = kNoBox;
  marks_[index] = static_cast<std::uint8_t>(marks_[index] & ~kThere);
  --count_;
  mark(index);
  return true;
}

void BroadPhase::apply_changes(Workers& workers) {
  if (unapplied_.empty()) return;
  // Ascending already where the caller moves everything in order.
  if (!std::is_sorted(unapplied_.begin(), unapplied_.end())) std::sort(unapplied_.begin(), unapplied_.end());
  apply(unapplied_, workers);
  for (const std::uint32_t index : unapplied_) marks_[index] &= static_cast<std::uint8_t>(~kUnapplied);
  unapplied_.clear();
}

void BroadPhase::forget_changes() {
  for (const std::uint32_t index : unreported_) marks_[index] &= static_cast<std::uint8_t>(~kUnreported);
  unreported_.clear();
}

// Marks this as being visited, and knows whom to ask, for as long as it lives.
class BroadPhase::Search {
 public:
  Search(BroadPhase& searched, const GoOn* go_on) : searched_(searched), guard_(searched.visiting_) {
    searched_.go_on_.value = go_on;
  }
  ~Search() { searched_.go_on_.value = nullptr; }
  Search(const Search&) = delete;
  Search& operator=(const Search&) = delete;

 private:
  BroadPhase& searched_;
  VisitGuard guard_;
};

static bool is_over(const GoOn* go_on) { return go_on != nullptr && !(*go_on)(); }

bool BroadPhase::find_pairs(PairVisitor visit, Workers& workers, const GoOn* go_on) {
  if (visiting_.value || is_over(go_on)) return false;
  const Search search(*this, go_on);
  apply_changes(workers);
  const bool whole = visit_pairs(visit, workers);
  forget_changes();
  return whole;
}

bool BroadPhase::find_pairs(PairVisitor visit) {
  Workers alone(1);
  return find_pairs(visit, alone);
}

bool BroadPhase::find_changed_pairs(PairVisitor visit, Workers& workers, const GoOn* go_on) {
  if (visiting_.value || is_over(go_on)) return false;
  const Search search(*this, go_on);
  apply_changes(workers);
  if (!std::is_sorted(unreported_.begin(), unreported_.end())) std::sort(unreported_.begin(), unreported_.end());
  const bool whole = visit_changed_pairs(unreported_, visit, workers);
  forget_changes();
  return whole;
}

bool BroadPhase::find_overlaps(const Box& probe, IndexVisitor visit, const GoOn* go_on) {
  if (visiting_.value || !is_box(probe) || is_over(go_on)) return false;
  const Search search(*this, go_on);
  Workers alone(1);
  apply_changes(alone);
  make_ready(ProbeKind::Overlaps, 1, alone);
  return visit_overlaps(probe, visit, go_on);
}

bool BroadPhase::find_on_segment(Vec3 from, Vec3 to, IndexVisitor visit, const GoOn* go_on) {
  if (visiting_.value || is_over(go_on)) return false;
  const Search search(*this, go_on);
  Workers alone(1);
  apply_changes(alone);
  make_ready(ProbeKind::Segments, 1, alone);
  return visit_on_segment(from, to, visit, go_on);
}

bool BroadPhase::get_ready(ProbeKind kind, std::size_t count, Workers& workers) {
  if (visiting_.value) return false;
  apply_changes(workers);
  make_ready(kind, count, workers);
  return true;
}

bool BroadPhase::get_ready(Workers& workers) {
  if (visiting_.value) return false;
  apply_changes(workers);
  make_ready_for_many(workers);
  return true;
}

bool BroadPhase::overlaps(const Box& probe, IndexVisitor visit, const GoOn* go_on) const {
  if (!is_box(probe) || is_over(go_on)) return false;
  const bool by_method = !visiting_.value && unapplied_.empty() && is_ready(ProbeKind::Overlaps);
  return by_method ? visit_overlaps(probe, visit, go_on) : BroadPhase::visit_overlaps(probe, visit, go_on);
}

bool BroadPhase::on_segment(Vec3 from, Vec3 to, IndexVisitor visit, const GoOn* go_on) const {
  if (is_over(go_on)) return false;
  const bool by_method = !visiting_.value && unapplied_.empty() && is_ready(ProbeKind::Segments);
  return by_method ? visit_on_segment(from, to, visit, go_on) : BroadPhase::visit_on_segment(from, to, visit, go_on);
}

bool BroadPhase::visit_changed_pairs(std::span<const std::uint32_t>, PairVisitor visit, Workers& workers) {
  PairBlock kept(visit);
  const auto keep = [&](std::span<const IndexPair> pairs) {
    for (const IndexPair& pair : pairs)
      if ((has_changed(pair.a) || has_changed(pair.b)) && !kept.add(pair.a, pair.b)) return false;
    return true;
  };
  return visit_pairs(keep, workers) && kept.flush();
}

bool BroadPhase::probe_changed(std::span<const std::uint32_t> changed, Probe probe, PairVisitor visit) const {
  PairBlock pairs(visit);
  Pace pace(go_on());
  for (const std::uint32_t one : changed) {
    if (!pace.goes_on()) return false;
    if (!is_box(box(one))) continue;
    const auto report = [&](std::span<const std::uint32_t> met) {
      for (const std::uint32_t other : met) {
        // Of two changed ones the first reports.
        if (other == one || (other < one && has_changed(other))) continue;
        if (!pairs.add(one, other)) return false;
      }
      return true;
    };
    if (!probe(box(one), report)) return false;
  }
  return pairs.flush();
}

bool BroadPhase::visit_overlaps(const Box& probe, IndexVisitor visit, const GoOn* go_on) const {
  Pace pace(go_on, kBoxesPerLook);
  for (std::uint32_t index = 0; index < boxes_.size(); ++index) {
    if (!pace.goes_on()) return false;
    if (is_box(boxes_[index]) && overlap(boxes_[index], probe) && !visit({&index, 1})) return false;
  }
  return true;
}

bool BroadPhase::visit_on_segment(Vec3 from, Vec3 to, IndexVisitor visit, const GoOn* go_on) const {
  Pace pace(go_on, kBoxesPerLook);
  for (std::uint32_t index = 0; index < boxes_.size(); ++index) {
    if (!pace.goes_on()) return false;
    if (is_box(boxes_[index]) && segment_may_meet(boxes_[index], from, to) && !visit({&index, 1})) return false;
  }
  return true;
}

std::size_t BroadPhase::memory_bytes() const {
  return boxes_.capacity() * sizeof(Box) + marks_.capacity() +
         (unapplied_.capacity() + unreported_.capacity()) * sizeof(std::uint32_t) + own_memory_bytes();
}

}  // namespace clearance::detail
