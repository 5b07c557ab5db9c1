// Question: what does a result say about the points where two bodies meet?
// Method:   the contacts of CONTRACT §5 as plain data: patches, points that share a normal, and of each point what lies
//           there. All numbers are the caller's own. proof/check_contacts.h checks them.
#pragma once

#include <clearance/proof/certificate.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace clearance {

struct ContactFeatureClaim {
  // Vertex: its number. Edge: those of its ends, the lower first. Face: of a mesh the lowest number of its triangles,
  // of a half-space 0. Polygon: a face of a convex body, by its vertices in order.
  enum class Kind : std::uint8_t { Vertex, Edge, Face, Polygon };

  Kind kind = Kind::Vertex;
  std::vector<std::uint32_t> numbers;
};

struct ContactPointClaim {
  Vec3 a, b;    // on either body, in the world
  Bracket gap;  // along the normal; below 0 they penetrate here
  double error = 0;
  ContactFeatureClaim feature_a, feature_b;
};

struct ContactPatchClaim {
  Vec3 normal;  // from a to b
  // Of two convex bodies: how far apart they are along the normal, minus how deep. Of others: the least gap of all
  // points.
  Bracket gap;
  std::optional<std::uint32_t> part_a, part_b;  // of a body of several
  std::vector<ContactPointClaim> points;
};

}  // namespace clearance
