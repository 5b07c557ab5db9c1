// Many bodies moved at once.
// Method:   threads look at everything first, so that a refusal changes nothing. Then each places bodies of its own: a
//           body that comes several times in the span is placed once, as it comes last. Bodies of several parts, and
//           those that hold others, follow one by one.
// Proves:   what is written down does not depend on the threads: parts are listed in the order of the span.
#include <clearance/world/bodies/bodies.h>

#include <algorithm>
#include <atomic>

namespace clearance::detail {
namespace {

constexpr std::size_t kMovesAtOnce = 1024;  // for a thread: some ten microseconds

std::size_t chunks_of(std::size_t count) { return (count + kMovesAtOnce - 1) / kMovesAtOnce; }

}  // namespace

struct Bodies::Moves {
  std::span<const BodyId> ids;
  std::span<const Pose> poses;
  bool is_ascending = false;  // then no body comes twice
  bool all_single = false;    // of one part, and alone
};

// The first fault in the order of the span, and what there is to move.
DoneAll Bodies::look_at(Moves& moves, Workers& workers) const {
  const std::size_t count = moves.ids.size();
  std::atomic<std::size_t> first_fault{count};
  std::atomic<bool> is_ascending{true}, all_single{true};
  const auto fault_at = [&](std::size_t k) {
    const BodyId id = moves.ids[k];
    if (const WorldFault fault = fault_of(id); fault != WorldFault::None) return fault;
    const Slot& slot = slots_[id.index];
    return slot.is_single && slot.is_lone ? WorldFault::None : fault_of_move(id.index, moves.poses[k]);
  };
  workers.run(chunks_of(count), [&](std::size_t chunk) {
    bool ascends = true, single = true;
    const std::size_t end = std::min((chunk + 1) * kMovesAtOnce, count);
    for (std::size_t k = chunk * kMovesAtOnce; k < end; ++k) {
      if (fault_at(k) != WorldFault::None) {
        std::size_t known = first_fault.load();
        while (k < known && !first_fault.compare_exchange_weak(known, k)) {
        }
        return;
      }
      const std::uint32_t body = moves.ids[k].index;
      ascends = ascends && (k == 0 || moves.ids[k - 1].index < body);
      single = single && slots_[body].is_single && slots_[body].is_lone;
    }
    if (!ascends) is_ascending.store(false);
    if (!single) all_single.store(false);
  });
  if (first_fault < count) return {fault_at(first_fault), first_fault};
  moves.is_ascending = is_ascending;
  moves.all_single = all_single;
  return {};
}

void Bodies::find_last(const Moves& moves, Workers& workers) {
  std::vector<std::uint32_t>& last = scratch_.value.last;
  last.resize(slots_.size(), 0);
  workers.run(chunks_of(moves.ids.size()), [&](std::size_t chunk) {
    const std::size_t end = std::min((chunk + 1) * kMovesAtOnce, moves.ids.size());
    for (std::size_t k = chunk * kMovesAtOnce; k < end; ++k) {
      const std::atomic_ref<std::uint32_t> its(last[moves.ids[k].index]);
      const auto position = static_cast<std::uint32_t>(k + 1);
      std::uint32_t known = its.load(std::memory_order_relaxed);
      while (known < position && !its.compare_exchange_weak(known, position, std::memory_order_relaxed)) {
      }
    }
  });
}

void Bodies::forget_last(const Moves& moves, Workers& workers) {
  workers.run(chunks_of(moves.ids.size()), [&](std::size_t chunk) {
    const std::size_t end = std::min((chunk + 1) * kMovesAtOnce, moves.ids.size());
    for (std::size_t k = chunk * kMovesAtOnce; k < end; ++k)
      std::atomic_ref(scratch_.value.last[moves.ids[k].index]).store(0, std::memory_order_relaxed);
  });
}

void Bodies::place_singles(const Moves& moves, Workers& workers) {
  const std::size_t chunks = chunks_of(moves.ids.size());
  const std::vector<std::uint32_t>& last = scratch_.value.last;
  TaskLists<std::uint32_t>&new_noted = scratch_.value.noted, &new_stale = scratch_.value.stale;
  new_noted.start(chunks, kMovesAtOnce);
  new_stale.start(chunks, kMovesAtOnce);
  workers.run(chunks, [&](std::size_t chunk) {
    std::uint32_t *noted = new_noted[chunk], *stale = new_stale[chunk];
    std::size_t noted_count = 0, stale_count = 0;
    const std::size_t end = std::min((chunk + 1) * kMovesAtOnce, moves.ids.size());
    for (std::size_t k = chunk * kMovesAtOnce; k < end; ++k) {
      const std::uint32_t body = moves.ids[k].index;
      const Slot& slot = slots_[body];
      if (!slot.is_single || !slot.is_lone) continue;
      if (!moves.is_ascending && last[body] != k + 1) continue;
      const Motions::Noted noticed = motions_.mark_move(slot.leaf, leaves_[slot.leaf].pose, moves.poses[k]);
      leaves_[slot.leaf].pose = moves.poses[k];
      if (noticed == Motions::Noted::Nothing) continue;
      if (noticed == Motions::Noted::First) noted[noted_count++] = slot.leaf;
      if (box_is_stale_[slot.leaf] == 0) stale[stale_count++] = slot.leaf;
      box_is_stale_[slot.leaf] = 1;
    }
    new_noted.end(chunk, noted_count);
    new_stale.end(chunk, stale_count);
  });
  new_noted.append_to(motions_.list(), workers);
  new_stale.append_to(stale_boxes_, workers);
}

DoneAll Bodies::move(std::span<const BodyId> ids, std::span<const Pose> poses, Workers& workers) {
  if (ids.size() != poses.size()) return {WorldFault::UnequalSpans, std::min(ids.size(), poses.size())};
  Moves moves{ids, poses};
  if (const DoneAll looked = look_at(moves, workers); !looked) return looked;
  if (!moves.is_ascending) find_last(moves, workers);
  place_singles(moves, workers);
  for (std::size_t k = 0; k < ids.size() && !moves.all_single; ++k) {
    const std::uint32_t body = ids[k].index;
    const bool is_last = moves.is_ascending || scratch_.value.last[body] == k + 1;
    if (is_last && !(slots_[body].is_single && slots_[body].is_lone)) place(body, poses[k]);
  }
  if (!moves.is_ascending) forget_last(moves, workers);
  return {};
}

}  // namespace clearance::detail
