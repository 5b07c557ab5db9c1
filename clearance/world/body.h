// Question: what does a world know of one body?
// Method:   a name, a filter, a padding, and parts: shapes of any kind at fixed offsets. Ids stay valid while other
//           bodies come and go; the id of a body that was removed is known to be stale for ever.
// Proves:   a part's pose is compose(body's pose, offset), rounded once; World::pose(id, part) shows it, and every
//           answer is exact for that pose (docs/decisions/0007-parts-and-poses.md).
#pragma once

#include <clearance/base/assert.h>
#include <clearance/base/result.h>
#include <clearance/math/pose.h>
#include <clearance/shape/parts.h>

#include <cstddef>
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

  friend constexpr bool operator==(const Groups&, const Groups&) = default;
};

struct BodyOptions {
  std::string name = {};   // unique in its world, or empty
  bool is_static = false;  // static bodies are not tested against each other; they may be moved all the same
  double padding = 0;      // every part is taken as all points within this of it
  Groups groups = {};
  std::uint64_t user = 0;  // whatever the caller likes; the world only keeps it

  friend bool operator==(const BodyOptions&, const BodyOptions&) = default;
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
  NoPadding,      // a half-space takes none
  NoParts,        // a body has at least one part
  HalfSpacePart,  // a half-space is a body of its own
  UnequalSpans,   // as many poses as bodies are needed
  BadSnapshot,    // a position in it is that of no body, or a body is both parts and half-space, or neither
};
const char* to_string(WorldFault fault);
constexpr ErrorCode code_of(WorldFault fault) {
  return fault == WorldFault::BeingVisited ? ErrorCode::NotNow : ErrorCode::BadValue;
}

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

// The same of many at once: nothing was changed unless all of it was done.
class [[nodiscard]] DoneAll : public Done {
 public:
  DoneAll() = default;
  DoneAll(WorldFault fault, std::size_t index) : Done(fault), index_(index) {}

  // Of the first that was refused; of spans that are not equally long the first without a partner. 0 when done.
  std::size_t index() const { return index_; }

 private:
  std::size_t index_ = 0;
};

// What an edit made, or the fault and the error that names it.
template <class T>
class [[nodiscard]] Made : public Result<T> {
 public:
  Made(T value) : Result<T>(std::move(value)) {}                 // NOLINT(google-explicit-constructor)
  Made(WorldFault fault) : Made(fault, {}, to_string(fault)) {}  // NOLINT(google-explicit-constructor)
  Made(WorldFault fault, std::string place) : Made(fault, std::move(place), to_string(fault)) {}
  Made(WorldFault fault, std::string place, std::string text)
      : Result<T>(Error{std::move(place), std::move(text), code_of(fault)}), fault_(fault) {}

  WorldFault fault() const { return fault_; }

 private:
  WorldFault fault_ = WorldFault::None;
};

}  // namespace clearance
