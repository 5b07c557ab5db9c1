#include <clearance/world/frame/frame.h>

#include <algorithm>
#include <limits>
#include <tuple>
#include <utility>

namespace clearance::detail {
namespace {

using State = PairTable::State;

// What a container makes in its own place: results are large enough for a copy less to be felt.
template <class Make>
struct MadeInPlace {
  const Make& make;
  operator decltype(make())() const { return make(); }  // NOLINT(google-explicit-constructor)
};
template <class Make>
MadeInPlace(const Make&) -> MadeInPlace<Make>;

// Runs are for threads to take one by one, unless there are many.
constexpr std::size_t kManyRuns = 256, kRunsAtOnce = 4;

bool is_general(const Bodies& bodies, PairKey pair) {
  return bodies.has_general() &&
         (bodies.leaves()[pair.a()].general() != nullptr || bodies.leaves()[pair.b()].general() != nullptr);
}

bool existed(const Bodies& bodies, PairKey pair, std::uint64_t stamp) {
  return bodies.leaves()[pair.a()].born <= stamp && bodies.leaves()[pair.b()].born <= stamp;
}

// A leaf as the last frame left it.
class PlacedBefore {
 public:
  PlacedBefore(const Leaf& leaf, const LeafBefore& before)
      : shape_(rounded(leaf.shape().core(), before.radius)), placed_(placed(leaf)) {
    placed_.pose = &before.pose;
    if (placed_.convex != nullptr) placed_.convex = &shape_;
    if (placed_.general != nullptr) placed_.padding = before.radius;
  }
  PlacedBefore(const PlacedBefore&) = delete;
  PlacedBefore& operator=(const PlacedBefore&) = delete;

  const Placed& operator*() const { return placed_; }

 private:
  Rounded shape_;
  Placed placed_;
};

std::shared_ptr<const Distance> distance_before(const WholeWorld& world, PairKey pair, ConvexCache* convex,
                                                PairCache* general) {
  const Bodies& bodies = world.bodies;
  const PlacedBefore a(bodies.leaves()[pair.a()], bodies.before(pair.a()));
  const PlacedBefore b(bodies.leaves()[pair.b()], bodies.before(pair.b()));
  constexpr double kAny = std::numeric_limits<double>::infinity();
  if (general != nullptr)
    return std::make_shared<const Distance>(general_distance(*a, *b, *general, world.options.query, kAny));
  return std::make_shared<const Distance>(convex_distance(*a, *b, *convex, {}, kAny));
}

}  // namespace

Contact contact_of(const Bodies& bodies, PairKey pair, const Intersection& answer) {
  const std::span<const Leaf> leaves = bodies.leaves();
  std::uint32_t first = pair.a(), second = pair.b();
  if (leaves[second].space() != nullptr) std::swap(first, second);
  Contact found;
  found.a = bodies.id_of(leaves[first].body), found.b = bodies.id_of(leaves[second].body);
  found.part_a = leaves[first].part, found.part_b = leaves[second].part;
  copy_answer(found.answer, answer);
  return found;
}

// Whether what is known of a pair is true of it now.
bool Frame::still_holds(const Bodies& bodies, const PairTable::Entry& entry) const {
  const std::uint32_t a = entry.key.a(), b = entry.key.b();
  const auto pose_of = [&](std::uint32_t leaf) -> const Pose& { return bodies.leaves()[leaf].pose; };
  if (!bodies.motions().moved_alike(a, b, pose_of)) return false;
  if (entry.state != State::Contact || !is_general(bodies, entry.key) || bodies.motions().stood_still(a, b))
    return true;
  // A point in world coordinates does not move with the parts.
  return entry.contact->answer.certificate.kind != Certificate::Kind::Interior;
}

// Answers one pair that is not known to be free. True: it is a contact, now the last of the block.
bool Frame::answer_pair(const WholeWorld& world, std::size_t k, ContactList::Block& block, AlikePairs& alike,
                        Tally& tally) {
  const Bodies& bodies = world.bodies;
  const PairTable::Entry& entry = table_[k];
  if (entry.state == State::Contact) {
    ++tally.kept, ++tally.contacts;
    block.contacts.emplace_back(MadeInPlace{[&] { return repeated(*entry.contact); }});
    return true;
  }
  const bool wants_before = world.options.closest_before_contact && entry.before == State::Free;
  const auto take = [&](const Intersection& met) {
    tally.count(met.decided_by);
    table_.set_state(k, met ? State::Contact : State::Free);
    if (!met) return false;
    ++tally.contacts;
    block.contacts.emplace_back(MadeInPlace{[&] { return contact_of(bodies, entry.key, met); }});
    if (wants_before) ++tally.closest_points, block.has_before = true;
    return true;
  };
  const Leaf &a = bodies.leaves()[entry.key.a()], &b = bodies.leaves()[entry.key.b()];
  if (is_general(bodies, entry.key)) [[unlikely]] {
    PairCache& cache = table_.shape_cache(k);
    const Intersection met = general_intersection(placed(a), placed(b), cache, world.options.query);
    if (!take(met)) return false;
    Contact& found = block.contacts.back();
    if (wants_before) found.before = distance_before(world, entry.key, nullptr, &cache);
    return true;
  }
  const bool is_plain = a.space() == nullptr && b.space() == nullptr;
  if (const AlikePairs::Answer* known = is_plain ? alike.find({&a.shape(), &b.shape(), &a.pose, &b.pose}) : nullptr) {
    ++tally.alike;
    Intersection met;
    met.status = Status::Separated, met.decided_by = known->decided_by;
    if (known->contact != AlikePairs::kApart) copy_answer(met, block.contacts[known->contact].answer);
    if (!take(met)) return false;
  } else {
    const Intersection met = convex_intersection(placed(a), placed(b), table_.cache(k), world.options.query);
    const auto next = static_cast<std::uint32_t>(block.contacts.size());
    if (is_plain) alike.add({met ? next : AlikePairs::kApart, met.decided_by});
    if (!take(met)) return false;
  }
  if (!wants_before) return true;
  ConvexCache fresh;  // a pair that was like another needs none of its own
  ConvexCache& cache = table_.has_cache(k) ? table_.cache(k) : fresh;
  block.contacts.back().before = distance_before(world, entry.key, &cache, nullptr);
  return true;
}

// Limits are looked at before each pair that may take long, and now and then between others.
Ending Frame::answer_run(const WholeWorld& world, ContactRun& run, Tally& tally, bool first_only,
                         const Patience& patience) {
  if (run.is_settled && (!first_only || !run.block)) {
    if (const Ending asked = patience.ask(); asked != Ending::Complete) return asked;
    tally.kept += run.last - run.first;
    tally.contacts += run.block ? run.block->contacts.size() : 0;
    run.shown = run.block;
    return Ending::Complete;
  }
  ContactList::Block found;
  AlikePairs alike;
  if (run.likely > 0) found.contacts.reserve(run.likely + run.likely / 8 + 4);  // and a few that are new
  Ending ending = Ending::Complete;
  const bool has_general = world.bodies.has_general();
  for (std::size_t k = run.first; k < run.last && ending == Ending::Complete; ++k) {
    if ((k - run.first) % kLookEvery == 0 || (has_general && is_general(world.bodies, table_[k].key)))
      ending = patience.ask();
    if (ending != Ending::Complete) break;
    if (table_[k].state == State::Free)
      ++tally.kept;
    else if (answer_pair(world, k, found, alike, tally) && first_only)
      ending = Ending::FirstFound;
  }
  if (!found.contacts.empty()) run.shown = std::make_shared<const ContactList::Block>(std::move(found));
  if (ending == Ending::Complete && !run.is_settled) {
    run.block = run.shown;
    run.is_settled = true;
    keep_contacts(table_, run);
  }
  return ending;
}

// A complete frame is what the next events are held against. One that was cut short proves no end.
Collisions Frame::ended(Collisions collisions, Workers& workers) {
  last_ending_ = collisions.ending;
  if (collisions.ending != Ending::Complete) return collisions;
  before_.let_go(workers);
  before_ = std::move(now_);
  now_ = collisions.contacts;
  return collisions;
}

Collisions Frame::answer(WholeWorld& world, const CollideOptions& asked, const Patience& patience) {
  std::vector<ContactRun> runs = cut_runs(table_, blocks_, world.workers);
  last_is_whole_ = false;
  // Shares of some ten microseconds.
  const std::size_t per_share = asked.first_only || world.workers.count() == 1 ? std::max<std::size_t>(runs.size(), 1)
                                : runs.size() >= kManyRuns                     ? kRunsAtOnce
                                                                               : 1;
  std::vector<Tally> tallies((runs.size() + per_share - 1) / per_share);
  const Ending ending = answer_shares(tallies.size(), world.workers, asked.first_only, [&](std::size_t share) {
    for (std::size_t k = share * per_share; k < std::min((share + 1) * per_share, runs.size()); ++k) {
      const Ending ended = answer_run(world, runs[k], tallies[share], asked.first_only, patience);
      if (ended != Ending::Complete) return ended;
    }
    return Ending::Complete;
  });
  StageTimer timer;
  for (const Tally& tally : tallies) tally.add_to(world.statistics);
  Collisions found = join(runs, ending, world.workers);
  world.statistics.seconds_joining = timer.lap();
  return found;
}

// The list of what was found; runs that were not looked at to their end are forgotten.
Collisions Frame::join(std::vector<ContactRun>& runs, Ending ending, Workers& workers) {
  last_has_before_ = false;
  blocks_.clear();
  std::vector<ContactList::SharedBlock> shown;
  shown.reserve(runs.size());
  for (ContactRun& run : runs) {
    if (!run.is_settled) {
      forget_contacts(table_, run);
    } else if (run.block) {
      last_has_before_ = last_has_before_ || run.block->has_before;
      blocks_.push_back({table_[run.first].key, std::move(run.block)});
    }
    if (run.shown) shown.push_back(std::move(run.shown));
  }
  last_is_whole_ = ending == Ending::Complete;
  return ended({ContactList(std::move(shown), workers), ending}, workers);
}

// What the next frame knows of this one.
void Frame::end(WholeWorld& world) {
  if (world.options.closest_before_contact) world.bodies.note_frame(world.workers);
  world.bodies.motions().forget(world.workers);
  table_.stamp = world.clock++;
}

Result<Collisions> Frame::same_again(const CollideOptions& asked, const Patience& patience, StageStatistics& statistics,
                                     std::uint64_t& clock, Workers& workers) {
  if (!patience.lasts()) return ended({{}, patience.why()}, workers);
  if (table_.size() > asked.max_pairs) return last_ending_ = Ending::Refused, too_many_pairs(asked.max_pairs);
  table_.stamp = clock++;
  const bool ends_early = asked.first_only && !now_.empty();
  statistics.kept = table_.size();
  statistics.contacts = ends_early ? 1 : now_.size();
  if (ends_early) return ended({now_.first(), Ending::FirstFound}, workers);
  return ended({now_, Ending::Complete}, workers);
}

Result<Collisions> Frame::collide(WholeWorld& world, const CollideOptions& asked, const Patience& patience) {
  StageTimer timer;
  Bodies& bodies = world.bodies;
  const std::uint64_t since = table_.stamp;
  // Of a pair that was not in the table: its boxes were apart in the last frame, unless it was filtered or not there.
  const bool was_complete = !bodies.filtering_is_new() && since > 0;
  const Candidates::Search search = candidates_.find(world, table_, asked.max_pairs, patience);
  world.statistics.seconds_broad = timer.lap() - world.statistics.seconds_boxes;
  if (search == Candidates::Search::TooMany) return last_ending_ = Ending::Refused, too_many_pairs(asked.max_pairs);
  if (search == Candidates::Search::Ended) return ended({{}, patience.why()}, world.workers);

  const Motions& motions = bodies.motions();
  StageTimer of_pairs;
  bodies.motions().measure([&](std::uint32_t leaf) -> const Pose& { return bodies.leaves()[leaf].pose; },
                           world.workers);
  table_.begin_frame([&](const PairTable::Entry& entry) { return still_holds(bodies, entry); }, world.workers);
  table_.replace(
      candidates_.keys(),
      [&](PairKey pair) { return motions.is_changed(pair.a(), pair.b()) && !existed(bodies, pair, since); },
      [&](PairKey pair) { return was_complete && existed(bodies, pair, since) ? State::Free : State::Unknown; },
      world.workers);
  world.statistics.seconds_pairs = of_pairs.lap();
  Collisions collisions = answer(world, asked, patience);
  end(world);
  world.statistics.seconds_narrow = timer.lap();
  return collisions;
}

Ending Frame::visit(WholeWorld& world, FunctionRef<bool(const Contact&)> visit, const Patience& patience) {
  StageTimer timer;
  const Bodies& bodies = world.bodies;
  Ending ending = Ending::Complete;
  const auto meets = [&](PairKey pair, Contact& out) {
    const Placed a = placed(bodies.leaves()[pair.a()]), b = placed(bodies.leaves()[pair.b()]);
    Intersection met;
    if (is_general(a, b)) {
      PairCache cache;
      met = general_intersection(a, b, cache, world.options.query);
    } else {
      ConvexCache cache;
      met = convex_intersection(a, b, cache, world.options.query);
    }
    ++world.statistics.tested;
    ++world.statistics.decided_by[index_of(met.decided_by)];
    if (!met) return false;
    out = contact_of(bodies, pair, met);
    return true;
  };
  const auto answer = [&](std::span<const PairKey> pairs) {
    for (const PairKey pair : pairs) {
      if (ending = patience.ask(); ending != Ending::Complete) return false;
      Contact contact;
      if (!meets(pair, contact)) continue;
      ++world.statistics.contacts;
      if (!visit(contact)) return ending = Ending::Visitor, false;
    }
    return true;
  };
  if (!candidates_.visit(world, answer, patience)) return ending == Ending::Complete ? patience.why() : ending;
  world.statistics.seconds_narrow = timer.lap();
  return ending;
}

namespace {

struct BodyPair {
  BodyId a, b;

  friend bool operator<(const BodyPair& x, const BodyPair& y) {
    return std::tuple(x.a.index, x.b.index, x.a.generation, x.b.generation) <
           std::tuple(y.a.index, y.b.index, y.a.generation, y.b.generation);
  }
  friend bool operator==(const BodyPair&, const BodyPair&) = default;
};

// Each pair of bodies once, ascending.
std::vector<BodyPair> body_pairs(const ContactList& contacts) {
  std::vector<BodyPair> pairs;
  pairs.reserve(contacts.size());
  for (const Contact& contact : contacts)
    pairs.push_back(contact.a.index < contact.b.index ? BodyPair{contact.a, contact.b}
                                                      : BodyPair{contact.b, contact.a});
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  return pairs;
}

}  // namespace

ContactEvents Frame::events() const {
  using Kind = ContactEvent::Kind;
  ContactEvents found;
  found.ending = last_ending_;
  if (last_ending_ != Ending::Complete) return found;
  const std::vector<BodyPair> before = body_pairs(before_), now = body_pairs(now_);
  auto old = before.begin();
  const auto end_until = [&](const BodyPair* next) {
    for (; old != before.end() && (next == nullptr || *old < *next); ++old)
      found.events.push_back({Kind::Ended, old->a, old->b});
  };
  for (const BodyPair& pair : now) {
    end_until(&pair);
    const bool stayed = old != before.end() && *old == pair;
    if (stayed) ++old;
    found.events.push_back({stayed ? Kind::Stayed : Kind::Began, pair.a, pair.b});
  }
  end_until(nullptr);
  return found;
}

}  // namespace clearance::detail
