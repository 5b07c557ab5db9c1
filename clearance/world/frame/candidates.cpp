#include <clearance/broad/grid.h>
#include <clearance/world/frame/candidates.h>

#include <algorithm>
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

bool may_reach(const WholeWorld& world, std::uint32_t leaf, std::uint32_t space, double limit) {
  const Leaf& wall = world.bodies.leaves()[space];
  return wall.space() != nullptr && !surely_beyond(*wall.space(), wall.pose, world.boxes[leaf], limit);
}

namespace {

// Parts of the search: the broad phase's, and behind them those in which leaves meet half-spaces.
constexpr std::size_t kMostWallParts = 64;
std::size_t broad_parts(const WholeWorld& world) { return world.workers.count() == 1 ? 1 : BroadPhase::kMostParts; }
std::size_t wall_parts(const WholeWorld& world) { return world.workers.count() == 1 ? 1 : kMostWallParts; }
std::size_t all_parts(const WholeWorld& world) { return broad_parts(world) + wall_parts(world); }
constexpr std::size_t kFewestAtWalls = 1024;  // leaves for a thread: some ten microseconds
constexpr std::size_t kKnownAtOnce = 4096;    // pairs for a thread to merge

template <class Visit>
bool visit_walls(const WholeWorld& world, std::uint32_t leaf, double limit, const Visit& visit) {
  if (!is_box(world.boxes[leaf])) return true;
  for (const std::uint32_t space : world.bodies.half_spaces())
    if (may_reach(world, leaf, space, limit) && !visit(IndexPair{std::min(leaf, space), std::max(leaf, space)}))
      return false;
  return true;
}

}  // namespace

// Of some leaves, or of all, with the half-spaces. False: there are too many, or patience has ended.
bool Candidates::take_walls(WholeWorld& world, std::span<const std::uint32_t> some, double limit,
                            const Patience& patience) {
  if (world.bodies.half_spaces().empty()) return true;
  const std::size_t count = some.empty() ? world.bodies.leaves().size() : some.size();
  const std::size_t size = std::max((count + wall_parts(world) - 1) / wall_parts(world), kFewestAtWalls);
  std::atomic<bool> goes_on{true};
  world.workers.run((count + size - 1) / size, [&](std::size_t share) {
    const std::size_t part = broad_parts(world) + share;
    const auto take = [&](std::span<const IndexPair> pairs) { return collected_.take(world.bodies, part, pairs); };
    PairBlock block(take);
    Pace pace(patience.go_on(), 256);
    const auto add = [&](const IndexPair& pair) { return block.add(pair.a, pair.b); };
    bool lasts = true;
    for (std::size_t k = share * size; lasts && k < std::min((share + 1) * size, count); ++k)
      lasts = goes_on.load(std::memory_order_relaxed) && pace.goes_on() &&
              visit_walls(world, some.empty() ? static_cast<std::uint32_t>(k) : some[k], limit, add);
    if (!lasts || !block.flush()) goes_on.store(false, std::memory_order_relaxed);
  });
  return goes_on;
}

// Merges the known pairs of parts that were not touched into the keys, which are sorted and of other pairs.
void Candidates::take_known(const PairTable& known, const Motions& motions, Workers& workers) {
  const std::size_t count = known.size(), shares = std::max<std::size_t>((count + kKnownAtOnce - 1) / kKnownAtOnce, 1);
  const auto key_at = [&](std::size_t share) {
    if (share == 0) return keys_.begin();
    return share == shares ? keys_.end()
                           : std::lower_bound(keys_.begin(), keys_.end(), known[share * kKnownAtOnce].key);
  };
  std::size_t most = 0;  // of the new ones in a share
  for (std::size_t share = 0; share < shares; ++share)
    most = std::max(most, static_cast<std::size_t>(key_at(share + 1) - key_at(share)));
  merged_.start(shares, kKnownAtOnce + most);
  workers.run(shares, [&](std::size_t share) {
    PairKey *const begin = merged_[share], *out = begin;
    auto next = key_at(share);
    const auto end = key_at(share + 1);
    for (std::size_t k = share * kKnownAtOnce; k < std::min((share + 1) * kKnownAtOnce, count); ++k) {
      const PairKey key = known[k].key;
      if (motions.is_noted(key.a()) || motions.is_noted(key.b())) continue;
      while (next != end && *next < key) *out++ = *next++;
      *out++ = key;
    }
    out = std::copy(next, end, out);
    merged_.end(share, static_cast<std::size_t>(out - begin));
  });
  keys_.clear();
  merged_.append_to(keys_, workers);
}

Candidates::Search Candidates::find(WholeWorld& world, const PairTable& known, std::size_t most,
                                    const Patience& patience) {
  const Motions& motions = world.bodies.motions();
  const std::size_t leaves = world.bodies.leaves().size();
  // Asking for the changed pairs alone pays where little has moved; the other pairs are those that are known.
  const bool only_changes = !world.bodies.filtering_is_new() && !must_find_all_ && motions.noted().size() * 4 < leaves;
  if (!make_boxes(world, patience)) return Search::Ended;
  must_find_all_ = true;  // until the changes, which the broad phase now forgets, are taken in
  collected_.start(all_parts(world), most);
  const auto take = [&](std::size_t part, std::span<const IndexPair> pairs) {
    return collected_.take(world.bodies, part, pairs);
  };
  BroadPhase& broad = world.boxes.broad();
  if (!(only_changes ? broad.find_changed_pairs_in_parts(take, world.workers, patience.go_on())
                     : broad.find_pairs_in_parts(take, world.workers, patience.go_on())))
    return why_not();
  if (only_changes ? !motions.noted().empty() && !take_walls(world, motions.noted(), 0, patience)
                   : !take_walls(world, {}, 0, patience))
    return why_not();
  StageTimer timer;
  collected_.sort_into(keys_, world.bodies, world.workers, world.statistics);
  if (only_changes) take_known(known, motions, world.workers);
  world.statistics.seconds_sorting = timer.lap();
  if (keys_.size() > most) return Search::TooMany;
  world.bodies.filtering_is_known();
  must_find_all_ = false;
  return Search::Done;
}

Candidates::Search Candidates::find_near(WholeWorld& world, double limit, std::size_t most, const Patience& patience) {
  if (!make_boxes(world, patience)) return Search::Ended;
  const std::size_t leaves = world.bodies.leaves().size();
  std::vector<Box> boxes(leaves, kNoBox);
  // Half a limit each, rounded up: boxes at most the limit apart overlap now.
  const double half = next_above(0.5 * limit);
  for (std::uint32_t leaf = 0; leaf < leaves; ++leaf)
    if (is_box(world.boxes[leaf])) boxes[leaf] = grown(world.boxes[leaf], half);
  collected_.start(all_parts(world), most);
  Pace pace(patience.go_on(), 16);
  const auto take_block = [&](std::span<const IndexPair> pairs) {
    return collected_.take(world.bodies, 0, pairs) && pace.goes_on();
  };
  if (!find_box_pairs(boxes, take_block, world.workers, patience.go_on())) return why_not();
  if (!take_walls(world, {}, limit, patience)) return why_not();
  collected_.sort_into(keys_, world.bodies, world.workers, world.statistics);
  return Search::Done;
}

bool Candidates::visit(WholeWorld& world, Visitor visit, const Patience& patience) {
  const auto take_block = [&](std::span<const IndexPair> pairs) {
    keys_.clear();
    static_cast<void>(take_pairs(world, pairs, pairs.size(), keys_));
    return visit(keys_);
  };
  must_find_all_ = true;
  if (!world.boxes.broad().find_pairs(take_block, world.workers, patience.go_on())) return false;
  if (world.bodies.half_spaces().empty()) return true;
  Pace pace(patience.go_on(), 256);
  for (std::uint32_t leaf = 0; leaf < world.bodies.leaves().size(); ++leaf) {
    if (!pace.goes_on()) return false;
    if (!visit_walls(world, leaf, 0, [&](const IndexPair& pair) { return take_block({&pair, 1}); })) return false;
  }
  return true;
}

}  // namespace clearance::detail
