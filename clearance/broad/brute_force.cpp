#include <clearance/broad/brute_force.h>

#include <clearance/broad/tree/box_tree_lanes.h>

#include <algorithm>
#include <bit>

namespace clearance::detail {
namespace {

using box_tree::KeyBox;
using box_tree::keys_of;
using box_tree::kUnused;
using box_tree::kWidth;
using Eight = BruteForce::Eight;
using Indices = std::span<const std::uint32_t>;

constexpr std::size_t kRow = 64;  // bits of a mask
// Comparisons between two looks at whether to go on: some 100 microseconds.
constexpr std::size_t kPairsPerLook = std::size_t{1} << 19;

// found(j) for every box j ≥ first that overlaps `box`, in ascending order: 64 boxes by their keys, then overlap() for
// those that are left.
template <int kRegister, class Found>
CLEARANCE_INLINE bool scan(std::span<const Eight> eights, const Box* boxes, const Box& box, const KeyBox& keys,
                           std::size_t first, const Found& found) {
  for (std::size_t start = first / kWidth; start < eights.size(); start += kRow / kWidth) {
    const std::size_t count = std::min(kRow / kWidth, eights.size() - start);
    std::uint64_t met = 0;
    for (std::size_t k = 0; k < count; ++k) {
      const std::uint64_t bits = box_tree::met_children<kRegister, false>(eights[start + k], keys);
      met |= bits << (kWidth * k);
    }
    if (start == first / kWidth) met &= ~std::uint64_t{0} << (first % kWidth);
    for (; met != 0; met &= met - 1) {
      const auto j = static_cast<std::uint32_t>(start * kWidth) + static_cast<std::uint32_t>(std::countr_zero(met));
      if (overlap(boxes[j], box) && !found(j)) return false;
    }
  }
  return true;
}

template <int kRegister>
CLEARANCE_INLINE bool pairs_of_rows_body(std::span<const Eight> eights, std::span<const Box> boxes, std::uint32_t begin,
                                         std::uint32_t end, PairBlock& pairs) {
  for (std::uint32_t i = begin; i < end; ++i) {
    const auto found = [&](std::uint32_t j) { return pairs.add(i, j); };
    // Where there is no box the keys meet nothing.
    const KeyBox keys = eights[i / kWidth].keys(i % kWidth);
    if (!scan<kRegister>(eights, boxes.data(), boxes[i], keys, i + std::size_t{1}, found)) return false;
  }
  return true;
}
// The pairs of the boxes begin … end − 1 with all later ones.
CLEARANCE_DISPATCH(bool, pairs_of_rows,
                   (std::span<const Eight> eights, std::span<const Box> boxes, std::uint32_t begin, std::uint32_t end,
                    PairBlock& pairs),
                   pairs_of_rows_body, (eights, boxes, begin, end, pairs))

using Wanted = FunctionRef<bool(std::uint32_t)>;

template <int kRegister>
CLEARANCE_INLINE bool met_by_body(std::span<const Eight> eights, const Box* boxes, const Box& box, Wanted found) {
  return scan<kRegister>(eights, boxes, box, keys_of(box, {}), 0, found);
}
// found(j) for every box j that overlaps one.
CLEARANCE_DISPATCH(bool, met_by, (std::span<const Eight> eights, const Box* boxes, const Box& box, Wanted found),
                   met_by_body, (eights, boxes, box, found))

template <int>
CLEARANCE_INLINE void take_in_body(Eight* eights, const Box* boxes, Indices changed) {
  for (const std::uint32_t index : changed)
    eights[index / kWidth].set_keys(index % kWidth, is_box(boxes[index]) ? keys_of(boxes[index], {}) : kUnused);
}
CLEARANCE_DISPATCH(void, take_in, (Eight * eights, const Box* boxes, Indices changed), take_in_body,
                   (eights, boxes, changed))

}  // namespace

void BruteForce::apply(Indices changed, Workers&) {
  for (std::size_t k = eights_.size(); k * kWidth < boxes().size(); ++k) {
    eights_.emplace_back();
    for (std::uint32_t lane = 0; lane < kWidth; ++lane) eights_[k].set_keys(lane, kUnused);
  }
  take_in(eights_.data(), boxes().data(), changed);
}

bool BruteForce::visit_pairs(PairVisitor visit, Workers&) {
  PairBlock pairs(visit);
  Pace pace(go_on(), 1);
  const auto count = static_cast<std::uint32_t>(boxes().size());
  const auto rows = static_cast<std::uint32_t>(kPairsPerLook / (count + std::size_t{1}) + 1);
  for (std::uint32_t begin = 0; begin < count; begin += std::min(rows, count - begin))
    if (!pace.goes_on() || !pairs_of_rows(eights_, boxes(), begin, begin + std::min(rows, count - begin), pairs))
      return false;
  return pairs.flush();
}

bool BruteForce::visit_changed_pairs(Indices changed, PairVisitor visit, Workers&) {
  PairBlock pairs(visit);
  Pace pace(go_on(), 16);
  for (const std::uint32_t i : changed) {
    if (!pace.goes_on()) return false;
    // A pair of two changed boxes is the lower one's.
    const auto found = [&](std::uint32_t j) { return j == i || (j < i && has_changed(j)) || pairs.add(i, j); };
    if (is_box(boxes()[i]) && !met_by(eights_, boxes().data(), boxes()[i], found)) return false;
  }
  return pairs.flush();
}

bool BruteForce::visit_overlaps(const Box& probe, IndexVisitor visit, const GoOn*) const {
  return met_by(eights_, boxes().data(), probe, [&](std::uint32_t j) { return visit({&j, 1}); });
}

}  // namespace clearance::detail
