#include <clearance/broad/brute_force.h>

#include <clearance/broad/box_tree_lanes.h>

#include <bit>

namespace clearance {
namespace {

using box_tree::KeyBox;
using box_tree::keys_of;
using box_tree::kNoKey;
using box_tree::kWidth;
using Eight = BruteForce::Eight;
using Found = FunctionRef<bool(std::uint32_t)>;

// found(j) for every box j ≥ first that overlaps `box`, in ascending order.
template <int kRegister>
CLEARANCE_INLINE bool scan_body(std::span<const Eight> eights, std::span<const Box> boxes, const Box& box,
                                std::uint32_t first, Found found) {
  const KeyBox keys = keys_of(box);
  std::uint32_t wanted = ~0u << (first % kWidth);
  for (std::size_t k = first / kWidth; k < eights.size(); ++k, wanted = ~0u) {
    std::uint32_t met = box_tree::met_children<kRegister, false>(eights[k], keys) & wanted;
    for (; met != 0; met &= met - 1) {
      const auto j = static_cast<std::uint32_t>(k * kWidth) + static_cast<std::uint32_t>(std::countr_zero(met));
      if (overlap(boxes[j], box) && !found(j)) return false;
    }
  }
  return true;
}
CLEARANCE_DISPATCH(bool, scan,
                   (std::span<const Eight> eights, std::span<const Box> boxes, const Box& box, std::uint32_t first,
                    Found found),
                   scan_body, (eights, boxes, box, first, found))

}  // namespace

void BruteForce::apply(std::span<const std::uint32_t> changed) {
  Eight none;
  for (int axis = 0; axis < 3; ++axis)
    for (int lane = 0; lane < kWidth; ++lane) none.low[axis][lane] = none.high[axis][lane] = kNoKey;
  eights_.resize((boxes().size() + kWidth - 1) / kWidth, none);
  for (const std::uint32_t index : changed) {
    const Box& box = boxes()[index];
    const KeyBox keys = is_box(box) ? keys_of(box) : box_tree::kUnused;
    for (int axis = 0; axis < 3; ++axis) {
      eights_[index / kWidth].low[axis][index % kWidth] = keys.low[axis];
      eights_[index / kWidth].high[axis][index % kWidth] = keys.high[axis];
    }
  }
}

bool BruteForce::visit_pairs(PairVisitor visit, Workers&) {
  PairBlock block(visit);
  for (std::uint32_t i = 0; i < boxes().size(); ++i) {
    const auto found = [&](std::uint32_t j) { return block.add(i, j); };
    if (is_box(boxes()[i]) && !scan(eights_, boxes(), boxes()[i], i + 1, found)) return false;
  }
  return block.flush();
}

bool BruteForce::visit_changed_pairs(std::span<const std::uint32_t> changed, PairVisitor visit, Workers&) {
  PairBlock block(visit);
  for (const std::uint32_t i : changed) {
    // A pair of two changed boxes is the lower one's.
    const auto found = [&](std::uint32_t j) { return j == i || (j < i && has_changed(j)) || block.add(i, j); };
    if (is_box(boxes()[i]) && !scan(eights_, boxes(), boxes()[i], 0, found)) return false;
  }
  return block.flush();
}

bool BruteForce::visit_overlaps(const Box& probe, IndexVisitor visit) {
  return scan(eights_, boxes(), probe, 0, [&](std::uint32_t j) { return visit({&j, 1}); });
}

}  // namespace clearance
