// Question: whose evidence decided, and whose is to be tried first?
// Method:   a number for each tier of the core; the numbers from kFirstAdded on belong to methods that a library above
//           the core adds (lab/), whose rows have their names. convex/algorithm_table.h has the core's rows.
#pragma once

#include <cstdint>

namespace clearance {

enum class Algorithm : std::uint8_t {
  Automatic,      // not a method: the default order of the public queries
  Cache,          // not a method: evidence kept from an earlier query on the pair
  Walk,           // not one to choose: what every query begins with (convex/walk.h)
  Contact,        // not one to choose: what the walk met within rounding, confirmed (convex/contact.h)
  Expansion,      // penetration depth by polytope expansion
  Exact,          // the decision that always ends
  TriangleTrees,  // not of a convex pair: the walk of two trees of triangles (solid/mesh_query.h)
  HullTrees,      // not of a convex pair: the walk of two trees of convex hulls (parts/query.h)
};
inline constexpr int kFirstAdded = 16;
inline constexpr int kAlgorithmCount = 64;  // numbers are below this

// The k-th that is added.
constexpr Algorithm added_algorithm(int k) { return static_cast<Algorithm>(kFirstAdded + k); }

// For arrays of counts, whatever number a foreign row has.
constexpr int index_of(Algorithm algorithm) {
  return static_cast<int>(algorithm) < kAlgorithmCount ? static_cast<int>(algorithm) : kAlgorithmCount - 1;
}

// "added" for methods that the core does not know: name_of (convex/algorithm_table.h) looks them up.
const char* to_string(Algorithm algorithm);

}  // namespace clearance
