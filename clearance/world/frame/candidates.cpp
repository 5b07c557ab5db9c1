#include <clearance/broad/grid.h>
#include <clearance/world/frame/candidates.h>

#include <algorithm>
#include <numeric>
#include <string>

namespace clearance::detail {

Error too_many_pairs(std::size_t most) {
  return {"", "more than " + std::to_string(most) + " pairs of boxes overlap: visit the contacts, or raise max_pairs",
          ErrorCode::TooMany};
}

bool make_boxes(WholeWorld& world, const Patience& patience) {
  StageTimer timer;
  const bool done = world.boxes.update(world.bodies, world.workers, patience, world.statistics.boxes_made);
  world.statistics.seconds_boxes = timer.lap();
  return done;
}

bool take_pairs(WholeWorld& world, std::span<const IndexPair> pairs, std::size_t most, std::vector<PairKey>& keys) {
  world.statistics.box_pairs += pairs.size();
  for (const IndexPair& pair : pairs) {
    if (world.bodies.excluded(pair.a, pair.b))
      ++world.statistics.filtered;
    else if (keys.size() == most)
      return false;
    else
      keys.emplace_back(pair.a, pair.b);
  }
  return true;
}

bool Candidates::take(WholeWorld& world, std::span<const IndexPair> pairs, std::size_t most) {
  return take_pairs(world, pairs, most, keys_);
}

void Candidates::take_half_spaces(WholeWorld& world, std::uint32_t leaf, double limit) {
  for (const std::uint32_t space : world.bodies.half_spaces()) {
    const Leaf& wall = world.bodies.leaves()[space];
    if (!wall.space || surely_beyond(*wall.space, wall.pose, world.boxes[leaf], limit)) continue;
    ++world.statistics.box_pairs;
    if (world.bodies.excluded(leaf, space))
      ++world.statistics.filtered;
    else
      keys_.emplace_back(std::min(leaf, space), std::max(leaf, space));
  }
}

// Of these leaves with the half-spaces, if they are bodies.
bool Candidates::take_walls(WholeWorld& world, std::span<const std::uint32_t> of, double limit, std::size_t most,
                            const Patience& patience, Search& search) {
  Pace pace(patience.go_on(), 256);
  for (const std::uint32_t leaf : of) {
    if (!pace.goes_on()) return search = Search::Ended, false;
    if (is_box(world.boxes[leaf])) take_half_spaces(world, leaf, limit);
    if (keys_.size() > most) return search = Search::TooMany, false;
  }
  return true;
}

void Candidates::sort(const Bodies& bodies) {
  sort_keys(keys_, spare_, static_cast<std::uint32_t>(bodies.leaves().size()));
}

// Merges the known pairs of parts that were not touched into the keys, which are sorted and of other pairs.
void Candidates::take_known(const PairTable& known, const Motions& motions) {
  const std::size_t count = known.size();
  spare_.resize(keys_.size() + count);
  PairKey* out = spare_.data();
  const PairKey *next = keys_.data(), *const end = next + keys_.size();
  for (std::size_t k = 0; k < count; ++k) {
    const PairKey key = known[k].key;
    if (motions.is_noted(key.a()) || motions.is_noted(key.b())) continue;
    while (next != end && *next < key) *out++ = *next++;
    *out++ = key;
  }
  out = std::copy(next, end, out);
  spare_.resize(static_cast<std::size_t>(out - spare_.data()));
  keys_.swap(spare_);
}

Candidates::Search Candidates::find(WholeWorld& world, const PairTable& known, std::size_t most,
                                    const Patience& patience) {
  const Motions& motions = world.bodies.motions();
  const std::size_t leaves = world.bodies.leaves().size();
  // Asking for the changed pairs alone pays where little has moved; the other pairs are those that are known.
  const bool only_changes = !world.bodies.filtering_is_new() && !must_find_all_ && motions.noted().size() * 4 < leaves;
  if (!make_boxes(world, patience)) return Search::Ended;
  keys_.clear();
  must_find_all_ = true;  // until the changes, which the broad phase now forgets, are taken in
  Search search = Search::Ended;
  Pace pace(patience.go_on(), 16);
  const auto take_block = [&](std::span<const IndexPair> pairs) {
    if (!take(world, pairs, most)) return search = Search::TooMany, false;
    return pace.goes_on();
  };
  BroadPhase& broad = world.boxes.broad();
  if (!(only_changes ? broad.find_changed_pairs(take_block, world.workers, patience.go_on())
                     : broad.find_pairs(take_block, world.workers, patience.go_on())))
    return search;
  if (!world.bodies.half_spaces().empty()) {
    std::vector<std::uint32_t> all;
    if (!only_changes) all.resize(leaves), std::iota(all.begin(), all.end(), 0u);
    if (!take_walls(world, only_changes ? motions.noted() : all, 0, most, patience, search)) return search;
  }
  sort(world.bodies);
  if (only_changes) take_known(known, motions);
  if (keys_.size() > most) return Search::TooMany;
  world.bodies.filtering_is_known();
  must_find_all_ = false;
  return Search::Done;
}

Candidates::Search Candidates::find_near(WholeWorld& world, double limit, std::size_t most, const Patience& patience) {
  if (!make_boxes(world, patience)) return Search::Ended;
  keys_.clear();
  const std::size_t leaves = world.bodies.leaves().size();
  std::vector<Box> boxes(leaves, kNoBox);
  // Half a limit each, rounded up: boxes at most the limit apart overlap now.
  const double half = next_above(0.5 * limit);
  for (std::uint32_t leaf = 0; leaf < leaves; ++leaf)
    if (is_box(world.boxes[leaf])) boxes[leaf] = grown(world.boxes[leaf], half);
  Search search = Search::Ended;
  Pace pace(patience.go_on(), 16);
  const auto take_block = [&](std::span<const IndexPair> pairs) {
    if (!take(world, pairs, most)) return search = Search::TooMany, false;
    return pace.goes_on();
  };
  if (!find_box_pairs(boxes, take_block, world.workers, patience.go_on())) return search;
  if (!world.bodies.half_spaces().empty()) {
    std::vector<std::uint32_t> all(leaves);
    std::iota(all.begin(), all.end(), 0u);
    if (!take_walls(world, all, limit, most, patience, search)) return search;
  }
  sort(world.bodies);
  return Search::Done;
}

bool Candidates::visit(WholeWorld& world, Visitor visit, const Patience& patience) {
  const auto take_block = [&](std::span<const IndexPair> pairs) {
    keys_.clear();
    take(world, pairs, pairs.size());
    return visit(keys_);
  };
  must_find_all_ = true;
  if (!world.boxes.broad().find_pairs(take_block, world.workers, patience.go_on())) return false;
  if (world.bodies.half_spaces().empty()) return true;
  Pace pace(patience.go_on(), 256);
  for (std::uint32_t leaf = 0; leaf < world.bodies.leaves().size(); ++leaf) {
    if (!pace.goes_on()) return false;
    if (!is_box(world.boxes[leaf])) continue;
    keys_.clear();
    take_half_spaces(world, leaf, 0);
    if (!visit(keys_)) return false;
  }
  return true;
}

}  // namespace clearance::detail
