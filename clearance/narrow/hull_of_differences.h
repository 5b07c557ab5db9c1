// Question: how does a convex polytope of differences grow by one vertex, exactly?
// Method:   triangular facets with neighbours; the facets that the new vertex sees (exact sign: doubles with a bound, then
//           big numbers) go, and a fan over their rim comes. A vertex that sees nothing changes nothing.
// Proves:   convexity, and for each facet a lower bound on its plane's distance from the origin.
// Notation: m differences; u = 2⁻⁵³; S = reach; D = largest component of any vector in a product.
#pragma once

#include <clearance/exact/posed.h>
#include <clearance/narrow/posed_pair.h>

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <optional>
#include <span>
#include <vector>

namespace clearance {

class HullOfDifferences {
 public:
  struct Vertex {
    VertexPair pair;
    Vec3 m;
  };
  struct Facet {
    std::int32_t vertex[3];     // counter-clockwise seen from outside
    std::int32_t neighbour[3];  // across the edge vertex[k] → vertex[k+1]
    Vec3 normal;                // outward, of the doubles, any length
    double lower;               // the exact plane is at least this far from the origin
    bool alive;
    bool exact;                 // `lower` is the exact distance, rounded down
  };

  // `around`: four to six pairs, not all in one plane.
  HullOfDifferences(const PosedPair& pair, std::span<const VertexPair> around);

  // Adds a vertex that is expected beyond facet `seen`. False, and no change, when it is not.
  bool add(VertexPair pair, int seen);
  void set_exact_lower(int facet, double lower) {
    facets_[static_cast<std::size_t>(facet)].lower = lower;
    facets_[static_cast<std::size_t>(facet)].exact = true;
  }
  // The facets made by the last add().
  std::span<const std::int32_t> made() const { return made_; }

  std::span<const Vertex> vertices() const { return vertices_; }
  std::span<const Facet> facets() const { return facets_; }
  // The exact normal of a facet, and its exact product with a vertex: both times positive factors.
  DyadicVec exact_normal(const Facet& facet);
  Dyadic exact_offset(const Facet& facet);
  const ExactPair& exact_pair();

 private:
  // Sign of the volume of v0 v1 v2 v3, positive when v3 is outside the facet v0 v1 v2.
  int side(std::int32_t v0, std::int32_t v1, std::int32_t v2, std::int32_t v3);
  int side_exact(std::int32_t v0, std::int32_t v1, std::int32_t v2, std::int32_t v3);
  bool sees(const Facet& facet, std::int32_t vertex);
  std::int32_t make_facet(std::int32_t v0, std::int32_t v1, std::int32_t v2);
  void make_tetrahedron(const std::int32_t v[4]);
  const DyadicVec& exact_vertex(std::int32_t vertex);
  bool grow(std::int32_t vertex, std::int32_t seen);

  const PosedPair& pair_;
  std::byte buffer_[24 * 1024];  // enough for everyday shells, so that those allocate nothing
  std::pmr::monotonic_buffer_resource memory_{buffer_, sizeof buffer_};
  std::pmr::vector<Vertex> vertices_{&memory_};
  std::pmr::vector<Facet> facets_{&memory_};
  std::pmr::vector<std::int32_t> made_{&memory_}, gone_{&memory_};
  std::pmr::vector<std::int32_t> fan_at_{&memory_};  // per vertex: the new facet whose first edge starts there
  std::optional<ExactPair> exact_pair_;
  std::vector<std::optional<DyadicVec>> exact_vertices_;
};

}  // namespace clearance
