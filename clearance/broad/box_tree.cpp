#include <clearance/broad/box_tree.h>

namespace clearance {

bool BoxTree::find_on_segment(const Vec3& from, const Vec3& to, IndexVisitor visit) {
  const auto finite = [](const Vec3& p) { return std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z); };
  if (segment_ != nullptr || !finite(from) || !finite(to)) return false;
  // By way of find_overlaps, which takes in what changed and keeps visitors from changing it.
  const Segment segment{from, to};
  segment_ = &segment;
  const bool whole = find_overlaps(united({from, from}, {to, to}), visit);
  segment_ = nullptr;
  return whole;
}

bool BoxTree::visit_overlaps(const Box& probe, IndexVisitor visit) {
  if (segment_ != nullptr) return core_.visit_segment(boxes(), segment_->from, segment_->to, visit);
  return core_.visit_overlaps(boxes(), probe, visit);
}

bool BoxTree::visit_changed_pairs(std::span<const std::uint32_t> changed, PairVisitor visit, Workers& workers) {
  const auto changed_one = [this](std::uint32_t index) { return has_changed(index); };
  return core_.visit_changed_pairs(boxes(), changed, changed_one, visit, workers);
}

}  // namespace clearance
