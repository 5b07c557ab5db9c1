#include <clearance/broad/sweep_and_prune.h>

#include <algorithm>
#include <bit>
#include <cmath>

namespace clearance::detail {
namespace {

using Cure = SweepAndPruneOptions::Cure;

// Fewer new boxes than this are compared with all others one by one.
constexpr std::size_t kFewArrivals = 64;
constexpr std::size_t kLongestPatience = 4096;

// Three directions at right angles to each other, and to no axis and no diagonal of two axes. Their length (7) does not
// matter.
constexpr double kSkewed[3][3] = {{6, 3, 2}, {2, -6, 3}, {3, -2, -6}};

// Boxes are closed: at the same value they overlap, so low ends come first.
template <class End>
bool before(const End& a, const End& b) {
  return a.value < b.value || (a.value == b.value && (a.tag & 1) < (b.tag & 1));
}
// The same with an order among equals, for sorts that do not keep it.
template <class End>
bool sorts_before(const End& a, const End& b) {
  return before(a, b) || (!before(b, a) && a.tag < b.tag);
}

// The extent of the box along a direction, rounded outward. A sum has three products and two additions; together they
// are off by no more than 3·2^-53 of the sum of the sizes, and 2^-51 of it covers that and its own rounding.
void support(const Box& box, const double (&direction)[3], double& low, double& high) {
  low = high = 0;
  double size = 0;
  for (int i = 0; i < 3; ++i) {
    const double at_low = direction[i] * box.low[i], at_high = direction[i] * box.high[i];
    low += std::min(at_low, at_high);
    high += std::max(at_low, at_high);
    size += std::max(std::fabs(at_low), std::fabs(at_high));
  }
  low = next_below(low - 0x1p-51 * size);
  high = next_above(high + 0x1p-51 * size);
  if (std::isfinite(size)) return;  // an infinite end says nothing along a skewed axis, and ∞ − ∞ neither
  low = -kInfiniteEnd;
  high = kInfiniteEnd;
}

// A cube about the centre that holds the box, with a radius that never shrinks.
Box cube_around(const Box& box, double& radius) {
  const Vec3 centre = 0.5 * box.low + 0.5 * box.high;
  if (!is_finite(centre)) return box;
  radius = larger(radius, larger(norm_max(box.high - centre), norm_max(box.low - centre)));
  return united(box, grown({centre, centre}, radius));
}

}  // namespace

SweepAndPrune::Bounds SweepAndPrune::bounds_of(std::uint32_t index) {
  const bool cubes = options_.boxes == SweepAndPruneOptions::Boxes::FixedCubes;
  const Box box = cubes ? cube_around(boxes()[index], radii_[index]) : boxes()[index];
  Bounds bounds;
  for (int axis = 0; axis < 3; ++axis) {
    if (skewed_)
      support(box, kSkewed[axis], bounds.axis[axis].low, bounds.axis[axis].high);
    else
      bounds.axis[axis] = {box.low[axis], box.high[axis]};
  }
  return bounds;
}

bool SweepAndPrune::overlap_along(std::uint32_t i, std::uint32_t j, unsigned axes) const {
  const Bounds &a = bounds_[i], &b = bounds_[j];
  for (unsigned axis = 0; axis < 3; ++axis)
    if ((axes >> axis & 1) != 0 && (a.axis[axis].low > b.axis[axis].high || b.axis[axis].low > a.axis[axis].high))
      return false;
  return true;
}

void SweepAndPrune::apply(std::span<const std::uint32_t> changed, Workers&) {
  bounds_.resize(boxes().size());
  radii_.resize(boxes().size(), 0);
  present_.resize(boxes().size(), 0);
  arrivals_.clear();
  for (const std::uint32_t index : changed) {
    const bool is = is_box(boxes()[index]);
    if (is) bounds_[index] = bounds_of(index);
    if (is && present_[index] == 0) arrivals_.push_back(index);
    if (!is && present_[index] != 0) ++departures_, radii_[index] = 0;
    present_[index] = is ? 1 : 0;
  }
  if (calls_cured_ > 0) {
    ++calls_cured_;
    if (calls_cured_ > patience_) return retry();
  }
  if (!keeps_pairs()) return;
  if (arrivals_.size() > kFewArrivals) return rebuild();
  take_out();
  unsigned exploded = 0;
  for (int axis = 0; axis < 3; ++axis)
    if ((sorted_ >> axis & 1) != 0 && !sort_axis(axis)) exploded |= 1u << axis;
  if (exploded != 0) {
    // Once may be boxes that jumped; the sort of the rebuild is enough for that.
    if ((exploded & exploded_before_) != 0) cure(exploded & exploded_before_);
    rebuild();
  } else {
    bring_in();
    if (pairs_.size() > most_pairs()) keep_none();
  }
  exploded_before_ = exploded;
}

// Removed boxes leave the lists and the pairs, all at once.
void SweepAndPrune::take_out() {
  if (departures_ == 0) return;
  departures_ = 0;
  for (std::vector<End>& ends : ends_)
    std::erase_if(ends, [&](const End& end) { return !is_box(boxes()[end.tag >> 1]); });
  const std::size_t count = pairs_.size();
  pairs_.keep_if([&](const IndexPair& pair) { return is_box(boxes()[pair.a]) && is_box(boxes()[pair.b]); });
  pair_changes_ += count - pairs_.size();
}

// Sorts by insertion, with the ends as they are now. An inverted couple of ends is exchanged once and no other is, so a
// low end that passes a high end downwards starts an overlap and a high end that passes a low one stops it. False: too
// many exchanges; the list and the pairs are good for nothing.
bool SweepAndPrune::sort_axis(int axis) {
  std::vector<End>& ends = ends_[axis];
  const bool bounded = options_.cure != Cure::None;
  std::size_t left = options_.most_swaps_per_end * ends.size();
  for (std::size_t k = 0; k < ends.size(); ++k) {
    End end = ends[k];
    const Interval& interval = bounds_[end.tag >> 1].axis[axis];
    end.value = (end.tag & 1) == 0 ? interval.low : interval.high;
    std::size_t at = k;
    for (; at > 0 && before(end, ends[at - 1]); --at) {
      const End& other = ends[at - 1];
      if ((end.tag & 1) < (other.tag & 1)) {
        if (overlap_along(end.tag >> 1, other.tag >> 1, sorted_))
          pair_changes_ += pairs_.insert(end.tag >> 1, other.tag >> 1) ? 1 : 0;
      } else if ((end.tag & 1) > (other.tag & 1)) {
        pair_changes_ += pairs_.erase(end.tag >> 1, other.tag >> 1) ? 1 : 0;
      }
      ends[at] = other;
    }
    ends[at] = end;
    swaps_[axis] += k - at;
    if (bounded && k - at > left) return false;
    left -= bounded ? k - at : 0;
  }
  return true;
}

// A few new boxes: their ends are merged into the lists, and each is compared with all.
void SweepAndPrune::bring_in() {
  for (const std::uint32_t i : arrivals_)
    for (std::uint32_t j = 0; j < boxes().size(); ++j)
      if (j != i && is_box(boxes()[j]) && overlap_along(i, j, sorted_)) pair_changes_ += pairs_.insert(i, j) ? 1 : 0;
  for (int axis = 0; axis < 3 && !arrivals_.empty(); ++axis) {
    if ((sorted_ >> axis & 1) == 0) continue;
    new_ends_.clear();
    for (const std::uint32_t i : arrivals_) {
      new_ends_.push_back({bounds_[i].axis[axis].low, 2 * i});
      new_ends_.push_back({bounds_[i].axis[axis].high, 2 * i + 1});
    }
    std::sort(new_ends_.begin(), new_ends_.end(), sorts_before<End>);
    merged_.resize(ends_[axis].size() + new_ends_.size());
    std::merge(ends_[axis].begin(), ends_[axis].end(), new_ends_.begin(), new_ends_.end(), merged_.begin(),
               before<End>);
    ends_[axis].swap(merged_);
  }
  arrivals_.clear();
}

// Everything from scratch: sorts and one sweep.
void SweepAndPrune::rebuild() {
  arrivals_.clear();
  departures_ = 0;
  pairs_.clear();
  for (int axis = 0; axis < 3; ++axis) {
    ends_[axis].clear();
    if ((sorted_ >> axis & 1) == 0) continue;
    for (std::uint32_t i = 0; i < boxes().size(); ++i) {
      if (!is_box(boxes()[i])) continue;
      ends_[axis].push_back({bounds_[i].axis[axis].low, 2 * i});
      ends_[axis].push_back({bounds_[i].axis[axis].high, 2 * i + 1});
    }
    std::sort(ends_[axis].begin(), ends_[axis].end(), sorts_before<End>);
  }
  starts_.clear();
  if (!keeps_pairs()) return;
  const bool all = sweep(best_axis(sorted_), sorted_, nullptr, [&](std::uint32_t i, std::uint32_t j) {
    pairs_.insert(i, j);
    return ++pair_changes_, pairs_.size() <= most_pairs();
  });
  if (!all) keep_none();
}

std::size_t SweepAndPrune::most_pairs() const {
  return std::max(options_.most_pairs, options_.most_pairs_per_box * size());
}

void SweepAndPrune::keep_none() {
  sorted_ = 0;
  pairs_ = {};
  calls_cured_ = 1;
}

// From the next rebuild on.
void SweepAndPrune::sort_all_axes(bool skewed) {
  skewed_ = skewed;
  sorted_ = 7;
  for (std::uint32_t i = 0; i < boxes().size(); ++i)
    if (is_box(boxes()[i])) bounds_[i] = bounds_of(i);
}

// Coordinates cluster along these axes.
void SweepAndPrune::cure(unsigned exploded) {
  calls_cured_ = 1;
  if (options_.cure == Cure::SkewedAxes && !skewed_) return sort_all_axes(true);
  sorted_ &= ~exploded;
  // One axis alone keeps too many pairs: a sweep along it tests them without keeping any.
  if ((sorted_ & (sorted_ - 1)) == 0 || skewed_) sorted_ = 0;
}

// Boxes above each other on several shelves: their projections overlap, they do not.
void SweepAndPrune::cure_costly_projection() {
  const bool projected = keeps_pairs() && sorted_ != 7;
  if (options_.cure != Cure::Automatic || !projected) return;
  if (pairs_.size() <= 4 * (statistics_.overlapping_pairs + size())) return;
  sort_all_axes(true);
  rebuild();
}

// The world may have changed: all axes once more, and longer until the next time.
void SweepAndPrune::retry() {
  calls_cured_ = 0;
  patience_ = std::min(2 * patience_, kLongestPatience);
  exploded_before_ = 7;  // no second chance: one more explosion brings the cure back
  sort_all_axes(false);
  rebuild();
}

// The one of these axes along which the boxes are spread out the most, in their own lengths.
int SweepAndPrune::best_axis(unsigned axes) const {
  double best = -1;
  int best_axis = std::countr_zero(axes);
  for (int axis = 0; axis < 3; ++axis) {
    if ((axes >> axis & 1) == 0) continue;
    double low = kInfiniteEnd, high = -kInfiniteEnd, lengths = 0;
    for (std::uint32_t i = 0; i < boxes().size(); ++i) {
      const Interval& interval = bounds_[i].axis[axis];
      if (!is_box(boxes()[i]) || !std::isfinite(interval.high - interval.low)) continue;
      low = std::min(low, interval.low);
      high = std::max(high, interval.high);
      lengths += interval.high - interval.low;
    }
    const double spread = lengths > 0 ? (high - low) / lengths : high > low ? kInfiniteEnd : 0;
    if (spread > best) best = spread, best_axis = axis;
  }
  return best_axis;
}

// The low ends in order: by insertion where the order of the last sweep is known and nearly right.
void SweepAndPrune::sort_starts() {
  std::erase_if(starts_, [&](const Start& start) { return !is_box(boxes()[start.box]); });
  std::size_t left = 8 * starts_.size();
  if (starts_.size() != size()) {
    left = 0;
    starts_.clear();
    for (std::uint32_t i = 0; i < boxes().size(); ++i)
      if (is_box(boxes()[i])) starts_.push_back({0, i});
  }
  for (Start& start : starts_) start.low = bounds_[start.box].axis[starts_axis_].low;
  for (std::size_t k = 1; k < starts_.size() && left > 0; ++k) {
    const Start start = starts_[k];
    std::size_t at = k;
    for (; at > 0 && start.low < starts_[at - 1].low; --at) starts_[at] = starts_[at - 1];
    starts_[at] = start;
    swaps_[starts_axis_] += k - at;
    left -= std::min(left, k - at);
  }
  if (left > 0) return;
  std::sort(starts_.begin(), starts_.end(),
            [](const Start& a, const Start& b) { return a.low != b.low ? a.low < b.low : a.box < b.box; });
}

// Each pair that overlaps along `axis` and along the `others`, once.
template <class See>
bool SweepAndPrune::sweep(int axis, unsigned others, const GoOn* go_on, const See& see) {
  starts_axis_ = axis;
  sort_starts();
  Pace pace(go_on);
  for (std::size_t k = 0; k < starts_.size(); ++k) {
    if (!pace.goes_on()) return false;
    const std::uint32_t i = starts_[k].box;
    const double high = bounds_[i].axis[axis].high;
    for (std::size_t m = k + 1; m < starts_.size() && starts_[m].low <= high; ++m) {
      ++tested_;
      if (overlap_along(i, starts_[m].box, others) && !see(i, starts_[m].box)) return false;
    }
  }
  return true;
}

template <class Wanted>
bool SweepAndPrune::visit_kept(const Wanted& wanted, PairVisitor visit) {
  PairBlock block(visit);
  std::size_t overlapping = 0;
  const auto report = [&](std::uint32_t i, std::uint32_t j) {
    if (!overlap(boxes()[i], boxes()[j])) return true;
    ++overlapping;
    return !wanted(i, j) || block.add(i, j);
  };
  bool whole = true;
  Pace pace(go_on(), 4096);
  if (!keeps_pairs())
    whole = sweep(best_axis(7), 7, go_on(), report);
  else
    for (const PairCounters::Counter& kept : pairs_.all()) {
      whole = pace.goes_on() && report(kept.pair.a, kept.pair.b);
      if (!whole) break;
    }
  whole = whole && block.flush();
  statistics_ = {size(),
                 {swaps_[0], swaps_[1], swaps_[2]},
                 pair_changes_,
                 pairs_.size(),
                 tested_,
                 overlapping,
                 std::popcount(sorted_),
                 skewed_};
  swaps_[0] = swaps_[1] = swaps_[2] = pair_changes_ = tested_ = 0;
  if (whole) cure_costly_projection();
  return whole;
}

bool SweepAndPrune::visit_pairs(PairVisitor visit, Workers&) {
  return visit_kept([](std::uint32_t, std::uint32_t) { return true; }, visit);
}

bool SweepAndPrune::visit_changed_pairs(std::span<const std::uint32_t>, PairVisitor visit, Workers&) {
  return visit_kept([&](std::uint32_t i, std::uint32_t j) { return has_changed(i) || has_changed(j); }, visit);
}

std::size_t SweepAndPrune::own_memory_bytes() const {
  std::size_t ends = new_ends_.capacity() + merged_.capacity();
  for (const std::vector<End>& list : ends_) ends += list.capacity();
  return bounds_.capacity() * sizeof(Bounds) + radii_.capacity() * sizeof(double) + present_.capacity() +
         arrivals_.capacity() * sizeof(std::uint32_t) + ends * sizeof(End) + pairs_.memory_bytes() +
         starts_.capacity() * sizeof(Start);
}

}  // namespace clearance::detail
