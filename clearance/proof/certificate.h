// Question: what does an answer carry so that someone who trusts no algorithm can check it?
// Method:   the certificates of CONTRACT §4 for convex pairs, as plain data. All vertex numbers are the caller's own
//           (Polytope::id), never internal positions. proof/check.h checks them exactly.
// Notation: p a point of a, q a point of b, both posed; m = q − p.
#pragma once

#include <clearance/math/vec3.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace clearance {

enum class Status : std::uint8_t { Separated, Touching, Penetrating, Intersecting };
const char* to_string(Status status);

enum class Body : std::uint8_t { A, B };

// A direction n from a to b. `base` says how n is made; then up to two `side` steps replace it by n × edge, the first
// step applied first ("side of side of points" is base Points with two steps); `flip` turns the sign at the end.
struct Plane {
  enum class Kind : std::uint8_t {
    Vector,  // n = normal, three doubles
    Face,    // n = (v1 − v0) × (v2 − v0) of body `of`
    Edges,   // n = (a1 − a0) × (b1 − b0), vertices[0..1] of a, vertices[2..3] of b
    Points,  // n = b0 − a0, vertices[0] of a, vertices[1] of b
  };
  struct Side {
    Body edge_of = Body::A;
    std::uint32_t edge[2] = {0, 0};  // n becomes n × (edge[1] − edge[0])
  };

  Kind kind = Kind::Vector;
  Body of = Body::A;
  bool flip = false;
  std::uint8_t side_count = 0;
  std::uint32_t vertices[4] = {0, 0, 0, 0};
  Vec3 normal;
  Side sides[2];
};

// Vertex pairs (a[k], b[k]) whose differences hold the origin in their hull.
struct Simplex {
  static constexpr int kMaxPairs = 6;
  int count = 0;
  std::uint32_t a[kMaxPairs] = {};
  std::uint32_t b[kMaxPairs] = {};
};

// A point of one body (of its core): Σ wᵢvᵢ / Σ wᵢ, exactly. The arrays are set up to `count`, and no further: clearing
// the rest would cost every query that has no use for it.
struct WitnessPoint {
  static constexpr int kMaxVertices = 4;
  int count = 0;
  std::uint32_t vertices[kMaxVertices];
  double weights[kMaxVertices];
};
struct Witness {
  WitnessPoint a, b;
};

// Separated: plane, strictly. Penetrating: simplex, with the origin in its interior. Touching: both, the plane weakly.
// Rounded bodies: the plane must leave more than the radii between the cores; penetrating is shown by core points
// nearer than the radii (Near), or by a simplex that holds the origin, where no double weights can show a tiny radius;
// their tangency has no certificate.
struct Certificate {
  enum class Kind : std::uint8_t { None, Plane, Simplex, Touch, Near };
  Kind kind = Kind::None;
  Plane plane;
  Simplex simplex;
  Witness witness;
};

struct Bracket {
  double lower = 0, upper = 0;
};

// A closed polytope of differences q − p around the origin, none of whose facet planes is nearer than the lower depth.
struct Shell {
  struct Pair {
    std::uint32_t a, b;
  };
  struct Facet {
    std::uint32_t pair[3];  // positions in `pairs`, counter-clockwise seen from outside
  };
  std::vector<Pair> pairs;
  std::vector<Facet> facets;
};

// Everything one result says about one pair of convex bodies: what `verify` re-checks.
struct Claim {
  using Witness = clearance::Witness;
  struct Depth {
    Bracket bracket;
    Vec3 direction;  // moving b along it by bracket.upper in length ends the penetration
  };

  Status status = Status::Separated;
  Certificate certificate;
  std::optional<Bracket> distance;
  std::optional<Witness> witness;
  std::optional<Plane> direction;  // proves distance.lower where the certificate's own plane does not
  std::optional<Depth> depth;
  std::optional<Shell> shell;  // proves depth.lower (less the radii) when that is above 0
};

}  // namespace clearance
