// Question: what does an answer carry so that someone who trusts no algorithm can check it?
// Method:   the certificates of CONTRACT §4, as plain data. All numbers of vertices and triangles are the caller's own
//           (Polytope::id, Mesh::id), never internal positions. proof/check.h and proof/check_mesh.h check them
//           exactly.
// Notation: p a point of a, q a point of b, both posed; m = q − p.
#pragma once

#include <clearance/exact/dyadic.h>
#include <clearance/math/vec3.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace clearance {

// NotAsked is what an answer says that nobody filled in: no query returns it, and nothing may be concluded from it.
enum class Status : std::uint8_t { NotAsked, Separated, Touching, Penetrating, Intersecting };
inline constexpr int kStatusCount = 5;
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

// A point of the world: each coordinate is the exact sum of its terms, the largest first. More than one is in use only
// where a common interior is too thin for doubles. Not set by default, like the arrays of a witness.
struct ExactPoint {
  static constexpr int kTerms = 4;
  int count;  // terms in use; those beyond are not set
  double x[kTerms], y[kTerms], z[kTerms];
};

// Any rational number, for points that no few doubles add up to.
struct Rational {
  Dyadic numerator;
  Dyadic denominator = 1.0;  // > 0
};
struct RationalPoint {
  Rational x, y, z;
};

// What shows contact of bodies made of triangles; only what the certificate's kind names is set.
struct MeshContact {
  std::uint32_t triangle_a, triangle_b;  // Triangles: these two share a point
  Body inside_of;                        // Inside: the body whose vertex lies inside the other solid
  std::uint32_t vertex;
  ExactPoint point;  // Interior: strictly inside both solids
};

// Separated: plane, strictly. Penetrating: simplex, with the origin in its interior. Touching: both, the plane weakly.
// Rounded bodies: the plane must leave more than the radii between the cores; penetrating is shown by core points
// nearer than the radii (Near), or by a simplex that holds the origin, where no double weights can show a tiny radius;
// their tangency has no certificate.
// Bodies of triangles: Interior shows penetrating solids, Triangles shows contact (touching, intersecting), Inside
// shows something in a solid (intersecting), Cover stands for a Claim::cover, which is made on demand. A hull counts as
// one triangle, number 0, and a part of several by its position.
struct Certificate {
  enum class Kind : std::uint8_t { None, Plane, Simplex, Touch, Near, Triangles, Interior, Inside, Cover };
  Kind kind = Kind::None;
  Plane plane;
  Simplex simplex;
  Witness witness;
  MeshContact mesh;
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

// Separation of two sets of triangles: a plane that leaves at least `distance.lower` between them (anything above 0
// where no distance is claimed, or where a Claim::direction proves it for everything), or a split of one of the sets,
// each half with a cover of its own. Of a body of several parts the vertices in a plane are those of the one part that
// its set has left; where there are more, only vectors serve.
struct Cover {
  struct Node {
    bool is_split = false;
    Plane plane = {};                         // unless split
    Body split = Body::A;                     // which set
    std::uint32_t first = 0, count = 0;       // ids[first … first + count): the triangles of the first half
    std::uint32_t of_first = 0, of_rest = 0;  // positions in `nodes`
  };
  std::vector<Node> nodes;  // the root is nodes[0]; children come after their parents
  std::vector<std::uint32_t> ids;
  // Against a solid mesh: one vertex of every component, which lies outside that solid; of a hull any one vertex, of
  // several parts one of each, of meshes as above, in their order. Empty where the other has no solid mesh.
  std::vector<std::uint32_t> outside_a, outside_b;
};

// Everything one result says about one pair of bodies: what `verify` re-checks.
struct Claim {
  using Witness = clearance::Witness;
  struct Depth {
    Bracket bracket;
    Vec3 direction;    // the unit vector of the translation, rounded
    Vec3 translation;  // b moved by exactly this, no longer than bracket.upper, shares no interior point with a
  };

  Status status = Status::NotAsked;
  Certificate certificate;
  std::optional<Bracket> distance;
  std::optional<Witness> witness;
  std::optional<Plane> direction;  // proves distance.lower where the certificate's own plane does not
  std::optional<Depth> depth;
  std::optional<Shell> shell;             // proves depth.lower (less the radii) when that is above 0
  std::optional<RationalPoint> interior;  // the point of an Interior certificate, instead of certificate.mesh.point
  std::optional<Cover> cover;             // of a separated pair of which one is made of triangles or of several parts
  // Which part of a body of several parts the certificate, witness, direction and depth speak of.
  std::optional<std::uint32_t> part_a, part_b;
};

}  // namespace clearance
