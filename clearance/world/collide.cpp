// A frame of the whole world: boxes, broad phase, filters, one proved query a pair.
#include <clearance/world/world_data.h>

#include <algorithm>
#include <atomic>
#include <iterator>
#include <string>

namespace clearance {
namespace {

using State = PairTable::State;

// What one chunk of pairs came to.
template <class Found>
struct Chunk {
  std::vector<Found> found;
  std::size_t kept = 0, tested = 0, contacts = 0, closest_points = 0;
  std::size_t decided_by[kAlgorithmCount] = {};
};

constexpr std::size_t kChunk = 128;     // pairs; some ten microseconds of work
constexpr std::size_t kLookEvery = 16;  // pairs that are known or quickly answered

// What a container makes in its own place: results are large enough for a copy less to be felt.
template <class Make>
struct MadeInPlace {
  const Make& make;
  operator decltype(make())() const { return make(); }  // NOLINT(google-explicit-constructor)
};
template <class Make>
MadeInPlace(const Make&) -> MadeInPlace<Make>;

Error too_many_pairs(std::size_t most) {
  return {"", "more than " + std::to_string(most) + " pairs of boxes overlap: visit the contacts, or raise max_pairs"};
}

}  // namespace

// Answers every entry of a table, chunk by chunk: answer(k, chunk) says whether something was found. Chunks are of a
// fixed size and their findings are joined in order, so that nothing depends on the number of threads; a first finding
// is sought by this thread alone. Limits are looked at before each pair that is_long(k) and now and then between
// others.
template <class Found, class Answer, class IsLong>
static Ending answer_pairs(std::size_t count, Workers& workers, const Patience& patience, bool first_only,
                           StageStatistics& statistics, std::vector<Found>& found, const Answer& answer,
                           const IsLong& is_long) {
  const std::size_t chunks = (count + kChunk - 1) / kChunk;
  std::atomic<Ending> ending{Ending::Complete};
  const auto run = [&](std::size_t c, Chunk<Found>& chunk) {
    if (ending.load(std::memory_order_relaxed) != Ending::Complete) return;
    for (std::size_t k = c * kChunk; k < std::min(count, (c + 1) * kChunk); ++k) {
      if (k % kLookEvery == 0 || is_long(k))
        if (const Ending asked = patience.ask(); asked != Ending::Complete) return ending.store(asked);
      if (!answer(k, chunk) || !first_only) continue;
      return ending.store(Ending::FirstFound);
    }
  };
  const auto join = [&](Chunk<Found>& chunk) {
    statistics.kept += chunk.kept;
    statistics.tested += chunk.tested;
    statistics.contacts += chunk.contacts;
    statistics.closest_points += chunk.closest_points;
    for (int k = 0; k < kAlgorithmCount; ++k) statistics.decided_by[k] += chunk.decided_by[k];
  };
  if (first_only || workers.count() == 1) {
    Chunk<Found> all;
    all.found = std::move(found);
    for (std::size_t c = 0; c < chunks; ++c) run(c, all);
    join(all);
    found = std::move(all.found);
    return ending;
  }
  std::vector<Chunk<Found>> parts(chunks);
  workers.run(chunks, [&](std::size_t c) { run(c, parts[c]); });
  for (Chunk<Found>& part : parts) {
    join(part);
    std::move(part.found.begin(), part.found.end(), std::back_inserter(found));
  }
  return ending;
}

// What the next frame knows of this one.
void World::Data::end_frame() {
  for (const std::uint32_t leaf : moved) {
    marks[leaf] = static_cast<std::uint8_t>(marks[leaf] & ~kHasMoved);
    if (!options.closest_before_contact) continue;
    rests[leaf].previous = leaves[leaf].pose;
    rests[leaf].previous_radius = leaves[leaf].shape.radius();
  }
  moved.clear();
  contacts.stamp = clock++;
}

Result<Collisions> World::collide(const CollideOptions& options) {
  Data& d = *data_;
  if (d.visiting.value) return Error{"", to_string(WorldFault::BeingVisited)};
  d.statistics = {};
  StageTimer timer;
  const Patience patience(options.limits);
  const std::uint64_t since = d.contacts.stamp;
  // Of a pair that was not in the table: its boxes were apart in the last frame, unless it was filtered or not there.
  const bool was_complete = !d.filtering_is_new && since > 0;
  const Data::Search search = d.find_candidates(options.max_pairs, patience);
  d.statistics.seconds_broad = timer.lap() - d.statistics.seconds_boxes;
  if (search == Data::Search::TooMany) return too_many_pairs(options.max_pairs);
  if (search == Data::Search::Ended) return Collisions{{}, patience.why()};

  PairTable& table = d.contacts;
  table.begin_frame([&](PairKey pair) { return d.stood_still(pair, since); });
  table.replace(
      d.keys, [&](PairKey pair) { return !d.existed(pair, since); },
      [&](PairKey pair) { return was_complete && d.existed(pair, since) ? State::Free : State::Unknown; });
  if (d.has_general) table.keep_shape_caches();
  Collisions collisions;
  collisions.contacts.reserve(d.last_contacts);
  const bool closest_before = d.options.closest_before_contact;
  const auto answer_general = [&](std::size_t k, Chunk<Contact>& chunk) {
    const PairTable::Entry& entry = table[k];
    ShapeCache& cache = table.shape_cache(k);
    const ShapeIntersection met = d.general_intersection(entry.key, cache);
    ++chunk.tested;
    ++chunk.decided_by[static_cast<int>(met.decided_by)];
    table.set_state(k, met ? State::Contact : State::Free);
    if (!met) return false;
    ++chunk.contacts;
    chunk.found.push_back(d.contact(entry.key, met));
    Contact& contact = chunk.found.back();
    contact.inner_a = met.part_a, contact.inner_b = met.part_b;
    if (closest_before && entry.before == State::Free) {
      ++chunk.closest_points;
      contact.before = std::make_shared<const Distance>(d.general_distance_before(entry.key, cache));
    }
    return true;
  };
  const auto answer = [&](std::size_t k, Chunk<Contact>& chunk) {
    const PairTable::Entry& entry = table[k];
    if (entry.state == State::Free) return ++chunk.kept, false;
    if (d.is_general(entry.key)) [[unlikely]]
      return answer_general(k, chunk);
    PairCache& cache = table.cache(k);
    const Intersection met = d.intersection(entry.key, cache);
    ++chunk.tested;
    ++chunk.decided_by[static_cast<int>(met.decided_by)];
    table.set_state(k, met ? State::Contact : State::Free);
    if (!met) return false;
    ++chunk.contacts;
    chunk.found.emplace_back(MadeInPlace{[&] { return d.contact(entry.key, met); }});
    if (closest_before && entry.before == State::Free) {
      ++chunk.closest_points;
      chunk.found.back().before = std::make_shared<const Distance>(d.distance_before(entry.key, cache));
    }
    return true;
  };
  const auto is_long = [&](std::size_t k) { return d.is_general(table[k].key); };
  collisions.ending = answer_pairs(table.size(), *d.workers, patience, options.first_only, d.statistics,
                                   collisions.contacts, answer, is_long);
  d.end_frame();
  d.last_contacts = collisions.contacts.size() + collisions.contacts.size() / 8;
  d.statistics.seconds_narrow = timer.lap();
  return collisions;
}

Ending World::visit_contacts(ContactVisitor visit, const Limits& limits) {
  // The visitor may do away with this world, or put another in its place.
  const std::shared_ptr<Data> visited = data_;
  Data& d = *visited;
  if (d.visiting.value) return Ending::Refused;
  d.statistics = {};
  StageTimer timer;
  const Patience patience(limits);
  if (!d.make_boxes(patience)) return patience.why();
  const VisitGuard guard(d.visiting);
  Ending ending = Ending::Complete;
  const auto answer = [&](const std::vector<PairKey>& pairs) {
    for (const PairKey pair : pairs) {
      if (ending = patience.ask(); ending != Ending::Complete) return false;
      Contact contact;
      if (!d.meets(pair, contact)) continue;
      ++d.statistics.contacts;
      if (!visit(contact)) return ending = Ending::Visitor, false;
    }
    return true;
  };
  const auto take = [&](std::span<const IndexPair> pairs) {
    d.keys.clear();
    d.take_keys(pairs, pairs.size());
    return answer(d.keys);
  };
  d.must_find_all = true;
  if (!d.broad->find_pairs(take, *d.workers, patience.go_on()))
    return ending == Ending::Complete ? patience.why() : ending;
  Pace pace(patience.go_on(), 256);
  for (std::uint32_t leaf = 0; leaf < d.leaves.size() && !d.half_spaces.empty(); ++leaf) {
    if (!pace.goes_on()) return patience.why();
    if (!is_box(d.broad->box(leaf))) continue;
    d.keys.clear();
    d.add_half_space_keys(leaf, 0);
    if (!answer(d.keys)) return ending;
  }
  d.statistics.seconds_narrow = timer.lap();
  return ending;
}

Result<Proximities> World::within(double limit, const CollideOptions& options) {
  Data& d = *data_;
  if (d.visiting.value) return Error{"", to_string(WorldFault::BeingVisited)};
  if (!is_limit(limit)) return bad_limit();
  d.statistics = {};
  StageTimer timer;
  const Patience patience(options.limits);
  const Data::Search search = d.find_near(limit, options.max_pairs, patience);
  d.statistics.seconds_broad = timer.lap() - d.statistics.seconds_boxes;
  if (search == Data::Search::TooMany) return too_many_pairs(options.max_pairs);
  if (search == Data::Search::Ended) return Proximities{{}, patience.why()};

  PairTable& table = d.near;
  const std::uint64_t since = table.stamp;
  table.replace(d.keys, [&](PairKey pair) { return !d.existed(pair, since); }, [](PairKey) { return State::Unknown; });
  if (d.has_general) table.keep_shape_caches();
  Proximities near;
  const auto answer_general = [&](std::size_t k, Chunk<Proximity>& chunk) {
    const PairKey pair = table[k].key;
    const ShapeDistance gap = d.general_distance(pair, table.shape_cache(k), limit);
    ++chunk.tested;
    ++chunk.decided_by[static_cast<int>(gap.decided_by)];
    if (!is_within(gap, limit, [&] { return d.general_compare(pair, limit); })) return false;
    if (gap.status != Status::Separated) ++chunk.contacts;
    const Contact ids = d.contact(pair, {});
    chunk.found.push_back(
        {ids.a, ids.b, ids.part_a, ids.part_b, gap, gap.part_a, gap.part_b, gap.triangle_a, gap.triangle_b});
    return true;
  };
  const auto answer = [&](std::size_t k, Chunk<Proximity>& chunk) {
    const PairKey pair = table[k].key;
    if (d.is_general(pair)) [[unlikely]]
      return answer_general(k, chunk);
    const Distance gap = d.distance_below(pair, table.cache(k), limit);
    ++chunk.tested;
    ++chunk.decided_by[static_cast<int>(gap.decided_by)];
    if (!is_within(gap, limit, [&] { return d.compare(pair, limit); })) return false;
    if (gap.status != Status::Separated) ++chunk.contacts;
    const Contact ids = d.contact(pair, {});
    chunk.found.push_back({ids.a, ids.b, ids.part_a, ids.part_b, gap, 0, 0, 0, 0});
    return true;
  };
  const auto is_long = [&](std::size_t k) { return d.is_general(table[k].key); };
  near.ending =
      answer_pairs(table.size(), *d.workers, patience, options.first_only, d.statistics, near.pairs, answer, is_long);
  table.stamp = d.clock++;
  d.statistics.seconds_narrow = timer.lap();
  return near;
}

}  // namespace clearance
