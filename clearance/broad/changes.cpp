// How a broad phase takes down what was placed and removed, until the next question: the boxes by index, and two lists
// without repetition, of what the method has yet to take in and of what the next search for changed pairs is about.
#include <clearance/broad/broad_phase.h>
#include <clearance/broad/stretches.h>

#include <algorithm>
#include <atomic>

namespace clearance::detail {
namespace {

// Boxes placed, and numbers looked through, that are worth a thread.
constexpr std::size_t kPlaced = 512, kNumbers = 16384;
// From this share of all on, looking at every mark is cheaper than sorting.
constexpr std::size_t kWorthScan = 32;

std::uint32_t largest_of(std::span<const std::uint32_t> indices, Workers& workers) {
  std::atomic<std::uint32_t> largest{0};
  Stretches(indices.size(), kNumbers).run(workers, [&](std::size_t begin, std::size_t end) {
    std::uint32_t here = 0;
    for (std::size_t k = begin; k < end; ++k) here = std::max(here, indices[k]);
    std::uint32_t known = largest.load();
    while (known < here && !largest.compare_exchange_weak(known, here)) {
    }
  });
  return largest;
}

bool is_ascending(std::span<const std::uint32_t> indices, Workers& workers) {
  std::atomic<bool> ascending{true};
  Stretches(indices.size(), kNumbers).run(workers, [&](std::size_t begin, std::size_t end) {
    const auto from = indices.begin() + static_cast<std::ptrdiff_t>(begin > 0 ? begin - 1 : 0);
    if (!std::is_sorted(from, indices.begin() + static_cast<std::ptrdiff_t>(end))) ascending = false;
  });
  return ascending;
}

// Boxes that are about to be made.
union Room {
  Room() {}
  Box boxes[BroadPhase::kPlacedAtOnce];
};

}  // namespace

void BroadPhase::grow(std::size_t size) {
  if (size <= boxes_.size()) return;
  boxes_.resize(size, kNoBox);
  marks_.resize(size, 0);
}

bool BroadPhase::place_new(std::uint32_t index, const Box& box) {
  if (visiting_.value || index > kMaxIndex || !is_box(box)) return false;
  grow(index + std::size_t{1});
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

// Writes to the boxes and marks of these indices alone.
BroadPhase::Placed BroadPhase::place_stretch(std::span<const std::uint32_t> indices, std::size_t first, BoxMaker make) {
  Placed placed;
  Room room;
  const Box* const made = room.boxes;
  if (!make(first, {room.boxes, indices.size()})) return placed;
  for (std::size_t k = 0; k < indices.size(); ++k) {
    std::uint8_t& marks = marks_[indices[k]];
    const bool was_there = (marks & kThere) != 0, is_there = is_box(made[k]);
    if (!was_there && !is_there) continue;
    boxes_[indices[k]] = is_there ? made[k] : kNoBox;
    placed.come += !was_there, placed.gone += !is_there;
    const int to_apply = (marks & kUnapplied) == 0 ? kToApply : 0,
              to_report = (marks & kUnreported) == 0 ? kToReport : 0;
    placed.to_apply += to_apply != 0, placed.to_report += to_report != 0;
    marks = static_cast<std::uint8_t>((marks & ~kThere) | (is_there ? kThere : 0) | kChanged | to_apply | to_report);
  }
  return placed;
}

// Lists what place_stretch() found to be listed.
void BroadPhase::list_stretch(std::span<const std::uint32_t> indices, Placed from) {
  for (const std::uint32_t index : indices) {
    std::uint8_t& marks = marks_[index];
    if ((marks & kToApply) != 0) unapplied_[from.to_apply++] = index;
    if ((marks & kToReport) != 0) unreported_[from.to_report++] = index;
    marks = static_cast<std::uint8_t>(marks & (kChanged | kThere));
  }
}

// One thread's way: into the lists at once.
void BroadPhase::place_stretch_alone(std::span<const std::uint32_t> indices, std::size_t first, BoxMaker make) {
  Room room;
  if (!make(first, {room.boxes, indices.size()})) return;
  for (std::size_t k = 0; k < indices.size(); ++k) {
    const Box& made = room.boxes[k];
    std::uint8_t& marks = marks_[indices[k]];
    const bool was_there = (marks & kThere) != 0, is_there = is_box(made);
    if (!was_there && !is_there) continue;
    boxes_[indices[k]] = is_there ? made : kNoBox;
    if (was_there != is_there) marks ^= kThere, is_there ? ++count_ : --count_;
    if ((marks & kChanged) != kChanged) mark(indices[k]);
  }
}

bool BroadPhase::place_all(std::span<const std::uint32_t> indices, BoxMaker make, Workers& workers) {
  if (visiting_.value) return false;
  if (indices.empty()) return true;
  const std::uint32_t largest = largest_of(indices, workers);
  if (largest > kMaxIndex) return false;
  if (largest >= boxes_.size()) {
    grow(largest + std::size_t{1});
    mark(largest);  // even if no box is made for it: methods take in that there are more numbers
  }
  const VisitGuard guard(visiting_);
  const auto stretch = [&](std::size_t k) {
    const std::size_t first = k * kPlacedAtOnce;
    return indices.subspan(first, std::min(kPlacedAtOnce, indices.size() - first));
  };
  const std::size_t count = (indices.size() + kPlacedAtOnce - 1) / kPlacedAtOnce;
  const Stretches stretches(count, kPlaced / kPlacedAtOnce);
  if (workers.count() == 1 || stretches.number() == 1) {
    for (std::size_t k = 0; k < count; ++k) place_stretch_alone(stretch(k), k * kPlacedAtOnce, make);
    return true;
  }
  placed_.resize(count);
  stretches.run(workers, [&](std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k) placed_[k] = place_stretch(stretch(k), k * kPlacedAtOnce, make);
  });
  Placed sum;
  sum.to_apply = unapplied_.size(), sum.to_report = unreported_.size();
  for (Placed& placed : placed_) {
    const Placed here = placed;
    placed.to_apply = sum.to_apply, placed.to_report = sum.to_report;
    sum.to_apply += here.to_apply, sum.to_report += here.to_report;
    count_ = count_ + here.come - here.gone;
  }
  unapplied_.resize(sum.to_apply), unreported_.resize(sum.to_report);
  stretches.run(workers, [&](std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k) list_stretch(stretch(k), placed_[k]);
  });
  return true;
}

// Those that have the mark, ascending. They are so already where the caller moves everything in order.
void BroadPhase::put_in_order(UnwrittenVector<std::uint32_t>& indices, std::uint8_t mark, Workers& workers) {
  if (is_ascending(indices, workers)) return;
  if (indices.size() < marks_.size() / kWorthScan) return std::sort(indices.begin(), indices.end());
  const Stretches stretches(marks_.size(), kNumbers);
  std::size_t from[Stretches::kMost + 1] = {};
  workers.run(stretches.number(), [&](std::size_t stretch) {
    std::size_t here = 0;
    for (std::size_t k = stretches.begin(stretch); k < stretches.end(stretch); ++k) here += (marks_[k] & mark) != 0;
    from[stretch + 1] = here;
  });
  for (std::size_t stretch = 0; stretch < stretches.number(); ++stretch) from[stretch + 1] += from[stretch];
  workers.run(stretches.number(), [&](std::size_t stretch) {
    std::size_t next = from[stretch];
    for (std::size_t k = stretches.begin(stretch); k < stretches.end(stretch); ++k)
      if ((marks_[k] & mark) != 0) indices[next++] = static_cast<std::uint32_t>(k);
  });
}

// Of these, who are all that have the mark: where they are most of all, every one loses it.
void BroadPhase::unmark(std::span<const std::uint32_t> indices, std::uint8_t mark, Workers& workers) {
  std::uint8_t* const marks = marks_.data();
  const auto others = static_cast<std::uint8_t>(~mark);
  if (indices.size() > marks_.size() / 2) {
    Stretches(marks_.size(), kNumbers).run(workers, [=](std::size_t begin, std::size_t end) {
      for (std::size_t k = begin; k < end; ++k) marks[k] &= others;
    });
    return;
  }
  Stretches(indices.size(), kNumbers).run(workers, [=](std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k) marks[indices[k]] &= others;
  });
}

void BroadPhase::apply_changes(Workers& workers) {
  if (unapplied_.empty()) return;
  put_in_order(unapplied_, kUnapplied, workers);
  apply(unapplied_, workers);
  unmark(unapplied_, kUnapplied, workers);
  unapplied_.clear();
}

void BroadPhase::forget_changes(Workers& workers) {
  unmark(unreported_, kUnreported, workers);
  unreported_.clear();
}

}  // namespace clearance::detail
