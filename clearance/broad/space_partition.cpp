#include <clearance/broad/space_partition.h>

#include <algorithm>
#include <cmath>

namespace clearance::detail {
namespace {

constexpr std::size_t kSamples = 256;

// The regions in which a coordinate falls: monotone, also beyond the rim.
std::int32_t region_along(double x, double origin, double per_side, std::int32_t count) {
  const double t = (x - origin) * per_side;
  if (!(t > 0)) return 0;  // NaN as well: ∞·0 where there is but one
  return t < count ? static_cast<std::int32_t>(t) : count - 1;
}

double regions_of_side(const double (&extent)[3], double side) {
  double product = 1;
  for (const double e : extent) product *= larger(1, std::ceil(e / side));
  return product;
}

std::uint32_t lowest_bits(const std::int32_t (&low)[3], int x, int y, int z) {
  return (x == low[0] ? 1u : 0u) | (y == low[1] ? 2u : 0u) | (z == low[2] ? 4u : 0u);
}

double quantile(std::vector<double>& values, double share) {
  const auto at = static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), values.begin() + at, values.end());
  return values[static_cast<std::size_t>(at)];
}

}  // namespace

std::size_t SpacePartition::Span::count() const {
  std::size_t product = 1;
  for (int i = 0; i < 3; ++i) product *= static_cast<std::size_t>(high[i] - low[i]) + 1;
  return product;
}

template <class See>
bool SpacePartition::each_region(const Span& span, const See& see) const {
  for (int z = span.low[2]; z <= span.high[2]; ++z)
    for (int y = span.low[1]; y <= span.high[1]; ++y)
      for (int x = span.low[0]; x <= span.high[0]; ++x) {
        const auto row =
            static_cast<std::size_t>(z) * static_cast<std::size_t>(cut_.count[1]) + static_cast<std::size_t>(y);
        const std::size_t k = row * static_cast<std::size_t>(cut_.count[0]) + static_cast<std::size_t>(x);
        if (!see(k, lowest_bits(span.low, x, y, z))) return false;
      }
  return true;
}

bool SpacePartition::visit_pairs(PairVisitor visit, Workers&) {
  statistics_ = {};
  if (stale_) partition();
  PairBlock block(visit);
  Pace pace(go_on());
  for (std::size_t k = 0; k < regions(); ++k)
    if (!sweep_region(region(k), pace, block)) return false;
  if (!compare_large(block) || !block.flush()) return false;
  statistics_.boxes = size();
  statistics_.regions = regions();
  statistics_.entries = entries_.size();
  statistics_.large = large_.size();
  // The regions serve no longer when they hold many more boxes each, or boxes are in many more.
  if (tested_at_choice_ == 0) tested_at_choice_ = statistics_.pairs_tested + 1;
  must_choose_ = statistics_.pairs_tested > 2 * tested_at_choice_ + 8 * size();
  return true;
}

void SpacePartition::partition() {
  stale_ = false;
  if (must_choose_ || size() > 2 * size_at_choice_ || 2 * size() < size_at_choice_) choose_cut();
  renew_order();
  fill_regions();
  if (static_cast<double>(entries_.size()) > 1.5 * options_.most_entries_per_box * static_cast<double>(size())) {
    choose_cut();
    renew_order();
    fill_regions();
  }
  order_.clear();
  for (std::size_t k = 0; k < regions(); ++k) {
    sort_region(region(k));
    for (const Entry& entry : region(k))
      if ((entry.label & 7) == 7) order_.push_back(entry.label >> 3);
  }
}

// Regions over the bulk of the boxes, from as many as allowed to as few as needed. A few strays do not matter: they are
// in the regions at the rim.
void SpacePartition::choose_cut() {
  must_choose_ = false;
  size_at_choice_ = size();
  tested_at_choice_ = 0;
  cut_ = {};
  std::vector<double> centres[3], sizes;
  sample(centres, sizes);
  if (sizes.empty()) return;
  double extent[3];
  for (int i = 0; i < 3; ++i) {
    const double low = quantile(centres[i], 0.05), high = quantile(centres[i], 0.95);
    cut_.origin[i] = low - 0.0625 * (high - low);
    extent[i] = 1.125 * (high - low);
  }
  const double longest = larger(extent[0], larger(extent[1], extent[2]));
  const double most = larger(1, options_.most_regions_per_box * static_cast<double>(size()));
  double side = larger(longest / most, quantile(sizes, 0.5));
  if (!(longest > 0) || !std::isfinite(longest) || !std::isnormal(side)) return;
  while (regions_of_side(extent, side) > most) side *= 1.125;
  for (;; side *= 1.5) {
    ++statistics_.searches;
    for (int i = 0; i < 3; ++i) {
      cut_.count[i] = static_cast<std::int32_t>(larger(1, std::ceil(extent[i] / side)));
      cut_.per_side[i] = cut_.count[i] > 1 ? cut_.count[i] / extent[i] : 0;
      if (extent[i] / cut_.count[i] > extent[axis_] / cut_.count[axis_]) axis_ = i;
    }
    if (regions() == 1) return;
    if (static_cast<double>(count_entries()) <= options_.most_entries_per_box * static_cast<double>(size())) return;
  }
}

void SpacePartition::sample(std::vector<double> (&centres)[3], std::vector<double>& sizes) const {
  const std::size_t step = std::max<std::size_t>(1, boxes().size() / kSamples);
  for (std::size_t k = 0; k < boxes().size(); k += step) {
    const Box& box = boxes()[k];
    const Vec3 extent = box.high - box.low, centre = box.low + 0.5 * extent;
    if (!is_box(box) || !is_finite(extent) || !is_finite(centre)) continue;
    for (int i = 0; i < 3; ++i) centres[i].push_back(centre[i]);
    sizes.push_back(norm_max(extent));
  }
}

std::size_t SpacePartition::regions() const {
  std::size_t product = 1;
  for (const std::int32_t count : cut_.count) product *= static_cast<std::size_t>(count);
  return product;
}

SpacePartition::Span SpacePartition::span_of(const Box& box) const {
  Span span;
  for (int i = 0; i < 3; ++i) {
    span.low[i] = region_along(box.low[i], cut_.origin[i], cut_.per_side[i], cut_.count[i]);
    span.high[i] = region_along(box.high[i], cut_.origin[i], cut_.per_side[i], cut_.count[i]);
  }
  return span;
}

std::size_t SpacePartition::most_regions_of_a_box() const { return std::max<std::size_t>(64, regions() / 8); }

std::size_t SpacePartition::count_entries() const {
  std::size_t entries = 0;
  for (const Box& box : boxes()) {
    if (!is_box(box)) continue;
    const std::size_t count = span_of(box).count();
    if (count <= most_regions_of_a_box()) entries += count;
  }
  return entries;
}

// The boxes in the order of the last call, so that they come to their regions nearly sorted; new ones at the end.
void SpacePartition::renew_order() {
  listed_.assign(boxes().size(), 0);
  std::erase_if(order_, [&](std::uint32_t index) { return !is_box(boxes()[index]); });
  for (const std::uint32_t index : order_) listed_[index] = 1;
  if (order_.size() < size())
    for (std::uint32_t index = 0; index < boxes().size(); ++index)
      if (listed_[index] == 0 && is_box(boxes()[index])) order_.push_back(index);
}

// A counting sort of the entries by region.
void SpacePartition::fill_regions() {
  starts_.assign(regions() + 1, 0);
  spans_.clear();
  large_.clear();
  std::size_t kept = 0;
  for (const std::uint32_t index : order_) {
    const Span span = span_of(boxes()[index]);
    if (span.count() > most_regions_of_a_box()) {
      large_.push_back(index);
      continue;
    }
    order_[kept++] = index;
    spans_.push_back(span);
    each_region(span, [&](std::size_t k, std::uint32_t) { return ++starts_[k], true; });
  }
  order_.resize(kept);
  std::size_t sum = 0;
  for (std::size_t& start : starts_) start = sum += start;
  entries_.resize(sum);
  // From the back, so that each region is filled down to its start and keeps the order.
  for (std::size_t n = kept; n-- > 0;) {
    const double low = boxes()[order_[n]].low[axis_];
    each_region(spans_[n], [&](std::size_t k, std::uint32_t bits) {
      entries_[--starts_[k]] = {low, order_[n] << 3 | bits};
      return true;
    });
  }
}

// By insertion while that is cheap.
void SpacePartition::sort_region(std::span<Entry> region) {
  std::size_t left = 8 * region.size() + 64;
  for (std::size_t k = 1; k < region.size(); ++k) {
    const Entry entry = region[k];
    std::size_t at = k;
    for (; at > 0 && entry.low < region[at - 1].low; --at) region[at] = region[at - 1];
    region[at] = entry;
    statistics_.swaps += k - at;
    if (k - at > left)
      return std::sort(region.begin(), region.end(), [](const Entry& a, const Entry& b) {
        return a.low != b.low ? a.low < b.low : a.label < b.label;
      });
    left -= k - at;
  }
}

// Of the regions two boxes share, the lowest speaks for them: along each axis it is the lowest of one or the other.
bool SpacePartition::sweep_region(std::span<const Entry> region, Pace& pace, PairBlock& block) {
  for (std::size_t k = 0; k < region.size(); ++k) {
    if (!pace.goes_on()) return false;
    const std::uint32_t label = region[k].label;
    const double high = boxes()[label >> 3].high[axis_];
    for (std::size_t m = k + 1; m < region.size() && region[m].low <= high; ++m)
      if (((label | region[m].label) & 7) == 7 && !test(label >> 3, region[m].label >> 3, block)) return false;
  }
  return true;
}

bool SpacePartition::compare_large(PairBlock& block) {
  Pace pace(go_on(), 1);
  for (std::size_t k = 0; k < large_.size(); ++k) {
    if (!pace.goes_on()) return false;
    for (const std::uint32_t j : order_)
      if (!test(large_[k], j, block)) return false;
    for (std::size_t m = k + 1; m < large_.size(); ++m)
      if (!test(large_[k], large_[m], block)) return false;
  }
  return true;
}

bool SpacePartition::test(std::uint32_t i, std::uint32_t j, PairBlock& block) {
  ++statistics_.pairs_tested;
  if (!overlap(boxes()[i], boxes()[j])) return true;
  ++statistics_.overlapping_pairs;
  return block.add(i, j);
}

void SpacePartition::make_ready(ProbeKind kind, std::size_t, Workers&) {
  if (kind == ProbeKind::Overlaps && stale_) partition();
}

bool SpacePartition::visit_overlaps(const Box& probe, IndexVisitor visit, const GoOn*) const {
  const auto report = [&](std::uint32_t index) { return !overlap(boxes()[index], probe) || visit({&index, 1}); };
  for (const std::uint32_t index : large_)
    if (!report(index)) return false;
  return each_region(span_of(probe), [&](std::size_t k, std::uint32_t bits) {
    for (const Entry& entry : region(k))
      if (((entry.label | bits) & 7) == 7 && !report(entry.label >> 3)) return false;
    return true;
  });
}

std::size_t SpacePartition::own_memory_bytes() const {
  return (order_.capacity() + large_.capacity()) * sizeof(std::uint32_t) + listed_.capacity() +
         spans_.capacity() * sizeof(Span) + starts_.capacity() * sizeof(std::size_t) +
         entries_.capacity() * sizeof(Entry);
}

}  // namespace clearance::detail
