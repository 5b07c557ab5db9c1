#include <clearance/broad/broad_phase.h>

#include <clearance/broad/pair_pieces.h>
#include <clearance/bvh/segment_box.h>

#include <algorithm>

namespace clearance::detail {
namespace {

constexpr std::uint32_t kBoxesPerLook = 1024;  // a few microseconds of comparing boxes

}  // namespace

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

template <class Visit>
bool BroadPhase::find(const Visit& visit, Workers& workers, const GoOn* go_on) {
  if (visiting_.value || is_over(go_on)) return false;
  const Search search(*this, go_on);
  apply_changes(workers);
  const bool whole = visit();
  forget_changes(workers);
  return whole;
}

bool BroadPhase::find_pairs(PairVisitor visit, Workers& workers, const GoOn* go_on) {
  return find([&] { return visit_pairs(visit, workers); }, workers, go_on);
}

bool BroadPhase::find_pairs_in_parts(PartVisitor visit, Workers& workers, const GoOn* go_on) {
  return find([&] { return visit_pairs_in_parts(visit, workers); }, workers, go_on);
}

bool BroadPhase::find_pairs(PairVisitor visit) {
  Workers alone(1);
  return find_pairs(visit, alone);
}

bool BroadPhase::find_changed_pairs(PairVisitor visit, Workers& workers, const GoOn* go_on) {
  const auto visit_changed = [&] {
    put_in_order(unreported_, kUnreported, workers);
    return visit_changed_pairs(unreported_, visit, workers);
  };
  return find(visit_changed, workers, go_on);
}

bool BroadPhase::find_changed_pairs_in_parts(PartVisitor visit, Workers& workers, const GoOn* go_on) {
  const auto visit_changed = [&] {
    put_in_order(unreported_, kUnreported, workers);
    return visit_changed_pairs_in_parts(unreported_, visit, workers);
  };
  return find(visit_changed, workers, go_on);
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

bool BroadPhase::visit_pairs_in_parts(PartVisitor visit, Workers& workers) {
  return visit_pairs([&](std::span<const IndexPair> pairs) { return visit(0, pairs); }, workers);
}

bool BroadPhase::visit_changed_pairs(std::span<const std::uint32_t>, PairVisitor visit, Workers& workers) {
  const auto all = [&](const PairTarget& to) { return visit_pairs(*to.in_order, workers); };
  return visit_changed_ones(all, [this](std::uint32_t index) { return has_changed(index); }, {.in_order = &visit});
}

bool BroadPhase::visit_changed_pairs_in_parts(std::span<const std::uint32_t> changed, PartVisitor visit,
                                              Workers& workers) {
  return visit_changed_pairs(changed, [&](std::span<const IndexPair> pairs) { return visit(0, pairs); }, workers);
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
         (unapplied_.capacity() + unreported_.capacity()) * sizeof(std::uint32_t) +
         placed_.capacity() * sizeof(Placed) + own_memory_bytes();
}

}  // namespace clearance::detail
