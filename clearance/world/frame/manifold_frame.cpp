#include <clearance/world/frame/manifold_frame.h>

#include <clearance/world/placed_manifold.h>

#include <algorithm>
#include <utility>

namespace clearance::detail {
namespace {

using Entry = ManifoldStore::Entry;

constexpr std::size_t kShare = 16;  // pairs; some ten microseconds of work

bool shows(const Manifold& manifold) {
  const Status status = manifold.status();
  return !manifold.points.empty() || (status != Status::Separated && status != Status::NotAsked);
}

// As contacts name them: a half-space is a.
struct PairOfLeaves {
  PairOfLeaves(const Bodies& bodies, PairKey pair) : first(pair.a()), second(pair.b()) {
    if (bodies.leaves()[second].space() != nullptr) std::swap(first, second);
  }
  std::uint32_t first, second;
};

bool is_of(const ManifoldSlot& slot, const Bodies& bodies, PairKey key) {
  const PairOfLeaves pair(bodies, key);
  const Leaf &a = bodies.leaves()[pair.first], &b = bodies.leaves()[pair.second];
  if (a.body == kNobody || b.body == kNobody) return false;
  return slot.a == bodies.id_of(a.body) && slot.b == bodies.id_of(b.body) && slot.part_a == a.part &&
         slot.part_b == b.part;
}

void start(ManifoldSlot& slot, const Bodies& bodies, PairKey key) {
  const PairOfLeaves pair(bodies, key);
  const Leaf &a = bodies.leaves()[pair.first], &b = bodies.leaves()[pair.second];
  slot.start(bodies.id_of(a.body), a.part, bodies.id_of(b.body), b.part);
}

}  // namespace

ManifoldFrame::ManifoldFrame(const ManifoldFrame& other)
    : nearby_(other.nearby_), store_(other.store_ ? std::make_shared<ManifoldStore>(*other.store_) : nullptr) {}

// The entries become those of the keys. Pairs that stay keep their slots; those that are no candidates any more wait
// for the next complete list, which says that they ended, or for their return.
void ManifoldFrame::merge(const Bodies& bodies) {
  ManifoldStore& store = *store_;
  const auto part = [&](const Entry& entry) {
    if (entry.slot == kNoSlot) return;
    if (store.slots[entry.slot].is_shown)
      store.gone.push_back(entry);
    else
      store.free_slot(entry.slot);
  };
  store.next.clear();
  std::size_t old = 0;
  for (const PairKey key : nearby_.keys()) {
    for (; old < store.entries.size() && store.entries[old].key < key; ++old) part(store.entries[old]);
    Entry entry{key, kNoSlot};
    if (old < store.entries.size() && store.entries[old].key == key) {
      const Entry& known = store.entries[old++];
      if (known.slot != kNoSlot && is_of(store.slots[known.slot], bodies, key))
        entry.slot = known.slot;
      else
        part(known);
    }
    for (std::size_t k = 0; entry.slot == kNoSlot && k < store.gone.size(); ++k) {
      if (store.gone[k].key != key || !is_of(store.slots[store.gone[k].slot], bodies, key)) continue;
      entry.slot = store.gone[k].slot;
      store.gone.erase(store.gone.begin() + static_cast<std::ptrdiff_t>(k));
    }
    store.next.push_back(entry);
  }
  for (; old < store.entries.size(); ++old) part(store.entries[old]);
  store.entries.swap(store.next);
  store.merged = nearby_.revision();
}

// Nothing about the pair has changed since it was last asked about, nor is it asked otherwise.
bool ManifoldFrame::is_kept(const WholeWorld& world, const Entry& entry) const {
  const ManifoldSlot& slot = store_->slots[entry.slot];
  const Motions& motions = world.bodies.motions();
  return store_->is_asked && asked_.margin == store_->asked.margin &&
         asked_.points_per_patch == store_->asked.points_per_patch &&
         slot.revision_a == motions.revision(entry.key.a()) && slot.revision_b == motions.revision(entry.key.b());
}

// Slots for all that is near, and the list of what is to be asked.
void ManifoldFrame::give_slots(const WholeWorld& world) {
  ManifoldStore& store = *store_;
  work_.clear();
  for (std::size_t k = 0; k < store.entries.size(); ++k) {
    Entry& entry = store.entries[k];
    if (!nearby_.are_near(world, entry.key)) continue;
    if (entry.slot == kNoSlot) {
      entry.slot = store.take_slot();
      start(store.slots[entry.slot], world.bodies, entry.key);
    } else if (is_kept(world, entry)) {
      continue;
    }
    work_.push_back(static_cast<std::uint32_t>(k));
  }
}

void ManifoldFrame::update(const WholeWorld& world, const Entry& entry, ManifoldScratch& scratch) const {
  ManifoldSlot& slot = store_->slots[entry.slot];
  const PairOfLeaves pair(world.bodies, entry.key);
  const std::span<const Leaf> leaves = world.bodies.leaves();
  slot.turn_page();
  slot.is_updated = true;
  placed_manifold(placed(leaves[pair.first]), placed(leaves[pair.second]), asked_, world.options.query, slot.cache,
                  scratch, slot.now());
  inherit(slot.before(), slot.now());
}

// Limits are looked at before each pair that may take long, and now and then between others.
Ending ManifoldFrame::update_all(const WholeWorld& world, const Patience& patience) {
  const bool has_general = world.bodies.has_general(), alone = world.workers.count() == 1;
  const std::span<const Leaf> leaves = world.bodies.leaves();
  const std::size_t per_share = alone ? std::max(work_.size(), std::size_t{1}) : kShare;
  const std::size_t shares = (work_.size() + per_share - 1) / per_share;
  if (scratch_.size() < shares) scratch_.resize(shares);
  return answer_shares(shares, world.workers, false, [&](std::size_t share) {
    for (std::size_t k = share * per_share; k < std::min(work_.size(), (share + 1) * per_share); ++k) {
      const Entry& entry = store_->entries[work_[k]];
      const bool may_take_long =
          has_general && (leaves[entry.key.a()].general() != nullptr || leaves[entry.key.b()].general() != nullptr);
      if (may_take_long || k % kLookEvery == 0)
        if (const Ending ended = patience.ask(); ended != Ending::Complete) return ended;
      update(world, entry, scratch_[share]);
    }
    return Ending::Complete;
  });
}

// In order, until one is found: a store of its own shows it.
Ending ManifoldFrame::find_first(const WholeWorld& world, const Patience& patience, SharedStore& first) {
  if (scratch_.empty()) scratch_.resize(1);
  std::size_t next = 0;  // of what is to be asked
  for (std::size_t k = 0; k < store_->entries.size(); ++k) {
    const Entry& entry = store_->entries[k];
    if (entry.slot == kNoSlot || !nearby_.are_near(world, entry.key)) continue;
    if (const Ending ended = patience.ask(); ended != Ending::Complete) return ended;
    if (next < work_.size() && work_[next] == k) update(world, entry, scratch_[0]), ++next;
    const ManifoldSlot& slot = store_->slots[entry.slot];
    if (!shows(slot.now())) continue;
    first = std::make_shared<ManifoldStore>();
    first->slots.push_back(slot);
    first->shown.push_back(
        {slot.a, slot.b, slot.part_a, slot.part_b, ContactEvent::Kind::None, &first->slots[0].now(), kNoSlot});
    return Ending::FirstFound;
  }
  return Ending::Complete;
}

void ManifoldFrame::take_back() {
  for (const std::uint32_t k : work_) {
    ManifoldSlot& slot = store_->slots[store_->entries[k].slot];
    if (std::exchange(slot.is_updated, false)) slot.turn_page();
  }
}

void ManifoldFrame::show(ManifoldSlot& slot, std::uint32_t number) {
  using Kind = ContactEvent::Kind;
  const PairManifold pair{slot.a, slot.b, slot.part_a, slot.part_b, Kind::None, &slot.now(), number};
  if (shows(slot.now())) {
    store_->shown.push_back(pair);
    store_->shown.back().event = slot.is_shown ? Kind::Stayed : Kind::Began;
    slot.is_shown = true;
  } else if (std::exchange(slot.is_shown, false)) {
    store_->ended.push_back(pair);
    store_->ended.back().event = Kind::Ended;
    store_->ended.back().found = &slot.before();
  }
}

// All of the answer is known: from now on it is what counts.
void ManifoldFrame::take_in(WholeWorld& world) {
  ManifoldStore& store = *store_;
  const Motions& motions = world.bodies.motions();
  std::size_t next_gone = 0;
  std::sort(store.gone.begin(), store.gone.end(), [](const Entry& x, const Entry& y) { return x.key < y.key; });
  const auto end_until = [&](const PairKey* key) {
    for (; next_gone < store.gone.size() && (key == nullptr || !(*key < store.gone[next_gone].key)); ++next_gone) {
      const std::uint32_t number = store.gone[next_gone].slot;
      ManifoldSlot& slot = store.slots[number];
      slot.is_shown = false;
      store.ended.push_back({slot.a, slot.b, slot.part_a, slot.part_b, ContactEvent::Kind::Ended, &slot.now(), number});
    }
  };
  for (const Entry& entry : store.entries) {
    if (next_gone < store.gone.size()) end_until(&entry.key);
    if (entry.slot == kNoSlot) continue;
    ManifoldSlot& slot = store.slots[entry.slot];
    if (std::exchange(slot.is_updated, false)) {
      slot.revision_a = motions.revision(entry.key.a()), slot.revision_b = motions.revision(entry.key.b());
      ++world.statistics.tested;
      ++world.statistics.decided_by[index_of(slot.now().answer.decided_by)];
    } else if (nearby_.are_near(world, entry.key)) {
      ++world.statistics.kept;
      for (ContactPoint& point : slot.now().points) ++point.age;
    } else if (shows(slot.now())) {
      slot.turn_page();
      slot.now().clear();
      slot.revision_a = slot.revision_b = ~std::uint64_t{0};
    }
    show(slot, entry.slot);
  }
  end_until(nullptr);
  store.over.swap(store.gone);
  store.asked = asked_;
  store.is_asked = true;
  world.statistics.contacts = store.shown.size();
}

Result<Ending> ManifoldFrame::find(WholeWorld& world, const ManifoldOptions& asked, const CollideOptions& options,
                                   const Patience& patience, SharedStore& first) {
  StageTimer timer;
  asked_ = {sound_margin(asked.margin), asked.points_per_patch};
  const Candidates::Search search = nearby_.find(world, asked_.margin, options.max_pairs, patience);
  world.statistics.seconds_broad = timer.lap() - world.statistics.seconds_boxes;
  if (search == Candidates::Search::TooMany) return too_many_pairs(options.max_pairs);
  if (search == Candidates::Search::Ended) return patience.why();
  if (!store_)
    store_ = std::make_shared<ManifoldStore>();
  else if (store_->is_seen())
    store_ = std::make_shared<ManifoldStore>(*store_);

  ManifoldStore& store = *store_;
  if (store.merged != nearby_.revision()) merge(world.bodies);
  give_slots(world);
  const Ending ending = options.first_only ? find_first(world, patience, first) : update_all(world, patience);
  if (ending == Ending::Complete) {
    for (const Entry& entry : store.over) store.free_slot(entry.slot);
    store.over.clear();
    store.shown.clear();
    store.ended.clear();
    take_in(world);
  } else {
    take_back();
  }
  world.statistics.seconds_narrow = timer.lap();
  return ending;
}

std::span<ContactPoint> ManifoldFrame::points(const PairManifold& pair) {
  if (!store_ || pair.slot >= store_->slots.size()) return {};
  ManifoldSlot& slot = store_->slots[pair.slot];
  const bool is_the_pair =
      slot.is_shown && slot.a == pair.a && slot.b == pair.b && slot.part_a == pair.part_a && slot.part_b == pair.part_b;
  return is_the_pair ? std::span<ContactPoint>(slot.now().points) : std::span<ContactPoint>();
}

}  // namespace clearance::detail
