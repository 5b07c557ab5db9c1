// Question: what do a world and the views of it share?
// Method:   the bodies and their boxes. As long as there are views nothing here changes: the world that wants to change
//           it goes on with a copy. The last thing a view does is to count itself out, with a release; the world looks
//           at the count with an acquire, so that all that views did happened before what it does next.
#pragma once

#include <clearance/world/bodies/boxes.h>

#include <atomic>
#include <cstdint>

namespace clearance::detail {

struct WorldState {
  explicit WorldState(const WorldOptions& options) : query(options.query), boxes(options.broad) {}
  // Nobody views the copy.
  WorldState(const WorldState& other) : query(other.query), bodies(other.bodies), boxes(other.boxes) {}
  WorldState& operator=(const WorldState&) = delete;
  ~WorldState() = default;

  bool is_viewed() const { return views.load(std::memory_order_acquire) != 0; }

  QueryOptions query;
  Bodies bodies;
  Boxes boxes;
  std::atomic<std::uint32_t> views{0};
};

}  // namespace clearance::detail
