#include <clearance/brep/contacts/incidence.h>
#include <clearance/brep/contacts/track.h>

#include <algorithm>
#include <map>
#include <tuple>

namespace clearance {

namespace {

constexpr std::uint32_t kNone = 0xffffffffu;

auto key_of(const BRepContact& c) { return std::tuple(c.a.kind, c.a.index, c.b.kind, c.b.index); }

struct Move {
  double distance;
  std::uint32_t from, to;
};

}  // namespace

const char* to_string(TrackEvent event) {
  switch (event) {
    case TrackEvent::NotAsked:
      return "not asked";
    case TrackEvent::Born:
      return "born";
    case TrackEvent::Kept:
      return "kept";
    case TrackEvent::Moved:
      return "moved";
    case TrackEvent::Gone:
      return "gone";
  }
  return "?";
}

std::vector<TrackedContact> ContactTracker::update(const BRep& a, const BRep& b,
                                                   std::span<const BRepContact> contacts) {
  const bool is_same = a_ && b_ && a_->identity() == a.identity() && b_->identity() == b.identity();
  a_ = a, b_ = b;
  const auto count = static_cast<std::uint32_t>(contacts.size()), old_count = static_cast<std::uint32_t>(alive_.size());
  const std::uint32_t comparable = is_same ? old_count : 0;
  std::vector<std::uint32_t> source(count, kNone);
  std::vector<bool> is_taken(old_count, false);

  // The same entities. More than one contact of a pair of entities are taken in their order.
  std::multimap<decltype(key_of(BRepContact{})), std::uint32_t> by_key;
  for (std::uint32_t k = 0; k < comparable; ++k) by_key.emplace(key_of(alive_[k].contact), k);
  for (std::uint32_t k = 0; k < count; ++k) {
    const auto found = by_key.lower_bound(key_of(contacts[k]));
    if (found == by_key.end() || found->first != key_of(contacts[k])) continue;
    source[k] = found->second;
    is_taken[found->second] = true;
    by_key.erase(found);
  }

  // Adjacent ones, by how far they moved on b.
  std::vector<Move> moves;
  for (std::uint32_t to = 0; to < count; ++to)
    for (std::uint32_t from = 0; source[to] == kNone && from < comparable; ++from) {
      const BRepContact &now = contacts[to], &before = alive_[from].contact;
      if (!is_taken[from] && are_adjacent(a, before.a, now.a) && are_adjacent(b, before.b, now.b))
        moves.push_back({norm(now.point_b - before.point_b), from, to});
    }
  std::sort(moves.begin(), moves.end(), [](const Move& x, const Move& y) {
    return std::tuple(x.distance, x.from, x.to) < std::tuple(y.distance, y.from, y.to);
  });
  std::vector<bool> has_moved(count, false);
  for (const Move& move : moves) {
    if (is_taken[move.from] || source[move.to] != kNone) continue;
    is_taken[move.from] = has_moved[move.to] = true;
    source[move.to] = move.from;
  }

  std::vector<TrackedContact> out;
  for (std::uint32_t k = 0; k < count; ++k) {
    if (source[k] == kNone) {
      out.push_back({next_id_++, TrackEvent::Born, 0, contacts[k]});
      continue;
    }
    const TrackedContact& old = alive_[source[k]];
    out.push_back({old.id, has_moved[k] ? TrackEvent::Moved : TrackEvent::Kept, old.age + 1, contacts[k]});
  }
  std::vector<TrackedContact> gone;
  for (std::uint32_t k = 0; k < old_count; ++k)
    if (!is_taken[k]) gone.push_back({alive_[k].id, TrackEvent::Gone, alive_[k].age, alive_[k].contact});
  alive_ = out;
  out.insert(out.end(), gone.begin(), gone.end());
  return out;
}

}  // namespace clearance
