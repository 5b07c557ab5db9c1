// Question: what does a world know of one body?
// Method:   a name, a filter, a padding, and parts: shapes of any kind at fixed offsets. Ids stay valid while other
//           bodies come and go; the id of a body that was removed is known to be stale for ever.
// Proves:   a part's pose is compose(body's pose, offset), rounded once; World::pose(id, part) shows it, and every
//           answer is exact for that pose (docs/decisions/0007-parts-and-poses.md).
#pragma once

#include <clearance/base/assert.h>
#include <clearance/math/pose.h>
#include <clearance/shape/parts.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace clearance {

struct BodyId {
  std::uint32_t index = 0xffffffffu;
  std::uint32_t generation = 0;

  friend constexpr bool operator==(const BodyId&, const BodyId&) = default;
};

struct Part {
  Shape shape;
  Pose offset = {};  // in the body's frame
};

// Bodies are tested against each other when each belongs to a group that the other meets.
struct Groups {
  std::uint32_t member_of = 1;  // a bit per group
  std::uint32_t meets = 0xffffffffu;
};

struct BodyOptions {
  std::string name = {};   // unique in its world, or empty
  bool is_static = false;  // static bodies are not tested against each other; they may be moved all the same
  double padding = 0;      // every part is taken as all points within this of it
  Groups groups = {};
  std::uint64_t user = 0;  // whatever the caller likes; the world only keeps it
};

// Why a world did not do what it was told.
enum class WorldFault : std::uint8_t {
  None,
  UnknownBody,   // never given out by this world
  StaleBody,     // removed since
  BeingVisited,  // from within a visitor
  Attached,      // moves with its holder only
  NotAttached,
  OwnHolder,    // a body cannot be attached to itself or to what it holds
  IsHalfSpace,  // half-spaces stand where they were made
  BadPose,      // a part's pose, composed, is out of range or no rotation
  BadPadding,   // negative or not finite, or the radius with it is out of range
  NameTaken,
  NoPadding,  // a mesh or a body of parts takes none
};
const char* to_string(WorldFault fault);

// True when done; otherwise nothing was changed, and fault() says why.
class [[nodiscard]] Done {
 public:
  Done() = default;
  Done(WorldFault fault) : fault_(fault) {}  // NOLINT(google-explicit-constructor)

  explicit operator bool() const { return fault_ == WorldFault::None; }
  WorldFault fault() const { return fault_; }
  // For callers to whom a fault would be a bug.
  void expect() const { CLEARANCE_ASSERT(fault_ == WorldFault::None); }

 private:
  WorldFault fault_ = WorldFault::None;
};

}  // namespace clearance
