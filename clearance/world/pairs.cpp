// From bodies to pairs worth asking about, and one pair's questions.
#include <clearance/broad/grid.h>
#include <clearance/world/world_data.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace clearance {

inline bool World::Data::excluded(std::uint32_t leaf_a, std::uint32_t leaf_b) const {
  const LeafFilter &a = filters[leaf_a], &b = filters[leaf_b];
  if (a.body == b.body || (a.is_static && b.is_static)) return true;
  if ((a.groups.member_of & b.groups.meets) == 0 || (b.groups.member_of & a.groups.meets) == 0) return true;
  if (a.holder == b.body || b.holder == a.body) return true;
  return (a.is_mentioned || b.is_mentioned) && allowed.contains({a.body, a.number}, {b.body, b.number});
}

Box World::Data::box_of(const Leaf& leaf) const {
  if (leaf.body == kNobody || leaf.space) return kNoBox;
  if (leaf.general != nullptr) [[unlikely]]
    return general_box(leaf);
  return leaf.bound ? world_box(leaf.shape, *leaf.bound, leaf.pose) : world_box(leaf.shape, leaf.pose);
}

bool World::Data::make_boxes(const Patience& patience) {
  constexpr std::size_t kChunk = 256;
  StageTimer timer;
  const auto place = [&](std::uint32_t leaf, const Box& box) {
    box_is_old[leaf] = 0;
    const bool is_placed = broad->place(leaf, box);
    CLEARANCE_ASSERT(is_placed || leaves[leaf].body == kNobody || leaves[leaf].space);
    if (is_placed) ++statistics.boxes_made;
  };
  std::size_t left = 0;  // those not made stay, and are made by the next question
  if (workers->count() == 1) {
    bool lasts = true;
    for (std::size_t k = 0; k < dirty.size(); ++k) {
      if (k % kChunk == 0) lasts = lasts && patience.lasts();
      if (lasts)
        place(dirty[k], box_of(leaves[dirty[k]]));
      else
        dirty[left++] = dirty[k];
    }
  } else {
    made.resize(dirty.size());
    std::vector<std::uint8_t> is_made((dirty.size() + kChunk - 1) / kChunk, 0);
    workers->run(is_made.size(), [&](std::size_t chunk) {
      if (!patience.lasts()) return;
      for (std::size_t k = chunk * kChunk; k < std::min(dirty.size(), (chunk + 1) * kChunk); ++k)
        made[k] = box_of(leaves[dirty[k]]);
      is_made[chunk] = 1;
    });
    for (std::size_t k = 0; k < dirty.size(); ++k) {
      if (is_made[k / kChunk] != 0)
        place(dirty[k], made[k]);
      else
        dirty[left++] = dirty[k];
    }
  }
  dirty.resize(left);
  statistics.seconds_boxes = timer.lap();
  return dirty.empty() && patience.lasts();
}

bool World::Data::take_keys(std::span<const IndexPair> pairs, std::size_t most) {
  statistics.box_pairs += pairs.size();
  for (const IndexPair& pair : pairs) {
    if (excluded(pair.a, pair.b))
      ++statistics.filtered;
    else if (keys.size() == most)
      return false;
    else
      keys.emplace_back(pair.a, pair.b);
  }
  return true;
}

// The lowest corner along the normal, with all that three products and sums can lose.
bool surely_beyond(const HalfSpace& space, const Box& box, double limit) {
  const Vec3 n = space.normal();
  const Vec3 lowest{n.x > 0 ? box.low.x : box.high.x, n.y > 0 ? box.low.y : box.high.y,
                    n.z > 0 ? box.low.z : box.high.z};
  const double x = n.x * lowest.x, y = n.y * lowest.y, z = n.z * lowest.z;
  const double reach = limit * norm_one(n);  // at least limit·|n|
  // Each of the six operations rounds by at most 2⁻⁵³ of the sum of the sizes, and underflow by less than the least
  // double each.
  const double sizes = std::fabs(x) + std::fabs(y) + std::fabs(z) + std::fabs(space.offset()) + reach;
  return (x + y + z) - (space.offset() + reach) > 0x1p-49 * sizes + 0x1p-1070;
}

void World::Data::add_half_space_keys(std::uint32_t leaf, double limit) {
  for (const std::uint32_t space : half_spaces) {
    const std::optional<HalfSpace>& wall = leaves[space].space;
    if (!wall || surely_beyond(*wall, broad->box(leaf), limit)) continue;
    ++statistics.box_pairs;
    if (excluded(leaf, space))
      ++statistics.filtered;
    else
      keys.emplace_back(std::min(leaf, space), std::max(leaf, space));
  }
}

void World::Data::finish_keys() { sort_keys(keys, spare, static_cast<std::uint32_t>(leaves.size())); }

// Merges the known pairs of parts that were not touched into the keys, which are sorted and of other pairs.
void World::Data::add_known_keys() {
  spare.clear();
  spare.reserve(keys.size() + contacts.size());
  auto next = keys.begin();
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    const PairKey key = contacts[k].key;
    if (motions.is_noted(key.a()) || motions.is_noted(key.b())) continue;
    for (; next != keys.end() && *next < key; ++next) spare.push_back(*next);
    spare.push_back(key);
  }
  spare.insert(spare.end(), next, keys.end());
  keys.swap(spare);
}

// Of these leaves with the half-spaces, if they are bodies.
bool World::Data::add_wall_keys(std::span<const std::uint32_t> of, double limit, std::size_t most,
                                const Patience& patience, Search& search) {
  Pace pace(patience.go_on(), 256);
  for (const std::uint32_t leaf : of) {
    if (!pace.goes_on()) return search = Search::Ended, false;
    if (is_box(broad->box(leaf))) add_half_space_keys(leaf, limit);
    if (keys.size() > most) return search = Search::TooMany, false;
  }
  return true;
}

World::Data::Search World::Data::find_candidates(std::size_t most, const Patience& patience) {
  // Asking for the changed pairs alone pays where little has moved; the other pairs are those that are known.
  const bool only_changes = !filtering_is_new && !must_find_all && motions.noted().size() * 4 < leaves.size();
  if (!make_boxes(patience)) return Search::Ended;
  keys.clear();
  must_find_all = true;  // until the changes, which the broad phase now forgets, are taken in
  Search search = Search::Ended;
  Pace pace(patience.go_on(), 16);
  const auto take = [&](std::span<const IndexPair> pairs) {
    if (!take_keys(pairs, most)) return search = Search::TooMany, false;
    return pace.goes_on();
  };
  if (!(only_changes ? broad->find_changed_pairs(take, *workers, patience.go_on())
                     : broad->find_pairs(take, *workers, patience.go_on())))
    return search;
  if (!half_spaces.empty()) {
    std::vector<std::uint32_t> all;
    if (!only_changes) all.resize(leaves.size()), std::iota(all.begin(), all.end(), 0u);
    if (!add_wall_keys(only_changes ? motions.noted() : all, 0, most, patience, search)) return search;
  }
  finish_keys();
  if (only_changes) add_known_keys();
  if (keys.size() > most) return Search::TooMany;
  filtering_is_new = must_find_all = false;
  return Search::Done;
}

World::Data::Search World::Data::find_near(double limit, std::size_t most, const Patience& patience) {
  if (!make_boxes(patience)) return Search::Ended;
  keys.clear();
  std::vector<Box> boxes(leaves.size(), kNoBox);
  // Half a limit each, rounded up: boxes at most the limit apart overlap now.
  const double half = next_above(0.5 * limit);
  for (std::uint32_t leaf = 0; leaf < leaves.size(); ++leaf)
    if (is_box(broad->box(leaf))) boxes[leaf] = grown(broad->box(leaf), half);
  Search search = Search::Ended;
  Pace pace(patience.go_on(), 16);
  const auto take = [&](std::span<const IndexPair> pairs) {
    if (!take_keys(pairs, most)) return search = Search::TooMany, false;
    return pace.goes_on();
  };
  if (!find_box_pairs(boxes, take, *workers, patience.go_on())) return search;
  if (!half_spaces.empty()) {
    std::vector<std::uint32_t> all(leaves.size());
    std::iota(all.begin(), all.end(), 0u);
    if (!add_wall_keys(all, limit, most, patience, search)) return search;
  }
  finish_keys();
  return Search::Done;
}

Intersection World::Data::intersection(PairKey pair, ConvexCache& cache) const {
  const Leaf &a = leaves[pair.a()], &b = leaves[pair.b()];
  if (a.space) return intersects(*a.space, b.shape, b.pose, cache);
  if (b.space) return intersects(*b.space, a.shape, a.pose, cache);
  if (a.shape.radius() == 0 && b.shape.radius() == 0)
    return intersects(a.shape.core(), a.pose, b.shape.core(), b.pose, cache, options.query);
  return intersects(a.shape, a.pose, b.shape, b.pose, cache, options.query);
}

Distance World::Data::distance_below(PairKey pair, ConvexCache& cache, double limit) const {
  const Leaf &a = leaves[pair.a()], &b = leaves[pair.b()];
  if (a.space) return distance(*a.space, b.shape, b.pose, cache);
  if (b.space) return distance(*b.space, a.shape, a.pose, cache);
  const DistanceOptions below{options.query, next_above(limit)};
  if (a.shape.radius() == 0 && b.shape.radius() == 0)
    return distance(a.shape.core(), a.pose, b.shape.core(), b.pose, cache, below);
  return distance(a.shape, a.pose, b.shape, b.pose, cache, below);
}

int World::Data::compare(PairKey pair, double limit) const {
  const Leaf &a = leaves[pair.a()], &b = leaves[pair.b()];
  if (a.space) return compare_distance(*a.space, b.shape, b.pose, limit);
  if (b.space) return compare_distance(*b.space, a.shape, a.pose, limit);
  return compare_distance(a.shape, a.pose, b.shape, b.pose, limit);
}

Distance World::Data::distance_before(PairKey pair, ConvexCache& cache) const {
  const Leaf &a = leaves[pair.a()], &b = leaves[pair.b()];
  const LeafRest &then_a = rests[pair.a()], &then_b = rests[pair.b()];
  const Rounded shape_a = rounded(a.shape.core(), then_a.previous_radius);
  const Rounded shape_b = rounded(b.shape.core(), then_b.previous_radius);
  if (a.space) return distance(*a.space, shape_b, then_b.previous, cache);
  if (b.space) return distance(*b.space, shape_a, then_a.previous, cache);
  return distance(shape_a, then_a.previous, shape_b, then_b.previous, cache);
}

bool World::Data::meets(PairKey pair, Contact& out) {
  const auto count = [&](const Intersection& met) {
    ++statistics.tested;
    ++statistics.decided_by[index_of(met.decided_by)];
    if (met) out = contact(pair, met);
    return bool(met);
  };
  if (is_general(pair)) {
    PairCache cache;
    const Intersection met = general_intersection(pair, cache);
    const bool found = count(met);
    out.inner_a = met.part_a, out.inner_b = met.part_b;
    return found;
  }
  ConvexCache cache;
  return count(intersection(pair, cache));
}

Contact World::Data::contact(PairKey pair, const Intersection& answer) const {
  std::uint32_t first = pair.a(), second = pair.b();
  if (leaves[second].space) std::swap(first, second);
  Contact found;
  found.a = id_of(leaves[first].body), found.b = id_of(leaves[second].body);
  found.part_a = leaves[first].part, found.part_b = leaves[second].part;
  copy_answer(found.answer, answer);
  return found;
}

}  // namespace clearance
