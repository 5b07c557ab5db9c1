// A frame of the whole world: boxes, broad phase, filters, one proved query for each pair whose answer is not known.
#include <clearance/world/world_data.h>

#include <string>
#include <utility>

namespace clearance {
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

}  // namespace

Error too_many_pairs(std::size_t most) {
  return {"", "more than " + std::to_string(most) + " pairs of boxes overlap: visit the contacts, or raise max_pairs"};
}

bool World::Data::still_holds(const PairTable::Entry& entry) const {
  const std::uint32_t a = entry.key.a(), b = entry.key.b();
  if (!motions.moved_alike(a, b)) return false;
  if (entry.state != State::Contact || !is_general(entry.key) || motions.stood_still(a, b)) return true;
  // A point in world coordinates does not move with the parts.
  return entry.contact->answer.certificate.kind != Certificate::Kind::Interior;
}

// Answers one pair. True: it is a contact, now the last of the block.
bool World::Data::answer_pair(std::size_t k, ContactList::Block& block, AlikePairs& alike, Tally& tally) {
  const PairTable::Entry& entry = contacts[k];
  if (entry.state == State::Free) return ++tally.kept, false;
  if (entry.state == State::Contact) {
    ++tally.kept, ++tally.contacts;
    block.contacts.emplace_back(MadeInPlace{[&] { return repeated(*entry.contact); }});
    return true;
  }
  const bool wants_before = options.closest_before_contact && entry.before == State::Free;
  const auto take = [&](const Intersection& met) {
    tally.count(met.decided_by);
    contacts.set_state(k, met ? State::Contact : State::Free);
    if (!met) return false;
    ++tally.contacts;
    block.contacts.emplace_back(MadeInPlace{[&] { return contact(entry.key, met); }});
    if (wants_before) ++tally.closest_points, block.has_before = true;
    return true;
  };
  if (is_general(entry.key)) [[unlikely]] {
    PairCache& cache = contacts.shape_cache(k);
    const Intersection met = general_intersection(entry.key, cache);
    if (!take(met)) return false;
    Contact& found = block.contacts.back();
    found.inner_a = met.part_a, found.inner_b = met.part_b;
    if (wants_before) found.before = std::make_shared<const Distance>(general_distance_before(entry.key, cache));
    return true;
  }
  const Leaf &a = leaves[entry.key.a()], &b = leaves[entry.key.b()];
  const bool is_plain = !a.space && !b.space;
  if (const AlikePairs::Answer* known = is_plain ? alike.find({&a.shape, &b.shape, &a.pose, &b.pose}) : nullptr) {
    ++tally.alike;
    Intersection met;
    met.status = Status::Separated, met.decided_by = known->decided_by;
    if (known->contact != AlikePairs::kApart) copy_answer(met, block.contacts[known->contact].answer);
    if (!take(met)) return false;
  } else {
    const Intersection met = intersection(entry.key, contacts.cache(k));
    const auto next = static_cast<std::uint32_t>(block.contacts.size());
    if (is_plain) alike.add({met ? next : AlikePairs::kApart, met.decided_by});
    if (!take(met)) return false;
  }
  if (wants_before)
    block.contacts.back().before = std::make_shared<const Distance>(distance_before(entry.key, contacts.cache(k)));
  return true;
}

// Limits are looked at before each pair that may take long, and now and then between others.
Ending World::Data::answer_run(ContactRun& run, Tally& tally, bool first_only, const Patience& patience) {
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
  for (std::size_t k = run.first; k < run.last && ending == Ending::Complete; ++k) {
    if ((k - run.first) % kLookEvery == 0 || is_general(contacts[k].key)) ending = patience.ask();
    if (ending == Ending::Complete && answer_pair(k, found, alike, tally) && first_only) ending = Ending::FirstFound;
  }
  if (!found.contacts.empty()) run.shown = std::make_shared<const ContactList::Block>(std::move(found));
  if (ending == Ending::Complete && !run.is_settled) {
    run.block = run.shown;
    run.is_settled = true;
    keep_contacts(contacts, run);
  }
  return ending;
}

Collisions World::Data::answer_frame(const CollideOptions& asked, const Patience& patience) {
  std::vector<ContactRun> runs = cut_runs(contacts, blocks);
  last = {};
  last_is_whole = false;
  std::vector<Tally> tallies(runs.size());
  const Ending ending = answer_shares(runs.size(), *workers, asked.first_only, [&](std::size_t k) {
    return answer_run(runs[k], tallies[k], asked.first_only, patience);
  });
  blocks.clear();
  last_has_before = false;
  std::vector<ContactList::SharedBlock> shown;
  for (std::size_t k = 0; k < runs.size(); ++k) {
    tallies[k].add_to(statistics);
    if (runs[k].shown) shown.push_back(runs[k].shown);
    if (!runs[k].is_settled) {
      forget_contacts(contacts, runs[k]);
    } else if (runs[k].block) {
      last_has_before = last_has_before || runs[k].block->has_before;
      blocks.push_back(runs[k].block);
    }
  }
  Collisions collisions{ContactList(std::move(shown)), ending};
  last_is_whole = ending == Ending::Complete;
  if (last_is_whole) last = collisions.contacts;
  return collisions;
}

// What the next frame knows of this one.
void World::Data::end_frame() {
  if (options.closest_before_contact)
    for (const std::uint32_t leaf : motions.noted()) {
      rests[leaf].previous = leaves[leaf].pose;
      rests[leaf].previous_radius = leaves[leaf].shape.radius();
    }
  motions.forget();
  contacts.stamp = clock++;
}

Result<Collisions> World::Data::same_again(const CollideOptions& asked, const Patience& patience) {
  if (!patience.lasts()) return Collisions{{}, patience.why()};
  if (contacts.size() > asked.max_pairs) return too_many_pairs(asked.max_pairs);
  end_frame();
  const bool ends_early = asked.first_only && !last.empty();
  statistics.kept = contacts.size();
  statistics.contacts = ends_early ? 1 : last.size();
  if (ends_early) return Collisions{last.first(), Ending::FirstFound};
  return Collisions{last, Ending::Complete};
}

Result<Collisions> World::collide(const CollideOptions& options) {
  Data& d = *data_;
  if (d.visiting.value) return Error{"", to_string(WorldFault::BeingVisited)};
  d.statistics = {};
  StageTimer timer;
  const Patience patience(options.limits);
  if (d.is_at_rest()) return d.same_again(options, patience);
  const std::uint64_t since = d.contacts.stamp;
  // Of a pair that was not in the table: its boxes were apart in the last frame, unless it was filtered or not there.
  const bool was_complete = !d.filtering_is_new && since > 0;
  const Data::Search search = d.find_candidates(options.max_pairs, patience);
  d.statistics.seconds_broad = timer.lap() - d.statistics.seconds_boxes;
  if (search == Data::Search::TooMany) return too_many_pairs(options.max_pairs);
  if (search == Data::Search::Ended) return Collisions{{}, patience.why()};

  d.motions.measure([&](std::uint32_t leaf) -> const Pose& { return d.leaves[leaf].pose; });
  d.contacts.begin_frame([&](const PairTable::Entry& entry) { return d.still_holds(entry); });
  d.contacts.replace(
      d.keys, [&](PairKey pair) { return d.motions.is_changed(pair.a(), pair.b()) && !d.existed(pair, since); },
      [&](PairKey pair) { return was_complete && d.existed(pair, since) ? State::Free : State::Unknown; });
  if (d.has_general) d.contacts.keep_shape_caches();
  Collisions collisions = d.answer_frame(options, patience);
  d.end_frame();
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

}  // namespace clearance
