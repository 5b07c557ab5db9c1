// Question: what does a world answer?
// Method:   lists. Each says how the question ended, and only a complete one says that whatever is not listed is not
//           there: is_free() asks for both. A list that nobody filled in claims nothing.
#pragma once

#include <clearance/convex/query.h>
#include <clearance/query/ray.h>
#include <clearance/world/body.h>
#include <clearance/world/contact.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace clearance {

// Only Complete says that whatever is not listed is not there.
enum class Ending : std::uint8_t {
  NotAsked,  // nobody has asked yet, or what was asked makes no sense: a point that is no point
  Complete,
  FirstFound,  // as asked
  Visitor,     // the visitor had enough
  Stopped,     // by the stop token
  TimedOut,    // at the deadline
  Refused,     // asked from within a visitor
};
const char* to_string(Ending ending);

struct Collisions {
  ContactList contacts;  // in ascending order of the parts' slots: the same for every broad phase
  Ending ending = Ending::NotAsked;

  // Everything was asked and nothing met.
  bool is_free() const { return ending == Ending::Complete && contacts.empty(); }
  auto begin() const { return contacts.begin(); }
  auto end() const { return contacts.end(); }
  std::size_t size() const { return contacts.size(); }
  const Contact& operator[](std::size_t k) const { return contacts[k]; }
};

// Two parts at most the asked distance apart. In contact: the distance is 0.
struct Proximity {
  BodyId a, b;
  std::uint32_t part_a = 0, part_b = 0;
  Distance distance;
};
struct Proximities {
  std::vector<Proximity> pairs;
  Ending ending = Ending::NotAsked;

  bool is_free() const { return ending == Ending::Complete && pairs.empty(); }
  auto begin() const { return pairs.begin(); }
  auto end() const { return pairs.end(); }
  std::size_t size() const { return pairs.size(); }
  const Proximity& operator[](std::size_t k) const { return pairs[k]; }
};

// The nearest few, in ascending order of the upper end. The brackets of two may overlap; `others` tells by how much one
// that is not listed could be nearer.
struct Nearest : Proximities {
  // Whatever is not listed is at least this far away, proved, whatever the ending.
  double others = 0;

  // A proved bracket of the least distance of all. Without anything to be near: [∞, ∞].
  double lower() const { return pairs.empty() ? others : smaller(others, pairs.front().distance.lower); }
  double upper() const {
    return pairs.empty() ? std::numeric_limits<double>::infinity() : pairs.front().distance.upper;
  }
};

struct RayContact {
  BodyId body;
  std::uint32_t part = 0;
  RayHit hit;
};
struct RayContacts {
  std::vector<RayContact> hits;  // in ascending order of the lower end
  Ending ending = Ending::NotAsked;

  bool is_free() const { return ending == Ending::Complete && hits.empty(); }
  auto begin() const { return hits.begin(); }
  auto end() const { return hits.end(); }
  std::size_t size() const { return hits.size(); }
  const RayContact& operator[](std::size_t k) const { return hits[k]; }
};

// One pose of a batch. A pose that was not asked about is not free: its status is NotAsked. One that was has a real
// status, Separated when it is free.
struct PoseAnswer {
  bool is_free = false;
  BodyId met;  // the first body met, in ascending order of slots
  std::uint32_t part = 0;
  Intersection answer;
};

// Two bodies, any of whose parts met in the last complete frame or in the one before. a.index < b.index.
struct ContactEvent {
  enum class Kind : std::uint8_t { None, Began, Stayed, Ended };

  Kind kind = Kind::None;
  BodyId a, b;
};
const char* to_string(ContactEvent::Kind kind);
struct ContactEvents {
  std::vector<ContactEvent> events;  // in ascending order of a.index, then b.index
  Ending ending = Ending::NotAsked;  // of the last frame; no events unless it is Complete

  // The last frame was complete, and nothing met in it.
  bool is_free() const;
  auto begin() const { return events.begin(); }
  auto end() const { return events.end(); }
  std::size_t size() const { return events.size(); }
  const ContactEvent& operator[](std::size_t k) const { return events[k]; }
};

}  // namespace clearance
