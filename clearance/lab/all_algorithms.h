// Question: which algorithms are there for one convex pair, those of the papers that the public queries do not use
//           included?
// Method:   the rows of convex/algorithm_table.h and those of this folder, in one table: what the agreement test, the
//           fuzzers, the benchmark and the program run over.
#pragma once

#include <clearance/convex/algorithm_table.h>

#include <span>

namespace clearance {

namespace lab {

inline constexpr Algorithm kSeparatingVector = added_algorithm(0);  // Chung ch. 3, 4
inline constexpr Algorithm kHalfPlanes =
    added_algorithm(1);  // Chung §3.7 (3.5), §4.2.2: the same with conservative directions and half-plane intersection
inline constexpr Algorithm kGilbert = added_algorithm(2);   // Chung ch. 5: improved Gilbert
inline constexpr Algorithm kCombined = added_algorithm(3);  // Chung §5.5
inline constexpr Algorithm kLinCanny = added_algorithm(4);  // Mirtich §3.1: closest features
inline constexpr Algorithm kVClip =
    added_algorithm(5);  // Mirtich §3.3: closest features by clipping against Voronoi planes
inline constexpr Algorithm kEnhancedGjk =
    added_algorithm(6);  // Mirtich §3.3: Gilbert's walk with Cameron's neighbour search
inline constexpr Algorithm kRabbitz = added_algorithm(7);       // Mirtich §3.3: the coherent Gilbert walk
inline constexpr Algorithm kWitnessPlane = added_algorithm(8);  // Mirtich §3.3: Baraff's cached face or pair of edges
inline constexpr Algorithm kLinearProgram =
    added_algorithm(9);  // Jiménez et al. §2: a separating plane by linear programming
inline constexpr Algorithm kDobkinKirkpatrick =
    added_algorithm(10);  // Jiménez et al. §3.2: distance through the two hierarchies
inline constexpr Algorithm kMinkowskiDifference =
    added_algorithm(11);  // Jiménez et al. §3.2: Cameron and Culley's explicit difference body
inline constexpr Algorithm kGradientProjection =
    added_algorithm(12);  // Jiménez et al. §3.2: Bobrow's descent with the zig-zag cure
inline constexpr Algorithm kQuadraticProgram =
    added_algorithm(13);  // Jiménez et al. §3.2: nearest points in expected linear time
inline constexpr Algorithm kApplicability =
    added_algorithm(14);  // Jiménez et al. §3.3: edge-face tests of applicable pairs only

}  // namespace lab

std::span<const AlgorithmRow> all_algorithms();

}  // namespace clearance
