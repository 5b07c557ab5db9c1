// Question: what are the bodies of a world, as plain data that can be written to a file and read back?
// Method:   one record per body and one per allowed pair; bodies refer to each other by their position in `bodies`.
//           Shapes share their immutable data with the world. World::snapshot() makes one, World::restore() reads it.
// Proves:   a restored world gives the same statuses as the one the snapshot was taken of: shapes, poses, offsets and
//           paddings are the same doubles, and an attached body keeps the same pose relative to its holder.
// Cannot:   keep what a world remembers of earlier frames. WorldOptions are no part of it.
#pragma once

#include <clearance/shape/half_space.h>
#include <clearance/world/body.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace clearance {

struct BodySnapshot {
  BodyId id = {};                // in the world that the snapshot was taken of; restore() does not read it
  BodyOptions options = {};      // name, static, padding, groups, user data
  Pose pose = {};                // of the body; a half-space has none
  std::vector<Part> parts = {};  // without the padding; empty for a half-space
  std::optional<HalfSpace> half_space = {};
};

// bodies[held] keeps the pose `relative` in the frame of bodies[holder].
struct AttachmentSnapshot {
  std::uint32_t held = 0, holder = 0;
  Pose relative = {};
};

struct WorldSnapshot {
  struct Names {
    std::string a, b;

    friend auto operator<=>(const Names&, const Names&) = default;
  };
  // bodies[a] and bodies[b]; this beats what is said of their names, whether allowed or not.
  struct Pair {
    std::uint32_t a = 0, b = 0;
    bool allowed = true;

    friend auto operator<=>(const Pair&, const Pair&) = default;
  };

  std::vector<BodySnapshot> bodies = {};
  std::vector<AttachmentSnapshot> attachments = {};
  std::vector<Names> allowed_names = {};             // pairs that may touch, ascending; a ≤ b
  std::vector<std::string> allowed_everything = {};  // names of bodies that may touch anything, ascending
  std::vector<Pair> allowed_bodies = {};             // ascending; a ≤ b
};

}  // namespace clearance
