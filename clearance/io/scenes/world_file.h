// Question: how is a world kept in a file?
// Method:   as a scene (CONTRACT §2): an object per body, with its padding, groups and user data; a body of several
//           parts is one object with "parts"; who holds whom and who may touch stands beside the objects.
// Proves:   reading gives the same snapshot: every double the same bits, every list in the same order. Vertices of a
//           convex shape are numbered anew, from 0 in the order of their ids, where interior points had numbers.
// Cannot:   take what a world has not: motions, an interval, a list of pairs.
#pragma once

#include <clearance/base/result.h>
#include <clearance/world/snapshot.h>

#include <string>
#include <string_view>

namespace clearance {

// Bodies without a name get one that nobody has, and are marked "unnamed": reading gives them none. Refused: what
// WorldSnapshot does not allow (a body that is neither parts nor half-space, positions of no body, a name given twice),
// names that are not UTF-8, and the name "*" where something may touch.
Result<std::string> world_text(const WorldSnapshot& world);
// Writes beside the target and renames: a file is there whole or not at all. The value is the path.
Result<std::string> write_world(const std::string& path, const WorldSnapshot& world);

// A mesh stays a mesh, also where it bounds a convex body. Errors begin with the path as given.
Result<WorldSnapshot> read_world(const std::string& path);
// `directory` is where mesh paths start from; `name` begins the errors' places.
Result<WorldSnapshot> parse_world(std::string_view text, const std::string& directory, const std::string& name);

}  // namespace clearance
