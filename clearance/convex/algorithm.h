// Question: which algorithms are there for one convex pair, and what can each prove?
// Method:   one enum; algorithm_table.h has the rows of the methods that the public queries use, lab/all_algorithms.h
//           those of every method: what the agreement test, the fuzzers, the benchmark and the program read.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace clearance {

enum class Algorithm : std::uint8_t {
  Automatic,  // not a method: the default order of the public queries
  Cache,      // not a method: evidence kept from an earlier query on the pair
  Walk,       // not one to choose: what every query begins with (walk.h)
  Contact,    // not one to choose: what the walk met within rounding, confirmed (contact.h)
  Expansion,  // penetration depth by polytope expansion
  Exact,      // the decision that always ends
  // The papers' methods, of lab/, a library of its own (lab/all_algorithms.h).
  SeparatingVector,     // Chung ch. 3, 4
  HalfPlanes,           // Chung §3.7 (3.5), §4.2.2: the same with conservative directions and half-plane intersection
  Gilbert,              // Chung ch. 5: improved Gilbert
  Combined,             // Chung §5.5
  LinCanny,             // Mirtich §3.1: closest features
  VClip,                // Mirtich §3.3: closest features by clipping against Voronoi planes
  EnhancedGjk,          // Mirtich §3.3: Gilbert's walk with Cameron's neighbour search
  Rabbitz,              // Mirtich §3.3: the coherent Gilbert walk
  WitnessPlane,         // Mirtich §3.3: Baraff's cached face or pair of edges
  LinearProgram,        // Jiménez et al. §2: a separating plane by linear programming
  DobkinKirkpatrick,    // Jiménez et al. §3.2: distance through the two hierarchies
  MinkowskiDifference,  // Jiménez et al. §3.2: Cameron and Culley's explicit difference body
  GradientProjection,   // Jiménez et al. §3.2: Bobrow's descent with the zig-zag cure
  QuadraticProgram,     // Jiménez et al. §3.2: nearest points in expected linear time
  Applicability,        // Jiménez et al. §3.3: edge-face tests of applicable pairs only
  // Not methods of a convex pair.
  TriangleTrees,  // the walk of two trees of triangles (mesh_query.h)
  HullTrees,      // the walk of two trees of convex hulls (parts/query.h)
};
inline constexpr int kAlgorithmCount = static_cast<int>(Algorithm::HullTrees) + 1;

const char* to_string(Algorithm algorithm);
// The methods by name ("separating_vector", …); nothing for other words.
std::optional<Algorithm> algorithm_by_name(std::string_view name);

}  // namespace clearance
