// A vertex, edge or face of a polytope.
#pragma once

#include <cstdint>

namespace clearance {

enum class Feature : std::uint8_t { Vertex, Edge, Face };
const char* to_string(Feature feature);

// Which one: the position of a vertex, a half-edge of the edge (Polytope::half_edges; a segment's only edge is 0), or a
// face. -1: none.
struct FeatureId {
  Feature kind = Feature::Vertex;
  std::int32_t index = -1;

  friend bool operator==(const FeatureId&, const FeatureId&) = default;
};

}  // namespace clearance
