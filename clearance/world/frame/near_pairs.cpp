#include <clearance/world/frame/frame.h>
#include <clearance/world/frame/near_pairs.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace clearance::detail {
namespace {

// What one share of the pairs came to.
struct Share {
  Tally tally;
  std::vector<Proximity> found;
};

constexpr std::size_t kShare = 128;  // pairs; some ten microseconds of work

}  // namespace

Result<Proximities> NearPairs::find(WholeWorld& world, double limit, const CollideOptions& asked,
                                    const Patience& patience) {
  if (!is_limit(limit)) return bad_limit();
  StageTimer timer;
  const Bodies& bodies = world.bodies;
  const Candidates::Search search = candidates_.find_near(world, limit, asked.max_pairs, patience);
  world.statistics.seconds_broad = timer.lap() - world.statistics.seconds_boxes;
  if (search == Candidates::Search::TooMany) return too_many_pairs(asked.max_pairs);
  if (search == Candidates::Search::Ended) return Proximities{{}, patience.why()};

  const std::uint64_t since = table_.stamp;
  const auto is_new = [&](PairKey pair) {
    return bodies.leaves()[pair.a()].born > since || bodies.leaves()[pair.b()].born > since;
  };
  table_.replace(candidates_.keys(), is_new, [](PairKey) { return PairTable::State::Unknown; }, world.workers);

  const auto answer = [&](std::size_t k, Share& share) {
    const PairKey pair = table_[k].key;
    const Placed a = placed(bodies.leaves()[pair.a()]), b = placed(bodies.leaves()[pair.b()]);
    const Distance gap = is_general(a, b) ? general_distance(a, b, table_.shape_cache(k), world.options.query, limit)
                                          : convex_distance(a, b, table_.cache(k), world.options.query, limit);
    share.tally.count(gap.decided_by);
    if (!is_within(gap, a, b, limit)) return false;
    if (gap.status != Status::Separated) ++share.tally.contacts;
    const Contact ids = contact_of(bodies, pair, {});
    share.found.push_back({ids.a, ids.b, ids.part_a, ids.part_b, gap});
    return true;
  };

  const bool alone = asked.first_only || world.workers.count() == 1;
  const std::size_t per_share = alone ? std::max(table_.size(), std::size_t{1}) : kShare;
  std::vector<Share> shares((table_.size() + per_share - 1) / per_share);
  Proximities near;
  near.ending = answer_shares(shares.size(), world.workers, asked.first_only, [&](std::size_t s) {
    for (std::size_t k = s * per_share; k < std::min(table_.size(), (s + 1) * per_share); ++k) {
      const PairKey pair = table_[k].key;
      if (k % kLookEvery == 0 || bodies.leaves()[pair.a()].general() != nullptr ||
          bodies.leaves()[pair.b()].general() != nullptr)
        if (const Ending ended = patience.ask(); ended != Ending::Complete) return ended;
      if (answer(k, shares[s]) && asked.first_only) return Ending::FirstFound;
    }
    return Ending::Complete;
  });
  for (Share& share : shares) {
    share.tally.add_to(world.statistics);
    if (near.pairs.empty())
      near.pairs = std::move(share.found);
    else
      std::move(share.found.begin(), share.found.end(), std::back_inserter(near.pairs));
  }
  table_.stamp = world.clock++;
  world.statistics.seconds_narrow = timer.lap();
  return near;
}

}  // namespace clearance::detail
