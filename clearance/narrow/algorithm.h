// Question: which algorithms are there for one convex pair, and what can each prove?
// Method:   one enum and one table; the agreement test, the fuzzers, the benchmark and the program read it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace clearance {

enum class Algorithm : std::uint8_t {
  Automatic,         // not a method: the default order of the public queries
  Cache,             // not a method: evidence kept from an earlier query on the pair
  SeparatingVector,  // Chung ch. 3, 4
  HalfPlanes,        // Chung §3.7 (3.5), §4.2.2: the same with conservative directions and half-plane intersection
  Gilbert,           // Chung ch. 5: improved Gilbert
  Combined,          // Chung §5.5
  Expansion,         // penetration depth by polytope expansion
  Exact,             // the decision that always ends
};

const char* to_string(Algorithm algorithm);
// The methods by name ("separating_vector", …); nothing for other words.
std::optional<Algorithm> algorithm_by_name(std::string_view name);

}  // namespace clearance
