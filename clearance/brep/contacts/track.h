// Question: which contact of this frame is which one of the last frame?
// Method:   by its entities (Vaněček 1990, §5, "temporal coherence"): the same pair is the same contact. Of those
//           left, a contact has moved when both of its entities are the same as before or adjacent: a vertex that
//           slides over an edge onto the next face, an edge that rolls on to its end. The nearest such pair first.
// Proves:   nothing; equal input gives equal ids.
// Cost:     n log n for contacts that stay; those that are left are compared with each other.
#pragma once

#include <clearance/brep/contacts/contacts.h>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace clearance {

enum class TrackEvent : std::uint8_t { NotAsked, Born, Kept, Moved, Gone };
const char* to_string(TrackEvent event);

struct TrackedContact {
  std::uint64_t id = 0;  // from 1 on, never given twice; 0: of nobody
  TrackEvent event = TrackEvent::NotAsked;
  std::uint32_t age = 0;  // frames since it was born
  BRepContact contact;    // of a contact that is gone, where it was
};

// Of one pair of solids.
class ContactTracker {
 public:
  // The contacts of this frame in their order, then those that are gone. With other solids than in the frame before,
  // all of that frame are gone and all of this one born: entities of different solids are never taken for the same.
  std::vector<TrackedContact> update(const BRep& a, const BRep& b, std::span<const BRepContact> contacts);

  // The contacts that live, in the order of the last frame.
  std::span<const TrackedContact> alive() const { return alive_; }

 private:
  std::vector<TrackedContact> alive_;
  std::optional<BRep> a_, b_;  // whose entities these are; held, so that no other solid can take their place in memory
  std::uint64_t next_id_ = 1;
};

}  // namespace clearance
