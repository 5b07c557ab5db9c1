#include <clearance/broad/coherent_hash.h>

#include <algorithm>
#include <cmath>

namespace clearance::detail {
namespace {

TilingOptions nested(TilingOptions options) {
  options.nested = true;
  return valid(options);
}

template <class See>
bool each_tile(const TileRange& tiles, const See& see) {
  for (int z = tiles.low[2]; z <= tiles.high[2]; ++z)
    for (int y = tiles.low[1]; y <= tiles.high[1]; ++y)
      for (int x = tiles.low[0]; x <= tiles.high[0]; ++x)
        if (!see(x, y, z)) return false;
  return true;
}

TileRange coarser(const TileRange& tiles, int bits) {
  bits = std::min(bits, 31);
  return {{tiles.low[0] >> bits, tiles.low[1] >> bits, tiles.low[2] >> bits},
          {tiles.high[0] >> bits, tiles.high[1] >> bits, tiles.high[2] >> bits}};
}

// The lowest tile of those two ranges share; one of each pair's tiles.
bool is_lowest_shared(const TileRange& a, const TileRange& b, int x, int y, int z) {
  return x == std::max(a.low[0], b.low[0]) && y == std::max(a.low[1], b.low[1]) && z == std::max(a.low[2], b.low[2]);
}

}  // namespace

CoherentHash::CoherentHash(const CoherentHashOptions& options) : options_(options) {
  options_.tiling = nested(options.tiling);
  shift_ = nested_shift(options_.tiling);
  least_share_ = std::ldexp(options_.tiling.beta, -shift_ - 1);
}

// A box that shrinks keeps its resolution until it is half as large as what would have got it there: sizes that tremble
// about a limit do not move all labels at every frame. (β always holds; Theorem 3 with α/2.)
CoherentHash::Place CoherentHash::place_of(std::uint32_t index, const Place& before) const {
  const Box& box = this->box(index);
  if (!is_box(box)) return kNowherePlace;
  const double size = tiling_size(box);
  if (size > kLargestTilingSize) return {kUnbounded, {}, 0};
  const double share = size * before.per_rho;
  if (share <= options_.tiling.beta && share > least_share_)
    return {before.level, tiles_of(box, before.per_rho), before.per_rho};
  const std::int32_t level = nested_level(size, options_.tiling);
  const double per_rho = 1 / nested_rho(level, options_.tiling);
  return {level, tiles_of(box, per_rho), per_rho};
}

void CoherentHash::apply(std::span<const std::uint32_t> changed, Workers&) {
  places_.resize(boxes().size(), kNowherePlace);
  next_places_.clear();
  for (const std::uint32_t index : changed) next_places_.push_back(place_of(index, places_[index]));
  if (!update_levels(changed)) {
    for (std::size_t k = 0; k < changed.size(); ++k) places_[changed[k]] = next_places_[k];
    rebuild();
    return;
  }
  for (std::size_t k = 0; k < changed.size(); ++k) {
    if (places_[changed[k]] == next_places_[k]) continue;
    update(changed[k], places_[changed[k]], next_places_[k]);
    places_[changed[k]] = next_places_[k];
  }
}

// Counts the boxes of each resolution as they will be. False: a resolution is new, so that all finer boxes must be
// stored there, too; or more than half of them have no boxes left.
bool CoherentHash::update_levels(std::span<const std::uint32_t> changed) {
  const auto add = [&](std::int32_t level, std::size_t count) {
    if (level == kNowhere || level == kUnbounded) return true;
    const auto at = std::lower_bound(levels_.begin(), levels_.end(), level,
                                     [](const Level& step, std::int32_t wanted) { return step.level < wanted; });
    if (at != levels_.end() && at->level == level) {
      at->residents += count;  // −1 wraps around as it should
      return true;
    }
    levels_.insert(at, {level, count});
    return false;
  };
  bool known = true;
  for (std::size_t k = 0; k < changed.size(); ++k) {
    if (places_[changed[k]].level == next_places_[k].level) continue;
    known &= add(next_places_[k].level, 1);
    add(places_[changed[k]].level, ~std::size_t{0});
  }
  const auto unused = [](const Level& level) { return level.residents == 0; };
  return known && 2 * std::count_if(levels_.begin(), levels_.end(), unused) <= std::ssize(levels_);
}

void CoherentHash::rebuild() {
  std::erase_if(levels_, [](const Level& level) { return level.residents == 0; });
  labels_.clear();
  counters_.clear();
  unbounded_.clear();
  counting_ = true;
  for (std::uint32_t index = 0; index < places_.size(); ++index) update(index, kNowherePlace, places_[index]);
}

void CoherentHash::update(std::uint32_t index, const Place& from, const Place& to) {
  if (from.level == to.level && to.per_rho > 0) {
    // Nested tiles: where a range stays the same, all coarser ones do.
    for (const Level& step : levels_) {
      if (step.level < to.level) continue;
      const TileRange old_tiles = tiles_at(from, step.level), new_tiles = tiles_at(to, step.level);
      if (old_tiles == new_tiles) break;
      move_labels(index, old_tiles, new_tiles, step.level, step.level == to.level);
    }
    return;
  }
  change_labels(index, from, false);
  change_labels(index, to, true);
}

// Enters first: a counter that would only pass through zero is not dropped and made again.
void CoherentHash::move_labels(std::uint32_t index, const TileRange& from, const TileRange& to, std::int32_t level,
                               bool resident) {
  each_tile(to, [&](int x, int y, int z) {
    if (!from.holds(x, y, z)) enter(index, {x, y, z, level}, resident);
    return true;
  });
  each_tile(from, [&](int x, int y, int z) {
    if (!to.holds(x, y, z)) leave(index, {x, y, z, level}, resident);
    return true;
  });
}

void CoherentHash::change_labels(std::uint32_t index, const Place& place, bool enters) {
  if (place.level == kNowhere) return;
  if (place.level == kUnbounded) {
    const auto at = std::lower_bound(unbounded_.begin(), unbounded_.end(), index);
    enters ? unbounded_.insert(at, index) : unbounded_.erase(at);
    return;
  }
  for (const Level& step : levels_) {
    if (step.level < place.level) continue;
    const bool resident = step.level == place.level;
    each_tile(tiles_at(place, step.level), [&](int x, int y, int z) {
      enters ? enter(index, {x, y, z, step.level}, resident) : leave(index, {x, y, z, step.level}, resident);
      return true;
    });
  }
}

TileRange CoherentHash::tiles_at(const Place& place, std::int32_t level) const {
  return coarser(place.tiles, (level - place.level) * shift_);
}

// Two boxes are counted in a tile whose resolution is the coarser one of theirs: where one of them is a resident.
void CoherentHash::enter(std::uint32_t index, const Cell& cell, bool resident) {
  ++touched_;
  if (counting_) {
    const auto meet = [&](std::uint32_t other) {
      counters_.increment(index, other);
      return ++counted_, true;
    };
    if (const CellLabels::Bucket* bucket = labels_.find(cell)) {
      labels_.each(bucket->residents, meet);
      if (resident) labels_.each(bucket->guests, meet);
    }
    if (counters_full()) {
      counting_ = false;
      counters_ = {};
    }
  }
  labels_.add(cell, index, resident);
}

void CoherentHash::leave(std::uint32_t index, const Cell& cell, bool resident) {
  ++touched_;
  const CellLabels::Bucket left = labels_.remove(cell, index, resident);
  if (!counting_) return;
  const auto part = [&](std::uint32_t other) {
    counters_.decrement(index, other);
    return ++counted_, true;
  };
  labels_.each(left.residents, part);
  if (resident) labels_.each(left.guests, part);
}

std::size_t CoherentHash::allowed_counters() const {
  return std::max(options_.most_counters, options_.most_counters_per_box * size());
}
bool CoherentHash::counters_full() const { return counters_.size() > allowed_counters(); }

// Without counters: every tile, the pairs that it is the lowest shared one of.
template <class See>
bool CoherentHash::each_close_in_tiles(const See& see) const {
  Pace pace(go_on());
  for (const CellLabels::Bucket& bucket : labels_.all()) {
    const auto [x, y, z, level] = bucket.cell;
    const bool whole = labels_.each(bucket.residents, [&](std::uint32_t i) {
      if (!pace.goes_on()) return false;
      const TileRange tiles = places_[i].tiles;
      const auto meet = [&](std::uint32_t j) {
        return !is_lowest_shared(tiles, tiles_at(places_[j], level), x, y, z) || see(i, j);
      };
      return labels_.each(bucket.residents, [&](std::uint32_t j) { return j <= i || meet(j); }) &&
             labels_.each(bucket.guests, meet);
    });
    if (!whole) return false;
  }
  return true;
}

template <class Wanted>
bool CoherentHash::visit_close(const Wanted& wanted, PairVisitor visit) {
  statistics_ = {
      .boxes = size(), .resolutions = levels_.size(), .cells_touched = touched_, .counters_changed = counted_};
  touched_ = counted_ = 0;
  PairBlock block(visit);
  const auto report = [&](std::uint32_t i, std::uint32_t j) {
    ++statistics_.close_pairs;
    if (!wanted(i, j) || (options_.box_test && !overlap_at_once(boxes()[i], boxes()[j]))) return true;
    ++statistics_.overlapping_pairs;
    return block.add(i, j);
  };
  if (counting_) {
    Pace pace(go_on(), 4096);
    for (const PairCounters::Counter& close : counters_.all())
      if (!pace.goes_on() || !report(close.pair.a, close.pair.b)) return false;
  } else {
    if (!each_close_in_tiles(report)) return false;
    // Few enough again by a margin: the next change makes counters.
    if (2 * statistics_.close_pairs < allowed_counters()) rebuild();
  }
  Pace pace(go_on(), 1);
  for (const std::uint32_t i : unbounded_) {
    if (!pace.goes_on()) return false;
    for (std::uint32_t j = 0; j < boxes().size(); ++j)
      if (is_box(boxes()[j]) && (places_[j].level != kUnbounded || i < j) && !report(i, j)) return false;
  }
  return block.flush();
}

bool CoherentHash::visit_pairs(PairVisitor visit, Workers&) {
  return visit_close([](std::uint32_t, std::uint32_t) { return true; }, visit);
}

bool CoherentHash::visit_changed_pairs(std::span<const std::uint32_t>, PairVisitor visit, Workers&) {
  return visit_close([&](std::uint32_t i, std::uint32_t j) { return has_changed(i) || has_changed(j); }, visit);
}

// At each resolution its residents in the probe's tiles; where those are more than the boxes, the boxes one by one.
bool CoherentHash::visit_overlaps(const Box& probe, IndexVisitor visit, const GoOn*) const {
  const auto report = [&](std::uint32_t index) { return !overlap(boxes()[index], probe) || visit({&index, 1}); };
  for (const std::uint32_t index : unbounded_)
    if (!report(index)) return false;
  for (const Level& step : levels_) {
    const TileRange tiles = tiles_of(probe, 1 / nested_rho(step.level, options_.tiling));
    bool many = false;
    for (int i = 0; i < 3; ++i) many |= static_cast<std::size_t>(tiles.high[i] - tiles.low[i]) >= boxes().size();
    if (many || tiles.count() > boxes().size()) {
      for (std::uint32_t index = 0; index < places_.size(); ++index)
        if (places_[index].level == step.level && !report(index)) return false;
      continue;
    }
    const bool whole = each_tile(tiles, [&](int x, int y, int z) {
      const CellLabels::Bucket* bucket = labels_.find({x, y, z, step.level});
      return bucket == nullptr || labels_.each(bucket->residents, [&](std::uint32_t index) {
        return !is_lowest_shared(places_[index].tiles, tiles, x, y, z) || report(index);
      });
    });
    if (!whole) return false;
  }
  return true;
}

std::size_t CoherentHash::own_memory_bytes() const {
  return (places_.capacity() + next_places_.capacity()) * sizeof(Place) + levels_.capacity() * sizeof(Level) +
         unbounded_.capacity() * sizeof(std::uint32_t) + labels_.memory_bytes() + counters_.memory_bytes();
}

}  // namespace clearance::detail
