// All pairs at most so far apart.
#include <clearance/world/world_data.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace clearance {
namespace {

// What one share of the pairs came to.
struct Share {
  Tally tally;
  std::vector<Proximity> found;
};

constexpr std::size_t kShare = 128;  // pairs; some ten microseconds of work

}  // namespace

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
  table.replace(
      d.keys, [&](PairKey pair) { return !d.existed(pair, since); }, [](PairKey) { return PairTable::State::Unknown; });
  if (d.has_general) table.keep_shape_caches();
  const auto answer_general = [&](std::size_t k, Share& share) {
    const PairKey pair = table[k].key;
    const Distance gap = d.general_distance(pair, table.shape_cache(k), limit);
    share.tally.count(gap.decided_by);
    if (!is_within(gap, limit, [&] { return d.general_compare(pair, limit); })) return false;
    if (gap.status != Status::Separated) ++share.tally.contacts;
    const Contact ids = d.contact(pair, {});
    share.found.push_back(
        {ids.a, ids.b, ids.part_a, ids.part_b, gap, gap.part_a, gap.part_b, gap.triangle_a, gap.triangle_b});
    return true;
  };
  const auto answer = [&](std::size_t k, Share& share) {
    const PairKey pair = table[k].key;
    if (d.is_general(pair)) [[unlikely]]
      return answer_general(k, share);
    const Distance gap = d.distance_below(pair, table.cache(k), limit);
    share.tally.count(gap.decided_by);
    if (!is_within(gap, limit, [&] { return d.compare(pair, limit); })) return false;
    if (gap.status != Status::Separated) ++share.tally.contacts;
    const Contact ids = d.contact(pair, {});
    share.found.push_back({ids.a, ids.b, ids.part_a, ids.part_b, gap, 0, 0, 0, 0});
    return true;
  };

  const bool alone = options.first_only || d.workers->count() == 1;
  const std::size_t per_share = alone ? std::max(table.size(), std::size_t{1}) : kShare;
  std::vector<Share> shares((table.size() + per_share - 1) / per_share);
  Proximities near;
  near.ending = answer_shares(shares.size(), *d.workers, options.first_only, [&](std::size_t s) {
    for (std::size_t k = s * per_share; k < std::min(table.size(), (s + 1) * per_share); ++k) {
      if (k % kLookEvery == 0 || d.is_general(table[k].key))
        if (const Ending asked = patience.ask(); asked != Ending::Complete) return asked;
      if (answer(k, shares[s]) && options.first_only) return Ending::FirstFound;
    }
    return Ending::Complete;
  });
  for (Share& share : shares) {
    share.tally.add_to(d.statistics);
    if (near.pairs.empty())
      near.pairs = std::move(share.found);
    else
      std::move(share.found.begin(), share.found.end(), std::back_inserter(near.pairs));
  }
  table.stamp = d.clock++;
  d.statistics.seconds_narrow = timer.lap();
  return near;
}

}  // namespace clearance
