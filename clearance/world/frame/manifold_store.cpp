#include <clearance/world/frame/manifold_store.h>

#include <utility>

namespace clearance {

const Manifold& PairManifold::manifold() const {
  static const Manifold kNone{};
  return found != nullptr ? *found : kNone;
}

WorldManifolds::WorldManifolds(std::shared_ptr<detail::ManifoldStore> store, Ending how)
    : ending(how), store_(std::move(store)) {
  if (store_) store_->lists.fetch_add(1, std::memory_order_relaxed);
}
WorldManifolds::WorldManifolds(const WorldManifolds& other) : ending(other.ending), store_(other.store_) {
  if (store_) store_->lists.fetch_add(1, std::memory_order_relaxed);
}
WorldManifolds::WorldManifolds(WorldManifolds&& other) noexcept
    : ending(std::exchange(other.ending, Ending::NotAsked)), store_(std::move(other.store_)) {}
WorldManifolds& WorldManifolds::operator=(WorldManifolds other) noexcept {
  std::swap(ending, other.ending);
  store_.swap(other.store_);
  return *this;
}
WorldManifolds::~WorldManifolds() {
  if (store_) store_->lists.fetch_sub(1, std::memory_order_release);
}

std::span<const PairManifold> WorldManifolds::pairs() const {
  return store_ ? std::span<const PairManifold>(store_->shown) : std::span<const PairManifold>();
}
std::span<const PairManifold> WorldManifolds::ended() const {
  return store_ ? std::span<const PairManifold>(store_->ended) : std::span<const PairManifold>();
}

namespace detail {

void ManifoldSlot::start(BodyId of_a, std::uint32_t of_part_a, BodyId of_b, std::uint32_t of_part_b) {
  a = of_a, b = of_b, part_a = of_part_a, part_b = of_part_b;
  for (Manifold& manifold : pages) manifold.clear();
  page = 0;
  is_shown = is_updated = false;
  revision_a = revision_b = ~std::uint64_t{0};
  cache = {};  // it knows bodies by their addresses, which others may have by now
}

ManifoldStore::ManifoldStore(const ManifoldStore& other)
    : entries(other.entries),
      merged(other.merged),
      gone(other.gone),
      over(other.over),
      slots(other.slots),
      free(other.free),
      asked(other.asked),
      is_asked(other.is_asked) {}

std::uint32_t ManifoldStore::take_slot() {
  if (free.empty()) {
    slots.emplace_back();
    return static_cast<std::uint32_t>(slots.size() - 1);
  }
  const std::uint32_t slot = free.back();
  free.pop_back();
  return slot;
}

}  // namespace detail
}  // namespace clearance
