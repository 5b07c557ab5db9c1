// Question: all pairs of triangles are known in which two solids may share points: do they, and do they only touch?
// Method:   the argument of contact.cpp, where every triangle that may meet the other surface can be settled
//           at sight. Signs in doubles with bounds, then in integers of fixed width; winding numbers along rays whose
//           origin is chosen so that doubles tell them.
// Proves:   "yes".
// Cannot:   prove "no"; contact.h decides where this does not.
// Cost:     a microsecond per triangle that meets the other surface; linear in the triangles of small solids.
#pragma once

#include <clearance/convex/pair_integers.h>
#include <clearance/solid/flush_plane.h>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace clearance::detail {

// Positions of two triangles of which doubles do not tell whether they meet.
struct OpenPair {
  std::uint32_t a, b;
};

// What becomes of them, exactly.
struct FlushContact {
  bool holds = false;             // false: the integers are too narrow for it, and nothing else is said
  std::optional<OpenPair> meets;  // one that shares a point; nothing when none does
  bool only_touch = false;        // proved; otherwise nobody knows
  // Where they do not only touch: some pairs that meet, some that cross, and some that face each other of which one has
  // passed the other's plane by a hair.
  std::vector<OpenPair> unsettled, crosses, passed;
};

// `open` are all pairs of triangles that may share a point.
FlushContact look_at_flush(const MeshPair& pair, PairIntegers& integers, std::span<const OpenPair> open);

// How the plane of one of two triangles lies to the solids.
enum class Division : std::uint8_t {
  None,    // not known to be between them
  Passed,  // it would be, as far as doubles tell, but one of them reaches beyond it by a hair
  Touch,   // a on one side and b on the other, both touching it perhaps: their interiors are disjoint
  Apart,   // moreover one of them does not touch it: they share no point
};
Division plane_divides(const MeshPair& pair, PairIntegers& integers, std::uint32_t ta, std::uint32_t tb);

}  // namespace clearance::detail
